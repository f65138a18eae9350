package imports

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/proofboard/proofboard/domain"
)

// MaxColumns is the largest number of columns of a CSV file.
const MaxColumns = 200

// Limits of what is shown of a column.
const (
	samples     = 3
	maxSample   = 60  // characters
	maxHeadline = 100 // characters of a name
)

// Reading is how a person wants a CSV file to be read. What is absent is guessed.
type Reading struct {
	Encoding Encoding       `json:"encoding,omitempty"`
	Dates    DateOrder      `json:"dates,omitempty"`
	Columns  map[int]string `json:"columns,omitzero"` // fields by the numbers of columns, from 1; nil: guessed
}

// Field is what a column can be.
type Field struct {
	Name     string
	Required bool
}

// Fields returns what the columns of a CSV file can be, in the order of the example. It is empty for boards.
func Fields(k Kind) (all []Field) {
	for _, c := range columns[k] {
		all = append(all, Field{c.name, c.required})
	}
	return all
}

// Layout is how a CSV file was read.
type Layout struct {
	Encoding Encoding     `json:"encoding"`
	Dates    DateOrder    `json:"dates,omitempty"` // empty without a column of dates
	DateText string       `json:"dateText,omitempty"`
	DateRead string       `json:"dateRead,omitempty"` // the day that DateText was read as
	Columns  []FileColumn `json:"columns"`
}

// FileColumn is a column of a CSV file. Field is empty if the column is left out.
type FileColumn struct {
	Name    string   `json:"name"`
	Samples []string `json:"samples"`
	Field   string   `json:"field,omitempty"`
}

// header gives each column its field, empty for one that is left out. ok is false if the rows cannot be read.
func (f *File) header(k Kind, header []string, chosen map[int]string) (fields []string, ok bool) {
	if len(header) > MaxColumns {
		f.Problems.Add(Problem{Line: 1, Reason: "import.too_many_columns", Text: "The file has too many columns."})
		return nil, false
	}
	ok = true
	if chosen == nil {
		fields, ok = f.guessFields(k, header)
	} else {
		fields = make([]string, len(header))
		for i := range header {
			fields[i] = chosen[i+1]
		}
	}
	for i, h := range header {
		name := domain.Shorten(cut(strings.TrimSpace(h)), maxHeadline)
		f.Layout.Columns = append(f.Layout.Columns, FileColumn{Name: name, Samples: []string{}, Field: fields[i]})
	}
	for _, c := range columns[k] {
		if c.required && !slices.Contains(fields, c.name) {
			f.Problems.Add(Problem{
				Line: 1, Column: c.name, Reason: "import.column_missing",
				Text: "The import needs this. Say which column of the file it is.",
			})
			ok = false
		}
	}
	return fields, ok
}

// guessFields gives each column the field that its name suggests, and lists the unknown ones as one problem.
func (f *File) guessFields(k Kind, header []string) (fields []string, ok bool) {
	fields, ok = make([]string, len(header)), true
	words := make([]string, len(header))
	for i, h := range header {
		words[i] = plain(h)
	}
	for i, word := range words { // names as in the example go first
		known := slices.ContainsFunc(columns[k], func(c column) bool { return c.name == word })
		switch {
		case known && slices.Contains(fields, word):
			f.Problems.Add(Problem{
				Line: 1, Column: word, Reason: "import.column_twice",
				Text: "The file has this column twice. Say which one it is.",
			})
			ok = false
		case known:
			fields[i] = word
		}
	}
	for _, c := range columns[k] {
		if slices.Contains(fields, c.name) {
			continue
		}
		for _, alias := range c.aliases {
			if at := slices.Index(words, alias); at >= 0 && fields[at] == "" {
				fields[at] = c.name
				break
			}
		}
	}
	var unknown []string
	for i, h := range header {
		if name := strings.TrimSpace(h); fields[i] == "" && name != "" && !slices.Contains(fields, words[i]) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		text := "This column is not known. It is left out."
		if len(unknown) > 1 {
			text = "These columns are not known. They are left out."
		}
		f.Problems.Add(Problem{
			Line: 1, Column: cut(strings.Join(unknown, ", ")), Reason: "import.column_unknown", Text: text,
		})
	}
	return fields, ok
}

// plain returns the name of a column in lower case, with one _ for all that is neither letter nor digit.
func plain(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "_")
}

// look reads the rows of a file for what shows how it is to be read: samples of each column, and its dates. It returns
// how many rows it found.
func (f *File) look(k Kind, r *csv.Reader, fields []string, how Reading, zone *time.Location) (rows int) {
	due := slices.Index(fields, dueField)
	var dates seenDates
	for range k.MaxRows() {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || !blank(row) {
			rows++
		}
		if err != nil {
			continue
		}
		for i, v := range row[:min(len(row), len(fields))] {
			if v = strings.TrimSpace(v); v == "" {
				continue
			}
			if i == due {
				dates.add(v)
			}
			if c := &f.Layout.Columns[i]; len(c.Samples) < samples {
				c.Samples = append(c.Samples, domain.Shorten(cut(strings.Join(strings.Fields(v), " ")), maxSample))
			}
		}
	}
	if due < 0 {
		return rows
	}
	if f.Layout.Dates = how.Dates; how.Dates == "" {
		f.Layout.Dates = dates.order(zone)
	}
	if f.Layout.DateText = dates.text; dates.text != "" {
		if t, ok := readDate(dates.text, f.Layout.Dates, zone); ok {
			f.Layout.DateRead = t.Format(time.DateOnly)
		}
	}
	return rows
}

// blank reports whether a row has nothing in any field.
func blank(row []string) bool {
	return !slices.ContainsFunc(row, func(s string) bool { return strings.TrimSpace(s) != "" })
}
