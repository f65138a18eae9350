// Package health watches what the server depends on: the database, NATS, the file store, the disk,
// and how far projections, workers and the transparency log are behind the event log. It answers
// /readyz and feeds /metrics.
package health

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/internal/diskspace"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/projections/engine"
)

const (
	checkEvery = time.Second     // probes and scrapes share the result of one check
	checkTime  = 2 * time.Second // longest check of one dependency
	readyLag   = 1000            // events that a ready projection may be behind
	treeLag    = 10_000          // events that the transparency log may be behind
	workerAway = time.Minute     // longer than a worker takes to start again
)

// Config names what a Monitor watches.
type Config struct {
	Store     *eventlog.Store
	Leases    *lease.Leases
	Runner    *engine.Runner
	Pool      *pgxpool.Pool
	Files     interface{ Check(context.Context) error }
	NATS      *nats.Conn
	JetStream jetstream.JetStream
	Stream    string           // of the relay
	Consumers []string         // of that stream
	Queues    []jobs.Queue     // of work that is no job
	Disk      *diskspace.Guard // of the embedded database, nil for an external one
	Data      string           // folder whose free space is measured
	Log       *slog.Logger
	// NeedsWorkers says that this process serves only what other processes apply to the read models.
	NeedsWorkers bool
}

// Lag is how far a reader of the event log is behind it.
type Lag struct {
	Name    string  `json:"name"`
	Events  int64   `json:"events"`
	Seconds float64 `json:"seconds"` // age of the oldest event it has not handled, 0 if there is none
}

// Dependency is a line of /readyz.
type Dependency struct {
	Name       string
	Ready      bool
	Required   bool     // without it this process cannot serve; the others only limit what it serves
	Reason     string   // why it is not ready
	LagEvents  *int64   // how far it is behind the log, nil if it does not read the log
	LagSeconds *float64 // age of the oldest event it has not handled
}

// consumer is a consumer of the relay's stream.
type consumer struct {
	name                    string
	pending, unacknowledged float64
}

// result is the result of one check. If a dependency could not be checked, only its error is set.
type result struct {
	database, nats, files, consumersErr error
	head                                int64
	projections                         []engine.Status
	workers                             []Lag
	audit                               Lag     // of the transparency log
	unsigned                            float64 // age in seconds of the oldest event that no signed head covers
	consumers                           []consumer
	standing                            standing
	free                                float64 // bytes
	freeKnown                           bool
}

// Monitor checks the dependencies of a server and implements prometheus.Collector.
type Monitor struct {
	c       Config
	mu      sync.Mutex
	checked time.Time
	last    result
	// caughtUp is set once every projection has been near the head since the start.
	caughtUp bool
	failing  map[string]bool // dependencies whose failure was logged
	worked   time.Time       // when some process was last seen to run projections
	now      func() time.Time
}

// NewMonitor returns a monitor. It checks only when it is asked.
func NewMonitor(c Config) *Monitor { return &Monitor{c: c, failing: map[string]bool{}, now: time.Now} }

// check returns the result of the last second, or checks again. Simultaneous callers wait for the
// same check.
func (m *Monitor) check(ctx context.Context) result {
	m.mu.Lock()
	defer m.mu.Unlock()
	if time.Since(m.checked) < checkEvery {
		return m.last
	}
	// Other callers wait for this check too, so it does not end with the request of the first.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTime)
	defer cancel()
	var r result
	var wg sync.WaitGroup
	wg.Go(func() { r.database = m.checkDatabase(ctx, &r) })
	wg.Go(func() { r.files = m.c.Files.Check(ctx) })
	wg.Go(func() {
		if !m.c.NATS.IsConnected() {
			r.nats = errors.New("not connected")
			return
		}
		r.consumers, r.consumersErr = m.checkConsumers(ctx)
	})
	wg.Wait()
	r.free, r.freeKnown = diskspace.Free(m.c.Data)
	m.report(ctx, "database", r.database)
	m.report(ctx, "files", r.files)
	m.report(ctx, "nats", r.nats)
	m.report(ctx, "consumers", r.consumersErr)
	if r.database == nil && !m.caughtUp {
		m.caughtUp = !slices.ContainsFunc(r.projections, func(p engine.Status) bool { return p.Lag > readyLag })
	}
	if r.database == nil && slices.ContainsFunc(r.projections, func(p engine.Status) bool { return p.Running }) {
		m.worked = m.now()
	}
	m.last, m.checked = r, time.Now()
	return r
}

