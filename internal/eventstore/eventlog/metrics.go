package eventlog

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// meters are updated once per batch, not once per append.
type meters struct {
	head                                                    prometheus.Gauge
	events, conflicts, repeated, lost, reconnects, snapshot prometheus.Counter
	batch, flush                                            prometheus.Histogram
}

const namespace = "proofboard"

func newMeters(reg prometheus.Registerer) *meters {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help})
	}
	m := &meters{
		head: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: namespace,
			Name:      "append_head_position",
			Help:      "Position of the last event this process appended.",
		}),
		events: counter("events_appended_total", "Events appended by this process."),
		conflicts: counter(
			"append_conflicts_total", "Appends refused because a stream or guard was not at the expected version.",
		),
		repeated: counter("append_repeated_total", "Appends whose command id was in the log already."),
		lost: counter(
			"append_lost_races_total", "Batches that found the head taken by another process and were sent again.",
		),
		reconnects: counter("append_reconnects_total", "Connections of the writer that were replaced."),
		snapshot:   counter("snapshots_written_total", "Snapshots written."),
		batch: prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: namespace, Name: "append_batch_size",
			Help: "Appends committed together.", Buckets: []float64{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}}),
		flush: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: namespace,
			Name:      "append_commit_duration_seconds",
			Help:      "Time of one commit to the log.",
			Buckets:   []float64{.0001, .0002, .0005, .001, .002, .005, .01, .02, .05, .1, .5, 1, 5},
		}),
	}
	if reg != nil {
		reg.MustRegister(
			m.head, m.events, m.conflicts, m.repeated, m.lost, m.reconnects, m.snapshot, m.batch, m.flush,
		)
	}
	return m
}

func (m *meters) flushed(appends int, took time.Duration) {
	m.batch.Observe(float64(appends))
	m.flush.Observe(took.Seconds())
}

func (m *meters) appended(head, events int64) {
	m.head.Set(float64(head))
	m.events.Add(float64(events))
}

// Waiting returns the number of appends that wait for the writer.
func (s *Store) Waiting() int { return len(s.writer.ch) }

// Stat returns the state of the connections for reading.
func (s *Store) Stat() *pgxpool.Stat { return s.pool.Stat() }
