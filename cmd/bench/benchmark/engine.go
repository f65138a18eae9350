package benchmark

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/cmd/bench/logbench"
)

// AppendReport contains the figures of the event log's appends and compares them with their bounds.
type AppendReport struct{ logbench.Report }

// Append measures appends in a scratch database on the PostgreSQL server of dsn.
func Append(ctx context.Context, dsn string) (AppendReport, error) {
	report, err := logbench.Append(ctx, dsn, logbench.Options{})
	return AppendReport{report}, err
}

// Checks compares appends with plain inserts and with COPY. COPY is the upper limit for appends.
func (r AppendReport) Checks() []Check {
	return []Check{{Name: "append", What: "one event an append", Parts: []Part{
		{
			What:   "beside plain inserts at 1 client",
			Figure: r.Append["1"] / r.Insert["1"],
			Unit:   "x",
			Bound:  .8,
			Least:  true,
		},
		{
			What:   "beside plain inserts at 32 clients",
			Figure: r.Append["32"] / r.Insert["32"],
			Unit:   "x",
			Bound:  2.5,
			Least:  true,
		},
		{What: "of COPY at 32 clients", Figure: 100 * r.Append["32"] / r.Copy, Unit: "%", Bound: 33, Least: true},
	}}}
}

// Checks compares the speed of the bus with the figure of the first release.
func (r BusReport) Checks() []Check {
	return []Check{
		{
			Name:  "bus",
			What:  "commands",
			Parts: []Part{{What: "a second at 32 clients", Figure: r.Bus["32"], Bound: 45_000, Least: true}},
		},
	}
}

// AuditReport contains the figures of the transparency log and compares them with their bounds.
type AuditReport struct{ logbench.AuditReport }

// Audit measures the transparency log in a scratch database on the PostgreSQL server of dsn.
func Audit(ctx context.Context, dsn string, events int) (AuditReport, error) {
	report, err := logbench.Audit(ctx, dsn, events)
	return AuditReport{report}, err
}

// Checks returns the bound on the time: one minute for a million events, proportionally less for
// fewer events.
func (r AuditReport) Checks() []Check {
	return []Check{{Name: "audit", What: count(r.Events) + " events", Parts: []Part{
		{What: "verified in", Figure: r.Verify, Unit: "s", Bound: time.Minute.Seconds() * float64(r.Events) / 1e6},
	}}}
}
