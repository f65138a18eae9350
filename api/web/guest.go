package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// Invitations reads a guest and the order of their invitation from the log, so that the answer is
// never old. It returns domain.ErrNotFound if no invitation has this id.
type Invitations interface {
	Look(ctx context.Context, id uuid.UUID) (guest.Guest, order.Order, error)
}

// ErrGuestDenied is the answer for orders that are frozen, archived or deleted. It says no more
// than the answer to a bad link (SH-308).
var ErrGuestDenied = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "guest.access_denied",
	Message: guest.ErrBadLink.Message,
}

// Visit is the guest and the order of one call.
type Visit struct {
	Session guests.Session
	Guest   guest.Guest
	Order   order.Order
}

type visitKey struct{}

// VisitOf returns the visit of the guest who calls.
func VisitOf(ctx context.Context) Visit {
	v, _ := ctx.Value(visitKey{}).(Visit)
	return v
}

// admit finds the guest who sends a call, and checks that their link and their order still admit
// them.
func (s *Server) admit(ctx context.Context, r *http.Request, scope string) (context.Context, error) {
	if SideOf(ctx) != BothSides {
		return ctx, sessions.ErrOtherKind
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ctx, guest.ErrBadLink
	}
	session, err := s.Guests.Session(ctx, token)
	if err != nil {
		return ctx, err
	}
	v, err := s.Look(ctx, session.Guest.ID)
	if err != nil {
		return ctx, err
	}
	v.Session = session
	if scope != "" {
		if err := s.CSRF.Check(r.Header.Get("X-CSRF-Token"), session.ID, scope, s.Clock()); err != nil {
			return ctx, scopeError{error: err, csrf: scope}
		}
	}
	return context.WithValue(ctx, visitKey{}, v), nil
}

// Look returns the guest and their order if the log admits the guest now.
func (s *Server) Look(ctx context.Context, id uuid.UUID) (Visit, error) {
	g, o, err := s.Invitations.Look(ctx, id)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return Visit{}, guest.ErrBadLink
	case err != nil:
		return Visit{}, err
	}
	if err := g.Alive(s.Clock()); err != nil {
		return Visit{}, err
	}
	if !o.Visible(g.Actor()) {
		return Visit{}, ErrGuestDenied
	}
	return Visit{Guest: g, Order: o}, nil
}
