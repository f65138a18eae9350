package program

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/erasure"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/internal/offboarding"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/stored"
)

// retryRegister is how often the program tries to read the register of erasures.
const retryRegister = 10 * time.Second

func (p *Core) eraser() *erasure.Eraser {
	e := &erasure.Eraser{
		Accounts: p.Accounts,
		Vault:    p.Vault,
		Files:    p.keys,
		Owner:    p.owner,
		Embedded: p.cfg.DatabaseURL == "",
		Log:      p.log,
	}
	if p.cfg.SMTPURL == "" {
		e.Mail = func() (erasure.Mail, error) { return embedded.OpenMailSink(filepath.Join(p.cfg.Data, "mail")) }
	}
	return e
}

// Erase removes a person and can be repeated after a failure. It returns in left what it could not
// remove yet.
func (p *Core) Erase(ctx context.Context, person uuid.UUID) (left []string, err error) {
	return p.eraser().Erase(ctx, person)
}

// Offboard deletes the accounts and the people whose time is over by a clock.
func (p *Program) Offboard(ctx context.Context, clock func() time.Time) error {
	o := offboarding.Office{
		Accounts:       p.Accounts,
		Bus:            p.BusAt(clock),
		Clock:          clock,
		Logger:         p.log,
		Erase:          p.eraser().EraseAll,
		RemoveFiles:    p.sweep().Account,
		RemoveWebhooks: p.Webhooks.ForgetCustomer,
		Joined: func(ctx context.Context, person uuid.UUID) (bool, error) {
			events, err := p.Store.Load(ctx, member.StreamOf(person), 1)
			return len(events) > 0, err
		},
		CatchUp: func(ctx context.Context) error {
			return p.caughtUp(ctx, organisation.Name, board.Name, proofs.Name, stored.Name)
		},
	}
	return errors.Join(o.SignUps(ctx), o.Remind(ctx), o.Customers(ctx), o.People(ctx), o.Halves(ctx))
}

// applyRegister applies the register before the program serves requests. If the file store is
// unavailable, the program retries later.
func (p *Program) applyRegister(ctx context.Context) error {
	err := p.eraser().Again(ctx, p.store.S3)
	if err == nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, files.ErrUnavailable) {
		return err
	}
	p.log.Error(
		"the register of erasures cannot be read: somebody who was erased may be back until it can, if this database was restored",
		"error",
		err,
	)
	p.unregistered = true
	return nil
}

// keepApplying retries until the file store is available, then applies the register.
func (p *Program) keepApplying(ctx context.Context) error {
	for p.unregistered {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(retryRegister):
		}
		p.unregistered = p.eraser().Again(ctx, p.store.S3) != nil
	}
	return nil
}
