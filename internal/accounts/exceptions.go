package accounts

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/customer"
)

// keepExceptions is how long the store remembers exceptions at most. The events that change them make it forget them at
// once.
const keepExceptions = 500 * time.Millisecond

// exceptions is what few accounts have and every request asks for. It is remembered because to read it with each session
// took a quarter of the time of that query.
type exceptions struct {
	leaving  map[uuid.UUID]bool // customers whose deletion was requested
	factored map[string]bool    // clients that require a second factor (D-46)
}

type rememberedExceptions struct {
	mu    sync.Mutex
	found exceptions
	until time.Time
}

func (r *rememberedExceptions) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.until = time.Time{}
}

// read returns the exceptions. Nobody may change them.
func (r *rememberedExceptions) read(ctx context.Context, s *Store) (exceptions, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := s.clock()
	if now.Before(r.until) {
		return r.found, nil
	}
	rows, err := s.pool.Query(
		ctx,
		`select id, null from account_customers where state = $1
		union all select null, id from account_clients where second_factor`,
		customer.Leaving,
	)
	if err != nil {
		return exceptions{}, unavailable("accounts", err)
	}
	x := exceptions{map[uuid.UUID]bool{}, map[string]bool{}}
	var leaving *uuid.UUID
	var factored *string
	if _, err = pgx.ForEachRow(rows, []any{&leaving, &factored}, func() error {
		if leaving != nil {
			x.leaving[*leaving] = true
		} else {
			x.factored[*factored] = true
		}
		return nil
	}); err != nil {
		return exceptions{}, unavailable("accounts", err)
	}
	r.found, r.until = x, now.Add(keepExceptions)
	return x, nil
}
