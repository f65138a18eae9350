package sales

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/projections/advisory"
)

// Usage implements commands.Usage.
type Usage struct {
	Active func(ctx context.Context, customers []uuid.UUID) (map[uuid.UUID]int, error)
	Stored func(ctx context.Context, customer uuid.UUID) (bytes int64, err error)
	Sales  *Queries
	Locks  advisory.Locks
	// These wait until the read models have the whole log: of orders and files, and of sales.
	WorkRead  func(context.Context) error
	SalesRead func(context.Context) error
	Readings  *Readings
	Clock     func() time.Time
	// Counted returns a position that the read models of orders and of sales have certainly reached.
	Counted func() int64
}

// Shown returns the active orders and the stored bytes of a customer, as the read models show them now.
func (u Usage) Shown(ctx context.Context, customer uuid.UUID) (used subscription.Usage, err error) {
	active, err := u.Active(ctx, []uuid.UUID{customer})
	if err != nil {
		return used, err
	}
	used.ActiveOrders = active[customer]
	used.Storage, err = u.Stored(ctx, customer)
	return used, err
}

// Used implements commands.Usage.
func (u Usage) Used(ctx context.Context, customer uuid.UUID) (subscription.Usage, error) {
	if err := u.WorkRead(ctx); err != nil {
		return subscription.Usage{}, err
	}
	return u.Shown(ctx, customer)
}

// Unpaid implements commands.Usage.
func (u Usage) Unpaid(ctx context.Context, customer uuid.UUID) (bool, error) {
	if err := u.SalesRead(ctx); err != nil {
		return false, err
	}
	due, err := u.Sales.FirstDue(ctx, customer)
	return !due.On.IsZero(), err
}

// Spend implements commands.Usage with a lock that all processes share.
func (u Usage) Spend(
	ctx context.Context,
	customer uuid.UUID,
	bought bool,
) (spent subscription.Spent, release func(), err error) {
	u.Readings.forget(customer) // it has little left, or was too old
	if release, err = u.Locks.Take(ctx, "quota of", customer); err != nil {
		return spent, nil, err
	}
	if err = u.SalesRead(ctx); err == nil {
		spent, err = u.Sales.Meters(ctx, customer, bought)
	}
	if err != nil {
		release()
		return spent, nil, err
	}
	return spent, release, nil
}

// Recent implements commands.Usage. It remembers a reading for a second: each event that came meanwhile is taken for one
// that has used something.
func (u Usage) Recent(
	ctx context.Context,
	customer uuid.UUID,
	bought bool,
) (used subscription.Reading, active int, err error) {
	key, now := readingOf{customer, bought}, u.Clock()
	if r, ok := u.Readings.get(key, now); ok {
		return r.used, r.active, nil
	}
	used.Position = u.Counted() // before it is counted, so that nothing is missing
	if used.Spent, err = u.Sales.Meters(ctx, customer, bought); err != nil {
		return used, 0, err
	}
	of, err := u.Active(ctx, []uuid.UUID{customer})
	if err != nil {
		return used, 0, err
	}
	u.Readings.keep(key, reading{used, of[customer], now.Add(keepReading)})
	return used, of[customer], nil
}

const (
	keepReading = time.Second
	mostKept    = 1000
)

type readingOf struct {
	customer uuid.UUID
	bought   bool
}

type reading struct {
	used   subscription.Reading
	active int
	until  time.Time
}

// Readings are those of the last second.
type Readings struct {
	mu sync.Mutex
	of map[readingOf]reading
}

func (r *Readings) get(key readingOf, now time.Time) (reading, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.of[key]
	return found, now.Before(found.until)
}

func (r *Readings) keep(key readingOf, found reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil || len(r.of) >= mostKept {
		r.of = map[readingOf]reading{}
	}
	r.of[key] = found
}

func (r *Readings) forget(customer uuid.UUID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.of, readingOf{customer, false})
	delete(r.of, readingOf{customer, true})
}
