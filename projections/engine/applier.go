package engine

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// applier applies events to one set of tables: the live ones, or those of a rebuild.
type applier struct {
	p         Projection
	conn      *pgx.Conn
	name      string   // name of the checkpoint
	all       []string // names of all projections, whose skips of unreadable events count too
	build     int64    // Config.Schema
	index, of int      // which part of the streams; 0 of 1 means all of them
	suffix    string   // suffix of the tables' names
	at        int64
	saved     int64            // the stored checkpoint; it is behind at while the log has nothing for this projection
	savedAt   time.Time        // when the checkpoint was stored
	lazy      bool             // do not store the checkpoint for every page without relevant events
	heart     *lease.Heartbeat // of the lease; nil for a rebuild, which holds none
	parked    parked
	skips     skips
	ahead     []int64 // only in a rebuild: positions up to which the tables already contain each live part
	tables    rowset.Tables
	store     *eventlog.Store
	log       *slog.Logger
	committed func(last int64, applied []domain.Event)
	onPark    func()
}

// open reads tables, checkpoint and parked streams.
func (w *applier) open(ctx context.Context) (err error) {
	if w.tables, err = rowset.Describe(ctx, w.conn, w.p.Tables, w.suffix); err != nil {
		return err
	}
	if w.at, err = w.checkpoint(ctx); err != nil {
		return err
	}
	w.saved = w.at
	if w.parked, err = parkedStreams(ctx, w.conn, w.name); err != nil {
		return err
	}
	w.skips, err = readSkips(ctx, w.store, w.p.Name, w.all)
	return err
}

type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// ensure creates a checkpoint unless it exists.
func ensure(ctx context.Context, q querier, name string) error {
	_, err := q.Exec(
		ctx,
		"insert into checkpoints (name, position, outdated) select $1, 0, false where not exists (select from checkpoints where name = $1) on conflict do nothing",
		name,
	)
	return err
}

// checkpoint reads the part's position, and says which build moves it from now on. It returns errSpread if there is no such part.
func (w *applier) checkpoint(ctx context.Context) (at int64, err error) {
	if err := ensure(ctx, w.conn, w.name); err != nil {
		return 0, err
	}
	err = w.conn.QueryRow(
		ctx, "update checkpoints set writer = $4 where name = $1 and part = $2 and parts = $3 returning position",
		w.name, w.index, w.of, w.build,
	).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		err = errSpread
	}
	return at, err
}

// advance moves the checkpoint of a part: name, from, to, part, parts, build.
const advance = "select advance_checkpoint($1, $2, $3, $4, $5, $6)"

func (w *applier) filter() eventlog.Filter {
	f := w.p.filter()
	f.Part, f.Parts = w.index, w.of
	return f
}

// applyPage applies events and moves the checkpoint to last. If the values of an event cannot be
// stored, the page is halved until that event is alone, and its stream is parked.
func (w *applier) applyPage(ctx context.Context, events []domain.Event, last int64) error {
	if w.lazy && len(events) == 0 && time.Since(w.savedAt) < saveIdleEvery {
		w.at = last
		w.committed(last, nil)
		return nil
	}
	err := w.transact(ctx, events, last, nil)
	if err == nil || !rowset.IsData(err) {
		return err
	}
	switch len(events) {
	case 0:
		return err
	case 1:
		e := events[0]
		return w.transact(ctx, nil, last, []parking{{e, err}})
	}
	middle := len(events) / 2
	if err := w.applyPage(ctx, events[:middle], min(last, events[middle-1].Position)); err != nil {
		return err
	}
	return w.applyPage(ctx, events[middle:], last)
}

// save stores the checkpoint if it is behind.
func (w *applier) save(ctx context.Context) error {
	if w.saved == w.at {
		return nil
	}
	if _, err := w.conn.Exec(ctx, advance, w.name, w.saved, w.at, w.index, w.of, w.build); err != nil {
		return err
	}
	w.saved, w.savedAt = w.at, time.Now()
	return nil
}

// parked maps the streams that are left out to the first version left out.
type parked map[uuid.UUID]int

func (p parked) has(e domain.Event) bool {
	from, ok := p[e.Stream]
	return ok && e.Version >= from
}

// parking is an event that could not be applied.
type parking struct {
	event domain.Event
	err   error
}

// transact applies events and moves the checkpoint to last, in one transaction.
func (w *applier) transact(ctx context.Context, events []domain.Event, last int64, park []parking) error {
	for {
		f := w.folding(ctx, func() int64 { return last }, park)
		i := slices.IndexFunc(events, func(e domain.Event) bool { return f.add(e) != nil })
		if i < 0 {
			return w.finish(ctx, f, last, events)
		}
		if f.err != nil {
			return f.err
		}
		park = f.park
	}
}