// workers describes the processes that run projections. Without any, what people do is stored and never
// shown. That is no service, unless it is only until a worker has started again (D-279).
func (m *Monitor) workers(r result) Dependency {
	d := Dependency{Name: "workers"}
	d.Ready = slices.ContainsFunc(r.projections, func(p engine.Status) bool { return p.Running })
	if d.Ready {
		return d
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	d.Reason, d.Required = "none runs", m.now().Sub(m.worked) > workerAway
	return d
}

// report logs when a dependency fails and when it works again, with the error, which /readyz does
// not show.
func (m *Monitor) report(ctx context.Context, name string, err error) {
	switch {
	case err != nil && !m.failing[name]:
		m.c.Log.WarnContext(ctx, "a dependency is not ready", "dependency", name, "error", err)
	case err == nil && m.failing[name]:
		m.c.Log.InfoContext(ctx, "a dependency is ready again", "dependency", name)
	}
	m.failing[name] = err != nil
}

// WorkerLags returns the lag of each worker that reads the log, whose last position is head.
func WorkerLags(ctx context.Context, pool *pgxpool.Pool, head int64) ([]Lag, error) {
	rows, err := pool.Query(
		ctx,
		`select substr(c.name, 8), greatest(0, $1 - c.position),
			greatest(0, coalesce(extract(epoch from now() - e.occurred_at), 0))::float8
		from checkpoints c left join events e on e.position = c.position + 1
		where starts_with(c.name, 'worker_') order by c.name`,
		head,
	)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Lag])
}

func (m *Monitor) checkDatabase(ctx context.Context, r *result) (err error) {
	if r.head, err = m.c.Store.Head(ctx); err != nil {
		return err
	}
	if r.projections, err = m.c.Runner.Status(ctx); err != nil {
		return err
	}
	if r.workers, err = WorkerLags(ctx, m.c.Pool, r.head); err != nil {
		return err
	}
	if r.standing, err = m.checkStanding(ctx, r.head); err != nil {
		return err
	}
	r.audit.Name = "transparency log"
	return m.c.Pool.QueryRow(
		ctx,
		`select greatest(0, $1 - t.size), greatest(0, coalesce(extract(epoch from now() - e.occurred_at), 0))::float8,
			greatest(0, coalesce(extract(epoch from now() - (select occurred_at from events
				where position = 1 + (select coalesce(max(size), 0) from tree_heads))), 0))::float8
		from tree_size t left join events e on e.position = t.size + 1`,
		r.head,
	).Scan(&r.audit.Events, &r.audit.Seconds, &r.unsigned)
}

// checkConsumers reads how many messages wait for each consumer. A consumer that does not exist yet
// is left out.
func (m *Monitor) checkConsumers(ctx context.Context) (out []consumer, err error) {
	for _, name := range m.c.Consumers {
		c, err := m.c.JetStream.Consumer(ctx, m.c.Stream, name)
		if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
			continue
		}
		if err != nil {
			return out, err
		}
		info := c.CachedInfo() // JetStream.Consumer has just fetched it
		out = append(out, consumer{name, float64(info.NumPending), float64(info.NumAckPending)})
	}
	return out, nil
}

// Dependencies returns the state of each dependency. It is at most a second old.
func (m *Monitor) Dependencies(ctx context.Context) []Dependency {
	r := m.check(ctx)
	m.mu.Lock()
	starting := !m.caughtUp
	m.mu.Unlock()
	all := []Dependency{
		reachable("database", true, r.database),
		reachable("nats", false, r.nats),
		reachable("object store", false, r.files),
	}
	if m.c.Disk != nil {
		d := Dependency{Name: "disk", Ready: m.c.Disk.Check() == nil}
		if !d.Ready {
			d.Reason = "is full: nothing can be changed"
		}
		all = append(all, d)
	}
	if r.database != nil {
		return all // the rest is read from the database
	}
	if m.c.NeedsWorkers {
		all = append(all, m.workers(r))
	}
	for _, p := range r.projections {
		// A projection that falls behind later shows old answers, not wrong ones. If it were
		// required then, every process would stop serving at once.
		all = append(all, following(Lag{"projection " + p.Name, p.Lag, p.Seconds}, readyLag, starting))
	}
	for _, w := range r.workers {
		all = append(all, following(Lag{"worker " + w.Name, w.Events, w.Seconds}, readyLag, false))
	}
	return append(all, following(r.audit, treeLag, false))
}

// reachable describes a dependency whose check returned err. It hides the error, which may name
// addresses.
func reachable(name string, required bool, err error) Dependency {
	d := Dependency{Name: name, Ready: err == nil, Required: required}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		d.Reason = "does not answer"
	case err != nil:
		d.Reason = "cannot be reached"
	}
	return d
}

