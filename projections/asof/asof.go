// Package asof reads the past: an order, its proofs, or the whole board as of a position of the
// log. It folds the events up to that position.
package asof

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// ErrInvalid rejects a moment that is neither a position nor a time.
var ErrInvalid = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "as_of.invalid",
	Message: "Give a position of the log or a time like 2026-01-31T12:00:00Z.",
}

// Log is the part of the event store that the reader uses.
type Log interface {
	Head(ctx context.Context) (int64, error)
	PositionAt(ctx context.Context, t time.Time) (int64, error)
	TimeAt(ctx context.Context, position int64) (time.Time, error)
	LoadTo(ctx context.Context, stream uuid.UUID, maxPosition int64) ([]domain.Event, error)
	LoadStreams(ctx context.Context, streams []uuid.UUID, maxPosition int64) ([]domain.Event, error)
	LoadReadable(
		ctx context.Context, streams []uuid.UUID, maxPosition int64,
	) ([]domain.Event, []*eventlog.UnreadableError, error)
	Fold(
		ctx context.Context, w eventlog.Streams, do func(domain.Event) error, left func(*eventlog.UnreadableError),
	) error
	At(ctx context.Context, positions []int64, do func([]domain.Event) error) error
	Each(
		ctx context.Context, after, last int64, pageSize int, f eventlog.Filter, do func(eventlog.Page) error,
	) error
}

// Reader folds the log. It starts a whole board from the last snapshot before the position.
type Reader struct {
	log       Log
	snapshots *Snapshots
}

// New returns a reader of a log. Without snapshots every board is folded from the first event.
func New(log Log, snapshots *Snapshots) *Reader { return &Reader{log, snapshots} }

// Moment is a point of the log.
type Moment struct {
	Position int64     // of the last event at that time
	At       time.Time // the requested time, or when that event happened
}

// Moment parses a position or an RFC 3339 time. A position beyond the end means the last one.
func (r *Reader) Moment(ctx context.Context, text string) (Moment, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 {
		head, err := r.log.Head(ctx)
		if err != nil {
			return Moment{}, err
		}
		n = min(n, head)
		at, err := r.log.TimeAt(ctx, n)
		return Moment{n, at}, err
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return Moment{}, ErrInvalid
	}
	position, err := r.log.PositionAt(ctx, t)
	return Moment{position, t}, err
}

// PositionAt returns the last position at a time.
func (r *Reader) PositionAt(ctx context.Context, t time.Time) (int64, error) {
	return r.log.PositionAt(ctx, t)
}

// State is an order with its proofs and threads at a moment.
type State struct {
	Order  *order.Order
	Proofs []*proof.Proof
	Topics []*topic.Topic
	Events []domain.Event // the events it was folded from, in the order of the log
	Left   []Left         // proofs and threads that are not shown
}

// Left is a stream that is left out because one of its events cannot be read or applied.
type Left struct {
	Stream   uuid.UUID
	Position int64 // of that event
}

// Order folds the streams of an order up to a position. It returns domain.ErrNotFound if the order
// did not exist then. Proofs and threads with an unreadable event are left out. An unreadable event
// of the order itself is an error that names it.
func (r *Reader) Order(ctx context.Context, id uuid.UUID, streams []uuid.UUID, position int64) (State, error) {
	events, unreadable, err := r.log.LoadReadable(ctx, streams, position)
	if err != nil {
		return State{}, err
	}
	s := State{Order: order.New(id), Events: events}
	for _, u := range unreadable {
		if u.Stream == id {
			return State{}, u
		}
		s.Left = append(s.Left, Left{u.Stream, u.Position})
	}
	proofs, topics := map[uuid.UUID]*proof.Proof{}, map[uuid.UUID]*topic.Topic{}
	for _, e := range events {
		switch e.StreamType {
		case order.AggregateType:
			err = domain.Apply(s.Order, e)
		case proof.AggregateType:
			p := proofs[e.Stream]
			if p == nil {
				p = proof.New(e.Stream)
				proofs[e.Stream], s.Proofs = p, append(s.Proofs, p)
			}
			err = domain.Apply(p, e)
		case topic.AggregateType:
			t := topics[e.Stream]
			if t == nil {
				t = topic.New(e.Stream)
				topics[e.Stream], s.Topics = t, append(s.Topics, t)
			}
			err = domain.Apply(t, e)
		}
		if err != nil {
			return State{}, err
		}
	}
	if !s.Order.Exists() || s.Order.Deleted {
		return State{}, domain.ErrNotFound
	}
	return s, nil
}

// OrderAt folds an order up to a position. It returns domain.ErrNotFound if the order did not exist
// then.
func (r *Reader) OrderAt(ctx context.Context, id uuid.UUID, position int64) (*order.Order, error) {
	o := order.New(id)
	err := r.log.Fold(
		ctx, eventlog.Streams{IDs: []uuid.UUID{id}, UpTo: position},
		func(e domain.Event) error { return domain.Apply(o, e) }, nil,
	)
	if err != nil {
		return nil, err
	}
	if !o.Exists() || o.Deleted {
		return nil, domain.ErrNotFound
	}
	return o, nil
}