// finish commits the folded events and the checkpoint.
func (w *applier) finish(ctx context.Context, f *folding, last int64, events []domain.Event) error {
	statements := make([]rowset.Statement, len(f.park))
	for i, p := range f.park {
		statements[i] = w.parks(p)
	}
	if err := f.b.Commit(statements...); err != nil {
		return err
	}
	for _, p := range f.park {
		w.parked[p.event.Stream] = p.event.Version
		w.onPark()
		w.log.Error(
			"projection parked a stream", "projection", w.name, "stream", p.event.Stream, "position", p.event.Position,
			"type", p.event.Type, "error", p.err,
		)
	}
	w.at, w.saved, w.savedAt = last, last, time.Now()
	applied := events
	if len(w.parked) > 0 {
		applied = slices.DeleteFunc(slices.Clone(events), func(e domain.Event) bool { return w.parked.has(e) })
	}
	w.committed(last, applied)
	if f.decided {
		return w.retryParked(ctx)
	}
	return nil
}

// decided reports whether an event is an operator's decision about a projection.
func (w *applier) decided(e domain.Event) bool { return e.Type == operations.SkippedType }

// skips are the positions that operators made projections skip, and whether it was this one.
type skips map[int64]bool

// has reports whether a projection leaves an event out. An event that nobody can read is left out by all
// once an operator has decided it for one. What only one projection cannot apply, only that one skips.
func (s skips) has(e domain.Event) bool {
	own, skipped := s[e.Position]
	if skipped && !own {
		_, skipped = e.Data.(*codec.Undecodable)
	}
	return skipped
}

func readSkips(ctx context.Context, s *eventlog.Store, projection string, all []string) (skips, error) {
	streams := make([]uuid.UUID, len(all))
	for i, name := range all {
		streams[i] = operations.StreamOf(name)
	}
	events, err := s.LoadStreams(ctx, streams, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	out := skips{}
	for _, e := range events {
		if d, ok := e.Data.(*operations.Skipped); ok {
			out[d.Position] = out[d.Position] || e.Stream == operations.StreamOf(projection)
		}
	}
	return out, nil
}

// leftOut is the set of events that a fold ignores.
type leftOut struct {
	parked parked
	skips  skips
	ahead  []int64
}

func (l leftOut) has(e domain.Event) bool {
	return l.skips.has(e) || e.Type == operations.SkippedType || l.parked.has(e) ||
		l.ahead != nil && e.Position <= l.ahead[eventlog.PartOf(e.Stream, len(l.ahead))]
}

// folding is the state of folding events into one transaction.
type folding struct {
	ctx     context.Context
	w       *applier
	b       *rowset.Batch
	out     leftOut
	left    parked    // streams that were parked meanwhile
	park    []parking // the events that caused it
	decided bool      // one of the events is an operator's decision about a projection
	err     error     // failure of the database
}

// errAgain says that a stream had to be parked after a reducer used the database. Everything is
// then folded again without that stream.
var errAgain = errors.New("fold again")

// folding starts to fold events for one transaction, which moves the checkpoint to the position that
// to returns when it begins. It leaves out the streams of park.
func (w *applier) folding(ctx context.Context, to func() int64, park []parking) *folding {
	f := &folding{ctx: ctx, w: w, out: leftOut{w.parked, w.skips, w.ahead}, left: parked{}, park: park}
	for _, k := range park {
		f.left[k.event.Stream] = k.event.Version
	}
	f.b = rowset.New(ctx, w.conn, w.tables, func() rowset.Statement {
		return rowset.Statement{SQL: advance, Args: []any{w.name, w.saved, to(), w.index, w.of, w.build}}
	})
	return f
}

// add runs the reducer of an event unless its stream is parked. If the reducer fails, the stream is
// parked.
func (f *folding) add(e domain.Event) error {
	if f.w.decided(e) {
		f.decided = true
	}
	if f.out.has(e) || f.left.has(e) {
		return nil
	}
	if !f.b.Begun() { // the first statement of a transaction may come later than the lease allows
		if f.err = f.w.heart.Beat(f.ctx); f.err != nil {
			return f.err
		}
	}
	err := f.b.Apply(func() error { return f.w.p.apply(f.b, e) })
	if err == nil {
		return nil
	}
	fault, ok := errors.AsType[*rowset.ReducerError](err)
	if !ok {
		f.err = err
		return err
	}
	f.park = append(f.park, parking{e, fault.Err})
	if fault.Undone {
		return errAgain
	}
	f.left[e.Stream] = e.Version
	return nil
}

// parks returns the statement that records a parked stream.
func (w *applier) parks(p parking) rowset.Statement {
	return rowset.Statement{
		SQL: `insert into parked_streams (projection, stream_id, position, version, type, error)
			values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
		Args: []any{
			w.name, p.event.Stream, p.event.Position, p.event.Version, string(p.event.Type), shorten(p.err.Error()),
		},
	}
}

func shorten(s string) string {
	const most = 2000
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "?"), "\x00", "?")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
}
