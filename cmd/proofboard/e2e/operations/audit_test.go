package operations

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func historyOf(t *testing.T, p *harness.Person, o uuid.UUID, query string) []contract.HistoryEvent {
	t.Helper()
	return harness.MustCall[contract.HistoryAnswer](
		t,
		p,
		http.MethodGet,
		"/order/"+o.String()+"/history"+query,
		nil,
	).Data.Events
}

func auditEvents(t *testing.T, query string) (events []contract.AuditEvent, cursor *int64) {
	t.Helper()
	a := harness.MustCall[contract.AuditEventsAnswer](
		t,
		harness.SignedIn(t, "admin"),
		http.MethodGet,
		"/audit/events"+query,
		nil,
	)
	return a.Data.Events, a.Data.Cursor
}

func TestAHistoryIsFilteredByPersonTypeKindTimeSurfaceAndReason(t *testing.T) { // BY-018
	o := harness.NewScene(t, "owner", order.InReview).Order
	harness.Do(t, "manager", &commands.ActOnOrder{Order: o, Action: order.Hold, Reason: "Waiting for the Logo"})
	all := historyOf(t, harness.SignedIn(t, "manager"), o, "")
	middle := all[len(all)/2]
	for name, c := range map[string]struct {
		query url.Values
		takes func(contract.HistoryEvent) bool
	}{
		"person": {url.Values{"person": {harness.Cast["manager"].ID.String()}}, func(e contract.HistoryEvent) bool { return e.Actor != nil && e.Actor.Id == harness.Cast["manager"].ID }},
		"stream": {url.Values{"type": {"order"}}, func(e contract.HistoryEvent) bool { return e.StreamType == "order" }},
		"type":   {url.Values{"type": {"order.moved,order.held"}}, func(e contract.HistoryEvent) bool { return e.Type == "order.moved" || e.Type == "order.held" }},
		"kind":   {url.Values{"kind": {"people"}}, func(e contract.HistoryEvent) bool { return e.Type == "order.collaborators_set" }},
		"via":    {url.Values{"via": {middle.Via}}, func(e contract.HistoryEvent) bool { return e.Via == middle.Via }},
		"from":   {url.Values{"from": {middle.At.Format(time.RFC3339Nano)}}, func(e contract.HistoryEvent) bool { return !e.At.Before(middle.At) }},
		"to":     {url.Values{"to": {middle.At.Format(time.RFC3339Nano)}}, func(e contract.HistoryEvent) bool { return !e.At.After(middle.At) }},
		"reason": {url.Values{"reason": {"the logo"}}, func(e contract.HistoryEvent) bool { return e.Type == "order.held" }},
		"two": {url.Values{"person": {harness.Cast["manager"].ID.String()}, "kind": {"status"}}, func(e contract.HistoryEvent) bool {
			return e.Actor != nil && e.Actor.Id == harness.Cast["manager"].ID && strings.HasPrefix(e.Type, "order.")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var want []int64
			for _, e := range all {
				if c.takes(e) {
					want = append(want, e.Position)
				}
			}
			if len(want) == 0 {
				t.Fatal("the filter is to find something")
			}
			var got []int64
			for _, e := range historyOf(t, harness.SignedIn(t, "manager"), o, "?"+c.query.Encode()) {
				got = append(got, e.Position)
			}
			if !slices.Equal(got, want) {
				t.Errorf("positions %v, want %v", got, want)
			}
		})
	}
	held := all[len(all)-1]
	if len(held.Diff) == 0 || harness.Value(held.Reason) != "Waiting for the Logo" || held.Actor == nil ||
		held.At.IsZero() {
		t.Errorf("who, when, what and why: %+v", held)
	}
	harness.MustRefuse(
		t, harness.SignedIn(t, "manager"), http.StatusBadRequest, "history.filter_invalid", http.MethodGet,
		"/order/"+o.String()+"/history?type=order.invented", nil,
	)
	harness.MustRefuse(
		t, harness.SignedIn(t, "manager"), http.StatusBadRequest, "history.filter_invalid", http.MethodGet,
		"/order/"+o.String()+"/history?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", nil,
	)
}

