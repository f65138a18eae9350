package accounts

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// directory caches names for a short time, so that a page of cards needs one query and not one
// query for each card.
type directory struct {
	mu        sync.Mutex
	people    map[uuid.UUID]kept[User]
	customers map[uuid.UUID]kept[Customer]
	clients   map[string]kept[Client]
}

type kept[T any] struct {
	value T
	until time.Time
}

const (
	keepNames = 30 * time.Second
	maxNames  = 20_000
)

func newDirectory() *directory {
	return &directory{
		people:    map[uuid.UUID]kept[User]{},
		customers: map[uuid.UUID]kept[Customer]{},
		clients:   map[string]kept[Client]{},
	}
}

// Names holds the people, customers and clients that a page of orders shows.
type Names struct {
	People    map[uuid.UUID]User
	Customers map[uuid.UUID]Customer
	Clients   map[string]Client
}

// Wanted holds the ids for which a page needs names.
type Wanted struct {
	People    []uuid.UUID
	Customers []uuid.UUID
	Clients   []string
}

// guestUser selects a guest in the columns of a user. It fills only the id, the name and the role.
const guestUser = `select id, '', name, '', '', '', '', 'guest', '', '00000000-0000-0000-0000-000000000000'::uuid, false, true,
	'', '', true, '{}'::text[], false`

// These find everybody whose name is stored. If the events of a person cannot be read, the read model has no
// row for them. Then only their name is found, and they have no rights.
const (
	everyUser     = "select " + userColumns + " from people p left join account_members m on m.person = p.id"
	everyCustomer = "select " + customerColumns + " from companies c left join account_customers a on a.id = c.id"
	everyClient   = "select " + clientColumns + " from tenants t left join account_clients a on a.id = t.id" + brandOf
)

// Names returns people (including guests), customers and clients by id. It needs at most one query
// for each kind. Unknown ids are absent from the result.
func (s *Store) Names(ctx context.Context, w Wanted) (Names, error) {
	now := s.clock()
	n := Names{}
	var err error
	n.People, err = lookUp(
		ctx,
		s,
		s.cache.people,
		w.People,
		now,
		func(u User) uuid.UUID { return u.ID },
		everyUser+" where p.id = any($1) union all "+guestUser+" from guests where id = any($1)",
		scanUser,
	)
	if err != nil {
		return n, err
	}
	n.Customers, err = lookUp(ctx, s, s.cache.customers, w.Customers, now, func(c Customer) uuid.UUID { return c.ID },
		everyCustomer+" where c.id = any($1)", scanCustomer)
	if err != nil {
		return n, err
	}
	n.Clients, err = lookUp(
		ctx,
		s,
		s.cache.clients,
		w.Clients,
		now,
		func(c Client) string { return c.ID },
		everyClient+" where t.id = any($1)",
		scanClient,
	)
	return n, err
}

func lookUp[K comparable, V any](
	ctx context.Context,
	s *Store,
	cache map[K]kept[V],
	wanted []K,
	now time.Time,
	key func(V) K,
	sql string,
	scan pgx.RowToFunc[V],
) (map[K]V, error) {
	found := make(map[K]V, len(wanted))
	var missing []K
	var none K
	s.cache.mu.Lock()
	for _, k := range wanted {
		if k == none {
			continue
		}
		if v, ok := cache[k]; ok && now.Before(v.until) {
			found[k] = v.value
		} else if _, twice := found[k]; !twice {
			missing = append(missing, k)
		}
	}
	s.cache.mu.Unlock()
	if len(missing) == 0 {
		return found, nil
	}
	rows, err := s.pool.Query(ctx, sql, missing)
	if err != nil {
		return nil, dberror.Of("names", err)
	}
	values, err := pgx.CollectRows(rows, scan)
	if err != nil {
		return nil, dberror.Of("names", err)
	}
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	if len(cache) > maxNames {
		clear(cache)
	}
	for _, v := range values {
		found[key(v)] = v
		cache[key(v)] = kept[V]{v, now.Add(keepNames)}
	}
	return found, nil
}

// Forget empties the cache. Tests call it, and administrators' changes do.
func (s *Store) Forget() {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	clear(s.cache.people)
	clear(s.cache.customers)
	clear(s.cache.clients)
	s.hosts.forget()
	s.exceptions.forget()
}
