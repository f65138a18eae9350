package eventstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// Config of a store. DSN and Registry are required; zero values of the rest take the defaults named.
type Config struct {
	DSN      string
	Registry *Registry
	Logger   *slog.Logger          // slog.Default
	Metrics  prometheus.Registerer // none
	Timeout  time.Duration         // longest wait of one append, 5 s; a context's earlier deadline wins
	Queue    int                   // appends that may wait for the writer before callers block, 4096
	Readers  int                   // connections for reading, 8
	Process  string                // names this process as the holder of leases, host/pid
	// Keys authenticate what is appended, and check what is read. Nil: neither.
	Keys *Keyring
	// Skipped reports whether an operator has skipped an event. It is asked only about events that cannot be read; those that were
	// skipped come as *domain.Omitted. Nil: none was.
	Skipped func(ctx context.Context, s *Store, position int64) (bool, error)
	// Quiet stops the store from telling other processes of its appends (they find out by polling).
	Quiet bool
}

// Store is the event log. Its methods may be called from any goroutine.
type Store struct {
	cfg    Config
	reg    *Registry
	log    *slog.Logger
	pool   *pgxpool.Pool
	writer *writer
	wakes  *wakes
	tail   tail
	fits   atomic.Int64 // events of the log that a page may hold; 0 for any number
	locks  *locks
	meters *meters

	mu     sync.RWMutex // held for reading by every append under way
	closed bool
	done   sync.Once
}

// Open connects to a migrated database and starts the writer.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if cfg.Registry == nil {
		return nil, errors.New("eventstore: no registry")
	}
	if err := cfg.Registry.Check(); err != nil {
		return nil, err
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	if cfg.Timeout <= 0 {
		cfg.Timeout = 5 * time.Second
	}
	if cfg.Queue <= 0 {
		cfg.Queue = 4096
	}
	if cfg.Readers <= 0 {
		cfg.Readers = 8
	}
	if cfg.Process == "" {
		cfg.Process = thisProcess()
	}
	pool, err := NewPool(ctx, cfg.DSN, cfg.Readers)
	if err != nil {
		return nil, fmt.Errorf("eventstore: %w", err)
	}
	single := pool.Config().ConnConfig
	s := &Store{
		cfg:    cfg,
		reg:    cfg.Registry,
		log:    cfg.Logger,
		pool:   pool,
		locks:  newLocks(),
		meters: newMeters(cfg.Metrics),
	}
	s.wakes = newWakes(s, single)
	if err := s.checkKeys(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	if s.writer, err = startWriter(ctx, s, single); err != nil {
		pool.Close()
		return nil, err
	}
	return s, nil
}

// Close waits for the appends under way, then disconnects. Later appends get ErrClosed.
func (s *Store) Close() error {
	s.done.Do(func() {
		s.mu.Lock() // waits for appends under way: each is bounded by its deadline
		s.closed = true
		s.mu.Unlock()
		s.writer.stop()
		s.wakes.stop()
		s.pool.Close()
	})
	return nil
}

// Registry is the registry the store decodes with.
func (s *Store) Registry() *Registry { return s.reg }

// DSN returns how the store connects.
func (s *Store) DSN() string { return s.cfg.DSN }

// Keys returns the keys that authenticate events, nil without any.
func (s *Store) Keys() *Keyring { return s.cfg.Keys }

// Head is the position of the last event, 0 for an empty log.
func (s *Store) Head(ctx context.Context) (int64, error) {
	var head int64
	err := s.pool.QueryRow(ctx, "select coalesce(max(position), 0) from events").Scan(&head)
	return head, s.readError(err)
}

// clockSkew is by how much the clocks of processes that append, and the commands they decide at once, may differ.
const clockSkew = 5 * time.Second

// PositionAt is the last position whose event is at or before t, 0 if there is none. Times rise with positions but for the
// clocks of several processes, which it takes to differ by less than 5 s.
func (s *Store) PositionAt(ctx context.Context, t time.Time) (int64, error) {
	head, err := s.Head(ctx)
	if err != nil {
		return 0, err
	}
	low, err := s.roughlyAt(ctx, t.Add(-clockSkew), 0, head)
	if err != nil {
		return 0, err
	}
	high, err := s.roughlyAt(ctx, t.Add(clockSkew), low, head)
	if err != nil {
		return 0, err
	}
	var at int64
	err = s.pool.QueryRow(ctx, "select coalesce(max(position), $1) from events where position > $1 and position <= $2 and occurred_at <= $3", low, high, t).
		Scan(&at)
	return at, s.readError(err)
}

// TimeAt is when the event at a position happened; zero if there is none.
func (s *Store) TimeAt(ctx context.Context, position int64) (at time.Time, err error) {
	err = s.pool.QueryRow(ctx, "select occurred_at from events where position = $1", position).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return at, nil
	}
	return at.UTC(), s.readError(err)
}

// roughlyAt halves [low, high] as if times rose with positions.
func (s *Store) roughlyAt(ctx context.Context, t time.Time, low, high int64) (int64, error) {
	for low < high {
		middle := low + (high-low+1)/2
		var at time.Time
		if err := s.pool.QueryRow(ctx, "select occurred_at from events where position = $1", middle).
			Scan(&at); err != nil {
			return 0, s.readError(err)
		}
		if at.After(t) {
			high = middle - 1
		} else {
			low = middle
		}
	}
	return low, nil
}

// Subscribe returns a channel that gets a value after appends: soon after those of this process, and after those of
// others as their notifications arrive. Wakes are merged and may be lost with a connection: poll every second as well.
func (s *Store) Subscribe() (wake <-chan struct{}, cancel func()) { return s.wakes.subscribe() }

func (s *Store) readError(err error) error {
	switch {
	case err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, pgx.ErrNoRows):
		return ErrNotFound
	case unavailable(err):
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return fmt.Errorf("event store: %w", err)
}
