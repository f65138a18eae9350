package program

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/projections"
	"github.com/proofboard/proofboard/workers/relay"
)

const (
	lookEvery = time.Second     // probes and scrapes share what one look saw
	lookTime  = 2 * time.Second // longest look at one dependency
	readyLag  = 1000            // events that a projection may be behind
	treeLag   = 10_000          // events that the transparency log may be behind
)

// lag is how far something that follows the log is behind.
type lag struct {
	Name    string  `json:"name"`
	Events  int64   `json:"events"`
	Seconds float64 `json:"seconds"` // age of the oldest event not seen, 0 if there is none
}

// pending is what waits for a consumer of the stream.
type pending struct {
	name         string
	waits, taken float64
}

// seen is what one look saw. A part that could not be looked at has its error and nothing else.
type seen struct {
	database, nats, files, consumersErr error
	head                                int64
	projections                         []projections.Status
	workers                             []lag
	audit                               lag     // of the tree
	unsigned                            float64 // age in seconds of the oldest event that no signed head covers
	consumers                           []pending
	standing                            standing
	free                                float64 // bytes left for the data folder, if known
	freeKnown                           bool
}

// health looks at what the program leans on.
type health struct {
	p      *Program
	log    *slog.Logger
	mu     sync.Mutex
	at     time.Time
	last   seen
	caught bool // every projection has been near the head since the start
	told   map[string]bool
}

func newHealth(p *Program) *health { return &health{p: p, log: p.log, told: map[string]bool{}} }

// look answers what was seen within the last second, looking if need be. Whoever asks meanwhile waits for the same look.
func (h *health) look(ctx context.Context) seen {
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.at) < lookEvery {
		return h.last
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTime) // others wait for it too
	defer cancel()
	var s seen
	var wg sync.WaitGroup
	wg.Go(func() { s.database = h.lookAtDatabase(ctx, &s) })
	wg.Go(func() { s.files = h.p.store.s3.Check(ctx) })
	wg.Go(func() {
		if !h.p.conn.IsConnected() {
			s.nats = errors.New("not connected")
			return
		}
		s.consumers, s.consumersErr = h.lookAtConsumers(ctx)
	})
	wg.Wait()
	s.free, s.freeKnown = freeSpace(h.p.cfg.Data)
	h.tell(ctx, "database", s.database)
	h.tell(ctx, "files", s.files)
	h.tell(ctx, "nats", s.nats)
	h.tell(ctx, "consumers", s.consumersErr)
	if s.database == nil && !h.caught {
		h.caught = true
		for _, p := range s.projections {
			h.caught = h.caught && p.Lag <= readyLag
		}
	}
	h.last, h.at = s, time.Now()
	return s
}

// tell logs when something goes and when it is back; /readyz itself names no addresses.
func (h *health) tell(ctx context.Context, name string, err error) {
	switch {
	case err != nil && !h.told[name]:
		h.log.WarnContext(ctx, "a dependency is not ready", "dependency", name, "error", err)
	case err == nil && h.told[name]:
		h.log.InfoContext(ctx, "a dependency is ready again", "dependency", name)
	}
	h.told[name] = err != nil
}

// WorkerLag is how far a worker that follows the log is behind it.
type WorkerLag = lag

// WorkerLags returns the lag of every worker that follows the log.
func (p *Core) WorkerLags(ctx context.Context) ([]WorkerLag, error) {
	head, err := p.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	return p.workerLags(ctx, head)
}

func (p *Core) workerLags(ctx context.Context, head int64) ([]WorkerLag, error) {
	rows, err := p.pool.Query(
		ctx,
		`select substr(c.name, 8), greatest(0, $1 - c.position), greatest(0, coalesce(extract(epoch from now() - e.occurred_at), 0))::float8
		from checkpoints c left join events e on e.position = c.position + 1 where starts_with(c.name, 'worker_') order by c.name`,
		head,
	)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[lag])
}

func (h *health) lookAtDatabase(ctx context.Context, s *seen) (err error) {
	if s.head, err = h.p.Store.Head(ctx); err != nil {
		return err
	}
	if s.projections, err = h.p.Runner.Status(ctx); err != nil {
		return err
	}
	if s.workers, err = h.p.workerLags(ctx, s.head); err != nil {
		return err
	}
	if s.standing, err = h.lookAtStanding(ctx, s.head); err != nil {
		return err
	}
	s.audit.Name = "transparency log"
	return h.p.pool.QueryRow(ctx, `select greatest(0, $1 - t.size), greatest(0, coalesce(extract(epoch from now() - e.occurred_at), 0))::float8,
			greatest(0, coalesce(extract(epoch from now() - (select occurred_at from events where position = 1 + (select coalesce(max(size), 0) from tree_heads))), 0))::float8
		from tree_size t left join events e on e.position = t.size + 1`, s.head).
		Scan(&s.audit.Events, &s.audit.Seconds, &s.unsigned)
}