// table parses a CSV export with a byte order mark and a header. It returns the lines as maps.
func table(t *testing.T, a harness.Answer) []map[string]string {
	t.Helper()
	if a.Status != http.StatusOK || a.Header.Get("Content-Type") != "text/csv; charset=utf-8" ||
		!strings.HasPrefix(a.Header.Get("Content-Disposition"), `attachment; filename="`) {
		t.Fatalf("%d %v", a.Status, a.Header)
	}
	text, marked := bytes.CutPrefix(a.Body, []byte("\ufeff"))
	if !marked {
		t.Error("no byte order mark")
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(lines) == 0 {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, line := range lines[1:] {
		m := map[string]string{}
		for i, cell := range line {
			m[lines[0][i]] = cell
		}
		out = append(out, m)
	}
	return out
}

func TestAnExportedHistoryIsTheHistoryAndHarmlessInASpreadsheet(t *testing.T) { // BY-018
	o := uuid.New()
	harness.Do(
		t,
		"owner",
		&commands.DraftOrder{
			Order: o,
			Details: order.Details{
				Headline: order.Headline{Name: `=HYPERLINK("http://evil.test")`, Service: harness.Labels},
			},
		},
	)
	harness.Act(t, "owner", o, order.Publish)
	for i, reason := range []string{"=1+1", "+1", "-1", "@SUM(A1)", `said "no", twice`} {
		harness.Do(t, "manager", &commands.ActOnOrder{Order: o, Action: order.Hold, Reason: reason})
		if i < 4 {
			harness.Do(t, "manager", &commands.ActOnOrder{Order: o, Action: order.Resume})
		}
	}
	path := "/order/" + o.String() + "/history/export"
	lines := table(t, harness.SignedIn(t, "manager").Get(t, path+"?format=csv"))
	events := historyOf(t, harness.SignedIn(t, "manager"), o, "")
	if len(lines) != len(events) {
		t.Fatalf("%d lines for %d events", len(lines), len(events))
	}
	var reasons []string
	for i, line := range lines {
		if line["Position"] != strconv.FormatInt(events[i].Position, 10) || line["Event"] != events[i].Type {
			t.Errorf("line %d is %v, want event %d", i, line, events[i].Position)
		}
		if line["Reason"] != "" {
			reasons = append(reasons, line["Reason"])
		}
		for column, cell := range line {
			if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r") {
				t.Errorf("%s can be taken for a formula: %s", column, cell)
			}
		}
	}
	if want := []string{"'=1+1", "'+1", "'-1", "'@SUM(A1)", `said "no", twice`}; !slices.Equal(reasons, want) {
		t.Errorf("reasons %q, want %q", reasons, want)
	}
	if !strings.Contains(lines[len(lines)-1]["Changes"], "Status: ") {
		t.Errorf("no changes: %v", lines[len(lines)-1])
	}
	var file []contract.HistoryEvent
	a := harness.SignedIn(t, "manager").Get(t, path+"?format=json&reason=said")
	if err := json.Unmarshal(a.Body, &file); err != nil || len(file) != 1 ||
		harness.Value(file[0].Reason) != `said "no", twice` {
		t.Errorf("the JSON file with a filter: %v %s", err, a.Body)
	}
	harness.MustRefuse(t, harness.SignedIn(t, "beta"), http.StatusNotFound, "not_found", http.MethodGet, path, nil)
}

func TestACustomersExportHoldsNoInternalFileOrTopic(t *testing.T) { // D-13 BY-018
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "operator2")
	for _, format := range []string{"csv", "json"} {
		path := "/order/" + sc.Order.String() + "/history/export?format=" + format
		customer, deskSide := string(
			harness.SignedIn(t, "owner").Get(t, path).Body,
		), string(
			harness.SignedIn(t, "manager").Get(t, path).Body,
		)
		for what, hidden := range map[string]uuid.UUID{"an internal file": sc.Internal.Attachment, "a topic of it": sc.Internal.Public, "an internal topic": sc.Review.Internal} {
			if strings.Contains(customer, hidden.String()) {
				t.Errorf("%s: the customer's file holds %s", format, what)
			}
			if !strings.Contains(deskSide, hidden.String()) {
				t.Errorf("%s: the manager's file lacks %s", format, what)
			}
		}
		if !strings.Contains(customer, sc.Review.Public.String()) {
			t.Errorf("%s: the customer's file lacks a topic that they may see", format)
		}
	}
}

