package benchmark

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/internal/eventstore/bench"
)

// AppendReport is the event log's, with what was promised of it.
type AppendReport struct{ bench.Report }

// Append measures in a scratch database on the server of dsn.
func Append(ctx context.Context, dsn string) (AppendReport, error) {
	report, err := bench.Append(ctx, dsn, bench.Options{})
	return AppendReport{report}, err
}

// Checks compare appending with plain inserts and with COPY, which is the limit.
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

// Checks hold the bus to its figure of the first release.
func (r BusReport) Checks() []Check {
	return []Check{
		{
			Name:  "bus",
			What:  "commands",
			Parts: []Part{{What: "a second at 32 clients", Figure: r.Bus["32"], Bound: 45_000, Least: true}},
		},
	}
}

// AuditReport is the transparency log's, with what was promised of it.
type AuditReport struct{ bench.AuditReport }

// Audit measures in a scratch database on the server of dsn.
func Audit(ctx context.Context, dsn string, events int) (AuditReport, error) {
	report, err := bench.Audit(ctx, dsn, events)
	return AuditReport{report}, err
}

// Checks are a minute for a million events, less for fewer.
func (r AuditReport) Checks() []Check {
	return []Check{{Name: "audit", What: count(r.Events) + " events", Parts: []Part{
		{What: "verified in", Figure: r.Verify, Unit: "s", Bound: time.Minute.Seconds() * float64(r.Events) / 1e6},
	}}}
}
