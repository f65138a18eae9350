package work

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/offboarding"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/stored"
)

// Offboard deletes the accounts and the people whose time is over by a clock.
func (w *Workers) Offboard(ctx context.Context, clock func() time.Time) error {
	o := offboarding.Office{
		Accounts:       w.Accounts,
		Bus:            w.BusAt(clock),
		Clock:          clock,
		Logger:         w.Log,
		Erase:          w.Eraser().EraseAll,
		RemoveFiles:    w.sweep().Account,
		RemoveWebhooks: w.Webhooks.ForgetCustomer,
		Joined: func(ctx context.Context, person uuid.UUID) (bool, error) {
			events, err := w.Store.Load(ctx, member.StreamOf(person), 1)
			return len(events) > 0, err
		},
		CatchUp: func(ctx context.Context) error {
			return w.CaughtUp(ctx, organisation.Name, board.Name, proofs.Name, stored.Name)
		},
	}
	return errors.Join(o.SignUps(ctx), o.Remind(ctx), o.Customers(ctx), o.People(ctx), o.Halves(ctx))
}
