package board

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Card is an order as the board, the list and the archive show it. The rules of order.Summary apply
// to it too.
type Card struct {
	order.Summary
	Place     int // in its zone, from 0; in the queue it counts the customer's own orders only
	ZoneTotal int
	ZoneLeft  int // cards of its zone after it
}

// Spot is the place in a zone of the board at which a window ended: that of its last card then.
type Spot struct {
	Rank string
	ID   uuid.UUID
}

// zoneSQL is order.Status.Zone in SQL.
var zoneSQL = func() string {
	var sql strings.Builder
	sql.WriteString("case c.status")
	for _, s := range order.Statuses {
		if z := s.Zone(); z != string(s) {
			sql.WriteString(" when '" + string(s) + "' then '" + z + "'")
		}
	}
	return sql.String() + " else c.status end"
}()

// Queries reads the board's table.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// where builds SQL conditions with their arguments.
type where struct {
	conditions []string
	args       []any
}

func (w *where) add(condition string, arg any) {
	w.args = append(w.args, arg)
	w.conditions = append(w.conditions, strings.ReplaceAll(condition, "?", fmt.Sprintf("$%d", len(w.args))))
}

func (w *where) arg(v any) string {
	w.args = append(w.args, v)
	return fmt.Sprintf("$%d", len(w.args))
}

func (w *where) sql() string { return strings.Join(w.conditions, " and ") }

// visible is order.Summary.Visible in SQL. The provider sees all orders, a reseller's people those of
// their client, a customer's people those of their account, and a guest the open order of their
// invitation. Other callers see nothing.
func visible(to domain.Actor) *where {
	w := &where{}
	switch {
	case to.Role.IsProvider() || to.Role == domain.System:
		w.conditions = append(w.conditions, "true")
	case to.Role == domain.Guest && to.Invited != nil:
		w.add("c.id = ?", to.Invited.Order)
		w.conditions = append(w.conditions, "not c.frozen and not c.archived")
	case !to.Role.IsCustomer() || to.ClientID == "":
		w.conditions = append(w.conditions, "false")
	case to.CustomerID != uuid.Nil:
		w.add("c.client = ?", to.ClientID)
		w.add("c.customer = ?", to.CustomerID)
	case to.ClientID == "customer":
		w.conditions = append(w.conditions, "false")
	default:
		w.add("c.client = ?", to.ClientID)
	}
	return w
}

// Window returns the cards of the board by zone: at most limit for each of the zones (all zones if there are none),
// after its spot in after if it has one. What moves elsewhere meanwhile neither hides nor repeats other cards.
func (q *Queries) Window(
	ctx context.Context,
	to domain.Actor,
	f Filter,
	zones []string,
	after map[string]Spot,
	limit int,
) ([]Card, error) {
	w, err := q.filtered(ctx, to, f)
	if err != nil {
		return nil, err
	}
	w.conditions = append(w.conditions, "not c.archived")
	if len(zones) > 0 {
		w.add(zoneSQL+" = any(?)", zones)
	}
	beyond := []string{}
	for zone, spot := range after {
		beyond = append(
			beyond, "c.zone = "+w.arg(zone)+" and (c.rank, c.id) <= ("+w.arg(spot.Rank)+", "+w.arg(spot.ID)+")",
		)
	}
	shown := "true"
	if len(beyond) > 0 {
		shown = "not (" + strings.Join(beyond, " or ") + ")"
	}
	most := w.arg(limit)
	args, place := w.args, "case when c.status = 'queue' then row_number() over (partition by c.zone, c.customer order by c.rank, c.id) - 1 else row_number() over zone - 1 end"
	if !f.empty() { // the queue is longer than the part that is shown
		args, place = w.planned(), "row_number() over zone - 1"
	}
	sql := `select ` + columns + `, ` + f.place() + `, c.total, c.total - c.zone_place from (
		select c.*, row_number() over (partition by c.zone order by c.zone_place) as nth from (
			select c.*, row_number() over zone as zone_place, count(*) over (partition by c.zone) as total, ` + place + ` as place
			from (select c.*, ` + zoneSQL + ` as zone from board_cards c where ` + w.sql() + `) c
			window zone as (partition by c.zone order by c.rank, c.id)) c
		where ` + shown + `) c
		where c.nth <= ` + most + ` order by c.zone, c.zone_place`
	cards, err := collect(ctx, q, sql, args, func(row pgx.CollectableRow) (Card, error) {
		var place, total, left int
		c, err := scan(row, &place, &total, &left)
		c.Place, c.ZoneTotal, c.ZoneLeft = place, total, left
		return c, err
	})
	return cards, dberror.Of("board", err)
}

