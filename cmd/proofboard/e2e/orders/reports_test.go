package orders

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
)

// reportOf returns the report about orders as a person sees it.
func reportOf(t *testing.T, p *harness.Person, query string) contract.OrderReport {
	t.Helper()
	return harness.MustCall[contract.OrderReportAnswer](t, p, http.MethodGet, "/reports/orders?"+query, nil).Data
}

// behind returns the orders behind a figure, page by page, with the sum of their values.
func behind(t *testing.T, p *harness.Person, path string) (found map[uuid.UUID]bool, sum int) {
	t.Helper()
	found = map[uuid.UUID]bool{}
	for page := 1; ; page++ {
		answer := harness.MustCall[contract.OrdersBehindAnswer](
			t, p, http.MethodGet, path+"&page="+string(rune('0'+page)), nil,
		).Data
		for _, o := range answer.Orders {
			if found[o.Id] {
				t.Errorf("%s is listed twice", o.Id)
			}
			found[o.Id] = true
			sum += int(o.Value)
		}
		if !answer.More || page == 9 {
			return found, sum
		}
	}
}

func total[N int | int64](parts []N) (sum int) {
	for _, n := range parts {
		sum += int(n)
	}
	return sum
}

// Everybody reads figures about the orders that they may see, and about nobody else's; operators only about their
// own work.
func TestWhoReadsWhichReport(t *testing.T) { // D-65 SH-091 SH-092 SH-098 SH-100
	ours, small, resold := harness.OrderIn(t, "owner", order.Completed), harness.OrderIn(t, "small", order.Completed),
		harness.OrderIn(t, "resold", order.Completed)
	orders := map[string]uuid.UUID{"ours": ours, "small": small, "resold": resold}
	for name, sees := range map[string]string{
		"owner": "ours", "both": "ours", "approver": "ours", "looker": "ours", "small": "small", "resold": "resold",
		"reseller": "resold", "manager": "ours small resold", "creative": "ours small resold",
		"production": "ours small resold", "admin": "ours small resold", "operator": "", "cso": "",
	} {
		p := harness.SignedIn(t, name)
		if sees == "" {
			for _, path := range []string{"/reports/orders", "/reports/orders/export", "/reports/orders/behind?figure=placed"} {
				if a := p.Call(t, http.MethodGet, path, nil); a.Status != http.StatusForbidden {
					t.Errorf("%s reads %s: %d", name, path, a.Status)
				}
			}
			continue
		}
		found, sum := behind(t, p, "/reports/orders/behind?figure=placed")
		report := reportOf(t, p, "")
		for which, id := range orders {
			if found[id] != strings.Contains(sees, which) {
				t.Errorf("%s finds %s: %v", name, which, found[id])
			}
		}
		if n := total(report.Placed); n != sum || n == 0 {
			t.Errorf("%s: %d orders are placed, and %d are behind the figure", name, n, sum)
		}
		if done, _ := behind(t, p, "/reports/orders/behind?figure=completed"); len(done) != total(report.Completed) ||
			len(done) != report.Lead.Orders {
			t.Errorf("%s: %d orders are behind %+v", name, len(done), report)
		}
	}
	// Asking for a foreign account is asking for one that does not exist.
	for _, id := range []uuid.UUID{harness.Small, uuid.New()} {
		r := reportOf(t, harness.SignedIn(t, "owner"), "customerId="+id.String())
		if total(r.Placed)+total(r.Worked)+total(r.Completed) != 0 || len(r.Groups) != 0 {
			t.Errorf("the owner sees figures of %s: %+v", id, r)
		}
		found, _ := behind(
			t,
			harness.SignedIn(t, "owner"),
			"/reports/orders/behind?figure=placed&customerId="+id.String(),
		)
		if len(found) != 0 {
			t.Errorf("the owner finds orders of %s: %v", id, found)
		}
	}
	if r := reportOf(t, harness.SignedIn(t, "manager"), "customerId="+harness.Small.String()); total(r.Placed) == 0 {
		t.Error("a manager does not see the figures of an account")
	}
}

