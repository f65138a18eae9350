package eventstore_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/eventstore"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
)

// 5,000 events may be 5 GB; a page of them is what a projection holds in memory.
func TestAPageOfLargeEventsIsSmallAndNothingIsPassedOver(t *testing.T) {
	dsn := database(t)
	s := eventstoretest.Open(t, dsn)
	const large, small = 20, 60
	for n := range large + small {
		writer := "small"
		if n < large {
			writer = strings.Repeat("large", 180_000) // 900 kB
		}
		a := eventstoretest.One(uuid.New(), 0)
		a.Events = eventstoretest.Events(writer, 1)
		if _, err := s.Append(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	again := eventstoretest.Open(t, dsn) // it has none of them in memory
	page, err := again.ReadPage(t.Context(), 0, 5_000, eventstore.Filter{})
	if err != nil || !page.More || page.Count != 10 || len(page.Events) != 10 || page.Last != 10 {
		t.Fatalf("a page of %d events up to %d, more: %t, %v", page.Count, page.Last, page.More, err)
	}
	var pages []int
	at := int64(0)
	if err := again.Each(t.Context(), 0, large+small, 5_000, eventstore.Filter{}, func(p eventstore.Page) error {
		for _, e := range p.Events {
			if at++; e.Position != at {
				t.Errorf("position %d in place of %d", e.Position, at)
			}
		}
		pages = append(pages, p.Count)
		return nil
	}); err != nil || at != large+small {
		t.Errorf("went to %d: %v", at, err)
	}
	if len(pages) > 6 {
		t.Errorf("pages of small events stay small: %v", pages)
	}
	if last, err := again.Next(t.Context(), at, 5_000, eventstore.Filter{}); err != nil || last.More ||
		last.Count != 0 {
		t.Errorf("behind the head: %+v, %v", last, err)
	}
}
