package secrets

import (
	"encoding/binary"
	"slices"
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

// CSRF creates and checks anti-forgery tokens. A token is good for one session and one scope, until it
// expires.
type CSRF struct{ signer Signer }

// NewCSRF returns the tokens that are signed with a key.
func NewCSRF(key []byte) CSRF { return CSRF{NewSigner(key)} }

const expirySize = 8

// Token returns a new token.
func (c CSRF) Token(session uuid.UUID, scope string, now time.Time) (token string, expires time.Time) {
	expires = now.Add(CSRFLifetime).Truncate(time.Second)
	expiry := binary.BigEndian.AppendUint64(nil, uint64(expires.Unix()))
	return c.signer.Sign(expiry, forScope(session, scope)), expires
}

// Check returns an error if the token has expired or was made for another session or scope.
func (c CSRF) Check(token string, session uuid.UUID, scope string, now time.Time) error {
	expiry, ok := c.signer.Open(token, expirySize, forScope(session, scope))
	if !ok || now.Unix() >= int64(binary.BigEndian.Uint64(expiry)) {
		return ErrCSRF
	}
	return nil
}

func forScope(session uuid.UUID, scope string) func([]byte) []byte {
	return func(expiry []byte) []byte { return slices.Concat(session[:], expiry, []byte(scope)) }
}
