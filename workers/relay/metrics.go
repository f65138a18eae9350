package relay

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Meters counts the events that the relay publishes and the results of consumers. A nil *Meters
// counts nothing.
type Meters struct {
	published prometheus.Counter
	messages  *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
}

// NewMeters returns meters and registers them.
func NewMeters(reg prometheus.Registerer) *Meters {
	const namespace = "proofboard"
	m := &Meters{
		published: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace,
			Name:      "relay_published_events_total",
			Help:      "Events that JetStream has acknowledged.",
		}),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: "consumer_messages_total",
			Help: "Messages that a consumer dealt with, by outcome (done, failed)."}, []string{"consumer", "outcome"}),
		seconds: prometheus.NewHistogramVec(
			prometheus.HistogramOpts{
				Namespace: namespace,
				Name:      "consumer_duration_seconds",
				Help:      "Time that a consumer took for a message.",
				Buckets:   []float64{.001, .01, .05, .1, .5, 1, 5, 30},
			},
			[]string{"consumer"},
		),
	}
	reg.MustRegister(m.published, m.messages, m.seconds)
	for _, name := range Consumers() {
		for _, outcome := range []string{"done", "failed"} {
			m.messages.WithLabelValues(name, outcome)
		}
	}
	return m
}

func (m *Meters) sent() {
	if m != nil {
		m.published.Inc()
	}
}

func (m *Meters) handled(consumer string, err error, took time.Duration) {
	if m == nil {
		return
	}
	outcome := "done"
	if err != nil {
		outcome = "failed"
	}
	m.messages.WithLabelValues(consumer, outcome).Inc()
	m.seconds.WithLabelValues(consumer).Observe(took.Seconds())
}
