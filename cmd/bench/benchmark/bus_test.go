package benchmark

import (
	"context"
	"log/slog"
	"os"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/metered"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/workers"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// BenchmarkBus measures how much metrics and traces add to the cost of a command. cpu-us/op is the
// CPU time of this process in microseconds per command, so other processes do not affect it.
//
//	go test -run none -bench Bus -benchtime 100000x -count 5 ./cmd/bench/benchmark
func BenchmarkBus(b *testing.B) {
	store := openStore(b)
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(sdktrace.NewBatchSpanProcessor(nowhere{})))
	b.Cleanup(func() { _ = provider.Shutdown(context.Background()) })
	tracer := telemetry.NewTracer(provider)
	bare, measured := commands.New(onStore(store)), commands.New(onStore(store), metered.NewMeters(nil).Middleware(nil))
	orders, err := draft(b.Context(), bare, busOrders)
	if err != nil {
		b.Fatal(err)
	}
	const clients = 32
	for _, c := range []struct {
		name   string
		bus    workers.Bus
		traced bool
	}{{"bare", bare, false}, {"measured", measured, false}, {"traced", measured, true}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			spent := ownCPU()
			err := each(clients, clients, func(client int) error {
				mine := orders[client*len(orders)/clients : (client+1)*len(orders)/clients]
				for i := range b.N / clients / 2 {
					for _, to := range []order.Status{order.InReview, order.InProgress} {
						ctx, end := b.Context(), func() {}
						if c.traced {
							under, span := tracer.Root(ctx, "HTTP", "")
							ctx, end = under, func() { span.End() }
						}
						_, err := c.bus.Do(
							ctx, move(mine[i%len(mine)], to), commands.Request{Actor: manager, Via: "bench"},
						)
						end()
						if err != nil {
							return err
						}
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64((ownCPU()-spent).Microseconds())/float64(b.N), "cpu-us/op")
		})
	}
}

// nowhere accepts spans and discards them.
type nowhere struct{}

func (nowhere) ExportSpans(context.Context, []sdktrace.ReadOnlySpan) error { return nil }
func (nowhere) Shutdown(context.Context) error                             { return nil }

func openStore(t testing.TB) *eventlog.Store {
	dsn := embeddedtest.Database(t)
	if err := migrations.Up(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	store, err := eventlog.Open(
		t.Context(), eventlog.Config{DSN: dsn, Registry: streams.Registry(), Logger: slog.New(slog.DiscardHandler)},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// A dependency that commands need since, and that this measurement lacks, ends it.
func TestTheBusHasWhatItsBenchmarkNeeds(t *testing.T) {
	bus := commands.New(onStore(openStore(t)))
	orders, err := draft(t.Context(), bus, 4)
	if err != nil {
		t.Fatal(err)
	}
	if rate, err := busRound(t.Context(), bus, orders, 2); err != nil || rate == 0 {
		t.Errorf("%v moves a second, %v", rate, err)
	}
}
