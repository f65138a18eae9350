package read

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/projections/topics"
)

// deletedText is shown in place of a comment that was deleted (D-70).
const deletedText = `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","marks":[{"type":"italic"}],"text":"deleted"}]}]}`

// SeesDeleted returns an error unless the caller may read the audit area, where deleted texts and
// orders are shown (D-70).
func SeesDeleted(by domain.Actor) error { return policy.Check(by, policy.Read, policy.Audit) }

// WithoutDeleted removes the texts and marks of topics and comments that were deleted later from
// events.
func (s *Reader) WithoutDeleted(ctx context.Context, events []domain.Event) error {
	var threads []uuid.UUID
	seen := map[uuid.UUID]bool{}
	for _, e := range events {
		if e.StreamType == topic.AggregateType && !seen[e.Stream] {
			seen[e.Stream], threads = true, append(threads, e.Stream)
		}
	}
	gone := map[uuid.UUID]bool{} // topics and comments
	err := s.AsOf.Deletions(ctx, threads, func(e domain.Event) error {
		switch d := e.Data.(type) {
		case *topic.Deleted:
			gone[e.Stream] = true
		case *topic.CommentDeleted:
			gone[d.Comment] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, e := range events {
		switch d := e.Data.(type) {
		case *topic.Opened:
			if gone[e.Stream] {
				d.Message, d.Annotation, d.Mentions = deletedText, "", nil
			}
		case *topic.MessageEdited:
			if gone[e.Stream] {
				d.Message, d.Mentions = deletedText, nil
			}
		case *topic.AnnotationUpdated:
			if gone[e.Stream] {
				d.Annotation = ""
			}
		case *topic.Replied:
			if gone[e.Stream] || gone[d.Comment] {
				d.Message, d.Mentions = deletedText, nil
			}
		case *topic.CommentEdited:
			if gone[e.Stream] || gone[d.Comment] {
				d.Message, d.Mentions = deletedText, nil
			}
		}
	}
	return nil
}

// WithoutDeletedSince removes the texts and marks of past topics that do not exist now.
func (s *Reader) WithoutDeletedSince(ctx context.Context, past []topics.Topic) error {
	var ids []uuid.UUID
	for _, t := range past {
		ids = append(ids, t.ID)
		for _, c := range t.Comments {
			ids = append(ids, c.ID)
		}
	}
	now, err := s.Topics.Present(ctx, ids)
	if err != nil {
		return err
	}
	for i := range past {
		t := &past[i]
		if !now[t.ID] {
			t.Message, t.Annotation = deletedText, ""
		}
		for k := range t.Comments {
			if c := &t.Comments[k]; !now[t.ID] || !now[c.ID] {
				c.Message = deletedText
			}
		}
	}
	return nil
}
