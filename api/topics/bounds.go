package topics

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/topics"
)

// Limits for comments and marks (D-71). Marks have a higher rate than comments, because each drag
// of a mark saves it.
const (
	maxTopics    = 2000     // of a version, and of a conversation
	maxMarkBytes = 16 << 20 // of a version
)

var commentsOfPeople = throttle.Rate{Name: "comments", Most: 60, In: time.Minute}

var commentsOfGuests = throttle.Rate{Name: "comments", Most: 20, In: time.Minute}

var marksOfPeople = throttle.Rate{Name: "marks", Most: 240, In: time.Minute}

var marksOfGuests = throttle.Rate{Name: "marks", Most: 80, In: time.Minute}

var errMention = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "topic.mention_unknown",
	Message: "The message mentions somebody who cannot be mentioned on this order. Please take the mention out.",
}

var errTooManyTopics = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "topic.too_many",
	Message: "This version has 2,000 comments with marks or threads already. Please answer an existing one, or upload a new version.",
}

var errTooManyMessages = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "topic.too_many_messages",
	Message: "This conversation has 2,000 messages already. Please reply to an existing one.",
}

var errTooMuchMarked = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "topic.too_much_marked",
	Message: "The marks of this version take too much space. Please delete some, or upload a new version.",
}

var errTooManyComments = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "comments.too_many",
	Message: "You are writing too many comments at once.",
}

var errTooManyMarks = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "marks.too_many",
	Message: "You are changing marks too often.",
}

// Write sends a command that writes on a proof or in a conversation to the bus, within the limits of
// the place and of the person. Rejected commands do not count.
func (s *API) Write(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error) {
	guest := r.Actor.Role == domain.Guest
	comments, marks := commentsOfPeople, marksOfPeople
	if guest {
		comments, marks = commentsOfGuests, marksOfGuests
	}
	rate, refusal := comments, errTooManyComments
	err := s.mentions(ctx, cmd, r.Actor)
	if err != nil {
		return commands.Result{}, err
	}
	switch c := cmd.(type) {
	case *commands.OpenTopic:
		err = s.hasRoom(ctx, c.TopicPath, len(c.Annotation), true)
	case *commands.UpdateAnnotation:
		rate, refusal = marks, errTooManyMarks
		err = s.hasRoom(ctx, c.TopicPath, len(c.Annotation), false)
	case *commands.AddComment, *commands.EditComment, *commands.EditTopicMessage:
	default:
		return s.Bus.Do(ctx, cmd, r)
	}
	if err != nil {
		return commands.Result{}, err
	}
	refund, err := s.Accounts.Spend(ctx, rate, r.Actor.ID.String(), refusal)
	if err != nil {
		return commands.Result{}, err
	}
	done, err := s.Bus.Do(ctx, cmd, r)
	if err != nil || done.Repeated {
		if err := refund(context.WithoutCancel(ctx)); err != nil {
			s.Logger.WarnContext(ctx, "a refused comment counts as written", "error", err)
		}
	}
	return done, err
}

// mentions returns an error if a message mentions a person who is not on the order's list, because
// the answer would disclose that person's name.
func (s *API) mentions(ctx context.Context, cmd commands.Command, by domain.Actor) error {
	var where commands.TopicPath
	var message string
	switch c := cmd.(type) {
	case *commands.OpenTopic:
		where, message = c.TopicPath, c.Message
	case *commands.AddComment:
		where, message = c.TopicPath, c.Message
	case *commands.EditComment:
		where, message = c.TopicPath, c.Message
	case *commands.EditTopicMessage:
		where, message = c.TopicPath, c.Message
	}
	named := present.Mentioned(message)
	if len(named) == 0 || by.Role == domain.Guest { // the command refuses all mentions of guests
		return nil
	}
	if err := s.Web.CatchUp(ctx, board.Name); err != nil { // the order may have been created a moment ago
		return err
	}
	o, err := s.Board.One(ctx, by, where.Order)
	if err != nil {
		return err
	}
	people, err := s.Read.Mentionable(ctx, &o.Summary, false)
	if err != nil {
		return err
	}
	for _, id := range named {
		if !slices.ContainsFunc(people, func(u accounts.User) bool { return u.ID == id }) {
			return errMention
		}
	}
	return nil
}

// hasRoom returns an error if a version has no room for a topic or a mark, or a conversation for a
// message. Simultaneous writers may exceed the bound by what they write at once.
func (s *API) hasRoom(ctx context.Context, where commands.TopicPath, mark int, opens bool) error {
	n, bytes, err := s.Topics.Weight(ctx, topics.Place{Order: where.Order, Version: where.Version}, where.Topic)
	switch {
	case err != nil:
		return err
	case opens && n >= maxTopics && where.Attachment == uuid.Nil:
		return errTooManyMessages
	case opens && n >= maxTopics:
		return errTooManyTopics
	case mark > 0 && bytes+int64(mark) > maxMarkBytes:
		return errTooMuchMarked
	}
	return nil
}
