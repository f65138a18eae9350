// Package program puts the product together: it is the only place that knows all of its parts.
package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/accounts"
	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/api/realtime"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/idempotency"
	"github.com/proofboard/proofboard/demo"
	"github.com/proofboard/proofboard/eventstore"
	"github.com/proofboard/proofboard/eventstore/translog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
	"github.com/proofboard/proofboard/web"
	"github.com/proofboard/proofboard/workers/automations"
	"github.com/proofboard/proofboard/workers/mailer"
	"github.com/proofboard/proofboard/workers/relay"
	"github.com/proofboard/proofboard/workers/scheduler"
	"github.com/proofboard/proofboard/workers/thumbnails"
)

// Program is the product: Open, Run, Close.
type Program struct {
	Core
	conn     *nats.Conn
	js       jetstream.JetStream
	store    fileStore
	hub      *realtime.Hub
	server   *http.Server
	listener net.Listener
	sender   mailer.Sender
}

// Core is what commands beside a running server need as well: the log, the read models, the accounts.
type Core struct {
	cfg     config.Config
	log     *slog.Logger
	owner   string // DSN for migrations
	dsn     string // DSN for all else, which may not touch what is in the log
	metrics *prometheus.Registry
	pool    *pgxpool.Pool
	slots   *pgxpool.Pool // its connections hold customers' slots
	closers []closer
	ended   chan error // a service that the program cannot do without has ended

	Store    *eventstore.Store
	Runner   *projections.Runner
	Accounts *accounts.Store
	Board    *board.Queries
	AsOf     *asof.Reader
	Tree     *translog.Tree
	// AuditKeys sign the heads of Tree.
	AuditKeys *translog.Keys
	Timeline  *timeline.Queries
	Bus       *commands.Bus
}

type closer struct {
	name  string
	close func(context.Context) error
}

const (
	poolSize     = 24 // connections for queries
	slotSize     = 4  // connections that hold a customer's slots
	shutdownWait = 20 * time.Second
)

// Projections lists every read model.
func Projections() []projections.Projection {
	return []projections.Projection{board.Projection(), proofs.Projection(), topics.Projection(), timeline.Projection(), notifications.Projection()}
}

// OpenCore opens the log and the read models, for a command line beside a running server or on its own.
func OpenCore(ctx context.Context, cfg config.Config, log *slog.Logger) (*Core, error) {
	c := newCore(cfg, log)
	if err := c.open(ctx, true, nil); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func newCore(cfg config.Config, log *slog.Logger) *Core {
	c := &Core{cfg: cfg, log: log, metrics: prometheus.NewRegistry(), ended: make(chan error, 8)}
	c.metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return c
}

func (p *Core) onClose(name string, f func(context.Context) error) {
	p.closers = append(p.closers, closer{name, f})
}

// watch ends the program when a service ends that it cannot do without: starting again puts both right.
func (p *Core) watch(name string, done <-chan struct{}) {
	go func() {
		<-done
		select {
		case p.ended <- fmt.Errorf("%s ended", name):
		default:
		}
	}()
}

// Close ends what was opened, the last first.
func (p *Core) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownWait)
	defer cancel()
	var errs []error
	for _, c := range slices.Backward(p.closers) {
		if err := c.close(ctx); err != nil {
			errs = append(errs, fmt.Errorf("close %s: %w", c.name, err))
		}
	}
	p.closers = nil
	return errors.Join(errs...)
}

func (p *Core) open(ctx context.Context, beside bool, committed func(context.Context, projections.Commit)) (err error) {
	if p.owner, err = p.database(ctx, beside); err != nil {
		return err
	}
	if err := migrations.Up(ctx, p.owner); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if p.dsn, err = migrations.AsApp(p.owner); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if p.Store, err = eventstore.Open(ctx, eventstore.Config{DSN: p.dsn, Registry: Registry(), Logger: p.log, Metrics: p.metrics}); err != nil {
		return err
	}
	p.onClose("event log", func(context.Context) error { return p.Store.Close() })
	if p.pool, err = p.connect(ctx, poolSize); err != nil {
		return err
	}
	if p.slots, err = p.connect(ctx, slotSize); err != nil {
		return err
	}
	p.Runner, err = projections.New(ctx, projections.Config{DSN: p.dsn, Store: p.Store, Logger: p.log, Metrics: p.metrics, Committed: committed}, Projections()...)
	if err != nil {
		return err
	}
	p.onClose("projections", func(context.Context) error { p.Runner.Close(); return nil })
	if p.Accounts, err = accounts.New(p.pool, time.Now); err != nil {
		return err
	}
	p.Board, p.Timeline, p.AsOf = board.NewQueries(p.pool), timeline.NewQueries(p.pool), asof.New(p.Store)
	p.Bus = p.busAt(time.Now, p.slots)
	if p.AuditKeys, err = translog.OpenKeys(p.cfg.AuditKeyFile()); err != nil {
		return err
	}
	p.Tree = translog.New(p.Store, p.pool, p.AuditKeys, time.Now)
	return nil
}

