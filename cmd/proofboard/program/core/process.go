package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	apibilling "github.com/proofboard/proofboard/api/billing"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/realtime"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/demo"
	"github.com/proofboard/proofboard/internal/diskspace"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/transparency"
	hooks "github.com/proofboard/proofboard/internal/webhooks"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/workers/bulkdownload"
	"github.com/proofboard/proofboard/workers/mailer"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
)

// Process is what every process that serves people or does background work has: the core and the connections to NATS
// and the file store.
type Process struct {
	*Core
	Part      Part
	Address   string // where it listens, host:port
	NATS      *nats.Conn
	JetStream jetstream.JetStream
	Files     objects.Store
	// FilesOrigin is the URL from which browsers download files.
	FilesOrigin string
	Sender      mailer.Sender
	// Mails has the mails of a product without a mail server. It is nil with one.
	Mails  *embedded.MailSink
	Relays *relay.Meters
	// unregistered reports that the start could not read the register of erasures.
	unregistered bool
}

// Part is the part of the product that a process runs.
type Part string

const (
	All    Part = "serve"
	API    Part = "api"    // HTTP and websockets
	Worker Part = "worker" // read models and background work
)

// OpenProcess starts or connects to every service.
func OpenProcess(
	ctx context.Context,
	part Part,
	cfg config.Config,
	address string,
	log *slog.Logger,
) (*Process, error) {
	p := &Process{Core: New(cfg, log), Part: part, Address: address}
	if err := p.open(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	if part == All { // no other process uses the services
		p.Tree.SettleAfter = 0
	}
	return p, nil
}

func (p *Process) open(ctx context.Context) (err error) {
	//nolint:gosec // G301: the database runs as another user and has to enter; private folders inside are closed.
	if err := os.MkdirAll(p.Config.Data, 0o755); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	if err := p.openTraces(ctx); err != nil {
		return err
	}
	if p.NATS, err = p.connectNATS(ctx); err != nil {
		return err
	}
	opened := make(chan struct{})
	var gateway errgroup.Group // starts in parallel with the database
	gateway.Go(func() (err error) {
		defer close(opened)
		p.Files.S3, p.FilesOrigin, err = p.openFiles(ctx, false)
		return err
	})
	keys := func(ctx context.Context) (*files.Store, error) {
		select {
		case <-opened:
			return p.Files.S3, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	err = p.start(ctx, false, keys, p.Announce)
	if err = errors.Join(err, gateway.Wait()); err != nil {
		return err
	}
	if p.JetStream, err = jetstream.New(p.NATS); err != nil {
		return fmt.Errorf("NATS JetStream: %w", err)
	}
	if err := p.applyRegister(ctx); err != nil {
		return err
	}
	p.Relays = relay.NewMeters(p.Meters.Registry)
	return p.OpenMail()
}

// OpenMail opens the sender of mail. Without a mail server, mails are files in the data folder.
func (p *Process) OpenMail() (err error) {
	var sender mailer.Sender
	if p.Config.SMTPURL != "" {
		sender, err = mailer.NewSMTP(p.Config.SMTPURL)
	} else {
		p.Mails, err = embedded.OpenMailSink(filepath.Join(p.Config.Data, "mail"))
		sender = mailer.Folder{Sink: p.Mails}
	}
	p.Sender = mailer.Counted(sender, p.Meters.Registry)
	return err
}

// Announce sends the changes that a projection has made visible to the websockets of all processes.
func (p *Process) Announce(ctx context.Context, c engine.Commit) {
	if err := realtime.Announce(
		p.NATS,
		realtime.Trace(ctx, p.Tracer, c),
	); err != nil &&
		!errors.Is(err, nats.ErrConnectionClosed) {
		p.Log.Warn("a change was not announced", "projection", c.Projection, "error", err)
	}
}

// Live returns the reader of changed cards. It shows each person what they may see.
func (p *Process) Live() *realtime.Live {
	cards := present.NewCards(p.Accounts, p.Board, organisation.NewQueries(p.Pool).Hours, time.Now)
	return realtime.NewLive(cards, p.Board, p.Timeline, p.AsOf, p.Sales)
}

// Tell sends a live message to the browsers of a person.
func (p *Process) Tell(person uuid.UUID, event string, data any) {
	if err := realtime.Tell(p.NATS, person, event, data); err != nil {
		p.Log.Warn("a person was not told", "event", event, "error", err)
	}
}

// PublicURL returns the URL at which people reach the product.
func (p *Process) PublicURL() string {
	if p.Config.PublicURL == "" {
		return "http://" + p.Address
	}
	return p.Config.Address()
}

// HeadsInStore returns the signed heads in the file store. It also finds the embedded store of a
// running server.
func (p *Core) HeadsInStore(ctx context.Context) ([]string, error) {
	store, _, err := p.openFiles(ctx, true)
	if err != nil {
		return nil, err
	}
	return transparency.Heads{S3: store}.Heads(ctx)
}

// UnsubscribeTokens returns what signs and reads the links of mails that end mails of a kind.
func (p *Process) UnsubscribeTokens(ctx context.Context) (preferences.UnsubscribeTokens, error) {
	key, err := p.ServerKeys.Key(ctx, "unsubscribe")
	return preferences.NewUnsubscribeTokens(key), err
}

// WebhookSender returns what reaches the receivers of webhooks.
func (p *Process) WebhookSender() *hooks.Sender {
	return hooks.NewSender(p.Config.PrivateTargets(), nil, time.Now)
}

// BulkDownloads returns what makes zips of files.
func (p *Process) BulkDownloads() bulkdownload.Config {
	return bulkdownload.Config{
		Table:      p.Transfers,
		Orders:     p.Board,
		Proofs:     proofs.NewQueries(p.Pool),
		People:     p.Accounts,
		Files:      objects.Zips{Store: p.Files},
		Tell:       p.Tell,
		CheckSpace: p.CheckFileSpace(),
		Clock:      time.Now,
		Logger:     p.Log,
		LinkLife:   p.Config.S3.Links(),
	}
}

// CatchUp waits until the read models of the automations include a log position.
func (p *Process) CatchUp(ctx context.Context, position int64) error {
	for _, name := range []string{board.Name, proofs.Name, timeline.Name} {
		if err := p.Runner.WaitFor(ctx, name, position); err != nil {
			return err
		}
	}
	return nil
}

// Pictures returns what makes pictures of files, in processes of their own.
func (p *Process) Pictures() (picture.Process, error) {
	program := p.Config.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return picture.Process{}, fmt.Errorf("pictures: %w", err)
		}
	}
	// The path must be absolute, because the process that draws PDFs runs in another folder.
	cache, err := filepath.Abs(filepath.Join(p.Config.Data, "cache", "pdf"))
	if err != nil {
		return picture.Process{}, fmt.Errorf("pictures: %w", err)
	}
	return picture.Process{Program: program, Args: []string{"picture"}, Cache: cache}, nil
}

// Cards returns what takes payments by card, or nil if invoices are paid by bank transfer.
func (p *Process) Cards() *apibilling.Cards {
	set := p.Config.Stripe
	if !set.On() {
		return nil
	}
	provider := payments.New(payments.Settings(set))
	return &apibilling.Cards{
		Cashier: &payments.Cashier{
			Provider: provider,
			Store:    payments.NewStore(p.Pool),
			Bus:      p.Bus,
			Clock:    time.Now,
			Logger:   p.Log,
		},
		PublishableKey: set.PublishableKey,
		Notice:         provider.Notice,
	}
}

// Demo returns what creates the demo company. Only background work can create it, because that needs billing.
func (p *Process) Demo() *demo.Installation {
	return &demo.Installation{
		Accounts:   p.Accounts,
		Guests:     p.Guests,
		Enrol:      p.Plant,
		Ledger:     p.Ledger,
		Board:      p.Board,
		Proofs:     proofs.NewQueries(p.Pool),
		PositionAt: p.Store.PositionAt,
		Seal:       p.Vault.Seal,
		NewBus:     func(clock func() time.Time) demo.Bus { return p.BusAt(clock) },
		Sales:      p.Sales,
		Files:      objects.Writer{Store: p.Files},
		Clock:      time.Now,
		Log:        p.Log,
	}
}

// WorkerLags returns the lag of each worker that reads the log.
func (p *Core) WorkerLags(ctx context.Context) ([]health.Lag, error) {
	head, err := p.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	return health.WorkerLags(ctx, p.Pool, head)
}

// CheckFileSpace returns a check that rejects files when the disk is nearly full. It returns nil
// for an external file store.
func (p *Process) CheckFileSpace() func(bytes int64) error {
	if p.Config.S3.Endpoint != "" {
		return nil
	}
	return func(bytes int64) error { return diskspace.ForFiles(p.Config.Data, bytes) }
}
