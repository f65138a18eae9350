package imports

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/topic"
)

// column is a column of a CSV file.
type column struct {
	name     string
	required bool
	most     int // characters
}

// Limits of fields, in characters.
const (
	maxKey         = 200
	maxName        = 100 // of people, companies, services and packages
	maxOrderName   = 200
	maxAddress     = 254
	maxDescription = 20_000
	maxLinks       = 40_000
	maxWord        = 40
)

// columns has the columns of each kind, in the order of the example.
var columns = map[Kind][]column{
	Customers: {
		{"name", true, maxName},
		{"owner_email", true, maxAddress},
		{"owner_firstname", true, maxName},
		{"owner_lastname", false, maxName},
		{"package", false, maxName},
	},
	People: {
		{"email", true, maxAddress},
		{"firstname", true, maxName},
		{"lastname", false, maxName},
		{"role", true, maxWord},
		{"approver", false, maxWord},
		{"job_title", false, maxName},
		{"time_zone", false, maxWord},
	},
	Orders: {
		{"reference", true, maxKey},
		{"name", true, maxOrderName},
		{"status", false, maxWord},
		{"description", false, maxDescription},
		{"due", false, maxWord},
		{"priority", false, maxWord},
		{"service", false, maxName},
		{"links", false, maxLinks},
	},
}

// row is a line of a CSV file by the names of its columns.
type row struct {
	line   int
	fields map[string]string
	bad    []Problem
}

func (r *row) problem(column, reason, text string, args ...any) {
	r.bad = append(r.bad, Problem{Line: r.line, Column: column, Reason: reason, Text: fmt.Sprintf(text, args...)})
}

// refuse adds the refusal of a value.
func (r *row) refuse(column string, err error) {
	if e, ok := errors.AsType[*domain.Error](err); ok {
		r.problem(column, e.Reason, "%s", e.Message)
	}
}

// csv reads a CSV file, with or without a byte order mark, with commas, semicolons or tabs.
func (f *File) csv(k Kind, content []byte, zone *time.Location) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		f.Problems.Add(Problem{
			Reason: "import.not_utf8", Text: "The file is not text in UTF-8. Save it as 'CSV UTF-8'.",
		})
		return
	}
	r := csv.NewReader(bytes.NewReader(content))
	r.Comma = separator(content)
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if err != nil {
		f.Problems.Add(
			Problem{Line: 1, Reason: "import.no_header", Text: "The file has no line with the names of its columns."},
		)
		return
	}
	names, ok := f.header(k, header)
	if !ok {
		return
	}
	seen := map[string]int{}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if fields != nil && !slices.ContainsFunc(fields, func(s string) bool { return strings.TrimSpace(s) != "" }) {
			continue
		}
		if f.Rows++; f.Rows > k.MaxRows() {
			f.tooMany(k)
			return
		}
		if parse, bad := errors.AsType[*csv.ParseError](err); bad {
			f.Problems.Add(Problem{
				Line: parse.StartLine, Reason: "import.quotes",
				Text: "The quotation marks of this line do not match. Quote a whole field, and double each mark in it.",
			})
			continue
		}
		if err != nil { // a reader of bytes has no other errors
			return
		}
		line, _ := r.FieldPos(0)
		one := row{line: line, fields: map[string]string{}}
		one.read(k, names, fields)
		if len(one.bad) == 0 {
			f.add(k, &one, zone, seen)
		}
		for _, p := range one.bad {
			f.Problems.Add(p)
		}
	}
}

// tooMany refuses the whole file.
func (f *File) tooMany(k Kind) {
	*f = File{Rows: f.Rows}
	f.Problems.Add(Problem{
		Reason: "import.too_many_rows",
		Text:   fmt.Sprintf("The file has more than %d rows. Split it into several files.", k.MaxRows()),
	})
}

