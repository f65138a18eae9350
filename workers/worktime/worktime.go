// Package worktime watches running timers. It asks people who may have forgotten their timer, and
// stops timers that get no answer.
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
	"github.com/proofboard/proofboard/internal/accounts/activity"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/workers"
)

// Limits holds the time limits. A limit of 0 turns its check off.
type Limits struct {
	Remind time.Duration // time without an answer after which the person is asked
	Answer time.Duration // time to answer before the timer stops
	Away   time.Duration // time without an open browser before the timer stops
}

// Every returns the interval between two checks.
func (l Limits) Every() time.Duration {
	every := 5 * time.Second
	for _, limit := range []time.Duration{l.Remind, l.Answer, l.Away} {
		if limit > 0 {
			every = min(every, limit/4)
		}
	}
	return max(every, 50*time.Millisecond)
}

// Board returns the running timers.
type Board interface {
	AllRunning(ctx context.Context) ([]board.Running, error)
}

// Activity stores who was asked and whose browser is open.
type Activity interface {
	Attend(ctx context.Context, running []activity.Attention, now time.Time) ([]activity.Attention, error)
	Warn(ctx context.Context, a activity.Attention, at time.Time) (bool, error)
	ScheduleStop(ctx context.Context, a activity.Attention, at time.Time) error
}

// Tell sends a live message to a person's browsers.
type Tell func(person uuid.UUID, event string, data any)

// Config holds the dependencies of the job. Every field is required.
type Config struct {
	Limits
	Board    Board
	Activity Activity
	Bus      workers.Bus
	Tell     Tell
	Clock    func() time.Time
	Logger   *slog.Logger
}

// Names of the live messages (BD-325, BD-326).
const (
	Confirm = "confirm-worktime-auto-stop"
	Stopped = "notify-worktime-stopped"
)

var system = domain.Actor{Role: domain.System}

// Look checks all running timers once. It decides from stored data only, so it continues correctly
// after a restart, and a repeated check asks and stops nothing twice.
func (c Config) Look(ctx context.Context) error {
	now := c.Clock().UTC().Truncate(time.Microsecond)
	running, err := c.Board.AllRunning(ctx)
	if err != nil {
		return err
	}
	timers := make([]activity.Attention, len(running))
	for i, r := range running {
		timers[i] = activity.Attention{Person: r.Person, Order: r.Order, Since: r.Since}
	}
	all, err := c.Activity.Attend(ctx, timers, now)
	if err != nil {
		return err
	}
	var errs []error
	for _, a := range all {
		errs = append(errs, c.attend(ctx, a, now))
	}
	return errors.Join(errs...)
}

func (c Config) attend(ctx context.Context, a activity.Attention, now time.Time) error {
	switch {
	case a.StopAt != nil && !now.Before(*a.StopAt):
		return c.stop(ctx, a, order.StopAway, a.Seen)
	case a.Warned != nil && !now.Before(a.Warned.Add(c.Answer)):
		return c.stop(ctx, a, order.StopUnanswered, *a.Warned)
	case a.Warned == nil && c.Remind > 0 && !now.Before(a.Answered.Add(c.Remind)):
		asked, err := c.Activity.Warn(ctx, a, now)
		if asked {
			c.Tell(
				a.Person, Confirm, map[string]any{"orderId": a.Order, "warningAt": now, "stopsAt": now.Add(c.Answer)},
			)
		}
		return err
	case a.StopAt == nil && c.Away > 0 && !now.Before(a.Seen.Add(c.Away/2)):
		return c.Activity.ScheduleStop(ctx, a, a.Seen.Add(c.Away))
	}
	return nil
}

func (c Config) stop(ctx context.Context, a activity.Attention, why order.StopReason, until time.Time) error {
	if until.Before(a.Since) {
		until = a.Since
	}
	cmd := &commands.StopWork{Order: a.Order, Reason: why, Of: a.Person, Until: until}
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
