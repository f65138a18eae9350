package api

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/proofboard/proofboard/api/contract"
)

// exportTimeout bounds exports, which take longer than other calls.
const exportTimeout = 10 * time.Minute

// exported is a line of an export: columns for CSV, a value for JSON.
type exported interface {
	cells() []string
}

// export is a file that is written while it is read. Its first page is read before the answer
// begins, so that an early failure is a refusal and not a broken file.
type export[T exported] struct {
	ctx    context.Context //nolint:containedctx // of the request, because the contract's interface passes none
	log    *slog.Logger
	name   string // name of the file without its extension
	csv    bool
	header []string
	first  []T
	next   func(context.Context) ([]T, error) // reads the page after the last one, empty at the end
}

func (x export[T]) VisitExportHistoryResponse(w http.ResponseWriter) error { return x.write(w) }

func (x export[T]) VisitExportAuditEventsResponse(w http.ResponseWriter) error { return x.write(w) }

// write sends page after page, with one page in memory. After a failure it breaks the connection,
// so that nobody takes a part for the whole file.
func (x export[T]) write(w http.ResponseWriter) error {
	ending, contentType := "json", "application/json"
	if x.csv {
		ending, contentType = "csv", "text/csv; charset=utf-8"
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, x.name, ending))
	w.WriteHeader(http.StatusOK)
	buffered := bufio.NewWriterSize(w, 32<<10)
	var lines lineWriter[T] = &jsonLines[T]{to: buffered}
	if x.csv {
		lines = &csvLines[T]{to: csv.NewWriter(buffered), raw: buffered, header: x.header}
	}
	err := x.pages(lines)
	if err == nil {
		err = buffered.Flush()
	}
	if err != nil {
		if x.ctx.Err() == nil {
			x.log.ErrorContext(x.ctx, "an export broke off", "file", x.name, "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (x export[T]) pages(lines lineWriter[T]) error {
	if err := lines.begin(); err != nil {
		return err
	}
	for page := x.first; len(page) > 0; {
		for _, line := range page {
			if err := lines.line(line); err != nil {
				return err
			}
		}
		if err := x.ctx.Err(); err != nil {
			return err
		}
		var err error
		if page, err = x.next(x.ctx); err != nil {
			return err
		}
	}
	return lines.end()
}

type lineWriter[T exported] interface {
	begin() error
	line(T) error
	end() error
}

type jsonLines[T exported] struct {
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

type csvLines[T exported] struct {
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
	cells := v.cells()
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

// exportTime formats a time for files.
func exportTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

func nameOf(p *contract.Person) string {
	if p == nil {
		return "Proofboard"
	}
	return p.Name
}

func roleOf(p *contract.Person) string {
	if p == nil {
		return "system"
	}
	return value(p.Role)
}

func idOf(p *contract.Person) string {
	if p == nil {
		return ""
	}
	return p.Id.String()
}

var historyHeader = []string{
	"Position",
	"Time (UTC)",
	"Person",
	"Role",
	"Person id",
	"From where",
	"Kind",
	"Event",
	"What",
	"Changes",
	"Reason",
	"About",
	"Stream",
}

// historyLine is an event of an order's history in a file.
type historyLine struct{ contract.HistoryEvent }

func (l historyLine) cells() []string {
	changes := make([]string, len(l.Diff))
	for i, d := range l.Diff {
		changes[i] = fmt.Sprintf("%s: %s → %s", d.Field, orNone(d.From), orNone(d.To))
	}
	return []string{
		strconv.FormatInt(l.Position, 10),
		exportTime(l.At),
		nameOf(l.Actor),
		roleOf(l.Actor),
		idOf(l.Actor),
		l.Via,
		string(kindOf(eventType(l.Type))),
		l.Type,
		l.Label,
		strings.Join(changes, "; "),
		value(l.Reason),
		string(l.StreamType),
		l.Stream.String(),
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// ExportHistory returns an order's history as a file, with what the person may see of it now.
func (s *server) ExportHistory(
	ctx context.Context,
	r contract.ExportHistoryRequestObject,
) (contract.ExportHistoryResponseObject, error) {
	p := r.Params
	f, err := newHistoryFilter(p.Person, p.Type, p.Kind, p.From, p.To, p.Via, p.Reason)
	if err != nil {
		return nil, err
	}
	o, err := s.Board.One(ctx, actor(ctx), r.OrderId)
	if err != nil {
		return nil, err
	}
	var after int64
	ended := false
	next := func(ctx context.Context) ([]historyLine, error) {
		if ended {
			return nil, nil
		}
		steps, behind, err := s.steps(ctx, &o.Order, f, after, historyPage, false)
		after, ended = behind, behind == 0
		lines := make([]historyLine, len(steps))
		for i, step := range steps {
			lines[i] = historyLine{step}
		}
		return lines, err
	}
	first, err := next(ctx)
	if err != nil {
		return nil, err
	}
	return export[historyLine]{
		ctx:    ctx,
		log:    s.Logger,
		name:   "history-" + orderNumber(o.Number),
		csv:    value(p.Format) != contract.ExportHistoryParamsFormatJson,
		header: historyHeader,
		first:  first,
		next:   next,
	}, nil
}
