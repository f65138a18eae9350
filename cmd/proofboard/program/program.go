// Package program combines all parts into the product. No other package knows all of them.
package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/realtime"
	apiweb "github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/eventlog"
	"github.com/proofboard/proofboard/commands/idempotency"
	"github.com/proofboard/proofboard/commands/metered"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/vault"
	"github.com/proofboard/proofboard/internal/accounts/vault/keyfiles"
	"github.com/proofboard/proofboard/internal/demo"
	"github.com/proofboard/proofboard/internal/diskspace"
	"github.com/proofboard/proofboard/internal/eventstore"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/internal/eventstore/repository"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/search"
	"github.com/proofboard/proofboard/projections/stored"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
	"github.com/proofboard/proofboard/web"
	"github.com/proofboard/proofboard/workers/automations"
	"github.com/proofboard/proofboard/workers/bulkdownload"
	"github.com/proofboard/proofboard/workers/mailer"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
	"github.com/proofboard/proofboard/workers/scheduler"
	"github.com/proofboard/proofboard/workers/sweep"
	"github.com/proofboard/proofboard/workers/thumbnails"
	"github.com/proofboard/proofboard/workers/worktime"
)

// Program is the running product. Call Open, then Run, then Close.
type Program struct {
	Core
	part   Part
	conn   *nats.Conn
	js     jetstream.JetStream
	store  objects.Store
	health *health.Monitor
	pulse  *health.Pulse
	// unregistered reports that the start could not read the register of erasures.
	unregistered bool
	relays       *relay.Meters
	hub          *realtime.Hub
	server       *http.Server
	listener     net.Listener
	sender       mailer.Sender
}

// Core contains the parts that commands beside a running server need too: the log, the read models
// and the accounts.
type Core struct {
	cfg     config.Config
	log     *slog.Logger
	owner   string // DSN for migrations
	dsn     string // DSN for all else; its role may not change events in the log
	meters  meters
	tracer  *telemetry.Tracer // nil if no trace collector is configured
	pool    *pgxpool.Pool
	slots   *pgxpool.Pool // connections that lock the order slots of customers
	closers []closer
	disk    *diskspace.Guard // for the embedded database; nil for an external one
	keys    func(context.Context) (*files.Store, error)

	Store      *eventstore.Store
	Leases     *lease.Leases
	Ledger     *ledger.Ledger
	Follower   *follow.Follower
	aggregates *repository.Process
	Runner     *engine.Runner
	Accounts   *accounts.Store
	Board      *board.Queries
	AsOf       *asof.Reader
	Tree       *translog.Tree
	// AuditKeys sign the heads of Tree.
	AuditKeys *translog.Keys
	Timeline  *timeline.Queries
	Vault     *vault.Vault
	Bus       *metered.Bus
	// Invitations reads the state of guests from the log.
	Invitations apiweb.Invitations
}

type closer struct {
	name  string
	close func(context.Context) error
}

const (
	poolSize = 24 // connections for queries
	slotSize = 4  // connections that lock the order slots of a customer
	// appendWithin limits the duration of an append, so that its caller soon gets an error if the
	// database stops answering.
	appendWithin = 2500 * time.Millisecond
	shutdownWait = 20 * time.Second
	settleAfter  = 10 * time.Minute // longer than old processes run during an upgrade
)

// Projections lists every read model.
func Projections() []engine.Projection {
	return []engine.Projection{
		board.Projection(),
		search.Projection(),
		proofs.Projection(),
		topics.Projection(),
		timeline.Projection(),
		notifications.Projection(),
		stored.Projection(),
	}
}

func projectionNames() []string {
	var names []string
	for _, p := range Projections() {
		names = append(names, p.Name)
	}
	return names
}

