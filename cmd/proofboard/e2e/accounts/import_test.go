package accounts

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/imports"
	"github.com/proofboard/proofboard/internal/imports/requests"
)

// Nobody but the person who makes an import sees it.
func TestAnImportIsItsPersons(t *testing.T) { // BY-051
	mine := begun(t, harness.SignedIn(t, "owner"), imports.Orders, uuid.Nil, "reference,name\n1,a\n")
	for _, call := range []struct {
		method, path string
		body         any
	}{
		{http.MethodGet, "", nil},
		{http.MethodPut, "/parts/0", map[string]any{"content": []byte("abc")}},
		{http.MethodPost, "/check", map[string]any{}},
		{http.MethodPost, "/confirm", nil},
		{http.MethodDelete, "", nil},
	} {
		for _, name := range []string{"admin", "manager", "both", "beta", "reseller"} {
			harness.MustRefuse(
				t,
				harness.SignedIn(t, name),
				404,
				"not_found",
				call.method,
				"/imports/"+mine.String()+call.path,
				call.body,
			)
		}
	}
	for name, want := range map[string]string{
		"admin": "customers people", "owner": "people orders trello planka", "reseller": "customers people",
	} {
		got := harness.MustCall[contract.ImportsAnswer](t, harness.SignedIn(t, name), http.MethodGet, "/imports", nil)
		if kinds := strings.Trim(fmt.Sprint(got.Data.Kinds), "[]"); kinds != want {
			t.Errorf("%s may import %q, want %q", name, kinds, want)
		}
		if listed := slices.ContainsFunc(
			got.Data.Imports, func(i contract.Import) bool { return i.Id == mine },
		); listed != (name == "owner") {
			t.Errorf("%s sees the owner's import: %t", name, listed)
		}
	}
	harness.MustRefuse(t, harness.SignedIn(t, "both"), 403, "forbidden", http.MethodGet, "/imports", nil)
	example := harness.MustCall[contract.ImportExampleAnswer](
		t, harness.SignedIn(t, "owner"), http.MethodGet, "/imports/examples/orders", nil,
	)
	if example.Data.Content != imports.Example(imports.Orders) {
		t.Errorf("the example %q", example.Data.Content)
	}
}

// begun announces a file and sends its parts.
func begun(t *testing.T, who *harness.Person, k imports.Kind, customer uuid.UUID, content string) uuid.UUID {
	t.Helper()
	body := map[string]any{"kind": k, "fileName": "file", "size": len(content)}
	if customer != uuid.Nil {
		body["customerId"] = customer
	}
	i := harness.MustCall[contract.ImportAnswer](t, who, http.MethodPost, "/imports", body).Data.Import
	for n := range i.Parts {
		part := content[n*requests.PartBytes : min((n+1)*requests.PartBytes, len(content))]
		path := fmt.Sprintf("/imports/%s/parts/%d", i.Id, n)
		harness.MustCall[contract.Plain](t, who, http.MethodPut, path, map[string]any{"content": []byte(part)})
	}
	return i.Id
}

type answered struct {
	contract.Import
	problems []contract.ImportProblem
}

// until waits for the state of an import.
func until(t *testing.T, who *harness.Person, id uuid.UUID, state contract.ImportState) (a answered) {
	t.Helper()
	harness.Eventually(t, "the import is "+string(state), func() bool {
		got := harness.MustCall[contract.ImportAnswer](t, who, http.MethodGet, "/imports/"+id.String(), nil).Data
		a = answered{got.Import, got.Problems}
		return a.State == state
	})
	return a
}

func checked(t *testing.T, who *harness.Person, id uuid.UUID, lists ...map[string]any) answered {
	t.Helper()
	body := map[string]any{}
	if lists != nil {
		body["lists"] = lists
	}
	harness.MustCall[contract.ImportAnswer](t, who, http.MethodPost, "/imports/"+id.String()+"/check", body)
	return until(t, who, id, contract.ImportChecked)
}

func imported(t *testing.T, who *harness.Person, id uuid.UUID) answered {
	t.Helper()
	harness.MustCall[contract.ImportAnswer](t, who, http.MethodPost, "/imports/"+id.String()+"/confirm", nil)
	return until(t, who, id, contract.ImportDone)
}

// orderOf returns an imported order, once the read models show it.
func orderOf(t *testing.T, who *harness.Person, account uuid.UUID, k imports.Kind, key string) contract.Order {
	t.Helper()
	id := imports.ID("customer", account, k, key)
	harness.Eventually(t, "the imported order shows", func() bool {
		return who.Get(t, "/order/"+id.String()).Status == http.StatusOK
	})
	return who.Order(t, id)
}

