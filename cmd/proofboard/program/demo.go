package program

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	apiaccounts "github.com/proofboard/proofboard/api/accounts"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/demo"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
)

// Entries for the demo in the ledger of effects, at position 0.
const (
	demoBegun = "demo begun"
	demoDone  = "demo done"
	recently  = 4 * 24 * time.Hour // age of the oldest event that creates demo notifications
)

// plantDemo creates the demo company in an empty store, or continues after an interrupted start. It
// returns the log position at which notifications begin.
func (p *Program) plantDemo(ctx context.Context) (since int64, err error) {
	since = follow.FromHead
	if !p.cfg.WantsDemo() {
		return since, nil
	}
	err = p.Leases.LeadOnce(ctx, "demo", func(ctx context.Context) (err error) {
		since, err = p.plantOnce(ctx)
		return err
	})
	return since, err
}

func (p *Program) plantOnce(ctx context.Context) (since int64, err error) {
	since = follow.FromHead
	begun, err := p.Ledger.Done(ctx, 0, demoBegun)
	if err != nil {
		return since, err
	}
	if !begun {
		empty, err := p.Accounts.Empty(ctx)
		if err != nil || !empty {
			return since, err
		}
		if err := p.Ledger.Record(ctx, 0, demoBegun); err != nil {
			return since, err
		}
	}
	done, err := p.Ledger.Done(ctx, 0, demoDone)
	if err != nil || done {
		return since, err
	}
	began := time.Now()
	p.log.Info("making the demo company (about 10 seconds) ...")
	if err := p.Accounts.Plant(ctx, demo.Seed()); err != nil {
		return since, err
	}
	planted, err := demo.Plant(ctx, demo.Deps{
		NewBus: func(clock func() time.Time) demo.Bus { return p.busAt(clock, p.slots) },
		Files:  demoFiles{p.store}, Now: began,
	})
	if err != nil {
		return since, fmt.Errorf("demo data: %w", err)
	}
	if err := p.inviteDemoGuest(ctx); err != nil {
		p.log.Warn("the demo goes without its guest", "error", err)
	}
	p.log.Info(
		"the demo company is there", "orders", planted.Orders, "files", planted.Files, "took",
		time.Since(began).Round(time.Millisecond),
	)
	if since, err = p.Store.PositionAt(ctx, began.Add(-recently)); err != nil {
		return since, err
	}
	return since, p.Ledger.Record(ctx, 0, demoDone)
}

// inviteDemoGuest invites a person without an account to a proof in review. The mail contains their
// link.
func (p *Program) inviteDemoGuest(ctx context.Context) error {
	owner, err := p.Accounts.Find(ctx, "owner@acme.test")
	if err != nil {
		return err
	}
	cards, err := p.Board.Window(
		ctx, owner.Actor(), board.Filter{Statuses: []order.Status{order.InReview}}, nil, 0, 100,
	)
	if err != nil {
		return err
	}
	files := proofs.NewQueries(p.pool)
	for _, c := range cards {
		all, err := files.OfOrder(ctx, c.ID)
		if err != nil {
			return err
		}
		for _, a := range all {
			if !c.Frozen && a.Kind == proof.CustomerReview {
				return p.inviteTo(ctx, owner.Actor(), c.ID, a.ID)
			}
		}
	}
	return nil
}

func (p *Program) inviteTo(ctx context.Context, by domain.Actor, orderID, attachment uuid.UUID) error {
	id, expires := uuid.NewSHA1(orderID, []byte("demo guest")), time.Now().Add(guest.Usual).UTC().Truncate(time.Second)
	link, err := accounts.NewLink()
	if err != nil {
		return err
	}
	sealed, err := p.Vault.Seal(ctx, id, link)
	if err != nil {
		return err
	}
	kept, _, err := p.Accounts.AddGuest(ctx, accounts.NewGuest{
		ID:        id,
		Order:     orderID,
		Name:      "Greta Holm",
		Email:     "greta@printworks.test",
		Message:   "Would this print well? You know the paper.",
		Link:      link,
		Sealed:    sealed,
		ExpiresAt: expires,
	})
	if err != nil {
		return err
	}
	_, err = p.Bus.Do(
		ctx, commands.NewInviteGuest(orderID, id, []uuid.UUID{attachment}, kept.ExpiresAt, false),
		commands.Request{Actor: by, ID: id, Via: "proof"},
	)
	return err
}

// demoFiles stores the files of the demo.
type demoFiles struct{ fileStore }

func (f demoFiles) Put(ctx context.Context, key, contentType string, content []byte) error {
	return f.Write(ctx, key, contentType, content)
}

// demoPeople returns the people as whom a visitor can sign in, if the server has the demo.
func (p *Program) demoPeople(ctx context.Context) ([]apiaccounts.DemoPerson, error) {
	begun, err := p.Ledger.Done(ctx, 0, demoBegun)
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
