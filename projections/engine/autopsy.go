package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

const (
	autopsyEvents = 100 // most events of the failing prefix that are shown, the last ones
	autopsyRows   = 50  // most rows of a table that are shown
)

// ErrNotParked says that the stream is not parked in the projection (any more).
var ErrNotParked = &domain.Error{
	Code:    domain.NotFound,
	Reason:  "operations.not_parked",
	Message: "This stream is not parked in this projection.",
}

// Autopsy shows why a stream is parked and what each remedy would do, before it is used (BY-017).
// It changes nothing.
type Autopsy struct {
	Projection string
	Parked     Parked
	// Prefix is the smallest prefix of the stream that fails, so its last event is the cause. It
	// has the last 100 of Length events at most.
	Prefix []PrefixEvent
	Length int
	// Alone is true if the prefix fails on empty tables. Otherwise rows of other streams contribute
	// to the failure.
	Alone    bool
	Before   []Row // rows that the prefix without its last event leaves in empty tables
	Decoding Decoding
	Retry    Outcome
	Skip     Outcome
}

// PrefixEvent is an event of the failing prefix.
type PrefixEvent struct {
	Position int64
	Version  int
	Type     eh.EventType
	At       time.Time
	Data     json.RawMessage // after upcasting; null if it cannot be decoded
	Skipped  bool            // skipped by an earlier decision
}

// Row is a row of a projection's table.
type Row struct {
	Table string
	Row   json.RawMessage
}

// Decoding shows how the failing event's data is decoded.
type Decoding struct {
	Stored  int             // schema version in the log
	Current int             // schema version of this build; 0 if the type is unknown
	Raw     json.RawMessage // as stored
	Upcast  json.RawMessage // after upcasting; null if that fails
	Error   string
}

// Outcome is the result that a remedy would have.
type Outcome struct {
	Works   bool   // every event of the stream would be applied
	Applied int    // events that would be applied
	FailsAt int64  // position at which the stream would be parked again, 0 if nowhere
	Error   string // error of the event at that position
	Changes []RowDiff
}

// Autopsy examines a parked stream.
func (r *Runner) Autopsy(ctx context.Context, name string, stream uuid.UUID) (Autopsy, error) {
	w, err := r.worker(name)
	if err != nil {
		return Autopsy{}, err
	}
	a := Autopsy{Projection: name, Prefix: []PrefixEvent{}, Before: []Row{}}
	rows, err := r.pool.Query(
		ctx, "select "+parkedColumns+" from parked_streams where projection = $1 and stream_id = $2", name, stream,
	)
	if err != nil {
		return a, fmt.Errorf("projections: %w", err)
	}
	if a.Parked, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Parked]); errors.Is(err, pgx.ErrNoRows) {
		return a, ErrNotParked
	} else if err != nil {
		return a, fmt.Errorf("projections: %w", err)
	}
	x := &examination{r: r, p: w.Projection}
	if err := x.read(ctx, stream); err != nil {
		return a, err
	}
	if err := x.prefix(ctx, &a); err != nil {
		return a, err
	}
	if a.Decoding, err = x.decoding(ctx, a.Parked); err != nil {
		return a, err
	}
	missed := x.from(a.Parked.Version)
	if a.Retry, err = x.outcome(ctx, missed, leftOut{skips: x.skips}); err != nil {
		return a, err
	}
	without := skips{a.Parked.Position: true}
	for position, own := range x.skips {
		without[position] = own || without[position]
	}
	a.Skip, err = x.outcome(ctx, missed, leftOut{skips: without})
	return a, err
}

// examination is an autopsy in progress.
type examination struct {
	r      *Runner
	p      Projection
	skips  skips
	events []domain.Event // the stream's events that the projection handles, as far as it has read
}

func (x *examination) read(ctx context.Context, stream uuid.UUID) (err error) {
	var at int64
	if err = x.r.pool.QueryRow(ctx, "select position from checkpoints where name = $1 and part = $2::integer % parts", x.p.Name, eventlog.PartOf(stream, 1<<16)).
		Scan(&at); err != nil {
		return err
	}
	if x.skips, err = readSkips(ctx, x.r.cfg.Store, x.p.Name, x.r.names()); err != nil {
		return err
	}
	x.events, err = x.r.cfg.Store.ReadStream(ctx, stream, 1, at, x.p.filter())
	return err
}

func (x *examination) from(version int) []domain.Event {
	i := slices.IndexFunc(x.events, func(e domain.Event) bool { return e.Version >= version })
	if i < 0 {
		return nil
	}
	return x.events[i:]
}

// inScratch runs do in a transaction with empty copies of the projection's tables, which is rolled
// back.
func (x *examination) inScratch(ctx context.Context, do func(pgx.Tx, rowset.Tables) error) error {
	var sql strings.Builder
	for _, t := range x.p.Tables {
		fmt.Fprintf(
			&sql,
			"create temp table %s (like public.%[1]s including defaults including generated "+
				"including constraints including indexes) on commit drop;\n",
			rowset.Quote(t.Name),
		)
	}
	// The connection must be a new one: a statement prepared before would use the live table of the
	// same name.
	conn, err := pgx.Connect(ctx, x.r.cfg.DSN)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return x.inTx(ctx, conn, sql.String(), do)
}

type beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// inTx runs in a transaction with a short time limit, which is rolled back.
func (x *examination) inTx(
	ctx context.Context,
	conn beginner,
	first string,
	do func(pgx.Tx, rowset.Tables) error,
) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "set local lock_timeout = '1s'; set local statement_timeout = '5s'; "+first); err != nil {
		return err
	}
	tables, err := rowset.Describe(ctx, tx, x.p.Tables, "")
	if err != nil {
		return err
	}
	return do(tx, tables)
}

