package idempotency_test

import (
	"encoding/json"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/idempotency"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func store(t *testing.T) (*idempotency.Store, *pgxpool.Pool) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), embeddedtest.DatabaseFrom(t, "migrated", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return idempotency.New(pool), pool
}

func outcome() commands.Outcome {
	return commands.Outcome{
		CommandID: uuid.New(),
		Stream:    uuid.New(),
		Version:   3,
		Position:  42,
		At:        time.Date(2026, 3, 14, 9, 26, 53, 589793000, time.UTC),
		Meta: domain.Meta{
			Actor:       uuid.New(),
			Role:        domain.Owner,
			Command:     "MoveOrder",
			Fingerprint: "f",
			Request:     "r",
			Via:         "board",
		},
	}
}

func refusal() *domain.Error {
	e := domain.ErrForbidden.Because(domain.Refusal{
		Rule:         "board",
		From:         "queue",
		To:           "approved",
		Role:         "owner",
		Allowed:      []string{"queue"},
		AllowedRoles: []string{},
	})
	e.Details = []string{"one", "two"}
	return e
}

func same(t *testing.T, got *commands.Outcome, want commands.Outcome) {
	t.Helper()
	if got == nil {
		t.Fatal("nothing is kept")
	}
	if diff := cmp.Diff(
		want,
		*got,
		cmpopts.EquateApproxTime(0),
		cmpopts.IgnoreUnexported(domain.Error{}),
		cmp.Transformer("json", func(r json.RawMessage) (v any) {
			if len(r) > 0 {
				if err := json.Unmarshal(r, &v); err != nil {
					return err.Error()
				}
			}
			return v
		}),
	); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestWhatIsKeptComesBack(t *testing.T) { // D-31, BY-025
	s, _ := store(t)
	calm, no, nowhere := outcome(), outcome(), outcome()
	calm.State = json.RawMessage(`{"Status":"queue","Rank":"0T"}`)
	no.Error = refusal()
	// Sent by the system, refused before it locked a stream.
	nowhere.Stream, nowhere.Meta.Actor = uuid.Nil, uuid.Nil
	nowhere.Error = domain.ErrForbidden
	for _, want := range []commands.Outcome{calm, no, nowhere} {
		if first, err := s.Keep(t.Context(), want); err != nil || first != nil {
			t.Fatalf("keep: %+v, %v", first, err)
		}
		got, err := s.Find(t.Context(), want.CommandID)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, want)
	}
	if got, err := s.Find(t.Context(), uuid.New()); got != nil || err != nil {
		t.Errorf("of a command that never was: %+v, %v", got, err)
	}
}

func TestTheFirstOutcomeStays(t *testing.T) { // D-31
	s, _ := store(t)
	first := outcome()
	first.Error = refusal()
	if _, err := s.Keep(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	second := outcome()
	second.CommandID = first.CommandID
	kept, err := s.Keep(t.Context(), second)
	if err != nil {
		t.Fatal(err)
	}
	same(t, kept, first)
}

func TestOfManyAtOnceOneIsKeptAndAllAnswerIt(t *testing.T) { // BY-005
	s, pool := store(t)
	id := uuid.New()
	versions := make(chan int, 16)
	var all sync.WaitGroup
	for n := range 16 {
		all.Go(func() {
			o := outcome()
			o.CommandID, o.Version = id, n
			first, err := s.Keep(t.Context(), o)
			if err != nil {
				t.Error(err)
			}
			if first == nil {
				first = &o
			}
			versions <- first.Version
		})
	}
	all.Wait()
	close(versions)
	answer := <-versions
	for v := range versions {
		if v != answer {
			t.Errorf("answers %d and %d", answer, v)
		}
	}
	var rows int
	if err := pool.QueryRow(t.Context(), "select count(*) from command_outcomes").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

func TestADatabaseThatIsAwayIsUnavailable(t *testing.T) {
	s, pool := store(t)
	pool.Close()
	if _, err := s.Find(t.Context(), uuid.New()); !errors.Is(err, domain.ErrUnavailable) {
		t.Errorf("find: %v", err)
	}
	if _, err := s.Keep(t.Context(), outcome()); err == nil {
		t.Error("kept nowhere")
	}
}
