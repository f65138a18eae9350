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
	"strconv"
	"sync"
	"syscall"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/cmd/proofboard/program/serve"
	"github.com/proofboard/proofboard/cmd/proofboard/program/work"
)

// Program is the running product. Call Open, then Run, then Close.
type Program struct {
	*work.Workers
	server   *serve.Server
	listener net.Listener
}

// Open opens the whole product. See OpenPart.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger) (*Program, error) {
	return OpenPart(ctx, core.All, cfg, log)
}

// OpenPart starts or connects to every service and binds the address. It serves no requests before
// Run.
func OpenPart(ctx context.Context, part core.Part, cfg config.Config, log *slog.Logger) (*Program, error) {
	if part != core.All {
		if err := cfg.ValidateShared(); err != nil {
			return nil, fmt.Errorf("configuration: %w", err)
		}
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", cfg.Listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf(
			"%s is in use: stop what listens there or choose another address with --listen", cfg.Listen,
		)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", cfg.Listen, err)
	}
	shared, err := core.OpenProcess(ctx, part, cfg, listener.Addr().String(), log)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	p := &Program{Workers: &work.Workers{Process: shared}, listener: listener}
	if p.server, err = serve.New(ctx, shared); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// Close closes everything that was opened.
func (p *Program) Close() error {
	err := p.Process.Close()
	if e := p.listener.Close(); !errors.Is(e, net.ErrClosed) {
		err = errors.Join(err, e)
	}
	return err
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
	until, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var running sync.WaitGroup
	failed := make(chan error, 16)
	start := func(name string, run func(context.Context) error) {
		running.Go(func() {
			if err := run(until); err != nil && until.Err() == nil {
				failed <- fmt.Errorf("%s: %w", name, err)
			}
		})
	}
	start("register of erasures", p.KeepApplying)
	var err error
	if p.Part == core.API {
		err = p.Adopt(ctx) // unless a worker has done it
	} else {
		err = p.Start(ctx, start, p.server.Archives)
	}
	if err != nil {
		stop()
		running.Wait()
		return err
	}
	p.server.Run(start)
	go func() {
		if err := p.server.HTTP.Serve(p.listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	p.Log.Info("ready", append([]any{"address", "http://" + p.Addr()}, forPasskeys(p.Addr(), p.Config.PublicURL)...)...)
	if p.Part != core.Worker {
		if err := p.printSetupLink(ctx); err != nil {
			p.Log.Warn("the link of the set-up could not be made: run proofboard account setup-link", "error", err)
		}
	}

	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	p.Log.Info("stopping")
	graceful, cancel := context.WithTimeout(context.WithoutCancel(ctx), core.ShutdownWait)
	defer cancel()
	err = errors.Join(err, p.server.HTTP.Shutdown(graceful)) // finishes current requests; the hub closes the websockets
	stop()
	running.Wait()
	return err
}

// printSetupLink tells the operator in the log, which the console shows, how to set the installation
// up.
func (p *Program) printSetupLink(ctx context.Context) error {
	link, err := p.SetupLink(ctx, p.PublicURL())
	if err != nil || link == "" {
		return err
	}
	p.Log.WarnContext(
		ctx, "nobody has set this installation up yet: open this link within 24 hours, it works once", "link", link,
	)
	return nil
}
