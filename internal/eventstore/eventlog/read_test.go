package eventlog_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
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
	page, err := again.ReadPage(t.Context(), 0, 5_000, eventlog.Filter{})
	if err != nil || !page.More || page.Count != 10 || len(page.Events) != 10 || page.Last != 10 {
		t.Fatalf("a page of %d events up to %d, more: %t, %v", page.Count, page.Last, page.More, err)
	}
	var pages []int
	at := int64(0)
	if err := again.Each(t.Context(), 0, large+small, 5_000, eventlog.Filter{}, func(p eventlog.Page) error {
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
	if last, err := again.Next(t.Context(), at, 5_000, eventlog.Filter{}); err != nil || last.More ||
		last.Count != 0 {
		t.Errorf("behind the head: %+v, %v", last, err)
	}
}

// What this process appended is not decoded again for its own readers. They get the metadata that the
// database has.
func TestReadersInMemoryGetTheMetadataThatIsStored(t *testing.T) { // BY-016
	s := eventstoretest.Open(t, database(t))
	full := domain.Meta{
		Actor: uuid.New(), Role: domain.Owner, Command: "MoveOrder", Fingerprint: "f", Request: "r <&>\u2028",
		Via: "board", Cause: 7, Impersonator: uuid.New(), Trace: "00-1-2-01",
	}
	metas := []domain.Meta{{}, full, full, {Request: "\ufffd"}, {Request: "a\xffb"}, {Via: "é\u0001"}}
	for _, m := range metas {
		a := eventstoretest.One(uuid.New(), 0)
		a.Meta = m
		if _, err := s.Append(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []eventlog.Filter{{}, {NoMeta: true}} {
		want, err := s.ReadPage(t.Context(), 0, 10, f)
		if err != nil || len(want.Events) != len(metas) {
			t.Fatalf("%+v %v", want, err)
		}
		got, err := s.Next(t.Context(), 0, 10, f)
		if err != nil || !reflect.DeepEqual(got.Events, want.Events) {
			t.Errorf("%+v, want %+v %v", got.Events, want.Events, err)
		}
	}
}
