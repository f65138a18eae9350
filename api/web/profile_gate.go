package web

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// errIncomplete has the sentence of the profile gate (SH-168).
var errIncomplete = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "profile.incomplete",
	Message: "You must complete your profile information before you can use your account.",
}

// Asked is what the profile gate asks a person for.
type Asked string

// What the gate asks for, one after the other. Only who can change the company is asked for it.
const (
	AsksNothing Asked = "nothing"
	AsksProfile Asked = "profile"
	AsksCompany Asked = "company"
)

// ProfileGate keeps people with an incomplete profile from writing anything but the profile (D-50, D-90).
type ProfileGate struct {
	accounts.Completion

	Asks Asked
	// Closed: writes are refused. A gate that asks for something and is open closes at Until, or that long after the
	// person is told.
	Closed bool
}

// ProfileGate returns the gate of a person. People who can change nothing cannot complete a profile either, so they
// are asked for nothing.
func (s *Server) ProfileGate(ctx context.Context, of domain.Actor) (ProfileGate, error) {
	c, err := s.Accounts.Completion(ctx, of)
	return gateOf(of, c, s.Clock()), err
}

func gateOf(of domain.Actor, c accounts.Completion, now time.Time) ProfileGate {
	c.Company = c.Company || !policy.Can(of.Role, policy.Update, policy.Company)
	g := ProfileGate{Completion: c, Asks: AsksNothing}
	switch {
	case of.ViewOnly:
	case !c.Person:
		g.Asks = AsksProfile
	case !c.Company:
		g.Asks = AsksCompany
	}
	g.Closed = g.Asks != AsksNothing && !c.Untold && (c.Until == nil || !now.Before(*c.Until))
	return g
}

// checkProfile refuses a session whose person's profile gate is closed.
func (s *Server) checkProfile(ctx context.Context, session sessions.Session) error {
	if s.complete.has(session.ID, s.Clock()) {
		return nil
	}
	g, err := s.ProfileGate(ctx, session.Actor)
	switch {
	case err != nil:
		return err
	case g.Closed:
		return errIncomplete
	case g.Asks == AsksNothing:
		s.complete.add(session.ID, s.Clock())
	}
	return nil
}

const (
	keepComplete = 30 * time.Second
	mostComplete = 20_000 // sessions
)

// complete remembers the sessions whose person was asked for nothing a moment ago, because to ask with each write took
// a fifth of the moves in a second. A profile does not become incomplete by what people do.
type complete struct {
	mu    sync.Mutex
	until map[uuid.UUID]time.Time
}

func (c *complete) has(session uuid.UUID, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return now.Before(c.until[session])
}

func (c *complete) add(session uuid.UUID, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.until == nil || len(c.until) >= mostComplete {
		c.until = map[uuid.UUID]time.Time{}
	}
	c.until[session] = now.Add(keepComplete)
}
