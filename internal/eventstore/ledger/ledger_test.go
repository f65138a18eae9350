package ledger_test

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func database(t testing.TB) string { return embeddedtest.DatabaseFrom(t, "migrated", migrations.Up) }

func TestAnEffectIsDoneByOneOfManyProcessesAndAgainIfItFailed(t *testing.T) {
	dsn := database(t)
	a, b := ledger.New(eventstoretest.Open(t, dsn)), ledger.New(eventstoretest.Open(t, dsn))
	mail := []ledger.Effect{{Effect: "day"}, {Position: 7, Effect: "mail"}}
	refused := errors.New("refused")
	if err := a.Once(
		t.Context(), mail, func(context.Context, []bool) error { return refused },
	); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	if done, err := a.Done(t.Context(), 7, "mail"); err != nil || done {
		t.Fatalf("a failed effect is noted: %v, %v", done, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var sent, others atomic.Int32
	var all errgroup.Group
	for range 4 {
		for _, s := range []*ledger.Ledger{a, b} {
			all.Go(func() error {
				return s.Once(ctx, mail, func(_ context.Context, fresh []bool) error {
					if fresh[0] && fresh[1] {
						sent.Add(1)
					} else if !fresh[0] && !fresh[1] {
						others.Add(1)
					}
					return nil
				})
			})
		}
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	if sent.Load() != 1 || others.Load() != 7 {
		t.Errorf("it was done %d times, found done %d times", sent.Load(), others.Load())
	}
	err := b.Once(
		t.Context(),
		[]ledger.Effect{{Position: 7, Effect: "mail"}, {Position: 8, Effect: "mail"}},
		func(_ context.Context, fresh []bool) error {
			if fresh[0] || !fresh[1] {
				t.Errorf("fresh are %v", fresh)
			}
			return nil
		},
	)
	if done, effectErr := a.Done(t.Context(), 8, "mail"); err != nil || effectErr != nil || !done {
		t.Errorf("the new one: %v, %v, %v", done, err, effectErr)
	}
}
