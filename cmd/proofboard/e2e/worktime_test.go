package e2e

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
)

// inProgress creates an order of the owner on which work has begun.
func (w *site) inProgress(t *testing.T, name string) uuid.UUID {
	t.Helper()
	o := write(
		t, w.as(t, "owner"), http.MethodPost, "/order", map[string]any{"orderName": name, "serviceId": labels},
	).Data.OrderID
	write(t, w.as(t, "owner"), http.MethodPut, "/order/"+o.String()+"/action", map[string]any{"action": "published"})
	write(
		t, w.as(t, "manager"), http.MethodPut, "/order/"+o.String()+"/move-progress",
		map[string]any{"moveto": "in-progress", "via": "status"},
	)
	return o
}

func playOn(t *testing.T, p *person, o uuid.UUID, action string) changed {
	t.Helper()
	return write(t, p, http.MethodPut, "/order/"+o.String()+"/working-time", map[string]any{"action": action})
}

func TestAPersonHasOneTimerAndAnOrderHasOne(t *testing.T) { // BD-048 SH-099
	operator, manager, owner := as(t, "operator"), as(t, "manager"), as(t, "owner")
	first, second := world.inProgress(t, "First"), world.inProgress(t, "Second")
	if o := operator.order(t, first); !o.WorkTime.Paused || !o.Can.Play || o.Can.Pause ||
		*o.WorkTime.Allocated != 6*3600 ||
		o.QueuePercent == nil {
		t.Fatalf("before: %+v, %+v, queue %v", o.WorkTime, o.Can, o.QueuePercent)
	}
	c := playOn(t, operator, first, "play")
	if w := c.Data.Order.WorkTime; w == nil || w.Paused || w.Since == nil || w.By == nil || w.By.Id != operator.ID {
		t.Fatalf("playing: %+v", w)
	}
	refused(
		t, manager, http.StatusConflict, "order.worked_on", http.MethodPut, "/order/"+first.String()+"/working-time",
		map[string]any{"action": "play"},
	)
	if o := owner.order(t, first); o.WorkTime.Paused || o.Can.Play || o.Can.Pause {
		t.Errorf("the owner sees %+v and may %+v", o.WorkTime, o.Can)
	}

	playOn(t, operator, second, "play") // this pauses the first timer
	if o := operator.order(t, first); !o.WorkTime.Paused {
		t.Errorf("two timers of one person run: %+v", o.WorkTime)
	}
	moment := "asOf=" + strconv.FormatInt(c.Data.Position, 10)
	then := ok[contract.OrderAnswer](
		t, operator, http.MethodGet, "/order/"+first.String()+"?"+moment, nil,
	).Data.Order.WorkTime
	card := (*ok[contract.OrdersAnswer](t, operator, http.MethodGet, "/order?view=board&"+moment, nil).Data.Cards)[first.String()].WorkTime
	for _, w := range []contract.WorkTime{then, *card} { // state at the start; it must not count hours until now
		if w.Paused || w.By == nil || w.By.Id != operator.ID || w.Since != nil || value(w.Worked) != 0 ||
			value(w.Percent) != 0 {
			t.Errorf("as it was when played: %+v", w)
		}
	}
	timer := ok[contract.WorkingTimeAnswer](t, operator, http.MethodGet, "/order/working-time", nil).Data.Timer
	if timer == nil || timer.OrderId != second || timer.OrderName != "Second" {
		t.Errorf("his timer is %+v", timer)
	}
	write(t, manager, http.MethodPut, "/order/"+second.String()+"/move-progress", map[string]any{"moveto": "in-review"})
	if o := operator.order(t, second); !o.WorkTime.Paused || o.Can.Play {
		t.Errorf("in review: %+v", o.WorkTime)
	}
	if a := ok[contract.WorkingTimeAnswer](t, operator, http.MethodGet, "/order/working-time",
		nil); a.Data.Timer != nil {
		t.Errorf("a timer still runs: %+v", a.Data.Timer)
	}
	refused(
		t, operator, http.StatusConflict, "order.not_workable", http.MethodPut,
		"/order/"+second.String()+"/working-time", map[string]any{"action": "play"},
	)

	lines := ok[contract.TimelineAnswer](
		t, owner, http.MethodGet, "/order/"+second.String()+"/timeline", nil,
	).Data.Entries
	if !slices.ContainsFunc(lines, func(e contract.TimelineEntry) bool {
		return strings.HasPrefix(e.Summary, "worked ") && value(e.Reason) == "the order moved on"
	}) {
		t.Errorf("the timeline does not say why: %+v", lines)
	}
	if card := boardOf(t, operator)[first.String()]; card.WorkTime == nil || !card.WorkTime.Paused ||
		card.OrderCreator.Id != owner.ID {
		t.Errorf("the card of the first: %+v", card)
	}
}

