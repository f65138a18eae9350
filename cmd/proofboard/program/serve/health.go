package serve

import (
	"context"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/internal/webhooks"
	"github.com/proofboard/proofboard/workers/relay"
)

func (s *Server) monitor() *health.Monitor {
	return health.NewMonitor(health.Config{
		Store:     s.Store,
		Leases:    s.Leases,
		Runner:    s.Runner,
		Pool:      s.Pool,
		Files:     s.Files.S3,
		NATS:      s.NATS,
		JetStream: s.JetStream,
		Stream:    relay.Stream,
		Consumers: relay.Consumers(),
		Queues:    []jobs.Queue{webhooks.Queue, payments.Queue, refusals.Queue},
		Disk:      s.Disk,
		Data:      s.Config.Data,
		Log:       s.Log,

		NeedsWorkers: s.Part == core.API,
	})
}

// Dependencies returns the answer of /readyz.
func (s *Server) Dependencies(ctx context.Context) []api.Dependency {
	var all []api.Dependency
	for _, d := range s.health.Dependencies(ctx) {
		all = append(all, api.Dependency(d))
	}
	return all
}
