package orders

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
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func playOn(t *testing.T, p *harness.Person, o uuid.UUID, action string) harness.Changed {
	t.Helper()
	return harness.MustWrite(
		t,
		p,
		http.MethodPut,
		"/order/"+o.String()+"/working-time",
		map[string]any{"action": action},
	)
}

func TestAPersonHasOneTimerAndAnOrderHasOne(t *testing.T) { // BD-048 SH-099
	operator, manager, owner := harness.SignedIn(
		t,
		"operator",
	), harness.SignedIn(
		t,
		"manager",
	), harness.SignedIn(
		t,
		"owner",
	)
	first, second := harness.World.InProgress(t, "First"), harness.World.InProgress(t, "Second")
	if o := operator.Order(t, first); !o.WorkTime.Paused || !o.Can.Play || o.Can.Pause ||
		*o.WorkTime.Allocated != 6*3600 ||
		o.QueuePercent == nil {
		t.Fatalf("before: %+v, %+v, queue %v", o.WorkTime, o.Can, o.QueuePercent)
	}
	c := playOn(t, operator, first, "play")
	if w := c.Data.Order.WorkTime; w == nil || w.Paused || w.Since == nil || w.By == nil || w.By.Id != operator.ID {
		t.Fatalf("playing: %+v", w)
	}
	harness.MustRefuse(
		t, manager, http.StatusConflict, "order.worked_on", http.MethodPut, "/order/"+first.String()+"/working-time",
		map[string]any{"action": "play"},
	)
	if o := owner.Order(t, first); o.WorkTime.Paused || o.Can.Play || o.Can.Pause {
		t.Errorf("the owner sees %+v and may %+v", o.WorkTime, o.Can)
	}

	playOn(t, operator, second, "play") // this pauses the first timer
	if o := operator.Order(t, first); !o.WorkTime.Paused {
		t.Errorf("two timers of one person run: %+v", o.WorkTime)
	}
	moment := "asOf=" + strconv.FormatInt(c.Data.Position, 10)
	then := harness.MustCall[contract.OrderAnswer](
		t, operator, http.MethodGet, "/order/"+first.String()+"?"+moment, nil,
	).Data.Order.WorkTime
	card := (*harness.MustCall[contract.OrdersAnswer](t, operator, http.MethodGet, "/order?view=board&"+moment, nil).Data.Cards)[first.String()].WorkTime
	for _, w := range []contract.WorkTime{then, *card} { // state at the start; it must not count hours until now
		if w.Paused || w.By == nil || w.By.Id != operator.ID || w.Since != nil || harness.Value(w.Worked) != 0 ||
			harness.Value(w.Percent) != 0 {
			t.Errorf("as it was when played: %+v", w)
		}
	}
	timer := harness.MustCall[contract.WorkingTimeAnswer](
		t,
		operator,
		http.MethodGet,
		"/order/working-time",
		nil,
	).Data.Timer
	if timer == nil || timer.OrderId != second || timer.OrderName != "Second" {
		t.Errorf("the timer is %+v", timer)
	}
	harness.MustWrite(
		t,
		manager,
		http.MethodPut,
		"/order/"+second.String()+"/move-progress",
		map[string]any{"moveto": "in-review"},
	)
	if o := operator.Order(t, second); !o.WorkTime.Paused || o.Can.Play {
		t.Errorf("in review: %+v", o.WorkTime)
	}
	if a := harness.MustCall[contract.WorkingTimeAnswer](t, operator, http.MethodGet, "/order/working-time",
		nil); a.Data.Timer != nil {
		t.Errorf("a timer still runs: %+v", a.Data.Timer)
	}
	harness.MustRefuse(
		t, operator, http.StatusConflict, "order.not_workable", http.MethodPut,
		"/order/"+second.String()+"/working-time", map[string]any{"action": "play"},
	)

	lines := harness.MustCall[contract.TimelineAnswer](
		t, owner, http.MethodGet, "/order/"+second.String()+"/timeline", nil,
	).Data.Entries
	if !slices.ContainsFunc(lines, func(e contract.TimelineEntry) bool {
		return strings.HasPrefix(e.Summary, "worked ") && harness.Value(e.Reason) == "the order moved on"
	}) {
		t.Errorf("the timeline does not say why: %+v", lines)
	}
	if card := harness.BoardOf(t, operator)[first.String()]; card.WorkTime == nil || !card.WorkTime.Paused ||
		card.OrderCreator.Id != owner.ID {
		t.Errorf("the card of the first: %+v", card)
	}
}