// prefix finds the smallest prefix that fails and the state before its last event.
func (x *examination) prefix(ctx context.Context, a *Autopsy) error {
	last := slices.IndexFunc(x.events, func(e domain.Event) bool { return e.Version == a.Parked.Version })
	err := x.inScratch(ctx, func(tx pgx.Tx, tables rowset.Tables) error {
		failed, err := applyEach(ctx, tx, x.p, tables, x.events, leftOut{skips: x.skips})
		if err != nil && rowset.IsData(err) {
			last, a.Alone = failed, true
			return nil
		}
		return err
	})
	if err != nil || last < 0 {
		return err
	}
	prefix := x.events[:last+1]
	a.Length = len(prefix)
	for _, e := range prefix[max(0, len(prefix)-autopsyEvents):] {
		shown := PrefixEvent{
			Position: e.Position,
			Version:  e.Version,
			Type:     e.Type,
			At:       e.OccurredAt,
			Data:     json.RawMessage("null"),
		}
		shown.Skipped = x.skips.has(e)
		if _, bad := e.Data.(*codec.Undecodable); !bad {
			if shown.Data, err = json.Marshal(e.Data); err != nil {
				return err
			}
		}
		a.Prefix = append(a.Prefix, shown)
	}
	return x.inScratch(ctx, func(tx pgx.Tx, tables rowset.Tables) error {
		if _, err := applyEach(ctx, tx, x.p, tables, prefix[:last], leftOut{skips: x.skips}); err != nil &&
			!rowset.IsData(err) {
			return err
		}
		for _, t := range x.p.Tables {
			rows, err := tx.Query(
				ctx, fmt.Sprintf("select to_jsonb(t)::text from %s t limit %d", rowset.Quote(t.Name), autopsyRows),
			)
			if err != nil {
				return err
			}
			var row string
			if _, err := pgx.ForEachRow(rows, []any{&row}, func() error {
				a.Before = append(a.Before, Row{t.Name, json.RawMessage(row)})
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

// decoding shows the stored form of the failing event and the steps of decoding it.
func (x *examination) decoding(ctx context.Context, p Parked) (Decoding, error) {
	raw, schema, err := x.r.cfg.Store.Raw(ctx, p.Position)
	if err != nil {
		return Decoding{}, err
	}
	reg := x.r.cfg.Store.Registry()
	d := Decoding{Stored: schema, Current: reg.Version(p.Type), Raw: raw, Upcast: json.RawMessage("null")}
	if d.Raw == nil {
		d.Raw = json.RawMessage("null")
	}
	data, err := reg.Decode(p.Type, schema, raw)
	if _, unknown := data.(*codec.Unknown); err == nil && !unknown {
		d.Upcast, err = json.Marshal(data)
	} else if err == nil {
		err = fmt.Errorf("%s version %d is newer than this build", p.Type, schema)
	}
	if err != nil {
		d.Error = shorten(err.Error())
	}
	return d, nil
}

// outcome applies events to the live tables in a transaction that is rolled back.
func (x *examination) outcome(ctx context.Context, events []domain.Event, out leftOut) (o Outcome, err error) {
	o.Changes = []RowDiff{}
	err = x.inTx(ctx, x.r.pool, "", func(tx pgx.Tx, tables rowset.Tables) error {
		var failed int
		failed, err := applyEach(ctx, tx, x.p, tables, events, out)
		switch {
		case err == nil:
			failed, o.Works = len(events), true
		case !rowset.IsData(err):
			return err
		default:
			o.FailsAt, o.Error = events[failed].Position, shorten(err.Error())
		}
		events = events[:failed]
		return nil
	})
	if err != nil {
		return o, err
	}
	for _, e := range events {
		if !out.has(e) {
			o.Applied++
		}
	}
	err = x.inTx(ctx, x.r.pool, "", func(tx pgx.Tx, tables rowset.Tables) error {
		touched := map[string][][]any{}
		b := rowset.Within(ctx, tx, tables)
		for _, e := range events {
			if out.has(e) {
				continue
			}
			if err := b.Apply(func() error { return x.p.apply(b, e) }); err != nil {
				return err
			}
			for table, keys := range b.Pending() {
				touched[table] = append(touched[table], keys...)
			}
			if err := b.Flush(); err != nil {
				return err
			}
		}
		for _, t := range x.p.Tables {
			if err := x.changes(ctx, tx, t, touched[t.Name], &o); err != nil {
				return err
			}
		}
		return nil
	})
	return o, err
}

// changes compares the rows inside the transaction with the committed ones.
func (x *examination) changes(ctx context.Context, tx pgx.Tx, t *rowset.Table, keys [][]any, o *Outcome) error {
	seen := map[string]bool{}
	sql := "select to_jsonb(t)::text from " + rowset.Quote(t.Name) + " t where " + t.HasKey()
	read := func(q querier, key []any) (row *string, err error) {
		if err = q.QueryRow(ctx, sql, key...).Scan(&row); errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		return row, err
	}
	for _, key := range keys {
		id := fmt.Sprintf("%q", key)
		if seen[id] || len(seen) == autopsyRows {
			continue
		}
		seen[id] = true
		before, err := read(x.r.pool, key)
		if err != nil {
			return err
		}
		after, err := read(tx, key)
		if err != nil {
			return err
		}
		named := map[string]any{}
		for i, k := range t.Key {
			named[k] = key[i]
		}
		name, err := json.Marshal(named)
		if err != nil {
			return err
		}
		o.Changes = append(
			o.Changes, RowDiff{Table: t.Name, Key: name, Live: jsonOrNull(before), Rebuilt: jsonOrNull(after)},
		)
	}
	return nil
}