// Totals counts the cards of each zone of the board.
func (q *Queries) Totals(ctx context.Context, to domain.Actor, f Filter) (map[string]int, error) {
	w, err := q.filtered(ctx, to, f)
	if err != nil {
		return nil, err
	}
	type count struct {
		Zone string
		N    int
	}
	counts, err := collect(
		ctx,
		q,
		"select "+zoneSQL+" as zone, count(*) from board_cards c where not c.archived and "+w.sql()+" group by 1",
		w.planned(),
		pgx.RowToStructByPos[count],
	)
	if err != nil {
		return nil, dberror.Of("totals", err)
	}
	totals := make(map[string]int, len(counts))
	for _, c := range counts {
		totals[c.Zone] = c.N
	}
	return totals, nil
}

// Find returns those of the orders that a person may see.
func (q *Queries) Find(ctx context.Context, to domain.Actor, ids []uuid.UUID) ([]Card, error) {
	w := visible(to)
	w.add("c.id = any(?)", ids)
	rows, err := q.pool.Query(ctx, "select "+columns+" from board_cards c where "+w.sql(), w.args...)
	if err != nil {
		return nil, dberror.Of("cards", err)
	}
	cards, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Card, error) { return scan(row) })
	return cards, dberror.Of("cards", err)
}

// There returns which of these orders were not deleted.
func (q *Queries) There(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	rows, err := q.pool.Query(ctx, "select id from board_cards where id = any($1)", ids)
	if err != nil {
		return nil, dberror.Of("orders", err)
	}
	there := make(map[uuid.UUID]bool, len(ids))
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		there[id] = true
		return nil
	})
	return there, dberror.Of("orders", err)
}

// One returns a whole order. It returns domain.ErrNotFound if the person may not see it.
func (q *Queries) One(ctx context.Context, to domain.Actor, id uuid.UUID) (order.Order, error) {
	w := visible(to)
	w.add("c.id = ?", id)
	rows, err := q.pool.Query(
		ctx,
		"select "+columns+reviewed+", c.watermark"+written+" from board_cards c where "+w.sql(),
		w.args...)
	if err != nil {
		return order.Order{}, dberror.Of("order", err)
	}
	o, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (o order.Order, err error) {
		var watermark string
		var d order.Details
		more := []any{
			&o.Reviewed.Route,
			(*optionalTime)(&o.Reviewed.Began),
			&o.Reviewed.Position,
			&o.Reviewed.Reopened,
			&watermark,
		}
		for _, of := range details {
			if of.Listed == nil {
				more = append(more, of.Kept(&d))
			}
		}
		c, err := scan(row, more...)
		if o.Summary, d.Headline = c.Summary, c.Headline; len(d.References) == 0 {
			d.References = nil
		}
		o.Describe(d)
		return o, errors.Join(err, json.Unmarshal([]byte(watermark), &o.Watermark))
	})
	return o, dberror.Of("order", err)
}

