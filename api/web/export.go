package web

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

const ExportPage = 1000

// Line is a line of an export: columns for CSV, a value for JSON.
type Line interface {
	Cells() []string
}

// Export is a file that is written while it is read. Its first page is read before the answer
// begins, so that an early failure is a refusal and not a broken file.
type Export[T Line] struct {
	Ctx    context.Context //nolint:containedctx // of the request, because the contract's interface passes none
	Log    *slog.Logger
	Name   string // name of the file without its extension
	Csv    bool
	Header []string
	First  []T
	Next   func(context.Context) ([]T, error) // reads the page after the last one, empty at the end
}

// Write sends page after page, with one page in memory. After a failure it breaks the connection,
// so that nobody takes a part for the whole file.
func (x Export[T]) Write(w http.ResponseWriter) error {
	ending, contentType := "json", "application/json"
	if x.Csv {
		ending, contentType = "csv", "text/csv; charset=utf-8"
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, x.Name, ending))
	w.WriteHeader(http.StatusOK)
	buffered := bufio.NewWriterSize(w, 32<<10)
	var lines lineWriter[T] = &jsonLines[T]{to: buffered}
	if x.Csv {
		lines = &csvLines[T]{to: csv.NewWriter(buffered), raw: buffered, header: x.Header}
	}
	err := x.pages(lines)
	if err == nil {
		err = buffered.Flush()
	}
	if err != nil {
		if x.Ctx.Err() == nil {
			x.Log.ErrorContext(x.Ctx, "an export broke off", "file", x.Name, "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (x Export[T]) pages(lines lineWriter[T]) error {
	if err := lines.begin(); err != nil {
		return err
	}
	for page := x.First; len(page) > 0; {
		for _, line := range page {
			if err := lines.line(line); err != nil {
				return err
			}
		}
		if err := x.Ctx.Err(); err != nil {
			return err
		}
		var err error
		if page, err = x.Next(x.Ctx); err != nil {
			return err
		}
	}
	return lines.end()
}

type lineWriter[T Line] interface {
	begin() error
	line(T) error
	end() error
}

type jsonLines[T Line] struct {
	to   io.Writer
	more bool
}

func (j *jsonLines[T]) begin() error {
	_, err := io.WriteString(j.to, "[")
	return err
}

func (j *jsonLines[T]) line(v T) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	before := "\n"
	if j.more {
		before = ",\n"
	}
	j.more = true
	_, err = io.WriteString(j.to, before+string(b))
	return err
}

func (j *jsonLines[T]) end() error {
	_, err := io.WriteString(j.to, "\n]\n")
	return err
}

type csvLines[T Line] struct {
	to     *csv.Writer
	raw    io.Writer
	header []string
}

func (c *csvLines[T]) begin() error {
	if _, err := io.WriteString(c.raw, "\ufeff"); err != nil { // spreadsheets then read it as UTF-8
		return err
	}
	c.to.UseCRLF = true
	return c.to.Write(c.header)
}

func (c *csvLines[T]) line(v T) error {
	cells := v.Cells()
	for i, cell := range cells {
		cells[i] = harmless(cell)
	}
	return c.to.Write(cells)
}

func (c *csvLines[T]) end() error {
	c.to.Flush()
	return c.to.Error()
}

// harmless prevents a spreadsheet from reading a text as a formula.
func harmless(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if cell != "" &&
		strings.ContainsRune(
			"=+-@\t\r\n\uff1d\uff0b\uff0d\uff20",
			first,
		) { // the last four are the full-width forms of the first
		return "'" + cell
	}
	return cell
}

// ExportTime formats a time for files.
func ExportTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
