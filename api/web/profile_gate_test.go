package web

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

func TestTheProfileGateAsksForOneThingAfterTheOtherAndCloses(t *testing.T) { // D-50 D-90 D-290
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	later, before := now.Add(time.Second), now
	owner := domain.Actor{ID: uuid.New(), Role: domain.Owner, CustomerID: uuid.New()}
	with := func(role domain.Role, viewOnly bool) domain.Actor {
		a := owner
		a.Role, a.ViewOnly = role, viewOnly
		return a
	}
	type c = accounts.Completion
	for _, x := range []struct {
		who    domain.Actor
		c      c
		asks   Asked
		closed bool
	}{
		{owner, c{Person: true, Company: true}, AsksNothing, false},
		{owner, c{}, AsksProfile, true},
		{owner, c{Company: true}, AsksProfile, true},
		{owner, c{Person: true}, AsksCompany, true},
		{with(domain.Staff, false), c{Person: true}, AsksNothing, false},
		{with(domain.Staff, false), c{}, AsksProfile, true},
		{with(domain.Admin, false), c{Person: true}, AsksNothing, false},
		{with(domain.Operator, false), c{}, AsksProfile, true},
		{with(domain.Owner, true), c{}, AsksNothing, false},
		{owner, c{Untold: true}, AsksProfile, false},
		{owner, c{Person: true, Until: &later}, AsksCompany, false},
		{owner, c{Person: true, Until: &before}, AsksCompany, true},
		{owner, c{Person: true, Company: true, Until: &before}, AsksNothing, false},
	} {
		if g := gateOf(x.who, x.c, now); g.Asks != x.asks || g.Closed != x.closed {
			t.Errorf("%s %+v: asks for %s, closed %v", x.who.Role, x.c, g.Asks, g.Closed)
		}
	}
}

func TestWhoWasAskedForNothingIsNotAskedWithEachWrite(t *testing.T) { // D-290
	var c complete
	now, session := time.Now(), uuid.New()
	if c.has(session, now) {
		t.Error("a session is remembered before it was asked")
	}
	c.add(session, now)
	if !c.has(session, now.Add(keepComplete-1)) || c.has(session, now.Add(keepComplete)) || c.has(uuid.New(), now) {
		t.Errorf("a session is remembered for other than %v, or another one too", keepComplete)
	}
	for range mostComplete {
		c.add(uuid.New(), now)
	}
	if n := len(c.until); n > mostComplete {
		t.Errorf("%d sessions are remembered", n)
	}
}
