// Command bench measures the product, and is no part of it. It starts servers from the built program beside it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/proofboard/proofboard/cmd/bench/benchmark"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
)

// cli lists the benchmarks. A store that they need is configured as that of the product.
type cli struct {
	config.Config

	All      allCmd            `cmd:"" help:"Everything, with a table of figures and bounds at the end."`
	Append   part[appendCmd]   `cmd:"" help:"Appends to the event log a second, beside plain inserts and COPY."`
	Audit    part[auditCmd]    `cmd:"" help:"The transparency log: building the tree and verifying the log, beside a plain scan."`
	Rebuild  part[rebuildCmd]  `cmd:"" help:"Projections rebuilt from a long log, beside a plain scan and COPY."`
	Past     part[pastCmd]     `cmd:"" help:"Whole boards as of random positions of a long log."`
	HTTP     part[httpCmd]     `cmd:"" name:"http" help:"Cards moved over HTTP a second, with latencies and CPU a move (check 23)."`
	Board    part[boardCmd]    `cmd:"" help:"Size and time of a board's first view over HTTP (check 24)."`
	People   part[peopleCmd]   `cmd:"" help:"The lists of many people and customers, over HTTP."`
	Billing  part[billingCmd]  `cmd:"" help:"The cycles of many accounts beside moves, pages about many invoices, and the limits of plans."`
	Reports  part[reportsCmd]  `cmd:"" help:"Reports about many orders, over HTTP (D-65)."`
	Export   part[exportCmd]   `cmd:"" help:"The export of a large account: time, size, memory (BY-044)."`
	Import   part[importCmd]   `cmd:"" help:"The import of many orders from a CSV file, and once more (BY-051)."`
	Search   part[searchCmd]   `cmd:"" help:"The quick search on many orders, over HTTP."`
	Webhooks part[webhooksCmd] `cmd:"" help:"A webhook beside many receivers that never answer (check 35)."`
	Sockets  part[socketsCmd]  `cmd:"" help:"Moves told to many websockets, and their return after a restart (check 26)."`
}

const help = "Measures the product. Every check prints one line: figures, bounds, held or NOT HELD. Figures depend on the machine, so one beyond its bound " +
	"leaves the exit status at 0; a lost move, a missed message or an untouched log that does not verify is an error."

