package eventstore

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
)

// A lease is an advisory lock on a connection of its own: it ends with the process, at once if that is killed. Where the
// process hangs or its network does, the server drops the silent connection, and another process takes over within 5 s.
const (
	leasePing    = time.Second
	leaseStandby = 500 * time.Millisecond // a standby looks whether its turn has come
	leaseWaits   = 2 * time.Second        // it tells that it waits
	leaseSilence = 3 * time.Second        // after which the server drops the connection
	leaseAnswer  = 2 * time.Second        // in which the server has to answer
)

// leaseSession prepares a connection that holds a lease. What a lease's holder writes can be done again, so its commits
// need not wait for the disk.
var leaseSession = fmt.Sprintf(
	`set synchronous_commit = off; set idle_session_timeout = %[1]d; set idle_in_transaction_session_timeout = %[2]d;
	set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2`,
	leaseSilence.Milliseconds(),
	10*leaseSilence.Milliseconds(),
)

// Lease is the right to do something that one process does at a time.
type Lease struct {
	name    string
	mu      sync.Mutex
	conn    *pgx.Conn
	meters  *meters
	counted prometheus.Gauge // where this lease is counted, nil for nowhere
}

// count moves the lease to where it is counted now: held or standby, nowhere if empty.
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

// Use lends the connection that holds the lease, so that what is done through it is done only while the lease lasts.
func (l *Lease) Use(do func(*pgx.Conn) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return do(l.conn)
}

// LeaseInfo is who holds a lease.
type LeaseInfo struct {
	Name   string    `json:"name"`
	Holder string    `json:"holder"` // host and process id
	Since  time.Time `json:"since"`
	Held   bool      `json:"held"` // false: its last holder is gone and nobody took over
	// Standby is a process that waits to take over, empty if none has said so of late.
	Standby string `json:"standby"`
}

// Leases lists everything that one process does at a time, and which.
func (s *Store) Leases(ctx context.Context) ([]LeaseInfo, error) {
	rows, err := s.pool.Query(
		ctx,
		`select name, holder, since, exists (select from pg_locks k where k.locktype = 'advisory' and k.granted and k.objsubid = 1
		and k.database = (select oid from pg_database where datname = current_database())
		and k.classid::bigint = l.key >> 32 & 4294967295 and k.objid::bigint = l.key & 4294967295),
		case when standby_at > now() - make_interval(secs => $1) then standby else '' end from leases l order by name`,
		(3 * leaseWaits).Seconds(),
	)
	if err != nil {
		return nil, s.readError(err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[LeaseInfo])
}

// Lead calls do in one process at a time, until ctx ends: others stand by. do's context ends with the lease. An error is
// told, and do called again.
func (s *Store) Lead(ctx context.Context, name string, do func(context.Context, *Lease) error) error {
	for ctx.Err() == nil {
		l, err := s.Acquire(ctx, name)
		if err == nil {
			err = s.hold(ctx, l, do)
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("event store: a worker stopped and starts again", "worker", name, "error", err)
		}
		sleep(ctx, leaseStandby)
	}
	return nil
}

// hold calls do and keeps the connection from falling silent while do works elsewhere.
func (s *Store) hold(ctx context.Context, l *Lease, do func(context.Context, *Lease) error) error {
	defer l.Release()
	return whilePinging(ctx, func(ctx context.Context) error {
		return l.Use(func(conn *pgx.Conn) error { return ping(ctx, conn) })
	}, func(ctx context.Context) error { return do(ctx, l) })
}

// whilePinging calls do, whose context ends when a ping fails. Nothing is started for what takes less than a second.
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

// Heartbeat pings the connection of a lease during long work that does not use it: PostgreSQL closes the connection after three seconds without
// a statement. It belongs to the goroutine that uses the connection. A nil Heartbeat does nothing.
type Heartbeat struct {
	conn *pgx.Conn
	last time.Time
}

// NewHeartbeat begins with a connection that has just been used.
func NewHeartbeat(conn *pgx.Conn) *Heartbeat { return &Heartbeat{conn, time.Now()} }

// Beat pings if it was a second ago that the connection is known to have been used.
func (h *Heartbeat) Beat(ctx context.Context) error {
	if h == nil || time.Since(h.last) < leasePing {
		return nil
	}
	err := ping(ctx, h.conn)
	h.last = time.Now()
	return err
}

// While beats as long as do lasts, which must leave the connection alone. do's context ends with the lease.
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

// LeadOnce waits for the lease and calls do once.
func (s *Store) LeadOnce(ctx context.Context, name string, do func(context.Context) error) error {
	l, err := s.Acquire(ctx, name)
	if err != nil {
		return s.readError(err)
	}
	return s.hold(ctx, l, func(ctx context.Context, _ *Lease) error { return do(ctx) })
}

// ErrLeaseHeld: another process, or another part of this one, holds the lease.
var ErrLeaseHeld = errors.New("event store: the lease is held")

// TryLead calls do if nobody holds the lease of a name; ErrLeaseHeld if somebody does. do's context ends with the lease.
func (s *Store) TryLead(ctx context.Context, name string, do func(context.Context, *Lease) error) error {
	l, err := s.standBy(ctx, name)
	if err != nil {
		return s.readError(err)
	}
	mine, err := l.try(ctx, s.cfg.Process)
	if err == nil && !mine {
		err = ErrLeaseHeld
	}
	if err != nil {
		l.Release()
		return err
	}
	return s.hold(ctx, l, do)
}

// Acquire waits until this process holds the lease of a name. Whoever does not use its connection for three seconds loses it (Heartbeat).
// It must be released.
func (s *Store) Acquire(ctx context.Context, name string) (*Lease, error) {
	l, err := s.standBy(ctx, name)
	if err != nil {
		return nil, err
	}
	var told time.Time
	for {
		mine, err := l.try(ctx, s.cfg.Process)
		if mine && err == nil {
			return l, nil
		}
		if err == nil && time.Since(told) > leaseWaits {
			_, err = l.conn.Exec(
				ctx, "update leases set standby = $2, standby_at = now() where name = $1", l.name, s.cfg.Process,
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

// standBy connects for a lease.
func (s *Store) standBy(ctx context.Context, name string) (*Lease, error) {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig.Copy())
	if err != nil {
		return nil, err
	}
	l := &Lease{name: name, conn: conn, meters: s.meters}
	l.count("standby")
	l.meters.takeovers.WithLabelValues(name) // a rate needs the zero it rises from
	if _, err := conn.Exec(ctx, leaseSession); err != nil {
		l.Release()
		return nil, err
	}
	return l, nil
}

// try takes the lease if nobody has it, and notes who took it.
func (l *Lease) try(ctx context.Context, holder string) (mine bool, err error) {
	key := leaseKey(l.name)
	if err = l.conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", key).Scan(&mine); err != nil || !mine {
		return false, err
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

// Release gives the lease back at once.
func (l *Lease) Release() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count("")
	_, _ = l.conn.Exec(
		ctx,
		"select pg_advisory_unlock_all()",
	) // the connection may be broken: then the lock has gone with it
	_ = l.conn.Close(ctx)
}

func leaseKey(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte("proofboard " + name))
	return int64(h.Sum64())
}

// thisProcess is how a lease names its holder.
func thisProcess() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s/%d", host, os.Getpid())
}
