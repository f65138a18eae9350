package program

import (
	"context"
	"time"
)

// service is an embedded one that runs as a process of its own.
type service interface {
	Stop(ctx context.Context) error
	Done() <-chan struct{} // closed when it has ended, wanted or not
}

const (
	firstWait   = 200 * time.Millisecond // between two tries to start a service again
	longestWait = 5 * time.Second
)

// keep starts a service again whenever it ends unasked, for as long as it takes, until the program closes. Its address stays,
// and everything that uses it connects again by itself.
func keep[S service](p *Core, name string, current S, start func(context.Context) (S, error)) {
	ctx, cancel := context.WithCancel(context.Background())
	left := make(chan struct{})
	again := func() (S, bool) {
		for wait := firstWait; ; wait = min(2*wait, longestWait) {
			next, err := start(ctx)
			if err == nil {
				return next, true
			}
			if ctx.Err() == nil {
				p.log.Error("a service does not start again yet", "service", name, "error", err)
			}
			select {
			case <-ctx.Done():
				return next, false
			case <-time.After(wait):
			}
		}
	}
	go func() {
		defer close(left)
		for {
			select {
			case <-ctx.Done():
				return
			case <-current.Done():
			}
			if ctx.Err() != nil {
				return
			}
			p.log.Error("a service ended and is started again", "service", name)
			next, ok := again()
			if !ok {
				return
			}
			current = next
			p.log.Warn("a service is back", "service", name)
		}
	}()
	p.onClose(name, func(ctx context.Context) error {
		cancel()
		<-left
		return current.Stop(ctx)
	})
}
