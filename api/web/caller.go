package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// IDFor returns the id of a new object. It derives the id from the idempotency key if there is one,
// so that a repeated call gets the same id.
func (s *Server) IDFor(key *contract.IdempotencyKey) uuid.UUID {
	if key == nil {
		return s.NewID()
	}
	return uuid.NewSHA1(*key, []byte("new"))
}

// OwnID returns the id of a new object of the caller. A repeated call of the same person gets the same id, and
// the same key gives other people and other kinds of objects another one.
func (s *Server) OwnID(ctx context.Context, key *contract.IdempotencyKey, of string) uuid.UUID {
	if key == nil {
		return s.NewID()
	}
	by := Actor(ctx).ID
	return uuid.NewSHA1(*key, append(by[:], of...))
}

type sessionKey struct{}

type requestKey struct{}

type versionKey struct{}

// Session returns the caller's session. Authenticate made sure that there is one.
func Session(ctx context.Context) sessions.Session {
	v, _ := ctx.Value(sessionKey{}).(sessions.Session)
	return v
}

// Actor returns the caller: the person who is signed in, or the guest.
func Actor(ctx context.Context) domain.Actor {
	if v, ok := ctx.Value(visitKey{}).(Visit); ok {
		return v.Guest.Actor()
	}
	return Session(ctx).Actor
}

// User reads the name, the address and the settings of the person who is signed in. Most calls need
// only their Actor, which the session has.
func (s *Server) User(ctx context.Context) (accounts.User, error) {
	return s.Accounts.User(ctx, Session(ctx).Actor.ID)
}

// Zone returns the time zone in which the person who is signed in reads times. It is UTC if this
// machine does not know their zone.
func (s *Server) Zone(ctx context.Context) (*time.Location, error) {
	u, err := s.User(ctx)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(u.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return zone, nil
}

// httpRequest returns the request that an operation handles.
func httpRequest(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}

// Again finds the caller of an operation that has waited, with what they may do now.
func (s *Server) Again(ctx context.Context, operation string) (context.Context, error) {
	found, err := s.Authenticate(httpRequest(ctx), operation)
	if err != nil {
		return ctx, err
	}
	return context.WithValue(ctx, sessionKey{}, Session(found)), nil
}

// Basic returns the name and the password of basic authentication.
func Basic(ctx context.Context) (name, password string, ok bool) { return httpRequest(ctx).BasicAuth() }

// Bearer returns the token of a call that has one instead of a session.
func Bearer(ctx context.Context) string {
	token, _ := strings.CutPrefix(httpRequest(ctx).Header.Get("Authorization"), "Bearer ")
	return token
}

// viaToken is the part of the product that the commands of other software come from.
const viaToken = "api"

// Request returns what accompanies a command: the caller, its idempotency key, and the part of the
// product it comes from, unless other software sends it.
func Request(ctx context.Context, key *contract.IdempotencyKey, via string) commands.Request {
	expected, _ := ctx.Value(versionKey{}).(*int)
	if Session(ctx).ByToken() {
		via = viaToken
	}
	return commands.Request{
		Actor:    Actor(ctx),
		ID:       Value(key),
		Via:      via,
		Request:  telemetry.RequestID(ctx),
		Expected: expected,
	}
}
