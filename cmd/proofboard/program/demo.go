package program

import (
	"context"
	"time"

	apiaccounts "github.com/proofboard/proofboard/api/accounts"
	"github.com/proofboard/proofboard/internal/demo"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/projections/proofs"
)

func (p *Program) demo() *demo.Installation {
	return &demo.Installation{
		Accounts:   p.Accounts,
		Enrol:      p.Plant,
		Ledger:     p.Ledger,
		Board:      p.Board,
		Proofs:     proofs.NewQueries(p.pool),
		PositionAt: p.Store.PositionAt,
		Seal:       p.Vault.Seal,
		NewBus:     func(clock func() time.Time) demo.Bus { return p.BusAt(clock) },
		Files:      objects.Writer{Store: p.store},
		Clock:      time.Now,
		Log:        p.log,
	}
}

// plantDemo creates the demo company in an empty store, or continues after an interrupted start. It
// returns the log position at which notifications begin.
func (p *Program) plantDemo(ctx context.Context) (since int64, err error) {
	since = follow.FromHead
	if !p.cfg.WantsDemo() {
		return since, nil
	}
	err = p.Leases.LeadOnce(ctx, "demo", func(ctx context.Context) (err error) {
		since, err = p.demo().Once(ctx)
		return err
	})
	return since, err
}

// demoPeople returns the people as whom a visitor can sign in, if the server has the demo.
func (p *Program) demoPeople(ctx context.Context) ([]apiaccounts.DemoPerson, error) {
	begun, err := p.demo().Begun(ctx)
	if err != nil || !begun || !p.cfg.WantsDemo() {
		return nil, err
	}
	var people []apiaccounts.DemoPerson
	for _, d := range demo.People() {
		door := "customer"
		if d.Desk {
			door = "desk"
		}
		people = append(
			people,
			apiaccounts.DemoPerson{
				Name:    d.Name(),
				Email:   d.Email,
				Role:    string(d.Role),
				Company: d.Company,
				Signin:  door,
			},
		)
	}
	return people, nil
}
