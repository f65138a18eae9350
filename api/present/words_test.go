package present

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/order"
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
