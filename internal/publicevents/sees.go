package publicevents

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/projections/timeline"
)

// ReadModels have what decides who may see an event. Ask them only when they have applied that event.
type ReadModels interface {
	// Orders returns those of the orders that were not deleted.
	Orders(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*order.Summary, error)
	// Streams returns which order and file each stream belongs to.
	Streams(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error)
}

// Batch has public events, and what Sees needs to know about them.
type Batch struct {
	Events   []Event
	internal map[int64]bool // events that only people who read approvals see (D-69)
	orders   map[uuid.UUID]*order.Summary
	parts    map[int64]policy.Part
}

// Load translates events of the log. Events without a public form, and those of orders that were
// deleted, are left out. It reads each read model once.
func Load(ctx context.Context, m ReadModels, events []domain.Event) (*Batch, error) {
	var ids []uuid.UUID
	for _, e := range events {
		ids = append(ids, e.Stream)
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	streams, err := m.Streams(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	var of []uuid.UUID
	for _, s := range streams {
		of = append(of, s.Order)
	}
	b := &Batch{internal: map[int64]bool{}, parts: map[int64]policy.Part{}}
	if b.orders, err = m.Orders(ctx, of); err != nil {
		return nil, err
	}
	for _, e := range events {
		p, ok := public(e)
		s, known := streams[e.Stream]
		if !ok || !known || b.orders[s.Order] == nil {
			continue
		}
		p.Order, p.Data.Attachment = s.Order, s.Attachment
		if e.StreamType == topic.AggregateType {
			onPublicTab := !s.Internal
			p.Data.Topic, p.Data.Version, p.Data.Public = e.Stream, s.Version, &onPublicTab
		}
		b.Events = append(b.Events, p)
		b.parts[e.Position] = partOf(e, s)
		b.internal[e.Position] = slices.Contains(proof.InternalDecisions, e.Type)
	}
	return b, nil
}

// partOf returns the part of an order that an event belongs to. What happened to a file of others is
// decided by its own position: an earlier review showed what happened before its end (D-68). A topic
// is decided by its version.
func partOf(e domain.Event, s timeline.Stream) policy.Part {
	p := PartOf(s)
	if e.StreamType == proof.AggregateType {
		p.File.Since = e.Position
	}
	return p
}

// PartOf returns the part of an order that a stream is.
func PartOf(s timeline.Stream) policy.Part {
	return policy.Part{
		File:     policy.File{ID: s.Attachment, Kind: proof.Kind(s.Kind), ByCustomer: s.ByCustomer, Since: s.Since},
		Thread:   s.Thread,
		Internal: s.Internal,
	}
}

// Sees reports whether a person may see an event of the batch. They may if the pages of the order
// would show it to them now.
func (b *Batch) Sees(who domain.Actor, e Event) bool {
	if b.internal[e.Position] && !policy.SeesDecisions(who) {
		return false
	}
	part, ok := b.parts[e.Position]
	return ok && policy.SeesPart(who, b.orders[e.Order], part)
}
