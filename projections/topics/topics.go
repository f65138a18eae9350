// Package topics keeps the comment threads on versions of proofs.
package topics

import (
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/projections"
)

// Name of the projection.
const Name = "topics"

var (
	topics   = &projections.Table{Name: "topics", Key: []string{"id"}}
	comments = &projections.Table{Name: "topic_comments", Key: []string{"id"}}
)

// Projection folds the events of topics.
func Projection() projections.Projection {
	return projections.Projection{
		Name:   Name,
		Tables: []*projections.Table{topics, comments},
		Reducers: projections.Reducers{
			topic.OpenedType:  projections.On(opened),
			topic.RepliedType: projections.On(replied),
			topic.MessageEditedType: projections.On(
				func(b *projections.Batch, e domain.Event, d *topic.MessageEdited) error {
					return seen(b, e, "message", d.Message, "edited_at", e.OccurredAt)
				},
			),
			topic.CommentEditedType: projections.On(
				func(b *projections.Batch, e domain.Event, d *topic.CommentEdited) error {
					b.Update(
						comments, d.Comment, "message", d.Message, "edited_at", e.OccurredAt, "position", e.Position,
					)
					return seen(b, e)
				},
			),
			topic.CommentDeletedType: projections.On(
				func(b *projections.Batch, e domain.Event, d *topic.CommentDeleted) error {
					b.Delete(comments, d.Comment)
					return seen(b, e)
				},
			),
			topic.AnnotationUpdatedType: projections.On(
				func(b *projections.Batch, e domain.Event, d *topic.AnnotationUpdated) error {
					return seen(b, e, "annotation", d.Annotation, "page", d.Page)
				},
			),
			topic.ResolvedType: projections.On(func(b *projections.Batch, e domain.Event, _ *topic.Resolved) error {
				return seen(b, e, "resolved", true)
			}),
			topic.ReopenedType: projections.On(func(b *projections.Batch, e domain.Event, _ *topic.Reopened) error {
				return seen(b, e, "resolved", false)
			}),
			topic.DeletedType: projections.On(func(b *projections.Batch, e domain.Event, _ *topic.Deleted) error {
				b.Delete(topics, e.Stream)
				return b.Exec("delete from {topic_comments} where topic_id = $1", e.Stream)
			}),
		},
	}
}

func seen(b *projections.Batch, e domain.Event, pairs ...any) error {
	b.Update(topics, e.Stream, append(pairs, "version", e.Version, "position", e.Position)...)
	return nil
}

func opened(b *projections.Batch, e domain.Event, d *topic.Opened) error {
	b.Upsert(topics, e.Stream, projections.Set{
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

func replied(b *projections.Batch, e domain.Event, d *topic.Replied) error {
	b.Upsert(comments, d.Comment, projections.Set{
		"topic_id":  e.Stream,
		"author":    e.Meta.Actor,
		"message":   d.Message,
		"at":        e.OccurredAt,
		"edited_at": nil,
		"position":  e.Position,
	})
	return seen(b, e)
}
