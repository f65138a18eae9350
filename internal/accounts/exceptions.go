package accounts

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/internal/dberror"
)

// keepExceptions is how long the store remembers exceptions at most. The events that change them make it forget them at
// once.
const keepExceptions = 500 * time.Millisecond

// Exceptions is what few accounts have and every request asks for. It is remembered because to read it with each session
// took a quarter of the time of that query.
type Exceptions struct {
	Leaving  map[uuid.UUID]bool // customers whose deletion was requested
	Factored map[string]bool    // clients whose people can do nothing but add a second factor until they have one
}

type rememberedExceptions struct {
	mu        sync.Mutex
	found     Exceptions
	until     time.Time
	forgotten int // how often: what was read before is not remembered after it
}

func (r *rememberedExceptions) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.until = time.Time{}
	r.forgotten++
}

// known returns what is remembered, if it is.
func (r *rememberedExceptions) known(now time.Time) (x Exceptions, is bool, forgotten int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.found, now.Before(r.until), r.forgotten
}

// remember keeps what was read when the store had forgotten as often.
func (r *rememberedExceptions) remember(x Exceptions, until time.Time, forgotten int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.forgotten == forgotten {
		r.found, r.until = x, until
	}
}

// Exceptions returns the exceptions. Nobody may change them.
func (s *Store) Exceptions(ctx context.Context) (Exceptions, error) {
	now := s.clock()
	x, known, forgotten := s.exceptions.known(now)
	if known {
		return x, nil
	}
	// The state is written into the query, because with an argument the partial index of it would not be used.
	rows, err := s.pool.Query(
		ctx,
		"select id, null from account_customers where state = '"+string(customer.Leaving)+"'"+
			" union all select null, id from account_clients where second_factor",
	)
	if err != nil {
		return Exceptions{}, dberror.Of("accounts", err)
	}
	x = Exceptions{map[uuid.UUID]bool{}, map[string]bool{}}
	var leaving *uuid.UUID
	var factored *string
	if _, err = pgx.ForEachRow(rows, []any{&leaving, &factored}, func() error {
		if leaving != nil {
			x.Leaving[*leaving] = true
		} else {
			x.Factored[*factored] = true
		}
		return nil
	}); err != nil {
		return Exceptions{}, dberror.Of("accounts", err)
	}
	s.exceptions.remember(x, now.Add(keepExceptions), forgotten)
	return x, nil
}
