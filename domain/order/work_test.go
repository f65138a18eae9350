package order_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
)

func start(by domain.Actor) func(*order.Order) error {
	return func(o *order.Order) error { return o.StartWork(by, now) }
}

func stop(reason order.StopReason, until time.Time, by domain.Actor) func(*order.Order) error {
	return func(o *order.Order) error { return o.StopWork(reason, until, by, now) }
}

// runs is the history of an order in progress whose timer somebody has started, since when.
func runs(t domaintest.TB, by domain.Actor) (h []any, since time.Time) {
	t.Helper()
	h = append(in(order.InProgress), &order.WorkStarted{By: by.ID})
	return h, orders.Fold(t, h...).Work.Since
}

func TestWorkingTimeRunsOnlyWhileAnOrderIsInProgress(t *testing.T) { // SH-099
	for _, s := range order.Statuses {
		out := given(t, s).When(start(anOper))
		if s == order.InProgress || s == order.GuestRevision {
			out.Then(&order.WorkStarted{By: anOper.ID})
		} else {
			out.ThenRefused(order.ErrNotWorkable)
		}
	}
	given(t, order.InProgress, &order.Frozen{}).When(start(anOper)).ThenRefused(order.ErrFrozen)
	given(t, order.InProgress).When(start(stranger)).ThenRefused(order.ErrNotYours)
}

func TestOneTimerRunsOnAnOrder(t *testing.T) {
	h, _ := runs(t, anOper)
	orders.Given(t, h...).When(start(anOper)).ThenNothing()
	orders.Given(t, h...).When(start(aManager)).ThenRefused(order.ErrWorkedOn)
}

func TestStoppingATimerAddsItsSecondsOnce(t *testing.T) {
	h, since := runs(t, anOper)
	seconds := int64(now.Sub(since) / time.Second)
	first := &order.WorkStopped{By: anOper.ID, Since: since, Seconds: seconds, Total: seconds, Reason: order.StopPaused}
	orders.Given(t, h...).When(stop(order.StopPaused, now, anOper)).Then(first)

	again := append(append(h, first), &order.WorkStarted{By: aManager.ID})
	begun := orders.Fold(t, again...).Work.Since
	more := int64(now.Sub(begun) / time.Second)
	out := orders.Given(t, again...).When(stop(order.StopPaused, now, aManager))
	out.Then(&order.WorkStopped{
		By:      aManager.ID,
		Since:   begun,
		Seconds: more,
		Total:   seconds + more,
		Reason:  order.StopPaused,
	})
	if w := out.State().Work; !w.Paused() || w.Finished != time.Duration(seconds+more)*time.Second {
		t.Errorf("the order has %+v", w)
	}
	orders.Given(t, append(h, first)...).When(stop(order.StopPaused, now, anOper)).ThenNothing()
}

func TestATimerCountsUpToTheMomentGivenAndNeverBeyondNowOrBelowZero(t *testing.T) {
	h, since := runs(t, anOper)
	for _, c := range []struct {
		until   time.Time
		seconds int64
	}{{since.Add(90 * time.Second), 90}, {now.Add(time.Hour), int64(now.Sub(since) / time.Second)}, {since.Add(-time.Hour), 0}} {
		orders.Given(t, h...).When(stop(order.StopUnanswered, c.until, aSystem)).
			Then(&order.WorkStopped{By: anOper.ID, Since: since, Seconds: c.seconds, Total: c.seconds, Reason: order.StopUnanswered})
	}
}

func TestAnOperatorStopsOnlyTheirOwnTimer(t *testing.T) {
	h, _ := runs(t, aManager)
	orders.Given(t, h...).When(stop(order.StopPaused, now, anOper)).ThenRefused(order.ErrWorkedOn)
	orders.Given(t, h...).
		When(stop(order.StopMoved, now, anAdmin)).
		ThenRefused(domain.ErrInvalid)
		// follows from a move, not from a wish
	h, since := runs(t, anOper)
	seconds := int64(now.Sub(since) / time.Second)
	for _, by := range []domain.Actor{aManager, anAdmin, aSystem} {
		orders.Given(t, h...).
			When(stop(order.StopPaused, now, by)).
			Then(&order.WorkStopped{By: anOper.ID, Since: since, Seconds: seconds, Total: seconds, Reason: order.StopPaused})
	}
}

