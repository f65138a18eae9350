package program

import (
	"context"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/proofboard/proofboard/workers/scheduler"
)

const namespace = "proofboard"

// meters are what the program itself counts; each part has its own beside.
type meters struct {
	registry *prometheus.Registry
	commands *CommandMeters
	jobs     *jobMeters
}

func newMeters(version string) meters {
	m := meters{registry: prometheus.NewRegistry()}
	build := prometheus.NewGauge(
		prometheus.GaugeOpts{Namespace: namespace, Name: "build_info", Help: "Which build this is; always 1.",
			ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()}},
	)
	build.Set(1)
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), build,
	)
	m.commands, m.jobs = NewCommandMeters(m.registry), newJobMeters(m.registry)
	return m
}

// jobMeters count the runs of scheduled jobs.
type jobMeters struct {
	runs    *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	success *prometheus.GaugeVec
}

func newJobMeters(reg prometheus.Registerer) *jobMeters {
	m := &jobMeters{
		runs: prometheus.NewCounterVec(
			prometheus.CounterOpts{
				Namespace: namespace,
				Name:      "job_runs_total",
				Help:      "Runs of a scheduled job by outcome (done, failed).",
			},
			[]string{"task", "outcome"},
		),
		seconds: prometheus.NewHistogramVec(
			prometheus.HistogramOpts{
				Namespace: namespace,
				Name:      "job_duration_seconds",
				Help:      "Time of a run of a scheduled job.",
				Buckets:   []float64{.01, .1, .5, 1, 5, 30, 60, 300},
			},
			[]string{"task"},
		),
		success: prometheus.NewGaugeVec(
			prometheus.GaugeOpts{
				Namespace: namespace,
				Name:      "job_last_success_timestamp_seconds",
				Help:      "When a scheduled job last succeeded in this process.",
			},
			[]string{"task"},
		),
	}
	reg.MustRegister(m.runs, m.seconds, m.success)
	return m
}

const jobDone = "done"

// watched is a job whose runs are counted. A rate needs the zero it rises from, so both outcomes show from the start.
func (m *jobMeters) watched(j scheduler.Job) scheduler.Job {
	do := j.Do
	m.runs.WithLabelValues(j.Name, jobDone)
	m.runs.WithLabelValues(j.Name, failed)
	j.Do = func(ctx context.Context) error {
		began := time.Now()
		err := do(ctx)
		if err != nil && ctx.Err() != nil {
			return err // stopped, which is nobody's failure
		}
		m.seconds.WithLabelValues(j.Name).Observe(time.Since(began).Seconds())
		if err != nil {
			m.runs.WithLabelValues(j.Name, failed).Inc()
			return err
		}
		m.runs.WithLabelValues(j.Name, jobDone).Inc()
		m.success.WithLabelValues(j.Name).SetToCurrentTime()
		return nil
	}
	return j
}

// pools describes the connections to the database, by what they are for.
type pools map[string]func() *pgxpool.Stat

var (
	poolOpen = prometheus.NewDesc(
		"proofboard_database_connections", "Connections to the database by pool and state (idle, in_use, starting).",
		[]string{"pool", "state"}, nil,
	)
	poolMost = prometheus.NewDesc(
		"proofboard_database_connections_limit", "Most connections that a pool may open.", []string{"pool"}, nil,
	)
	poolWaits = prometheus.NewDesc(
		"proofboard_database_waits_total", "Times that a connection had to be waited for.", []string{"pool"}, nil,
	)
	poolTime = prometheus.NewDesc(
		"proofboard_database_wait_seconds_total", "Time spent waiting for a connection.", []string{"pool"}, nil,
	)
)

// Describe implements prometheus.Collector.
func (p pools) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{poolOpen, poolMost, poolWaits, poolTime} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (p pools) Collect(ch chan<- prometheus.Metric) {
	for name, stat := range p {
		s := stat()
		gauge := func(d *prometheus.Desc, v int32, labels ...string) {
			ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(v), append([]string{name}, labels...)...)
		}
		gauge(poolOpen, s.IdleConns(), "idle")
		gauge(poolOpen, s.AcquiredConns(), "in_use")
		gauge(poolOpen, s.ConstructingConns(), "starting")
		gauge(poolMost, s.MaxConns())
		ch <- prometheus.MustNewConstMetric(poolWaits, prometheus.CounterValue, float64(s.EmptyAcquireCount()), name)
		ch <- prometheus.MustNewConstMetric(poolTime, prometheus.CounterValue, s.EmptyAcquireWaitTime().Seconds(), name)
	}
}

// Metrics is what /metrics serves.
func (p *Core) Metrics() prometheus.Gatherer { return p.meters.registry }

// measure registers what is asked for its state at each scrape.
func (p *Core) measure() {
	p.meters.registry.MustRegister(
		pools{"queries": p.pool.Stat, "slots": p.slots.Stat, "event log": p.Store.Stat, "projections": p.Runner.Stat},
		prometheus.NewGaugeFunc(
			prometheus.GaugeOpts{
				Namespace: namespace,
				Name:      "append_queue_length",
				Help:      "Appends that wait for the writer.",
			},
			func() float64 { return float64(p.Store.Waiting()) },
		),
	)
}
