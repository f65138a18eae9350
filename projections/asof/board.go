package asof

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

const pageSize = 5000

// Board folds every order up to a position and returns the orders on the board for which keep
// returns true. An order with an unreadable event is left out from that event on, and listed.
func (r *Reader) Board(
	ctx context.Context,
	position int64,
	keep func(*order.Order) bool,
) ([]*order.Order, []Left, error) {
	b, err := r.board(ctx, position)
	if err != nil {
		return nil, nil, err
	}
	var kept []*order.Order
	for _, o := range b.orders {
		if onBoard(o) && keep(o) {
			kept = append(kept, o)
		}
	}
	return kept, b.leftOut(), nil
}

// onBoard reports whether an order is in a column of the board (D-02).
func onBoard(o *order.Order) bool { return o.Exists() && !o.Deleted && !o.Archived }

// folded has every order on the board at a position, and the orders that have left it since the
// snapshot.
type folded struct {
	at     int64
	orders map[uuid.UUID]*order.Order
	left   map[uuid.UUID]int64 // orders that are left out, with the position of the unreadable event
}

func newFolded() *folded {
	return &folded{orders: map[uuid.UUID]*order.Order{}, left: map[uuid.UUID]int64{}}
}

// board folds the board at a position, starting from the last snapshot before it.
func (r *Reader) board(ctx context.Context, position int64) (*folded, error) {
	b, err := r.begin(ctx, position)
	if err != nil {
		return nil, err
	}
	return b, r.advance(ctx, b, position)
}

// begin returns the board of the last snapshot before a position.
func (r *Reader) begin(ctx context.Context, position int64) (*folded, error) {
	b, err := r.snapshots.before(ctx, position)
	if err != nil {
		return nil, err
	}
	return b, r.reconsider(ctx, b)
}

// reconsider folds again the orders that a snapshot left out, because an operator may have skipped
// the unreadable event since.
func (r *Reader) reconsider(ctx context.Context, b *folded) error {
	for _, l := range b.leftOut() {
		events, err := r.log.LoadTo(ctx, l.Stream, b.at)
		if _, unreadable := errors.AsType[*eventlog.UnreadableError](err); unreadable {
			continue
		}
		if err != nil {
			return err
		}
		o := order.New(l.Stream)
		applied := true
		for _, e := range events {
			applied = applied && domain.Apply(o, e) == nil
		}
		if applied {
			delete(b.left, l.Stream)
			b.orders[l.Stream] = o
		}
	}
	return nil
}

// advance folds up to a later position.
func (r *Reader) advance(ctx context.Context, b *folded, position int64) error {
	filter := eventlog.Filter{Lenient: true}
	for _, t := range order.Streams.Events {
		filter.Types = append(filter.Types, t.Type)
	}
	from := b.at
	b.at = position
	return r.log.Each(ctx, from, position, pageSize, filter, func(p eventlog.Page) error {
		for _, e := range p.Events {
			if err := r.apply(ctx, b, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// apply folds an event into its order. If that fails, the order is left out from then on.
func (r *Reader) apply(ctx context.Context, b *folded, e domain.Event) error {
	if _, left := b.left[e.Stream]; left {
		return nil
	}
	o := b.orders[e.Stream]
	_, unreadable := e.Data.(*codec.Undecodable)
	if o == nil || unreadable {
		// Loading the stream shows whether an operator has skipped the unreadable event.
		var err error
		o, err = r.to(ctx, e)
		var at *eventlog.UnreadableError
		switch {
		case errors.As(err, &at):
			b.leave(e.Stream, at.Position)
			return nil
		case err != nil:
			return err
		}
		b.orders[e.Stream] = o
		return nil
	}
	if err := o.Apply(e); err != nil {
		b.leave(e.Stream, e.Position)
	}
	return nil
}

func (b *folded) leave(stream uuid.UUID, at int64) {
	delete(b.orders, stream)
	b.left[stream] = at
}

// to folds an order up to an event. An order that was off the board is in no snapshot, so it is
// folded from its first event.
func (r *Reader) to(ctx context.Context, e domain.Event) (*order.Order, error) {
	o := order.New(e.Stream)
	if _, unreadable := e.Data.(*codec.Undecodable); e.Version == 1 && !unreadable {
		return o, o.Apply(e)
	}
	events, err := r.log.LoadTo(ctx, e.Stream, e.Position)
	if err != nil {
		return nil, err
	}
	for _, past := range events {
		if err := domain.Apply(o, past); err != nil {
			return nil, &eventlog.UnreadableError{
				Stream:   past.Stream,
				Position: past.Position,
				Type:     past.Type,
				Err:      err,
			}
		}
	}
	return o, nil
}

// kept returns what a snapshot stores.
func (b *folded) kept() keptBoard {
	return keptBoard{b.remaining(), b.leftOut()}
}

// leftOut lists the orders that are left out, in the order in which that happened.
func (b *folded) leftOut() (left []Left) {
	for stream, at := range b.left {
		left = append(left, Left{stream, at})
	}
	slices.SortFunc(left, func(x, y Left) int { return cmp.Compare(x.Position, y.Position) })
	return left
}

// remaining returns the orders on the board, sorted by id.
func (b *folded) remaining() []*order.Order {
	maps.DeleteFunc(b.orders, func(_ uuid.UUID, o *order.Order) bool { return !onBoard(o) })
	return slices.SortedFunc(
		maps.Values(b.orders), func(x, y *order.Order) int { return slices.Compare(x.ID[:], y.ID[:]) },
	)
}