// Figures about the work of people are for managers, and for each operator about themselves.
func TestWhoReadsFiguresAboutWhom(t *testing.T) { // D-65 SH-092
	o := harness.World.InProgress(t, "Worked on")
	harness.Do(t, "manager", harness.Assign(o))
	operator, manager := harness.SignedIn(t, "operator"), harness.SignedIn(t, "manager")
	for _, by := range []string{"operator", "manager"} {
		harness.Do(t, by, &commands.StartWork{Order: o})
		harness.Do(t, by, &commands.StopWork{Order: o, Reason: order.StopPaused})
	}
	for _, name := range []string{"owner", "both", "reseller", "resold", "cso"} {
		for _, path := range []string{
			"", "/export", "/behind?figure=load&personId=" + operator.ID.String(),
		} {
			if a := harness.SignedIn(t, name).
				Call(t, http.MethodGet, "/reports/operators"+path, nil); a.Status != http.StatusForbidden {
				t.Errorf("%s reads %s: %d", name, path, a.Status)
			}
		}
	}
	of := func(p *harness.Person) map[uuid.UUID]contract.OperatorFigures {
		people := map[uuid.UUID]contract.OperatorFigures{}
		for _, f := range harness.MustCall[contract.OperatorReportAnswer](
			t, p, http.MethodGet, "/reports/operators", nil,
		).Data.Operators {
			id := f.Person.Id
			f.Person = contract.Person{}
			people[id] = f
		}
		return people
	}
	everybody, own := of(manager), of(operator)
	if len(own) != 1 || own[operator.ID] != everybody[operator.ID] || own[operator.ID].Load == 0 {
		t.Errorf("the operator sees %+v, a manager %+v", own, everybody[operator.ID])
	}
	if _, there := everybody[manager.ID]; !there {
		t.Error("the report leaves a manager out who worked")
	}
	for _, figure := range []string{"worked", "finished", "rework", "load"} {
		path := "/reports/operators/behind?figure=" + figure + "&personId="
		for _, other := range []uuid.UUID{manager.ID, uuid.New(), uuid.Nil} {
			harness.MustRefuse(t, operator, http.StatusNotFound, "not_found", http.MethodGet, path+other.String(), nil)
		}
		found, sum := behind(t, operator, path+operator.ID.String())
		f := own[operator.ID]
		want := map[string]int{"worked": int(f.Worked), "finished": f.Finished, "rework": f.Rework, "load": f.Load}[figure]
		if sum != want || figure != "finished" && figure != "rework" && !found[o] {
			t.Errorf("%s is %d, and the orders behind it have %d: %v", figure, want, sum, found)
		}
	}
	csv := operator.Call(t, http.MethodGet, "/reports/operators/export", nil)
	if csv.Status != http.StatusOK || strings.Count(string(csv.Body), "\n") != 2 {
		t.Errorf("the file of an operator has more than themselves: %s", csv.Body)
	}
}

// What a report cannot answer is refused with a reason, and files have the figures of the page.
func TestAReportRefusesWhatItCannotCount(t *testing.T) { // D-65
	manager := harness.SignedIn(t, "manager")
	for query, reason := range map[string]string{
		"/reports/orders?from=2026-02-30":                                 "report.period_invalid",
		"/reports/orders?from=2026-03-02&to=2026-03-01":                   "report.period_invalid",
		"/reports/orders?from=2024-01-01&to=2026-03-01":                   "report.period_invalid",
		"/reports/operators?to=yesterday":                                 "report.period_invalid",
		"/reports/orders?from=2025-01-01&to=2026-03-01&step=day":          "report.parts_too_small",
		"/reports/orders/behind?figure=stage":                             "report.figure_unknown",
		"/reports/orders/behind?figure=placed&group=x":                    "report.figure_unknown",
		"/reports/orders/behind?figure=placed&by=service&group=in-review": "report.figure_unknown",
		"/reports/orders/behind?figure=placed&part=2020-01-01":            "report.figure_unknown",
		"/reports/orders/behind?figure=nothing":                           "request.invalid",
		"/reports/orders/behind?figure=placed&page=1001":                  "request.invalid",
		"/reports/orders?customerId=" + url.QueryEscape("' or true --"):   "request.invalid",
		"/reports/orders?step=year":                                       "request.invalid",
	} {
		harness.MustRefuse(t, manager, http.StatusBadRequest, reason, http.MethodGet, query, nil)
	}
	harness.OrderIn(t, "owner", order.InReview)
	csv := manager.Call(t, http.MethodGet, "/reports/orders/export", nil)
	header := "\ufeffFigure,Of,From,Value,Unit\r\n"
	if csv.Status != http.StatusOK || !strings.HasPrefix(string(csv.Body), header) ||
		!strings.Contains(string(csv.Body), "Placed,In Review,") {
		t.Errorf("%d %s", csv.Status, csv.Body)
	}
	if json := manager.Call(
		t,
		http.MethodGet,
		"/reports/orders/export?format=json&by=creator",
		nil,
	); json.Status != http.StatusOK ||
		!strings.Contains(string(json.Body), `{"figure":"Placed","of":"`) {
		t.Errorf("%d %s", json.Status, json.Body)
	}
}
