package eventlog_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
)

// A reader that was woken does not ask the database if it has read as far as the store says that the
// log reaches. So the store has to know of every append before it wakes the reader: of its own, of
// those of other processes, and of those from before it listened.
func TestAReaderIsWokenWhenTheStoreKnowsHowFarTheLogReaches(t *testing.T) {
	dsn := database(t)
	open := func() *eventlog.Store {
		t.Helper()
		s, err := eventlog.Open(
			t.Context(),
			eventlog.Config{
				DSN: dsn, Registry: eventstoretest.Registry(), Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	add := func(s *eventlog.Store) int64 {
		t.Helper()
		res, err := s.Append(t.Context(), eventstoretest.One(uuid.New(), 0))
		if err != nil {
			t.Fatal(err)
		}
		return res.Position
	}
	knows := func(what string, s *eventlog.Store, wake <-chan struct{}, position int64) {
		t.Helper()
		for late := time.After(20 * time.Second); s.Announced() < position; {
			select {
			case <-wake:
			case <-late:
				t.Fatalf("%s: the store knows of %d, want %d", what, s.Announced(), position)
			}
		}
	}
	writer := open()
	before := add(writer)
	reader := open()
	wake, cancel := reader.Subscribe()
	defer cancel()
	knows("an append from before it listened", reader, wake, before)
	knows("an append of another process", reader, wake, add(writer))
	if own := add(reader); reader.Announced() < own {
		t.Errorf("its own append: the store knows of %d, want %d", reader.Announced(), own)
	}
}
