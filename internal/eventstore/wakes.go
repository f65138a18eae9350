package eventstore

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const (
	channel        = "events_appended"
	notifyInterval = 10 * time.Millisecond // at most one NOTIFY in it: they cost the server a transaction
)

// wakes tells readers that there is something new: those of this process at once, those of others by NOTIFY.
type wakes struct {
	s    *Store
	cfg  *pgx.ConnConfig
	self string // sent along, so that a process does not wake itself twice

	subs atomic.Pointer[[]chan struct{}]
	mu   sync.Mutex
	head atomic.Int64
	tell chan struct{}

	ctx    context.Context
	cancel context.CancelFunc
	listen sync.Once
	group  sync.WaitGroup
}

func newWakes(s *Store, cfg *pgx.ConnConfig) *wakes {
	w := &wakes{s: s, cfg: cfg, self: uuid.NewString(), tell: make(chan struct{}, 1)}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	if !s.cfg.Quiet {
		w.group.Go(w.notify)
	}
	return w
}

func (w *wakes) stop() {
	w.cancel()
	w.group.Wait()
}

func (w *wakes) subscribe() (<-chan struct{}, func()) {
	ch := make(chan struct{}, 1)
	w.change(func(subs []chan struct{}) []chan struct{} { return append(subs, ch) })
	w.listen.Do(func() { w.group.Go(w.listenToOthers) })
	return ch, func() {
		w.change(func(subs []chan struct{}) []chan struct{} {
			return slices.DeleteFunc(subs, func(c chan struct{}) bool { return c == ch })
		})
	}
}

func (w *wakes) change(f func([]chan struct{}) []chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var subs []chan struct{}
	if old := w.subs.Load(); old != nil {
		subs = slices.Clone(*old)
	}
	subs = f(subs)
	w.subs.Store(&subs)
}

func (w *wakes) wake() {
	if subs := w.subs.Load(); subs != nil {
		for _, ch := range *subs {
			select {
			case ch <- struct{}{}:
			default: // it has a wake to come
			}
		}
	}
}

// appended is called by the writer after a commit.
func (w *wakes) appended(head int64) {
	w.wake()
	w.head.Store(head)
	select {
	case w.tell <- struct{}{}:
	default:
	}
}

// notify tells other processes. A notification is a hint and need not be durable.
func (w *wakes) notify() {
	w.forever(func(conn *pgx.Conn) error {
		if _, err := conn.Exec(w.ctx, "set synchronous_commit = off"); err != nil {
			return err
		}
		for {
			select {
			case <-w.ctx.Done():
				return nil
			case <-w.tell:
			}
			if _, err := conn.Exec(
				w.ctx, "select pg_notify($1, $2)", channel, w.self+" "+strconv.FormatInt(w.head.Load(), 10),
			); err != nil {
				return err
			}
			select {
			case <-w.ctx.Done():
				return nil
			case <-time.After(notifyInterval):
			}
		}
	})
}

func (w *wakes) listenToOthers() {
	w.forever(func(conn *pgx.Conn) error {
		if _, err := conn.Exec(w.ctx, "listen "+channel); err != nil {
			return err
		}
		w.wake() // for what came while nobody listened
		for {
			n, err := conn.WaitForNotification(w.ctx)
			if err != nil {
				return err
			}
			if len(n.Payload) < len(w.self) || n.Payload[:len(w.self)] != w.self {
				w.wake()
			}
		}
	})
}

// forever runs do with a connection, and again with a new one, until the store closes.
func (w *wakes) forever(do func(*pgx.Conn) error) {
	for backoff := firstBackoff; w.ctx.Err() == nil; backoff = min(2*backoff, 4*maxBackoff) {
		conn, err := pgx.ConnectConfig(w.ctx, w.cfg.Copy())
		if err == nil {
			backoff = firstBackoff
			err = do(conn)
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			_ = conn.Close(ctx)
			cancel()
		}
		if err != nil && w.ctx.Err() == nil {
			w.s.log.Warn("event store: notifications interrupted", "error", err)
		}
		select {
		case <-w.ctx.Done():
		case <-time.After(backoff):
		}
	}
}
