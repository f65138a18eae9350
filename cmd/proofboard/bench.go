package main

import (
	"encoding/json"
	"io"

	"github.com/proofboard/proofboard/cmd/proofboard/benchmark"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/eventstore/bench"
)

type benchCmd struct {
	Append  benchAppendCmd  `cmd:"" help:"Appends to the event log a second, beside plain inserts and COPY."`
	Audit   benchAuditCmd   `cmd:"" help:"The transparency log: building the tree and verifying the log, beside a plain scan."`
	Rebuild benchRebuildCmd `cmd:"" help:"Projections rebuilt from a long log, beside a plain scan and COPY."`
	Past    benchPastCmd    `cmd:"" help:"Whole boards as of random positions of a long log."`
	HTTP    benchHTTPCmd    `cmd:"" name:"http" help:"Cards moved over HTTP a second, with latencies and CPU a move."`
}

type benchAppendCmd struct {
	Bus  bool `help:"Through the whole command bus: load, decide, authorise, append."`
	JSON bool `help:"Print JSON."`
}

func (c benchAppendCmd) Run(e *environment) error {
	core, err := program.OpenCore(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // measured in a scratch database
	if c.Bus {
		report, err := benchmark.Bus(e.ctx, core.DSN())
		if err != nil {
			return err
		}
		return c.print(e, report, report.Print)
	}
	report, err := bench.Append(e.ctx, core.DSN(), bench.Options{})
	if err != nil {
		return err
	}
	return c.print(e, report, report.Print)
}

// print writes a report as JSON or in words.
func (c benchAppendCmd) print(e *environment, report any, words func(io.Writer)) error {
	if c.JSON {
		return json.NewEncoder(e.out).Encode(report)
	}
	words(e.out)
	return nil
}

type benchAuditCmd struct {
	Events int  `help:"Events in the log." default:"1000000"`
	JSON   bool `help:"Print JSON."`
}

func (c benchAuditCmd) Run(e *environment) error {
	core, err := program.OpenCore(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // measured in a scratch database
	report, err := bench.Audit(e.ctx, core.DSN(), c.Events)
	if err != nil {
		return err
	}
	return benchAppendCmd{JSON: c.JSON}.print(e, report, report.Print)
}

type benchRebuildCmd struct {
	Events      int      `help:"Events in the log." default:"1000000"`
	Projections []string `help:"Which ones." default:"board"`
	JSON        bool     `help:"Print JSON."`
}

func (c benchRebuildCmd) Run(e *environment) error {
	core, err := program.OpenCore(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // measured in a scratch database
	report, err := benchmark.Rebuild(e.ctx, core.DSN(), c.Events, c.Projections)
	if err != nil {
		return err
	}
	return benchAppendCmd{JSON: c.JSON}.print(e, report, report.Print)
}

type benchPastCmd struct {
	Events int  `help:"Events in the log." default:"1000000"`
	JSON   bool `help:"Print JSON."`
}

func (c benchPastCmd) Run(e *environment) error {
	core, err := program.OpenCore(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // measured in a scratch database
	report, err := benchmark.Past(e.ctx, core.DSN(), c.Events)
	if err != nil {
		return err
	}
	return benchAppendCmd{JSON: c.JSON}.print(e, report, report.Print)
}

type benchHTTPCmd struct {
	Cards int  `help:"Cards on the board." default:"1000"`
	JSON  bool `help:"Print JSON."`
}

func (c benchHTTPCmd) Run(e *environment) error {
	report, err := benchmark.HTTP(e.ctx, c.Cards)
	if err != nil {
		return err
	}
	return benchAppendCmd{JSON: c.JSON}.print(e, report, report.Print)
}
