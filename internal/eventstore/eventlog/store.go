package eventlog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/notify"
)

// thisProcess returns the name of this process as the holder of leases.
func thisProcess() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s/%d", host, os.Getpid())
}

// Config of a store. DSN and Registry are required. The comments name the defaults of the others.
type Config struct {
	DSN      string
	Registry *codec.Registry
	Logger   *slog.Logger          // slog.Default
	Metrics  prometheus.Registerer // none
	Timeout  time.Duration         // longest wait of one append, 5 s; an earlier deadline of the context wins
	Queue    int                   // appends that may wait for the writer before callers block, 4096
	Readers  int                   // connections for reading, 8
	Process  string                // names this process as the holder of leases, host/pid
	// Keys authenticate what is appended and check what is read. Nil: neither.
	Keys *keyring.Keyring
	// Skipped reports whether an operator has skipped an event. It is called only for events that
	// cannot be read. Skipped events are returned as *domain.Omitted. Nil: no event was skipped.
	Skipped func(ctx context.Context, s *Store, position int64) (bool, error)
	// Quiet: do not notify other processes of appends. They notice them by polling.
	Quiet bool
}

// Store is the event log. Its methods may be called from any goroutine.
type Store struct {
	cfg      Config
	reg      *codec.Registry
	log      *slog.Logger
	pool     *pgxpool.Pool
	writer   *writer
	notifier *notify.Notifier
	tail     tail
	fits     atomic.Int64 // events of the log that a page may hold; 0 for any number
	meters   *meters

	mu     sync.RWMutex // held for reading by every append that runs
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
		meters: newMeters(cfg.Metrics),
	}
	s.notifier = notify.New(single, cfg.Quiet, cfg.Logger)
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

// Close waits for running appends, then disconnects. Later appends return ErrClosed.
func (s *Store) Close() error {
	s.done.Do(func() {
		s.mu.Lock() // waits for running appends: each is bounded by its deadline
		s.closed = true
		s.mu.Unlock()
		s.writer.stop()
		s.notifier.Stop()
		s.pool.Close()
	})
	return nil
}

// Registry returns the registry that decodes events.
func (s *Store) Registry() *codec.Registry { return s.reg }

// DSN returns the address of the database.
func (s *Store) DSN() string { return s.cfg.DSN }

// Keys returns the keys that authenticate events, nil without any.
func (s *Store) Keys() *keyring.Keyring { return s.cfg.Keys }

// Pool returns the connections for reading.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// Process names this process as the holder of leases.
func (s *Store) Process() string { return s.cfg.Process }

// Timeout returns the longest wait of one append.
func (s *Store) Timeout() time.Duration { return s.cfg.Timeout }

// Logger returns the logger of the store.
func (s *Store) Logger() *slog.Logger { return s.log }

// Head returns the position of the last event, 0 for an empty log.
func (s *Store) Head(ctx context.Context) (int64, error) {
	var head int64
	err := s.pool.QueryRow(ctx, "select coalesce(max(position), 0) from events").Scan(&head)
	return head, s.Error(err)
}

// clockSkew is the largest difference that is expected between the clocks of several processes, and
// between the times of commands that are decided at once.
const clockSkew = 5 * time.Second

// PositionAt returns the last position whose event is not later than t, 0 if there is none. Times
// rise with positions except for the difference of the clocks of several processes, which must be
// less than 5 s.
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
	return at, s.Error(err)
}

// TimeAt returns the time of the event at a position, zero if there is none.
func (s *Store) TimeAt(ctx context.Context, position int64) (at time.Time, err error) {
	err = s.pool.QueryRow(ctx, "select occurred_at from events where position = $1", position).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return at, nil
	}
	return at.UTC(), s.Error(err)
}

// roughlyAt searches [low, high] by halves as if times rose with positions.
func (s *Store) roughlyAt(ctx context.Context, t time.Time, low, high int64) (int64, error) {
	for low < high {
		middle := low + (high-low+1)/2
		var at time.Time
		if err := s.pool.QueryRow(ctx, "select occurred_at from events where position = $1", middle).
			Scan(&at); err != nil {
			return 0, s.Error(err)
		}
		if at.After(t) {
			high = middle - 1
		} else {
			low = middle
		}
	}
	return low, nil
}

// Subscribe returns a channel that receives a value after appends of this process and of others.
// Values are merged and may be lost with a connection, so poll every second as well.
func (s *Store) Subscribe() (wake <-chan struct{}, cancel func()) { return s.notifier.Subscribe() }

// Announced returns the position up to which the log is known to reach. A reader that was woken and
// has read so far need not ask the database; one that polls has to.
func (s *Store) Announced() int64 { return s.notifier.Announced() }

// Error turns an error of the database into one of the event store: ErrNotFound, ErrUnavailable or
// another one.
func (s *Store) Error(err error) error {
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
