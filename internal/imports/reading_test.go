package imports_test

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/proofboard/proofboard/internal/imports"
)

// utf16of returns a text in UTF-16, with a byte order mark.
func utf16of(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

func TestTheEncodingOfAFileIsGuessedAndCanBeChosen(t *testing.T) { // BY-051
	const text = "reference,name\n1,Müller € Łódź\n"
	for name, c := range map[string]struct {
		content string
		want    imports.Encoding
		title   string
	}{
		"UTF-8":                {text, imports.UTF8, "Müller € Łódź"},
		"UTF-8 with a mark":    {"\ufeff" + text, imports.UTF8, "Müller € Łódź"},
		"UTF-16LE":             {utf16of(text, binary.LittleEndian), imports.UTF16LE, "Müller € Łódź"},
		"UTF-16BE":             {utf16of(text, binary.BigEndian), imports.UTF16BE, "Müller € Łódź"},
		"UTF-16LE, no mark":    {utf16of(text, binary.LittleEndian)[2:], imports.UTF16LE, "Müller € Łódź"},
		"UTF-16BE, no mark":    {utf16of(text, binary.BigEndian)[2:], imports.UTF16BE, "Müller € Łódź"},
		"Windows-1252":         {"reference,name\n1,M\xfcller \x80\n", imports.Windows1252, "Müller €"},
		"only ASCII is UTF-8":  {"reference,name\n1,Mueller\n", imports.UTF8, "Mueller"},
		"semicolons in UTF-16": {utf16of("reference;name\r\n1;Müller\r\n", binary.LittleEndian), imports.UTF16LE, "Müller"},
	} {
		f := imports.Read(imports.Orders, []byte(c.content), time.UTC, imports.Reading{})
		if len(f.Orders) != 1 || f.Orders[0].Details.Name != c.title || f.Layout.Encoding != c.want ||
			f.Problems.Count != 0 {
			t.Errorf("%s: %+v, %+v", name, f, f.Layout)
		}
	}
	// Valid in two encodings: the guess can be wrong, and is changed.
	both := "reference,name\n1,M\xc3\xbcller\n"
	f := imports.Read(imports.Orders, []byte(both), time.UTC, imports.Reading{Encoding: imports.Windows1252})
	if f.Orders[0].Details.Name != "MÃ¼ller" || f.Layout.Encoding != imports.Windows1252 {
		t.Errorf("as chosen: %+v", f)
	}
	for e, want := range map[imports.Encoding]string{
		imports.UTF8: "0  import.not_utf8", imports.UTF16LE: "0  import.not_text", "latin-9": "0  import.not_text",
	} {
		wrong := imports.Read(imports.Orders, []byte("name\n1,M\xfcller"), time.UTC, imports.Reading{Encoding: e})
		if got := reasons(wrong); !slices.Equal(got, []string{want}) || wrong.Rows != 0 {
			t.Errorf("%s: %v", e, got)
		}
	}
}

func TestColumnsAreGuessedByTheirNamesAndCanBeChosen(t *testing.T) { // BY-051
	file := []byte(
		"Job No.;Title;Deadline;Colour;Ref;\n7;Label;2026-12-24;red;A-1;x\n8;Box;;;A-2;\n9;Jar;;;A-3;\n10;;;;A-4;\n",
	)
	f := imports.Read(imports.Orders, file, time.UTC, imports.Reading{})
	want := []imports.FileColumn{
		{Name: "Job No.", Samples: []string{"7", "8", "9"}},
		{Name: "Title", Samples: []string{"Label", "Box", "Jar"}, Field: "name"},
		{Name: "Deadline", Samples: []string{"2026-12-24"}, Field: "due"},
		{Name: "Colour", Samples: []string{"red"}},
		{Name: "Ref", Samples: []string{"A-1", "A-2", "A-3"}, Field: "reference"},
		{Name: "", Samples: []string{"x"}},
	}
	if !slices.EqualFunc(f.Layout.Columns, want, func(a, b imports.FileColumn) bool {
		return a.Name == b.Name && a.Field == b.Field && slices.Equal(a.Samples, b.Samples)
	}) {
		t.Errorf("columns %+v", f.Layout.Columns)
	}
	// All columns that are not known are one problem, whatever the number of rows.
	if got := reasons(
		f,
	); !slices.Equal(
		got,
		[]string{"1 Job No., Colour import.column_unknown", "5 name import.field_missing"},
	) {
		t.Errorf("problems %q", got)
	}
	if f.Problems.List[0].Text != "These columns are not known. They are left out." {
		t.Errorf("%+v", f.Problems.List[0])
	}
	chosen := imports.Reading{Columns: map[int]string{1: "reference", 2: "name", 4: "description", 99: "due"}}
	f = imports.Read(imports.Orders, file, time.UTC, chosen)
	if len(f.Orders) != 3 || f.Orders[0].Key != "7" || !strings.Contains(f.Orders[0].Details.Brief, "red") ||
		f.Orders[0].Details.Due != nil || f.Layout.Columns[2].Field != "" || f.Problems.Count != 1 {
		t.Errorf("as chosen: %+v", f)
	}
	f = imports.Read(imports.Orders, file, time.UTC, imports.Reading{Columns: map[int]string{}})
	if got := reasons(
		f,
	); !slices.Equal(
		got,
		[]string{"1 reference import.column_missing", "1 name import.column_missing"},
	) || f.Rows != 4 {
		t.Errorf("with nothing chosen: %q", got)
	}
	twice := []byte("reference,name,Name\n1,a,b\n")
	f = imports.Read(
		imports.Orders,
		twice,
		time.UTC,
		imports.Reading{Columns: map[int]string{1: "reference", 3: "name"}},
	)
	if len(f.Orders) != 1 || f.Orders[0].Details.Name != "b" || f.Problems.Count != 0 {
		t.Errorf("one of two: %+v", f)
	}
	for kind, header := range map[imports.Kind]string{
		imports.People:    "E-Mail,First name,Surname,Role,Timezone\nk@a.test,Kim,Lee,staff,UTC\n",
		imports.Customers: "Company,E-mail address,First Name,Last name\nAcme,o@a.test,Olga,Berg\n",
	} {
		if f := imports.Read(kind, []byte(header), time.UTC, imports.Reading{}); len(f.People)+len(f.Customers) != 1 ||
			f.Problems.Count != 0 || f.Layout.Dates != "" {
			t.Errorf("%s: %+v", kind, f)
		}
	}
}

func TestTheOrderOfDatesIsGuessedAndCanBeChosen(t *testing.T) { // BY-051
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		values      string
		zone        *time.Location
		chosen      imports.DateOrder
		want        imports.DateOrder
		days        string // empty: a problem
		text, shown string
	}{
		"none":                      {"", time.UTC, "", imports.ISO, "none", "", ""},
		"the year first":            {"2026-12-24 2026/1/2 2026-03-04T05:06:07Z", time.UTC, "", imports.ISO, "2026-12-24 2026-01-02 2026-03-04", "", ""},
		"a day beyond 12":           {"03/04/2026 24/12/2026", newYork, "", imports.DayFirst, "2026-04-03 2026-12-24", "03/04/2026", "2026-04-03"},
		"a month first":             {"03/04/2026 12/24/26", berlin(t), "", imports.MonthFirst, "2026-03-04 2026-12-24", "03/04/2026", "2026-03-04"},
		"both possible":             {"1/1/2026 03/04/2026", berlin(t), "", imports.DayFirst, "2026-01-01 2026-04-03", "03/04/2026", "2026-04-03"},
		"both possible in New York": {"03/04/2026", newYork, "", imports.MonthFirst, "2026-03-04", "03/04/2026", "2026-03-04"},
		"dots in New York":          {"03.04.2026", newYork, "", imports.DayFirst, "2026-04-03", "03.04.2026", "2026-04-03"},
		"chosen":                    {"03/04/2026 24/12/2026", time.UTC, imports.MonthFirst, imports.MonthFirst, "2026-03-04 ", "03/04/2026", "2026-03-04"},
		"chosen with the year":      {"24.12.2026 2026-12-24", time.UTC, imports.ISO, imports.ISO, " 2026-12-24", "24.12.2026", ""},
		"no dates":                  {"30.02.2026 3.4/2026 soon 1.2.345 99.99.9999 24.12.2026-25:00", time.UTC, "", imports.ISO, "     ", "", ""},
	} {
		values := strings.Fields(c.values)
		file := "reference,name,due\n"
		for i, v := range values {
			file += string(rune('a'+i)) + ",Label," + v + "\n"
		}
		f := imports.Read(imports.Orders, []byte(file+"z,Label,\n"), c.zone, imports.Reading{Dates: c.chosen})
		if f.Layout.Dates != c.want || f.Layout.DateText != c.text || f.Layout.DateRead != c.shown {
			t.Errorf("%s: %+v", name, f.Layout)
		}
		if c.days == "none" {
			continue
		}
		days := strings.Split(c.days, " ")
		for i := range values {
			got := ""
			for _, o := range f.Orders {
				if o.Key == string(rune('a'+i)) {
					got = o.Details.Due.In(c.zone).Format(time.DateOnly)
				}
			}
			if got != days[i] {
				t.Errorf("%s: %s is read as %q, want %q", name, values[i], got, days[i])
			}
		}
	}
}

