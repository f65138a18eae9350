package secrets

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// CSRFLifetime is how long an anti-forgery token is valid (D-24).
const CSRFLifetime = time.Hour

// ErrCSRF refuses an anti-forgery token.
var ErrCSRF = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "csrf.invalid",
	Message: "This page is out of date. Reload it and try again.",
}

// CSRF creates and checks anti-forgery tokens. A token is bound to a session and a scope, and
// expires after an hour (D-24).
type CSRF struct{ key []byte }

// NewCSRF returns the tokens that are signed with a key.
func NewCSRF(key []byte) CSRF { return CSRF{key} }

// Token returns a new token.
func (c CSRF) Token(session uuid.UUID, scope string, now time.Time) (token string, expires time.Time) {
	expires = now.Add(CSRFLifetime).Truncate(time.Second)
	b := binary.BigEndian.AppendUint64(nil, uint64(expires.Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, c.sum(session, scope, b)...)), expires
}

// Check returns an error if the token has expired or was made for another session or scope.
func (c CSRF) Check(token string, session uuid.UUID, scope string, now time.Time) error {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != 8+sha256.Size || !hmac.Equal(b[8:], c.sum(session, scope, b[:8])) {
		return ErrCSRF
	}
	if now.Unix() >= int64(binary.BigEndian.Uint64(b)) {
		return ErrCSRF
	}
	return nil
}

func (c CSRF) sum(session uuid.UUID, scope string, expiry []byte) []byte {
	h := hmac.New(sha256.New, c.key)
	h.Write(session[:])
	h.Write(expiry)
	h.Write([]byte(scope))
	return h.Sum(nil)
}
