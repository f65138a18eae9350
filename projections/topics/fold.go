package topics

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Log is the part of the event store that this package uses.
type Log interface {
	Fold(
		ctx context.Context, w eventlog.Streams, do func(domain.Event) error, left func(*eventlog.UnreadableError),
	) error
	At(ctx context.Context, positions []int64, do func([]domain.Event) error) error
}

// said is a message without its text. It has the position of the event that contains the text.
type said struct {
	id       uuid.UUID
	author   uuid.UUID
	at       time.Time
	editedAt *time.Time
	position int64
	size     int
}

// past is a topic without its texts.
type past struct {
	Topic
	message  said
	mark     int64 // position of the event that contains the mark, 0 for none
	markSize int
	comments []said
	deleted  bool
}

// PageAt returns the page as it was at a position of the log. ids are all topics of the version, in
// the order of their creation; those that did not exist then are left out, and so are topics with
// an event that cannot be read. Only the texts of one page are in memory.
func PageAt(
	ctx context.Context,
	log Log,
	ids []uuid.UUID,
	position int64,
	after *Cursor,
) (found []Topic, next *Cursor, err error) {
	from := uuid.Nil
	var earlier *mark
	if after != nil {
		i := slices.Index(ids, after.topic.id)
		if i < 0 {
			return nil, nil, nil
		}
		if ids = ids[i+1:]; after.comment != nil {
			from, earlier = after.topic.id, after.comment
			ids = append([]uuid.UUID{from}, ids...)
		}
	}
	p := &pastPage{places: map[int64][]*string{}}
	var now *past
	finish := func() bool {
		done := now
		now = nil
		if done == nil || done.deleted || done.ID == uuid.Nil {
			return true
		}
		if done.ID == from {
			i := slices.IndexFunc(done.comments, func(c said) bool { return c.id == earlier.id })
			done.comments = done.comments[i+1:]
		}
		return p.add(done)
	}
	stream := uuid.Nil
	err = log.Fold(ctx, eventlog.Streams{IDs: ids, UpTo: position}, func(e domain.Event) error {
		if e.Stream != stream {
			if !finish() {
				return eventlog.ErrEnough
			}
			stream, now = e.Stream, &past{}
		}
		now.apply(e)
		return nil
	}, func(u *eventlog.UnreadableError) {
		if u.Stream == stream {
			now = nil
		}
	})
	if err == nil {
		finish()
		err = p.texts(ctx, log)
	}
	if err != nil {
		return nil, nil, err
	}
	for _, t := range p.found {
		found = append(found, *t)
	}
	return found, p.next, nil
}

// apply folds one event and stores the position of its text.
func (t *past) apply(e domain.Event) {
	t.Version = e.Version
	at := e.OccurredAt
	switch d := e.Data.(type) {
	case *topic.Opened:
		t.Topic = Topic{
			ID:         e.Stream,
			Order:      d.Order,
			Attachment: d.Proof,
			On:         d.Version,
			Public:     d.Public,
			Author:     e.Meta.Actor,
			Page:       d.Page,
			OpenedAt:   at,
			Version:    e.Version,
		}
		t.message = said{position: e.Position, size: len(d.Message)}
		t.marked(e.Position, d.Annotation)
	case *topic.Replied:
		t.comments = append(
			t.comments, said{id: d.Comment, author: e.Meta.Actor, at: at, position: e.Position, size: len(d.Message)},
		)
	case *topic.MessageEdited:
		t.message, t.EditedAt = said{position: e.Position, size: len(d.Message)}, &at
	case *topic.CommentEdited:
		for i := range t.comments {
			if c := &t.comments[i]; c.id == d.Comment {
				c.position, c.size, c.editedAt = e.Position, len(d.Message), &at
			}
		}
	case *topic.CommentDeleted:
		t.comments = slices.DeleteFunc(t.comments, func(c said) bool { return c.id == d.Comment })
	case *topic.AnnotationUpdated:
		t.Page = d.Page
		t.marked(e.Position, d.Annotation)
	case *topic.Resolved:
		t.Resolved = true
	case *topic.Reopened:
		t.Resolved = false
	case *topic.Deleted:
		t.deleted = true
	}
}

func (t *past) marked(position int64, annotation string) {
	t.mark, t.markSize = position, len(annotation)
}

// pastPage collects topics until they fill pageBytes.
type pastPage struct {
	found  []*Topic
	taken  int
	next   *Cursor
	places map[int64][]*string // where the texts of an event belong: the message, then the mark
}

// add adds a topic to the page and reports whether there is space for more.
func (p *pastPage) add(t *past) bool {
	if p.taken > pageBytes {
		last := p.found[len(p.found)-1]
		p.next = &Cursor{topic: mark{last.OpenedAt, last.ID}}
		return false
	}
	shown := &t.Topic
	p.found = append(p.found, shown)
	p.place(t.message.position, &shown.Message, nil)
	p.place(t.mark, nil, &shown.Annotation)
	p.taken += t.message.size + t.markSize + rowBytes
	shown.Comments = make([]Comment, 0, len(t.comments))
	for _, c := range t.comments {
		if p.taken > pageBytes && len(shown.Comments) > 0 {
			last := shown.Comments[len(shown.Comments)-1]
			p.next = &Cursor{mark{shown.OpenedAt, shown.ID}, &mark{last.At, last.ID}}
			return false
		}
		shown.Comments = append(shown.Comments, Comment{ID: c.id, Author: c.author, At: c.at, EditedAt: c.editedAt})
		p.place(c.position, &shown.Comments[len(shown.Comments)-1].Message, nil)
		p.taken += c.size + rowBytes
	}
	return true
}

func (p *pastPage) place(position int64, message, annotation *string) {
	if p.places[position] == nil {
		p.places[position] = make([]*string, 2)
	}
	if message != nil {
		p.places[position][0] = message
	}
	if annotation != nil {
		p.places[position][1] = annotation
	}
}

// texts reads the texts of the page and fills them in.
func (p *pastPage) texts(ctx context.Context, log Log) error {
	positions := make([]int64, 0, len(p.places))
	for at := range p.places {
		positions = append(positions, at)
	}
	slices.Sort(positions)
	return log.At(ctx, positions, func(events []domain.Event) error {
		for _, e := range events {
			message, annotation := "", ""
			switch d := e.Data.(type) {
			case *topic.Opened:
				message, annotation = d.Message, d.Annotation
			case *topic.Replied:
				message = d.Message
			case *topic.MessageEdited:
				message = d.Message
			case *topic.CommentEdited:
				message = d.Message
			case *topic.AnnotationUpdated:
				annotation = d.Annotation
			}
			at := p.places[e.Position]
			if at[0] != nil {
				*at[0] = message
			}
			if at[1] != nil {
				*at[1] = annotation
			}
		}
		return nil
	})
}
