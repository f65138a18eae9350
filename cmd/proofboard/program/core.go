package program

import (
	"github.com/proofboard/proofboard/projections"

	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	apiweb "github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/idempotency"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/activity"
	"github.com/proofboard/proofboard/internal/accounts/factors"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/accounts/vault"
	"github.com/proofboard/proofboard/internal/accounts/vault/keyfiles"
	"github.com/proofboard/proofboard/internal/browsers"
	"github.com/proofboard/proofboard/internal/diskspace"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/follow"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/internal/eventstore/repository"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/internal/serverkeys"
	"github.com/proofboard/proofboard/internal/telemetry"
	hooks "github.com/proofboard/proofboard/internal/webhooks"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/advisory"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/reports"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/timeline"
)

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
	quotas  *pgxpool.Pool // connections that lock what customers use; a command locks it before a slot
	closers []closer
	// runs says that this process applies events to the read models.
	runs atomic.Bool
	disk *diskspace.Guard // for the embedded database; nil for an external one
	keys func(context.Context) (*files.Store, error)

	Store       *eventlog.Store
	Leases      *lease.Leases
	Ledger      *ledger.Ledger
	Follower    *follow.Follower
	aggregates  *repository.Process
	Runner      *engine.Runner
	Accounts    *accounts.Store
	Sessions    *sessions.Store
	ServerKeys  *serverkeys.Store
	Guests      *guests.Store
	Preferences *preferences.Store
	Activity    *activity.Store
	Transfers   *transfers.Store
	Board       *board.Queries
	Sales       *sales.Queries
	Reports     *reports.Queries
	AsOf        *asof.Reader
	Tree        *translog.Tree
	// AuditKeys sign the heads of Tree.
	AuditKeys *translog.Keys
	Timeline  *timeline.Queries
	Vault     *vault.Vault
	// Webhooks keeps what the log does not have about webhooks.
	Webhooks *hooks.Store
	// SecondFactors keeps the second factors of people.
	SecondFactors *factors.Store
	Browsers      *browsers.Store
	Bus           *commands.Bus
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

