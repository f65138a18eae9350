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

// column is what a column of a CSV file can be, with the names that other programs give to it.
type column struct {
	name     string
	required bool
	most     int // characters
	aliases  []string
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

// dueField is the field that has dates.
const dueField = "due"

// columns has the columns of each kind, in the order of the example.
var columns = map[Kind][]column{
	Customers: {
		{
			"name",
			true,
			maxName,
			[]string{
				"company",
				"company_name",
				"customer",
				"customer_name",
				"account",
				"account_name",
				"client",
				"organisation",
				"organization",
			},
		},
		{
			"owner_email",
			true,
			maxAddress,
			[]string{"email", "e_mail", "email_address", "e_mail_address", "mail", "contact_email"},
		},
		{
			"owner_firstname",
			true,
			maxName,
			[]string{"owner_first_name", "firstname", "first_name", "given_name", "forename", "contact_first_name"},
		},
		{
			"owner_lastname",
			false,
			maxName,
			[]string{"owner_last_name", "lastname", "last_name", "surname", "family_name", "contact_last_name"},
		},
		{"package", false, maxName, []string{"plan"}},
	},
	People: {
		{"email", true, maxAddress, []string{"e_mail", "email_address", "e_mail_address", "mail"}},
		{"firstname", true, maxName, []string{"first_name", "given_name", "forename"}},
		{"lastname", false, maxName, []string{"last_name", "surname", "family_name"}},
		{"role", true, maxWord, []string{"user_role", "access", "permission"}},
		{"approver", false, maxWord, []string{"is_approver", "can_approve", "approves"}},
		{"job_title", false, maxName, []string{"title", "job", "position"}},
		{"time_zone", false, maxWord, []string{"timezone", "tz"}},
	},
	Orders: {
		{
			"reference",
			true,
			maxKey,
			[]string{
				"ref",
				"order_number",
				"order_no",
				"order_id",
				"job_number",
				"job_no",
				"job_id",
				"number",
				"no",
				"id",
				"key",
			},
		},
		{
			"name",
			true,
			maxOrderName,
			[]string{"order_name", "title", "job_name", "task_name", "subject", "summary", "job", "task", "order"},
		},
		{"status", false, maxWord, []string{"order_status", "state", "progress", "stage"}},
		{"description", false, maxDescription, []string{"brief", "details", "notes", "desc"}},
		{dueField, false, maxWord, []string{"due_date", "due_on", "deadline", "delivery_date"}},
		{"priority", false, maxWord, []string{"urgency"}},
		{"service", false, maxName, []string{"service_name", "product"}},
		{"links", false, maxLinks, []string{"link", "url", "urls", "references"}},
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

// csv reads a CSV file with commas, semicolons or tabs, as the person wants it to be read.
func (f *File) csv(k Kind, content []byte, zone *time.Location, how Reading) {
	f.Layout = &Layout{Encoding: how.Encoding, Columns: []FileColumn{}}
	if how.Encoding == "" {
		f.Layout.Encoding = guessEncoding(content)
	}
	content, ok := f.decoded(content)
	if !ok {
		return
	}
	r := reader(content)
	header, err := r.Read()
	if err != nil {
		f.Problems.Add(
			Problem{Line: 1, Reason: "import.no_header", Text: "The file has no line with the names of its columns."},
		)
		return
	}
	names, ok := f.header(k, header, how.Columns)
	rows := 0
	if names != nil {
		rows = f.look(k, r, names, how, zone)
	}
	if !ok {
		f.Rows = rows
		return
	}
	r = reader(content) // from the start again, so that lines are counted
	_, _ = r.Read()
	seen := map[string]int{}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if fields != nil && blank(fields) {
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

// decoded returns the text of the file. It adds a problem and returns false if it is none.
func (f *File) decoded(content []byte) (text []byte, ok bool) {
	text, ok = f.Layout.Encoding.decode(content)
	if !ok {
		f.Problems.Add(undecodable(f.Layout.Encoding, content))
	}
	return text, ok
}

func reader(content []byte) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(content))
	r.Comma = separator(content)
	r.FieldsPerRecord = -1
	return r
}

// tooMany refuses the whole file.
func (f *File) tooMany(k Kind) {
	*f = File{Rows: f.Rows, Layout: f.Layout}
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
				Headline:   order.Headline{Name: v["name"], Due: r.due(f.Layout.Dates, zone), Priority: r.priority()},
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

// due reads a due date.
func (r *row) due(order DateOrder, zone *time.Location) *time.Time {
	v := r.fields[dueField]
	if v == "" {
		return nil
	}
	if t, ok := readDate(v, order, zone); ok {
		return r.inRange(t)
	}
	r.problem(dueField, "import.due", "%s", dateHint(order))
	return nil
}

func (r *row) inRange(t time.Time) *time.Time {
	if t.Year() < 2000 || t.Year() > 2099 {
		r.problem(dueField, "import.due", "This date is not between 2000 and 2099.")
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
