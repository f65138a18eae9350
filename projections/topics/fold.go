package topics

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/topic"
)

// Fold is OfVersion as of the last of these events, which are in the order of the log; those of other streams do no harm.
func Fold(events []domain.Event, version uuid.UUID) []Topic {
	found := map[uuid.UUID]*Topic{}
	for _, e := range events {
		if d, ok := e.Data.(*topic.Opened); ok && d.Version == version {
			found[e.Stream] = &Topic{
				ID: e.Stream, Order: d.Order, Attachment: d.Proof, On: d.Version, Public: d.Public, Author: e.Meta.Actor, Message: d.Message,
				Annotation: d.Annotation, Page: d.Page, OpenedAt: e.OccurredAt, Version: e.Version,
			}
			continue
		}
		t := found[e.Stream]
		if t == nil {
			continue
		}
		t.Version = e.Version
		switch d := e.Data.(type) {
		case *topic.Replied:
			t.Comments = append(t.Comments, Comment{ID: d.Comment, Author: e.Meta.Actor, Message: d.Message, At: e.OccurredAt})
		case *topic.MessageEdited:
			at := e.OccurredAt
			t.Message, t.EditedAt = d.Message, &at
		case *topic.CommentEdited:
			for i := range t.Comments {
				if c := &t.Comments[i]; c.ID == d.Comment {
					at := e.OccurredAt
					c.Message, c.EditedAt = d.Message, &at
				}
			}
		case *topic.CommentDeleted:
			t.Comments = slices.DeleteFunc(t.Comments, func(c Comment) bool { return c.ID == d.Comment })
		case *topic.AnnotationUpdated:
			t.Annotation, t.Page = d.Annotation, d.Page
		case *topic.Resolved:
			t.Resolved = true
		case *topic.Reopened:
			t.Resolved = false
		case *topic.Deleted:
			delete(found, e.Stream)
		}
	}
	out := make([]Topic, 0, len(found))
	for _, t := range found {
		out = append(out, *t)
	}
	slices.SortFunc(out, func(a, b Topic) int {
		if c := a.OpenedAt.Compare(b.OpenedAt); c != 0 {
			return c
		}
		return strings.Compare(a.ID.String(), b.ID.String())
	})
	return out
}