// OpenCore opens the log and the read models for a command. The command works with or without a
// running server.
func OpenCore(ctx context.Context, cfg config.Config, log *slog.Logger) (*Core, error) {
	c := newCore(cfg, log)
	keys := func(ctx context.Context) (*files.Store, error) {
		store, _, err := c.files(ctx, true)
		return store, err
	}
	if err := c.open(ctx, true, keys, nil); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func newCore(cfg config.Config, log *slog.Logger) *Core {
	return &Core{cfg: cfg, log: slog.New(telemetry.NewHandler(log.Handler())), meters: newMeters(cfg.Build)}
}

func (p *Core) onClose(name string, f func(context.Context) error) {
	p.closers = append(p.closers, closer{name, f})
}

// Close closes everything that was opened, in reverse order.
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

func (p *Core) open(
	ctx context.Context,
	beside bool,
	keys func(context.Context) (*files.Store, error),
	committed func(context.Context, engine.Commit),
) (err error) {
	if p.owner, err = p.database(ctx, beside); err != nil {
		return err
	}
	if err := migrations.Up(ctx, p.owner); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if p.dsn, err = migrations.AsApp(p.owner); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	eventKeys, err := keyring.Open(p.cfg.EventKeyFile())
	if err != nil {
		return err
	}
	if p.Store, err = eventstore.Open(ctx, eventstore.Config{
		DSN:      p.dsn,
		Registry: eventlog.Registry(),
		Keys:     eventKeys,
		Skipped:  eventlog.Skipped(projectionNames()),
		Timeout:  appendWithin,
		Logger:   p.log,
		Metrics:  p.meters.registry,
	}); err != nil {
		return err
	}
	p.onClose("event log", func(context.Context) error { return p.Store.Close() })
	p.Leases, p.Ledger = lease.New(p.Store, p.meters.registry), ledger.New(p.Store)
	p.Follower, p.aggregates = follow.New(p.Store, p.Leases), repository.NewProcess(p.meters.registry)
	if p.pool, err = p.connect(ctx, poolSize); err != nil {
		return err
	}
	if p.slots, err = p.connect(ctx, slotSize); err != nil {
		return err
	}
	p.Runner, err = engine.New(
		ctx,
		engine.Config{
			DSN:       p.dsn,
			Store:     p.Store,
			Leases:    p.Leases,
			Logger:    p.log,
			Metrics:   p.meters.registry,
			Committed: committed,
			Build:     p.cfg.Release(),
		},
		Projections()...)
	if err != nil {
		return err
	}
	p.onClose("projections", func(context.Context) error { p.Runner.Close(); return nil })
	if p.Accounts, err = accounts.New(p.pool, time.Now); err != nil {
		return err
	}
	snapshots, err := asof.NewSnapshots(p.pool, 0)
	if err != nil {
		return err
	}
	snapshots.Keys = eventKeys
	p.Board, p.Timeline, p.AsOf = board.NewQueries(p.pool), timeline.NewQueries(p.pool), asof.New(p.Store, snapshots)
	master, err := vault.OpenMaster(p.cfg.MasterKeyFile())
	if err != nil {
		return err
	}
	if err := p.Accounts.CheckMaster(ctx, master.IDs()); err != nil {
		return fmt.Errorf("%s: %w", p.cfg.MasterKeyFile(), err)
	}
	p.keys = keys
	p.Vault = vault.New(keyfiles.New(keys), p.pool, master, time.Now)
	p.Bus, p.Invitations = p.busAt(
		time.Now,
		p.slots,
	), commands.Invitations{
		Log: eventlog.New(p.Store, nil, p.aggregates),
	}
	if p.AuditKeys, err = translog.OpenKeys(p.cfg.AuditKeyFile()); err != nil {
		return err
	}
	p.Tree = translog.New(p.Store, p.pool, p.AuditKeys, time.Now)
	p.Tree.Logger, p.Tree.Anchors = p.log, []translog.Place{translog.Folder(p.cfg.AuditHeadsFolder())}
	p.Tree.SettleAfter = settleAfter
	p.measure()
	return nil
}

// busAt returns a command bus that uses the given clock.
func (p *Core) busAt(clock func() time.Time, locks *pgxpool.Pool) *metered.Bus {
	slots := board.NewSlots(
		locks,
		p.Board,
		func(ctx context.Context) error { return p.caughtUp(ctx, board.Name) },
		func(ctx context.Context, customer uuid.UUID) (int, error) {
			c, err := p.Accounts.FindCustomer(ctx, customer)
			return c.MaxActiveOrders, err
		},
	)
	return metered.New(commands.Config{
		Log:      eventlog.New(p.Store, p.Vault, p.aggregates),
		Outcomes: idempotency.New(p.pool),
		People:   p.Accounts,
		Slots:    slots,
		Timers:   board.Timers{Slots: slots},
		Storage:  p.storage(locks),
		Logger:   p.log,
		Clock:    clock,
	}, p.meters.commands, p.disk.Check)
}

// storage returns the storage limits of customers. It uses connections of locks to lock the storage
// of a customer.
func (p *Core) storage(locks *pgxpool.Pool) *proofs.Storage {
	return proofs.NewStorage(
		p.pool,
		locks,
		func(ctx context.Context) error { return p.caughtUp(ctx, board.Name, proofs.Name) },
		func(ctx context.Context, customer uuid.UUID) (int64, int64, error) {
			c, err := p.Accounts.FindCustomer(ctx, customer)
			return c.Storage, c.Additional, err
		},
		p.Accounts,
	)
}

// caughtUp waits until the named projections have read the whole log.
func (p *Core) caughtUp(ctx context.Context, names ...string) error {
	head, err := p.Store.Head(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := p.Runner.WaitFor(ctx, name, head); err != nil {
			return err
		}
	}
	return nil
}

func (p *Core) connect(ctx context.Context, size int) (*pgxpool.Pool, error) {
	pool, err := eventstore.NewPool(ctx, p.dsn, size)
	if err != nil {
		return nil, err
	}
	p.onClose("database", func(context.Context) error { pool.Close(); return nil })
	return pool, nil
}

// Part is the part of the product that a process runs.
type Part string

const (
	All    Part = "serve"
	API    Part = "api"    // HTTP and websockets
	Worker Part = "worker" // read models and background work
)

// Open opens the whole product. See OpenPart.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger) (*Program, error) {
	return OpenPart(ctx, All, cfg, log)
}