// Active counts the active orders of customers (D-06).
func (q *Queries) Active(ctx context.Context, customers []uuid.UUID) (map[uuid.UUID]int, error) {
	rows, err := q.pool.Query(ctx, `select customer, count(*) from board_cards
		where customer = any($1) and not archived and status in (`+active+`) group by customer`, customers)
	if err != nil {
		return nil, dberror.Of("active orders", err)
	}
	active := map[uuid.UUID]int{}
	var customer uuid.UUID
	var n int
	_, err = pgx.ForEachRow(rows, []any{&customer, &n}, func() error {
		active[customer] = n
		return nil
	})
	return active, dberror.Of("active orders", err)
}

// Waiting returns how many orders of a customer's queue are before an order, which are all of them if it is not there.
func (q *Queries) Waiting(ctx context.Context, customer, before uuid.UUID) (n int, err error) {
	err = q.pool.QueryRow(ctx, `select count(*) from board_cards c left join board_cards o on o.id = $2 and o.status = 'queue'
		where c.customer = $1 and c.status = 'queue' and not c.archived
		and (o.id is null or (c.rank, c.id) < (o.rank, o.id))`, customer, before).
		Scan(&n)
	return n, dberror.Of("queue", err)
}

// DueBetween returns orders that are due after one time and until another, by their ids, after the given one. Those
// that nobody works on now are left out: drafts, and orders that are on hold, frozen or finished.
func (q *Queries) DueBetween(
	ctx context.Context, from, until time.Time, after uuid.UUID, limit int,
) ([]Card, error) {
	return collect(ctx, q, "select "+columns+` from board_cards c where c.due > $1 and c.due <= $2 and c.id > $3
		and not c.archived and not c.frozen and c.status in (`+begun+") order by c.id limit $4",
		[]any{from, until, after, limit}, func(row pgx.CollectableRow) (Card, error) { return scan(row) })
}

