// Package notify tells readers of the log that there are new events: those of this process at once,
// those of other processes by NOTIFY.
package notify

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const (
	channel        = "events_appended"
	notifyInterval = 10 * time.Millisecond // between two NOTIFYs: each costs the server a transaction
	firstBackoff   = 5 * time.Millisecond
	maxBackoff     = time.Second
)

// Notifier wakes the readers of this process after appends, and tells other processes of its own.
type Notifier struct {
	log  *slog.Logger
	cfg  *pgx.ConnConfig
	self string // sent with each NOTIFY, so that a process does not wake itself twice

	subs      atomic.Pointer[[]chan struct{}]
	mu        sync.Mutex
	head      atomic.Int64 // the newest event of this process
	announced atomic.Int64
	tell      chan struct{}

	ctx    context.Context
	cancel context.CancelFunc
	listen sync.Once
	group  sync.WaitGroup
}

// New returns a notifier. A quiet one does not notify other processes.
func New(cfg *pgx.ConnConfig, quiet bool, log *slog.Logger) *Notifier {
	w := &Notifier{log: log, cfg: cfg, self: uuid.NewString(), tell: make(chan struct{}, 1)}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	if !quiet {
		w.group.Go(w.notify)
	}
	return w
}

// Stop ends the connections.
func (w *Notifier) Stop() {
	w.cancel()
	w.group.Wait()
}

// Subscribe returns a channel that receives a value after appends, of this process and of others.
// Values are merged.
func (w *Notifier) Subscribe() (<-chan struct{}, func()) {
	ch := make(chan struct{}, 1)
	w.change(func(subs []chan struct{}) []chan struct{} { return append(subs, ch) })
	w.listen.Do(func() { w.group.Go(w.listenToOthers) })
	return ch, func() {
		w.change(func(subs []chan struct{}) []chan struct{} {
			return slices.DeleteFunc(subs, func(c chan struct{}) bool { return c == ch })
		})
	}
}

func (w *Notifier) change(f func([]chan struct{}) []chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var subs []chan struct{}
	if old := w.subs.Load(); old != nil {
		subs = slices.Clone(*old)
	}
	subs = f(subs)
	w.subs.Store(&subs)
}

// Announced returns the position up to which the log is known to reach. The log may have more if
// another process appended it, or if a connection was lost.
func (w *Notifier) Announced() int64 { return w.announced.Load() }

// announce wakes the readers because the log has the event at a position.
func (w *Notifier) announce(position int64) {
	for {
		known := w.announced.Load()
		if position <= known || w.announced.CompareAndSwap(known, position) {
			break
		}
	}
	w.wake()
}

func (w *Notifier) wake() {
	if subs := w.subs.Load(); subs != nil {
		for _, ch := range *subs {
			select {
			case ch <- struct{}{}:
			default: // a value waits already
			}
		}
	}
}

// Appended is called by the writer after a commit.
func (w *Notifier) Appended(head int64) {
	w.announce(head)
	w.head.Store(head)
	select {
	case w.tell <- struct{}{}:
	default:
	}
}

// notify tells other processes. A notification is only a hint, so it need not be durable.
func (w *Notifier) notify() {
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

func (w *Notifier) listenToOthers() {
	w.forever(func(conn *pgx.Conn) error {
		if _, err := conn.Exec(w.ctx, "listen "+channel); err != nil {
			return err
		}
		var head int64 // events may have been appended while nobody listened
		if err := conn.QueryRow(w.ctx, "select coalesce(max(position), 0) from events").Scan(&head); err != nil {
			return err
		}
		w.announce(head)
		for {
			n, err := conn.WaitForNotification(w.ctx)
			if err != nil {
				return err
			}
			by, at, _ := strings.Cut(n.Payload, " ")
			if by == w.self {
				continue
			}
			head, err := strconv.ParseInt(at, 10, 64)
			if err != nil {
				return fmt.Errorf("notification %q: %w", n.Payload, err)
			}
			w.announce(head)
		}
	})
}

// forever runs do with a connection, and with a new one if it fails, until the notifier stops.
func (w *Notifier) forever(do func(*pgx.Conn) error) {
	for backoff := firstBackoff; w.ctx.Err() == nil; backoff = min(2*backoff, maxBackoff) {
		conn, err := pgx.ConnectConfig(w.ctx, w.cfg.Copy())
		if err == nil {
			backoff = firstBackoff
			err = do(conn)
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			_ = conn.Close(ctx)
			cancel()
		}
		if err != nil && w.ctx.Err() == nil {
			w.log.Warn("event store: notifications interrupted", "error", err)
		}
		select {
		case <-w.ctx.Done():
		case <-time.After(backoff):
		}
	}
}
