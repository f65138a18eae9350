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
	"github.com/proofboard/proofboard/internal/eventstore"
)

const (
	pageSize  = 5_000
	pollEvery = time.Second
	// How often a projection that has nothing to do tells other processes, through its checkpoint, how far it has looked.
	saveIdleEvery = 50 * time.Millisecond
	maxBackoff    = 5 * time.Second
)

// Config of a runner. DSN and Store are required.
type Config struct {
	DSN     string
	Store   *eventstore.Store
	Logger  *slog.Logger          // slog.Default
	Metrics prometheus.Registerer // none
	Build   string                // names the program's build: a rebuild goes on only where the same build stopped
	// Committed is called after each commit, by the projection's own goroutine: it should be quick.
	Committed func(context.Context, Commit)
}

// Commit tells what a projection has just made visible.
type Commit struct {
	Projection  string
	Part, Parts int            // which part of the streams, of how many; 0 of 1 where they are not spread
	Position    int64          // all events of those streams up to it are in the tables
	Began       time.Time      // when it took the page in hand
	Events      []domain.Event // those applied
}

// Runner keeps projections up to date while it runs; without running it can still wait, list, rebuild and verify.
type Runner struct {
	cfg    Config
	log    *slog.Logger
	pool   *pgxpool.Pool
	all    []*worker
	byName map[string]*worker
	meters *meters
	id     uuid.UUID     // of this process, for the jobs it holds
	asked  chan struct{} // a rebuild was asked for in this process
}

// New returns a runner of these projections. Close it.
func New(ctx context.Context, cfg Config, ps ...Projection) (*Runner, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	pool, err := eventstore.NewPool(ctx, cfg.DSN, 4)
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

// Close releases the connections; stop Run first.
func (r *Runner) Close() { r.pool.Close() }

// Run keeps all projections up to date and does the rebuilds that are asked for until ctx ends. In one process at a time each, or
// each part of one: others stand by and take over.
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

// worker runs one projection: the parts that its streams are spread over.
type worker struct {
	Projection
	r       *Runner
	reached *reached
	moved   chan struct{} // the streams may be spread otherwise now

	mu      sync.Mutex
	parts   []*part
	weighed time.Time // when it was last looked whether another process should have a part
}

// run runs the parts, for ever, and begins again when the streams are spread otherwise.
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
