package commands

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// StartWork starts the sender's timer on an order.
type StartWork struct {
	Order uuid.UUID `stream:"order"`
}

// ErrTimerRuns is returned when the sender's timer is running on another order. They must pause
// that one first.
var ErrTimerRuns = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "order.timer_runs",
	Message: "Your working time runs on another order. Pause it first.",
}

func (c *StartWork) handle(ctx context.Context, w *work) error {
	if err := policy.Check(w.by, policy.Update, policy.WorkingTime); err != nil {
		return err
	}
	running, release, err := w.bus.Timers.Take(ctx, w.by.ID)
	if err != nil {
		return err
	}
	w.releases = append(w.releases, release)
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if running != uuid.Nil && running != c.Order {
		return ErrTimerRuns
	}
	return o.StartWork(w.by, w.at)
}

// StopWork stops the timer that is running on an order.
type StopWork struct {
	Order  uuid.UUID `stream:"order"`
	Reason order.StopReason
	Of     uuid.UUID // stop it only if it is this person's timer; Nil for anybody's
	Until  time.Time // end of the counted time; zero for now. Only the system may set it.
}

func (c *StopWork) handle(ctx context.Context, w *work) error {
	until := c.Until
	if w.by.Role != domain.System {
		if err := policy.Check(w.by, policy.Update, policy.WorkingTime); err != nil {
			return err
		}
		until = time.Time{}
	}
	if until.IsZero() {
		until = w.at
	}
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if c.Of != uuid.Nil && o.Work.By != c.Of {
		return nil
	}
	return o.StopWork(c.Reason, until, w.by, w.at)
}
