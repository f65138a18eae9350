package serve

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/operations"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	decisions "github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/workers/relay"
)

const queuesWithin = time.Second // after this time the answer has no queues

// Machinery returns the state of workers and queues for operators. Projections have a separate
// answer.
func (s *Server) Machinery(ctx context.Context) (operations.Machinery, error) {
	followed, err := audit.NewQueries(s.Pool).Followed(ctx)
	if err != nil {
		return operations.Machinery{}, err
	}
	leases, err := s.Leases.List(ctx)
	if err != nil {
		return operations.Machinery{}, err
	}
	m := operations.Machinery{}
	for _, l := range leases {
		kind, _, named := strings.Cut(l.Name, " ")
		if named && (kind == "projection" || kind == "rebuild") {
			continue // projections have a separate answer
		}
		w := operations.Worker{Name: strings.TrimPrefix(l.Name, "worker_")}
		if l.Held {
			w.Holder = l.Holder
		}
		if at, follows := followed[l.Name]; follows {
			w.Position = &at
		}
		m.Workers = append(m.Workers, w)
	}
	later, err := s.health.Jobs(ctx)
	if err != nil {
		return operations.Machinery{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, queuesWithin)
	defer cancel()
	if m.Queues, err = s.queues(ctx); err != nil {
		m.QueuesMissing = "The message broker does not answer."
	}
	for _, s := range later {
		m.Queues = append(
			m.Queues,
			operations.Queue{Name: string(s.Kind), Waiting: s.Waiting, InFlight: s.Running, Redelivered: s.Failing},
		)
	}
	return m, nil
}

// queues returns the consumers of the NATS stream of events.
func (s *Server) queues(ctx context.Context) ([]operations.Queue, error) {
	stream, err := s.JetStream.Stream(ctx, relay.Stream)
	if err != nil {
		return nil, err
	}
	var queues []operations.Queue
	consumers := stream.ListConsumers(ctx)
	for c := range consumers.Info() {
		queues = append(queues, operations.Queue{
			Name:        c.Name,
			Waiting:     count(c.NumPending),
			InFlight:    int64(c.NumAckPending),
			Redelivered: int64(c.NumRedelivered),
		})
	}
	slices.SortFunc(queues, func(a, b operations.Queue) int { return strings.Compare(a.Name, b.Name) })
	return queues, consumers.Err()
}

// count converts a number of messages to int64.
func count(n uint64) int64 { return int64(min(n, 1<<62)) }

// Warnings returns what operators should know: problems of the configuration, and events that were forged
// and skipped. Their streams go on, but no head of the log can be signed that covers them.
func (s *Server) Warnings(ctx context.Context) ([]operations.Warning, error) {
	forged, err := s.forgedSkips(ctx)
	if err != nil {
		return nil, err
	}
	all := s.settingWarnings()
	for _, position := range forged {
		all = append(all, operations.Warning{
			Reason: fmt.Sprintf("log.forged_%d", position),
			Message: fmt.Sprintf(
				"Event %d was forged or changed in the database. It was skipped, but no head of the log is signed that covers it. Remove it if it is the last one, or restore to the moment before it.",
				position,
			),
		})
	}
	return all, nil
}

// forgedSkips returns the positions of forged events that operators made projections skip.
func (s *Server) forgedSkips(ctx context.Context) (forged []int64, err error) {
	var streams []uuid.UUID
	for _, name := range core.ProjectionNames() {
		streams = append(streams, decisions.StreamOf(name))
	}
	events, err := s.Store.LoadStreams(ctx, streams, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	for _, e := range events {
		d, ok := e.Data.(*decisions.Skipped)
		if !ok || seen[d.Position] {
			continue
		}
		seen[d.Position] = true
		if err := s.Store.EachChecked(ctx, d.Position-1, 1, func(position int64, _ []byte, wrong error) error {
			if wrong != nil && position == d.Position {
				forged = append(forged, position)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return forged, nil
}