// lookAtConsumers reads what waits for the mailer and the thumbnails; one that has not begun yet is left out.
func (h *health) lookAtConsumers(ctx context.Context) (out []pending, err error) {
	for _, name := range relay.Consumers() {
		c, err := h.p.js.Consumer(ctx, relay.Stream, name)
		if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
			continue
		}
		if err != nil {
			return out, err
		}
		info := c.CachedInfo() // Consumer has just fetched it
		out = append(out, pending{name, float64(info.NumPending), float64(info.NumAckPending)})
	}
	return out, nil
}

// dependencies is what /readyz answers.
func (h *health) dependencies(ctx context.Context) []api.Dependency {
	s := h.look(ctx)
	h.mu.Lock()
	starting := !h.caught
	h.mu.Unlock()
	one := func(name string, required bool, err error) api.Dependency {
		d := api.Dependency{Name: name, Ready: err == nil, Required: required}
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			d.Reason = "does not answer"
		case err != nil:
			d.Reason = "cannot be reached"
		}
		return d
	}
	all := []api.Dependency{
		one("database", true, s.database),
		one("nats", false, s.nats),
		one("object store", false, s.files),
	}
	if h.p.room != nil {
		d := api.Dependency{Name: "disk", Ready: h.p.room.refuse() == nil}
		if !d.Ready {
			d.Reason = "is full: nothing can be changed"
		}
		all = append(all, d)
	}
	if s.database != nil {
		return all // nothing is known of the rest
	}
	behind := func(l lag, most int64, required bool) api.Dependency {
		d := api.Dependency{
			Name:       l.Name,
			Ready:      l.Events <= most,
			Required:   required,
			LagEvents:  &l.Events,
			LagSeconds: &l.Seconds,
		}
		if !d.Ready {
			d.Reason = "is behind the log"
		}
		return d
	}
	for _, p := range s.projections {
		// Once the process serves, a backlog makes answers old, not wrong: taking every process out of service would help nobody.
		all = append(all, behind(lag{"projection " + p.Name, p.Lag, p.Seconds}, readyLag, starting))
	}
	for _, w := range s.workers {
		all = append(all, behind(lag{"worker " + w.Name, w.Events, w.Seconds}, readyLag, false))
	}
	return append(all, behind(s.audit, treeLag, false))
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
		"proofboard_projection_parked_streams", "Streams that wait because one of their events could not be applied.",
		[]string{"projection"}, nil,
	)
	rebuildDesc = prometheus.NewDesc(
		"proofboard_projection_rebuild_position", "Position of a rebuild under way, 0 for none.",
		[]string{"projection"}, nil,
	)
	workerDesc = prometheus.NewDesc(
		"proofboard_worker_lag_events", "Events that a worker has not dealt with yet.", []string{"worker"}, nil,
	)
	workerSecDesc = prometheus.NewDesc(
		"proofboard_worker_lag_seconds", "Age of the oldest event that a worker has not dealt with yet.",
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
	takenDesc = prometheus.NewDesc(
		"proofboard_consumer_unacknowledged_messages", "Messages that a consumer has taken and not acknowledged.",
		[]string{"consumer"}, nil,
	)
	freeDesc  = prometheus.NewDesc("proofboard_data_free_bytes", "Space left for the data folder.", nil, nil)
	lookDescs = []*prometheus.Desc{
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
		takenDesc,
		freeDesc,
	}
)

// Describe implements prometheus.Collector.
func (h *health) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range slices.Concat(lookDescs, standingDescs) {
		ch <- d
	}
}

// Collect implements prometheus.Collector: lags are those of now, and those of everybody, whichever process works.
func (h *health) Collect(ch chan<- prometheus.Metric) {
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
	s := h.look(context.Background())
	up("database", s.database)
	up("nats", s.nats)
	up("files", s.files)
	if s.freeKnown {
		gauge(freeDesc, s.free)
	}
	for _, c := range s.consumers {
		gauge(pendingDesc, c.waits, c.name)
		gauge(takenDesc, c.taken, c.name)
	}
	if s.database != nil {
		return
	}
	gauge(headDesc, float64(s.head))
	for _, p := range s.projections {
		gauge(positionDesc, float64(p.Position), p.Name)
		gauge(lagEventsDesc, float64(p.Lag), p.Name)
		gauge(lagSecondsDesc, p.Seconds, p.Name)
		gauge(parkedDesc, float64(len(p.Parked)), p.Name)
		gauge(rebuildDesc, float64(p.Rebuild), p.Name)
	}
	for _, w := range s.workers {
		gauge(workerDesc, float64(w.Events), w.Name)
		gauge(workerSecDesc, w.Seconds, w.Name)
	}
	s.standing.collect(gauge, s.projections)
	gauge(auditDesc, float64(s.audit.Events))
	gauge(unsignedDesc, s.unsigned)
}
