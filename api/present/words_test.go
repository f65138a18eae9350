package present

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/topic"
)

func TestTheTimelineNamesTheChangedDetails(t *testing.T) {
	name, links, urgent, service, due, payg := "Jam", []string{
		"https://example.test",
	}, order.Urgent, uuid.New(), time.Now(), true
	for want, c := range map[string]order.DetailsChanged{
		"changed the order's name":                    {Name: &name},
		"changed the order's due date":                {DueCleared: true},
		"changed the order's priority and references": {Priority: &urgent, References: &links},
		"changed the order's service":                 {Service: &service, ServiceName: &name, Terms: &order.Terms{Allocated: 60}},
		"changed the order's name, brief, service, due date, priority, references and billing": {Name: &name, Brief: &name, ServiceName: &name, Due: &due, Priority: &urgent, References: &links, PAYG: &payg},
		"changed the order's details": {}, // a line from before the fields were kept
	} {
		if got := EventSentence(order.DetailsChangedType, strings.Join(c.Fields(), ","), uuid.Nil); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The events of a topic without an attachment are told as those of the order's conversation.
func TestTheTimelineTellsTheConversationFromCommentsOnProofs(t *testing.T) { // BY-061
	for _, e := range topic.Streams.Events {
		onProof, said := EventSentence(e.Type, "", uuid.New()), EventSentence(e.Type, "", uuid.Nil)
		_, told := conversation[e.Type]
		if told != (said != onProof) || told != strings.Contains(said, "the conversation") ||
			strings.Contains(onProof, "conversation") {
			t.Errorf("%s: %q on a proof, %q in a conversation", e.Type, onProof, said)
		}
	}
}
