package order

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Errors of working time.
var (
	ErrNotWorkable = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.not_workable",
		Message: "Working time runs only while an order is in progress.",
	}
	ErrWorkedOn = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "order.worked_on",
		Message: "Somebody else's working time runs on this order. It has to be paused first.",
	}
)

// Work is the working time of an order: the finished time, and the running timer, if any. An order
// has at most one running timer, and so has a person (see commands.Timers).
type Work struct {
	Finished time.Duration
	By       uuid.UUID // the person whose timer runs; Nil if it is paused
	Since    time.Time
}

// Paused reports whether no timer runs.
func (w Work) Paused() bool { return w.By == uuid.Nil }

func (w Work) finished() int64 { return int64(w.Finished / time.Second) }

// Total returns the time worked until a moment, including the running timer.
func (w Work) Total(at time.Time) time.Duration {
	if w.Paused() {
		return w.Finished
	}
	return w.Finished + max(at.Sub(w.Since), 0)
}

// StopReason says why a timer stopped.
type StopReason string

const (
	StopPaused     StopReason = "paused"     // by hand
	StopSwitched   StopReason = "switched"   // the person started to work on another order
	StopMoved      StopReason = "moved"      // the order left the statuses in which people work on it
	StopFrozen     StopReason = "frozen"     // the order was frozen
	StopUnanswered StopReason = "unanswered" // nobody confirmed that the work continues
	StopAway       StopReason = "away"       // the person's browser has been gone
)

// Words explains the reason to people. It is empty for a manual pause.
func (r StopReason) Words() string {
	switch r {
	case StopSwitched:
		return "went on with another order"
	case StopMoved:
		return "the order moved on"
	case StopFrozen:
		return "the order was frozen"
	case StopUnanswered:
		return "nobody answered whether the work goes on"
	case StopAway:
		return "the browser was gone"
	case StopPaused:
	}
	return ""
}

// stopReasons are the reasons that a command may give. The others follow from changes of the order.
var stopReasons = []StopReason{StopPaused, StopSwitched, StopUnanswered, StopAway}

// Workable reports whether people work on orders of this status.
func (s Status) Workable() bool { return s == InProgress || s == GuestRevision }

// CanStartWork returns why a person cannot start a timer now.
func (o *Summary) CanStartWork(by domain.Actor) error {
	if err := o.writable(by); err != nil {
		return err
	}
	switch {
	case !o.Status.Workable():
		return ErrNotWorkable
	case !o.Work.Paused() && o.Work.By != by.ID:
		return ErrWorkedOn
	}
	return nil
}

// StartWork starts a person's timer. It does nothing if the timer already runs.
func (o *Order) StartWork(by domain.Actor, at time.Time) error {
	if err := o.CanStartWork(by); err != nil || o.Work.By == by.ID {
		return err
	}
	o.Record(WorkStartedType, &WorkStarted{By: by.ID}, at)
	return nil
}

// CanStopWork returns why a person cannot stop the running timer. People may stop their own;
// managers and the system may stop any.
func (o *Summary) CanStopWork(by domain.Actor) error {
	if err := o.acts(by); err != nil {
		return err
	}
	if !o.Work.Paused() && o.Work.By != by.ID && by.Role == domain.Operator {
		return ErrWorkedOn
	}
	return nil
}

// StopWork stops the running timer. It does nothing if none runs. The time counts up to until, but
// not beyond now.
func (o *Order) StopWork(reason StopReason, until time.Time, by domain.Actor, at time.Time) error {
	if err := o.CanStopWork(by); err != nil {
		return err
	}
	if !slices.Contains(stopReasons, reason) {
		return domain.ErrInvalid
	}
	if !o.Work.Paused() {
		o.stopWork(reason, until, at)
	}
	return nil
}

// stopWork stops the timer and returns the whole working time, in seconds.
func (o *Order) stopWork(reason StopReason, until, at time.Time) (total int64) {
	if until.After(at) {
		until = at
	}
	seconds := int64(max(until.Sub(o.Work.Since), 0) / time.Second)
	total = o.Work.finished() + seconds
	o.Record(
		WorkStoppedType,
		&WorkStopped{By: o.Work.By, Since: o.Work.Since, Seconds: seconds, Total: total, Reason: reason}, at,
	)
	return total
}