func TestAnAuditorFindsEventsByEveryFilterPageByPage(t *testing.T) { // BY-018
	o := harness.NewScene(t, "owner", order.InReview).Order
	discussed := harness.Attach(t, o, "owner", proof.CustomerReview)
	discussed.Discuss(t, o, proof.CustomerReview, "operator")
	harness.Do(t, "manager", &commands.ActOnOrder{Order: o, Action: order.Hold, Reason: "audited"})
	// All pages from the newest to the oldest contain each event once, in the order of the log.
	var paged []contract.AuditEvent
	for cursor := ""; ; {
		page, next := auditEvents(t, "?limit=7&order="+o.String()+cursor)
		paged = append(paged, page...)
		if next == nil {
			break
		}
		if len(page) != 7 {
			t.Fatalf("a page of %d with another behind it", len(page))
		}
		cursor = fmt.Sprintf("&cursor=%d", *next)
	}
	history := historyOf(t, harness.SignedIn(t, "admin"), o, "")
	slices.Reverse(history)
	if len(paged) != len(history) {
		t.Fatalf("%d events, the history has %d", len(paged), len(history))
	}
	for i, e := range paged {
		h := history[i]
		if e.Position != h.Position || e.Type != h.Type || e.Via != h.Via || e.Label != h.Label ||
			harness.Value(e.Reason) != harness.Value(h.Reason) ||
			e.Order == nil ||
			e.Order.Id != o ||
			e.Order.Number == "" {
			t.Errorf("event %d is %+v, want %+v", i, e, h)
		}
	}
	for name, c := range map[string]struct {
		query string
		takes func(contract.AuditEvent) bool
	}{
		"person":         {"person=" + harness.Cast["manager"].ID.String(), func(e contract.AuditEvent) bool { return e.Actor != nil && e.Actor.Id == harness.Cast["manager"].ID }},
		"type":           {"type=order.held,order.moved", func(e contract.AuditEvent) bool { return e.Type == "order.held" || e.Type == "order.moved" }},
		"kind":           {"kind=comment", func(e contract.AuditEvent) bool { return strings.HasPrefix(e.Type, "topic.") }},
		"via":            {"via=" + history[0].Via, func(e contract.AuditEvent) bool { return e.Via == history[0].Via }},
		"from":           {"from=" + url.QueryEscape(history[2].At.Format(time.RFC3339Nano)), func(e contract.AuditEvent) bool { return !e.At.Before(history[2].At) }},
		"to":             {"to=" + url.QueryEscape(history[2].At.Format(time.RFC3339Nano)), func(e contract.AuditEvent) bool { return !e.At.After(history[2].At) }},
		"order and type": {"order=" + o.String() + "&type=order.held", func(e contract.AuditEvent) bool { return e.Order.Id == o && e.Type == "order.held" }},
	} {
		t.Run(name, func(t *testing.T) {
			found, _ := auditEvents(t, "?limit=200&"+c.query)
			if len(found) == 0 {
				t.Fatal("the filter is to find something")
			}
			everything, _ := auditEvents(t, fmt.Sprintf("?limit=200&cursor=%d", found[0].Position+1))
			var want, got []int64
			for _, e := range everything {
				if c.takes(e) {
					want = append(want, e.Position)
				}
			}
			for _, e := range found[:min(len(found), len(want))] {
				got = append(got, e.Position)
			}
			if !slices.Equal(got, want) {
				t.Errorf("positions %v, want %v", got, want)
			}
		})
	}
	next, _ := auditEvents(t, fmt.Sprintf("?limit=1&after=%d&order=%s", history[1].Position, o))
	if len(next) != 1 || next[0].Position != history[0].Position {
		t.Errorf("the event after %d is %+v", history[1].Position, next)
	}
	lines := table(t, harness.SignedIn(t, "admin").Get(t, "/audit/events/export?order="+o.String()))
	if len(lines) != len(paged) || lines[0]["Reason"] != "audited" || lines[0]["Order id"] != o.String() {
		t.Errorf("%d lines for %d events, the first is %v", len(lines), len(paged), lines[0])
	}
	var all []contract.AuditEvent
	a := harness.SignedIn(t, "admin").Get(t, "/audit/events/export?format=json")
	if err := json.Unmarshal(a.Body, &all); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(all, func(a, b contract.AuditEvent) int { return int(b.Position - a.Position) }) ||
		len(all) < len(paged) {
		t.Errorf("a file of %d events, not in order", len(all))
	}
}

