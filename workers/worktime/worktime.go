// Package worktime looks after the timers that run: it asks those who may have forgotten theirs, and stops what nobody
// attends to.
package worktime

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/workers"
)

// Limits say how long nothing is asked; with 0 nothing ever is.
type Limits struct {
	Remind time.Duration // a timer that runs as long without an answer is asked about
	Answer time.Duration // an answer is waited for as long
	Away   time.Duration // a browser may be gone as long
}

// Every is how often the timers are looked at.
func (l Limits) Every() time.Duration {
	every := 5 * time.Second
	for _, limit := range []time.Duration{l.Remind, l.Answer, l.Away} {
		if limit > 0 {
			every = min(every, limit/4)
		}
	}
	return max(every, 50*time.Millisecond)
}

// Board finds the timers that run.
type Board interface {
	AllRunning(ctx context.Context) ([]board.Running, error)
}

// People knows who was asked and who is there.
type People interface {
	Attend(ctx context.Context, running []accounts.Attention, now time.Time) ([]accounts.Attention, error)
	Warn(ctx context.Context, a accounts.Attention, at time.Time) (bool, error)
	ScheduleStop(ctx context.Context, a accounts.Attention, at time.Time) error
}

// Tell sends a live message to a person's browsers.
type Tell func(person uuid.UUID, event string, data any)

// Config is what the job needs; every field is required.
type Config struct {
	Limits
	Board  Board
	People People
	Bus    workers.Bus
	Tell   Tell
	Clock  func() time.Time
	Logger *slog.Logger
}

// The live messages (BD-325, BD-326).
const (
	Confirm = "confirm-worktime-auto-stop"
	Stopped = "notify-worktime-stopped"
)

var system = domain.Actor{Role: domain.System}

// Look is one pass over the timers that run. What it decides follows from what is stored, so it survives a restart, and a
// pass that is done twice asks and stops nothing twice.
func (c Config) Look(ctx context.Context) error {
	now := c.Clock().UTC().Truncate(time.Microsecond)
	running, err := c.Board.AllRunning(ctx)
	if err != nil {
		return err
	}
	timers := make([]accounts.Attention, len(running))
	for i, r := range running {
		timers[i] = accounts.Attention{Person: r.Person, Order: r.Order, Since: r.Since}
	}
	all, err := c.People.Attend(ctx, timers, now)
	if err != nil {
		return err
	}
	var errs []error
	for _, a := range all {
		errs = append(errs, c.attend(ctx, a, now))
	}
	return errors.Join(errs...)
}

func (c Config) attend(ctx context.Context, a accounts.Attention, now time.Time) error {
	switch {
	case a.StopAt != nil && !now.Before(*a.StopAt):
		return c.stop(ctx, a, order.StopAway, a.Seen)
	case a.Warned != nil && !now.Before(a.Warned.Add(c.Answer)):
		return c.stop(ctx, a, order.StopUnanswered, *a.Warned)
	case a.Warned == nil && c.Remind > 0 && !now.Before(a.Answered.Add(c.Remind)):
		asked, err := c.People.Warn(ctx, a, now)
		if asked {
			c.Tell(
				a.Person, Confirm, map[string]any{"orderId": a.Order, "warningAt": now, "stopsAt": now.Add(c.Answer)},
			)
		}
		return err
	case a.StopAt == nil && c.Away > 0 && !now.Before(a.Seen.Add(c.Away/2)):
		return c.People.ScheduleStop(ctx, a, a.Seen.Add(c.Away))
	}
	return nil
}

func (c Config) stop(ctx context.Context, a accounts.Attention, why order.StopReason, until time.Time) error {
	if until.Before(a.Since) {
		until = a.Since
	}
	cmd := commands.NewStopWork(a.Order, commands.StopWork{Reason: why, Of: a.Person, Until: until})
	done, err := c.Bus.Do(ctx, cmd, commands.Request{Actor: system, Via: "automation"})
	if err != nil {
		return err
	}
	c.Logger.Info("working time was stopped", "order", a.Order, "reason", why)
	c.Tell(
		a.Person, Stopped, map[string]any{"orderId": a.Order, "reason": why, "until": until, "position": done.Position},
	)
	return nil
}
