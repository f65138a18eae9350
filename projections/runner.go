package projections

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/eventstore"
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
	Projection string
	Position   int64          // all events up to it are in the tables
	Began      time.Time      // when it took the page in hand
	Events     []domain.Event // those applied
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
	pc, err := pgxpool.ParseConfig(cfg.DSN)
	if err != nil {
		return nil, fmt.Errorf("projections: %w", err)
	}
	pc.MaxConns = 4
	pool, err := pgxpool.NewWithConfig(ctx, pc)
	if err != nil {
		return nil, fmt.Errorf("projections: %w", err)
	}
	r := &Runner{cfg: cfg, log: cfg.Logger, pool: pool, byName: map[string]*worker{}, meters: newMeters(cfg.Metrics), id: uuid.New(), asked: make(chan struct{}, 1)}
	for _, p := range ps {
		if err := p.check(); err != nil {
			pool.Close()
			return nil, err
		}
		if r.byName[p.Name] != nil {
			pool.Close()
			return nil, fmt.Errorf("projections: %s twice", p.Name)
		}
		w := &worker{Projection: p, r: r, retry: make(chan struct{}, 1), reached: newReached()}
		r.all, r.byName[p.Name] = append(r.all, w), w
		r.meters.known(p.Name)
	}
	return r, nil
}

// Close releases the connections; stop Run first.
func (r *Runner) Close() { r.pool.Close() }

// Run keeps all projections up to date and does the rebuilds that are asked for until ctx ends. In one process at a time each: others stand by and take over.
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
		return nil, fmt.Errorf("%w: %q", ErrUnknownProjection, name)
	}
	return w, nil
}

// worker runs one projection.
type worker struct {
	Projection
	r        *Runner
	retry    chan struct{} // try the parked streams again
	reached  *reached
	began    time.Time // when the page in hand was taken
	*applier           // of the goroutine that runs
}

// run leads or stands by, for ever; errors are told and retried.
func (w *worker) run(ctx context.Context) {
	backoff := 10 * time.Millisecond
	for ctx.Err() == nil {
		started := time.Now()
		err := w.lead(ctx)
		if ctx.Err() != nil {
			return
		}
		if time.Since(started) > maxBackoff {
			backoff = 10 * time.Millisecond
		}
		w.reached.state.Store(stateFailing)
		w.r.meters.failures.WithLabelValues(w.Name).Inc()
		w.r.log.Error("projection interrupted", "projection", w.Name, "error", err)
		pause(ctx, backoff)
		backoff = min(2*backoff, maxBackoff)
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

// lead waits until no other process has the projection and applies events until something fails.
func (w *worker) lead(ctx context.Context) error {
	w.reached.state.Store(stateStandby)
	l, err := w.r.cfg.Store.Acquire(ctx, leaseName(w.Name))
	if err != nil {
		return err
	}
	defer l.Release()
	// The worker is the only one that uses the connection, every second at least, so the lease does not fall silent.
	return l.Use(func(conn *pgx.Conn) error { return w.work(ctx, conn) })
}

func leaseName(projection string) string { return "projection " + projection }

func (w *worker) work(ctx context.Context, conn *pgx.Conn) error {
	w.applier = &applier{p: w.Projection, conn: conn, store: w.r.cfg.Store, name: w.Name, lazy: true, log: w.r.log, committed: func(last int64, events []domain.Event) {
		w.reached.set(last)
		if w.r.cfg.Committed != nil {
			w.r.cfg.Committed(ctx, Commit{Projection: w.Name, Position: last, Began: w.began, Events: events})
		}
	}, onPark: w.r.meters.parked.WithLabelValues(w.Name).Inc}
	if err := w.start(ctx); err != nil {
		return err
	}
	wake, cancel := w.r.cfg.Store.Subscribe()
	defer cancel()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		more, err := w.step(ctx)
		if err != nil {
			return err
		}
		w.reached.state.Store(stateRunning)
		if more {
			continue
		}
		var unsaved <-chan time.Time // those who wait in other processes read the checkpoint
		if w.saved != w.at {
			unsaved = time.After(saveIdleEvery)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-unsaved:
			if err := w.save(ctx); err != nil {
				return err
			}
		case <-wake:
		case <-poll.C:
			asked, err := w.askedToRetry(ctx)
			if err != nil {
				return err // the lock is gone with the connection
			}
			if err := w.save(ctx); err != nil {
				return err
			}
			if asked {
				if err := w.retryParked(ctx); err != nil {
					return err
				}
			}
		case <-w.retry:
			if err := w.retryParked(ctx); err != nil {
				return err
			}
		}
	}
}

// start reads where the projection stands.
func (w *worker) start(ctx context.Context) error {
	if err := w.open(ctx); err != nil {
		return err
	}
	w.reached.set(w.at)
	return w.retryParked(ctx)
}

// step applies one page and says whether the log goes on after it.
func (w *worker) step(ctx context.Context) (more bool, err error) {
	page, err := w.r.cfg.Store.Next(ctx, w.at, pageSize, w.filter())
	if err != nil || page.Count == 0 {
		return false, err
	}
	w.began = time.Now()
	if err := w.applyPage(ctx, page.Events, page.Last); err != nil {
		return false, err
	}
	w.r.meters.applied(w.Name, page, time.Since(w.began))
	return page.Count == pageSize, nil
}
