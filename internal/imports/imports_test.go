package imports_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/imports"
)

func berlin(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// reasons are the problems of a file, as "line column reason".
func reasons(f imports.File) (all []string) {
	for _, p := range f.Problems.List {
		all = append(all, fmt.Sprintf("%d %s %s", p.Line, p.Column, p.Reason))
	}
	return all
}

func TestOrdersAreReadFromCSV(t *testing.T) { // BY-051
	for name, file := range map[string]string{
		"commas":     "reference,name,Status,due,priority,links\nA-1,Label,In Progress,2026-12-24,HIGH,https://a.test https://b.test\n",
		"semicolons": "reference;name;STATUS;due;priority;links\nA-1;Label;in-progress;2026-12-24;high;https://a.test https://b.test\n",
		"tabs":       "reference\tname\tstatus\tdue\tpriority\tlinks\nA-1\tLabel\tin progress\t2026-12-24\thigh\thttps://a.test https://b.test",
		"mark, CRLF": "\ufeffName,Reference,status,due,priority,links\r\nLabel,A-1,in_progress,2026-12-24,high,\"https://a.test\r\nhttps://b.test\"\r\n\r\n,,,,,\r\n",
	} {
		f := imports.Read(imports.Orders, []byte(file), berlin(t), imports.Reading{})
		if len(f.Orders) != 1 || f.Rows != 1 || f.Problems.Count != 0 {
			t.Errorf("%s: %+v", name, f)
			continue
		}
		o := f.Orders[0]
		if o.Line != 2 || o.Key != "A-1" || o.Details.Name != "Label" || o.Status != order.InProgress ||
			o.Details.Priority != order.High || o.Details.Due.Format(time.RFC3339) != "2026-12-24T22:59:00Z" ||
			!slices.Equal(o.Details.References, []string{"https://a.test", "https://b.test"}) {
			t.Errorf("%s: %+v, due %v", name, o, o.Details.Due)
		}
	}
}

func TestEachProblemOfACSVNamesItsLineAndColumn(t *testing.T) { // BY-051
	file := strings.Join([]string{
		"reference,name,status,due,priority,links,colour",
		"A-1,Label,,,,,",
		"A-1,The same,,,,,",
		",No reference,,,,,",
		"A-3,,,,,,",
		"A-4," + strings.Repeat("x", 201) + ",,,,,",
		"A-5,Label,shiny,,,,",
		"A-6,Label,,24.13.2026,,,",
		"A-7,Label,,1926-12-24,,,",
		"A-8,Label,,,soon,,",
		"A-9,Label,,,,javascript:alert(1),",
		"A-10,\"La\"bel,,,,,",
		"A-11,Label,,,,,,,",
		"A-12,Last,,2026-02-03 04:05,,,red",
	}, "\n")
	f := imports.Read(imports.Orders, []byte(file), time.UTC, imports.Reading{})
	want := []string{
		"1 colour import.column_unknown", "3 reference import.row_twice", "4 reference import.field_missing",
		"5 name import.field_missing", "6 name import.field_too_long", "7 status import.status", "8 due import.due",
		"9 due import.due", "10 priority import.priority", "11  order.references_invalid", "12  import.quotes",
		"13  import.too_many_fields",
	}
	if got := reasons(f); !slices.Equal(got, want) {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if f.Rows != 13 || len(f.Orders) != 2 || f.Orders[0].Status != order.Draft || f.Orders[1].Key != "A-12" {
		t.Errorf("%d rows, orders %+v", f.Rows, f.Orders)
	}
}

func TestAFileThatCannotBeReadSaysWhy(t *testing.T) {
	many := "reference,name\n" + strings.Repeat("1,a\n", imports.MaxRows+1)
	for name, c := range map[string]struct {
		kind imports.Kind
		file string
		want string
	}{
		"nothing":            {imports.Orders, "", "1  import.no_header"},
		"zero bytes":         {imports.Orders, "reference,name\n1,M\x00ller", "0  import.not_utf8"},
		"half of UTF-16":     {imports.Orders, "\xff\xfer\x00e", "0  import.not_text"},
		"a workbook":         {imports.Orders, "PK\x03\x04\x14\x00\x08", "0  import.not_text"},
		"too many columns":   {imports.Orders, strings.Repeat("a,", 200), "1  import.too_many_columns"},
		"a missing column":   {imports.Orders, "reference\n1", "1 name import.column_missing"},
		"a column twice":     {imports.Orders, "reference,name,Name\n1,a,b", "1 name import.column_twice"},
		"too many rows":      {imports.Orders, many, "0  import.too_many_rows"},
		"too many people":    {imports.People, "email,firstname,role\n" + strings.Repeat("x\n", 1001), "0  import.too_many_rows"},
		"too large":          {imports.Orders, strings.Repeat("x", imports.MaxBytes+1), "0  import.file_too_large"},
		"a CSV as a board":   {imports.Trello, "reference,name\n", "0  import.not_a_board"},
		"another board":      {imports.Planka, trelloBoard, "0  import.not_a_board"},
		"a board twice":      {imports.Trello, `{"id":"b","lists":[],"cards":[],"cards":[]}`, "0  import.not_a_board"},
		"no cards":           {imports.Trello, `{"id":"b","lists":[]}`, "0  import.not_a_board"},
		"deeply nested":      {imports.Trello, strings.Repeat("[", 100), "0  import.not_a_board"},
		"cut off":            {imports.Trello, trelloBoard[:len(trelloBoard)-20], "0  import.not_a_board"},
		"a list with no id":  {imports.Trello, `{"id":"b","lists":[{"name":"x"}],"cards":[]}`, "0  import.not_a_board"},
		"cards as an object": {imports.Trello, `{"id":"b","lists":[],"cards":{}}`, "0  import.not_a_board"},
	} {
		f := imports.Read(c.kind, []byte(c.file), time.UTC, imports.Reading{})
		if got := reasons(f); len(got) == 0 || got[len(got)-1] != c.want || len(f.Orders)+len(f.People) > 0 {
			t.Errorf("%s: problems %v, want %s", name, got, c.want)
		}
	}
}

func TestPeopleAndCustomersAreReadFromCSV(t *testing.T) { // BY-051
	f := imports.Read(imports.People, []byte(strings.Join([]string{
		"email,firstname,lastname,role,approver,job_title,time_zone",
		"Kim@Acme.test,Kim,Lee,Team member,yes,Buyer,Europe/Berlin",
		"kim@acme.test,Kim,Lee,staff,,,",
		"Kim Lee <k@acme.test>,Kim,Lee,staff,,,",
		"a@acme.test,A,,guest,,,",
		"b@acme.test,B,,owner,maybe,,",
		"c@acme.test,C,,production manager,,,Mars/Base",
	}, "\n")), time.UTC, imports.Reading{})
	want := []string{
		"3 email import.row_twice", "4 email import.address", "5 role import.role", "6 approver import.yes_or_no",
		"7 time_zone import.time_zone",
	}
	if got := reasons(f); !slices.Equal(got, want) {
		t.Errorf("problems %q", got)
	}
	if len(f.People) != 1 || f.People[0] != (imports.NewPerson{
		Line: 2, Email: "kim@acme.test", Firstname: "Kim", Lastname: "Lee", Role: domain.Staff, Approver: true,
		JobTitle: "Buyer", TimeZone: "Europe/Berlin",
	}) {
		t.Errorf("people %+v", f.People)
	}
	c := imports.Read(
		imports.Customers,
		[]byte("name,owner_email,owner_firstname\nAcme,O@acme.test,Olga\nRival,o@acme.test,Otto\n"),
		time.UTC,
		imports.Reading{},
	)
	if got := reasons(c); !slices.Equal(got, []string{"3 owner_email import.row_twice"}) || len(c.Customers) != 1 ||
		c.Customers[0].Email != "o@acme.test" {
		t.Errorf("customers %+v, problems %q", c.Customers, got)
	}
}

// trelloBoard has the fields that Trello's export has, in its order: cards come before lists.
const trelloBoard = `{"id":"5ad3c6eb79d93844dc6b0b3f","nodeId":"ari:cloud:trello::board/x","name":"Jobs","desc":"",
"closed":false,"limits":{"attachments":{"perBoard":{"status":"ok"}}},"prefs":{"permissionLevel":"private"},
"cards":[
{"id":"c2","badges":{"due":null},"closed":false,"desc":"","due":null,"idList":"l1","labels":[],"name":"Second","pos":200,"shortUrl":"https://trello.com/c/2"},
{"id":"c1","closed":false,"desc":"One\n\nTwo","due":"2026-12-24T10:00:00.000Z","idList":"l1","labels":[{"name":"Urgent","color":"red"},{"name":"","color":"sky"}],"name":"First","pos":100.5,"shortUrl":"https://trello.com/c/1"},
{"id":"c3","closed":true,"desc":"","due":null,"idList":"l2","labels":[],"name":"Put away","pos":1,"shortUrl":"https://trello.com/c/3"},
{"id":"c4","closed":false,"desc":"","due":null,"idList":"l3","labels":[],"name":"In an archived list","pos":1,"shortUrl":"https://trello.com/c/4"},
{"id":"c5","closed":false,"desc":"","due":null,"idList":"gone","labels":[],"name":"Lost","pos":1,"shortUrl":""},
{"id":"c6","closed":"no","idList":"l2","name":"Broken"},
{"id":"c7","closed":false,"desc":"","due":null,"idList":"l2","labels":[],"name":"%LONG%","pos":7,"shortUrl":"javascript:1"},
{"id":"c8","closed":false,"desc":"","due":null,"idList":"l2","labels":[],"name":" ","pos":8,"shortUrl":""}
],
"lists":[
{"id":"l2","name":"Doing","closed":false,"pos":200},
{"id":"l1","name":"To do","closed":false,"pos":100},
{"id":"l3","name":"Old","closed":true,"pos":300}
],"members":[],"checklists":[]}`

func TestABoardIsReadFromTrello(t *testing.T) { // BY-051
	long := strings.Repeat("long ", 60)
	f := imports.Read(
		imports.Trello,
		[]byte(strings.Replace(trelloBoard, "%LONG%", long, 1)),
		time.UTC,
		imports.Reading{},
	)
	if got, want := f.Lists, []imports.List{
		{
			ID:    "l1",
			Name:  "To do",
			Cards: 2,
			Guess: order.Queue,
		},
		{ID: "l2", Name: "Doing", Cards: 1, Guess: order.InProgress},
		{ID: imports.Archived, Name: "Archived cards", Cards: 2},
	}; !slices.Equal(got, want) {
		t.Errorf("lists %+v", got)
	}
	var names []string
	for _, o := range f.Orders {
		names = append(names, o.List+": "+domain.Shorten(o.Details.Name, 30))
	}
	want := []string{
		"l1: First",
		"l1: Second",
		"archived: Put away",
		"l2: " + domain.Shorten(long, 30),
		"archived: In an archived list",
	}
	if !slices.Equal(names, want) || f.Rows != 8 {
		t.Errorf("%d rows: %q", f.Rows, names)
	}
	if got := reasons(f); !slices.Equal(got, []string{
		"9  import.card_unreadable", "8  import.list_unknown", "11 Doing order.name_invalid",
	}) {
		t.Errorf("problems %q", got)
	}
	first := f.Orders[0]
	if first.Details.Priority != order.Urgent || first.Details.Due.Format(time.RFC3339) != "2026-12-24T10:00:00Z" ||
		!slices.Equal(first.Details.References, []string{"https://trello.com/c/1"}) ||
		!strings.Contains(first.Details.Brief, "Labels: Urgent") || !strings.Contains(first.Details.Brief, `"Two"`) {
		t.Errorf("the first card: %+v", first)
	}
	cut := f.Orders[3]
	if utf8.RuneCountInString(cut.Details.Name) > 200 ||
		!strings.Contains(cut.Details.Brief, strings.TrimSpace(long)) ||
		len(cut.Details.References) != 0 {
		t.Errorf("a long name: %+v", cut)
	}
}

// plankaBoard has the fields that GET /api/boards/{id} of Planka 2 has.
const plankaBoard = `{"item":{"id":"1357158568008091264","projectId":"1","name":"Jobs","isSubscribed":false},
"included":{"users":[],"boardMemberships":[],"labels":[{"id":"9","name":"high","color":"berry-red"},{"id":"8","name":null}],
"lists":[{"id":"11","boardId":"1","type":"active","position":65536,"name":"Backlog","color":null},
{"id":"12","type":"closed","position":131072,"name":"Done"},{"id":"13","type":"archive","position":null,"name":null},
{"id":"14","type":"trash","position":null,"name":null}],
"cards":[{"id":"21","listId":"12","type":"project","position":65536,"name":"Jar","description":"Round","dueDate":null,"isClosed":true},
{"id":"22","listId":"11","position":65536,"name":"Box","description":null,"dueDate":"2026-05-01T10:00:00.000Z"}],
"cardLabels":[{"id":"1","cardId":"21","labelId":"9"},{"id":"2","cardId":"21","labelId":"8"}],"tasks":[]}}`

func TestABoardIsReadFromPlanka(t *testing.T) { // BY-051
	f := imports.Read(imports.Planka, []byte(plankaBoard), time.UTC, imports.Reading{})
	if len(f.Orders) != 2 || f.Problems.Count != 0 {
		t.Fatalf("%+v", f)
	}
	box, jar := f.Orders[0], f.Orders[1]
	if box.Details.Name != "Box" || box.Details.Due == nil || jar.Details.Priority != order.High ||
		!strings.Contains(jar.Details.Brief, "Round") {
		t.Errorf("%+v\n%+v", box, jar)
	}
	if want := []imports.List{
		{
			ID:    "11",
			Name:  "Backlog",
			Cards: 1,
			Guess: order.Draft,
		},
		{ID: "12", Name: "Done", Cards: 1, Guess: order.Completed},
	}; !slices.Equal(f.Lists, want) {
		t.Errorf("lists %+v", f.Lists)
	}
	old := strings.NewReplacer(`"type":"active",`, "", `"type":"closed",`, "").
		Replace(plankaBoard)
		// as version 1 has it
	if f := imports.Read(
		imports.Planka,
		[]byte(old),
		time.UTC,
		imports.Reading{},
	); len(f.Orders) != 2 ||
		f.Problems.Count != 0 {
		t.Errorf("version 1: %+v", f)
	}
}

func TestTheIdOfARowDependsOnItsAccountAndKind(t *testing.T) { // BY-051
	acme, rival := uuid.New(), uuid.New()
	ids := map[uuid.UUID]bool{
		imports.ID("customer", acme, imports.Orders, "A-1"):   true,
		imports.ID("customer", rival, imports.Orders, "A-1"):  true,
		imports.ID("customer", acme, imports.Trello, "A-1"):   true,
		imports.ID("customer", acme, imports.Orders, "A-2"):   true,
		imports.ID("brightside", acme, imports.Orders, "A-1"): true,
	}
	if len(ids) != 5 || !ids[imports.ID("customer", acme, imports.Orders, "A-1")] {
		t.Errorf("%d ids", len(ids))
	}
}

func TestTheExamplesHaveNoProblems(t *testing.T) {
	for _, k := range imports.Kinds {
		f := imports.Read(k, []byte(imports.Example(k)), time.UTC, imports.Reading{})
		if k == imports.Trello || k == imports.Planka {
			continue
		}
		if f.Problems.Count != 0 || f.Rows != 1 || len(f.Orders)+len(f.People)+len(f.Customers) != 1 {
			t.Errorf("%s: %+v", k, f)
		}
	}
}

func TestAStatusThatIsNotPossibleBecomesTheNearest(t *testing.T) {
	owner := []order.Status{order.Draft, order.Queue}
	for s, want := range map[order.Status]order.Status{
		order.Draft: order.Draft, order.InProgress: order.Queue, order.InReview: order.Queue, order.Completed: "", "": "",
	} {
		if got := imports.Possible(s, owner); got != want {
			t.Errorf("%s becomes %q, want %q", s, got, want)
		}
	}
}

// Whatever a file has, it is read within the limits, and what is accepted can be stored as an order.
func fuzz(f *testing.F, k imports.Kind, seeds ...string) {
	f.Helper()
	for _, s := range append(seeds, "", "\x00", "a,b\n\"", "[[[", `{"id":1}`, strings.Repeat("a,", 50)) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		how := []imports.Reading{
			{},
			{Encoding: imports.Windows1252, Dates: imports.MonthFirst},
			{Encoding: imports.UTF16LE},
			{Columns: map[int]string{1: "reference", 2: "name", 3: "due", 4: "email", 200: "status"}},
		}[len(content)%4]
		file := imports.Read(k, content, time.UTC, how)
		if l := file.Layout; l != nil {
			if !domain.Storable(l.DateText+l.DateRead) || len(l.Columns) > imports.MaxColumns {
				t.Errorf("the layout %+v", l)
			}
			for _, c := range l.Columns {
				if !domain.Storable(c.Name+strings.Join(c.Samples, "")) || len(c.Samples) > 3 || len(c.Name) > 400 {
					t.Errorf("a column %+v", c)
				}
			}
		}
		if len(file.Problems.List) > file.Problems.Count ||
			len(file.Orders)+len(file.People)+len(file.Customers) > file.Rows {
			t.Errorf("%d rows, %d problems: %+v", file.Rows, file.Problems.Count, file)
		}
		for _, p := range file.Problems.List {
			if p.Reason == "" || p.Text == "" || p.Line < 0 || !domain.Storable(p.Text+p.Column) || len(p.Text) > 2000 {
				t.Errorf("a problem %+v", p)
			}
		}
		keys := map[string]bool{}
		for _, o := range file.Orders {
			brief, err := topic.ParseBrief(o.Details.Brief)
			if err != nil || brief != o.Details.Brief || o.Details.Check() != nil || keys[o.Key] || o.Key == "" {
				t.Errorf("an order %+v: %v", o, err)
			}
			if keys[o.Key] = true; (o.Status == "") == (o.List == "") {
				t.Errorf("an order with status %q in list %q", o.Status, o.List)
			}
		}
		for _, l := range file.Lists {
			if l.ID == "" || !domain.Storable(l.ID+l.Name) {
				t.Errorf("a list %+v", l)
			}
		}
	})
}

func FuzzOrders(f *testing.F) {
	fuzz(f, imports.Orders, imports.Example(imports.Orders), "reference;name;due\n1;a;2026-01-01\n")
}

func FuzzPeople(f *testing.F) { fuzz(f, imports.People, imports.Example(imports.People)) }

func FuzzCustomers(f *testing.F) { fuzz(f, imports.Customers, imports.Example(imports.Customers)) }

func FuzzTrello(f *testing.F) { fuzz(f, imports.Trello, trelloBoard) }

func FuzzPlanka(f *testing.F) { fuzz(f, imports.Planka, plankaBoard) }
