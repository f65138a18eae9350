package subscription_test

import (
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/subscription"
)

func TestTheLabelOfASubscription(t *testing.T) { // BD-426 BD-427 D-56
	moment := func(h *story, s string) time.Time { return h.on(s).now }
	for name, c := range map[string]struct {
		tell     func(h *story)
		payment  string // of the first open invoice
		now      string
		label    string
		inactive bool
	}{
		"no plan":              {func(*story) {}, "", "2026-02-01", "", false},
		"a trial":              {func(h *story) { h.start(trial(studio, 14)) }, "", "2026-02-01", "Monthly Cycle", false},
		"a trial that is over": {func(h *story) { h.start(trial(studio, 14)).until("2026-02-20") }, "", "2026-02-20", "Subscription Inactive", true},
		"a free plan":          {func(h *story) { h.start(free) }, "", "2026-02-01", "Monthly Cycle", false},
		"a free plan that has ended": {func(h *story) {
			h.start(free).do(h.s.CancelAtEnd(h.now)).until("2026-02-28")
		}, "", "2026-03-01", "Subscription Inactive", true},
		"a paid plan":            {func(h *story) { h.start(studio) }, "", "2026-02-01", "Next Payment Due Date", false},
		"an invoice to pay":      {func(h *story) { h.start(studio) }, "2026-02-14", "2026-02-13", "Next Payment Due Date", false},
		"an invoice that is due": {func(h *story) { h.start(studio) }, "2026-02-14", "2026-02-14", "Subscription Inactive", true},
		"a leave": {func(h *story) {
			h.start(studio).do(h.s.GoOnLeave(day(h.t.(testing.TB), "2026-05-01"), h.now)).until("2026-03-02")
		}, "", "2026-03-02", "Subscription Inactive", true},
		"cancelled": {func(h *story) { h.start(studio).do(h.s.CancelAtEnd(h.now)) }, "", "2026-02-01", "Next Payment Due Date", false},
	} {
		t.Run(name, func(t *testing.T) {
			h := tell(t, "UTC").on("2026-01-31")
			c.tell(h)
			var open subscription.Payment
			if c.payment != "" {
				open = due(h, c.payment)
			}
			now := moment(h, c.now)
			payment := h.s.NextPayment(open)
			if got := h.s.Label(payment, now); got != c.label || h.s.Inactive(payment, now) != c.inactive {
				t.Errorf("%q, inactive: %t", got, h.s.Inactive(payment, now))
			}
		})
	}
	h := tell(t, "UTC").on("2026-01-31").start(studio)
	for open, want := range map[string]string{"": "2026-02-28", "2026-02-14": "2026-02-14", "2026-03-14": "2026-02-28"} {
		var at subscription.Payment
		if open != "" {
			at = due(h, open)
		}
		if got := h.s.NextPayment(at).On.String(); got != want {
			t.Errorf("with an invoice due on %q: %s, want %s", open, got, want)
		}
	}
	if !tell(t, "UTC").on("2026-01-31").start(free).s.NextPayment(subscription.Payment{}).IsZero() {
		t.Error("a free plan has a next payment")
	}
}

func TestWhatIsSaidOfAFreeTrial(t *testing.T) { // BD-412 D-56
	h := tell(t, "Asia/Tokyo").on("2026-01-31").start(trial(studio, 14)) // until 2026-02-14
	for now, want := range map[string]struct {
		left   int
		notice string
	}{
		"2026-01-31": {14, ""},
		"2026-02-06": {8, ""},
		"2026-02-07": {7, "7 days left in your free trial"},
		"2026-02-12": {2, "2 days left in your free trial"},
		"2026-02-13": {1, "1 day left in your free trial"},
	} {
		at := h.on(now).now
		if left, notice := h.s.TrialDaysLeft(at), h.s.TrialNotice(at); left != want.left || notice != want.notice {
			t.Errorf("on %s: %d, %q", now, left, notice)
		}
	}
	h.until("2026-02-14")
	if left, notice := h.s.TrialDaysLeft(h.now), h.s.TrialNotice(h.now); left != 0 ||
		notice != "Your free trial has ended. Choose a plan to place new orders." {
		t.Errorf("after it: %d, %q", left, notice)
	}
	if paid := tell(t, "UTC").on("2026-01-31").start(studio); paid.s.TrialNotice(paid.now) != "" {
		t.Error("a paid plan has a free trial")
	}
}

// due is the payment that is late from the beginning of a day on.
func due(h *story, clock string) subscription.Payment {
	at := h.on(clock).now
	return subscription.Payment{On: billing.DateOf(at, h.zone), Late: at}
}
