package board

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// Filter limits the orders that a person sees, in the same way for board, list, archive, export and
// search. Empty fields do not limit.
type Filter struct {
	Statuses   []order.Status
	NotFrozen  bool
	Customers  []uuid.UUID
	Clients    []string
	Creators   []uuid.UUID
	Operators  []uuid.UUID
	Managers   []uuid.UUID
	Categories []uuid.UUID // categories of services
	Services   []uuid.UUID
	Priorities []order.Priority
	Created    Span
	Due        Span
	Updated    Span
	// ChangedSince limits to orders that were created or changed at this time or later.
	ChangedSince time.Time
	QueueTime    []Bucket // time in the queue against the promised start (D-37)
	WorkTime     []Bucket // working time against the allocated time
	Mine         bool     // what the person works on, manages, created, or is a collaborator of
	Unassigned   bool     // to be worked on by nobody
	Overdue      bool     // unfinished, and due before now
	DueWeek      bool     // due within Week
	Week         Span
	Search       string // words that the order must have, or something spelt like them
	Now          time.Time
}

// Span is a time from one moment until before another. A zero end is open.
type Span struct{ From, Before time.Time }

// Bucket is a range of percentages from one value until below another.
type Bucket struct{ From, Below float64 }

// Buckets has the ranges that the filter offers (D-37).
var Buckets = map[string]Bucket{"0:50": {0, 51}, "51:75": {51, 76}, "76": {76, math.Inf(1)}}

// empty reports whether the filter limits nothing.
func (f *Filter) empty() bool {
	lists := len(
		f.Statuses,
	) + len(
		f.Customers,
	) + len(
		f.Clients,
	) + len(
		f.Creators,
	) + len(
		f.Operators,
	) + len(
		f.Managers,
	) +
		len(
			f.Categories,
		) + len(
		f.Services,
	) + len(
		f.QueueTime,
	) + len(
		f.WorkTime,
	) + len(
		f.Priorities,
	)
	spans := f.Created == Span{} && f.Due == Span{} && f.Updated == Span{} && f.ChangedSince.IsZero()
	only := f.Mine || f.Unassigned || f.Overdue || f.DueWeek
	return lists == 0 && spans && !only && !f.NotFrozen && f.Search == ""
}

// queuePlace is the SQL of a card's place in its customer's queue. It counts cards that the filter
// hides too.
const queuePlace = `case when c.status = 'queue' then (select count(*) from board_cards q
	where q.customer = c.customer and q.status = 'queue' and not q.archived and (q.rank, q.id) < (c.rank, c.id)) else `

func (f *Filter) place() string {
	if f.empty() {
		return "c.place"
	}
	return queuePlace + "c.place end"
}

// Percentages of queue time and working time (D-37), as order.Summary.QueuePercent and order.Percent
// have them. They are null if nothing was promised; no bucket contains null.
const (
	startBy      = `case when c.promised_start > 0 then coalesce(c.start_by, c.published_at + c.promised_start * interval '1 second') end`
	queuePercent = `greatest(extract(epoch from coalesce(c.started_at, ?) - c.published_at)::float8, 0) / nullif(extract(epoch from ` + startBy + ` - c.published_at)::float8, 0) * 100`
	workPercent  = `(c.worked + greatest(coalesce(extract(epoch from ? - c.work_since)::float8, 0), 0)) / nullif(greatest(c.allocated, 0), 0) * 100`
)

// filtered returns the condition for orders that a person may see and that match a filter.
func (q *Queries) filtered(ctx context.Context, to domain.Actor, f Filter) (*where, error) {
	w := visible(to)
	in(w, "c.status", f.Statuses)
	in(w, "c.customer", f.Customers)
	in(w, "c.client", f.Clients)
	in(w, "c.creator", f.Creators)
	in(w, "c.operator", f.Operators)
	in(w, "c.manager", f.Managers)
	in(w, "c.service", f.Services)
	in(w, "coalesce(nullif(c.priority, ''), 'normal')", f.Priorities)
	if len(f.Categories) > 0 {
		w.add("c.service in (select id from services where category_id = any(?))", f.Categories)
	}
	if f.NotFrozen {
		w.conditions = append(w.conditions, "not c.frozen")
	}
	if f.Mine {
		w.conditions = append(w.conditions, ownSQL(w, to))
	}
	if f.Unassigned {
		w.conditions = append(w.conditions, "c.operator is null and c.status in ("+active+", 'queue')")
	}
	if f.Overdue {
		w.add("c.status in ("+active+", 'queue', 'on-hold') and c.due < ?", f.Now)
	}
	if f.DueWeek {
		w.within("c.due", f.Week)
	}
	w.within("c.created_at", f.Created)
	w.within("c.due", f.Due)
	w.within("c.updated_at", f.Updated)
	w.within("c.updated_at", Span{From: f.ChangedSince})
	w.percent(queuePercent, f.QueueTime, f.Now)
	w.percent(workPercent, f.WorkTime, f.Now)
	if words := wordsOf(f.Search); len(words) > 0 {
		terms, err := q.terms(ctx, words)
		if err != nil {
			return nil, err
		}
		w.conditions = append(w.conditions, "c.id in (select t.id from order_texts t where "+terms.sql(w, true)+")")
	}
	return w, nil
}

func in[T any](w *where, column string, values []T) {
	if len(values) > 0 {
		w.add(column+" = any(?)", values)
	}
}

func (w *where) within(column string, s Span) {
	if !s.From.IsZero() {
		w.add(column+" >= ?", s.From)
	}
	if !s.Before.IsZero() {
		w.add(column+" < ?", s.Before)
	}
}

func (w *where) percent(of string, buckets []Bucket, now time.Time) {
	if len(buckets) == 0 {
		return
	}
	of = "(" + strings.ReplaceAll(of, "?", w.arg(now)+"::timestamptz") + ")"
	either := make([]string, len(buckets))
	for i, b := range buckets {
		either[i] = of + " >= " + w.arg(b.From)
		if !math.IsInf(b.Below, 1) {
			either[i] += " and " + of + " < " + w.arg(b.Below)
		}
	}
	w.conditions = append(w.conditions, "("+strings.Join(either, " or ")+")")
}

// ownSQL is the condition for the orders that a person has something to do with.
func ownSQL(w *where, to domain.Actor) string {
	if !to.Role.IsCustomer() {
		return mine(w, to)
	}
	me := w.arg(to.ID)
	return "(c.creator = " + me + " or " + me + " = any(c.collaborators))"
}