func TestAnAuditorSeesRefusedCommandsWithTheirRule(t *testing.T) { // BY-025
	o := harness.OrderIn(t, "owner", order.InProgress)
	admin := harness.SignedIn(t, "admin")
	path := "/order/" + o.String() + "/move-progress"
	for range 3 {
		harness.MustRefuse(
			t, harness.SignedIn(t, "operator"), http.StatusConflict, "order.move_not_allowed", http.MethodPut, path,
			map[string]any{"moveto": "approved", "via": "board"},
		)
	}
	list := func(query string) contract.RefusalsAnswer {
		return harness.MustCall[contract.RefusalsAnswer](
			t,
			admin,
			http.MethodGet,
			"/audit/refusals?order="+o.String()+query,
			nil,
		)
	}
	first := list("&limit=2")
	if len(first.Data.Refusals) != 2 || first.Data.Cursor == nil {
		t.Fatalf("%+v", first.Data)
	}
	second := list("&limit=2&cursor=" + *first.Data.Cursor)
	if len(second.Data.Refusals) != 1 || second.Data.Cursor != nil {
		t.Fatalf("%+v", second.Data)
	}
	seen := map[uuid.UUID]bool{}
	for _, r := range append(first.Data.Refusals, second.Data.Refusals...) {
		seen[r.Id] = true
		if r.Actor == nil || r.Actor.Id != harness.Cast["operator"].ID || r.Command == "" ||
			r.Reason != "order.move_not_allowed" ||
			r.Refusal == nil ||
			r.Refusal.Rule == "" ||
			r.Order == nil ||
			r.Order.Id != o ||
			r.Via != "board" {
			t.Errorf("who, what and which rule: %+v", r)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d refusals, want 3", len(seen))
	}
	if other := list("&person=" + harness.Cast["manager"].ID.String()); len(other.Data.Refusals) != 0 {
		t.Errorf("refusals of somebody else: %+v", other.Data)
	}
	harness.MustRefuse(
		t,
		admin,
		http.StatusBadRequest,
		"cursor.invalid",
		http.MethodGet,
		"/audit/refusals?cursor=bm90IG9uZQ",
		nil,
	)
}

func TestMomentsSpanTheLogAndPeopleAreFoundByAPartOfTheirName(t *testing.T) { // BY-019
	harness.Draft(t, "owner")
	a := harness.MustCall[contract.MomentsAnswer](
		t,
		harness.SignedIn(t, "admin"),
		http.MethodGet,
		"/audit/moments?ticks=20",
		nil,
	)
	ticks := a.Data.Ticks
	if len(ticks) != 20 || ticks[0].Position != 1 || ticks[19].Position != a.Data.Head || a.Data.Head < 20 {
		t.Fatalf("%+v", a.Data)
	}
	for i := 1; i < len(ticks); i++ {
		if ticks[i].Position <= ticks[i-1].Position || ticks[i].At.IsZero() {
			t.Errorf("ticks %d and %d: %+v %+v", i-1, i, ticks[i-1], ticks[i])
		}
	}
	p := harness.MustCall[contract.PeopleAnswer](
		t,
		harness.SignedIn(t, "admin"),
		http.MethodGet,
		"/audit/people?search=CREATIVE%20d",
		nil,
	)
	if len(p.Data) != 1 || p.Data[0].Id != harness.Cast["creative"].ID {
		t.Errorf("%+v", p.Data)
	}
}
