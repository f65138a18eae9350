// Package program combines all parts into the product. No other package knows all of them.
package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/api/archives"
	"github.com/proofboard/proofboard/api/realtime"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/workers/mailer"
	"github.com/proofboard/proofboard/workers/relay"
	"github.com/proofboard/proofboard/workers/worktime"
)

// Program is the running product. Call Open, then Run, then Close.
type Program struct {
	Core
	part Part
	conn *nats.Conn
	js   jetstream.JetStream
	// preparing is held while the stream is created or updated.
	preparing sync.Mutex
	store     objects.Store
	health    *health.Monitor
	pulse     *health.Pulse
	// unregistered reports that the start could not read the register of erasures.
	unregistered bool
	relays       *relay.Meters
	hub          *realtime.Hub
	archives     *archives.API
	server       *http.Server
	listener     net.Listener
	sender       mailer.Sender
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

// Addr returns the address on which the program listens.
func (p *Program) Addr() string { return p.listener.Addr().String() }

// forPasskeys returns what the log says of the address under which browsers of this machine can use passkeys: they
// belong to a host name, so the number that the server listens on does not do. It is nothing if the product has a
// public name, or if localhost does not lead to it.
func forPasskeys(listens, public string) []any {
	at, err := netip.ParseAddrPort(listens)
	if err != nil || !at.Addr().IsLoopback() && !at.Addr().IsUnspecified() {
		return nil
	}
	if u, err := url.Parse(public); err == nil && u.Hostname() != "" {
		if _, err := netip.ParseAddr(u.Hostname()); err != nil {
			return nil
		}
	}
	return []any{"with_passkeys", "http://localhost:" + strconv.Itoa(int(at.Port()))}
}

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
	if p.part == API {
		err = p.adopt(ctx) // unless a worker has done it
	} else {
		err = p.work(ctx, start)
	}
	if err != nil {
		stop()
		running.Wait()
		return err
	}
	if p.part != Worker {
		start("realtime", p.hub.Run)
		start("files of the web app", p.keepWebFiles)
	}
	go func() {
		if err := p.server.Serve(p.listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	p.log.Info("ready", append([]any{"address", "http://" + p.Addr()}, forPasskeys(p.Addr(), p.cfg.PublicURL)...)...)
	if p.part != Worker {
		if err := p.printSetupLink(ctx); err != nil {
			p.log.Warn("the link of the set-up could not be made: run proofboard account setup-link", "error", err)
		}
	}

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

func (p *Program) workTime() worktime.Config {
	w := p.cfg.Work
	return worktime.Config{
		Limits:   worktime.Limits{Remind: w.Remind, Answer: w.Answer, Away: w.Away},
		Board:    p.Board,
		Activity: p.Activity,
		Bus:      p.Bus,
		Clock:    time.Now,
		Logger:   p.log,
		Tell:     p.tell,
	}
}
