// Package topics is the read model of comment threads: on versions of proofs, and in the conversations
// of orders.
package topics

import (
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "topics"

var (
	topics   = &rowset.Table{Name: "topics", Key: []string{"id"}}
	comments = &rowset.Table{Name: "topic_comments", Key: []string{"id"}}
)

// Projection folds the events of topics.
func Projection() engine.Projection {
	return engine.Projection{
		Name:   Name,
		Tables: []*rowset.Table{topics, comments},
		Reducers: engine.Reducers{
			topic.OpenedType:  engine.On(opened),
			topic.RepliedType: engine.On(replied),
			topic.MessageEditedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *topic.MessageEdited) error {
					return seen(b, e, "message", d.Message, "edited_at", e.OccurredAt)
				},
			),
			topic.CommentEditedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *topic.CommentEdited) error {
					b.Update(
						comments, d.Comment, "message", d.Message, "edited_at", e.OccurredAt, "position", e.Position,
					)
					return seen(b, e)
				},
			),
			topic.CommentDeletedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *topic.CommentDeleted) error {
					b.Delete(comments, d.Comment)
					return seen(b, e)
				},
			),
			topic.AnnotationUpdatedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *topic.AnnotationUpdated) error {
					return seen(b, e, "annotation", d.Annotation, "page", d.Page)
				},
			),
			topic.ResolvedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *topic.Resolved) error {
				return seen(b, e, "resolved", true)
			}),
			topic.ReopenedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *topic.Reopened) error {
				return seen(b, e, "resolved", false)
			}),
			topic.DeletedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *topic.Deleted) error {
				b.Delete(topics, e.Stream)
				return b.Exec("delete from {topic_comments} where topic_id = $1", e.Stream)
			}),
		},
	}
}

func seen(b *rowset.Batch, e domain.Event, pairs ...any) error {
	b.Update(topics, e.Stream, append(pairs, "version", e.Version, "position", e.Position)...)
	return nil
}

func opened(b *rowset.Batch, e domain.Event, d *topic.Opened) error {
	b.Upsert(topics, e.Stream, rowset.Set{
		"order_id":      d.Order,
		"attachment_id": d.Proof,
		"version_id":    d.Version,
		"public":        d.Public,
		"author":        e.Meta.Actor,
		"message":       d.Message,
		"annotation":    d.Annotation,
		"page":          d.Page,
		"resolved":      false,
		"opened_at":     e.OccurredAt,
		"edited_at":     nil,
		"version":       e.Version,
		"position":      e.Position,
	})
	return nil
}

func replied(b *rowset.Batch, e domain.Event, d *topic.Replied) error {
	b.Upsert(comments, d.Comment, rowset.Set{
		"topic_id":  e.Stream,
		"author":    e.Meta.Actor,
		"message":   d.Message,
		"at":        e.OccurredAt,
		"edited_at": nil,
		"position":  e.Position,
	})
	return seen(b, e)
}
