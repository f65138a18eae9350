package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/projections/engine"
)

type projectionsCmd struct {
	List    listCmd    `cmd:"" default:"1" help:"Position, lag and state of each projection."`
	Rebuild rebuildCmd `cmd:"" help:"Build a projection anew beside the live one, compare, and swap."`
	Verify  verifyCmd  `cmd:"" help:"Build a projection anew, compare, and drop it again."`
	Spread  spreadCmd  `cmd:"" help:"Spread a projection's streams over parts that different processes run."`
}

// listed is the JSON form of the list of projections.
type listed struct {
	Projections []engine.Status `json:"projections"`
	Workers     []health.Lag    `json:"workers"`
}

type listCmd struct {
	JSON bool `help:"Print JSON."`
}

func (c listCmd) Run(e *environment) error {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // only read
	statuses, err := core.Runner.Status(e.ctx)
	if err != nil {
		return err
	}
	workers, err := core.WorkerLags(e.ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(e.out).Encode(listed{statuses, workers})
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tPARTS\tPOSITION\tLAG\tSECONDS\tRUNNING\tPARKED\tREBUILD")
	for _, s := range statuses {
		running := "no"
		if s.Running {
			running = "yes"
		}
		rebuild := ""
		switch {
		case s.Rebuild > 0:
			rebuild = fmt.Sprintf("at %d", s.Rebuild)
		case s.Outdated:
			rebuild = "due" // a worker does it
		}
		fmt.Fprintf(
			w, "%s\t%d\t%d\t%d\t%.1f\t%s\t%d\t%s\n", s.Name, s.Parts, s.Position, s.Lag, s.Seconds, running,
			len(s.Parked), rebuild,
		)
	}
	if err := w.Flush(); err != nil || len(workers) == 0 {
		return err
	}
	fmt.Fprintln(w, "\nWORKER\tLAG\tSECONDS")
	for _, l := range workers {
		fmt.Fprintf(w, "%s\t%d\t%.1f\n", l.Name, l.Events, l.Seconds)
	}
	return w.Flush()
}

type rebuildCmd struct {
	Name   string `arg:"" help:"The projection; see proofboard projections list."`
	DryRun bool   `help:"Stop before the swap."`
	Resume bool   `help:"Go on where a killed rebuild stopped; only if the program is the same."`
	Rows   string `help:"Write every row that differs to this file, a line of JSON each." placeholder:"FILE" type:"path"`
	JSON   bool   `help:"Print the report as JSON."`
}

func (c rebuildCmd) Run(e *environment) error { return rebuild(e, c) }

type verifyCmd struct {
	Name string `arg:"" help:"The projection; see proofboard projections list."`
	Rows string `help:"Write every row that differs to this file, a line of JSON each." placeholder:"FILE" type:"path"`
	JSON bool   `help:"Print the report as JSON."`
}

type spreadCmd struct {
	Name string `arg:"" help:"The projection; see proofboard projections list."`
	Over int    `required:"" help:"How many parts, 1 to 64; a stream's events stay in order."`
}

func (c spreadCmd) Run(e *environment) error {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // the change has committed
	if err := core.Runner.Spread(e.ctx, c.Name, c.Over); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s is spread over %d parts.\n", c.Name, c.Over)
	return nil
}

// errDiffers makes the program exit with an error if a verification finds a difference.
var errDiffers = errors.New("the projection differs from its events")

func (c verifyCmd) Run(e *environment) error {
	return rebuild(e, rebuildCmd{Name: c.Name, DryRun: true, Rows: c.Rows, JSON: c.JSON})
}

func rebuild(e *environment, c rebuildCmd) error {
	defer program.CollectLess()()
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // the swap has committed
	progress := func(p engine.Progress) {
		if !c.JSON {
			fmt.Fprintf(
				e.out, "%d of %d events, %.0f a second, %s to go\n", p.Position, p.Head, p.Rate,
				p.Remaining.Round(time.Second),
			)
		}
	}
	options := engine.RebuildOptions{DryRun: c.DryRun, Resume: c.Resume, Progress: progress}
	rows, err := c.rows(&options)
	if err != nil {
		return err
	}
	report, err := core.Runner.Rebuild(e.ctx, c.Name, options)
	if err = errors.Join(err, rows()); err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(e.out).Encode(report)
	} else {
		printReport(e, report)
	}
	if err == nil && c.DryRun && !report.Same() {
		return errDiffers
	}
	return err
}

// rows opens the output file for the differing rows, if the operator asked for one. The caller
// calls done to complete the file.
func (c rebuildCmd) rows(o *engine.RebuildOptions) (done func() error, err error) {
	if c.Rows == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(c.Rows)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriter(f)
	o.Differs = func(d engine.RowDiff) error { return json.NewEncoder(out).Encode(d) }
	return func() error { return errors.Join(out.Flush(), f.Close()) }, nil
}

func printReport(e *environment, r engine.Report) {
	fmt.Fprintf(
		e.out, "%s: %d events up to position %d in %s (%.0f a second)\n", r.Projection, r.Events, r.Position,
		r.Took.Round(time.Millisecond), r.Rate,
	)
	for _, t := range r.Tables {
		fmt.Fprintf(
			e.out, "  %s: %d rows only in the live table, %d only in the new one, %d different\n", t.Table, t.OnlyLive,
			t.OnlyRebuilt, t.Different,
		)
		for _, row := range t.Samples {
			fmt.Fprintf(e.out, "    %s\n      live %s\n      new  %s\n", row.Key, row.Live, row.Rebuilt)
		}
		for _, key := range t.Affected[len(t.Samples):] {
			fmt.Fprintf(e.out, "    %s\n", key)
		}
	}
	for _, p := range r.Parked {
		fmt.Fprintf(e.out, "  parked: stream %s at position %d: %s\n", p.Stream, p.Position, p.Error)
	}
	if r.Swapped {
		fmt.Fprintln(e.out, "The new tables are live.")
	} else {
		fmt.Fprintln(e.out, "Nothing was changed.")
	}
}
