package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/telemetry"
)

var errUnlisted = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "route.unlisted",
	Message: "This call is not open to anybody.",
}

var errMustAddFactor = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "second_factor.missing",
	Message: "Your account needs a second factor. Add one first.",
}

// ErrImpersonated refuses an admin who acts as a person (D-48).
var ErrImpersonated = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "impersonation.forbidden",
	Message: "Only the person themselves can change this.",
}

// withVersion stores the version that a write is conditional on (D-32). It is sent as an entity
// tag: "7".
func withVersion(ctx context.Context, tag string) (context.Context, error) {
	if tag == "" {
		return ctx, nil
	}
	version, err := strconv.Atoi(strings.Trim(tag, `"`))
	if err != nil || version < 0 {
		return ctx, ErrRequest
	}
	return context.WithValue(ctx, versionKey{}, &version), nil
}

// Authenticate finds the caller of an operation and checks what does not depend on the request's
// content: whether the operation is open to this kind of session, the CSRF token of a write, and
// the ability that the route needs.
func (s *Server) Authenticate(r *http.Request, operation string) (context.Context, error) {
	rule, listed := s.Routes[operation]
	switch ctx := r.Context(); {
	case !listed:
		return nil, errUnlisted
	case rule.Public:
		return ctx, nil
	case rule.Guest:
		return s.admit(ctx, r, rule.Scope)
	default:
		return s.signedIn(ctx, r, operation, rule)
	}
}

// refuseImpersonated returns ErrImpersonated. What an admin tried in somebody's name is listed with the
// refused commands, although no command was sent (BY-025, D-48).
func (s *Server) refuseImpersonated(ctx context.Context, operation string, by domain.Actor) error {
	_, err := s.Outcomes.Keep(ctx, commands.Outcome{
		CommandID: s.NewID(),
		At:        s.Clock(),
		Error:     ErrImpersonated,
		Meta: domain.Meta{
			Actor: by.ID, Role: by.Role, Impersonator: by.Impersonator, Command: operation, Via: "web",
			Request: telemetry.RequestID(ctx),
		},
	})
	if err != nil {
		s.Logger.ErrorContext(ctx, "a refused call of an impersonation is not listed", "call", operation, "error", err)
	}
	return ErrImpersonated
}

// RefuseImpersonated refuses the caller, an admin who acts as a person, and lists the refusal.
func (s *Server) RefuseImpersonated(ctx context.Context, operation string) error {
	return s.refuseImpersonated(ctx, operation, Actor(ctx))
}

// Prepare waits before an operation until the read models contain what the caller has seen, and
// stores the version that a write is conditional on.
func (s *Server) Prepare(next contract.OperationFunc, operation string) contract.OperationFunc {
	rule := s.Routes[operation]
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		ctx = context.WithValue(ctx, requestKey{}, r)
		if rule.Public {
			return next(ctx, w, r, request)
		}
		ctx, err := withVersion(ctx, r.Header.Get("If-Match"))
		if err != nil {
			return nil, err
		}
		if ctx, err = withPosition(ctx, r); err != nil {
			return nil, err
		}
		if err := s.WaitFor(ctx, rule.Shows...); err != nil {
			return nil, err
		}
		if err := s.CatchUp(ctx, rule.CatchesUp...); err != nil {
			return nil, err
		}
		return next(ctx, w, r, request)
	}
}

// signedIn finds the person who sends a call, and rejects calls that are not open to their kind of
// session.
func (s *Server) signedIn(
	ctx context.Context,
	r *http.Request,
	operation string,
	rule Access,
) (context.Context, error) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ctx, sessions.ErrNoSession
	}
	session, err := s.session(ctx, token, rule)
	if err != nil {
		return ctx, err
	}
	if side := SideOf(ctx); side == CustomerSide && session.Desk || side == DeskSide && !session.Desk {
		return ctx, sessions.ErrOtherKind
	}
	if session.Actor.Impersonator != uuid.Nil && rule.OneSelf {
		if r.Method == http.MethodGet {
			return ctx, ErrImpersonated
		}
		return ctx, s.refuseImpersonated(ctx, operation, session.Actor)
	}
	if session.MustAddFactor && !rule.Enrols {
		return ctx, errMustAddFactor
	}
	if rule.Scope != "" && !session.ByToken() {
		if err := s.CSRF.Check(r.Header.Get("X-CSRF-Token"), session.ID, rule.Scope, s.Clock()); err != nil {
			return ctx, scopeError{error: err, csrf: rule.Scope}
		}
	}
	if r.Method != http.MethodGet && !rule.Gateless {
		if err := s.checkProfile(ctx, session); err != nil {
			return ctx, err
		}
	}
	if rule.Needs != "" {
		action := policy.Read
		if rule.Scope != "" {
			action = policy.Update
		}
		if err := policy.Check(session.Actor, action, rule.Needs); err != nil {
			return ctx, err
		}
	}
	return context.WithValue(ctx, sessionKey{}, session), nil
}