// following describes a reader of the log, which is ready if it is at most maxLag events behind.
func following(l Lag, maxLag int64, required bool) Dependency {
	d := Dependency{
		Name:       l.Name,
		Ready:      l.Events <= maxLag,
		Required:   required,
		LagEvents:  &l.Events,
		LagSeconds: &l.Seconds,
	}
	if !d.Ready {
		d.Reason = "is behind the log"
	}
	return d
}

var (
	upDesc = prometheus.NewDesc(
		"proofboard_dependency_up", "Whether a dependency can be reached.", []string{"dependency"}, nil,
	)
	headDesc     = prometheus.NewDesc("proofboard_log_head_position", "Position of the log's last event.", nil, nil)
	positionDesc = prometheus.NewDesc(
		"proofboard_projection_position", "Position up to which events are applied.", []string{"projection"}, nil,
	)
	lagEventsDesc = prometheus.NewDesc(
		"proofboard_projection_lag_events", "Events not applied yet.", []string{"projection"}, nil,
	)
	lagSecondsDesc = prometheus.NewDesc(
		"proofboard_projection_lag_seconds", "Age of the oldest event not applied yet, 0 if there is none.",
		[]string{"projection"}, nil,
	)
	parkedDesc = prometheus.NewDesc(
		"proofboard_projection_parked_streams",
		"Streams that are parked because one of their events could not be applied.",
		[]string{"projection"},
		nil,
	)
	rebuildDesc = prometheus.NewDesc(
		"proofboard_projection_rebuild_position", "Position of a rebuild under way, 0 for none.",
		[]string{"projection"}, nil,
	)
	workerDesc = prometheus.NewDesc(
		"proofboard_worker_lag_events", "Events that a worker has not handled yet.", []string{"worker"}, nil,
	)
	workerSecDesc = prometheus.NewDesc(
		"proofboard_worker_lag_seconds", "Age of the oldest event that a worker has not handled yet.",
		[]string{"worker"}, nil,
	)
	auditDesc = prometheus.NewDesc(
		"proofboard_audit_lag_events", "Events that the transparency log does not cover yet.", nil, nil,
	)
	unsignedDesc = prometheus.NewDesc(
		"proofboard_audit_unsigned_seconds", "Age of the oldest event that no signed head covers, 0 if there is none.",
		nil, nil,
	)
	pendingDesc = prometheus.NewDesc(
		"proofboard_consumer_pending_messages", "Messages that wait for a consumer.", []string{"consumer"}, nil,
	)
	unacknowledgedDesc = prometheus.NewDesc(
		"proofboard_consumer_unacknowledged_messages", "Messages that a consumer has received and not acknowledged.",
		[]string{"consumer"}, nil,
	)
	freeDesc = prometheus.NewDesc(
		"proofboard_data_free_bytes",
		"Free bytes on the disk of the data folder.",
		nil,
		nil,
	)
	checkDescs = []*prometheus.Desc{
		upDesc,
		headDesc,
		positionDesc,
		lagEventsDesc,
		lagSecondsDesc,
		parkedDesc,
		rebuildDesc,
		workerDesc,
		workerSecDesc,
		auditDesc,
		unsignedDesc,
		pendingDesc,
		unacknowledgedDesc,
		freeDesc,
	}
)

// Describe implements prometheus.Collector.
func (m *Monitor) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range slices.Concat(checkDescs, standingDescs) {
		ch <- d
	}
}

// Collect implements prometheus.Collector. The lags are read from the database, so every process
// reports the same.
func (m *Monitor) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	up := func(name string, err error) {
		v := 1.0
		if err != nil {
			v = 0
		}
		gauge(upDesc, v, name)
	}
	r := m.check(context.Background())
	up("database", r.database)
	up("nats", r.nats)
	up("files", r.files)
	if r.freeKnown {
		gauge(freeDesc, r.free)
	}
	for _, c := range r.consumers {
		gauge(pendingDesc, c.pending, c.name)
		gauge(unacknowledgedDesc, c.unacknowledged, c.name)
	}
	if r.database != nil {
		return
	}
	gauge(headDesc, float64(r.head))
	for _, p := range r.projections {
		gauge(positionDesc, float64(p.Position), p.Name)
		gauge(lagEventsDesc, float64(p.Lag), p.Name)
		gauge(lagSecondsDesc, p.Seconds, p.Name)
		gauge(parkedDesc, float64(len(p.Parked)), p.Name)
		gauge(rebuildDesc, float64(p.Rebuild), p.Name)
	}
	for _, w := range r.workers {
		gauge(workerDesc, float64(w.Events), w.Name)
		gauge(workerSecDesc, w.Seconds, w.Name)
	}
	r.standing.collect(gauge, r.projections)
	gauge(auditDesc, float64(r.audit.Events))
	gauge(unsignedDesc, r.unsigned)
}