// separator returns what separates the names of the columns.
func separator(content []byte) rune {
	header, _, _ := bytes.Cut(content, []byte("\n"))
	best, most := ',', 0
	for _, c := range []rune{',', ';', '\t'} {
		if n := bytes.Count(header, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return best
}

// header returns the name of each column, empty for one that is not known. ok is false if the rows cannot
// be read.
func (f *File) header(k Kind, header []string) (names []string, ok bool) {
	ok = true
	for i, h := range header {
		name := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(h), " ", "_"))
		known := slices.ContainsFunc(columns[k], func(c column) bool { return c.name == name })
		switch {
		case name == "":
		case !known:
			f.Problems.Add(Problem{
				Line:   1,
				Column: cut(h),
				Reason: "import.column_unknown",
				Text:   "This column is not known. It is left out.",
			})
			name = ""
		case slices.Contains(names, name):
			f.Problems.Add(Problem{
				Line: 1, Column: name, Reason: "import.column_twice", Text: "The file has this column twice.",
			})
			ok = false
		}
		if names = append(names, name); i > 2*len(columns[k])+100 {
			f.Problems.Add(Problem{Line: 1, Reason: "import.too_many_columns", Text: "The file has too many columns."})
			return nil, false
		}
	}
	for _, c := range columns[k] {
		if c.required && !slices.Contains(names, c.name) {
			f.Problems.Add(Problem{
				Line: 1, Column: c.name, Reason: "import.column_missing", Text: "The file needs this column.",
			})
			ok = false
		}
	}
	return names, ok
}

// read checks the fields of a row by themselves.
func (r *row) read(k Kind, names, fields []string) {
	if len(fields) > len(names) {
		r.problem("", "import.too_many_fields", "This line has more fields than the first one.")
		return
	}
	for i, v := range fields {
		if names[i] != "" {
			r.fields[names[i]] = strings.TrimSpace(v)
		}
	}
	for _, c := range columns[k] {
		switch v := r.fields[c.name]; {
		case v == "" && c.required:
			r.problem(c.name, "import.field_missing", "This line has nothing in a column that is needed.")
		case utf8.RuneCountInString(v) > c.most:
			r.problem(c.name, "import.field_too_long", "This is longer than %d characters.", c.most)
		}
	}
}

// once reports whether a key is new in the file.
func (r *row) once(column, key string, seen map[string]int) bool {
	if at, twice := seen[key]; twice {
		r.problem(column, "import.row_twice", "Line %d has the same.", at)
		return false
	}
	seen[key] = r.line
	return true
}

// add checks what the fields of a row mean, and adds it to the file.
func (f *File) add(k Kind, r *row, zone *time.Location, seen map[string]int) {
	switch v := r.fields; k {
	case Customers:
		email := r.address("owner_email")
		if r.once("owner_email", email, seen) && len(r.bad) == 0 {
			f.Customers = append(f.Customers, NewCustomer{
				Line: r.line, Name: v["name"], Package: v["package"], Email: email, Firstname: v["owner_firstname"],
				Lastname: v["owner_lastname"],
			})
		}
	case People:
		p := NewPerson{
			Line: r.line, Email: r.address("email"), Firstname: v["firstname"], Lastname: v["lastname"],
			JobTitle: v["job_title"], TimeZone: v["time_zone"], Role: r.role(), Approver: r.yes("approver"),
		}
		if _, err := time.LoadLocation(p.TimeZone); err != nil || p.TimeZone == "Local" {
			r.problem("time_zone", "import.time_zone", "This is not a time zone like Europe/Berlin.")
		}
		if r.once("email", p.Email, seen) && len(r.bad) == 0 {
			f.People = append(f.People, p)
		}
	default:
		o := NewOrder{
			Line: r.line, Key: v["reference"], Status: r.status(), Service: v["service"],
			Details: order.Details{
				Headline:   order.Headline{Name: v["name"], Due: r.due(zone), Priority: r.priority()},
				References: strings.Fields(v["links"]),
			},
		}
		brief, err := topic.FromText(v["description"])
		if err != nil {
			r.refuse("description", err)
		}
		o.Details.Brief = brief
		if err := o.Details.Check(); err != nil {
			r.refuse("", err)
		}
		if r.once("reference", o.Key, seen) && len(r.bad) == 0 {
			f.Orders = append(f.Orders, o)
		}
	}
}