// busAt is a command bus with a clock of its own.
func (p *Core) busAt(clock func() time.Time, slots *pgxpool.Pool) *commands.Bus {
	return commands.New(commands.Config{
		Log: NewLog(p.Store), Outcomes: idempotency.New(p.pool), People: p.Accounts, Logger: p.log, Clock: clock,
		Slots: board.NewSlots(slots, p.Board, func(ctx context.Context) error {
			head, err := p.Store.Head(ctx)
			if err != nil {
				return err
			}
			return p.Runner.WaitFor(ctx, board.Name, head)
		}, func(ctx context.Context, customer uuid.UUID) (int, error) {
			c, err := p.Accounts.FindCustomer(ctx, customer)
			return c.MaxActiveOrders, err
		}),
	})
}

func (p *Core) connect(ctx context.Context, size int32) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(p.dsn)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	c.MaxConns = size
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	p.onClose("database", func(context.Context) error { pool.Close(); return nil })
	return pool, nil
}

// Open starts or reaches every service and binds the address. Nothing is served before Run.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger) (*Program, error) {
	p := &Program{Core: *newCore(cfg, log)}
	if err := p.openAll(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

func (p *Program) openAll(ctx context.Context) (err error) {
	if p.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", p.cfg.Listen); err != nil {
		if errors.Is(err, syscall.EADDRINUSE) {
			return fmt.Errorf("%s is in use: stop what listens there or choose another address with --listen", p.cfg.Listen)
		}
		return fmt.Errorf("listen on %s: %w", p.cfg.Listen, err)
	}
	p.onClose("listener", func(context.Context) error {
		if err := p.listener.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	if err := os.MkdirAll(p.cfg.Data, 0o755); err != nil { //nolint:gosec // G301: the database's own user has to pass; what is private lies deeper.
		return fmt.Errorf("data folder: %w", err)
	}
	if p.conn, err = p.nats(ctx); err != nil {
		return err
	}
	var origin string
	var gateway errgroup.Group // starts beside the database
	gateway.Go(func() (err error) {
		p.store.s3, origin, err = p.files(ctx, false)
		return err
	})
	err = p.open(ctx, false, p.announce)
	if err = errors.Join(err, gateway.Wait()); err != nil {
		return err
	}
	if p.js, err = jetstream.New(p.conn); err != nil {
		return fmt.Errorf("NATS JetStream: %w", err)
	}
	return p.serveFrom(ctx, origin)
}

// announce tells the sockets of all processes what a projection has made visible.
func (p *Program) announce(_ context.Context, c projections.Commit) {
	if err := realtime.Announce(p.conn, c); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		p.log.Warn("a change was not announced", "projection", c.Projection, "error", err)
	}
}

func (p *Program) serveFrom(ctx context.Context, origin string) error {
	key, err := p.Accounts.Key(ctx, "csrf")
	if err != nil {
		return err
	}
	app, err := web.App()
	if err != nil {
		return err
	}
	var mail http.Handler
	if p.sender, mail, err = p.openMail(); err != nil {
		return err
	}
	live := p.live()
	p.hub = realtime.New(realtime.Config{CatchUp: p.catchUp, Sessions: p.Accounts, Reader: live, NATS: p.conn, Logger: p.log, Metrics: p.metrics})
	handler, err := api.New(api.Config{
		Bus: p.Bus, Accounts: p.Accounts, CSRF: accounts.NewCSRF(key), Board: p.Board, Proofs: proofs.NewQueries(p.pool), Topics: topics.NewQueries(p.pool),
		Timeline: p.Timeline, Notifications: notifications.NewQueries(p.pool), AsOf: p.AsOf, Wait: p.Runner, Head: p.Store.Head, Files: p.store, Audit: p.auditor(), FilesOrigin: origin, Realtime: p.hub,
		Ready: p.notReady, Metrics: p.metrics, Demo: p.demoPeople, DemoPassword: demo.Password, Web: app, Mail: mail, Spec: api.Spec, Logger: p.log, Clock: time.Now, NewID: uuid.New,
	})
	if err != nil {
		return err
	}
	p.server = &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 35 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10}
	return nil
}

