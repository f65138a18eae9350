package eventlog

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const (
	maxBatch      = 1024    // appends
	maxBatchBytes = 4 << 20 // of encoded events; one append alone may be larger
	slowFlush     = 300 * time.Microsecond
	verySlowFlush = 2 * time.Millisecond
)

// writer commits the appends in its queue, one batch at a time, on a connection of its own. Every
// field but ch belongs to the goroutine of run.
type writer struct {
	s        *Store
	cfg      *pgx.ConnConfig
	ch       chan *request
	finished chan struct{}
	conn     *pgx.Conn

	held  []*request // they wait for the next batch
	batch []*request
	full  members

	head  int64 // position of the last event, if known
	known bool
	lone  bool // no other process has appended lately, so the fast path is tried
	alone int  // slow batches since another process appended
	cache versions

	flush time.Duration // duration of the last commit
	crowd int           // number of clients around the last commit: those it answered and those that waited
	wire  wire
}

func startWriter(ctx context.Context, s *Store, cfg *pgx.ConnConfig) (*writer, error) {
	w := &writer{s: s, cfg: cfg, ch: make(chan *request, s.cfg.Queue), finished: make(chan struct{}), lone: true}
	w.wire.keys = s.cfg.Keys
	w.full.reset()
	conn, err := w.dial(ctx)
	if err != nil {
		return nil, fmt.Errorf("eventstore: %w", err)
	}
	w.conn = conn
	go w.run() //nolint:gosec // G118: it outlives the context of the start and ends by stop
	return w, nil
}

// stop ends the writer when no request can be queued any more.
func (w *writer) stop() {
	close(w.ch)
	<-w.finished
}

// enqueue passes a request to the writer. If the queue is full, it blocks until the request's
// deadline.
func (w *writer) enqueue(ctx context.Context, r *request) error {
	select {
	case w.ch <- r:
		return nil
	default:
	}
	t := time.NewTimer(time.Until(r.deadline))
	defer t.Stop()
	select {
	case w.ch <- r:
		return nil
	case <-t.C:
		return ErrUnavailable
	case <-ctx.Done():
		return Cancelled(ctx)
	}
}

func (w *writer) run() {
	defer close(w.finished)
	for {
		batch := w.gather()
		if batch == nil {
			break
		}
		if w.conn == nil && !w.reconnect(&batch) {
			continue // every request of the batch ran out of time
		}
		start := time.Now()
		w.commit(batch)
		w.flush, w.crowd = time.Since(start), len(batch)+len(w.held)+len(w.ch)
		w.s.meters.flushed(len(batch), w.flush)
	}
	if w.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = w.conn.Close(ctx)
	}
}

// gather waits for a request and adds all others that wait. While a batch commits, the next one
// fills. It returns nil when the queue is closed and empty.
func (w *writer) gather() []*request {
	w.batch = w.batch[:0]
	w.full.reset()
	size := 0
	add := func(r *request) {
		switch {
		case r.state.Load() == withdrawn:
		case len(w.batch) > 0 && (!w.full.fits(r) || size+r.size > maxBatchBytes):
			w.full.block(r)
			w.held = append(w.held, r)
		default:
			w.full.add(r)
			size += r.size
			w.batch = append(w.batch, r)
		}
	}
	if h := w.held; len(h) > 0 {
		w.held = nil
		for _, r := range h {
			add(r)
		}
	}
	for len(w.batch) == 0 {
		r, ok := <-w.ch
		if !ok {
			return nil
		}
		add(r)
	}
	w.linger()
	for len(w.batch) < maxBatch && len(w.held) < maxBatch {
		select {
		case r, ok := <-w.ch:
			if !ok {
				return w.batch
			}
			add(r)
		default:
			return w.batch
		}
	}
	return w.batch
}

// linger gives clients that are about to append a chance to share the batch. It yields until the
// queue stops growing. If commits are slow, it gives the clients of the last batch up to an eighth
// of a commit's time to return. Otherwise they and those that waited meanwhile would take turns,
// and each would wait for two commits.
func (w *writer) linger() {
	for last, k := -1, 0; k < 50; k++ {
		n := len(w.ch)
		if n == last {
			break
		}
		last = n
		runtime.Gosched()
	}
	if w.flush < slowFlush {
		return
	}
	limit := w.flush / 8
	for start := time.Now(); len(w.batch)+len(w.held)+len(w.ch) < w.crowd && time.Since(start) < limit; {
		if w.flush < verySlowFlush {
			runtime.Gosched()
		} else {
			<-time.After(limit / 4) // spinning that long would take CPU from the server
		}
	}
}

// members knows the streams and commands of a batch: at most one append per stream and per command,
// and none that guards a stream which another one writes.
type members struct {
	written map[uuid.UUID]struct{}
	guarded map[uuid.UUID]struct{}
	command map[uuid.UUID]struct{}
}

func (m *members) reset() {
	if m.written == nil {
		m.written, m.guarded, m.command = map[uuid.UUID]struct{}{}, map[uuid.UUID]struct{}{}, map[uuid.UUID]struct{}{}
		return
	}
	clear(m.written)
	clear(m.guarded)
	clear(m.command)
}

func (m *members) fits(r *request) bool {
	if _, ok := m.written[r.stream]; ok {
		return false
	}
	if _, ok := m.guarded[r.stream]; ok {
		return false
	}
	if _, ok := m.command[r.command]; ok {
		return false
	}
	for _, g := range r.guards {
		if _, ok := m.written[g.Stream]; ok {
			return false
		}
	}
	return true
}

func (m *members) add(r *request) {
	m.block(r)
	if r.explicit { // the other ids are unique because they are random
		m.command[r.command] = struct{}{}
	}
	for _, g := range r.guards {
		m.guarded[g.Stream] = struct{}{}
	}
}

// block makes later appends to the stream wait for this one.
func (m *members) block(r *request) { m.written[r.stream] = struct{}{} }

// versions caches the version of each stream while the head is known. If it is full, it drops the
// older half.
type versions struct{ young, old map[uuid.UUID]int }

const maxYoung = 1 << 17

func (v *versions) get(stream uuid.UUID) (int, bool) {
	n, ok := v.young[stream]
	if !ok {
		n, ok = v.old[stream]
	}
	return n, ok
}

func (v *versions) set(stream uuid.UUID, version int) {
	if v.young == nil || len(v.young) >= maxYoung {
		v.old, v.young = v.young, make(map[uuid.UUID]int, 256)
	}
	v.young[stream] = version
}

func (v *versions) clear() { v.young, v.old = nil, nil }
