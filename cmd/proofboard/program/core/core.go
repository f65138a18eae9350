// Package core opens what all parts of the product share: the log, the read models, the accounts, and the connections
// to NATS, the file store and the mail server.
package core

import (
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
	"github.com/proofboard/proofboard/internal/offers"
	"github.com/proofboard/proofboard/internal/serverkeys"
	"github.com/proofboard/proofboard/internal/telemetry"
	hooks "github.com/proofboard/proofboard/internal/webhooks"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections"
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
	Config config.Config
	Log    *slog.Logger
	Meters Meters
	Tracer *telemetry.Tracer // nil if no trace collector is configured
	// Owner is the DSN with the rights of the database's owner, for migrations. Everything else uses DSN, whose
	// role may not change events in the log.
	Owner, DSN string
	Pool       *pgxpool.Pool
	slots      *pgxpool.Pool // connections that lock the order slots of customers
	quotas     *pgxpool.Pool // connections that lock what customers use; a command locks it before a slot
	closers    []closer
	// Follows says that this process applies events to the read models.
	Follows atomic.Bool
	Disk    *diskspace.Guard // for the embedded database; nil for an external one
	keys    func(context.Context) (*files.Store, error)

	Store       *eventlog.Store
	Leases      *lease.Leases
	Ledger      *ledger.Ledger
	Follower    *follow.Follower
	aggregates  *repository.Process
	Runner      *engine.Runner
	Accounts    *accounts.Store
	Offers      *offers.Store
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
	settleAfter  = 10 * time.Minute // longer than old processes run during an upgrade
)

// ShutdownWait is how long current requests and what was opened have to end.
const ShutdownWait = 20 * time.Second

// ProjectionNames returns the names of all read models.
func ProjectionNames() []string {
	var names []string
	for _, p := range projections.All() {
		names = append(names, p.Name)
	}
	return names
}

// Open opens the log and the read models for a command. The command works with or without a
// running server.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger) (*Core, error) {
	c := New(cfg, log)
	keys := func(ctx context.Context) (*files.Store, error) {
		store, _, err := c.openFiles(ctx, true)
		return store, err
	}
	err := c.start(ctx, true, keys, nil)
	if err == nil {
		err = c.Adopt(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// New returns a core that is not started.
func New(cfg config.Config, log *slog.Logger) *Core {
	return &Core{Config: cfg, Log: slog.New(telemetry.NewHandler(log.Handler())), Meters: newMeters(cfg.Build)}
}

// OnClose closes something when the core is closed, before what was opened earlier.
func (p *Core) OnClose(name string, f func(context.Context) error) {
	p.closers = append(p.closers, closer{name, f})
}

// Close closes everything that was opened, in reverse order.
func (p *Core) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), ShutdownWait)
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

// start starts or finds the database, and opens the log and the read models. If beside is set, a server may run on the
// same data. keys returns the file store that has the keys of people. committed is called after each commit of a read
// model.
func (p *Core) start(
	ctx context.Context,
	beside bool,
	keys func(context.Context) (*files.Store, error),
	committed func(context.Context, engine.Commit),
) (err error) {
	if p.Owner, err = p.database(ctx, beside); err != nil {
		return err
	}
	newer := (*migrations.NewerError)(nil)
	switch err := migrations.Up(ctx, p.Owner); {
	case errors.As(err, &newer) && p.Config.DatabaseURL != "": // a rolling upgrade, which may need this process meanwhile
		p.Log.Warn(newer.Error())
	case errors.As(err, &newer):
		return newer
	case err != nil:
		return fmt.Errorf("database: %w", err)
	}
	if p.DSN, err = migrations.AsApp(p.Owner); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	files, err := p.openKeys(ctx)
	if err != nil {
		return err
	}
	p.AuditKeys = files.audit
	if p.Store, err = eventlog.Open(ctx, eventlog.Config{
		DSN:      p.DSN,
		Registry: streams.Registry(),
		Keys:     files.events,
		Skipped:  streams.Skipped(ProjectionNames()),
		Timeout:  appendWithin,
		Logger:   p.Log,
		Metrics:  p.Meters.Registry,
	}); err != nil {
		return err
	}
	p.OnClose("event log", func(context.Context) error { return p.Store.Close() })
	p.Leases, p.Ledger = lease.New(p.Store, p.Meters.Registry), ledger.New(p.Store)
	p.Follower, p.aggregates = follow.New(p.Store, p.Leases), repository.NewProcess(p.Meters.Registry)
	if p.Pool, err = p.connect(ctx, poolSize); err != nil {
		return err
	}
	if p.slots, err = p.connect(ctx, slotSize); err != nil {
		return err
	}
	if p.quotas, err = p.connect(ctx, slotSize); err != nil {
		return err
	}
	if p.Runner, err = engine.New(ctx, p.following(committed, p.Meters.Registry), projections.All()...); err != nil {
		return err
	}
	p.OnClose("projections", func(context.Context) error { p.Runner.Close(); return nil })
	guesses := throttle.New(p.Pool, time.Now)
	p.Accounts = accounts.New(p.Pool, guesses, time.Now)
	p.Offers = offers.New(p.Pool, p.Accounts.Forget)
	if p.Sessions, err = sessions.New(p.Pool, p.Accounts, time.Now); err != nil {
		return err
	}
	p.Guests = guests.New(p.Pool, guesses, time.Now)
	p.Preferences = preferences.New(p.Pool, time.Now)
	p.Activity = activity.New(p.Pool)
	p.Transfers = transfers.New(p.Pool, time.Now)
	snapshots, err := asof.NewSnapshots(p.Pool, 0)
	if err != nil {
		return err
	}
	snapshots.Keys = files.events
	p.Sales, p.Reports = sales.NewQueries(p.Pool), reports.NewQueries(p.Pool)
	p.Board, p.Timeline, p.AsOf = board.NewQueries(p.Pool), timeline.NewQueries(p.Pool), asof.New(p.Store, snapshots)
	p.ServerKeys = serverkeys.New(p.Pool)
	if err := p.ServerKeys.CheckMaster(ctx, files.master.IDs()); err != nil {
		return fmt.Errorf("%s: %w", p.Config.MasterKeyFile(), err)
	}
	p.keys = keys
	p.Webhooks = hooks.NewStore(p.Pool, files.master)
	p.Vault = vault.New(keyfiles.New(keys), p.Pool, files.master, time.Now)
	p.SecondFactors = factors.New(p.Pool, p.Vault, guesses, time.Now)
	p.Browsers = browsers.New(p.Pool, time.Now)
	p.Bus = p.BusAt(time.Now)
	p.Invitations = commands.Invitations{Log: streams.New(p.Store, nil, p.aggregates)}
	p.Tree = translog.New(p.Store, p.Pool, p.AuditKeys, time.Now)
	p.Tree.Logger, p.Tree.Anchors = p.Log, []translog.Place{translog.Folder(p.Config.AuditHeadsFolder())}
	p.Tree.SettleAfter = settleAfter
	p.measure()
	return nil
}

