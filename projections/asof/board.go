package asof

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/eventstore"
)

const pageSize = 5000

// Board folds every order up to a position and keeps those on the board that keep says.
func (r *Reader) Board(ctx context.Context, position int64, keep func(*order.Order) bool) ([]*order.Order, error) {
	b, err := r.board(ctx, position)
	if err != nil {
		return nil, err
	}
	var kept []*order.Order
	for _, o := range b.orders {
		if onBoard(o) && keep(o) {
			kept = append(kept, o)
		}
	}
	return kept, nil
}

// onBoard says whether an order is on some column (D-02).
func onBoard(o *order.Order) bool { return o.Exists() && !o.Deleted && !o.Archived }

// folded is every order on the board at a position, and those that left it since it was loaded.
type folded struct {
	at     int64
	orders map[uuid.UUID]*order.Order
}

// board folds from the snapshot before a position.
func (r *Reader) board(ctx context.Context, position int64) (*folded, error) {
	b, err := r.snapshots.before(ctx, position)
	if err != nil {
		return nil, err
	}
	return b, r.advance(ctx, b, position)
}

// advance folds on to a later position.
func (r *Reader) advance(ctx context.Context, b *folded, position int64) error {
	filter := eventstore.Filter{}
	for _, t := range order.Events() {
		filter.Types = append(filter.Types, t.Type)
	}
	from := b.at
	b.at = position
	return r.log.Each(ctx, from, position, pageSize, filter, func(p eventstore.Page) error {
		for _, e := range p.Events {
			o := b.orders[e.Stream]
			if o == nil {
				var err error
				if o, err = r.before(ctx, e); err != nil {
					return err
				}
				b.orders[e.Stream] = o
			}
			if err := o.Apply(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// before is an order as it was before an event: one that was off the board, and so is in no snapshot, is folded anew.
func (r *Reader) before(ctx context.Context, e domain.Event) (*order.Order, error) {
	o := order.New(e.Stream)
	if e.Version == 1 {
		return o, nil
	}
	events, err := r.log.LoadTo(ctx, e.Stream, e.Position-1)
	if err != nil {
		return nil, err
	}
	for _, past := range events {
		if err := o.Apply(past); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// standing are the orders on the board, in the order of their ids.
func (b *folded) standing() []*order.Order {
	maps.DeleteFunc(b.orders, func(_ uuid.UUID, o *order.Order) bool { return !onBoard(o) })
	return slices.SortedFunc(maps.Values(b.orders), func(x, y *order.Order) int { return slices.Compare(x.ID[:], y.ID[:]) })
}
