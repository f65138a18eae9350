package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/order"
)

// WorkOnOrder plays or pauses the caller's working time. A person has one timer: playing pauses the
// one that runs elsewhere.
func (s *API) WorkOnOrder(
	ctx context.Context,
	r contract.WorkOnOrderRequest,
) (*contract.OrderChangedResponse, error) {
	req := web.Request(ctx, r.IdempotencyKey, "working time")
	var cmd commands.Command = &commands.StopWork{Order: r.OrderId, Reason: order.StopPaused}
	message := "The working time is paused"
	if r.Body.Action == contract.Play {
		if err := s.pauseElsewhere(ctx, r.OrderId, req); err != nil {
			return nil, err
		}
		cmd, message = &commands.StartWork{Order: r.OrderId}, "The working time runs"
	}
	done, err := s.Bus.Do(ctx, cmd, req)
	if err != nil {
		return nil, err
	}
	return s.orderChanged(ctx, done, message)
}

// pauseElsewhere pauses the caller's timer on another order, if they may start one on this order.
func (s *API) pauseElsewhere(ctx context.Context, id uuid.UUID, req commands.Request) error {
	by := web.Actor(ctx)
	if err := policy.Check(by, policy.Update, policy.WorkingTime); err != nil {
		return err
	}
	running, err := s.Board.Running(ctx, by.ID)
	if err != nil || running.Order == uuid.Nil || running.Order == id {
		return err
	}
	c, err := s.Board.One(ctx, by, id)
	if err != nil {
		return err
	}
	if err := c.CanStartWork(by); err != nil {
		return err
	}
	stop := commands.Request{Actor: by, Via: req.Via, Request: req.Request}
	if req.ID != uuid.Nil {
		stop.ID = uuid.NewSHA1(req.ID, []byte("pause elsewhere"))
	}
	_, err = s.Bus.Do(
		ctx, &commands.StopWork{Order: running.Order, Reason: order.StopSwitched, Of: by.ID}, stop,
	)
	return err
}

// WorkingTime returns the caller's timer.
func (s *API) WorkingTime(
	ctx context.Context,
	_ contract.WorkingTimeRequest,
) (*contract.WorkingTimeAnswer, error) {
	a, err := s.timer(ctx)
	return &a, err
}

// ConfirmWorkingTime notes that the caller still works.
func (s *API) ConfirmWorkingTime(
	ctx context.Context,
	_ contract.ConfirmWorkingTimeRequest,
) (*contract.WorkingTimeAnswer, error) {
	if err := s.Activity.Confirm(ctx, web.Actor(ctx).ID, s.Clock()); err != nil {
		return nil, err
	}
	a, err := s.timer(ctx)
	return &a, err
}

func (s *API) timer(ctx context.Context) (a contract.WorkingTimeAnswer, err error) {
	by := web.Actor(ctx)
	running, err := s.Board.Running(ctx, by.ID)
	if err != nil || running.Order == uuid.Nil {
		return a, err
	}
	c, err := s.Board.One(ctx, by, running.Order)
	if err != nil {
		return a, err
	}
	a.Data.Timer = &contract.RunningTimer{
		OrderId:     c.ID,
		OrderName:   c.Name,
		OrderNumber: c.Number.String(),
		Since:       running.Since,
	}
	attention, known, err := s.Activity.AttentionOf(ctx, by.ID)
	if known && attention.Order == c.ID && attention.Warned != nil {
		stops := attention.Warned.Add(s.WorkAnswer)
		a.Data.Timer.WarningAt, a.Data.Timer.StopsAt = attention.Warned, &stops
	}
	return a, err
}

// WorkingTimeReminder returns the interval of the reminder in minutes (BD-052).
func (s *API) WorkingTimeReminder(
	context.Context,
	contract.WorkingTimeReminderRequest,
) (*contract.WorkingTimeReminderAnswer, error) {
	var a contract.WorkingTimeReminderAnswer
	a.Data.IntervalReminder = int(s.WorkReminder.Minutes())
	return &a, nil
}

// RemoveScheduleStopper notes that the caller's browser is there (BD-053). The documents make it a
// GET; it changes nothing but when the caller was last seen, so it needs no CSRF token.
func (s *API) RemoveScheduleStopper(
	ctx context.Context,
	_ contract.RemoveScheduleStopperRequest,
) (*contract.ScheduleStopperAnswer, error) {
	n, err := s.Activity.Seen(ctx, []uuid.UUID{web.Actor(ctx).ID}, s.Clock())
	var a contract.ScheduleStopperAnswer
	a.Data.Removed = n > 0
	return &a, err
}

// TakeBackStopper is RemoveScheduleStopper as the write that it is: with a CSRF token.
func (s *API) TakeBackStopper(
	ctx context.Context,
	_ contract.TakeBackStopperRequest,
) (*contract.ScheduleStopperAnswer, error) {
	n, err := s.Activity.Seen(ctx, []uuid.UUID{web.Actor(ctx).ID}, s.Clock())
	var a contract.ScheduleStopperAnswer
	a.Data.Removed = n > 0
	return &a, err
}
