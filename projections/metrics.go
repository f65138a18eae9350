package projections

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/eventstore"
)

type meters struct {
	position *prometheus.GaugeVec
	lag      *prometheus.GaugeVec
	events   *prometheus.CounterVec
	failures *prometheus.CounterVec
	parked   *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMeters(reg prometheus.Registerer) *meters {
	label := []string{"projection"}
	m := &meters{
		position: prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: "projection", Name: "position", Help: "Position up to which events are applied."}, label),
		lag: prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: "projection", Name: "lag_seconds",
			Help: "Age of the last event applied when it became visible."}, label),
		events:   prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "projection", Name: "events_total", Help: "Events looked at."}, label),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "projection", Name: "failures_total", Help: "Interruptions by an error."}, label),
		parked:   prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "projection", Name: "parked_total", Help: "Streams parked because an event could not be applied."}, label),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: "projection", Name: "commit_seconds",
			Help: "Time to apply and commit a page.", Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .5, 1, 5}}, label),
	}
	if reg != nil {
		reg.MustRegister(m.position, m.lag, m.events, m.failures, m.parked, m.seconds)
	}
	return m
}

func (m *meters) applied(name string, p eventstore.Page, took time.Duration) {
	m.position.WithLabelValues(name).Set(float64(p.Last))
	m.events.WithLabelValues(name).Add(float64(p.Count))
	m.seconds.WithLabelValues(name).Observe(took.Seconds())
	if n := len(p.Events); n > 0 {
		m.lag.WithLabelValues(name).Set(time.Since(p.Events[n-1].OccurredAt).Seconds())
	}
}