func TestManyPlaysAtOnceLeaveOneTimer(t *testing.T) {
	operator := as(t, "operator")
	all := make([]uuid.UUID, 6)
	for i := range all {
		all[i] = world.inProgress(t, "At once")
	}
	for _, a := range at(t, operator, 6, 30, func(i int) (string, string, any) {
		return http.MethodPut, "/order/" + all[i%6].String() + "/working-time", map[string]any{"action": "play"}
	}) {
		if a.status != http.StatusOK && a.status != http.StatusConflict {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	var running []uuid.UUID
	for _, o := range all {
		if !operator.order(t, o).WorkTime.Paused {
			running = append(running, o)
		}
	}
	if len(running) > 1 {
		t.Errorf("%d timers of one person run", len(running))
	}
	for _, o := range running {
		playOn(t, operator, o, "pause")
	}
}

// forgetful starts a separate program that soon asks people whether they still work.
func forgetful(t *testing.T, work config.Work) *site {
	t.Helper()
	dir := folder(t)
	log, f, err := logger(dir)
	if err != nil {
		t.Fatal(err)
	}
	cfg := settings(dir)
	cfg.Work = work
	w, err := openWith(cfg, seed(), log, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func TestAForgottenTimerIsAskedAboutAndStopsByItself(t *testing.T) { // BD-051 BD-052 BD-324 BD-325 BD-326
	beside(t)
	w := forgetful(t, config.Work{Remind: time.Second, Answer: 3 * time.Second})
	operator, owner := w.as(t, "operator"), w.as(t, "owner")
	o := w.inProgress(t, "Forgotten")
	his, hers := listen(t, operator), listen(t, owner)
	playOn(t, operator, o, "play")
	his.expect(t, "confirm-worktime-auto-stop", o.String(), "warningAt")
	timer := ok[contract.WorkingTimeAnswer](t, operator, http.MethodGet, "/order/working-time", nil).Data.Timer
	if timer == nil || timer.WarningAt == nil || timer.StopsAt == nil ||
		timer.StopsAt.Sub(*timer.WarningAt) != 3*time.Second {
		t.Fatalf("he is asked: %+v", timer)
	}
	if got := ok[contract.WorkingTimeAnswer](t, operator, http.MethodPut, "/order/working-time",
		nil).Data.Timer; got == nil ||
		got.WarningAt != nil {
		t.Errorf("he has answered: %+v", got)
	}
	his.expect(t, "notify-worktime-stopped", o.String(), `"reason":"unanswered"`) // asked again, without an answer
	hers.expect(t, "notify-card-working-time-stopped", o.String())
	asked := 0
	for _, m := range his.told() {
		if m.Event == "confirm-worktime-auto-stop" {
			asked++
		}
	}
	if asked != 2 {
		t.Errorf("he was asked %d times, want 2", asked)
	}
	for _, m := range hers.told() {
		if strings.Contains(m.Event, "worktime") {
			t.Errorf("the owner was told of %s", m.Event)
		}
	}
	eventually(t, "the order's time has stopped", func() bool { return operator.order(t, o).WorkTime.Paused })
	if got := ok[contract.WorkingTimeReminderAnswer](
		t, operator, http.MethodGet, "/order/interval-working-time-reminder", nil,
	); got.Data.IntervalReminder != 0 {
		t.Errorf("the interval is %d min", got.Data.IntervalReminder)
	}
}

func TestATimerStopsWhenTheBrowserIsGone(t *testing.T) { // BD-053 SH-333
	beside(t)
	w := forgetful(t, config.Work{Away: 4 * time.Second})
	operator := w.as(t, "operator")
	removed := func() bool {
		return ok[contract.ScheduleStopperAnswer](
			t, operator, http.MethodGet, "/order/remove_schedule_stopper_workingtime", nil,
		).Data.Removed
	}
	kept, left := w.inProgress(t, "Kept"), w.inProgress(t, "Left")
	playOn(t, operator, kept, "play")
	eventually(t, "a stopper is scheduled", func() bool {
		a, _, err := w.Accounts.AttentionOf(t.Context(), operator.ID)
		return err == nil && a.StopAt != nil
	})
	if !removed() || removed() {
		t.Error("the browser is back: its stopper is taken back, once")
	}
	if operator.order(t, kept).WorkTime.Paused {
		t.Error("the timer has stopped although the browser is back")
	}
	playOn(t, operator, left, "play")
	eventually(t, "the timer stops", func() bool { return operator.order(t, left).WorkTime.Paused })
	if worked := operator.order(t, left).WorkTime.Worked; worked != nil && *worked > 2 {
		t.Errorf("%d s count though nobody was there", *worked)
	}
}

func TestOrdersKeepTheTermsOfWhenTheirServiceWasChosen(t *testing.T) {
	admin, owner := as(t, "admin"), as(t, "owner")
	sign := uuid.New()
	put := func(allocated int, retired bool) contract.CatalogueAnswer {
		return ok[contract.CatalogueAnswer](
			t,
			admin,
			http.MethodPut,
			"/catalogue/services/"+sign.String(),
			map[string]any{
				"name":          "Sign " + sign.String(),
				"categoryId":    printing,
				"promisedStart": 7200,
				"allocated":     allocated,
				"place":         9,
				"retired":       retired,
			},
		)
	}
	put(3600, false)
	o := write(
		t,
		owner,
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "Shop sign", "serviceId": sign, "references": []string{"https://example.com/shop"}},
	).Data.OrderID
	put(7200, true)
	got := owner.order(t, o)
	if *got.WorkTime.Allocated != 3600 || *got.PromisedStart != 7200 ||
		!slices.Equal(got.References, []string{"https://example.com/shop"}) {
		t.Errorf("the order has %+v, promised %v, references %v", got.WorkTime, got.PromisedStart, got.References)
	}
	if c := ok[contract.CatalogueAnswer](t, owner, http.MethodGet, "/catalogue", nil); slices.ContainsFunc(
		c.Data.Services, func(s contract.CatalogueService) bool { return s.Id == sign },
	) {
		t.Error("a retired service is on offer")
	}
	refused(
		t, owner, http.StatusNotFound, "not_found", http.MethodPost, "/order",
		map[string]any{"orderName": "Another", "serviceId": sign},
	)
	refused(
		t,
		admin,
		http.StatusBadRequest,
		"catalogue.category_unknown",
		http.MethodPut,
		"/catalogue/services/"+sign.String(),
		map[string]any{
			"name": "Sign", "categoryId": uuid.New(), "promisedStart": 0, "allocated": 0, "place": 0, "retired": false,
		},
	)
	for what, name := range map[string]string{"empty": " ", "a control character": "a\x00b"} {
		if a := admin.call(
			t, http.MethodPut, "/catalogue/categories/"+uuid.NewString(),
			map[string]any{"name": name, "place": 0, "retired": false},
		); a.status != http.StatusBadRequest {
			t.Errorf("a category whose name is %s: %d %s", what, a.status, a.body)
		}
	}
	ok[contract.CatalogueAnswer](
		t, admin, http.MethodPut, "/catalogue/packages/"+uuid.NewString(),
		map[string]any{"name": "Twin", "allocated": 3600, "maximumActiveOrder": 3, "place": 0, "retired": false},
	)
	packages := func(by *person, query string) map[string]contract.CataloguePackage {
		all := map[string]contract.CataloguePackage{}
		for _, p := range ok[contract.CatalogueAnswer](t, by, http.MethodGet, "/catalogue"+query, nil).Data.Packages {
			all[p.Name] = p
		}
		return all
	}
	if p := packages(admin, "?retired=true")["Twin"]; p.Customers == nil || p.Customers.Total != 1 ||
		!slices.Equal(p.Customers.Names, []string{"Small"}) {
		t.Errorf("the package affects %+v", p.Customers)
	}
	for name, p := range packages(owner, "") {
		if p.Customers != nil {
			t.Errorf("a customer reads who else has %s", name)
		}
	}
	refused(
		t, admin, http.StatusConflict, "catalogue.name_taken", http.MethodPut, "/catalogue/packages/"+uuid.NewString(),
		map[string]any{"name": "Twin", "allocated": 3600, "maximumActiveOrder": 3, "place": 0, "retired": false},
	)
}
