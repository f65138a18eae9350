package benchmark

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/eventstore"
	"github.com/proofboard/proofboard/eventstore/bench"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections"
)

const (
	wantedRebuild = 350_000   // events a second, from the log to swapped tables
	wantedMemory  = 512 << 20 // bytes
	rebuildRounds = 3
)

// RebuildReport says how fast projections are rebuilt from a log of Events, beside reading the log and nothing else, and
// copying it. Rates are events a second, the best of three rounds.
type RebuildReport struct {
	Events   int                `json:"events"`
	Scan     float64            `json:"scan"` // every column of every event read, nothing done with it
	Copy     float64            `json:"copy"` // the log copied into a table without indexes
	Rebuild  map[string]float64 `json:"rebuild"`
	Took     map[string]string  `json:"took"`     // of the best round, by phase
	PeakRSS  uint64             `json:"peakRss"`  // bytes of this process, its highest so far
	HeapPeak uint64             `json:"heapPeak"` // bytes in use, the highest seen
}

// Rebuild measures in a scratch database on the server of dsn. The live tables are full when a rebuild begins, so that
// comparing row by row and swapping are part of what is measured.
func Rebuild(ctx context.Context, dsn string, events int, names []string) (RebuildReport, error) {
	r := RebuildReport{Events: events, Rebuild: map[string]float64{}, Took: map[string]string{}}
	err := bench.Scratch(ctx, dsn, func(dsn string) error {
		if err := migrations.Up(ctx, dsn); err != nil {
			return err
		}
		db, err := pgxpool.New(ctx, dsn)
		if err != nil {
			return err
		}
		defer db.Close()
		if err := WriteHistory(ctx, db, events, boardOfHistory); err != nil {
			return err
		}
		runtime.GC()
		log := slog.New(slog.DiscardHandler)
		store, err := eventstore.Open(ctx, eventstore.Config{DSN: dsn, Registry: program.Registry(), Logger: log})
		if err != nil {
			return err
		}
		defer store.Close() //nolint:errcheck // nothing was appended
		runner, err := projections.New(ctx, projections.Config{DSN: dsn, Store: store, Logger: log}, program.Projections()...)
		if err != nil {
			return err
		}
		defer runner.Close()
		if err := r.limits(ctx, db); err != nil {
			return err
		}
		watch := watchHeap(&r.HeapPeak)
		defer watch()
		for _, name := range names {
			if err := r.rebuild(ctx, runner, name); err != nil {
				return err
			}
		}
		return nil
	})
	r.PeakRSS = peakRSS()
	return r, err
}

// limits measures what no rebuild can be faster than.
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

// copyOut copies the log to the client and into another table.
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

func (r *RebuildReport) rebuild(ctx context.Context, runner *projections.Runner, name string) error {
	for round := range rebuildRounds + 1 {
		start := time.Now()
		report, err := runner.Rebuild(ctx, name, projections.RebuildOptions{})
		if err != nil {
			return err
		}
		if round == 0 {
			continue // fills the live tables
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

// watchHeap notes the highest use of memory until the function it returns is called.
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

// peakRSS is the most memory that this process ever had, 0 where the system does not say.
func peakRSS() uint64 {
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(raw)) {
		if v, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "kB")), 10, 64)
			return kb << 10
		}
	}
	return 0
}

// Print writes the report for people.
func (r RebuildReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%d events\n%14s %12s %8s %8s\n", r.Events, "", "events/s", "of scan", "of copy")
	line := func(name string, rate float64) {
		fmt.Fprintf(w, "%14s %12.0f %8.2f %8.2f", name, rate, rate/r.Scan, rate/r.Copy)
	}
	line("scan", r.Scan)
	fmt.Fprintln(w)
	line("copy", r.Copy)
	fmt.Fprintln(w)
	for _, p := range program.Projections() {
		if rate, ok := r.Rebuild[p.Name]; ok {
			line(p.Name, rate)
			fmt.Fprintln(w, "  ", r.Took[p.Name])
		}
	}
	fmt.Fprintf(w, "memory: at most %d MB in the heap, %d MB of the process (wanted: below %d MB): %s\n", r.HeapPeak>>20, r.PeakRSS>>20, wantedMemory>>20, held(r.PeakRSS < wantedMemory))
	if rate, ok := r.Rebuild["board"]; ok {
		fmt.Fprintf(w, "board: %.0f events a second (wanted: %d): %s\n", rate, wantedRebuild, held(rate >= wantedRebuild))
	}
}

func held(yes bool) string {
	if yes {
		return "held"
	}
	return "not held"
}
