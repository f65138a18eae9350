package engine

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
)

const (
	pageSize  = 5_000
	pollEvery = time.Second
	// While other projections have work, an idle one tells other processes how far it has read, and stores
	// it less often. It stores it once the log rests.
	tellIdleEvery = 100 * time.Millisecond
	saveIdleEvery = 500 * time.Millisecond
	maxBackoff    = 5 * time.Second
)

// Config of a runner. DSN and Store are required.
type Config struct {
	DSN     string
	Store   *eventlog.Store
	Leases  *lease.Leases         // leases of the store without metrics
	Logger  *slog.Logger          // slog.Default
	Metrics prometheus.Registerer // none
	Schema  int64                 // how many migrations the program knows, which says what columns it writes
	Build   string                // the program's build; a rebuild continues only where the same build stopped
	// Committed is called in the projection's goroutine, so it must be quick: after each commit, and now and
	// then without events while none concern the projection.
	Committed func(context.Context, Commit)
}

// Commit describes what a projection has just made visible.
type Commit struct {
	Projection  string
	Part, Parts int            // which part of how many; 0 of 1 if the streams are not divided
	Position    int64          // the tables contain all events of those streams up to it
	Began       time.Time      // when the page was read
	Events      []domain.Event // the applied events
}

// Runner keeps projections up to date while it runs. Without running it can still wait, list,
// rebuild and verify.
type Runner struct {
	cfg    Config
	log    *slog.Logger
	pool   *pgxpool.Pool
	all    []*worker
	byName map[string]*worker
	meters *meters
	id     uuid.UUID     // of this process, stored with the jobs it runs
	asked  chan struct{} // a rebuild was requested in this process
}

// New returns a runner of these projections. The caller must close it.
func New(ctx context.Context, cfg Config, ps ...Projection) (*Runner, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	if cfg.Leases == nil {
		cfg.Leases = lease.New(cfg.Store, nil)
	}
	pool, err := eventlog.NewPool(ctx, cfg.DSN, 4)
	if err != nil {
		return nil, fmt.Errorf("projections: %w", err)
	}
	r := &Runner{
		cfg:    cfg,
		log:    cfg.Logger,
		pool:   pool,
		byName: map[string]*worker{},
		meters: newMeters(cfg.Metrics),
		id:     uuid.New(),
		asked:  make(chan struct{}, 1),
	}
	for _, p := range ps {
		if err := p.check(); err != nil {
			pool.Close()
			return nil, err
		}
		if r.byName[p.Name] != nil {
			pool.Close()
			return nil, fmt.Errorf("projections: %s twice", p.Name)
		}
		w := &worker{Projection: p, r: r, moved: make(chan struct{}, 1), reached: newReached()}
		r.all, r.byName[p.Name] = append(r.all, w), w
		r.meters.known(p.Name)
	}
	return r, nil
}

// Close closes the connections. Run must have returned before.
func (r *Runner) Close() { r.pool.Close() }

// Run keeps all projections up to date and runs requested rebuilds until ctx ends. Each projection,
// or each part of one, runs in one process at a time; the other processes stand by.
func (r *Runner) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for _, w := range r.all {
		wg.Go(func() { w.run(ctx) })
	}
	wg.Go(func() { r.runJobs(ctx) })
	wg.Wait()
	return ctx.Err()
}

func (r *Runner) worker(name string) (*worker, error) {
	w := r.byName[name]
	if w == nil {
		names := slices.Sorted(maps.Keys(r.byName))
		return nil, fmt.Errorf("%w %q; there are %s", ErrUnknownProjection, name, strings.Join(names, ", "))
	}
	return w, nil
}

// worker runs one projection with all its parts.
type worker struct {
	Projection
	r       *Runner
	reached *reached
	moved   chan struct{} // the streams may be divided differently now

	mu      sync.Mutex
	parts   []*part
	weighed time.Time // when it was last checked whether another process should take a part
}

// run runs the parts until ctx ends, and starts again when the streams are divided differently.
func (w *worker) run(ctx context.Context) {
	for ctx.Err() == nil {
		n, err := w.spread(ctx)
		if err != nil {
			w.failed(ctx, err)
			pause(ctx, pollEvery)
			continue
		}
		w.runParts(ctx, n)
	}
}

func (w *worker) failed(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	w.r.meters.failures.WithLabelValues(w.Name).Inc()
	w.r.log.Error("projection interrupted", "projection", w.Name, "error", err)
}

func (w *worker) runParts(ctx context.Context, n int) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.reached.spread(n, stateStandby)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	parts := make([]*part, n)
	for i := range parts {
		parts[i] = &part{worker: w, index: i, of: n, retry: make(chan struct{}, 1)}
	}
	w.mu.Lock()
	w.parts = parts
	w.mu.Unlock()
	for _, p := range parts {
		running.Go(func() { p.run(ctx) })
	}
	poll := time.NewTicker(spreadEvery)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.moved:
		case <-poll.C:
		}
		if now, err := w.spread(ctx); err == nil && now != n {
			w.r.log.Info("a projection's streams are spread otherwise", "projection", w.Name, "parts", now, "before", n)
			return
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
