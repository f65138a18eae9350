package health

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// Pools has the statistics of each pool of database connections by name. It implements
// prometheus.Collector.
type Pools map[string]func() *pgxpool.Stat

var (
	poolOpen = prometheus.NewDesc(
		"proofboard_database_connections", "Connections to the database by pool and state (idle, in_use, starting).",
		[]string{"pool", "state"}, nil,
	)
	poolLimit = prometheus.NewDesc(
		"proofboard_database_connections_limit", "Most connections that a pool may open.", []string{"pool"}, nil,
	)
	poolWaits = prometheus.NewDesc(
		"proofboard_database_waits_total", "Times that a caller waited for a connection.", []string{"pool"}, nil,
	)
	poolTime = prometheus.NewDesc(
		"proofboard_database_wait_seconds_total", "Time spent waiting for a connection.", []string{"pool"}, nil,
	)
)

// Describe implements prometheus.Collector.
func (p Pools) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{poolOpen, poolLimit, poolWaits, poolTime} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (p Pools) Collect(ch chan<- prometheus.Metric) {
	for name, stat := range p {
		s := stat()
		gauge := func(d *prometheus.Desc, v int32, labels ...string) {
			ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(v), append([]string{name}, labels...)...)
		}
		gauge(poolOpen, s.IdleConns(), "idle")
		gauge(poolOpen, s.AcquiredConns(), "in_use")
		gauge(poolOpen, s.ConstructingConns(), "starting")
		gauge(poolLimit, s.MaxConns())
		ch <- prometheus.MustNewConstMetric(poolWaits, prometheus.CounterValue, float64(s.EmptyAcquireCount()), name)
		ch <- prometheus.MustNewConstMetric(poolTime, prometheus.CounterValue, s.EmptyAcquireWaitTime().Seconds(), name)
	}
}