// OpenPart starts or connects to every service and binds the address. It serves no requests before
// Run.
func OpenPart(ctx context.Context, part Part, cfg config.Config, log *slog.Logger) (*Program, error) {
	if part != All {
		if err := cfg.ValidateShared(); err != nil {
			return nil, fmt.Errorf("configuration: %w", err)
		}
	}
	p := &Program{Core: *newCore(cfg, log), part: part}
	if err := p.openAll(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	if part == All { // no other process uses the services
		p.Tree.SettleAfter = 0
	}
	return p, nil
}

func (p *Program) openAll(ctx context.Context) (err error) {
	if p.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", p.cfg.Listen); err != nil {
		if errors.Is(err, syscall.EADDRINUSE) {
			return fmt.Errorf(
				"%s is in use: stop what listens there or choose another address with --listen", p.cfg.Listen,
			)
		}
		return fmt.Errorf("listen on %s: %w", p.cfg.Listen, err)
	}
	p.onClose("listener", func(context.Context) error {
		if err := p.listener.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	//nolint:gosec // G301: the database's own user has to pass; what is private lies deeper.
	if err := os.MkdirAll(p.cfg.Data, 0o755); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	if err := p.traces(ctx); err != nil {
		return err
	}
	if p.conn, err = p.nats(ctx); err != nil {
		return err
	}
	var origin string
	opened := make(chan struct{})
	var gateway errgroup.Group // starts in parallel with the database
	gateway.Go(func() (err error) {
		defer close(opened)
		p.store.S3, origin, err = p.files(ctx, false)
		return err
	})
	keys := func(ctx context.Context) (*files.Store, error) {
		select {
		case <-opened:
			return p.store.S3, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	err = p.open(ctx, false, keys, p.announce)
	if err = errors.Join(err, gateway.Wait()); err != nil {
		return err
	}
	if p.js, err = jetstream.New(p.conn); err != nil {
		return fmt.Errorf("NATS JetStream: %w", err)
	}
	if err := p.applyRegister(ctx); err != nil {
		return err
	}
	return p.serveFrom(ctx, origin)
}

// traces starts sending spans to the configured collector. Without a collector there is no tracer,
// and tracing costs nothing.
func (p *Core) traces(ctx context.Context) error {
	c := p.cfg.Traces
	if c.Endpoint == "" {
		return nil
	}
	tracer, stop, err := telemetry.Open(
		ctx, telemetry.Export{Endpoint: c.Endpoint, Ratio: c.Ratio, Build: p.cfg.Build}, p.log,
	)
	if err != nil {
		return err
	}
	p.onClose("traces", func(ctx context.Context) error { stop(ctx); return nil })
	p.tracer = tracer
	return nil
}

// announce sends the changes that a projection has made visible to the websockets of all processes.
func (p *Program) announce(ctx context.Context, c engine.Commit) {
	if err := realtime.Announce(
		p.conn,
		realtime.Trace(ctx, p.tracer, c),
	); err != nil &&
		!errors.Is(err, nats.ErrConnectionClosed) {
		p.log.Warn("a change was not announced", "projection", c.Projection, "error", err)
	}
}

func (p *Program) serveFrom(ctx context.Context, origin string) error {
	key, err := p.Accounts.Key(ctx, "csrf")
	if err != nil {
		return err
	}
	deviceKey, err := p.Accounts.Key(ctx, "devices")
	if err != nil {
		return err
	}
	tokens, err := p.unsubscribeTokens(ctx)
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
	for _, w := range p.warnings() {
		p.log.WarnContext(ctx, w.Message, "reason", w.Reason)
	}
	live := p.live()
	p.pulse = health.NewPulse(p.dsn, p.log)
	p.health, p.relays = p.monitor(), relay.NewMeters(p.meters.registry)
	p.meters.registry.MustRegister(p.health)
	p.hub = realtime.New(realtime.Config{
		CatchUp:  p.catchUp,
		Reached:  p.Runner.Reached,
		Sessions: p.Accounts,
		Reader:   live,
		NATS:     p.conn,
		Logger:   p.log,
		Metrics:  p.meters.registry,
		Tracer:   p.tracer,
	})
	handler, err := api.New(api.Config{
		Bus:           p.Bus,
		Accounts:      p.Accounts,
		CSRF:          accounts.NewCSRF(key),
		Devices:       accounts.NewDeviceTokens(deviceKey),
		Proxies:       p.cfg.Proxies(),
		Board:         p.Board,
		Proofs:        proofs.NewQueries(p.pool),
		Topics:        topics.NewQueries(p.pool),
		Timeline:      p.Timeline,
		Texts:         p.Vault,
		Notifications: notifications.NewQueries(p.pool),
		AsOf:          p.AsOf,
		Audit:         audit.NewQueries(p.pool),
		Transparency:  p.transparency(),
		Invitations:   p.Invitations,
		GuestZone:     p.cfg.GuestZone(),
		PublicURL:     p.publicURL(),
		Hosts:         p.cfg.OwnHosts(),
		Warnings:      p.warnings(),
		Projections:   p.Runner,
		Machinery:     p.machinery,
		Wait:          p.Runner,
		Head:          p.Store.Head,
		Files:         p.store,
		Storage:       p.storage(p.slots),
		LeaveFile:     p.leaveFile,
		Room:          p.checkFileSpace(),
		FoundFile:     stored.NewFiles(p.pool).Found,
		BulkDownloads: p.bulkDownloads(),
		LinkLife:      p.cfg.S3.Links(),
		FilesOrigin:   origin,
		Realtime:      p.hub,
		Database:      p.pulse.Context,
		Ready:         p.dependencies,
		Metrics:       p.meters.registry,
		Tracer:        p.tracer,
		WorkReminder:  p.cfg.Work.Remind,
		WorkAnswer:    p.cfg.Work.Answer,
		Demo:          p.demoPeople,
		DemoPassword:  demo.Password,
		Web:           app,
		Mail:          mail,
		Unsubscribe:   tokens,
		Tell:          p.tell,
		Spec:          api.Spec,
		Logger:        p.log,
		Clock:         time.Now,
		NewID:         uuid.New,
	})
	if err != nil {
		return err
	}
	if p.part == Worker {
		handler = probesOnly(handler)
	}
	p.server = &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       35 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(p.log.Handler(), slog.LevelWarn),
	}
	return nil
}

// probesOnly serves only the health checks and metrics, for a process that serves no users.
func probesOnly(all http.Handler) http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		mux.Handle(path, all)
	}
	return mux
}

func (p *Program) live() *realtime.Live {
	return realtime.NewLive(present.NewCards(p.Accounts, p.Board, time.Now), p.Board, p.Timeline, p.AsOf)
}

// Addr returns the address on which the program listens.
func (p *Program) Addr() string { return p.listener.Addr().String() }

// Run serves requests and runs the workers until ctx ends. Then it waits until current work has
// finished.
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
	running.Go(func() { p.pulse.Run(work) })
	start("register of erasures", p.keepApplying)
	var err error
	if p.part != API {
		err = p.work(ctx, start)
	}
	if err != nil {
		stop()
		running.Wait()
		return err
	}
	if p.part != Worker {
		start("realtime", p.hub.Run)
	}
	go func() {
		if err := p.server.Serve(p.listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	p.log.Info("ready", "address", "http://"+p.Addr())

	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	p.log.Info("stopping")
	graceful, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownWait)
	defer cancel()
	err = errors.Join(err, p.server.Shutdown(graceful)) // finishes current requests; the hub closes the websockets
	stop()
	running.Wait()
	return err
}

// work starts all background work. Each worker either runs in one process at a time or shares its
// work between processes through NATS.
func (p *Program) work(ctx context.Context, start func(string, func(context.Context) error)) (err error) {
	auto := automations.Config{
		Log:     p.Follower,
		Bus:     p.Bus,
		Orders:  p.live(),
		Streams: p.Timeline,
		People:  p.Accounts,
		Logger:  p.log,
		CatchUp: p.catchUp,
		Tracer:  p.tracer,
	}
	start("projections", p.Runner.Run)
	if auto.Since, err = p.plantDemo(ctx); err != nil {
		return err
	}
	start("promotions", func(ctx context.Context) error { return automations.Promote(ctx, auto) })
	start("notifications", func(ctx context.Context) error { return automations.Notify(ctx, auto) })
	start("transparency log", func(ctx context.Context) error { return p.Tree.Run(ctx, p.Leases) })
	start("board snapshots", func(ctx context.Context) error {
		return p.Leases.Lead(
			ctx, "board snapshots", func(ctx context.Context, _ *lease.Lease) error { return p.AsOf.Follow(ctx) },
		)
	})
	start("relay", func(ctx context.Context) error { return p.withStream(ctx, "relay", p.relay) })
	pictures, err := p.thumbnails()
	if err != nil {
		return err
	}
	start("thumbnails", func(ctx context.Context) error {
		return p.withStream(ctx, "thumbnails", func(ctx context.Context) error { return thumbnails.Run(ctx, pictures) })
	})
	post, err := p.mailer(ctx)
	if err != nil {
		return err
	}
	start("mailer", func(ctx context.Context) error {
		return p.withStream(ctx, "mailer", func(ctx context.Context) error { return mailer.Run(ctx, post) })
	})
	start("bulk downloads", func(ctx context.Context) error {
		return p.Leases.Lead(
			ctx, "bulk downloads",
			func(ctx context.Context, _ *lease.Lease) error { return p.bulkDownloads().Run(ctx) },
		)
	})
	start("scheduler", func(ctx context.Context) error {
		return p.Leases.Lead(ctx, "scheduler", func(ctx context.Context, _ *lease.Lease) error {
			return scheduler.Run(ctx, p.log, p.meters.jobs, []scheduler.Job{
				{Name: "sweep sessions", Every: 10 * time.Minute, Do: p.Accounts.Sweep},
				{Name: "sweep guests", Every: time.Hour, Do: p.Accounts.SweepGuests},
				{Name: "mail to guests", Every: time.Minute, Do: post.Guests},
				{Name: "sweep bulk downloads", Every: 10 * time.Minute, Do: p.bulkDownloads().Sweep},
				{Name: "sweep uploads", Every: 30 * time.Minute, Do: p.sweep().Uploads},
				{Name: "sweep ended upload forms", Every: 5 * time.Minute, Do: p.sweep().Forms},
				{Name: "sweep files of deleted versions", Every: time.Hour, Do: p.sweep().Versions},
				{Name: "pictures that are missing", Every: 5 * time.Minute, Do: pictures.Catch},
				{Name: "mail about what is not read", Every: post.Every(), Do: post.Late},
				{Name: "daily mail", Every: post.Every(), Do: post.Digest},
				{Name: "working time", Every: p.workTime().Every(), Do: p.workTime().Look},
				{Name: "publish the log's head", Every: 10 * time.Minute, Do: p.PublishHead},
			}...)
		})
	})
	return nil
}

func (p *Program) workTime() worktime.Config {
	w := p.cfg.Work
	return worktime.Config{
		Limits: worktime.Limits{Remind: w.Remind, Answer: w.Answer, Away: w.Away},
		Board:  p.Board,
		People: p.Accounts,
		Bus:    p.Bus,
		Clock:  time.Now,
		Logger: p.log,
		Tell:   p.tell,
	}
}

func (p *Program) bulkDownloads() bulkdownload.Config {
	return bulkdownload.Config{
		Table:    p.Accounts,
		Orders:   p.Board,
		Proofs:   proofs.NewQueries(p.pool),
		People:   p.Accounts,
		Files:    objects.Zips{Store: p.store},
		Tell:     p.tell,
		Room:     p.checkFileSpace(),
		Clock:    time.Now,
		Logger:   p.log,
		LinkLife: p.cfg.S3.Links(),
	}
}

func (p *Program) sweep() sweep.Config {
	return sweep.Config{
		Store:   p.store,
		Grants:  p.Accounts,
		Files:   stored.NewFiles(p.pool),
		CatchUp: func(ctx context.Context) error { return p.caughtUp(ctx, stored.Name) },
		Clock:   time.Now,
		Logger:  p.log,
	}
}

func (p *Program) leaveFile(ctx context.Context, key string) error {
	return stored.NewFiles(p.pool).Leave(ctx, key, time.Now())
}

// tell sends a live message to the browsers of a person.
func (p *Program) tell(person uuid.UUID, event string, data any) {
	if err := realtime.Tell(p.conn, person, event, data); err != nil {
		p.log.Warn("a person was not told", "event", event, "error", err)
	}
}

// catchUp waits until the read models of the automations include a log position.
func (p *Program) catchUp(ctx context.Context, position int64) error {
	for _, name := range []string{board.Name, timeline.Name} {
		if err := p.Runner.WaitFor(ctx, name, position); err != nil {
			return err
		}
	}
	return nil
}

func (p *Program) relay(ctx context.Context) error {
	return relay.Run(
		ctx,
		relay.Config{
			Log:       p.Follower,
			Times:     p.Store,
			JetStream: p.js,
			Clock:     time.Now,
			Logger:    p.log,
			Meters:    p.relays,
			Tracer:    p.tracer,
		},
	)
}

func (p *Program) thumbnails() (thumbnails.Config, error) {
	program := p.cfg.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return thumbnails.Config{}, fmt.Errorf("thumbnails: %w", err)
		}
	}
	// The path must be absolute, because the process that draws PDFs runs in another folder.
	cache, err := filepath.Abs(filepath.Join(p.cfg.Data, "cache", "pdf"))
	if err != nil {
		return thumbnails.Config{}, fmt.Errorf("thumbnails: %w", err)
	}
	return thumbnails.Config{
		JetStream: p.js,
		Files:     p.store,
		Pictures:  picture.Process{Program: program, Args: []string{"picture"}, Cache: cache},
		Known:     proofs.NewThumbnails(p.pool),
		Logger:    p.log,
		Clock:     time.Now,
		Meters:    p.relays,
		Tracer:    p.tracer,
		Made: func(ctx context.Context, m relay.Message) {
			p.announce(ctx, engine.Commit{Projection: timeline.Name, Position: m.Position, Events: m.Events()})
		},
	}, nil
}

// withStream runs a function that uses JetStream until ctx ends. It handles a NATS server that
// starts late, is unavailable for a time, or loses its data.
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