func TestOrdersOfACSVAreImportedOnce(t *testing.T) { // BY-051
	owner, key := harness.SignedIn(t, "owner"), uuid.NewString()
	file := "reference,name,status,service,due\n" +
		key + "-1,First imported,Draft,labels,2026-12-24\n" +
		key + "-2,Second imported,queue,,\n" +
		key + "-3,Third imported,Completed,,\n" +
		key + "-4,Fourth imported,,No such service,\n"
	id := begun(t, owner, imports.Orders, uuid.Nil, file)
	before := harness.Head(t)
	a := checked(t, owner, id)
	if a.Rows != 4 || a.Accepted != 2 || a.Existing != 0 || a.ProblemCount != 2 || a.problems[0].Line != 4 ||
		a.problems[0].Reason != "order.not_importable" || a.problems[1].Reason != "import.service_unknown" {
		t.Fatalf("the check: %+v", a)
	}
	harness.Unchanged(t, before) // a check does nothing
	if done := imported(
		t,
		owner,
		id,
	); done.Created != 2 || done.Existing != 0 || done.Handled != 2 ||
		done.ProblemCount != 2 {
		t.Errorf("the import: %+v", done)
	}
	first := orderOf(t, owner, harness.Acme, imports.Orders, key+"-1")
	if first.OrderName != "First imported" || first.Progress != contract.StatusDraft || first.DueDate == nil {
		t.Errorf("the first order: %+v", first)
	}

	// Again, with a row that has changed meanwhile.
	before = harness.Head(t)
	again := begun(t, owner, imports.Orders, uuid.Nil, strings.Replace(file, "Second imported", "Renamed", 1))
	if a := checked(t, owner, again); a.Accepted != 2 || a.Existing != 2 {
		t.Errorf("the second check: %+v", a)
	}
	harness.MustRefuse(t, owner, 409, "import.nothing", http.MethodPost, "/imports/"+again.String()+"/confirm", nil)
	harness.Unchanged(t, before)
	if a := until(t, owner, again, contract.ImportChecked); a.Created != 0 { // it can still be read in another way
		t.Errorf("the second import: %+v", a)
	}
	if o := orderOf(t, owner, harness.Acme, imports.Orders, key+"-2"); o.OrderName != "Second imported" {
		t.Errorf("the second order: %+v", o)
	}
	// The same file is another one for another account.
	admin := harness.SignedIn(t, "admin")
	other := begun(t, admin, imports.Orders, harness.Beta, file)
	if a := checked(t, admin, other); a.Accepted != 3 || a.Existing != 0 || a.ProblemCount != 1 {
		t.Errorf("the check of an admin: %+v", a)
	}
	if done := imported(t, admin, other); done.Created != 3 {
		t.Errorf("the import of an admin: %+v", done)
	}
	third := orderOf(t, admin, harness.Beta, imports.Orders, key+"-3")
	if third.Progress != contract.StatusCompleted {
		t.Errorf("the third order: %+v", third)
	}
	// Its owner hears no more of the one that waits, when a slot is free.
	waits := orderOf(t, admin, harness.Beta, imports.Orders, key+"-2").Id
	harness.MustWrite(
		t, admin, http.MethodPut, "/order/"+waits.String()+"/action",
		map[string]any{"action": "on-hold", "reason": "It is only imported."},
	)
}

