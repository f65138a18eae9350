// Package imports checks the files that people move in with, and brings what is in them into the product with
// commands, as the person who asked for it. Every id is derived from the file, so that an import that was
// interrupted goes on, and one that is made again changes nothing (BY-051).
package imports

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/imports/jobs"
	"github.com/proofboard/proofboard/internal/onboarding"
)

// Jobs stores imports.
type Jobs interface {
	Next(ctx context.Context, busy []uuid.UUID, at time.Time) (jobs.Job, error)
	Content(ctx context.Context, j jobs.Job) ([]byte, error)
	Report(ctx context.Context, j jobs.Job) error
	Progress(ctx context.Context, j jobs.Job) error
	Postpone(ctx context.Context, id uuid.UUID, until time.Time) error
	Finish(ctx context.Context, j jobs.Job, at time.Time) error
	Fail(ctx context.Context, j jobs.Job, why string, at time.Time) error
	Here(ctx context.Context, account string, addresses []string) ([]string, error)
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
	Catalogue(ctx context.Context, retired bool) (accounts.Catalogue, error)
	SpendInvitation(
		ctx context.Context, by domain.Actor, address string,
	) (refund func(context.Context) error, err error)
}

// Config holds the dependencies of imports. Every field is required.
type Config struct {
	Jobs Jobs
	// Known returns which of some streams the log has.
	Known    func(ctx context.Context, streams []uuid.UUID) (map[uuid.UUID]bool, error)
	Bus      Bus
	People   People
	Accounts Accounts
	Clock    func() time.Time
	Logger   *slog.Logger
}

const (
	every    = time.Second
	together = 2 // imports
	attempts = 5 // of an import that fails each time
	pause    = 15 * time.Second
)

// Run handles imports until ctx ends.
func (c Config) Run(ctx context.Context) error {
	var mu sync.Mutex
	var busy []uuid.UUID
	next := func(ctx context.Context) (jobs.Job, error) {
		mu.Lock()
		defer mu.Unlock()
		j, err := c.Jobs.Next(ctx, busy, c.Clock())
		if err == nil {
			busy = append(busy, j.ID)
		}
		return j, err
	}
	all, ctx := errgroup.WithContext(ctx)
	for range together {
		all.Go(func() error {
			look := time.NewTicker(every)
			defer look.Stop()
			for {
				j, err := next(ctx)
				if err == nil {
					err = c.handle(ctx, j)
					mu.Lock()
					busy = slices.DeleteFunc(busy, func(id uuid.UUID) bool { return id == j.ID })
					mu.Unlock()
				}
				switch {
				case ctx.Err() != nil:
					return ctx.Err()
				case err == nil:
					continue
				case !errors.Is(err, domain.ErrNotFound):
					c.Logger.ErrorContext(ctx, "an import failed and is tried again", "error", err, "import", j.ID)
				}
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-look.C:
				}
			}
		})
	}
	return all.Wait()
}

// handle checks or continues an import. It returns errors after which another attempt may succeed.
func (c Config) handle(ctx context.Context, j jobs.Job) error {
	err := c.attempt(ctx, j)
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case errors.Is(err, jobs.ErrState): // it was cancelled meanwhile
		return nil
	case j.Attempts < attempts && !final(err):
		return errors.Join(err, c.Jobs.Postpone(ctx, j.ID, c.Clock().Add(pause)))
	}
	c.Logger.WarnContext(ctx, "an import failed for good", "error", err, "import", j.ID)
	why := domain.ErrUnavailable.Message
	if e, ok := errors.AsType[*domain.Error](err); ok {
		why = e.Message
	}
	return ignored(c.Jobs.Fail(ctx, j, why, c.Clock()))
}

// final reports whether another attempt would fail in the same way.
func final(err error) bool {
	e, ok := errors.AsType[*domain.Error](err)
	return ok && e.Code != domain.Unavailable && !errors.Is(err, domain.ErrBusy)
}

// ignored drops the error of an import that was cancelled meanwhile.
func ignored(err error) error {
	if errors.Is(err, jobs.ErrState) {
		return nil
	}
	return err
}

func (c Config) attempt(ctx context.Context, j jobs.Job) error {
	p, err := c.plan(ctx, &j)
	if err != nil {
		return err
	}
	if j.State == jobs.Checking {
		if err := p.foresee(ctx); err != nil {
			return err
		}
		return c.Jobs.Report(ctx, *p.job)
	}
	done, err := p.bring(ctx)
	if err != nil || !done {
		return err
	}
	return c.Jobs.Finish(ctx, *p.job, c.Clock())
}

// Sweep removes old imports.
func (c Config) Sweep(ctx context.Context) error { return c.Jobs.Sweep(ctx, c.Clock()) }
