// Package notifications is the read model of people's inboxes.
package notifications

import (
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "notifications"

var messages = &rowset.Table{Name: "notifications", Key: []string{"id"}}

// Projection folds the events of inboxes.
func Projection() engine.Projection {
	return engine.Projection{
		Name:   Name,
		Tables: []*rowset.Table{messages},
		Gather: engine.Briefly,
		Reducers: engine.Reducers{
			inbox.NotifiedType: engine.On(notified),
			inbox.ReadType: engine.On(func(b *rowset.Batch, e domain.Event, d *inbox.Read) error {
				for _, id := range d.Messages {
					b.Update(messages, id, "is_read", true, "updated_at", e.OccurredAt)
				}
				return nil
			}),
			inbox.DeletedType: engine.On(func(b *rowset.Batch, _ domain.Event, d *inbox.Deleted) error {
				for _, id := range d.Messages {
					b.Delete(messages, id)
				}
				return nil
			}),
		},
	}
}

func notified(b *rowset.Batch, e domain.Event, d *inbox.Notified) error {
	b.Upsert(messages, d.Message, rowset.Set{
		"person":        e.Stream,
		"grp":           d.Group,
		"kind":          string(d.Kind),
		"order_id":      d.Order,
		"attachment_id": rowset.Optional(d.Proof),
		"version_id":    rowset.Optional(d.Version),
		"topic_id":      rowset.Optional(d.Topic),
		"comment_id":    rowset.Optional(d.Comment),
		"public":        d.Public,
		"by_whom":       rowset.Optional(d.By),
		"status":        d.Status,
		"at":            e.OccurredAt,
		"updated_at":    e.OccurredAt,
		"is_read":       false,
		"position":      e.Position,
	})
	return nil
}
