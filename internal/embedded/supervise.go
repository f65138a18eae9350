package embedded

import (
	"context"
	"log/slog"
	"time"
)

// Service is an embedded service that runs as a process of its own.
type Service interface {
	Stop(ctx context.Context) error
	Done() <-chan struct{} // closed when the process has ended, wanted or not
}

// Pauses between two attempts to start a service again. They double up to the longest.
const (
	firstRetry   = 200 * time.Millisecond
	longestRetry = 5 * time.Second
)

// Supervise starts a service again each time it ends unexpectedly, until the returned function is
// called, which stops it. start must give the service its old address: clients then reconnect by
// themselves. name is for the log.
func Supervise[S Service](
	log *slog.Logger,
	name string,
	current S,
	start func(context.Context) (S, error),
) (stop func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	restart := func() (S, bool) {
		for pause := firstRetry; ; pause = min(2*pause, longestRetry) {
			next, err := start(ctx)
			if err == nil {
				return next, true
			}
			if ctx.Err() == nil {
				log.Error("a service does not start again yet", "service", name, "error", err)
			}
			select {
			case <-ctx.Done():
				return next, false
			case <-time.After(pause):
			}
		}
	}
	go func() {
		defer close(stopped)
		for {
			select {
			case <-ctx.Done():
				return
			case <-current.Done():
			}
			if ctx.Err() != nil {
				return
			}
			log.Error("a service ended and is started again", "service", name)
			next, ok := restart()
			if !ok {
				return
			}
			current = next
			log.Warn("a service is back", "service", name)
		}
	}()
	return func(ctx context.Context) error {
		cancel()
		<-stopped
		return current.Stop(ctx)
	}
}
