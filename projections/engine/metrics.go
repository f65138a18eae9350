package engine

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

type meters struct {
	delay    *prometheus.HistogramVec
	events   *prometheus.CounterVec
	failures *prometheus.CounterVec
	parked   *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMeters(reg prometheus.Registerer) *meters {
	const namespace = "proofboard"
	label := []string{"projection"}
	counter := func(name, help string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, label)
	}
	m := &meters{
		delay: prometheus.NewHistogramVec(
			prometheus.HistogramOpts{
				Namespace: namespace,
				Name:      "projection_delay_seconds",
				Help:      "Age of the newest event of a page when it became visible.",
				Buckets:   []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5, 30, 300},
			},
			label,
		),
		events:   counter("projection_events_total", "Events looked at."),
		failures: counter("projection_failures_total", "Interruptions by an error."),
		parked:   counter("projection_parkings_total", "Streams parked because an event could not be applied."),
		seconds: prometheus.NewHistogramVec(
			prometheus.HistogramOpts{
				Namespace: namespace,
				Name:      "projection_commit_duration_seconds",
				Help:      "Time to apply and commit a page.",
				Buckets:   []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .5, 1, 5},
			},
			label,
		),
	}
	if reg != nil {
		reg.MustRegister(m.delay, m.events, m.failures, m.parked, m.seconds)
	}
	return m
}

// known shows a projection from the start: a rate needs the zero it rises from.
func (m *meters) known(name string) {
	for _, c := range []*prometheus.CounterVec{m.events, m.failures, m.parked} {
		c.WithLabelValues(name)
	}
}

func (m *meters) applied(name string, p eventlog.Page, took time.Duration) {
	m.events.WithLabelValues(name).Add(float64(p.Count))
	m.seconds.WithLabelValues(name).Observe(took.Seconds())
	if n := len(p.Events); n > 0 {
		m.delay.WithLabelValues(name).Observe(max(0, time.Since(p.Events[n-1].OccurredAt).Seconds()))
	}
}

// Stat describes the runner's connections.
func (r *Runner) Stat() *pgxpool.Stat { return r.pool.Stat() }