func TestATimeOfADueDateIsRead(t *testing.T) { // BY-051
	for written, want := range map[string]string{
		"24.12.2026 17:30":      "2026-12-24T16:30:00Z",
		"24.12.2026 7:05:59":    "2026-12-24T06:05:00Z",
		"24/12/2026 5:30 PM":    "2026-12-24T16:30:00Z",
		"24/12/2026 12:15 a.m.": "2026-12-23T23:15:00Z",
		"2026-12-24T17:30":      "2026-12-24T16:30:00Z",
		"24.12.2026":            "2026-12-24T22:59:00Z",
	} {
		f := imports.Read(
			imports.Orders, []byte("reference,name,due\n1,Label,"+written+"\n"), berlin(t), imports.Reading{},
		)
		if len(f.Orders) != 1 || f.Orders[0].Details.Due.Format(time.RFC3339) != want {
			t.Errorf("%s: %+v", written, f)
		}
	}
}

func TestTheCheckOfABoardCountsWhatDoesNotCome(t *testing.T) { // BY-051
	trello := `{"id":"b","lists":[{"id":"l","name":"Doing","pos":1}],"cards":[
{"id":"c1","name":"One","idList":"l","pos":1,"badges":{"comments":3,"attachments":1},"idMembers":["m1","m2"],"attachments":[{"id":"a"},{"id":"b"}]},
{"id":"c2","name":"Two","idList":"l","pos":2,"badges":{"comments":2,"attachments":4},"idMembers":["m2","m3"]},
{"id":"c3","name":"Odd","idList":"l","pos":3,"badges":{"comments":1e300},"idMembers":"nobody"},
{"id":"c4","name":"Negative","idList":"l","pos":4,"badges":{"comments":-7,"attachments":-7}}],
"actions":[{"type":"commentCard"},{"type":"updateCard"},7],"checklists":[{"id":"x"},{"id":"y"}],"members":[{"id":"m1"},{"id":"m9"}]}`
	f := imports.Read(imports.Trello, []byte(trello), time.UTC, imports.Reading{})
	if n := f.Stays; len(f.Orders) != 4 || n == nil || n.Comments == nil || *n.Comments != 5 || n.Checklists != 2 ||
		n.Members != 4 || n.Attachments != 6 {
		t.Errorf("Trello: %+v, %d orders", f.Stays, len(f.Orders))
	}
	// The export has at most 1000 actions, so the cards know better; without them the actions are counted.
	f = imports.Read(imports.Trello, []byte(`{"id":"b","lists":[],"cards":[],"checklists":null,"members":{},
"actions":[{"type":"commentCard"}]}`), time.UTC, imports.Reading{})
	if n := f.Stays; n == nil || n.Comments == nil || *n.Comments != 1 || n.Checklists+n.Members+n.Attachments != 0 {
		t.Errorf("a bare board: %+v, %v", f.Stays, reasons(f))
	}
	planka := strings.NewReplacer(
		`"boardMemberships":[]`,
		`"boardMemberships":[{"userId":"u1"}],"cardMemberships":[{"userId":"u1"},{"userId":"u2"}]`,
		`"tasks":[]`,
		`"tasks":[{"cardId":"21"},{"cardId":"21"},{"cardId":"22"}],"attachments":[{"id":"1"}]`,
	).Replace(plankaBoard)
	f = imports.Read(imports.Planka, []byte(planka), time.UTC, imports.Reading{})
	if n := f.Stays; n == nil || n.Comments != nil || n.Checklists != 2 || n.Members != 2 || n.Attachments != 1 {
		t.Errorf("Planka 1: %+v", f.Stays)
	}
	planka = strings.NewReplacer(
		`"id":"21",`,
		`"id":"21","commentsTotal":4,`,
		`"tasks":[`,
		`"taskLists":[{"id":"1"},{"id":"2"},{"id":"3"}],"tasks":[`,
	).Replace(planka)
	f = imports.Read(imports.Planka, []byte(planka), time.UTC, imports.Reading{})
	if n := f.Stays; n == nil || n.Comments == nil || *n.Comments != 4 || n.Checklists != 3 {
		t.Errorf("Planka 2: %+v", f.Stays)
	}
}
