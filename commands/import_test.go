package commands_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
)

func importing(as, of uuid.UUID, to order.Status) *commands.ImportOrder {
	return &commands.ImportOrder{Order: as, Customer: of, Details: named("Imported"), To: to, Reason: "moved in"}
}

func TestImportingAnOrderAgainChangesNothing(t *testing.T) { // BY-051
	w := newWorld(t)
	done := w.must(importing(id("imported"), acme, order.InReview), admin)
	if got := w.order(id("imported")); got.Status != order.InReview || got.Creator != admin.ID || got.Package == "" {
		t.Fatalf("imported %+v", got)
	}
	w.must(moving(id("imported"), order.InProgress, order.StatusControl), manager)
	before := w.appends
	again := w.must(importing(id("imported"), acme, order.InReview), admin)
	if again.Changed || !done.Changed || w.appends != before {
		t.Errorf("the second import: %+v, %d appends", again, w.appends-before)
	}
	if got := w.order(id("imported")).Status; got != order.InProgress {
		t.Errorf("the order is %s", got)
	}
	// The id belongs to an order of somebody else.
	w.refused(domain.ErrNotFound, importing(id("imported"), rival, order.Draft), rivalOwner)
	w.refused(domain.ErrNotFound, importing(id("other"), acme, order.Draft), rivalOwner)
	w.refused(domain.ErrNotFound, importing(id("other"), acme, order.Draft), reseller)
	w.must(importing(id("other"), house, order.Draft), reseller)
}

func TestAnImportedOrderTakesAFreeSlot(t *testing.T) { // D-06
	w := newWorld(t)
	w.must(importing(id("first"), acme, order.ReadyToGo), owner)
	if got := w.order(id("first")).Status; got != order.ReadyToGo {
		t.Errorf("with a free slot the order is %s", got)
	}
}

func TestAnImportedOrderCountsLikeOnePlacedByHand(t *testing.T) { // D-55
	s := newShop(t)
	if left, err := s.bus.Places(t.Context(), acme); left >= 0 || err != nil {
		t.Errorf("without a plan: %d %v", left, err)
	}
	limited := offer("Limited", 100)
	limited.Orders = 3
	s.must(&commands.CreatePlan{Plan: id("limited"), Seller: domain.DirectClient, Offer: limited}, admin)
	s.subscribed(id("limited"))
	s.spent = subscription.Spent{Orders: subscription.Meter{Used: 1}}
	if left, err := s.bus.Places(t.Context(), acme); left != 2 || err != nil {
		t.Errorf("with one of three used: %d %v", left, err)
	}
	s.must(importing(id("one"), acme, order.Queue), owner)
	s.spent = subscription.Spent{Orders: subscription.Meter{Used: 3}}
	if left, err := s.bus.Places(t.Context(), acme); left != 0 || !errors.Is(err, subscription.ErrNoOrders) {
		t.Errorf("with all used: %d %v", left, err)
	}
	for _, to := range []order.Status{order.Queue, order.ReadyToGo, order.OnHold, order.Completed} {
		s.refused(subscription.ErrNoOrders, importing(id("beyond"), acme, to), admin)
	}
	s.must(importing(id("draft"), acme, order.Draft), owner) // takes no place
	s.must(importing(id("cancelled"), acme, order.CancelledOff), owner)
}
