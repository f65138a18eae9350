package program

import (
	"context"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/internal/diskspace"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/workers/relay"
)

func (p *Program) monitor() *health.Monitor {
	return health.NewMonitor(health.Config{
		Store:     p.Store,
		Leases:    p.Leases,
		Runner:    p.Runner,
		Pool:      p.pool,
		Files:     p.store.S3,
		NATS:      p.conn,
		JetStream: p.js,
		Stream:    relay.Stream,
		Consumers: relay.Consumers(),
		Disk:      p.disk,
		Data:      p.cfg.Data,
		Log:       p.log,

		NeedsWorkers: p.part == API,
	})
}

// dependencies returns the answer of /readyz.
func (p *Program) dependencies(ctx context.Context) []api.Dependency {
	var all []api.Dependency
	for _, d := range p.health.Dependencies(ctx) {
		all = append(all, api.Dependency(d))
	}
	return all
}

// WorkerLags returns the lag of each worker that reads the log.
func (p *Core) WorkerLags(ctx context.Context) ([]health.Lag, error) {
	head, err := p.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	return health.WorkerLags(ctx, p.pool, head)
}

// checkFileSpace returns a check that rejects files when the disk is nearly full. It returns nil
// for an external file store.
func (p *Program) checkFileSpace() func(bytes int64) error {
	if p.cfg.S3.Endpoint != "" {
		return nil
	}
	return func(bytes int64) error { return diskspace.ForFiles(p.cfg.Data, bytes) }
}
