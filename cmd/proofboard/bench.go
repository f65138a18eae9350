package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/benchmark"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
)

type benchCmd struct {
	All      benchAllCmd      `cmd:"" help:"Everything, with a table of figures and bounds at the end."`
	Append   benchAppendCmd   `cmd:"" help:"Appends to the event log a second, beside plain inserts and COPY."`
	Audit    benchAuditCmd    `cmd:"" help:"The transparency log: building the tree and verifying the log, beside a plain scan."`
	Rebuild  benchRebuildCmd  `cmd:"" help:"Projections rebuilt from a long log, beside a plain scan and COPY."`
	Past     benchPastCmd     `cmd:"" help:"Whole boards as of random positions of a long log."`
	HTTP     benchHTTPCmd     `cmd:"" name:"http" help:"Cards moved over HTTP a second, with latencies and CPU a move (check 23)."`
	Board    benchBoardCmd    `cmd:"" help:"Size and time of a board's first view over HTTP (check 24)."`
	People   benchPeopleCmd   `cmd:"" help:"The lists of many people and customers, over HTTP."`
	Billing  benchBillingCmd  `cmd:"" help:"The cycles of many accounts beside moves, pages about many invoices, and the limits of plans."`
	Reports  benchReportsCmd  `cmd:"" help:"Reports about many orders, over HTTP (D-65)."`
	Export   benchExportCmd   `cmd:"" help:"The export of a large account: time, size, memory (BY-044)."`
	Import   benchImportCmd   `cmd:"" help:"The import of many orders from a CSV file, and once more (BY-051)."`
	Search   benchSearchCmd   `cmd:"" help:"The quick search on many orders, over HTTP."`
	Webhooks benchWebhooksCmd `cmd:"" help:"A webhook beside many receivers that never answer (check 35)."`
	Sockets  benchSocketsCmd  `cmd:"" help:"Moves told to many websockets, and their return after a restart (check 26)."`
}

// Help describes the exit statuses.
func (benchCmd) Help() string {
	return "Every check prints one line: figures, bounds, held or NOT HELD. Figures depend on the machine, so one beyond its bound " +
		"leaves the exit status at 0; a lost move, a missed message or an untouched log that does not verify is an error."
}

// measurement is the report of a benchmark.
type measurement interface {
	Print(w io.Writer)
	Checks() []benchmark.Check
}

// measurer is a command that runs a benchmark.
type measurer interface {
	measure(e *environment) (measurement, error)
}

// asJSON adds the flag that selects JSON output for use by other tools.
type asJSON struct {
	JSON bool `help:"Print JSON."`
}

// show prints a report as JSON, or as text with one line for each check.
func (j asJSON) show(e *environment, r measurement, err error) error {
	if err != nil {
		return err
	}
	if j.JSON {
		return json.NewEncoder(e.out).Encode(r)
	}
	r.Print(e.out)
	for _, c := range r.Checks() {
		fmt.Fprintln(e.out, c)
	}
	return nil
}

// onDatabase runs a measurement in a scratch database on the configured PostgreSQL server.
func onDatabase[R measurement](e *environment, measure func(dsn string) (R, error)) (r R, err error) {
	core, err := program.OpenCore(e.ctx, e.cfg, e.log)
	if err != nil {
		return r, err
	}
	defer core.Close() //nolint:errcheck // measured in a scratch database
	return measure(core.DSN())
}

type benchAppendCmd struct {
	Bus bool `help:"Through the whole command bus: load, decide, authorise, append."`
	asJSON
}

func (c benchAppendCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchAppendCmd) measure(e *environment) (measurement, error) {
	if c.Bus {
		return onDatabase(e, func(dsn string) (benchmark.BusReport, error) { return benchmark.Bus(e.ctx, dsn) })
	}
	return onDatabase(e, func(dsn string) (benchmark.AppendReport, error) { return benchmark.Append(e.ctx, dsn) })
}

type benchAuditCmd struct {
	Events int `help:"Events in the log." default:"1000000"`
	asJSON
}

