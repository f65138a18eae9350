package secrets

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Signer makes tokens that nobody else can make. A token is a payload of a fixed size, followed by an
// HMAC-SHA256 of the payload and of what the token is good for.
type Signer struct{ key []byte }

// NewSigner returns the signer of a key.
func NewSigner(key []byte) Signer { return Signer{key} }

var tokenText = base64.RawURLEncoding.Strict()

// Sign returns the token of a payload. signed returns what is authenticated: the payload, and what the
// token is good for.
func (s Signer) Sign(payload []byte, signed func(payload []byte) []byte) string {
	return tokenText.EncodeToString(append(payload, s.sum(signed(payload))...))
}

// Open returns the payload of a token. It returns false if the token has another size or was not
// signed with this key for the same use.
func (s Signer) Open(token string, size int, signed func(payload []byte) []byte) (payload []byte, ok bool) {
	b, err := tokenText.DecodeString(token)
	if err != nil || len(b) != size+sha256.Size || !hmac.Equal(b[size:], s.sum(signed(b[:size]))) {
		return nil, false
	}
	return b[:size], true
}

func (s Signer) sum(signed []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(signed)
	return h.Sum(nil)
}
