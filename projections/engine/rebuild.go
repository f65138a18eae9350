package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

const (
	bulkRows    = 50_000
	chunkEvents = 20_000 // events of one transaction where some value cannot be stored
	closeEnough = 500    // events for which the live projection may wait during the swap
	swapTries   = 20
)

// ErrRebuilding says that the projection is already being rebuilt.
var ErrRebuilding = errors.New("projections: a rebuild of this projection is under way")

// RebuildOptions of a rebuild.
type RebuildOptions struct {
	DryRun   bool                // compare, then drop the rebuilt tables (BY-013)
	Resume   bool                // continue where a killed rebuild stopped, which is correct only with the same reducers; else start again
	Rows     int                 // rows kept in memory before they are written, about 2 kB each; default 50,000
	Progress func(Progress)      // called about once a second
	Differs  func(RowDiff) error // receives every differing row; if nil, the report has the first 1,000
}

// Progress of a rebuild.
type Progress struct {
	Position  int64         `json:"position"`
	Head      int64         `json:"head"`
	Rate      float64       `json:"rate"` // events a second
	Remaining time.Duration `json:"remaining"`
}

// remain estimates the time left.
func (p *Progress) remain() {
	p.Remaining = time.Duration(float64(max(0, p.Head-p.Position)) / max(p.Rate, 1) * float64(time.Second))
}

// Report compares the live tables with the rebuilt ones, both as of Position.
type Report struct {
	Projection string        `json:"projection"`
	Position   int64         `json:"position"`
	Events     int64         `json:"events"` // events read
	Took       time.Duration `json:"took"`
	Rate       float64       `json:"rate"` // events a second
	Phases     Phases        `json:"phases"`
	Tables     []TableDiff   `json:"tables"`
	Parked     []Parked      `json:"parked"` // streams that the rebuild could not apply
	Swapped    bool          `json:"swapped"`
}

// Phases has the durations of a rebuild's phases.
type Phases struct {
	Build   time.Duration `json:"build"`
	Compare time.Duration `json:"compare"`
	Swap    time.Duration `json:"swap"`
}

