package audit

import (
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "audit"

var (
	streams = &rowset.Table{Name: "audit_streams", Key: []string{"id"}}
	entries = &rowset.Table{Name: "audit_entries", Key: []string{"position"}}
)

// Events describes the events of accounts, and of what is sold to them. Those of orders are in the timeline.
func Events() []domain.EventType {
	return slices.Concat(
		client.Streams.Events, customer.Streams.Events, member.Streams.Events, plan.Streams.Events,
		subscription.Streams.Events, invoice.Streams.Events, payment.Streams.Events, webhook.Streams.Events,
	)
}

// Projection keeps a line for each of the Events (D-43).
func Projection() engine.Projection {
	reducers := engine.Reducers{}
	for _, t := range Events() {
		reducers[t.Type] = entry
	}
	return engine.Projection{
		Name: Name, Tables: []*rowset.Table{streams, entries}, Reducers: reducers, Gather: engine.Calmly,
	}
}

// entry writes the line of an event, and whom or what its stream is about if the event says so.
func entry(b *rowset.Batch, e domain.Event) error {
	l := lineOf(e)
	if l.person != uuid.Nil || l.customer != uuid.Nil || l.client != "" {
		b.Upsert(streams, e.Stream, rowset.Set{
			"person": rowset.Optional(l.person), "customer": rowset.Optional(l.customer), "client": l.client,
		})
	}
	b.Upsert(entries, e.Position, rowset.Set{
		"stream":       e.Stream,
		"type":         string(e.Type),
		"actor":        rowset.Optional(e.Meta.Actor),
		"impersonator": rowset.Optional(e.Meta.Impersonator),
		"at":           e.OccurredAt,
		"via":          e.Meta.Via,
		"detail":       l.detail,
		"reason":       l.reason,
	})
	return nil
}