func projectionNames() []string {
	var names []string
	for _, p := range projections.All() {
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
	err := c.open(ctx, true, keys, nil)
	if err == nil {
		err = c.adopt(ctx)
	}
	if err != nil {
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
	newer := (*migrations.NewerError)(nil)
	switch err := migrations.Up(ctx, p.owner); {
	case errors.As(err, &newer) && p.cfg.DatabaseURL != "": // a rolling upgrade, which may need this process meanwhile
		p.log.Warn(newer.Error())
	case errors.As(err, &newer):
		return newer
	case err != nil:
		return fmt.Errorf("database: %w", err)
	}
	if p.dsn, err = migrations.AsApp(p.owner); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	files, err := p.openKeys(ctx)
	if err != nil {
		return err
	}
	p.AuditKeys = files.audit
	if p.Store, err = eventlog.Open(ctx, eventlog.Config{
		DSN:      p.dsn,
		Registry: streams.Registry(),
		Keys:     files.events,
		Skipped:  streams.Skipped(projectionNames()),
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
	if p.quotas, err = p.connect(ctx, slotSize); err != nil {
		return err
	}
	if p.Runner, err = engine.New(ctx, p.following(committed, p.meters.registry), projections.All()...); err != nil {
		return err
	}
	p.onClose("projections", func(context.Context) error { p.Runner.Close(); return nil })
	guesses := throttle.New(p.pool, time.Now)
	p.Accounts = accounts.New(p.pool, guesses, time.Now)
	if p.Sessions, err = sessions.New(p.pool, p.Accounts, time.Now); err != nil {
		return err
	}
	p.Guests = guests.New(p.pool, guesses, time.Now)
	p.Preferences = preferences.New(p.pool, time.Now)
	p.Activity = activity.New(p.pool)
	p.Transfers = transfers.New(p.pool, time.Now)
	snapshots, err := asof.NewSnapshots(p.pool, 0)
	if err != nil {
		return err
	}
	snapshots.Keys = files.events
	p.Sales, p.Reports = sales.NewQueries(p.pool), reports.NewQueries(p.pool)
	p.Board, p.Timeline, p.AsOf = board.NewQueries(p.pool), timeline.NewQueries(p.pool), asof.New(p.Store, snapshots)
	p.ServerKeys = serverkeys.New(p.pool)
	if err := p.ServerKeys.CheckMaster(ctx, files.master.IDs()); err != nil {
		return fmt.Errorf("%s: %w", p.cfg.MasterKeyFile(), err)
	}
	p.keys = keys
	p.Webhooks = hooks.NewStore(p.pool, files.master)
	p.Vault = vault.New(keyfiles.New(keys), p.pool, files.master, time.Now)
	p.SecondFactors = factors.New(p.pool, p.Vault, guesses, time.Now)
	p.Browsers = browsers.New(p.pool, time.Now)
	p.Bus = p.BusAt(time.Now)
	p.Invitations = commands.Invitations{Log: streams.New(p.Store, nil, p.aggregates)}
	p.Tree = translog.New(p.Store, p.pool, p.AuditKeys, time.Now)
	p.Tree.Logger, p.Tree.Anchors = p.log, []translog.Place{translog.Folder(p.cfg.AuditHeadsFolder())}
	p.Tree.SettleAfter = settleAfter
	p.measure()
	return nil
}

// following returns the configuration of a runner of projections.
func (p *Core) following(committed func(context.Context, engine.Commit), metrics prometheus.Registerer) engine.Config {
	return engine.Config{
		DSN:       p.dsn,
		Store:     p.Store,
		Leases:    p.Leases,
		Logger:    p.log,
		Metrics:   metrics,
		Committed: committed,
		Schema:    migrations.Count(),
		Build:     p.cfg.Release(),
	}
}

// BusAt returns a command bus that uses the given clock.
func (p *Core) BusAt(clock func() time.Time) *commands.Bus {
	locks := p.slots
	slots := board.NewSlots(
		locks,
		p.Board,
		func(ctx context.Context) error { return p.caughtUp(ctx, board.Name) },
		func(ctx context.Context, customer uuid.UUID) (int, error) {
			c, err := p.Accounts.FindCustomer(ctx, customer)
			return c.MaxActiveOrders, err
		},
	)
	return commands.New(commands.Config{
		Log:      streams.New(p.Store, p.Vault, p.aggregates),
		Outcomes: idempotency.New(p.pool),
		Leaders: organisation.NewLeaders(
			p.pool, locks, func(ctx context.Context) error { return p.caughtUp(ctx, organisation.Name) },
		),
		Numbers: board.Numbers{Pool: p.pool},
		People:  p.Accounts,
		Hours:   organisation.NewQueries(p.pool).Hours,
		Slots:   slots,
		Timers:  board.Timers{Slots: slots},
		Storage: p.storage(locks),
		Usage:   p.usage(),
		Logger:  p.log,
		Clock:   clock,
	}, p.meters.commands.Middleware(p.disk.Check))
}

// usage returns what customers use.
func (p *Core) usage() sales.Usage {
	return sales.Usage{
		Active:    p.Board.Active,
		Stored:    p.storage(p.slots).Stored,
		Sales:     p.Sales,
		Locks:     advisory.NewLocks(p.quotas),
		WorkRead:  p.boardsCaughtUp,
		SalesRead: func(ctx context.Context) error { return p.caughtUp(ctx, sales.Name) },
		Readings:  new(sales.Readings),
		Clock:     time.Now,
		Counted:   func() int64 { return min(p.Runner.Known(board.Name), p.Runner.Known(sales.Name)) },
	}
}

// boardsCaughtUp waits until the read models of orders and proofs have read the whole log.
func (p *Core) boardsCaughtUp(ctx context.Context) error {
	return p.caughtUp(ctx, board.Name, proofs.Name)
}

// storage returns the storage limits of customers. It uses connections of locks to lock the storage
// of a customer.
func (p *Core) storage(locks *pgxpool.Pool) *proofs.Storage {
	return proofs.NewStorage(
		p.pool,
		locks,
		p.boardsCaughtUp,
		func(ctx context.Context, customer uuid.UUID) (int64, int64, error) {
			c, err := p.Accounts.FindCustomer(ctx, customer)
			return c.Storage, c.Additional, err
		},
		p.Transfers,
	)
}

// caughtUp waits until the named projections have read the whole log, as long as a command may.
func (p *Core) caughtUp(ctx context.Context, names ...string) error {
	head, err := p.Store.Head(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := p.Runner.WaitForCommand(ctx, name, head); err != nil {
			return err
		}
	}
	return nil
}

func (p *Core) connect(ctx context.Context, size int) (*pgxpool.Pool, error) {
	pool, err := eventlog.NewPool(ctx, p.dsn, size)
	if err != nil {
		return nil, err
	}
	p.onClose("database", func(context.Context) error { pool.Close(); return nil })
	return pool, nil
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
