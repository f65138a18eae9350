// Package imports checks the files that people move in with, and brings what is in them into the product with
// commands, as the person who asked for it. Every id is derived from the file, so that an import that was
// interrupted goes on, and one that is made again changes nothing (BY-051).
package imports

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/imports/requests"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/internal/offers"
	"github.com/proofboard/proofboard/internal/onboarding"
)

// Table stores imports.
type Table interface {
	Find(ctx context.Context, id uuid.UUID) (requests.Import, error)
	Content(ctx context.Context, j requests.Import) ([]byte, error)
	Report(ctx context.Context, j requests.Import) error
	Progress(ctx context.Context, j requests.Import) error
	Finish(ctx context.Context, j requests.Import, at time.Time) error
	Fail(ctx context.Context, j requests.Import, why string, at time.Time) error
	Here(ctx context.Context, account string, addresses []string) ([]string, error)
	Adopt(ctx context.Context) error
	Sweep(ctx context.Context, now time.Time) error
}

// Bus handles commands.
type Bus interface {
	Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error)
	// Places returns how many orders of an account can be placed now, below zero for any number.
	Places(ctx context.Context, customer uuid.UUID) (left int64, err error)
}

// People invites people, and opens accounts of customers.
type People interface {
	Invite(
		ctx context.Context, p accounts.NewPerson, place member.Place, r commands.Request,
	) (commands.Result, error)
	OpenCustomer(ctx context.Context, n onboarding.NewCustomer, r commands.Request) (commands.Result, error)
}

// Accounts finds accounts, and counts invitations.
type Accounts interface {
	Actor(ctx context.Context, person uuid.UUID) (domain.Actor, error)
	SpendInvitation(
		ctx context.Context, by domain.Actor, address string,
	) (refund func(context.Context) error, err error)
}

// Config holds the dependencies of imports. Every field is required.
type Config struct {
	Table Table
	// Known returns which of some streams the log has.
	Known    func(ctx context.Context, streams []uuid.UUID) (map[uuid.UUID]bool, error)
	Bus      Bus
	People   People
	Accounts Accounts
	// Offers returns what can be ordered.
	Offers func(ctx context.Context, retired bool) (offers.Entries, error)
	Clock  func() time.Time
	Logger *slog.Logger
}

const (
	every    = time.Second
	together = 2 // imports
	attempts = 5 // of an import that fails each time
	pause    = 15 * time.Second
)

// Worker does the imports that were asked for.
func (c Config) Worker() jobs.Worker {
	return jobs.Worker{Kind: jobs.Imports, First: pause, Most: pause, Together: together, Do: c.do}
}

// do checks or continues an import. It returns errors after which another attempt may succeed.
func (c Config) do(ctx context.Context, j jobs.Job) error {
	i, err := c.Table.Find(ctx, j.ID)
	if errors.Is(err, domain.ErrNotFound) { // it was removed meanwhile
		return nil
	}
	if err == nil {
		err = c.attempt(ctx, i)
	}
	_, on := errors.AsType[jobs.LaterError](err)
	switch {
	case ctx.Err() != nil || on && !final(err):
		return err
	case errors.Is(err, requests.ErrState): // it was cancelled meanwhile
		return nil
	case err == nil || j.Attempts < attempts && !final(err):
		return err
	}
	c.Logger.WarnContext(ctx, "an import failed for good", "error", err, "import", j.ID)
	why := domain.ErrUnavailable.Message
	if e, ok := errors.AsType[*domain.Error](err); ok {
		why = e.Message
	}
	return ignored(c.Table.Fail(ctx, i, why, c.Clock()))
}

// final reports whether another attempt would fail in the same way.
func final(err error) bool {
	e, ok := errors.AsType[*domain.Error](err)
	return ok && e.Code != domain.Unavailable && !errors.Is(err, domain.ErrBusy)
}

// ignored drops the error of an import that was cancelled meanwhile.
func ignored(err error) error {
	if errors.Is(err, requests.ErrState) {
		return nil
	}
	return err
}

func (c Config) attempt(ctx context.Context, i requests.Import) error {
	if i.State != requests.Checking && i.State != requests.Importing { // an attempt ended it and could not say so
		return nil
	}
	p, err := c.plan(ctx, &i)
	if err != nil {
		return err
	}
	if i.State == requests.Checking {
		if err := p.foresee(ctx); err != nil {
			return err
		}
		return c.Table.Report(ctx, *p.asked)
	}
	if err := p.bring(ctx); err != nil {
		return err
	}
	return c.Table.Finish(ctx, *p.asked, c.Clock())
}

// Sweep removes old imports.
func (c Config) Sweep(ctx context.Context) error { return c.Table.Sweep(ctx, c.Clock()) }