// address returns an e-mail address in lower case, so that a row that is written differently is the same.
func (r *row) address(column string) string {
	v := r.fields[column]
	if a, err := mail.ParseAddress(v); err != nil || a.Address != v {
		r.problem(column, "import.address", "This is not an e-mail address.")
	}
	return strings.ToLower(v)
}

// word returns a field with a few possible values as it is stored.
func (r *row) word(column string) string {
	return strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(r.fields[column]))
}

func (r *row) yes(column string) bool {
	switch r.word(column) {
	case "yes", "y", "true", "1", "x":
		return true
	case "", "no", "n", "false", "0":
	default:
		r.problem(column, "import.yes_or_no", "Write yes or no.")
	}
	return false
}

// role reads a role. Whether the account has it is decided when the person is invited.
func (r *row) role() domain.Role {
	role := domain.Role(strings.ReplaceAll(r.word("role"), "-", "_"))
	if role == "member" || role == "team_member" {
		role = domain.Staff
	}
	if !slices.Contains(domain.Roles, role) || role == domain.Guest {
		r.problem("role", "import.role", "This role is not known. Roles of a customer are owner and staff.")
	}
	return role
}

func (r *row) status() order.Status {
	v := r.word("status")
	if v == "" {
		return order.Draft
	}
	for _, s := range order.Statuses {
		if v == string(s) || v == strings.ReplaceAll(strings.ToLower(s.Words()), " ", "-") {
			return s
		}
	}
	r.problem("status", "import.status", "This status is not known. Write one like Draft, Queue or Completed.")
	return ""
}

func (r *row) priority() order.Priority {
	switch p := order.Priority(r.word("priority")); p {
	case "", order.Normal, order.High, order.Urgent:
		return p
	}
	r.problem("priority", "import.priority", "Write normal, high or urgent.")
	return ""
}

// due reads a due date. A day without a time ends at its last minute.
func (r *row) due(zone *time.Location) *time.Time {
	v := r.fields["due"]
	if v == "" {
		return nil
	}
	if t, err := time.Parse(time.RFC3339, v); err == nil {
		return r.inRange(t)
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02T15:04"} {
		if t, err := time.ParseInLocation(layout, v, zone); err == nil {
			return r.inRange(t)
		}
	}
	if t, err := time.ParseInLocation(time.DateOnly, v, zone); err == nil {
		y, m, d := t.Date()
		return r.inRange(time.Date(y, m, d, 23, 59, 0, 0, zone))
	}
	r.problem("due", "import.due", "Write a date like 2026-12-24, or with a time like 2026-12-24 17:30.")
	return nil
}

func (r *row) inRange(t time.Time) *time.Time {
	if t.Year() < 2000 || t.Year() > 2099 {
		r.problem("due", "import.due", "This date is not between 2000 and 2099.")
		return nil
	}
	t = t.UTC().Truncate(time.Microsecond)
	return &t
}

// Example returns a file of a kind with a row. It is empty for boards.
func Example(k Kind) string {
	rows := map[Kind][]string{
		Customers: {"Acme Foods", "olga@acme.test", "Olga", "Berg", ""},
		People:    {"kim@acme.test", "Kim", "Lee", "staff", "yes", "Brand manager", "Europe/Berlin"},
		Orders: {
			"A-1001", "Label for a jar", "Draft", "Strawberry jam, 250 g.", "2026-12-24", "high", "",
			"https://example.com/jar.jpg",
		},
	}[k]
	if rows == nil {
		return ""
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	var names []string
	for _, c := range columns[k] {
		names = append(names, c.name)
	}
	_ = w.WriteAll([][]string{names, rows}) // a builder has no errors
	return b.String()
}