func TestManyPlaysAtOnceLeaveOneTimer(t *testing.T) {
	operator := harness.SignedIn(t, "operator")
	all := make([]uuid.UUID, 6)
	for i := range all {
		all[i] = harness.World.InProgress(t, "At once")
	}
	for _, a := range harness.CallParallel(t, operator, 6, 30, func(i int) (string, string, any) {
		return http.MethodPut, "/order/" + all[i%6].String() + "/working-time", map[string]any{"action": "play"}
	}) {
		if a.Status != http.StatusOK && a.Status != http.StatusConflict {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	var running []uuid.UUID
	for _, o := range all {
		if !operator.Order(t, o).WorkTime.Paused {
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
func forgetful(t *testing.T, work config.Work) *harness.Site {
	t.Helper()
	dir := harness.Folder(t)
	log, f, err := harness.Logger(dir)
	if err != nil {
		t.Fatal(err)
	}
	cfg := harness.Settings(dir)
	cfg.Work = work
	w, err := harness.OpenWith(cfg, harness.Seed(), log, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func TestAForgottenTimerIsAskedAboutAndStopsByItself(t *testing.T) { // BD-051 BD-052 BD-324 BD-325 BD-326
	harness.Parallel(t)
	w := forgetful(t, config.Work{Remind: time.Second, Answer: 3 * time.Second})
	operator, owner := w.SignedIn(t, "operator"), w.SignedIn(t, "owner")
	o := w.InProgress(t, "Forgotten")
	operators, owners := harness.Listen(t, operator), harness.Listen(t, owner)
	playOn(t, operator, o, "play")
	operators.Expect(t, "confirm-worktime-auto-stop", o.String(), "warningAt")
	timer := harness.MustCall[contract.WorkingTimeAnswer](
		t,
		operator,
		http.MethodGet,
		"/order/working-time",
		nil,
	).Data.Timer
	if timer == nil || timer.WarningAt == nil || timer.StopsAt == nil ||
		timer.StopsAt.Sub(*timer.WarningAt) != 3*time.Second {
		t.Fatalf("the operator is asked: %+v", timer)
	}
	if got := harness.MustCall[contract.WorkingTimeAnswer](t, operator, http.MethodPut, "/order/working-time",
		nil).Data.Timer; got == nil ||
		got.WarningAt != nil {
		t.Errorf("the operator has answered: %+v", got)
	}
	operators.Expect(
		t,
		"notify-worktime-stopped",
		o.String(),
		`"reason":"unanswered"`,
	) // asked again, without an answer
	owners.Expect(t, "notify-card-working-time-stopped", o.String())
	asked := 0
	for _, m := range operators.Told() {
		if m.Event == "confirm-worktime-auto-stop" {
			asked++
		}
	}
	if asked != 2 {
		t.Errorf("the operator was asked %d times, want 2", asked)
	}
	for _, m := range owners.Told() {
		if strings.Contains(m.Event, "worktime") {
			t.Errorf("the owner was told of %s", m.Event)
		}
	}
	harness.Eventually(t, "the order's time has stopped", func() bool { return operator.Order(t, o).WorkTime.Paused })
	if got := harness.MustCall[contract.WorkingTimeReminderAnswer](
		t, operator, http.MethodGet, "/order/interval-working-time-reminder", nil,
	); got.Data.IntervalReminder != 0 {
		t.Errorf("the interval is %d min", got.Data.IntervalReminder)
	}
}

func TestATimerStopsWhenTheBrowserIsGone(t *testing.T) { // BD-053 SH-333
	harness.Parallel(t)
	w := forgetful(t, config.Work{Away: 4 * time.Second})
	operator := w.SignedIn(t, "operator")
	removed := func() bool {
		return harness.MustCall[contract.ScheduleStopperAnswer](
			t, operator, http.MethodGet, "/order/remove_schedule_stopper_workingtime", nil,
		).Data.Removed
	}
	kept, left := w.InProgress(t, "Kept"), w.InProgress(t, "Left")
	playOn(t, operator, kept, "play")
	harness.Eventually(t, "a stopper is scheduled", func() bool {
		a, _, err := w.Activity.AttentionOf(t.Context(), operator.ID)
		return err == nil && a.StopAt != nil
	})
	if !removed() || removed() {
		t.Error("the browser is back: its stopper is taken back, once")
	}
	if operator.Order(t, kept).WorkTime.Paused {
		t.Error("the timer has stopped although the browser is back")
	}
	playOn(t, operator, left, "play")
	harness.Eventually(t, "the timer stops", func() bool { return operator.Order(t, left).WorkTime.Paused })
	if worked := operator.Order(t, left).WorkTime.Worked; worked != nil && *worked > 2 {
		t.Errorf("%d s count though nobody was there", *worked)
	}
}

func TestOrdersKeepTheTermsOfWhenTheirServiceWasChosen(t *testing.T) {
	admin, owner := harness.SignedIn(t, "admin"), harness.SignedIn(t, "owner")
	sign := uuid.New()
	put := func(allocated int, retired bool) contract.CatalogueAnswer {
		return harness.MustCall[contract.CatalogueAnswer](
			t,
			admin,
			http.MethodPut,
			"/catalogue/services/"+sign.String(),
			map[string]any{
				"name":          "Sign " + sign.String(),
				"categoryId":    harness.Printing,
				"promisedStart": 7200,
				"allocated":     allocated,
				"place":         9,
				"retired":       retired,
			},
		)
	}
	put(3600, false)
	o := harness.MustWrite(
		t,
		owner,
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "Shop sign", "serviceId": sign, "references": []string{"https://example.com/shop"}},
	).Data.OrderID
	put(7200, true)
	got := owner.Order(t, o)
	if *got.WorkTime.Allocated != 3600 || *got.PromisedStart != 7200 ||
		!slices.Equal(got.References, []string{"https://example.com/shop"}) {
		t.Errorf("the order has %+v, promised %v, references %v", got.WorkTime, got.PromisedStart, got.References)
	}
	if c := harness.MustCall[contract.CatalogueAnswer](
		t,
		owner,
		http.MethodGet,
		"/catalogue",
		nil,
	); slices.ContainsFunc(
		c.Data.Services,
		func(s contract.CatalogueService) bool { return s.Id == sign },
	) {
		t.Error("a retired service is on offer")
	}
	harness.MustRefuse(
		t, owner, http.StatusNotFound, "not_found", http.MethodPost, "/order",
		map[string]any{"orderName": "Another", "serviceId": sign},
	)
	harness.MustRefuse(
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
		if a := admin.Call(
			t, http.MethodPut, "/catalogue/categories/"+uuid.NewString(),
			map[string]any{"name": name, "place": 0, "retired": false},
		); a.Status != http.StatusBadRequest {
			t.Errorf("a category whose name is %s: %d %s", what, a.Status, a.Body)
		}
	}
	harness.MustCall[contract.CatalogueAnswer](
		t, admin, http.MethodPut, "/catalogue/packages/"+uuid.NewString(),
		map[string]any{"name": "Twin", "allocated": 3600, "maximumActiveOrder": 3, "place": 0, "retired": false},
	)
	packages := func(by *harness.Person, query string) map[string]contract.CataloguePackage {
		all := map[string]contract.CataloguePackage{}
		for _, p := range harness.MustCall[contract.CatalogueAnswer](t, by, http.MethodGet, "/catalogue"+query, nil).Data.Packages {
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
	harness.MustRefuse(
		t, admin, http.StatusConflict, "catalogue.name_taken", http.MethodPut, "/catalogue/packages/"+uuid.NewString(),
		map[string]any{"name": "Twin", "allocated": 3600, "maximumActiveOrder": 3, "place": 0, "retired": false},
	)
}