// environment contains what every command needs.
type environment struct {
	ctx context.Context
	cfg config.Config
	log *slog.Logger
	out io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, errs io.Writer) error {
	var c cli
	parser, err := kong.New(
		&c,
		kong.Name("bench"),
		kong.Description(help),
		kong.Writers(out, errs),
		kong.UsageOnError(),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	if err := c.Validate(); err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	return command.Run(&environment{ctx: ctx, cfg: c.Config, log: c.Logger(errs), out: out})
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

// part is a benchmark as a command of its own.
type part[M measurer] struct {
	Of   M    `embed:""`
	JSON bool `help:"Print JSON."`
}

// Run measures, and prints the report as text or, for other tools, as JSON.
func (p part[M]) Run(e *environment) error {
	r, err := p.Of.measure(e)
	if err != nil {
		return err
	}
	if p.JSON {
		return json.NewEncoder(e.out).Encode(r)
	}
	show(e, r)
	return nil
}

// show prints a report with one line for each check.
func show(e *environment, r measurement) {
	r.Print(e.out)
	for _, c := range r.Checks() {
		fmt.Fprintln(e.out, c)
	}
}

// onDatabase runs a measurement in a scratch database on the configured PostgreSQL server.
func onDatabase[R measurement](e *environment, measure func(dsn string) (R, error)) (r R, err error) {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	return measure(core.Owner)
}

type appendCmd struct {
	Bus bool `help:"Through the whole command bus: load, decide, authorise, append."`
}

func (c appendCmd) measure(e *environment) (measurement, error) {
	if c.Bus {
		return onDatabase(e, func(dsn string) (benchmark.BusReport, error) { return benchmark.Bus(e.ctx, dsn) })
	}
	return onDatabase(e, func(dsn string) (benchmark.AppendReport, error) { return benchmark.Append(e.ctx, dsn) })
}

type auditCmd struct {
	Events int `help:"Events in the log." default:"1000000"`
}

func (c auditCmd) measure(e *environment) (measurement, error) {
	return onDatabase(
		e, func(dsn string) (benchmark.AuditReport, error) { return benchmark.Audit(e.ctx, dsn, c.Events) },
	)
}

type rebuildCmd struct {
	Events      int      `help:"Events in the log." default:"1000000"`
	Projections []string `help:"Which ones." default:"board"`
}

func (c rebuildCmd) measure(e *environment) (measurement, error) {
	return onDatabase(e, func(dsn string) (benchmark.RebuildReport, error) {
		defer program.CollectLess()()
		return benchmark.Rebuild(e.ctx, dsn, c.Events, c.Projections)
	})
}

type pastCmd struct {
	Events int `help:"Events in the log." default:"1000000"`
}

func (c pastCmd) measure(e *environment) (measurement, error) {
	return onDatabase(e, func(dsn string) (benchmark.PastReport, error) { return benchmark.Past(e.ctx, dsn, c.Events) })
}

type httpCmd struct {
	Cards  int           `help:"Cards on the board." default:"1000"`
	Larger int           `help:"Cards on a second board, measured in turns with the first; 0 for none." default:"10000"`
	Turn   time.Duration `help:"Of each number of clients, three times." default:"2s"`
}

func (c httpCmd) measure(e *environment) (measurement, error) {
	return benchmark.HTTP(e.ctx, c.Cards, c.Larger, c.Turn)
}

type boardCmd struct {
	Cards  int `help:"Cards on the board." default:"1000"`
	Larger int `help:"Cards on a second board; 0 for none." default:"10000"`
	Reads  int `help:"Of each board." default:"200"`
}

func (c boardCmd) measure(e *environment) (measurement, error) {
	return benchmark.Board(e.ctx, c.Cards, c.Larger, c.Reads)
}

type searchCmd struct {
	Orders int `help:"Orders to search." default:"100000"`
	Reads  int `help:"Of each text." default:"100"`
}

func (c searchCmd) measure(e *environment) (measurement, error) {
	return benchmark.Search(e.ctx, c.Orders, c.Reads)
}

type peopleCmd struct {
	Customers int `help:"Customers." default:"10000"`
	Each      int `help:"People of each customer." default:"10"`
	Reads     int `help:"Of each list." default:"100"`
}

func (c peopleCmd) measure(e *environment) (measurement, error) {
	return benchmark.People(e.ctx, c.Customers, c.Each, c.Reads)
}

type socketsCmd struct {
	Sockets int `help:"Websockets, of 20 people who each sign in once." default:"1000"`
	Moves   int `help:"Cards moved, ten a second." default:"300"`
}

func (c socketsCmd) measure(e *environment) (measurement, error) {
	return benchmark.Sockets(e.ctx, c.Sockets, c.Moves)
}

type exportCmd struct {
	Orders int `help:"Orders of the account." default:"5000"`
	Bytes  int `help:"Size of the file of each order." default:"100000"`
}

func (c exportCmd) measure(e *environment) (measurement, error) {
	return benchmark.Export(e.ctx, c.Orders, c.Bytes)
}

type importCmd struct {
	Orders int `help:"Orders in the file." default:"10000"`
}

func (c importCmd) measure(e *environment) (measurement, error) {
	return benchmark.Import(e.ctx, c.Orders)
}

type billingCmd struct {
	Accounts int `help:"Accounts whose month has ended." default:"10000"`
	Invoices int `help:"Invoices with 50 lines each." default:"20000"`
	Reads    int `help:"Of each page." default:"100"`
}

func (c billingCmd) measure(e *environment) (measurement, error) {
	return benchmark.Billing(e.ctx, c.Accounts, c.Invoices, c.Reads)
}

type reportsCmd struct {
	Orders int `help:"Orders of two years." default:"100000"`
	Reads  int `help:"Of each report." default:"100"`
}

func (c reportsCmd) measure(e *environment) (measurement, error) {
	return benchmark.Reports(e.ctx, c.Orders, c.Reads)
}

type webhooksCmd struct {
	Hanging int `help:"Receivers that never answer." default:"1000"`
	Orders  int `help:"Orders that the healthy receiver is told of." default:"300"`
}

func (c webhooksCmd) measure(e *environment) (measurement, error) {
	return benchmark.Webhooks(e.ctx, c.Hanging, c.Orders)
}

type allCmd struct {
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

func (c allCmd) Run(e *environment) error {
	var checks []benchmark.Check
	for _, b := range []struct {
		name string
		measurer
	}{
		{"append", appendCmd{}},
		{"bus", appendCmd{Bus: true}},
		{"audit", auditCmd{Events: c.Events}},
		{"rebuild", rebuildCmd{Events: c.Events, Projections: []string{"board"}}},
		{"past", pastCmd{Events: c.Events}},
		{"http", httpCmd{Cards: c.Cards, Larger: c.Larger, Turn: c.Turn}},
		{"board", boardCmd{Cards: c.Cards, Larger: c.Larger, Reads: c.Reads}},
		{"search", searchCmd{Orders: c.Orders, Reads: 100}},
		{"people", peopleCmd{Customers: c.Accounts, Each: 10, Reads: 100}},
		{"billing", billingCmd{Accounts: c.Accounts, Invoices: c.Invoices, Reads: 100}},
		{"reports", reportsCmd{Orders: c.Orders, Reads: 100}},
		{"export", exportCmd{Orders: c.Exported, Bytes: 100_000}},
		{"import", importCmd{Orders: c.Imported}},
		{"webhooks", webhooksCmd{Hanging: 1000, Orders: 300}},
		{"sockets", socketsCmd{Sockets: c.Sockets, Moves: c.Moves}},
	} {
		if !slices.Contains(c.Only, b.name) {
			continue
		}
		fmt.Fprintf(e.out, "== %s\n", b.name)
		r, err := b.measure(e)
		if err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		show(e, r)
		checks = append(checks, r.Checks()...)
		fmt.Fprintln(e.out)
	}
	return benchmark.Table(e.out, checks)
}