// String returns the phases in a form for people.
func (p Phases) String() string {
	ms := func(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
	return fmt.Sprintf("build %s, compare %s, swap %s", ms(p.Build), ms(p.Compare), ms(p.Swap))
}

// Same reports whether the live tables equal the rebuilt ones.
func (r Report) Same() bool {
	for _, t := range r.Tables {
		if t.OnlyLive+t.OnlyRebuilt+t.Different > 0 {
			return false
		}
	}
	return true
}

// Rebuild builds the projection's tables beside the live ones from position 0, compares both, and
// swaps names and checkpoint in one transaction. Until then the live tables do not change, and
// reads and the running projection continue (BY-012).
func (r *Runner) Rebuild(ctx context.Context, name string, o RebuildOptions) (Report, error) {
	w, err := r.worker(name)
	if err != nil {
		return Report{}, err
	}
	if o.Rows <= 0 {
		o.Rows = bulkRows
	}
	report := Report{Projection: name}
	err = r.cfg.Leases.TryLead(ctx, "rebuild "+name, func(ctx context.Context, _ *lease.Lease) error {
		conn, err := pgx.Connect(ctx, r.cfg.DSN)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
		eventlog.SendIDsAsBytes(conn)
		b := &rebuild{r: r, p: w.Projection, o: o, conn: conn, started: time.Now(), report: report}
		err = b.run(ctx)
		report = b.report
		return err
	})
	if errors.Is(err, lease.ErrHeld) {
		return report, ErrRebuilding
	}
	if err != nil {
		return report, fmt.Errorf("rebuild of %s: %w", name, err)
	}
	return report, nil
}

// Verify rebuilds the projection beside the live tables, compares, and drops the rebuilt tables.
func (r *Runner) Verify(ctx context.Context, name string) (Report, error) {
	return r.Rebuild(ctx, name, RebuildOptions{DryRun: true})
}

type rebuild struct {
	r       *Runner
	p       Projection
	o       RebuildOptions
	conn    *pgx.Conn
	next    *applier
	started time.Time
	told    time.Time
	from    int64
	report  Report
}

func (b *rebuild) run(ctx context.Context) error {
	if err := ensure(ctx, b.conn, b.p.Name); err != nil {
		return err
	}
	if err := b.prepare(ctx); err != nil {
		return err
	}
	if err := b.catchUp(ctx); err != nil {
		return err
	}
	b.report.Phases.Build = time.Since(b.started)
	begun := time.Now()
	analyzed := make(chan error, 1)
	go func() { analyzed <- b.analyze(ctx) }()
	if err := errors.Join(b.compare(ctx), <-analyzed); err != nil {
		return err
	}
	b.report.Phases.Compare = time.Since(begun)
	b.report.Events, b.report.Took = b.next.at-b.from, time.Since(b.started)
	b.report.Rate = float64(b.report.Events) / b.report.Took.Seconds()
	if b.o.DryRun {
		_, err := b.conn.Exec(ctx, b.dropSQL())
		return err
	}
	begun = time.Now()
	if err := b.swap(ctx); err != nil {
		return err
	}
	b.report.Phases.Swap = time.Since(begun)
	b.report.Swapped = true
	return nil
}

// prepare creates empty tables, or finds those of a rebuild that was killed.
func (b *rebuild) prepare(ctx context.Context) error {
	b.next = &applier{
		p:         b.p,
		conn:      b.conn,
		store:     b.r.cfg.Store,
		name:      b.p.Name + nextSuffix,
		all:       b.r.names(),
		build:     b.r.cfg.Schema,
		of:        1,
		suffix:    nextSuffix,
		log:       b.r.log,
		committed: func(int64, []domain.Event) {},
		onPark:    func() {},
	}
	resumes := false
	if b.o.Resume {
		err := b.conn.QueryRow(ctx, "select exists (select from checkpoints where name = $1)", b.next.name).
			Scan(&resumes)
		if err != nil {
			return err
		}
	}
	if !resumes {
		var sql strings.Builder
		sql.WriteString(b.dropSQL())
		for _, t := range b.p.Tables {
			fmt.Fprintf(
				&sql,
				"create table %s (like %s including all);\n",
				rowset.Quote(t.Name+nextSuffix),
				rowset.Quote(t.Name),
			)
		}
		sql.WriteString("insert into checkpoints (name, position, outdated) values ('" + b.next.name + "', 0, false)")
		if _, err := b.conn.Exec(ctx, sql.String()); err != nil { // one implicit transaction
			return err
		}
	}
	if err := b.next.open(ctx); err != nil {
		return err
	}
	if !resumes { // the tables are empty, so new rows can be written with COPY
		b.next.tables.Fresh()
	}
	b.from = b.next.at
	return nil
}

// dropSQL returns the statements that drop the tables of a rebuild. The names are checked
// identifiers.
func (b *rebuild) dropSQL() string {
	var sql strings.Builder
	fmt.Fprintf(
		&sql, "delete from checkpoints where name = '%s'; delete from parked_streams where projection = '%[1]s';\n",
		b.p.Name+nextSuffix,
	)
	for _, t := range b.p.Tables {
		sql.WriteString("drop table if exists " + rowset.Quote(t.Name+nextSuffix) + ";\n")
	}
	return sql.String()
}

// live returns the position of the live tables, which is that of the part farthest behind. For a
// projection that never ran it is the log's head.
func (b *rebuild) live(ctx context.Context) (at int64, err error) {
	var foremost int64
	if err = b.r.pool.QueryRow(ctx, "select min(position), max(position) from checkpoints where name = $1", b.p.Name).
		Scan(&at, &foremost); err != nil {
		return 0, err
	}
	if foremost == 0 {
		return b.r.cfg.Store.Head(ctx)
	}
	return at, nil
}

// catchUp applies events until the live tables are only a little ahead.
func (b *rebuild) catchUp(ctx context.Context) error {
	for {
		target, err := b.live(ctx)
		if err != nil {
			return err
		}
		if target-b.next.at <= closeEnough && b.next.at > 0 || target <= b.next.at {
			return nil
		}
		if err := b.applyTo(ctx, target); err != nil {
			return err
		}
	}
}

// applyTo applies every event up to a position. A range that cannot be written at once is applied
// in chunks, which are halved until the failing event is found.
func (b *rebuild) applyTo(ctx context.Context, target int64) error {
	for b.next.at < target {
		reached, err := b.inBulk(ctx, target)
		if err != nil && (errors.Is(err, errAgain) || rowset.IsData(err)) {
			err = b.inChunks(ctx, reached)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *rebuild) filter() eventlog.Filter {
	f := b.p.filter()
	f.NoMeta = b.p.NoMeta
	return f
}

// inBulk folds events in memory and writes each row once. If it fails, it returns the end of the
// failing range.
func (b *rebuild) inBulk(ctx context.Context, target int64) (reached int64, err error) {
	w := b.next
	var f *folding
	reached = w.at
	err = w.store.Each(ctx, w.at, target, pageSize, b.filter(), func(p eventlog.Page) error {
		if f == nil {
			f = w.folding(ctx, func() int64 { return reached }, nil)
		}
		reached = p.Last
		for _, e := range p.Events {
			if err := f.add(e); err != nil {
				return err
			}
		}
		if f.b.Begun() || f.b.Rows() >= b.o.Rows || reached == target {
			done := f
			f = nil
			if err := w.finish(ctx, done, reached, nil); err != nil {
				return err
			}
		}
		b.tell(reached, target)
		return nil
	})
	if err == nil && f != nil {
		err = w.finish(ctx, f, reached, nil)
	}
	return reached, err
}

// inChunks applies every event up to a position, one transaction for each chunk.
func (b *rebuild) inChunks(ctx context.Context, target int64) error {
	var chunk []domain.Event
	count, last := 0, b.next.at
	flush := func() error {
		err := b.next.applyPage(ctx, chunk, last)
		chunk, count = chunk[:0], 0
		b.tell(last, target)
		return err
	}
	err := b.r.cfg.Store.Each(ctx, b.next.at, target, pageSize, b.filter(), func(p eventlog.Page) error {
		chunk, count, last = append(chunk, p.Events...), count+p.Count, p.Last
		if count >= chunkEvents {
			return flush()
		}
		return nil
	})
	if err != nil || last == b.next.at {
		return err
	}
	return flush()
}

func (b *rebuild) tell(at, target int64) {
	if b.o.Progress == nil || time.Since(b.told) < time.Second && at < target {
		return
	}
	b.told = time.Now()
	rate := float64(at-b.from) / max(time.Since(b.started).Seconds(), 1e-6)
	p := Progress{Position: at, Head: target, Rate: rate}
	p.remain()
	b.o.Progress(p)
}

// holdLive brings the rebuilt tables to the position of the live ones, part by part, and locks the
// live ones until tx ends.
func (b *rebuild) holdLive(ctx context.Context, tx pgx.Tx) (live []int64, err error) {
	rows, err := tx.Query(ctx, "select position from checkpoints where name = $1 order by part for update", b.p.Name)
	if err != nil {
		return nil, err
	}
	if live, err = pgx.CollectRows(rows, pgx.RowTo[int64]); err != nil {
		return nil, err
	}
	if err := b.applyTo(ctx, slices.Min(live)); err != nil {
		return nil, err
	}
	if len(live) != len(b.next.ahead) {
		b.next.ahead = make([]int64, len(live))
	}
	for part, at := range live {
		if err := b.applyAhead(ctx, part, at); err != nil {
			return nil, err
		}
	}
	return live, nil
}

// applyAhead applies the events that one part has and the others do not have yet.
func (b *rebuild) applyAhead(ctx context.Context, part int, to int64) error {
	w := b.next
	from := max(w.at, w.ahead[part])
	if to <= from {
		return nil
	}
	f := b.p.filter()
	f.Part, f.Parts, f.Shared = part, len(w.ahead), nil
	var events []domain.Event
	err := w.store.Each(ctx, from, to, pageSize, f, func(p eventlog.Page) error {
		events = append(events, p.Events...)
		return nil
	})
	if err == nil {
		err = w.applyPage(ctx, events, w.at)
	}
	if err == nil {
		w.ahead[part] = to
	}
	return err
}

// analyze updates the planner's statistics of the rebuilt tables, which autovacuum would do too
// late.
func (b *rebuild) analyze(ctx context.Context) error {
	if b.o.DryRun {
		return nil
	}
	for _, t := range b.p.Tables {
		if _, err := b.r.pool.Exec(ctx, "analyze "+rowset.Quote(t.Name+nextSuffix)); err != nil {
			return err
		}
	}
	return nil
}

// swap replaces the live tables by the rebuilt ones.
func (b *rebuild) swap(ctx context.Context) error {
	for try := 1; ; try++ {
		if err := b.catchUp(ctx); err != nil {
			return err
		}
		err := b.trySwap(ctx)
		var pe *pgconn.PgError
		if err == nil || try == swapTries || !errors.As(err, &pe) || pe.Code != "55P03" && pe.Code != "40P01" {
			return err
		}
		pause(
			ctx,
			time.Duration(try)*50*time.Millisecond,
		) // a reader holds a table for long, so other readers get their turn
	}
}

func (b *rebuild) trySwap(ctx context.Context) error {
	tx, err := b.r.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	live, err := b.holdLive(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "set local lock_timeout = '500ms'"); err != nil {
		return err
	}
	for _, t := range b.p.Tables {
		if err := swapTable(ctx, tx, t.Name); err != nil {
			return err
		}
	}
	for part, at := range live {
		if _, err := tx.Exec(
			ctx,
			`update checkpoints set position = $3, updated_at = now(),
				outdated = $4 < coalesce((select since from read_models where name = $1), 0) where name = $1 and part = $2`,
			b.p.Name, part, max(at, b.next.at), b.r.cfg.Schema,
		); err != nil {
			return err
		}
	}
	for _, sql := range []string{
		"delete from checkpoints where name = $2 and $1 <> ''",
		"delete from parked_streams where projection = $1 and $2 <> ''",
		"update parked_streams set projection = $1 where projection = $2",
	} {
		if _, err := tx.Exec(ctx, sql, b.p.Name, b.next.name); err != nil {
			return err
		}
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	b.report.Position = b.next.at
	return b.r.RetryParked(
		ctx,
		b.p.Name,
	) // the process that runs the projection then knows the streams that are parked now
}

// swapTable gives the rebuilt table the live one's name, privileges and index names.
func swapTable(ctx context.Context, tx pgx.Tx, name string) error {
	next := name + nextSuffix
	rows, err := tx.Query(ctx, `select format('grant %s on %I to %s', string_agg(a.privilege_type, ', '), $2::text,
			case a.grantee when 0 then 'public' else quote_ident(a.grantee::regrole::text) end)
		from pg_class c, aclexplode(c.relacl) a where c.oid = to_regclass($1) and a.grantee <> c.relowner group by a.grantee`, rowset.Quote(name), next)
	if err != nil {
		return err
	}
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	renamed, err := indexNames(ctx, tx, name, next)
	if err != nil {
		return err
	}
	statements = append(
		statements,
		"drop table "+rowset.Quote(name),
		"alter table "+rowset.Quote(next)+" rename to "+rowset.Quote(name),
	)
	for _, sql := range statements {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return err
		}
	}
	for from, to := range renamed {
		if _, err := tx.Exec(ctx, "alter index "+rowset.Quote(from)+" rename to "+rowset.Quote(to)); err != nil {
			return err
		}
	}
	return nil
}

// indexNames maps the index names of the second table to those of the first, which has the same
// shape.
func indexNames(ctx context.Context, tx pgx.Tx, live, next string) (map[string]string, error) {
	const sql = `select c.relname, concat(i.indisunique, i.indisprimary, regexp_replace(pg_get_indexdef(c.oid), '^.*? USING ', ''))
		from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass($1) order by c.oid`
	names := map[string][]string{}
	for _, table := range []string{live, next} {
		rows, err := tx.Query(ctx, sql, rowset.Quote(table))
		if err != nil {
			return nil, err
		}
		var name, shape string
		if _, err := pgx.ForEachRow(rows, []any{&name, &shape}, func() error {
			names[table+" "+shape] = append(names[table+" "+shape], name)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	out := map[string]string{}
	for key, originals := range names {
		shape, ok := strings.CutPrefix(key, live+" ")
		copies := names[next+" "+shape]
		if !ok || len(copies) != len(originals) {
			if ok {
				return nil, fmt.Errorf("the indexes of %s and %s differ", live, next)
			}
			continue
		}
		for i := range copies {
			out[copies[i]] = originals[i]
		}
	}
	return out, nil
}