func (c benchAuditCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchAuditCmd) measure(e *environment) (measurement, error) {
	return onDatabase(
		e, func(dsn string) (benchmark.AuditReport, error) { return benchmark.Audit(e.ctx, dsn, c.Events) },
	)
}

type benchRebuildCmd struct {
	Events      int      `help:"Events in the log." default:"1000000"`
	Projections []string `help:"Which ones." default:"board"`
	asJSON
}

func (c benchRebuildCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchRebuildCmd) measure(e *environment) (measurement, error) {
	return onDatabase(e, func(dsn string) (benchmark.RebuildReport, error) {
		defer collectLess()()
		return benchmark.Rebuild(e.ctx, dsn, c.Events, c.Projections)
	})
}

type benchPastCmd struct {
	Events int `help:"Events in the log." default:"1000000"`
	asJSON
}

func (c benchPastCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchPastCmd) measure(e *environment) (measurement, error) {
	return onDatabase(e, func(dsn string) (benchmark.PastReport, error) { return benchmark.Past(e.ctx, dsn, c.Events) })
}

type benchHTTPCmd struct {
	Cards  int           `help:"Cards on the board." default:"1000"`
	Larger int           `help:"Cards on a second board, measured in turns with the first; 0 for none." default:"10000"`
	Turn   time.Duration `help:"Of each number of clients, three times." default:"2s"`
	asJSON
}

func (c benchHTTPCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchHTTPCmd) measure(e *environment) (measurement, error) {
	return benchmark.HTTP(e.ctx, c.Cards, c.Larger, c.Turn)
}

type benchBoardCmd struct {
	Cards  int `help:"Cards on the board." default:"1000"`
	Larger int `help:"Cards on a second board; 0 for none." default:"10000"`
	Reads  int `help:"Of each board." default:"200"`
	asJSON
}

func (c benchBoardCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchBoardCmd) measure(e *environment) (measurement, error) {
	return benchmark.Board(e.ctx, c.Cards, c.Larger, c.Reads)
}

type benchSearchCmd struct {
	Orders int `help:"Orders to search." default:"100000"`
	Reads  int `help:"Of each text." default:"100"`
	asJSON
}

func (c benchSearchCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchSearchCmd) measure(e *environment) (measurement, error) {
	return benchmark.Search(e.ctx, c.Orders, c.Reads)
}

type benchPeopleCmd struct {
	Customers int `help:"Customers." default:"10000"`
	Each      int `help:"People of each customer." default:"10"`
	Reads     int `help:"Of each list." default:"100"`
	asJSON
}

func (c benchPeopleCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchPeopleCmd) measure(e *environment) (measurement, error) {
	return benchmark.People(e.ctx, c.Customers, c.Each, c.Reads)
}

type benchSocketsCmd struct {
	Sockets int `help:"Websockets, of 20 people who each sign in once." default:"1000"`
	Moves   int `help:"Cards moved, ten a second." default:"300"`
	asJSON
}

func (c benchSocketsCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchSocketsCmd) measure(e *environment) (measurement, error) {
	return benchmark.Sockets(e.ctx, c.Sockets, c.Moves)
}

type benchExportCmd struct {
	Orders int `help:"Orders of the account." default:"5000"`
	Bytes  int `help:"Size of the file of each order." default:"100000"`
	asJSON
}

func (c benchExportCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchExportCmd) measure(e *environment) (measurement, error) {
	return benchmark.Export(e.ctx, c.Orders, c.Bytes)
}

type benchImportCmd struct {
	Orders int `help:"Orders in the file." default:"10000"`
	asJSON
}

func (c benchImportCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchImportCmd) measure(e *environment) (measurement, error) {
	return benchmark.Import(e.ctx, c.Orders)
}

type benchBillingCmd struct {
	Accounts int `help:"Accounts whose month has ended." default:"10000"`
	Invoices int `help:"Invoices with 50 lines each." default:"20000"`
	Reads    int `help:"Of each page." default:"100"`
	asJSON
}

func (c benchBillingCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchBillingCmd) measure(e *environment) (measurement, error) {
	return benchmark.Billing(e.ctx, c.Accounts, c.Invoices, c.Reads)
}

