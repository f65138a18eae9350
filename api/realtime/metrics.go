package realtime

import "github.com/prometheus/client_golang/prometheus"

// meters of the sockets of this process.
type meters struct {
	open          prometheus.Gauge
	sent, dropped prometheus.Counter
}

func newMeters(reg prometheus.Registerer, waiting func() float64) *meters {
	const namespace = "proofboard"
	m := &meters{
		open: prometheus.NewGauge(
			prometheus.GaugeOpts{Namespace: namespace, Name: "sockets_open", Help: "Open websockets."},
		),
		sent: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace,
			Name:      "socket_messages_total",
			Help:      "Messages put on websockets.",
		}),
		dropped: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace,
			Name:      "sockets_dropped_total",
			Help:      "Websockets cut off because their browser did not keep up.",
		}),
	}
	queue := prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{
			Namespace: namespace,
			Name:      "realtime_queue_length",
			Help:      "Changes that wait to be told to the websockets.",
		},
		waiting,
	)
	reg.MustRegister(m.open, m.sent, m.dropped, queue)
	return m
}
