package program

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/eventstore"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/workers/relay"
)

// nameSessions has the database's sessions say which process they belong to, unless the DSN says something else.
func nameSessions(dsn string) string {
	if strings.Contains(dsn, "application_name") {
		return dsn
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	host, _, _ = strings.Cut(host, ".")
	name := fmt.Sprintf("proofboard/%.40s/%d", host, os.Getpid())
	if u, err := url.Parse(dsn); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		q := u.Query()
		q.Set("application_name", name)
		u.RawQuery = q.Encode()
		return u.String()
	}
	return dsn + " application_name=" + name
}

const queuesWithin = time.Second // else they are said to be missing

// machinery is what an operator sees beside the projections.
func (p *Program) machinery(ctx context.Context) (api.Machinery, error) {
	followed, err := audit.NewQueries(p.pool).Followed(ctx)
	if err != nil {
		return api.Machinery{}, err
	}
	for _, projection := range Projections() {
		delete(followed, projection.Name)
	}
	maps.DeleteFunc(followed, func(name string, _ int64) bool { return strings.HasSuffix(name, "__next") })
	m := api.Machinery{}
	for _, name := range slices.Sorted(maps.Keys(followed)) {
		at := followed[name]
		m.Workers = append(m.Workers, api.Worker{Name: strings.TrimPrefix(name, "worker_"), Lease: eventstore.LeaseKey(name), Position: &at})
	}
	if _, follows := followed["transparency"]; !follows {
		m.Workers = append(m.Workers, api.Worker{Name: "transparency", Lease: eventstore.LeaseKey("transparency")})
	}
	ctx, cancel := context.WithTimeout(ctx, queuesWithin)
	defer cancel()
	if m.Queues, err = p.queues(ctx); err != nil {
		m.QueuesMissing = "The message broker does not answer."
	}
	return m, nil
}

// queues are the consumers of the stream of events.
func (p *Program) queues(ctx context.Context) ([]api.Queue, error) {
	stream, err := p.js.Stream(ctx, relay.Stream)
	if err != nil {
		return nil, err
	}
	var queues []api.Queue
	consumers := stream.ListConsumers(ctx)
	for c := range consumers.Info() {
		queues = append(queues, api.Queue{Name: c.Name, Waiting: count(c.NumPending), InFlight: int64(c.NumAckPending), Redelivered: int64(c.NumRedelivered)})
	}
	slices.SortFunc(queues, func(a, b api.Queue) int { return strings.Compare(a.Name, b.Name) })
	return queues, consumers.Err()
}

// count is a number of messages.
func count(n uint64) int64 { return int64(min(n, 1<<62)) }
