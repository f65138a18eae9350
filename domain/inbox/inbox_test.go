package inbox_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/inbox"
)

var inboxes = domaintest.Of(inbox.Streams)

var (
	now        = domaintest.Now
	m1, m2, m3 = domaintest.ID("m1"), domaintest.ID("m2"), domaintest.ID("m3")
)

func notified(m uuid.UUID, group string) *inbox.Notified {
	return &inbox.Notified{
		Message: m,
		Kind:    inbox.Mentioned,
		Group:   group,
		Order:   domaintest.ID("order"),
		Proof:   domaintest.ID("proof"),
		Version: domaintest.ID("version"),
		Topic:   domaintest.ID("topic"),
		Comment: domaintest.ID("comment"),
		Public:  true,
		By:      domaintest.ID("ben"),
	}
}

func read(m ...uuid.UUID) *inbox.Read       { return &inbox.Read{Messages: m} }
func deleted(m ...uuid.UUID) *inbox.Deleted { return &inbox.Deleted{Messages: m} }

// three is an inbox with two messages about order A and one about order B.
func three(t *testing.T, more ...any) *domaintest.Scenario[*inbox.Inbox] {
	t.Helper()
	return inboxes.Given(t, append([]any{notified(m1, "A"), notified(m2, "B"), notified(m3, "A")}, more...)...)
}

func notify(n *inbox.Notified) func(*inbox.Inbox) error {
	return func(i *inbox.Inbox) error { i.Notify([]inbox.News{{Notified: *n}}, now); return nil }
}

func markRead(w inbox.Which) func(*inbox.Inbox) error {
	return func(i *inbox.Inbox) error { return i.MarkRead(w, now) }
}

func remove(w inbox.Which) func(*inbox.Inbox) error {
	return func(i *inbox.Inbox) error { return i.Delete(w, now) }
}

func TestAMessageArrivesOnce(t *testing.T) {
	inboxes.Given(t).When(notify(notified(m1, "A"))).Then(notified(m1, "A"))
	three(t).When(notify(notified(m1, "A"))).ThenNothing()
	three(t, deleted(m1)).When(notify(notified(m1, "A"))).Then(notified(m1, "A"))
}

func TestTheOldestMessageMakesRoomAt1000(t *testing.T) {
	var h []any
	id := func(n int) uuid.UUID { return domaintest.ID(fmt.Sprint(n)) }
	for n := range 1000 {
		h = append(h, notified(id(n), "A"))
	}
	inboxes.Given(t, h[:999]...).When(notify(notified(m1, "A"))).Then(notified(m1, "A"))
	out := inboxes.Given(t, h...).When(notify(notified(m1, "A")))
	out.Then(notified(m1, "A"), deleted(id(0)))
	if i := out.State(); len(i.Messages) != 1000 || i.Messages[0].ID != id(1) || i.Messages[999].ID != m1 {
		t.Errorf("%d messages", len(i.Messages))
	}
}

func TestOneMessageAGroupOrAllAreRead(t *testing.T) { // SH-205, SH-206, SH-209
	three(t).When(markRead(inbox.Which{Message: m2})).Then(read(m2))
	three(t).When(markRead(inbox.Which{Group: "A"})).Then(read(m1, m3))
	three(t).When(markRead(inbox.Which{})).Then(read(m1, m2, m3))
	three(t, read(m1)).When(markRead(inbox.Which{Group: "A"})).Then(read(m3)) // what was read stays so
	three(t, read(m1)).When(markRead(inbox.Which{})).Then(read(m2, m3))
	three(t, read(m1)).When(markRead(inbox.Which{Message: m1})).ThenNothing()
	three(t).When(markRead(inbox.Which{Group: "C"})).ThenNothing()
	inboxes.Given(t).When(markRead(inbox.Which{})).ThenNothing()
	three(t).When(markRead(inbox.Which{Message: domaintest.ID("other")})).ThenRefused(inbox.ErrMessageUnknown)
	three(t, deleted(m1)).When(markRead(inbox.Which{Message: m1})).ThenRefused(inbox.ErrMessageUnknown)
	i := three(t).When(markRead(inbox.Which{Group: "A"})).State()
	if !i.Messages[0].Read || i.Messages[1].Read || !i.Messages[2].Read {
		t.Errorf("read: %+v", i.Messages)
	}
}

func TestOneMessageAGroupOrAllAreDeleted(t *testing.T) { // SH-207, SH-208, SH-210
	three(t).When(remove(inbox.Which{Message: m2})).Then(deleted(m2))
	three(t).When(remove(inbox.Which{Group: "A"})).Then(deleted(m1, m3))
	three(t, read(m1)).When(remove(inbox.Which{})).Then(deleted(m1, m2, m3))
	three(t).When(remove(inbox.Which{Group: "C"})).ThenNothing()
	inboxes.Given(t).When(remove(inbox.Which{})).ThenNothing()
	three(t).When(remove(inbox.Which{Message: domaintest.ID("other")})).ThenRefused(inbox.ErrMessageUnknown)
	if i := three(t).When(remove(inbox.Which{Group: "A"})).State(); len(i.Messages) != 1 || i.Messages[0].ID != m2 {
		t.Errorf("left: %+v", i.Messages)
	}
}

func TestAnInboxRefusesUnknownEvents(t *testing.T) {
	i := inboxes.Fold(t, notified(m1, "A"))
	e := inboxes.Event(t, 2, read(m1))
	e.Data = &struct{}{}
	if err := i.Apply(e); err == nil {
		t.Error("an unknown event was applied")
	}
	if err := i.Apply(inboxes.Event(t, 5, read(m1))); err == nil {
		t.Error("events were skipped unnoticed")
	}
}
