package secrets

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"

	"github.com/google/uuid"
)

// DeviceTokens creates and checks tokens of browsers that have signed in to an account.
type DeviceTokens struct{ key []byte }

// DeviceLifetime is how long a browser stays known after a sign-in.
const DeviceLifetime = 180 * 24 * time.Hour

// NewDeviceTokens returns the tokens that are signed with a key.
func NewDeviceTokens(key []byte) DeviceTokens { return DeviceTokens{key} }

const deviceSize = 16 + 8 // an id and a time

// Token returns the token of a device for one account. The account name is case-insensitive.
func (d DeviceTokens) Token(account string, device uuid.UUID, now time.Time) string {
	b := binary.BigEndian.AppendUint64(device[:], uint64(now.Add(DeviceLifetime).Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, d.sum(account, b)...))
}

// Check returns the device of a token. It returns uuid.Nil if the token is for another account, has
// expired, or was not signed with this key.
func (d DeviceTokens) Check(token, account string, now time.Time) uuid.UUID {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != deviceSize+sha256.Size || !hmac.Equal(b[deviceSize:], d.sum(account, b[:deviceSize])) {
		return uuid.Nil
	}
	if now.Unix() >= int64(binary.BigEndian.Uint64(b[16:deviceSize])) {
		return uuid.Nil
	}
	return uuid.UUID(b[:16])
}

func (d DeviceTokens) sum(account string, b []byte) []byte {
	h := hmac.New(sha256.New, d.key)
	h.Write(b)
	h.Write([]byte(strings.ToLower(account)))
	return h.Sum(nil)
}
