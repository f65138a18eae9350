package topic_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/topic"
)

var topics = domaintest.Of(topic.Streams)

var (
	now      = domaintest.Now
	anna     = domain.Actor{ID: domaintest.ID("anna"), Role: domain.Staff} // opened the topic
	ben      = domain.Actor{ID: domaintest.ID("ben"), Role: domain.Manager}
	anAdmin  = domain.Actor{ID: domaintest.ID("admin"), Role: domain.Admin}
	aGuest   = domain.Actor{ID: domaintest.ID("guest"), Role: domain.Guest}
	c1, c2   = domaintest.ID("c1"), domaintest.ID("c2")
	mentions = []uuid.UUID{ben.ID}
)

// says is a message in the canonical form.
func says(text string) string {
	return fmt.Sprintf(`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":%q}]}]}`, text)
}

// hello mentions Ben, once with the name and once without.
var (
	hello = fmt.Sprintf(
		`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"mention","attrs":{"id":%q}},{"type":"text","text":" look"}]}]}`,
		ben.ID,
	)
	helloName = fmt.Sprintf(
		`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"mention","attrs":{"id":%q,"label":"Ben Miller"}},{"type":"text","text":" look"}]}]}`,
		ben.ID,
	)
	circle = `{"className":"circle","attrs":{"x":0.5,"y":0.25,"stroke":"blue","version":0.2},"page":2}`
	rect   = `{"className":"rect","attrs":{"x":0.5,"width":0.1},"page":1}`
)

func opening() *topic.Opened {
	return &topic.Opened{
		Order: domaintest.ID("order"), Proof: domaintest.ID("proof"), Version: domaintest.ID("version"), Public: true,
		Message: hello, Mentions: mentions, Annotation: circle, Page: 2,
	}
}

// opened is a topic of Anna's with a comment of hers and one of Ben's, and what happened since.
func opened(t *testing.T, more ...any) *domaintest.Scenario[*topic.Topic] {
	t.Helper()
	return topics.Given(t, append([]any{
		domaintest.By(anna.ID, opening()),
		domaintest.By(anna.ID, &topic.Replied{Comment: c1, Message: says("first")}),
		domaintest.By(ben.ID, &topic.Replied{Comment: c2, Message: says("second")}),
	}, more...)...)
}

type decision = func(*topic.Topic) error

func reply(message string) decision {
	return func(t *topic.Topic) error { return t.Reply(domaintest.ID("new"), message, now) }
}

func edit(message string, by domain.Actor) decision {
	return func(t *topic.Topic) error { return t.EditMessage(message, by, now) }
}

func editComment(c uuid.UUID, message string, by domain.Actor) decision {
	return func(t *topic.Topic) error { return t.EditComment(c, message, by, now) }
}

func deleteComment(c uuid.UUID, by domain.Actor) decision {
	return func(t *topic.Topic) error { return t.DeleteComment(c, by, now) }
}

func reshape(mark string, by domain.Actor) decision {
	return func(t *topic.Topic) error { return t.UpdateAnnotation(mark, by, now) }
}

func resolve(by domain.Actor) decision {
	return func(t *topic.Topic) error { return t.Resolve(by, now) }
}

func reopen(by domain.Actor) decision {
	return func(t *topic.Topic) error { return t.Reopen(by, now) }
}

func remove(by domain.Actor) decision {
	return func(t *topic.Topic) error { return t.Delete(by, now) }
}

func TestATopicBeginsWithAMessageAndPerhapsAMark(t *testing.T) { // BD-177, BD-182
	out := topics.Given(t).When(func(tp *topic.Topic) error {
		o := opening()
		o.Message, o.Mentions, o.Page = helloName, []uuid.UUID{anna.ID}, 7 // mentions and page come from the texts
		return tp.Open(*o, now)
	})
	out.Then(opening())
	if tp := out.State(); tp.State != topic.Open || !tp.Public || tp.Author != domaintest.Somebody ||
		tp.On != domaintest.ID("version") {
		t.Errorf("begins as %+v", tp)
	}
	topics.Given(t).When(func(tp *topic.Topic) error {
		o := opening()
		o.Annotation, o.Public = "", false
		return tp.Open(*o, now)
	}).Then(&topic.Opened{Order: domaintest.ID("order"), Proof: domaintest.ID("proof"), Version: domaintest.ID("version"), Message: hello, Mentions: mentions})
	opened(t).When(func(tp *topic.Topic) error { return tp.Open(*opening(), now) }).ThenRefused(topic.ErrExists)
	topics.Given(t).When(func(tp *topic.Topic) error {
		o := opening()
		o.Annotation = `{"className":"star"}`
		return tp.Open(*o, now)
	}).ThenRefused(topic.ErrAnnotationInvalid)
}

