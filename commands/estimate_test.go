package commands_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
)

var (
	asYouGo = id("as you go")
	hour    = billing.Hourly{Price: 6_000, Currency: "EUR"}
	shown   = order.Estimate{Hourly: hour, TaxRate: 20_000}
)

// payingByTheHour returns a shop in which Acme pays for work by the hour.
func payingByTheHour(t *testing.T) *shop {
	t.Helper()
	s := newShop(t)
	o := offer("As you go", 0)
	o.Free, o.PAYG, o.HourPrice = true, true, hour.Price
	s.must(&commands.CreatePlan{Plan: asYouGo, Seller: domain.DirectClient, Offer: o}, admin)
	return s.subscribed(asYouGo)
}

// The owners of an account accept what its orders cost, and those who sell to it.
func TestWhoConfirmsAnEstimate(t *testing.T) { // D-52 D-57
	for who, by := range senders {
		t.Run(who, func(t *testing.T) {
			s := payingByTheHour(t)
			_, err := s.do(&commands.ConfirmEstimate{Order: s.draft("draft"), Seen: shown}, by)
			var e *domain.Error
			switch {
			case slices.Contains([]string{"owner", "admin", "system"}, who):
				if err != nil {
					t.Errorf("refused: %v", err)
				}
			case slices.Contains([]string{"staff", "watcher"}, who):
				if !errors.As(err, &e) || e.Code != domain.Forbidden {
					t.Errorf("got %v, want forbidden", err)
				}
			case !errors.Is(err, domain.ErrNotFound):
				t.Errorf("got %v, want not found", err)
			}
		})
	}
}

// Who acts on a draft and may not confirm its estimate asks the owners of the account.
func TestWhoAsksForAnEstimate(t *testing.T) { // D-289
	for who, by := range senders {
		t.Run(who, func(t *testing.T) {
			s := payingByTheHour(t)
			drafted := s.draft("draft")
			s.must(&commands.SetCollaborators{Order: drafted, Users: []uuid.UUID{staff.ID}}, owner)
			_, err := s.do(&commands.AskForEstimate{Order: drafted}, by)
			var want error
			switch who {
			case "staff", "operator", "manager", "creative", "production":
			case "owner", "admin", "system":
				want = order.ErrEstimateYours
			case "watcher", "cso":
				want = order.ErrNotYours
			default:
				want = domain.ErrNotFound
			}
			if !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
			if err == nil {
				s.refused(order.ErrEstimateAsked, &commands.AskForEstimate{Order: drafted}, by)
			}
		})
	}
	s := payingByTheHour(t)
	ask := &commands.AskForEstimate{Order: s.draft("draft")}
	s.must(ask, manager)
	s.now = s.now.Add(59 * time.Minute)
	if e := s.refused(order.ErrEstimateAsked, ask, manager); e.Message !=
		"The account owner was asked for the estimate 59 min ago. You can ask again an hour after that." {
		t.Errorf("the refusal says %q", e.Message)
	}
	s.now = s.now.Add(time.Minute)
	s.must(ask, manager)
	other := newShop(t)
	other.refused(order.ErrNoEstimate, &commands.AskForEstimate{Order: other.draft("not by the hour")}, manager)
}

// The tax of an estimate is that of the seller now, also if another process has changed it.
func TestAnEstimateHasTheTaxThatTheSellerHasNow(t *testing.T) { // D-57
	s := payingByTheHour(t)
	drafted := s.draft("draft")
	s.must(&commands.ConfirmEstimate{Order: drafted, Seen: shown}, owner)
	s.elsewhere(
		client.StreamOf(domain.DirectClient), client.AggregateType, client.SellingSetType,
		&client.SellingSet{Selling: client.Selling{TaxRate: 7_000}},
	)
	s.refused(order.ErrEstimateChanged, &commands.ConfirmEstimate{Order: drafted, Seen: shown}, owner)
	now := shown
	now.TaxRate = 7_000
	s.must(&commands.ConfirmEstimate{Order: drafted, Seen: now}, owner)
}

// An order whose work is paid by the hour is placed once its estimate is confirmed, by whatever way. An
// account that has another plan needs none.
func TestAnOrderPaidByTheHourNeedsAnEstimate(t *testing.T) { // D-57 BD-406
	s := payingByTheHour(t)
	drafted, other := s.draft("draft"), s.draft("other")
	s.refused(order.ErrEstimateMissing, &commands.ActOnOrder{Order: drafted, Action: order.Publish}, owner)
	s.refused(order.ErrEstimateMissing, moving(drafted, order.Queue, order.Board), owner)
	s.refused(order.ErrEstimateMissing, moving(drafted, order.InProgress, order.StatusControl), manager)
	dearer := shown
	dearer.Price++
	s.refused(order.ErrEstimateChanged, &commands.ConfirmEstimate{Order: drafted, Seen: dearer}, owner)
	s.must(&commands.ConfirmEstimate{Order: drafted, Seen: shown}, owner)
	s.must(&commands.ConfirmEstimate{Order: other, Seen: shown}, owner)
	s.must(&commands.ActOnOrder{Order: drafted, Action: order.Publish}, owner)
	s.refused(order.ErrNoEstimate, &commands.ConfirmEstimate{Order: drafted, Seen: shown}, owner)
	s.must(moving(drafted, order.Queue, order.Board), owner) // it has been placed already
	s.must(&commands.ActOnOrder{Order: drafted, Action: order.MakeReady}, manager)

	s.must(
		&commands.ChangeSubscription{
			Customer:  acme,
			Plan:      studio,
			Confirmed: &commands.Confirmed{At: s.now, Total: 12_000},
		},
		owner,
	)
	s.must(&commands.ActOnOrder{Order: other, Action: order.Publish}, owner)
	types := []string{}
	for _, e := range s.events(other) {
		types = append(types, strings.TrimPrefix(string(e.Type), "order."))
	}
	if want := []string{
		"drafted",
		"estimate_confirmed",
		"estimate_withdrawn",
		"published",
	}; !slices.Equal(
		types,
		want,
	) {
		t.Errorf("the events are %v", types)
	}
	s.refused(order.ErrNoEstimate, &commands.ConfirmEstimate{Order: s.draft("third"), Seen: shown}, owner)
}
