package access

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// feed reads the calendar of a token, and returns its events by their ids.
func feed(t *testing.T, token string) (status int, events map[string]*ics.VEvent) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, harness.World.Base+"/calendar/"+token+".ics", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }() // it is read
	if answer.StatusCode != http.StatusOK {
		return answer.StatusCode, nil
	}
	if kind := answer.Header.Get("Content-Type"); kind != "text/calendar; charset=utf-8" ||
		!strings.Contains(answer.Header.Get("Cache-Control"), "no-store") {
		t.Errorf("the calendar is sent as %s: %v", kind, answer.Header)
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	calendar, err := ics.ParseCalendar(strings.NewReader(string(text)))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	events = map[string]*ics.VEvent{}
	for _, e := range calendar.Events() {
		events[e.Id()] = e
	}
	return answer.StatusCode, events
}

// Each person's calendar has what they have to do with. An order of somebody else's account is in no calendar of theirs.
func TestACalendarShowsWhatIsDueForItsPersonAlone(t *testing.T) { // BY-059 D-94
	due := time.Now().Add(72 * time.Hour).UTC().Truncate(time.Hour)
	name := "Jam; label, no. 1 \\ BEGIN:VEVENT"
	o := harness.OrderIn(t, "owner", order.InProgress)
	harness.Do(t, "owner", &commands.ChangeOrderDetails{Order: o, Change: order.DetailsChanged{Due: &due, Name: &name}})
	harness.Do(t, "manager", harness.Assign(o))
	for who, sees := range map[string]bool{
		"owner": true, "operator": true, "manager": true, "cso": false, "beta": false, "small": false, "looker": false,
	} {
		token, _ := plantToken(t, who, sessions.ReadCalendar)
		var status int
		var event *ics.VEvent
		harness.Eventually(t, "the calendar is as it should be for "+who, func() bool {
			var events map[string]*ics.VEvent
			status, events = feed(t, token)
			event = events["order-"+o.String()+"@proofboard"]
			return (event != nil) == sees
		})
		if status != http.StatusOK {
			t.Errorf("%s: %d", who, status)
		}
		if event == nil {
			continue
		}
		day := event.GetProperty(ics.ComponentPropertyDtStart)
		title := event.GetProperty(ics.ComponentPropertySummary).Value
		if day.Value != due.Format("20060102") || !strings.HasSuffix(title, " "+name+" (In Progress)") ||
			!strings.HasSuffix(event.GetProperty(ics.ComponentPropertyUrl).Value, "/orders/detail/"+o.String()) {
			t.Errorf("%s: on %s %q", who, day.Value, title)
		}
	}
	owner, id := plantToken(t, "owner", sessions.ReadCalendar)
	harness.Act(t, "owner", o, order.Hold)
	if _, events := feed(t, owner); events["order-"+o.String()+"@proofboard"] == nil {
		t.Error("an order on hold is in no calendar")
	}
	harness.Act(t, "owner", o, order.Cancel)
	harness.Eventually(t, "a cancelled order is no longer due", func() bool {
		_, events := feed(t, owner)
		return events["order-"+o.String()+"@proofboard"] == nil
	})
	if err := harness.World.Sessions.RemoveAccessToken(t.Context(), harness.Cast["owner"].ID, id); err != nil {
		t.Fatal(err)
	}
	if status, _ := feed(t, owner); status != http.StatusUnauthorized {
		t.Errorf("the removed address answers %d", status)
	}
}

// The address opens nothing but the calendar, and no other token opens it.
func TestACalendarsTokenOpensTheCalendarAlone(t *testing.T) { // BY-059 BY-052
	calendar, _ := plantToken(t, "owner", sessions.ReadCalendar)
	if a := software(t, calendar, http.MethodGet, "/order", nil); a.Status != http.StatusForbidden {
		t.Errorf("orders by the address of a calendar: %d", a.Status)
	}
	others, _ := plantToken(t, "owner", allBut(t, sessions.ReadCalendar)...)
	for token, want := range map[string]int{
		others: http.StatusForbidden, calendar[:20]: http.StatusUnauthorized, uuid.NewString(): http.StatusUnauthorized,
		calendar[:len(calendar)-1] + "?": http.StatusUnauthorized,
	} {
		if status, _ := feed(t, token); status != want {
			t.Errorf("the token %.8s… opens a calendar with %d, want %d", token, status, want)
		}
	}
}
