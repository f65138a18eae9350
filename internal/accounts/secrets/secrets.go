// Package secrets makes and checks what people prove themselves with: passwords, random secrets in
// links and sessions, and the signed tokens of forms and browsers.
package secrets

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"time"
)

// SessionLifetime is how long a session lasts (D-23). Use renews the session of a person, but not
// that of a guest.
const SessionLifetime = 12 * time.Hour

const secretBytes = 32 // of a secret of New

// New returns a random secret of 256 bits for a link or a session.
func New() (string, error) {
	raw := make([]byte, secretBytes)
	_, err := rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw), err
}

// Whole reports whether a text has the length of the secrets of New.
func Whole(secret string) bool { return len(secret) == base64.RawURLEncoding.EncodedLen(secretBytes) }

// Digest returns the SHA-256 of a secret, which is stored in its place.
func Digest(secret string) []byte {
	h := sha256.Sum256([]byte(secret))
	return h[:]
}

// Random returns a number from 0 to below n that nobody can guess.
func Random(n int) int {
	v, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return int(v.Int64())
}