func TestRepliesAddComments(t *testing.T) {
	out := opened(t).When(reply(helloName))
	out.Then(&topic.Replied{Comment: domaintest.ID("new"), Message: hello, Mentions: mentions})
	tp := out.State()
	if len(tp.Comments) != 3 || tp.Comments[2].Author != domaintest.Somebody || len(tp.Talked) != 3 {
		t.Errorf("comments %+v, talked %v", tp.Comments, tp.Talked)
	}
	opened(t).When(func(tp *topic.Topic) error { return tp.Reply(c1, says("again"), now) }).
		ThenRefused(topic.ErrCommentExists)
	h := []any{opening()}
	for n := range 499 {
		h = append(h, &topic.Replied{Comment: uuid.UUID{1, byte(n >> 8), byte(n)}, Message: says("x")})
	}
	topics.Given(t, h...).When(reply(says("one more"))).ThenRefused(topic.ErrTooMany)
}

// A comment can be sent only when it contains text: as a topic, as a reply and when edited.
func TestEmptyMessagesAreRefusedEverywhere(t *testing.T) { // BD-184
	for _, empty := range []string{`{"type":"doc"}`, says(" \n\t "), `{"type":"doc","content":[{"type":"paragraph"},{"type":"hardBreak"}]}`} {
		topics.Given(t).When(func(tp *topic.Topic) error {
			o := opening()
			o.Message = empty
			return tp.Open(*o, now)
		}).ThenRefused(topic.ErrMessageEmpty)
		opened(t).When(reply(empty)).ThenRefused(topic.ErrMessageEmpty)
		opened(t).When(edit(empty, anna)).ThenRefused(topic.ErrMessageEmpty)
		opened(t).When(editComment(c1, empty, anna)).ThenRefused(topic.ErrMessageEmpty)
	}
}

func TestOnlyTheAuthorEditsAndDeletes(t *testing.T) { // BD-186, BD-187
	opened(t).When(edit(helloName, anna)).Then(&topic.MessageEdited{Message: hello, Mentions: mentions})
	opened(t).When(reshape(rect, anna)).Then(&topic.AnnotationUpdated{Annotation: rect, Page: 1})
	opened(t).When(editComment(c2, says("better"), ben)).
		Then(&topic.CommentEdited{Comment: c2, Message: says("better")})
	out := opened(t).When(deleteComment(c2, ben))
	out.Then(&topic.CommentDeleted{Comment: c2})
	if tp := out.State(); len(tp.Comments) != 1 || tp.Comments[0].ID != c1 {
		t.Errorf("comments left: %+v", tp.Comments)
	}
	for _, by := range []domain.Actor{ben, anAdmin, aGuest, {Role: domain.System}} {
		opened(t).When(edit(says("mine"), by)).ThenRefused(topic.ErrNotAuthor)
		opened(t).When(reshape(rect, by)).ThenRefused(topic.ErrNotAuthor)
		opened(t).When(remove(by)).ThenRefused(topic.ErrNotAuthor)
		opened(t).When(editComment(c1, says("mine"), by)).ThenRefused(topic.ErrNotAuthor)
		opened(t).When(deleteComment(c1, by)).ThenRefused(topic.ErrNotAuthor)
	}
	// the topic's author is not the author of the comments in it
	opened(t).When(editComment(c2, says("mine"), anna)).ThenRefused(topic.ErrNotAuthor)
	opened(t).When(deleteComment(c2, anna)).ThenRefused(topic.ErrNotAuthor)
	unknown := domaintest.ID("unknown")
	opened(t).When(editComment(unknown, says("x"), anna)).ThenRefused(topic.ErrCommentUnknown)
	opened(t, &topic.CommentDeleted{Comment: c1}).When(deleteComment(c1, anna)).ThenRefused(topic.ErrCommentUnknown)
	opened(t).When(reshape("", anna)).ThenRefused(topic.ErrAnnotationInvalid)
	opened(t).When(reshape(`{"className":"circle","page":-1}`, anna)).ThenRefused(topic.ErrAnnotationInvalid)
}