// following returns the configuration of a runner of projections.
func (p *Core) following(committed func(context.Context, engine.Commit), metrics prometheus.Registerer) engine.Config {
	return engine.Config{
		DSN:       p.DSN,
		Store:     p.Store,
		Leases:    p.Leases,
		Logger:    p.Log,
		Metrics:   metrics,
		Committed: committed,
		Schema:    migrations.Count(),
		Build:     p.Config.Release(),
	}
}

// BusAt returns a command bus that uses the given clock.
func (p *Core) BusAt(clock func() time.Time) *commands.Bus {
	locks := p.slots
	slots := board.NewSlots(
		locks,
		p.Board,
		func(ctx context.Context) error { return p.CaughtUp(ctx, board.Name) },
		func(ctx context.Context, customer uuid.UUID) (int, error) {
			c, err := p.Accounts.FindCustomer(ctx, customer)
			return c.MaxActiveOrders, err
		},
	)
	return commands.New(commands.Config{
		Log:      streams.New(p.Store, p.Vault, p.aggregates),
		Outcomes: idempotency.New(p.Pool),
		Leaders: organisation.NewLeaders(
			p.Pool, locks, func(ctx context.Context) error { return p.CaughtUp(ctx, organisation.Name) },
		),
		Numbers:  board.Numbers{Pool: p.Pool},
		People:   p.Accounts,
		Services: p.Offers,
		Hours:    organisation.NewQueries(p.Pool).Hours,
		Slots:    slots,
		Timers:   board.Timers{Slots: slots},
		Storage:  p.Storage(),
		Usage:    p.Usage(),
		Logger:   p.Log,
		Clock:    clock,
	}, p.Meters.Commands.Middleware(p.Disk.Check))
}

// Usage returns what customers use.
func (p *Core) Usage() sales.Usage {
	return sales.Usage{
		Active:    p.Board.Active,
		Stored:    p.Storage().Stored,
		Sales:     p.Sales,
		Locks:     advisory.NewLocks(p.quotas),
		WorkRead:  p.BoardsCaughtUp,
		SalesRead: func(ctx context.Context) error { return p.CaughtUp(ctx, sales.Name) },
		Readings:  new(sales.Readings),
		Clock:     time.Now,
		Counted:   func() int64 { return min(p.Runner.Known(board.Name), p.Runner.Known(sales.Name)) },
	}
}

// BoardsCaughtUp waits until the read models of orders and proofs have read the whole log.
func (p *Core) BoardsCaughtUp(ctx context.Context) error {
	return p.CaughtUp(ctx, board.Name, proofs.Name)
}

// Storage returns the storage limits of customers.
func (p *Core) Storage() *proofs.Storage {
	return proofs.NewStorage(
		p.Pool,
		p.slots,
		p.BoardsCaughtUp,
		func(ctx context.Context, customer uuid.UUID) (int64, int64, error) {
			c, err := p.Accounts.FindCustomer(ctx, customer)
			return c.Storage, c.Additional, err
		},
		p.Transfers,
	)
}

// CaughtUp waits until the named projections have read the whole log, as long as a command may.
func (p *Core) CaughtUp(ctx context.Context, names ...string) error {
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
	pool, err := eventlog.NewPool(ctx, p.DSN, size)
	if err != nil {
		return nil, err
	}
	p.OnClose("database", func(context.Context) error { pool.Close(); return nil })
	return pool, nil
}

// openTraces starts sending spans to the configured collector. Without a collector there is no tracer,
// and tracing costs nothing.
func (p *Core) openTraces(ctx context.Context) error {
	c := p.Config.Traces
	if c.Endpoint == "" {
		return nil
	}
	tracer, stop, err := telemetry.Open(
		ctx, telemetry.Export{Endpoint: c.Endpoint, Ratio: c.Ratio, Build: p.Config.Build}, p.Log,
	)
	if err != nil {
		return err
	}
	p.OnClose("traces", func(ctx context.Context) error { stop(ctx); return nil })
	p.Tracer = tracer
	return nil
}
