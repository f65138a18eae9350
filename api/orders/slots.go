package orders

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
)

// A start is expected by what happened in slotWindow, if at least fewestFreed slots became free.
const (
	slotWindow  = 60 * 24 * time.Hour
	fewestFreed = 3
)

// Slots returns how many active orders a customer may have and has, and when a waiting order is likely to begin (BY-064).
func (s *API) Slots(ctx context.Context, r contract.SlotsRequest) (*contract.SlotsAnswer, error) {
	by := web.Actor(ctx)
	if !policy.SeesSlots(by) {
		return nil, policy.Check(by, policy.Read, policy.ActiveOrders)
	}
	customer, id := by.CustomerID, uuid.Nil
	if r.OrderId != nil {
		o, err := s.Board.One(ctx, by, *r.OrderId)
		if err != nil {
			return nil, err
		}
		customer, id = o.Customer, o.ID
	}
	if customer == uuid.Nil {
		return nil, commands.ErrCustomerRequired
	}
	account, err := s.Accounts.FindCustomer(ctx, customer)
	if err != nil {
		return nil, err
	}
	active, err := s.Board.Active(ctx, []uuid.UUID{customer})
	if err != nil {
		return nil, err
	}
	before, err := s.Board.Waiting(ctx, customer, id)
	if err != nil {
		return nil, err
	}
	a := &contract.SlotsAnswer{}
	a.Data = contract.Slots{Maximum: max(account.MaxActiveOrders, -1), Active: active[customer], Place: before + 1}
	if a.Data.Maximum < 0 || a.Data.Active < a.Data.Maximum {
		return a, nil
	}
	now := s.Clock()
	freed, err := s.Reports.Freed(ctx, customer, now.Add(-slotWindow))
	if freed >= fewestFreed {
		a.Data.StartsAt = web.Some(
			now.Add(slotWindow / time.Duration(freed) * time.Duration(a.Data.Place)).Truncate(time.Minute),
		)
	}
	return a, err
}
