// Package notifications keeps what stands in people's inboxes.
package notifications

import (
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/projections"
)

// Name of the projection.
const Name = "notifications"

var messages = &projections.Table{Name: "notifications", Key: []string{"id"}}

// Projection folds the events of inboxes.
func Projection() projections.Projection {
	return projections.Projection{
		Name:   Name,
		Tables: []*projections.Table{messages},
		Gather: projections.Briefly,
		Reducers: projections.Reducers{
			inbox.NotifiedType: projections.On(notified),
			inbox.ReadType: projections.On(func(b *projections.Batch, _ domain.Event, d *inbox.Read) error {
				for _, id := range d.Messages {
					b.Update(messages, id, "is_read", true)
				}
				return nil
			}),
			inbox.DeletedType: projections.On(func(b *projections.Batch, _ domain.Event, d *inbox.Deleted) error {
				for _, id := range d.Messages {
					b.Delete(messages, id)
				}
				return nil
			}),
		},
	}
}

func notified(b *projections.Batch, e domain.Event, d *inbox.Notified) error {
	b.Upsert(messages, d.Message, projections.Set{
		"person":        e.Stream,
		"grp":           d.Group,
		"kind":          string(d.Kind),
		"order_id":      d.Order,
		"attachment_id": projections.Optional(d.Proof),
		"version_id":    projections.Optional(d.Version),
		"topic_id":      projections.Optional(d.Topic),
		"comment_id":    projections.Optional(d.Comment),
		"public":        d.Public,
		"by_whom":       projections.Optional(d.By),
		"status":        d.Status,
		"at":            e.OccurredAt,
		"is_read":       false,
		"position":      e.Position,
	})
	return nil
}