func TestResolveAndReopenTurnATopic(t *testing.T) { // BD-191, BD-192
	for _, by := range []domain.Actor{anna, ben, anAdmin} {
		opened(t).When(resolve(by)).Then(&topic.Resolved{})
		opened(t, &topic.Resolved{}).When(resolve(by)).ThenNothing()
		opened(t, &topic.Resolved{}).When(reopen(by)).Then(&topic.Reopened{})
		opened(t).When(reopen(by)).ThenNothing()
	}
	if tp := opened(t).When(resolve(ben)).State(); tp.State != topic.Closed {
		t.Errorf("resolved: %s", tp.State)
	}
	if tp := opened(t, &topic.Resolved{}).When(reopen(ben)).State(); tp.State != topic.Open {
		t.Errorf("reopened: %s", tp.State)
	}
	opened(t, &topic.Resolved{}).When(reply(says("too late"))).ThenRefused(topic.ErrResolved)
	opened(t, &topic.Resolved{}, &topic.Reopened{}).When(reply(says("in time"))).
		Then(&topic.Replied{Comment: domaintest.ID("new"), Message: says("in time")})
}

func TestGuestsTurnOnlyTheTopicsTheyOpened(t *testing.T) { // D-17
	opened(t).When(resolve(aGuest)).ThenRefused(topic.ErrNotOpener)
	opened(t, &topic.Resolved{}).When(reopen(aGuest)).ThenRefused(topic.ErrNotOpener)
	mine := topics.Given(t, domaintest.By(aGuest.ID, opening()))
	mine.When(resolve(aGuest)).Then(&topic.Resolved{})
	topics.Given(t, domaintest.By(aGuest.ID, opening()), &topic.Resolved{}).When(reopen(aGuest)).Then(&topic.Reopened{})
}

// A message of an order's conversation has replies, but no mark and nothing to resolve.
func TestAMessageOfAConversationIsAnsweredButNotMarkedOrResolved(t *testing.T) { // BY-061
	order := domaintest.ID("order")
	message := &topic.Opened{Order: order, Proof: order, Public: true, Message: hello, Mentions: mentions}
	said := func() *domaintest.Scenario[*topic.Topic] { return topics.Given(t, domaintest.By(anna.ID, message)) }
	topics.Given(t).When(func(tp *topic.Topic) error { return tp.Open(*message, now) }).Then(message)
	marked := *message
	marked.Annotation = circle
	topics.Given(t).When(func(tp *topic.Topic) error { return tp.Open(marked, now) }).ThenRefused(topic.ErrConversation)
	said().When(reply(says("yes"))).Then(&topic.Replied{Comment: domaintest.ID("new"), Message: says("yes")})
	said().When(edit(says("better"), anna)).Then(&topic.MessageEdited{Message: says("better")})
	said().When(edit(says("mine"), ben)).ThenRefused(topic.ErrNotAuthor)
	said().When(reshape(rect, anna)).ThenRefused(topic.ErrConversation)
	said().When(resolve(anna)).ThenRefused(topic.ErrConversation)
	said().When(reopen(anna)).ThenRefused(topic.ErrConversation)
	said().When(remove(anna)).Then(&topic.Deleted{})
}

// Deleting takes the comments and the mark along and is for good: nothing can be done to the topic
// or a comment after.
func TestADeletedTopicIsGoneForGoodWithItsComments(t *testing.T) { // BD-188, BD-189
	out := opened(t).When(remove(anna))
	out.Then(&topic.Deleted{})
	if tp := out.State(); tp.State != topic.Gone {
		t.Errorf("deleted: %s", tp.State)
	}
	opened(t, &topic.Resolved{}).When(remove(anna)).Then(&topic.Deleted{})
	for what, decide := range map[string]decision{
		"reply": reply(says("x")), "edit": edit(says("x"), anna), "edit comment": editComment(c1, says("x"), anna), "reshape": reshape(rect, anna),
		"delete comment": deleteComment(c1, anna), "resolve": resolve(anna), "reopen": reopen(anna), "delete": remove(anna),
	} {
		t.Run(what, func(t *testing.T) {
			opened(t, &topic.Deleted{}).When(decide).ThenRefused(domain.ErrNotFound)
			topics.Given(t).When(decide).ThenRefused(domain.ErrNotFound)
		})
	}
	opened(t, &topic.Deleted{}).When(func(tp *topic.Topic) error { return tp.Open(*opening(), now) }).
		ThenRefused(topic.ErrExists)
}

func TestATopicRefusesUnknownEvents(t *testing.T) {
	tp := topics.Fold(t, opening())
	e := topics.Event(t, 2, &topic.Resolved{})
	e.Data = &struct{}{}
	if err := tp.Apply(e); err == nil {
		t.Error("an unknown event was applied")
	}
	if err := tp.Apply(topics.Event(t, 7, &topic.Resolved{})); err == nil {
		t.Error("events were skipped unnoticed")
	}
}