type benchReportsCmd struct {
	Orders int `help:"Orders of two years." default:"100000"`
	Reads  int `help:"Of each report." default:"100"`
	asJSON
}

func (c benchReportsCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchReportsCmd) measure(e *environment) (measurement, error) {
	return benchmark.Reports(e.ctx, c.Orders, c.Reads)
}

type benchWebhooksCmd struct {
	Hanging int `help:"Receivers that never answer." default:"1000"`
	Orders  int `help:"Orders that the healthy receiver is told of." default:"300"`
	asJSON
}

func (c benchWebhooksCmd) Run(e *environment) error {
	r, err := c.measure(e)
	return c.show(e, r, err)
}

func (c benchWebhooksCmd) measure(e *environment) (measurement, error) {
	return benchmark.Webhooks(e.ctx, c.Hanging, c.Orders)
}

type benchAllCmd struct {
	Only     []string      `help:"Some of them: append, bus, audit, rebuild, past, http, board, search, people, billing, reports, export, import, webhooks, sockets." enum:"append,bus,audit,rebuild,past,http,board,search,people,billing,reports,export,import,webhooks,sockets" default:"append,bus,audit,rebuild,past,http,board,search,people,billing,reports,export,import,webhooks,sockets"`
	Events   int           `help:"Events in the logs of audit, rebuild and past." default:"1000000"`
	Cards    int           `help:"Cards on the boards of http and board." default:"1000"`
	Larger   int           `help:"Cards on their larger boards; 0 for none." default:"10000"`
	Turn     time.Duration `help:"Of each number of clients of http, three times." default:"2s"`
	Reads    int           `help:"Of each board." default:"200"`
	Orders   int           `help:"Orders of search and reports." default:"100000"`
	Accounts int           `help:"Customers of people, with ten people each, and accounts of billing." default:"10000"`
	Invoices int           `help:"Invoices of billing, with 50 lines each." default:"20000"`
	Exported int           `help:"Orders of the account that is exported." default:"5000"`
	Imported int           `help:"Orders of the file that is imported." default:"10000"`
	Sockets  int           `help:"Websockets." default:"1000"`
	Moves    int           `help:"Cards moved before the websockets." default:"300"`
}

func (c benchAllCmd) Run(e *environment) error {
	var checks []benchmark.Check
	for _, b := range []struct {
		name string
		measurer
	}{
		{"append", benchAppendCmd{}},
		{"bus", benchAppendCmd{Bus: true}},
		{"audit", benchAuditCmd{Events: c.Events}},
		{"rebuild", benchRebuildCmd{Events: c.Events, Projections: []string{"board"}}},
		{"past", benchPastCmd{Events: c.Events}},
		{"http", benchHTTPCmd{Cards: c.Cards, Larger: c.Larger, Turn: c.Turn}},
		{"board", benchBoardCmd{Cards: c.Cards, Larger: c.Larger, Reads: c.Reads}},
		{"search", benchSearchCmd{Orders: c.Orders, Reads: 100}},
		{"people", benchPeopleCmd{Customers: c.Accounts, Each: 10, Reads: 100}},
		{"billing", benchBillingCmd{Accounts: c.Accounts, Invoices: c.Invoices, Reads: 100}},
		{"reports", benchReportsCmd{Orders: c.Orders, Reads: 100}},
		{"export", benchExportCmd{Orders: c.Exported, Bytes: 100_000}},
		{"import", benchImportCmd{Orders: c.Imported}},
		{"webhooks", benchWebhooksCmd{Hanging: 1000, Orders: 300}},
		{"sockets", benchSocketsCmd{Sockets: c.Sockets, Moves: c.Moves}},
	} {
		if !slices.Contains(c.Only, b.name) {
			continue
		}
		fmt.Fprintf(e.out, "== %s\n", b.name)
		r, err := b.measure(e)
		if err := (asJSON{}).show(e, r, err); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		checks = append(checks, r.Checks()...)
		fmt.Fprintln(e.out)
	}
	return benchmark.Table(e.out, checks)
}
