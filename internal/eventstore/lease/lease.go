// Package lease makes sure that some work is done by one process at a time.
package lease

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// A lease is an advisory lock on a connection of its own. It ends with the process, also when the
// process is killed. If the process or its network hangs, the server closes the silent connection,
// and another process takes over within 5 s.
const (
	leasePing    = time.Second
	leaseStandby = 500 * time.Millisecond // how often a standby tries to take the lease
	leaseWaits   = 2 * time.Second        // how often it stores that it waits
	leaseSilence = 3 * time.Second        // after this silence the server closes the connection
	leaseAnswer  = 2 * time.Second        // longest wait for an answer of the server
)

// leaseSession prepares a connection that holds a lease. What the holder writes can be repeated, so
// its commits need not wait for the disk.
var leaseSession = fmt.Sprintf(
	`set synchronous_commit = off; set idle_session_timeout = %[1]d; set idle_in_transaction_session_timeout = %[2]d;
	set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2`,
	leaseSilence.Milliseconds(),
	10*leaseSilence.Milliseconds(),
)

// Leases are the leases of the processes that share a database.
type Leases struct {
	store  *eventlog.Store
	meters *meters
}

// New returns the leases of a log's processes. Metrics are optional.
func New(s *eventlog.Store, metrics prometheus.Registerer) *Leases {
	return &Leases{s, newMeters(metrics)}
}

type meters struct {
	leases    *prometheus.GaugeVec
	takeovers *prometheus.CounterVec
}

func newMeters(reg prometheus.Registerer) *meters {
	m := &meters{
		leases: prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: "proofboard", Name: "leases",
			Help: "Leases that this process has (held) or waits for (standby)."}, []string{"lease", "state"}),
		takeovers: prometheus.NewCounterVec(
			prometheus.CounterOpts{Namespace: "proofboard", Name: "lease_takeovers_total",
				Help: "Times that this process took a lease which another one had held."},
			[]string{"lease"},
		),
	}
	if reg != nil {
		reg.MustRegister(m.leases, m.takeovers)
	}
	return m
}

// Lease is the right to do some work that one process does at a time.
type Lease struct {
	name    string
	listed  bool // List has it
	mu      sync.Mutex
	conn    *pgx.Conn
	meters  *meters
	counted prometheus.Gauge // the gauge that counts this lease, nil for none
}

// count changes the state that the lease is counted in: held, standby, or empty for none.
func (l *Lease) count(state string) {
	if l.counted != nil {
		l.counted.Dec()
		l.counted = nil
	}
	if state != "" {
		l.counted = l.meters.leases.WithLabelValues(l.name, state)
		l.counted.Inc()
	}
}

// Use calls do with the connection that holds the lease, so that what do writes is written only
// while the lease lasts.
func (l *Lease) Use(do func(*pgx.Conn) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return do(l.conn)
}

// Info is the holder of a lease.
type Info struct {
	Name   string    `json:"name"`
	Holder string    `json:"holder"` // host and process id
	Since  time.Time `json:"since"`
	Held   bool      `json:"held"` // false: its last holder is gone and nobody has taken over
	// Standby is a process that waits to take over, empty if none has reported lately.
	Standby string `json:"standby"`
}

// List returns all leases and their holders.
func (s *Leases) List(ctx context.Context) ([]Info, error) {
	rows, err := s.store.Pool().Query(
		ctx,
		`select name, holder, since, exists (select from pg_locks k where k.locktype = 'advisory' and k.granted and k.objsubid = 1
		and k.database = (select oid from pg_database where datname = current_database())
		and k.classid::bigint = l.key >> 32 & 4294967295 and k.objid::bigint = l.key & 4294967295),
		case when standby_at > now() - make_interval(secs => $1) then standby else '' end from leases l order by name`,
		(3 * leaseWaits).Seconds(),
	)
	if err != nil {
		return nil, s.store.Error(err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Info])
}

// Forget removes what is known of leases that no worker of this version takes. A process of an earlier version
// that holds one keeps it.
func (s *Leases) Forget(ctx context.Context, names ...string) error {
	_, err := s.store.Pool().Exec(ctx, "delete from leases where name = any($1)", names)
	return s.store.Error(err)
}

// Lead calls do in one process at a time until ctx ends; others stand by. The context of do ends
// with the lease. If do returns an error, it is logged and do is called again.
func (s *Leases) Lead(ctx context.Context, name string, do func(context.Context, *Lease) error) error {
	for ctx.Err() == nil {
		l, err := s.Acquire(ctx, name)
		if err == nil {
			err = s.hold(ctx, l, do)
		}
		if err != nil && ctx.Err() == nil {
			s.store.Logger().Warn("event store: a worker stopped and starts again", "worker", name, "error", err)
		}
		sleep(ctx, leaseStandby)
	}
	return nil
}

// hold calls do and pings the connection while do works without it.
func (s *Leases) hold(ctx context.Context, l *Lease, do func(context.Context, *Lease) error) error {
	defer l.Release()
	return whilePinging(ctx, func(ctx context.Context) error {
		return l.Use(func(conn *pgx.Conn) error { return ping(ctx, conn) })
	}, func(ctx context.Context) error { return do(ctx, l) })
}