func TestATimerStopsWhenItsOrderIsNoLongerWorkedOn(t *testing.T) {
	h, since := runs(t, anOper)
	seconds := int64(now.Sub(since) / time.Second)
	stopped := func(why order.StopReason) *order.WorkStopped {
		return &order.WorkStopped{By: anOper.ID, Since: since, Seconds: seconds, Total: seconds, Reason: why}
	}
	for name, c := range map[string]struct {
		do  func(*order.Order) error
		why order.StopReason
	}{
		"moved":     {move(order.InReview, order.Board, aManager), order.StopMoved},
		"held":      {act(order.Hold, aManager), order.StopMoved},
		"cancelled": {act(order.Cancel, aManager), order.StopMoved},
		"frozen":    {act(order.Freeze, aManager), order.StopFrozen},
	} {
		out := orders.Given(t, h...).When(c.do)
		if got := out.Recorded(); len(got) != 2 || !reflect.DeepEqual(got[1], stopped(c.why)) {
			t.Errorf("%s: %v, recorded %+v", name, out.Err(), got)
		}
		if w := out.State().Work; !w.Paused() || w.Finished != time.Duration(seconds)*time.Second {
			t.Errorf("%s: %+v", name, w)
		}
	}
	if w := orders.Given(t, h...).When(act(order.AskGuest, aManager)); w.State().Work.Paused() {
		t.Error("an order that stays in progress lost its timer")
	}
}

func TestTheQueueTimeIsTheWaitForWork(t *testing.T) { // D-37
	ago := func(h ...any) time.Duration { o := orders.Fold(t, h...); return o.QueueTime(now) }
	if got := ago(in(order.Draft)...); got != 0 {
		t.Errorf("a draft waits %s", got)
	}
	waiting := orders.Fold(t, in(order.Queue)...)
	if got := waiting.QueueTime(now); got != now.Sub(waiting.PublishedAt) || waiting.PublishedAt.IsZero() {
		t.Errorf("in the queue: %s since %s", got, waiting.PublishedAt)
	}
	begun := orders.Fold(t, in(order.InProgress)...)
	if got := begun.QueueTime(now.Add(time.Hour)); got != begun.StartedAt.Sub(begun.PublishedAt) ||
		begun.StartedAt.IsZero() {
		t.Errorf("in progress: %s", got)
	}
	back := orders.Fold(
		t,
		append(in(order.InProgress), &order.Moved{Change: change(order.InProgress, order.ReadyToGo)})...)
	if !back.StartedAt.IsZero() || !back.PublishedAt.After(begun.StartedAt) {
		t.Errorf("sent back it waits from %s to %s", back.PublishedAt, back.StartedAt)
	}
	direct := orders.Fold(t, drafted, &order.Moved{Change: change(order.Draft, order.InProgress)})
	if direct.QueueTime(now) != 0 || direct.StartedAt.IsZero() {
		t.Errorf("begun as a draft it waited %s", direct.QueueTime(now))
	}
}

func TestAPercentageNeedsAPromise(t *testing.T) { // D-37
	if p, ok := order.Percent(45*time.Minute, 3600); !ok || p != 75 {
		t.Errorf("45 minutes of an hour are %v, %v", p, ok)
	}
	if p, ok := order.Percent(90*time.Minute, 3600); !ok || p != 150 {
		t.Errorf("90 minutes of an hour are %v, %v", p, ok)
	}
	if _, ok := order.Percent(time.Hour, 0); ok {
		t.Error("a share of nothing")
	}
}

func TestHowAnOrderIsBilledIsSettledByThen(t *testing.T) {
	payg := true
	given(t, order.Draft).When(changing(order.DetailsChanged{PAYG: &payg}, anOwner)).
		Then(&order.DetailsChanged{PAYG: &payg})
	given(t, order.InProgress).When(changing(order.DetailsChanged{PAYG: &payg}, anOwner)).
		ThenRefused(order.ErrBillingFixed)
	given(
		t, order.InProgress, &order.DetailsChanged{PAYG: &payg},
	).When(changing(order.DetailsChanged{PAYG: &payg}, anOwner)).
		ThenNothing()
}

func TestReferencesAreLinks(t *testing.T) {
	links := func(l ...string) func(*order.Order) error {
		return changing(order.DetailsChanged{References: &l}, anOwner)
	}
	good := []string{"https://example.com/brand", "http://example.com"}
	given(t, order.Draft).When(links(good...)).Then(&order.DetailsChanged{References: &good})
	given(t, order.Draft, &order.DetailsChanged{References: &good}).When(links(good...)).ThenNothing()
	for _, bad := range []string{"javascript:alert(1)", "example.com", "ftp://example.com", "https://", "", "https://a\x00b.example"} {
		given(t, order.Draft).When(links(bad)).ThenRefused(order.ErrReferencesInvalid)
	}
	given(t, order.Draft).When(links(make([]string, 21)...)).ThenRefused(order.ErrReferencesInvalid)
}
