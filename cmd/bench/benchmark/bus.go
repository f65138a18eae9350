// Package benchmark implements the benchmarks that the command line runs, such as the command bus
// and moving cards over HTTP.
package benchmark

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/bench/logbench"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/metered"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/workers"
)

// BusReport contains the commands per second for each number of clients. Each command is
// authorised, decided on a loaded aggregate, and appended durably.
type BusReport struct {
	Bus map[string]float64 `json:"bus"`
}

// Print writes the report as text.
func (r BusReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%8s %12s\n", "clients", "commands/s")
	for _, n := range clientCounts {
		fmt.Fprintf(w, "%8d %12.0f\n", n, r.Bus[strconv.Itoa(n)])
	}
}

var clientCounts = []int{1, 8, 32, 128}

const (
	busOrders = 4096
	busRounds = 5
	busTime   = 500 * time.Millisecond
)

// Bus measures the command bus in a scratch database on the PostgreSQL server of dsn.
func Bus(ctx context.Context, dsn string) (BusReport, error) {
	report := BusReport{Bus: map[string]float64{}}
	err := logbench.Scratch(ctx, dsn, func(dsn string) error {
		keys, err := logbench.Keyring()
		if err != nil {
			return err
		}
		store, err := eventlog.Open(ctx, eventlog.Config{
			DSN:      dsn,
			Registry: streams.Registry(),
			Keys:     keys,
			Logger:   slog.New(slog.DiscardHandler),
		})
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		bus := commands.New(onStore(store), metered.NewMeters(nil).Middleware(nil)) // with metrics, as in the product
		orders, err := draft(ctx, bus, busOrders)
		if err != nil {
			return err
		}
		rates := map[int][]float64{}
		for range busRounds {
			for _, n := range clientCounts {
				rate, err := busRound(ctx, bus, orders, n)
				if err != nil {
					return err
				}
				rates[n] = append(rates[n], rate)
			}
		}
		for n, r := range rates {
			slices.Sort(r)
			report.Bus[strconv.Itoa(n)] = r[len(r)/2]
		}
		return nil
	})
	return report, err
}

// onStore returns the configuration of a bus that needs only an event store.
func onStore(store *eventlog.Store) commands.Config {
	return commands.Config{
		Log:      streams.New(store, nil, nil),
		Outcomes: noOutcomes{},
		Slots:    freeSlots{},
		People:   onlyCustomer{},
		Services: onlyCustomer{},
		Numbers:  noneBefore{},
		Hours:    onlyCustomer{}.Hours,
		Logger:   slog.New(slog.DiscardHandler),
		Clock:    time.Now,
	}
}

var (
	customerID = uuid.MustParse("5a0e4bd6-53a1-4d9c-8a2d-4a3f5cb0b8d1")
	owner      = domain.Actor{
		ID:         uuid.MustParse("0f6f1e2a-7a52-4d1f-9f1f-3f5a34c4a001"),
		Role:       domain.Owner,
		ClientID:   "customer",
		CustomerID: customerID,
	}
	manager = domain.Actor{
		ID:       uuid.MustParse("0f6f1e2a-7a52-4d1f-9f1f-3f5a34c4a002"),
		Role:     domain.Manager,
		ClientID: "admin",
	}
)

// draft creates n orders and moves them to "in progress".
func draft(ctx context.Context, bus workers.Bus, n int) ([]uuid.UUID, error) {
	orders := make([]uuid.UUID, n)
	return orders, each(32, len(orders), func(i int) error {
		id := uuid.New()
		orders[i] = id
		for _, step := range []struct {
			cmd commands.Command
			by  domain.Actor
		}{
			{&commands.DraftOrder{Order: id, Customer: customerID, Details: order.Details{Headline: order.Headline{Name: "Label"}}}, owner},
			{&commands.ActOnOrder{Order: id, Action: order.Publish}, owner},
			{move(id, order.InProgress), manager},
		} {
			if err := patiently(ctx, bus, step.cmd, step.by); err != nil {
				return err
			}
		}
		return nil
	})
}

func move(id uuid.UUID, to order.Status) commands.Command {
	return &commands.MoveOrder{Order: id, To: to, Via: order.StatusControl}
}

// each calls do for the numbers 0 to n-1 with the given number of workers. The first error stops
// it.
func each(workers, n int, do func(i int) error) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make(chan error, workers)
	for range workers {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				if err := do(int(i)); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	return <-errs
}

// busRound makes clients move their orders back and forth for a fixed time. It returns moves per
// second.
func busRound(ctx context.Context, bus workers.Bus, orders []uuid.UUID, clients int) (float64, error) {
	var done atomic.Int64
	began := time.Now()
	err := each(clients, clients, func(client int) error {
		mine := orders[client*len(orders)/clients : (client+1)*len(orders)/clients]
		for i := 0; time.Since(began) < busTime; i++ {
			id := mine[i%len(mine)]
			for _, to := range []order.Status{order.InReview, order.InProgress} {
				if _, err := bus.Do(ctx, move(id, to), commands.Request{Actor: manager, Via: "bench"}); err != nil {
					return err
				}
			}
			done.Add(2)
		}
		return nil
	})
	return float64(done.Load()) / time.Since(began).Seconds(), err
}

// Implementations of dependencies that order commands do not use in this measurement.
type (
	noOutcomes   struct{}
	freeSlots    struct{}
	onlyCustomer struct{}
	noneBefore   struct{}
)

func (noneBefore) Free(context.Context, string, int64) (int64, error)                { return 1, nil }
func (noOutcomes) Find(context.Context, uuid.UUID) (*commands.Outcome, error)        { return nil, nil }
func (noOutcomes) Keep(context.Context, commands.Outcome) (*commands.Outcome, error) { return nil, nil }
func (freeSlots) Limit(context.Context, uuid.UUID) (int, error)                      { return -1, nil }
func (freeSlots) Take(context.Context, uuid.UUID, int) (bool, func(), error) {
	return true, func() {}, nil
}
func (freeSlots) Active(context.Context, uuid.UUID) (bool, error) { return false, nil }
func (freeSlots) FirstQueued(context.Context, uuid.UUID, int64) (uuid.UUID, error) {
	return uuid.Nil, nil
}
func (onlyCustomer) Person(context.Context, uuid.UUID) (commands.Person, error) {
	return commands.Person{}, domain.ErrNotFound
}
func (onlyCustomer) Customer(_ context.Context, id uuid.UUID) (commands.Customer, error) {
	return commands.Customer{ID: id, ClientID: "customer"}, nil
}
func (onlyCustomer) Leaving(context.Context, uuid.UUID) (bool, error) { return false, nil }

func (onlyCustomer) Approvers(context.Context, uuid.UUID, []uuid.UUID) (map[uuid.UUID]bool, error) {
	return nil, nil
}

func (onlyCustomer) Hours(context.Context) (client.Hours, error) { return client.Hours{}, nil }

func (onlyCustomer) Service(context.Context, uuid.UUID) (order.Service, error) {
	return order.Service{}, domain.ErrNotFound
}
