package program

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/proofboard/proofboard/api/operations"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/workers/relay"
)

const queuesWithin = time.Second // after this time the answer has no queues

// machinery returns the state of workers and queues for operators. Projections have a separate
// answer.
func (p *Program) machinery(ctx context.Context) (operations.Machinery, error) {
	followed, err := audit.NewQueries(p.pool).Followed(ctx)
	if err != nil {
		return operations.Machinery{}, err
	}
	leases, err := p.Leases.List(ctx)
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
	ctx, cancel := context.WithTimeout(ctx, queuesWithin)
	defer cancel()
	if m.Queues, err = p.queues(ctx); err != nil {
		m.QueuesMissing = "The message broker does not answer."
	}
	return m, nil
}

// queues returns the consumers of the NATS stream of events.
func (p *Program) queues(ctx context.Context) ([]operations.Queue, error) {
	stream, err := p.js.Stream(ctx, relay.Stream)
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
