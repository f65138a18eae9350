package scheduler

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Outcomes of a run, used as metric labels.
const (
	done   = "done"
	failed = "failed"
)

// Meters counts and times the runs of jobs.
type Meters struct {
	runs    *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	success *prometheus.GaugeVec
}

// NewMeters returns meters and registers them.
func NewMeters(reg prometheus.Registerer) *Meters {
	const namespace = "proofboard"
	m := &Meters{
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

// measured returns the job with its runs counted. It creates both outcome counters at once, because
// a rate can only be computed from a first value of zero.
func (m *Meters) measured(j Job) Job {
	do := j.Do
	m.runs.WithLabelValues(j.Name, done)
	m.runs.WithLabelValues(j.Name, failed)
	j.Do = func(ctx context.Context) error {
		began := time.Now()
		err := do(ctx)
		if err != nil && ctx.Err() != nil {
			return err // the scheduler is stopping, so the run did not fail
		}
		m.seconds.WithLabelValues(j.Name).Observe(time.Since(began).Seconds())
		if err != nil {
			m.runs.WithLabelValues(j.Name, failed).Inc()
			return err
		}
		m.runs.WithLabelValues(j.Name, done).Inc()
		m.success.WithLabelValues(j.Name).SetToCurrentTime()
		return nil
	}
	return j
}
