package demo

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/sales"
)

// Entries for the demo in the ledger of effects, at position 0.
const (
	entryBegun = "demo begun"
	entryDone  = "demo done"
	recently   = 4 * 24 * time.Hour // age of the oldest event that creates demo notifications
)

// Installation creates the demo company in a store, once.
type Installation struct {
	Accounts   *accounts.Store
	Guests     *guests.Store
	Enrol      func(context.Context, accounts.Seed) error // brings the people in
	Ledger     *ledger.Ledger
	Board      *board.Queries
	Proofs     *proofs.Queries
	PositionAt func(context.Context, time.Time) (int64, error) // last position of the log at a time
	Seal       func(ctx context.Context, person uuid.UUID, text string) (string, error)
	NewBus     func(clock func() time.Time) Bus
	// Billing runs the workers of billing by a clock until stop is called. done waits until they have done
	// everything that is due.
	Billing func(ctx context.Context, clock func() time.Time) (done func(context.Context) error, stop func())
	Sales   *sales.Queries
	Files   Files
	Clock   func() time.Time
	Log     *slog.Logger
}

// Begun reports whether the store has the demo company, or a part of it.
func (i *Installation) Begun(ctx context.Context) (bool, error) {
	return i.Ledger.Done(ctx, 0, entryBegun)
}

// Once creates the demo company in an empty store, or continues after an interrupted start. It
// returns the log position at which notifications begin.
func (i *Installation) Once(ctx context.Context) (since int64, err error) {
	since = follow.FromHead
	begun, err := i.Ledger.Done(ctx, 0, entryBegun)
	if err != nil {
		return since, err
	}
	if !begun {
		empty, err := i.Accounts.Empty(ctx)
		if err != nil || !empty {
			return since, err
		}
		if err := i.Ledger.Record(ctx, 0, entryBegun); err != nil {
			return since, err
		}
	}
	done, err := i.Ledger.Done(ctx, 0, entryDone)
	if err != nil || done {
		return since, err
	}
	began := i.Clock()
	i.Log.Info("making the demo company (about 10 seconds) ...")
	if err := i.Enrol(ctx, Seed()); err != nil {
		return since, err
	}
	if err := i.openHours(ctx); err != nil {
		return since, err
	}
	if err := i.sell(ctx); err != nil {
		return since, fmt.Errorf("demo plans: %w", err)
	}
	planted, err := Plant(ctx, Deps{
		NewBus: i.NewBus,
		Files:  i.Files, Now: began,
	})
	if err != nil {
		return since, fmt.Errorf("demo data: %w", err)
	}
	if err := i.inviteGuest(ctx); err != nil {
		i.Log.Warn("the demo goes without its guest", "error", err)
	}
	i.Log.Info(
		"the demo company is there", "orders", planted.Orders, "files", planted.Files, "took",
		i.Clock().Sub(began).Round(time.Millisecond),
	)
	if since, err = i.PositionAt(ctx, began.Add(-recently)); err != nil {
		return since, err
	}
	return since, i.Ledger.Record(ctx, 0, entryDone)
}

// openHours sets when the provider works.
func (i *Installation) openHours(ctx context.Context) error {
	weekday := client.OpenHours{Opens: 9 * 60, Closes: 18 * 60}
	year := i.Clock().Year()
	hours := client.Hours{
		Zone: "Europe/Stockholm",
		Days: []client.OpenHours{{}, weekday, weekday, weekday, weekday, {Opens: 9 * 60, Closes: 16 * 60}, {}},
		Holidays: []client.Holiday{
			{Date: fmt.Sprintf("%d-12-25", year), Name: "Christmas Day"},
			{Date: fmt.Sprintf("%d-01-01", year+1), Name: "New Year's Day"},
		},
		Description: "We answer each order within one working day.",
	}
	_, err := i.NewBus(i.Clock).Do(
		ctx, &commands.SetHours{Client: domain.ProviderClient, Hours: hours},
		commands.Request{Actor: domain.Actor{Role: domain.System}, ID: idOf("business hours"), Via: "import"},
	)
	return err
}

// inviteGuest invites a person without an account to a proof in review. The mail contains their
// link.
func (i *Installation) inviteGuest(ctx context.Context) error {
	owner, err := i.Accounts.Find(ctx, "owner@acme.test")
	if err != nil {
		return err
	}
	cards, err := i.Board.Window(
		ctx, owner.Actor(), board.Filter{Statuses: []order.Status{order.InReview}}, nil, nil, 100,
	)
	if err != nil {
		return err
	}
	for _, c := range cards {
		all, err := i.Proofs.OfOrder(ctx, c.ID)
		if err != nil {
			return err
		}
		for _, a := range all {
			if !c.Frozen && a.Kind == proof.CustomerReview {
				return i.inviteTo(ctx, owner.Actor(), c.ID, a.ID)
			}
		}
	}
	return nil
}

func (i *Installation) inviteTo(ctx context.Context, by domain.Actor, orderID, attachment uuid.UUID) error {
	id, expires := uuid.NewSHA1(orderID, []byte("demo guest")), i.Clock().Add(guest.Usual).UTC().Truncate(time.Second)
	link, err := secrets.New()
	if err != nil {
		return err
	}
	sealed, err := i.Seal(ctx, id, link)
	if err != nil {
		return err
	}
	kept, _, err := i.Guests.Add(ctx, guests.NewGuest{
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
	_, err = i.NewBus(i.Clock).Do(
		ctx, &commands.InviteGuest{Order: orderID, Guest: id, Attachments: []uuid.UUID{attachment}, Expires: kept.ExpiresAt},
		commands.Request{Actor: by, ID: id, Via: "proof"},
	)
	return err
}
