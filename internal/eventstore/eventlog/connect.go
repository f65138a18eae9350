package eventlog

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
)

const (
	connectTimeout = 5 * time.Second
	firstBackoff   = 5 * time.Millisecond
	maxBackoff     = 250 * time.Millisecond
)

// SendIDsAsBytes lets a connection send and read ids as 16 bytes. pgx would send them as text, which took a
// fifth of the CPU of a board's first view.
func SendIDsAsBytes(conn *pgx.Conn) { pgxuuid.Register(conn.TypeMap()) }

// NewPool returns a pool of at most size connections, which send ids as bytes.
func NewPool(ctx context.Context, dsn string, size int) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	config.MaxConns = int32(size)
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		SendIDsAsBytes(conn)
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return pool, nil
}

// dial opens and prepares the writer's connection.
func (w *writer) dial(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, w.cfg.Copy())
	if err != nil {
		return nil, err
	}
	// An acknowledged append is durable whatever the server's default is. The checks must use the
	// keys even if the statistics of a young table advise against it. A server must soon notice
	// that a partitioned writer is gone.
	const settings = `set default_transaction_isolation = 'read committed';
		set default_transaction_read_only = off;
		select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local');
		set enable_seqscan = off;
		set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`
	if _, err = conn.PgConn().Exec(ctx, settings).ReadAll(); err == nil {
		err = w.wire.prepare(ctx, conn.PgConn())
	}
	if err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

func (w *writer) disconnect() {
	w.forget()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_ = w.conn.PgConn().Conn().Close() // without saying goodbye, which could wait for a dead peer
	_ = w.conn.Close(ctx)
	w.conn = nil
}

// reconnect tries until it has a connection or no request waits any more. Meanwhile it answers
// every request whose time is up. It reports whether there is a connection. batch keeps the
// requests that still wait.
func (w *writer) reconnect(batch *[]*request) bool {
	type dialed struct {
		conn *pgx.Conn
		err  error
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	backoff, next := firstBackoff, time.Now()
	var dialing chan dialed
	queue := w.ch
	for {
		if dialing == nil && !time.Now().Before(next) {
			dialing = make(chan dialed, 1)
			go func(to chan dialed) {
				conn, err := w.dial(context.Background())
				to <- dialed{conn, err}
			}(dialing)
		}
		in := queue
		if len(w.held) >= w.s.cfg.Queue { // back-pressure: callers wait at the queue
			in = nil
		}
		select {
		case d := <-dialing:
			dialing = nil
			if d.err == nil {
				w.conn = d.conn
				w.s.meters.reconnects.Inc()
				w.s.log.Info("event store: connected again")
				*batch = w.expire(*batch)
				return len(*batch) > 0
			}
			w.s.log.Warn(
				"event store: the database cannot be reached", "error", d.err, "waiting", len(*batch)+len(w.held),
			)
			next = time.Now().Add(backoff)
			backoff = min(2*backoff, maxBackoff)
		case r, ok := <-in:
			if ok {
				w.held = append(w.held, r)
			} else {
				queue = nil
			}
		case <-tick.C:
		}
		*batch = w.expire(*batch)
		w.held = w.expire(w.held)
		if len(*batch) == 0 && len(w.held) == 0 {
			if dialing != nil {
				go func(from chan dialed) {
					if d := <-from; d.conn != nil {
						_ = d.conn.Close(context.Background())
					}
				}(dialing)
			}
			return false
		}
	}
}

// expire answers the requests whose deadline has passed and returns the others.
func (w *writer) expire(rs []*request) []*request {
	now := time.Now()
	rest := rs[:0]
	for _, r := range rs {
		switch {
		case !r.sent && r.state.Load() == withdrawn:
		case now.Before(r.deadline):
			rest = append(rest, r)
		case r.sent:
			r.done <- outcome{err: ErrOutcomeUnknown}
		case r.state.CompareAndSwap(waiting, taken):
			r.done <- outcome{err: ErrUnavailable}
		}
	}
	clear(rs[len(rest):])
	return rest
}