// ProofsAt calls do for attachments as they were at a position, in the given order, until do
// returns false. It skips attachments that did not exist then or were deleted. It returns those
// with an unreadable event.
func (r *Reader) ProofsAt(
	ctx context.Context,
	ids []uuid.UUID,
	position int64,
	do func(*proof.Proof) bool,
) ([]Left, error) {
	return each(
		ctx, r, eventlog.Streams{IDs: ids, UpTo: position}, proof.New,
		func(p *proof.Proof) bool { return p.Deleted || !p.Exists() || do(p) },
	)
}

// Thread is a topic without its messages.
type Thread struct {
	ID     uuid.UUID
	On     uuid.UUID // the version
	Public bool
	State  topic.State
}

// Apply folds one event.
func (t *Thread) Apply(e domain.Event) error {
	if d, ok := e.Data.(*topic.Opened); ok {
		t.On, t.Public, t.State = d.Version, d.Public, topic.Open
	}
	switch e.Type {
	case topic.ResolvedType:
		t.State = topic.Closed
	case topic.ReopenedType:
		t.State = topic.Open
	case topic.DeletedType:
		t.State = topic.Gone
	}
	return nil
}

// ThreadsAt calls do for topics as they were at a position. It returns those with an unreadable
// event.
func (r *Reader) ThreadsAt(ctx context.Context, ids []uuid.UUID, position int64, do func(*Thread)) ([]Left, error) {
	said := []eh.EventType{
		topic.RepliedType,
		topic.CommentDeletedType,
		topic.MessageEditedType,
		topic.CommentEditedType,
		topic.AnnotationUpdatedType,
	}
	return each(
		ctx,
		r,
		eventlog.Streams{IDs: ids, UpTo: position, Bare: said},
		func(id uuid.UUID) *Thread { return &Thread{ID: id} },
		func(t *Thread) bool {
			do(t)
			return true
		},
	)
}

// each folds streams one after the other and calls do for each until it returns false. Only one of
// them is in memory at a time.
func each[A interface {
	comparable
	Apply(e domain.Event) error
}](ctx context.Context, r *Reader, streams eventlog.Streams, begin func(uuid.UUID) A, do func(A) bool) (unread []Left, err error) {
	var none, now A
	var stream uuid.UUID
	finish := func() bool {
		done := now
		now = none
		return done == none || do(done)
	}
	err = r.log.Fold(ctx, streams, func(e domain.Event) error {
		if e.Stream != stream {
			if !finish() {
				return eventlog.ErrEnough
			}
			stream, now = e.Stream, begin(e.Stream)
		}
		return domain.Apply(now, e)
	}, func(u *eventlog.UnreadableError) {
		if u.Stream == stream {
			now = none
		}
		unread = append(unread, Left{u.Stream, u.Position})
	})
	if err == nil {
		finish()
	}
	return unread, err
}

// ErrEnough makes At and Stream end early without an error.
var ErrEnough = eventlog.ErrEnough

// Stream calls do for the events of a stream after a version and up to a position, in order. A
// bounded portion is in memory at a time.
func (r *Reader) Stream(
	ctx context.Context,
	id uuid.UUID,
	after int,
	position int64,
	do func(domain.Event) error,
) error {
	return r.log.Fold(ctx, eventlog.Streams{IDs: []uuid.UUID{id}, After: after, UpTo: position}, do, nil)
}

// Deletions calls do for every event that deletes one of these topics or a comment in it.
func (r *Reader) Deletions(ctx context.Context, topics []uuid.UUID, do func(domain.Event) error) error {
	return r.log.Fold(
		ctx,
		eventlog.Streams{
			IDs:   topics,
			UpTo:  math.MaxInt64,
			Types: []eh.EventType{topic.DeletedType, topic.CommentDeletedType},
		},
		do,
		nil,
	)
}

// Fold calls do for the events of streams, in the order of the log.
func (r *Reader) Fold(
	ctx context.Context,
	w eventlog.Streams,
	do func(domain.Event) error,
	left func(*eventlog.UnreadableError),
) error {
	return r.log.Fold(ctx, w, do, left)
}

// At calls do for the events at ascending positions, a portion at a time.
func (r *Reader) At(ctx context.Context, positions []int64, do func([]domain.Event) error) error {
	return r.log.At(ctx, positions, do)
}

// Events returns the events of streams up to a position, in the order of the log.
func (r *Reader) Events(ctx context.Context, streams []uuid.UUID, position int64) ([]domain.Event, error) {
	return r.log.LoadStreams(ctx, streams, position)
}
