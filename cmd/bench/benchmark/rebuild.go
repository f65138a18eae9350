package benchmark

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/cmd/bench/logbench"
	"github.com/proofboard/proofboard/cmd/proofboard/memory"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections"
	"github.com/proofboard/proofboard/projections/engine"
)

const rebuildRounds = 3

// RebuildReport contains the speed of rebuilding projections from a log of Events. For comparison
// it contains the speed of only reading the log and of copying it. Rates are in events per second,
// each the best of three rounds.
type RebuildReport struct {
	Events   int                `json:"events"`
	Scan     float64            `json:"scan"` // only reading every column of every event
	Copy     float64            `json:"copy"` // copying the log into a table without indexes
	Rebuild  map[string]float64 `json:"rebuild"`
	Took     map[string]string  `json:"took"`     // duration of each phase in the best round
	Grown    int64              `json:"grown"`    // bytes by which this process and its database grew
	Peak     int64              `json:"peak"`     // highest memory of both in bytes
	HeapPeak uint64             `json:"heapPeak"` // highest measured heap use in bytes
}

// Rebuild measures in a scratch database on the PostgreSQL server of dsn. The live tables are full
// when a rebuild starts, so the figures include comparing the rows and swapping the tables.
func Rebuild(ctx context.Context, dsn string, events int, names []string) (RebuildReport, error) {
	r := RebuildReport{Events: events, Rebuild: map[string]float64{}, Took: map[string]string{}}
	err := logbench.Scratch(ctx, dsn, func(dsn string) error {
		if err := migrations.Up(ctx, dsn); err != nil {
			return err
		}
		db, err := pgxpool.New(ctx, dsn)
		if err != nil {
			return err
		}
		defer db.Close()
		keys, err := logbench.Keyring()
		if err != nil {
			return err
		}
		if err := WriteHistory(ctx, db, events, boardOfHistory, keys); err != nil {
			return err
		}
		debug.FreeOSMemory() // what writing the log needed
		log := slog.New(slog.DiscardHandler)
		store, err := eventlog.Open(
			ctx, eventlog.Config{DSN: dsn, Registry: streams.Registry(), Keys: keys, Logger: log},
		)
		if err != nil {
			return err
		}
		defer store.Close() //nolint:errcheck // nothing was appended
		runner, err := engine.New(
			ctx,
			engine.Config{DSN: dsn, Store: store, Logger: log},
			projections.All()...)
		if err != nil {
			return err
		}
		defer runner.Close()
		if err := r.limits(ctx, db); err != nil {
			return err
		}
		all, err := memory.Start(ctx, os.Getpid())
		if err != nil {
			return err
		}
		heap := watchHeap(&r.HeapPeak)
		defer func() { heap(); used := all.Stop(); r.Grown, r.Peak = used.Grown, used.Peak }()
		for _, name := range names {
			if err := r.rebuild(ctx, runner, name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	return r, nil
}

// limits measures the speeds that no rebuild can exceed.
func (r *RebuildReport) limits(ctx context.Context, db *pgxpool.Pool) error {
	for range rebuildRounds {
		start := time.Now()
		rows, err := db.Query(ctx, "select * from events order by position")
		if err != nil {
			return err
		}
		n := 0
		for rows.Next() {
			_ = rows.RawValues()
			n++
		}
		if err := rows.Err(); err != nil {
			return err
		}
		r.Scan = max(r.Scan, float64(n)/time.Since(start).Seconds())
	}
	return r.copyOut(ctx, db)
}

// copyOut copies the log to the client and from there into another table.
func (r *RebuildReport) copyOut(ctx context.Context, db *pgxpool.Pool) error {
	if _, err := db.Exec(ctx, "create table events_copy (like events)"); err != nil {
		return err
	}
	from, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer from.Release()
	to, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer to.Release()
	for range rebuildRounds {
		if _, err := db.Exec(ctx, "truncate events_copy"); err != nil {
			return err
		}
		in, out := io.Pipe()
		read := make(chan error, 1)
		start := time.Now()
		go func() {
			_, err := from.Conn().PgConn().CopyTo(ctx, out, "copy events to stdout (format binary)")
			read <- errors.Join(err, out.Close())
		}()
		tag, err := to.Conn().PgConn().CopyFrom(ctx, in, "copy events_copy from stdin (format binary)")
		if err = errors.Join(err, <-read); err != nil {
			return err
		}
		r.Copy = max(r.Copy, float64(tag.RowsAffected())/time.Since(start).Seconds())
	}
	_, err = db.Exec(ctx, "drop table events_copy")
	return err
}

func (r *RebuildReport) rebuild(ctx context.Context, runner *engine.Runner, name string) error {
	for round := range rebuildRounds + 1 {
		start := time.Now()
		report, err := runner.Rebuild(ctx, name, engine.RebuildOptions{})
		if err != nil {
			return err
		}
		if round == 0 {
			continue // this round only fills the live tables
		}
		if !report.Same() || report.Position != int64(r.Events) {
			return fmt.Errorf("a rebuild of %s differs from the one before: %+v", name, report)
		}
		if rate := float64(r.Events) / time.Since(start).Seconds(); rate > r.Rebuild[name] {
			r.Rebuild[name] = rate
			r.Took[name] = report.Phases.String()
		}
	}
	return nil
}

// watchHeap records the highest heap use until the caller calls stop.
func watchHeap(peak *uint64) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				*peak = max(*peak, m.HeapInuse)
			}
		}
	}()
	return func() { close(done); <-ended }
}

// Print writes the report as text.
func (r RebuildReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%d events\n%14s %12s %8s %8s\n", r.Events, "", "events/s", "of scan", "of copy")
	line := func(name string, rate float64) {
		fmt.Fprintf(w, "%14s %12.0f %8.2f %8.2f", name, rate, rate/r.Scan, rate/r.Copy)
	}
	line("scan", r.Scan)
	fmt.Fprintln(w)
	line("copy", r.Copy)
	fmt.Fprintln(w)
	for _, p := range projections.All() {
		if rate, ok := r.Rebuild[p.Name]; ok {
			line(p.Name, rate)
			fmt.Fprintln(w, "  ", r.Took[p.Name])
		}
	}
	fmt.Fprintf(
		w,
		"memory: at most %d MB in the heap, all processes grew by %d MB to %d MB\n",
		r.HeapPeak/1e6,
		r.Grown/1e6,
		r.Peak/1e6,
	)
}

// Checks returns the bounds on the speed of the board's rebuild, if that was measured, and on the
// memory of every rebuild.
func (r RebuildReport) Checks() []Check {
	c := Check{Name: "rebuild", What: count(r.Events) + " events"}
	if rate, ok := r.Rebuild["board"]; ok {
		c.Parts = append(c.Parts, Part{What: "board", Figure: rate, Unit: "events/s", Bound: 350_000, Least: true})
	}
	c.Parts = append(
		c.Parts, Part{What: "memory", Figure: megabytes(r.Grown), Unit: "MB", Bound: 512},
	)
	return []Check{c}
}
