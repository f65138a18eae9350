package benchmark

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
)

// everybody can approve.
type everybody struct{ onlyCustomer }

func (everybody) Approvers(_ context.Context, _ uuid.UUID, people []uuid.UUID) (map[uuid.UUID]bool, error) {
	team := map[uuid.UUID]bool{}
	for _, p := range people {
		team[p] = true
	}
	return team, nil
}

// unread is a log in which an account has no workflows, which nobody asks.
type unread struct{ commands.Log }

func (u unread) Lock(ctx context.Context, of eh.AggregateType, id uuid.UUID) (commands.Stream, error) {
	if of == workflow.AggregateType {
		return nothing{}, nil
	}
	s, err := u.Log.Lock(ctx, of, id)
	return unguarded{s}, err
}

type nothing struct{ commands.Stream }

func (nothing) Load(context.Context) (domain.Aggregate, error) { return &workflow.Workflows{}, nil }
func (nothing) Refresh(context.Context) (bool, error)          { return false, nil }
func (nothing) Unlock()                                        {}
func (n nothing) Release() commands.Guard                      { return n }

// unguarded is a stream that does not depend on workflows.
type unguarded struct{ commands.Stream }

func (u unguarded) Append(
	ctx context.Context,
	w commands.Write,
	guards []commands.Guard,
) (commands.AppendResult, error) {
	return u.Stream.Append(
		ctx,
		w,
		slices.DeleteFunc(guards, func(g commands.Guard) bool { return g == commands.Guard(nothing{}) }),
	)
}

// BenchmarkPublish measures what publishing an order costs because it reads the account's workflows. The ways take
// turns, so that what else runs on the machine slows all of them.
//
//	go test -run none -bench Publish -benchtime 3000x ./cmd/bench/benchmark
func BenchmarkPublish(b *testing.B) {
	dsn := embeddedtest.Database(b)
	if err := migrations.Up(b.Context(), dsn); err != nil {
		b.Fatal(err)
	}
	store, err := eventlog.Open(
		b.Context(), eventlog.Config{DSN: dsn, Registry: streams.Registry(), Logger: slog.New(slog.DiscardHandler)},
	)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	config := onStore(store)
	config.People = everybody{}
	bus := commands.New(config)
	config.Log = unread{config.Log}
	blind := commands.New(config)
	do := func(bus *commands.Bus, cmd commands.Command) time.Duration {
		began := time.Now()
		if _, err := bus.Do(b.Context(), cmd, commands.Request{Actor: owner}); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	publish := func(on *commands.Bus) time.Duration {
		id := uuid.New()
		do(
			bus,
			&commands.DraftOrder{
				Order:    id,
				Customer: customerID,
				Details:  order.Details{Headline: order.Headline{Name: "Label"}},
			},
		)
		return do(on, &commands.ActOnOrder{Order: id, Action: order.Publish})
	}
	for _, name := range []string{"none", "workflow"} {
		b.Run(name, func(b *testing.B) {
			if name == "workflow" {
				id := uuid.New()
				steps := make([]route.Step, 3)
				for i := range steps {
					steps[i] = route.Step{Name: "Step", Rule: route.Any, Approvers: []uuid.UUID{uuid.New(), uuid.New()}}
				}
				do(
					bus,
					&commands.SaveWorkflow{
						Customer: customerID,
						Workflow: id,
						Draft:    workflow.Draft{Name: "Print " + id.String(), Steps: steps},
					},
				)
				do(bus, &commands.PublishWorkflow{Customer: customerID, Workflow: id})
			}
			var read, not time.Duration
			for range b.N {
				read += publish(bus)
				not += publish(blind)
			}
			b.ReportMetric(float64(read.Microseconds())/float64(b.N), "read-us/op")
			b.ReportMetric(float64(not.Microseconds())/float64(b.N), "unread-us/op")
			b.ReportMetric(float64(read)/float64(not), "x")
		})
	}
}