func TestAPersonSaysHowACSVIsRead(t *testing.T) { // BY-051
	owner, key := harness.SignedIn(t, "owner"), uuid.NewString()
	file := "Job;Customer's number;Colour;Deadline\nF\xfcr Anna;" + key + ";red;03/04/2026\nBox;" + key + "-2;;05/06/2026\n"
	id := begun(t, owner, imports.Orders, uuid.Nil, file)
	path := "/imports/" + id.String()
	a := checked(t, owner, id)
	if c := a.Csv; c == nil || c.Encoding != contract.CsvWindows1252 || web.Value(c.Dates) != contract.CsvDayFirst ||
		web.Value(c.DateText) != "03/04/2026" || web.Value(c.DateRead) != "2026-04-03" || len(c.Columns) != 4 ||
		c.Columns[1].Field != nil || !slices.Equal(c.Columns[1].Samples, []string{key, key + "-2"}) ||
		web.Value(c.Columns[0].Field) != contract.FieldName || len(c.Fields) != 8 || c.Chosen.Columns != nil {
		t.Fatalf("the layout: %+v", c)
	}
	if a.Accepted != 0 || a.ProblemCount != 2 || a.problems[0].Reason != "import.column_unknown" ||
		web.Value(
			a.problems[0].Column,
		) != "Customer's number, Colour" || a.problems[1].Reason != "import.column_missing" {
		t.Errorf("the first check: %+v", a)
	}
	harness.MustRefuse(t, owner, 409, "import.nothing", http.MethodPost, path+"/confirm", nil)
	column := func(number int, field string) map[string]any { return map[string]any{"number": number, "field": field} }
	for what, wrong := range map[string][]map[string]any{
		"a column twice":     {column(1, "name"), column(1, "reference")},
		"a field twice":      {column(1, "name"), column(2, "name")},
		"a field of another": {column(1, "owner_email")},
	} {
		if got := owner.Call(t, http.MethodPost, path+"/check", map[string]any{
			"reading": map[string]any{"columns": wrong},
		}); got.Status != 400 || got.Reason() != "import.column_invalid" {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
	}
	choice := map[string]any{"reading": map[string]any{
		"dates": "month-first",
		"columns": []map[string]any{
			column(1, "name"),
			column(2, "reference"),
			column(3, "description"),
			column(4, "due"),
		},
	}}
	for range 2 { // choosing the same again changes nothing
		harness.MustCall[contract.ImportAnswer](t, owner, http.MethodPost, path+"/check", choice)
		a = until(t, owner, id, contract.ImportChecked)
		if c := a.Csv; a.Accepted != 2 || a.ProblemCount != 0 || web.Value(c.DateRead) != "2026-03-04" ||
			len(
				*c.Chosen.Columns,
			) != 4 || web.Value(c.Chosen.Dates) != contract.CsvMonthFirst || c.Chosen.Encoding != nil {
			t.Fatalf("the check as chosen: %+v, %+v", a, a.Csv)
		}
	}
	if done := imported(t, owner, id); done.Created != 2 || done.Csv != nil {
		t.Errorf("the import: %+v", done)
	}
	first := orderOf(t, owner, harness.Acme, imports.Orders, key)
	if first.OrderName != "Für Anna" || first.DueDate == nil || first.DueDate.UTC().Format("01-02") != "03-04" {
		t.Errorf("the order: %+v", first)
	}
	// The same file again, read in another way: nothing is new.
	again := begun(t, owner, imports.Orders, uuid.Nil, file)
	choice["reading"].(map[string]any)["dates"] = "day-first"
	harness.MustCall[contract.ImportAnswer](t, owner, http.MethodPost, "/imports/"+again.String()+"/check", choice)
	if a := until(t, owner, again, contract.ImportChecked); a.Accepted != 2 || a.Existing != 2 {
		t.Errorf("the second check: %+v", a)
	}
	board := begun(t, owner, imports.Trello, uuid.Nil, `{"id":"b","lists":[],"cards":[]}`)
	harness.MustRefuse(t, owner, 400, "import.not_csv", http.MethodPost, "/imports/"+board.String()+"/check", choice)
}

func TestABoardIsImportedWithTheStatusesThatAPersonChooses(t *testing.T) { // BY-051
	owner, key := harness.SignedIn(t, "owner"), uuid.NewString()
	file := `{"id":"` + key + `","lists":[{"id":"l1","name":"Doing","pos":1},{"id":"l2","name":"Done","pos":2}],"cards":[
		{"id":"c1","name":"A card","idList":"l1","pos":1,"badges":{"comments":3,"attachments":2}},{"id":"c2","name":"Another","idList":"l2","pos":1}]}`
	id := begun(t, owner, imports.Trello, uuid.Nil, file)
	a := checked(t, owner, id)
	if len(a.Lists) != 2 || web.Value(a.Lists[0].Status) != contract.StatusQueue || a.Lists[1].Status != nil ||
		a.LeftOut != 1 || a.Accepted != 1 || !slices.Contains(a.Statuses, contract.StatusOnHold) {
		t.Fatalf("the first check: %+v", a)
	}
	if n := a.NotImported; n == nil || web.Value(n.Comments) != 3 || n.Attachments != 2 || n.Checklists+n.Members != 0 {
		t.Errorf("what does not come: %+v", n)
	}
	path := "/imports/" + id.String()
	harness.MustRefuse(t, owner, 400, "import.list_unknown", http.MethodPost, path+"/check", map[string]any{
		"lists": []map[string]any{{"id": "l9"}},
	})
	a = checked(
		t,
		owner,
		id,
		map[string]any{"id": "l1", "status": "on-hold"},
		map[string]any{"id": "l2", "status": "draft"},
	)
	if a.Accepted != 2 || a.LeftOut != 0 || *a.Lists[1].Status != contract.StatusDraft {
		t.Fatalf("the second check: %+v", a)
	}
	if done := imported(t, owner, id); done.Created != 2 {
		t.Errorf("the import: %+v", done)
	}
	card := orderOf(t, owner, harness.Acme, imports.Trello, key+"\x00c1")
	if card.Progress != contract.Status(order.OnHold) {
		t.Errorf("the card: %+v", card)
	}
	harness.MustRefuse(t, owner, 409, "import.state_forbids", http.MethodPost, path+"/check", map[string]any{})
	harness.MustRefuse(t, owner, 409, "import.state_forbids", http.MethodDelete, path, nil)
}

func TestPeopleAndCustomersAreInvitedOnce(t *testing.T) { // BY-051 D-82
	admin, key := harness.SignedIn(t, "admin"), uuid.NewString()
	for _, c := range []struct {
		kind imports.Kind
		of   uuid.UUID
		file string
	}{
		{imports.People, harness.Acme, "email,firstname,role,approver\nA" + key + "@e2e.test,Ann,staff,yes\n" +
			"b" + key + "@e2e.test,Ben,manager,\nbeta" + key + "@e2e.test,Bea,staff,\nboth@e2e.test,Bo,staff,\n"},
		{imports.Customers, uuid.Nil, "name,owner_email,owner_firstname,package\nNew " + key[:8] + ",C" + key +
			"@e2e.test,Cleo,\nOther " + key[:8] + ",beta" + key + "@e2e.test,Bea,\nThird,d" + key + "@e2e.test,Dan,No such package\n"},
	} {
		id := begun(t, admin, c.kind, c.of, c.file)
		before := harness.Head(t)
		a := checked(t, admin, id)
		harness.Unchanged(t, before)
		var reasons []string
		for _, p := range a.problems {
			reasons = append(reasons, fmt.Sprint(p.Line, " ", p.Reason))
		}
		// Somebody whose address belongs to another account is taken like everybody else.
		want, existing := "3 member.role_invalid", 1
		if c.kind == imports.Customers {
			want, existing = "4 customer.package_unknown", 0
		}
		if !slices.Equal(reasons, []string{want}) || a.Existing != existing || a.Accepted != 2+existing {
			t.Errorf("the check of %s: %+v", c.kind, a)
		}
		if done := imported(t, admin, id); done.Created != 2 {
			t.Errorf("the import of %s: %+v", c.kind, done)
		}
		before = harness.Head(t)
		again := begun(t, admin, c.kind, c.of, c.file)
		if a := checked(t, admin, again); a.Existing != 2+existing {
			t.Errorf("the second check of %s: %+v", c.kind, a)
		}
		harness.MustRefuse(t, admin, 409, "import.nothing", http.MethodPost, "/imports/"+again.String()+"/confirm", nil)
		harness.Unchanged(t, before) // no second invitation, so no second mail
	}
	found := harness.MustCall[contract.PeoplePageAnswer](
		t, admin, http.MethodGet, "/people?customerId="+harness.Acme.String()+"&search="+key, nil,
	).Data.People
	if len(found) != 2 || found[0].State != contract.MemberStateInvited || !found[0].IsApprover {
		t.Errorf("the people of the account: %+v", found)
	}
}

func TestAFileComesCompletelyOrIsNotChecked(t *testing.T) { // BY-051
	owner := harness.SignedIn(t, "beta")
	i := harness.MustCall[contract.ImportAnswer](t, owner, http.MethodPost, "/imports", map[string]any{
		"kind": "orders", "fileName": "big.csv", "size": requests.PartBytes + 3,
	}).Data.Import
	if i.Parts != 2 {
		t.Fatalf("%+v", i)
	}
	path := "/imports/" + i.Id.String()
	send := func(n, size int) harness.Answer {
		t.Helper()
		return owner.Call(
			t,
			http.MethodPut,
			fmt.Sprint(path, "/parts/", n),
			map[string]any{"content": make([]byte, size)},
		)
	}
	for _, wrong := range []struct{ number, size int }{{0, 3}, {1, 4}, {2, 3}, {0, requests.PartBytes - 1}} {
		if a := send(wrong.number, wrong.size); a.Status != 400 || a.Reason() != "import.part_invalid" {
			t.Errorf("part %d with %d bytes: %d %s", wrong.number, wrong.size, a.Status, a.Body)
		}
	}
	if a := send(1, 3); a.Status != 200 {
		t.Errorf("the last part: %s", a.Body)
	}
	harness.MustRefuse(t, owner, 409, "import.file_incomplete", http.MethodPost, path+"/check", map[string]any{})
	harness.MustRefuse(t, owner, 409, "import.state_forbids", http.MethodPost, path+"/confirm", nil)
	harness.MustCall[contract.ImportAnswer](t, owner, http.MethodDelete, path, nil)
	if a := send(0, requests.PartBytes); a.Status != 409 || a.Reason() != "import.state_forbids" {
		t.Errorf("a part of a cancelled import: %d %s", a.Status, a.Body)
	}
	if a := owner.Call(t, http.MethodPost, "/imports", map[string]any{
		"kind": "orders", "fileName": "x", "size": imports.MaxBytes + 1,
	}); a.Status != 400 {
		t.Errorf("a file that is too large: %d %s", a.Status, a.Body)
	}
}
