package core

import (
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/proofboard/proofboard/commands/metered"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/workers/scheduler"
)

const namespace = "proofboard"

// Meters contains the metrics of the whole process and those that this package passes to other
// packages.
type Meters struct {
	Registry *prometheus.Registry
	Commands *metered.Meters
	Jobs     *scheduler.Meters
}

func newMeters(version string) Meters {
	m := Meters{Registry: prometheus.NewRegistry()}
	build := prometheus.NewGauge(
		prometheus.GaugeOpts{Namespace: namespace, Name: "build_info", Help: "The build that runs; always 1.",
			ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()}},
	)
	build.Set(1)
	m.Registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), build,
	)
	m.Commands, m.Jobs = metered.NewMeters(m.Registry), scheduler.NewMeters(m.Registry)
	return m
}

// Metrics returns the metrics that /metrics serves.
func (p *Core) Metrics() prometheus.Gatherer { return p.Meters.Registry }

// measure registers the metrics that are computed at each scrape.
func (p *Core) measure() {
	p.Meters.Registry.MustRegister(
		health.Pools{
			"queries":     p.Pool.Stat,
			"slots":       p.slots.Stat,
			"event log":   p.Store.Stat,
			"projections": p.Runner.Stat,
		},
		prometheus.NewGaugeFunc(
			prometheus.GaugeOpts{
				Namespace: namespace,
				Name:      "append_queue_length",
				Help:      "Appends that are queued for the writer.",
			},
			func() float64 { return float64(p.Store.Waiting()) },
		),
	)
}
