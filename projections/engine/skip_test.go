package engine_test

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

func TestOneSkipOfAnEventThatNobodyCanReadServesAllProjections(t *testing.T) { // BY-017
	f := setup(t, projection(nil), nil)
	if err := exec(t.Context(), f.dsn, "create table copies (id uuid primary key, n bigint not null)"); err != nil {
		t.Fatal(err)
	}
	copies := &rowset.Table{Name: "copies", Key: []string{"id"}}
	other := engine.Projection{
		Name: "copies", Tables: []*rowset.Table{copies},
		Reducers: engine.Reducers{putType: engine.On(func(b *rowset.Batch, e domain.Event, d *put) error {
			if d.Mode == "fail" {
				return errors.New("both projections fail here")
			}
			b.Upsert(copies, e.Stream, rowset.Set{"n": d.N})
			return nil
		})},
	}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	runner, err := engine.New(
		t.Context(), engine.Config{DSN: f.dsn, Store: f.store, Logger: log}, projection(nil), other,
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(runner.Close)
	run(t, runner)
	parked := func(want int) func() bool {
		return func() bool {
			statuses, err := runner.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range statuses {
				if len(s.Parked) != want {
					return false
				}
			}
			return true
		}
	}

	stream := uuid.New()
	f.append(t, stream, 0, put{Kind: "a", Mode: "upsert", N: 1})
	broken := codec.NewRegistry()
	codec.Register[struct{ N string }](broken, putType, 1)
	store, err := eventlog.Open(t.Context(), eventlog.Config{DSN: f.dsn, Registry: broken, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Append(t.Context(), eventlog.Append{
		Stream: stream, StreamType: "test", Expected: 1,
		Events: []eventlog.Record{{Type: putType, OccurredAt: time.Now(), Data: &struct{ N string }{"no number"}}},
	}); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	f.append(t, stream, 2, put{Kind: "a", Mode: "upsert", N: 3})
	eventually(t, "both projections park the stream", parked(1))
	f.skip(t, 0, stream, 2, 2) // in tally
	eventually(t, "both go on", parked(0))
	if n := query[int](t, f.dsn, "select n from copies"); n != 3 {
		t.Errorf("the other projection has %d, want 3", n)
	}

	// What a projection cannot apply although it can be read is decided for each.
	f.append(t, stream, 3, put{Kind: "a", Mode: "fail"})
	eventually(t, "both projections park the stream again", parked(1))
	f.skip(t, 1, stream, 5, 4) // position 4 is the first decision
	eventually(t, "one goes on", func() bool {
		s, err := runner.Status(t.Context())
		return err == nil && len(s[0].Parked)+len(s[1].Parked) == 1
	})
	for _, name := range []string{"tally", "copies"} {
		if r, err := runner.Verify(t.Context(), name); err != nil || !r.Same() {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