// FirstQueued returns the order in the customer's queue that takes the slot freed by the event at
// position freed, Nil if there is none (D-06). It skips orders that were set aside by that event or
// later (D-67).
func (q *Queries) FirstQueued(ctx context.Context, customer uuid.UUID, freed int64) (uuid.UUID, error) {
	rows, err := q.pool.Query(ctx, `select id from board_cards
		where customer = $1 and status = 'queue' and set_aside < $2 and not archived and not frozen order by rank, id limit 1`, customer, freed)
	if err != nil {
		return uuid.Nil, dberror.Of("queue", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil || len(ids) == 0 {
		return uuid.Nil, dberror.Of("queue", err)
	}
	return ids[0], nil
}

// Running is a timer that runs.
type Running struct {
	Order  uuid.UUID
	Person uuid.UUID
	Since  time.Time
}

// Running returns a person's running timer, or the zero value.
func (q *Queries) Running(ctx context.Context, person uuid.UUID) (Running, error) {
	all, err := q.running(ctx, "work_by = $1 order by work_since desc limit 1", person)
	if err != nil || len(all) == 0 {
		return Running{}, err
	}
	return all[0], nil
}

// AllRunning lists all running timers, the oldest first, at most 10,000.
func (q *Queries) AllRunning(ctx context.Context) ([]Running, error) {
	return q.running(ctx, "work_by is not null order by work_since limit 10000")
}

func (q *Queries) running(ctx context.Context, where string, args ...any) ([]Running, error) {
	rows, err := q.pool.Query(ctx, "select id, work_by, work_since from board_cards where "+where, args...)
	if err != nil {
		return nil, dberror.Of("timers", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Running, err error) {
		return r, row.Scan(&r.Order, &r.Person, &r.Since)
	})
	return all, dberror.Of("timers", err)
}

// Counts has the numbers that a card shows about its files and threads.
type Counts struct {
	Customers  int // files of the customer
	Others     int
	OpenTopics int
}

// Counts counts the files and open topics of orders that a person may see, with two queries for any
// number of orders.
func (q *Queries) Counts(ctx context.Context, ids []uuid.UUID, s Sight) (map[uuid.UUID]Counts, error) {
	w := &where{}
	rows, err := q.pool.Query(
		ctx,
		`select a.order_id, count(*) filter (where a.by_customer), count(*) filter (where not a.by_customer), coalesce(sum(t.n), 0)::bigint
		from proof_attachments a
		join board_cards c on c.id = a.order_id
		left join lateral (select count(*) as n from topics t where t.order_id = a.order_id and t.attachment_id = a.id and not t.resolved
			and (t.public or `+w.arg(
			s.Internal,
		)+`) and (`+s.file(
			w,
			"v.id = t.version_id",
		)+`)) t on true
		where a.order_id = any(`+w.arg(
			ids,
		)+`) and (`+s.file(
			w,
			"v.attachment_id = a.id",
		)+`)
		group by a.order_id`,
		w.args...,
	)
	if err != nil {
		return nil, dberror.Of("counts", err)
	}
	counts := map[uuid.UUID]Counts{}
	var id uuid.UUID
	var c Counts
	_, err = pgx.ForEachRow(rows, []any{&id, &c.Customers, &c.Others, &c.OpenTopics}, func() error {
		counts[id] = c
		return nil
	})
	return counts, dberror.Of("counts", err)
}

// OpenTopicsAt counts the topics that were open at a position, of those that the person may see
// now. It takes one query for any number of orders.
func (q *Queries) OpenTopicsAt(
	ctx context.Context,
	ids []uuid.UUID,
	sight Sight,
	position int64,
) (map[uuid.UUID]int, error) {
	w := &where{}
	at := w.arg(position)
	rows, err := q.pool.Query(ctx, `select s.order_id, count(*) from timeline_streams s
		join board_cards c on c.id = s.order_id
		join timeline_streams a on a.id = s.attachment_id and a.id <> s.order_id
		cross join lateral (select e.type from timeline_entries e where e.stream_id = s.id and e.position <= `+at+`
			and e.type in ('topic.opened', 'topic.resolved', 'topic.reopened', 'topic.deleted') order by e.position desc limit 1) last
		where s.order_id = any(`+w.arg(ids)+`) and s.version_id is not null and last.type in ('topic.opened', 'topic.reopened')
			and (not s.internal or `+w.arg(sight.Internal)+`) and (`+sight.file(w, "v.id = s.version_id")+`)
			and not exists (select from timeline_entries d where d.stream_id = s.attachment_id and d.position <= `+at+`
				and (d.type = 'proof.attachment_deleted' or d.type = 'proof.version_deleted' and d.version_id = s.version_id))
		group by s.order_id`, w.args...)
	if err != nil {
		return nil, dberror.Of("open topics", err)
	}
	open := map[uuid.UUID]int{}
	var id uuid.UUID
	var n int
	_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error {
		open[id] = n
		return nil
	})
	return open, dberror.Of("open topics", err)
}

// Stale counts the approvals whose file or annotations changed afterwards (BY-030), with one query
// for any number of orders. The position of a checked version is that of its approval.
func (q *Queries) Stale(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]int, error) {
	rows, err := q.pool.Query(
		ctx,
		`select a.order_id, count(*) from proof_attachments a join proof_versions v on v.attachment_id = a.id
		where a.order_id = any($1) and (v.approval_cleared or v.checked and exists (
			select from timeline_streams s join timeline_entries e on e.stream_id = s.id
			where s.order_id = a.order_id and s.version_id = v.id and e.position > v.position and e.type = any($2)))
		group by a.order_id`,
		ids,
		slices.Collect(maps.Keys(topic.Restates)),
	)
	if err != nil {
		return nil, dberror.Of("stale approvals", err)
	}
	stale := map[uuid.UUID]int{}
	var id uuid.UUID
	var n int
	_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error {
		stale[id] = n
		return nil
	})
	return stale, dberror.Of("stale approvals", err)
}

// Position returns the position up to which the board has applied the log.
func (q *Queries) Position(ctx context.Context) (position int64, err error) {
	err = q.pool.QueryRow(ctx, "select coalesce(min(position), 0) from checkpoints where name = $1", Name).
		Scan(&position)
	return position, dberror.Of("position", err)
}
