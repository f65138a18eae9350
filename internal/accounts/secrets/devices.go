package secrets

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// DeviceTokens creates and checks tokens of browsers that have signed in to an account.
type DeviceTokens struct{ signer Signer }

// DeviceLifetime is how long a browser stays known after a sign-in.
const DeviceLifetime = 180 * 24 * time.Hour

// NewDeviceTokens returns the tokens that are signed with a key.
func NewDeviceTokens(key []byte) DeviceTokens { return DeviceTokens{NewSigner(key)} }

const deviceSize = 16 + 8 // an id and a time

// Token returns the token of a device for one account. The account name is case-insensitive.
func (d DeviceTokens) Token(account string, device uuid.UUID, now time.Time) string {
	payload := binary.BigEndian.AppendUint64(device[:], uint64(now.Add(DeviceLifetime).Unix()))
	return d.signer.Sign(payload, forAccount(account))
}

// Check returns the device of a token. It returns uuid.Nil if the token is for another account, has
// expired, or was not signed with this key.
func (d DeviceTokens) Check(token, account string, now time.Time) uuid.UUID {
	payload, ok := d.signer.Open(token, deviceSize, forAccount(account))
	if !ok || now.Unix() >= int64(binary.BigEndian.Uint64(payload[16:])) {
		return uuid.Nil
	}
	return uuid.UUID(payload[:16])
}

func forAccount(account string) func([]byte) []byte {
	return func(payload []byte) []byte { return slices.Concat(payload, []byte(strings.ToLower(account))) }
}