func (p *Program) live() *api.Live {
	return api.NewLive(api.NewCards(p.Accounts, p.Board), p.Board, p.Timeline, p.AsOf)
}

// Addr is where the program listens.
func (p *Program) Addr() string { return p.listener.Addr().String() }

// Run serves and works until ctx ends, then lets what is under way end.
func (p *Program) Run(ctx context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var running sync.WaitGroup
	failed := make(chan error, 16)
	start := func(name string, run func(context.Context) error) {
		running.Go(func() {
			if err := run(work); err != nil && work.Err() == nil {
				failed <- fmt.Errorf("%s: %w", name, err)
			}
		})
	}
	auto := automations.Config{
		Log: p.Store, Bus: p.Bus, Orders: p.live(), Streams: p.Timeline, People: p.Accounts, Logger: p.log, CatchUp: p.catchUp,
	}
	start("projections", p.Runner.Run)
	var err error
	if auto.Since, err = p.plantDemo(ctx); err != nil {
		stop()
		running.Wait()
		return err
	}
	start("realtime", p.hub.Run)
	start("promotions", func(ctx context.Context) error { return automations.Promote(ctx, auto) })
	start("notifications", func(ctx context.Context) error { return automations.Notify(ctx, auto) })
	start("transparency log", p.Tree.Run)
	start("relay", func(ctx context.Context) error { return p.withStream(ctx, "relay", p.relay) })
	start("thumbnails", func(ctx context.Context) error { return p.withStream(ctx, "thumbnails", p.thumbnails) })
	start("mailer", func(ctx context.Context) error { return p.withStream(ctx, "mailer", p.mailer) })
	start("scheduler", func(ctx context.Context) error {
		return scheduler.Run(ctx, p.log,
			scheduler.Job{Name: "sweep sessions", Every: 10 * time.Minute, Do: p.Accounts.Sweep},
			scheduler.Job{Name: "publish the log's head", Every: 10 * time.Minute, Do: p.PublishHead})
	})
	go func() {
		if err := p.server.Serve(p.listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	p.log.Info("ready", "address", "http://"+p.Addr())

	select {
	case <-ctx.Done():
	case err = <-failed:
	case err = <-p.ended:
	}
	p.log.Info("stopping")
	graceful, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownWait)
	defer cancel()
	err = errors.Join(err, p.server.Shutdown(graceful)) // answers what was asked; sockets end with their hub
	stop()
	running.Wait()
	return err
}

// catchUp waits until what automations read shows a position.
func (p *Program) catchUp(ctx context.Context, position int64) error {
	for _, name := range []string{board.Name, timeline.Name} {
		if err := p.Runner.WaitFor(ctx, name, position); err != nil {
			return err
		}
	}
	return nil
}

func (p *Program) relay(ctx context.Context) error { return relay.Run(ctx, p.Store, p.js) }

func (p *Program) thumbnails(ctx context.Context) error {
	return thumbnails.Run(ctx, thumbnails.Config{
		JetStream: p.js, Files: p.store, Known: proofs.NewThumbnails(p.pool), Logger: p.log, Clock: time.Now,
		Made: func(_ context.Context, m relay.Message) {
			p.announce(ctx, projections.Commit{Projection: timeline.Name, Position: m.Position, Events: m.Events()})
		},
	})
}

func (p *Program) mailer(ctx context.Context) error {
	return mailer.Run(ctx, mailer.Config{
		JetStream: p.js, Sender: p.sender, Ledger: p.Store, Orders: p.live(), People: p.Accounts, From: p.cfg.MailFrom, PublicURL: p.publicURL(), Logger: p.log,
	})
}

// withStream runs what works on JetStream until ctx ends: NATS may come late, go for a while, or lose what it held.
func (p *Program) withStream(ctx context.Context, name string, run func(context.Context) error) error {
	for wait := 200 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, 5*time.Second) {
		err := relay.Prepare(ctx, p.js)
		if err == nil {
			err = run(ctx)
		}
		if err != nil && ctx.Err() == nil {
			p.log.Warn("starts again soon", "worker", name, "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
	return nil
}

// notReady says what cannot be relied on yet.
func (p *Program) notReady(ctx context.Context) (missing []string) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	head, err := p.Store.Head(ctx)
	if err != nil {
		return []string{"database"}
	}
	if !p.conn.IsConnected() {
		missing = append(missing, "nats")
	}
	statuses, err := p.Runner.Status(ctx)
	if err != nil {
		return append(missing, "projections")
	}
	for _, s := range statuses {
		if head-s.Position > readyLag {
			missing = append(missing, "projection "+s.Name)
		}
	}
	return missing
}

const readyLag = 1000 // events that a projection may be behind