// whilePinging calls do, whose context ends when a ping fails. For work of less than a second
// nothing is started.
func whilePinging(ctx context.Context, ping, do func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	later := time.AfterFunc(leasePing, func() {
		defer close(ended)
		tick := time.NewTicker(leasePing)
		defer tick.Stop()
		for {
			if err := ping(ctx); err != nil {
				cancel()
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
	defer func() {
		cancel()
		if !later.Stop() {
			<-ended
		}
	}()
	return do(ctx)
}

// Heartbeat pings the connection of a lease during long work that does not use it, because
// PostgreSQL closes the connection after three seconds without a statement. It belongs to the
// goroutine that uses the connection. A nil Heartbeat does nothing.
type Heartbeat struct {
	conn *pgx.Conn
	last time.Time
}

// NewHeartbeat begins with a connection that was just used.
func NewHeartbeat(conn *pgx.Conn) *Heartbeat { return &Heartbeat{conn, time.Now()} }

// Beat pings if the connection was not used for a second.
func (h *Heartbeat) Beat(ctx context.Context) error {
	if h == nil || time.Since(h.last) < leasePing {
		return nil
	}
	err := ping(ctx, h.conn)
	h.last = time.Now()
	return err
}

// While pings as long as do runs, which must not use the connection. The context of do ends with
// the lease.
func (h *Heartbeat) While(ctx context.Context, do func(context.Context) error) error {
	if h == nil {
		return do(ctx)
	}
	defer func() { h.last = time.Now() }()
	return whilePinging(ctx, func(ctx context.Context) error { return ping(ctx, h.conn) }, do)
}

func ping(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, leaseAnswer)
	defer cancel()
	return conn.Ping(ctx)
}

// LeadOnce waits for the lease and calls do. The context of do ends with the lease. If the lease was
// lost before do succeeded, LeadOnce waits for it and calls do again. The lease is not listed, because
// it is no fault that nobody has it later.
func (s *Leases) LeadOnce(ctx context.Context, name string, do func(context.Context) error) error {
	for {
		l, err := s.acquire(ctx, name, false)
		if err != nil {
			return s.store.Error(err)
		}
		lost := false
		err = s.hold(ctx, l, func(leading context.Context, _ *Lease) error {
			err := do(leading)
			lost = leading.Err() != nil && ctx.Err() == nil
			return err
		})
		if err == nil || !lost {
			return err
		}
		s.store.Logger().Warn("event store: a lease was lost, so its work starts again", "lease", name, "error", err)
	}
}

// ErrHeld means that another process, or another part of this one, holds the lease.
var ErrHeld = errors.New("event store: the lease is held")

// TryLead calls do if nobody holds the lease, and returns ErrHeld if somebody does. The context of
// do ends with the lease.
func (s *Leases) TryLead(ctx context.Context, name string, do func(context.Context, *Lease) error) error {
	l, err := s.standBy(ctx, name)
	if err != nil {
		return s.store.Error(err)
	}
	mine, err := l.try(ctx, s.store.Process())
	if err == nil && !mine {
		err = ErrHeld
	}
	if err != nil {
		l.Release()
		return err
	}
	return s.hold(ctx, l, do)
}

// Acquire waits until this process holds the lease, which must be released. A holder that does not
// use the connection for three seconds loses the lease (see Heartbeat).
func (s *Leases) Acquire(ctx context.Context, name string) (*Lease, error) {
	return s.acquire(ctx, name, true)
}

func (s *Leases) acquire(ctx context.Context, name string, listed bool) (*Lease, error) {
	l, err := s.standBy(ctx, name)
	if err != nil {
		return nil, err
	}
	l.listed = listed
	var told time.Time
	for {
		mine, err := l.try(ctx, s.store.Process())
		if mine && err == nil {
			return l, nil
		}
		if err == nil && time.Since(told) > leaseWaits {
			_, err = l.conn.Exec(
				ctx, "update leases set standby = $2, standby_at = now() where name = $1", l.name, s.store.Process(),
			)
			told = time.Now()
		}
		if err == nil {
			sleep(ctx, leaseStandby)
			err = ctx.Err()
		}
		if err != nil {
			l.Release()
			return nil, err
		}
	}
}

// standBy opens the connection of a lease.
func (s *Leases) standBy(ctx context.Context, name string) (*Lease, error) {
	conn, err := pgx.ConnectConfig(ctx, s.store.Pool().Config().ConnConfig.Copy())
	if err != nil {
		return nil, err
	}
	eventlog.SendIDsAsBytes(conn)
	l := &Lease{name: name, listed: true, conn: conn, meters: s.meters}
	l.count("standby")
	l.meters.takeovers.WithLabelValues(name) // a rate needs the zero that it rises from
	if _, err := conn.Exec(ctx, leaseSession); err != nil {
		l.Release()
		return nil, err
	}
	return l, nil
}

// try takes the lease if nobody has it, and stores the holder if it is listed.
func (l *Lease) try(ctx context.Context, holder string) (mine bool, err error) {
	key := leaseKey(l.name)
	if err = l.conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", key).Scan(&mine); err != nil || !mine {
		return false, err
	}
	if !l.listed {
		l.count("held")
		return true, nil
	}
	var taken bool // from another process
	err = l.conn.QueryRow(ctx, `with was as (select holder from leases where name = $1)
		insert into leases (name, key, holder, since) values ($1, $2, $3, now())
		on conflict (name) do update set key = excluded.key, holder = excluded.holder, since = now(), standby = ''
		returning coalesce((select holder from was) <> $3, false)`, l.name, key, holder).Scan(&taken)
	if taken {
		l.meters.takeovers.WithLabelValues(l.name).Inc()
	}
	l.count("held")
	return true, err
}

// Release gives up the lease at once.
func (l *Lease) Release() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count("")
	_, _ = l.conn.Exec(
		ctx,
		"select pg_advisory_unlock_all()",
	) // the connection may be broken: then the lock is gone too
	_ = l.conn.Close(ctx)
}

func leaseKey(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte("proofboard " + name))
	return int64(h.Sum64())
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
