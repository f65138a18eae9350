package web

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// Calls of an access token that one process answers: tokenBurst at once, and tokenRate in each
// second after that.
const (
	tokenRate  = 10
	tokenBurst = 100
)

var (
	errNotForTokens = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "token.not_allowed",
		Message: "Access tokens do not open this call. Sign in to the product instead.",
	}
	errScope = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "token.scope_missing",
		Message: "The access token lacks a scope.",
	}
	errTokenTooOften = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "token.too_many_calls",
		Message: "This access token was used too often.",
	}
)

// session returns the session of a bearer token. An access token opens the operations whose scope it
// has, and no others.
func (s *Server) session(ctx context.Context, token string, rule Access) (sessions.Session, error) {
	if sessions.IsCut(token) {
		return sessions.Session{}, sessions.ErrTokenCut
	}
	if !sessions.IsAccessToken(token) {
		return s.Sessions.Session(ctx, token)
	}
	session, err := s.Sessions.TokenSession(ctx, token)
	if err != nil {
		return session, err
	}
	if wait := s.tokens.take(session.ID, s.Clock()); wait > 0 {
		return session, throttle.TooOftenError{Refusal: errTokenTooOften, RetryAfter: wait}
	}
	if rule.Token == "" {
		return session, errNotForTokens
	}
	for _, needs := range []sessions.TokenScope{rule.Token, rule.TokenToo} {
		if needs != "" && !slices.Contains(session.Scopes, needs) {
			return session, scopeError{
				error: errScope.Saying("The access token lacks the scope %s.", needs),
				token: needs,
			}
		}
	}
	return session, nil
}

// ByToken returns the session of an access token with a scope, for addresses that calendars know by themselves. Other
// tokens open none.
func (s *Server) ByToken(ctx context.Context, token string, scope sessions.TokenScope) (sessions.Session, error) {
	if !sessions.IsAccessToken(token) {
		return sessions.Session{}, sessions.ErrToken
	}
	session, err := s.session(ctx, token, Access{Token: scope})
	if err == nil && session.MustAddFactor {
		err = errMustAddFactor
	}
	return session, err
}

// scopeError is a refusal that tells software which scope the call needs: of the access token, or of the CSRF token.
type scopeError struct {
	error

	token sessions.TokenScope
	csrf  string
}

// Unwrap returns the refusal.
func (e scopeError) Unwrap() error { return e.error }

// rates counts the calls of the access tokens that are in use.
type rates struct {
	mu    sync.Mutex
	of    map[uuid.UUID]*rate.Limiter
	swept time.Time
}

// take counts a call, or returns the time until the token is allowed the next one.
func (r *rates) take(token uuid.UUID, now time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[uuid.UUID]*rate.Limiter{}
	}
	if now.Sub(r.swept) > time.Minute { // tokens that may do all they could at first need not be known
		maps.DeleteFunc(r.of, func(_ uuid.UUID, l *rate.Limiter) bool { return l.TokensAt(now) >= tokenBurst })
		r.swept = now
	}
	l := r.of[token]
	if l == nil {
		l = rate.NewLimiter(tokenRate, tokenBurst)
		r.of[token] = l
	}
	call := l.ReserveN(now, 1)
	wait := call.DelayFrom(now)
	if wait > 0 {
		call.CancelAt(now)
	}
	return wait
}
