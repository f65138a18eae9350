// Package logbench measures the event log on a given PostgreSQL, beside two other ways to write the
// same rows: single-row inserts, which is the naive way, and COPY, which is the fastest one that
// the server has.
package logbench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/migrations"
)

// Options of a measurement. The comments name the defaults.
type Options struct {
	Clients  []int         // numbers of concurrent clients; 1, 8, 32, 128
	Rounds   int           // repetitions, in turns; the report has the medians; 5
	Duration time.Duration // duration of each run, 500 ms
	Progress func(string)  // called before each round
}

// Report has the medians in events per second, by the number of clients.
type Report struct {
	Append map[string]float64 `json:"append"`
	Insert map[string]float64 `json:"insert"`
	Copy   float64            `json:"copy"`
}

// Append measures durable appends of one event each. It uses a scratch database on the server of
// dsn, and drops it at the end.
func Append(ctx context.Context, dsn string, o Options) (Report, error) {
	if len(o.Clients) == 0 {
		o.Clients = []int{1, 8, 32, 128}
	}
	if o.Rounds <= 0 {
		o.Rounds = 5
	}
	if o.Duration <= 0 {
		o.Duration = 500 * time.Millisecond
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	report := Report{Append: map[string]float64{}, Insert: map[string]float64{}}
	err := Scratch(ctx, dsn, func(dsn string) error {
		b, err := open(ctx, dsn, slices.Max(o.Clients))
		if err != nil {
			return err
		}
		defer b.close()
		appends, inserts, copies := map[int][]float64{}, map[int][]float64{}, []float64{}
		for round := range o.Rounds {
			o.Progress(fmt.Sprintf("round %d of %d", round+1, o.Rounds))
			for _, n := range o.Clients {
				rate, err := clients(ctx, n, o.Duration, b.append)
				if err != nil {
					return fmt.Errorf("append: %w", err)
				}
				appends[n] = append(appends[n], rate)
				if rate, err = clients(ctx, n, o.Duration, b.insert); err != nil {
					return fmt.Errorf("insert: %w", err)
				}
				inserts[n] = append(inserts[n], rate)
			}
			rate, err := b.copy(ctx, o.Duration)
			if err != nil {
				return fmt.Errorf("copy: %w", err)
			}
			copies = append(copies, rate)
		}
		for _, n := range o.Clients {
			report.Append[strconv.Itoa(n)], report.Insert[strconv.Itoa(n)] = median(appends[n]), median(inserts[n])
		}
		report.Copy = median(copies)
		return nil
	})
	return report, err
}

// Print writes the report as text.
func (r Report) Print(w io.Writer) {
	fmt.Fprintf(w, "%8s %12s %12s %10s %10s\n", "clients", "append/s", "insert/s", "x insert", "% of COPY")
	for _, n := range slices.SortedFunc(maps.Keys(r.Append), func(a, b string) int { return len(a)*1000 - len(b)*1000 + compare(a, b) }) {
		fmt.Fprintf(
			w, "%8s %12.0f %12.0f %10.2f %10.1f\n", n, r.Append[n], r.Insert[n], r.Append[n]/r.Insert[n],
			100*r.Append[n]/r.Copy,
		)
	}
	fmt.Fprintf(w, "%8s %12.0f   rows a second by COPY, %d a commit\n", "limit", r.Copy, copyRows)
}

func compare(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

func median(v []float64) float64 {
	slices.Sort(v)
	if n := len(v); n%2 == 0 {
		return (v[n/2-1] + v[n/2]) / 2
	}
	return v[len(v)/2]
}

// Scratch calls do with a migrated scratch database on the server of dsn, and drops it at the end.
func Scratch(ctx context.Context, dsn string, do func(dsn string) error) (err error) {
	name := "bench_" + uuid.NewString()
	admin, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = admin.Close(context.WithoutCancel(ctx)) }()
	var fsync string
	if err := admin.QueryRow(ctx, "show fsync").Scan(&fsync); err != nil {
		return err
	}
	if fsync != "on" {
		return fmt.Errorf("fsync is %s on this server: the figures would mean nothing", fsync)
	}
	if _, err := admin.Exec(ctx, "create database "+pgx.Identifier{name}.Sanitize()); err != nil {
		return fmt.Errorf("the measurement needs a database of its own: %w", err)
	}
	defer func() {
		// "with (force)" would need the right to end autovacuum, which may be at work in the database.
		_, dropped := admin.Exec(context.WithoutCancel(ctx), "drop database "+pgx.Identifier{name}.Sanitize())
		if err == nil {
			err = dropped
		}
	}()
	scratch, err := otherDatabase(dsn, name)
	if err != nil {
		return err
	}
	if err := migrations.Up(ctx, scratch); err != nil {
		return err
	}
	return do(scratch)
}

// moved is an event of the usual size. Its row takes about 440 bytes.
type moved struct {
	Order  uuid.UUID `json:"order"`
	From   string    `json:"from"`
	To     string    `json:"to"`
	Before uuid.UUID `json:"before"`
	After  uuid.UUID `json:"after"`
	Index  string    `json:"index"`
	Reason string    `json:"reason"`
}

const (
	movedType = eh.EventType("bench.moved")
	copyRows  = 10_000
)

type benchmark struct {
	store *eventlog.Store
	pool  *pgxpool.Pool
	meta  domain.Meta
}

func open(ctx context.Context, dsn string, conns int) (*benchmark, error) {
	reg := codec.NewRegistry()
	codec.Register[moved](reg, movedType, 1)
	keys, err := Keyring()
	if err != nil {
		return nil, err
	}
	store, err := eventlog.Open(ctx, eventlog.Config{DSN: dsn, Registry: reg, Keys: keys})
	if err != nil {
		return nil, err
	}
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	free, err := freeConnections(ctx, dsn)
	if err != nil {
		return nil, err
	}
	cfg.MaxConns = int32(min(conns, free)) // larger numbers of clients share them
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	for _, table := range []string{"plain_events", "copied_events"} {
		if _, err := pool.Exec(ctx, "create table "+table+` (like events including all);
			alter table `+table+` alter position add generated by default as identity`); err != nil {
			return nil, err
		}
	}
	return &benchmark{store: store, pool: pool, meta: domain.Meta{
		Actor:       uuid.New(),
		Role:        domain.Operator,
		Command:     "MoveOrder",
		Fingerprint: "0123456789abcdef",
		Request:     uuid.NewString(),
		Via:         "board",
	}}, nil
}

// Keyring returns keys for a database that is dropped at the end.
func Keyring() (*keyring.Keyring, error) {
	dir, err := os.MkdirTemp("", "proofboard-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // they are in memory
	keys, err := keyring.Open(filepath.Join(dir, "events.key"))
	if err == nil {
		err = keys.Settle(keyring.Boundary{})
	}
	return keys, err
}

func freeConnections(ctx context.Context, dsn string) (n int, err error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, `select greatest(1, current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
		- 12 - (select count(*) from pg_stat_activity where backend_type = 'client backend')::int)`).
		Scan(&n)
	return n, err
}

func (b *benchmark) close() {
	b.pool.Close()
	_ = b.store.Close()
}

func (b *benchmark) event(stream uuid.UUID) *moved {
	return &moved{Order: stream, From: "ready-to-go", To: "in-progress", Before: stream, After: stream, Index: "a0Vk"}
}

// client appends one event with each call. It belongs to one goroutine.
type client func(ctx context.Context) error

func (b *benchmark) append() client {
	stream, version := uuid.New(), 0
	return func(ctx context.Context) error {
		res, err := b.store.Append(ctx, eventlog.Append{
			Stream:     stream,
			StreamType: "order",
			Expected:   version,
			Meta:       b.meta,
			CommandID:  uuid.New(),
			Events:     []eventlog.Record{{Type: movedType, Data: b.event(stream), OccurredAt: time.Now()}},
		})
		version = res.Version
		return err
	}
}

func (b *benchmark) insert() client {
	stream, version := uuid.New(), 0
	return func(ctx context.Context) error {
		version++
		row, err := b.row(stream, version)
		if err != nil {
			return err
		}
		_, err = b.pool.Exec(
			ctx,
			`insert into plain_events (stream_id, version, stream_type, type, data, metadata, command_id, occurred_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8)`,
			row...)
		return err
	}
}

func (b *benchmark) row(stream uuid.UUID, version int) ([]any, error) {
	data, err := json.Marshal(b.event(stream))
	if err != nil {
		return nil, err
	}
	meta, err := json.Marshal(b.meta)
	return []any{stream, version, "order", string(movedType), data, meta, uuid.New(), time.Now()}, err
}

func (b *benchmark) copy(ctx context.Context, d time.Duration) (float64, error) {
	row, err := b.row(uuid.New(), 0) // encoded once, so that only the server limits this way
	if err != nil {
		return 0, err
	}
	start, n := time.Now(), 0
	for time.Since(start) < d {
		stream, version := uuid.New(), 0
		_, err := b.pool.CopyFrom(ctx, pgx.Identifier{"copied_events"},
			[]string{"stream_id", "version", "stream_type", "type", "data", "metadata", "command_id", "occurred_at"},
			pgx.CopyFromFunc(func() ([]any, error) {
				if version == copyRows {
					return nil, nil
				}
				version++
				row[0], row[1], row[6] = stream, version, uuid.New()
				return row, nil
			}))
		if err != nil {
			return 0, err
		}
		n += copyRows
	}
	return float64(n) / time.Since(start).Seconds(), nil
}

// clients runs n clients for a while and returns the events per second.
func clients(ctx context.Context, n int, d time.Duration, start func() client) (float64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var total atomic.Int64
	var wg sync.WaitGroup
	var over atomic.Bool
	begin := time.Now()
	for range n {
		work := start()
		wg.Go(func() {
			for done := int64(0); ; done++ {
				if over.Load() || ctx.Err() != nil {
					total.Add(done)
					return
				}
				if err := work(ctx); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	timer := time.AfterFunc(d, func() { over.Store(true) })
	defer timer.Stop()
	wg.Wait()
	return float64(total.Load()) / time.Since(begin).Seconds(), context.Cause(ctx)
}