// leaves stops the timer of an order that leaves the workable statuses, and bills the work that ends.
func (o *Order) leaves(to Status, at time.Time) {
	total := o.Work.finished()
	if !o.Work.Paused() && !to.Workable() {
		total = o.stopWork(StopMoved, at, at)
	}
	if to == Completed || to == CancelledOff || to == Approved {
		o.bill(total, at)
	}
}

// Percent returns the share of the promised time in percent, not rounded. ok is false if nothing
// was promised (D-37).
func Percent(of time.Duration, promised int64) (percent float64, ok bool) {
	if promised <= 0 {
		return 0, false
	}
	return 100 * of.Seconds() / float64(promised), true
}

// Calendar counts the hours in which somebody can work.
type Calendar interface {
	// Add returns when so many open hours will have passed since from. It reports false if that
	// cannot be told.
	Add(from time.Time, d time.Duration) (time.Time, bool)
}

// NeedsPromise reports whether the order begins to wait for work, or has other terms, with the
// recorded events, so that Promise has something to add to them.
func (o *Order) NeedsPromise() bool { return len(o.promises()) > 0 }

// Promise adds to the recorded events when work should start by the calendar (D-37, D-60). What was
// promised stays when the business hours change later.
func (o *Order) Promise(c Calendar) {
	for _, p := range o.promises() {
		if start, ok := c.Add(p.from, p.wait); ok {
			start = start.UTC().Truncate(time.Microsecond)
			p.tell(&start)
		}
	}
}

// promise is a start of work that an event promises, and that is not computed yet. tell stores it in the event.
type promise struct {
	from time.Time
	wait time.Duration // in open hours
	tell func(start *time.Time)
}

func (o *Order) promises() (all []promise) {
	promised := o.PromisedStart
	for _, r := range o.Pending() {
		switch d := r.Data.(type) {
		case *Drafted: // an imported order is drafted and published at once
			promised = d.Details.PromisedStart
		case *DetailsChanged:
			if d.Terms != nil && d.Terms.PromisedStart > 0 && !o.PublishedAt.IsZero() {
				tell := func(start *time.Time) { d.StartBy = start }
				all = append(all, promise{o.PublishedAt, seconds(d.Terms.PromisedStart), tell})
			}
		case interface {
			StatusChanger
			promise(start *time.Time)
		}:
			if begins, _ := d.StatusChange().Waits(); begins && promised > 0 {
				all = append(all, promise{r.At, seconds(promised), d.promise})
			}
		}
	}
	return all
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }

// PromisedBy returns when work should start, and reports whether that was promised. Orders that began
// to wait before a calendar was asked have the promised time without regard to business hours.
func (o *Summary) PromisedBy() (start time.Time, ok bool) {
	switch {
	case o.PublishedAt.IsZero() || o.PromisedStart <= 0:
		return time.Time{}, false
	case !o.StartBy.IsZero():
		return o.StartBy, true
	}
	return o.PublishedAt.Add(seconds(o.PromisedStart)), true
}

// QueuePercent returns how much of the time until the promised start has passed, in percent, not
// rounded. ok is false if nothing was promised (D-37).
func (o *Summary) QueuePercent(at time.Time) (percent float64, ok bool) {
	start, ok := o.PromisedBy()
	whole := start.Sub(o.PublishedAt)
	if !ok || whole <= 0 {
		return 0, false
	}
	return 100 * o.QueueTime(at).Seconds() / whole.Seconds(), true
}

// QueueTime returns how long the order has waited for work.
func (o *Summary) QueueTime(at time.Time) time.Duration {
	switch {
	case o.PublishedAt.IsZero():
		return 0
	case o.StartedAt.IsZero():
		return max(at.Sub(o.PublishedAt), 0)
	}
	return o.StartedAt.Sub(o.PublishedAt)
}
