// Package metered is the command bus with a counter and a timer for each kind of command, and a
// span for each request that is traced.
package metered

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// Bus handles commands and measures them.
type Bus struct {
	bus    *commands.Bus
	meters *Meters
	guard  func() error
}

// New returns a bus that counts into meters. It asks guard before each command and refuses the
// command with guard's error; nil accepts every command.
func New(c commands.Config, meters *Meters, guard func() error) *Bus {
	if guard == nil {
		guard = func() error { return nil }
	}
	return &Bus{bus: commands.New(c), meters: meters, guard: guard}
}

// Meters count and time commands by type and outcome.
type Meters struct {
	done    *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	// accepted has the series of accepted commands by type. Looking a series up costs as much as
	// counting into it.
	accepted sync.Map
}

// series count one outcome of one type of command.
type series struct {
	done    prometheus.Counter
	seconds prometheus.Observer
}

func (m *Meters) count(command, outcome, reason string, took time.Duration) {
	var s series
	if known, ok := m.accepted.Load(command); ok && outcome == accepted {
		s = known.(series)
	} else {
		s = series{m.done.WithLabelValues(command, outcome, reason), m.seconds.WithLabelValues(command, outcome)}
		if outcome == accepted {
			m.accepted.Store(command, s)
		}
	}
	s.done.Inc()
	s.seconds.Observe(took.Seconds())
}

// The outcomes of a command.
const (
	accepted = "accepted"
	refused  = "refused" // a rule refused it, see the reason
	failed   = "failed"  // a fault of the server
)

// NewMeters returns meters and registers them unless reg is nil.
func NewMeters(reg prometheus.Registerer) *Meters {
	const namespace = "proofboard"
	m := &Meters{
		done: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace,
			Name:      "commands_total",
			Help:      "Commands by type, outcome (accepted, refused, failed) and reason of the refusal or failure.",
		}, []string{"command", "outcome", "reason"}),
		seconds: prometheus.NewHistogramVec(
			prometheus.HistogramOpts{
				Namespace: namespace,
				Name:      "command_duration_seconds",
				Help:      "Time of a command from its arrival at the bus to its answer.",
				Buckets:   []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5},
			},
			[]string{"command", "outcome"},
		),
	}
	if reg != nil {
		reg.MustRegister(m.done, m.seconds)
	}
	return m
}

// outcomeOf returns the outcome of a command and the reason of a refusal or failure.
func outcomeOf(err error) (outcome, reason string) {
	if err == nil {
		return accepted, ""
	}
	var e *domain.Error
	if errors.As(err, &e) && e.Code != domain.Unavailable && e.Code != domain.Internal {
		return refused, e.Reason
	}
	return failed, domain.ReasonOf(err)
}

// Places is commands.Bus.Places.
func (b *Bus) Places(ctx context.Context, customer uuid.UUID) (left int64, err error) {
	return b.bus.Places(ctx, customer)
}

// Do handles a command. See commands.Bus for its errors.
func (b *Bus) Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Result, error) {
	began := time.Now()
	if r.ID != uuid.Nil {
		ctx = telemetry.WithCommand(ctx, r.ID.String())
	}
	name := string(cmd.CommandType())
	var span trace.Span
	if telemetry.Sampled(ctx) {
		ctx, span = telemetry.Start(
			ctx,
			"command "+name,
			attribute.String("proofboard.command", name),
			attribute.String("proofboard.stream", cmd.AggregateID().String()),
			attribute.String("proofboard.role", string(r.Actor.Role)),
			attribute.String("proofboard.via", r.Via),
		)
		r.Trace = telemetry.Traceparent(ctx)
	}
	var done commands.Result
	err := b.guard()
	if err == nil {
		done, err = b.bus.Do(ctx, cmd, r)
	}
	outcome, reason := outcomeOf(err)
	b.meters.count(name, outcome, reason, time.Since(began))
	if span != nil {
		span.SetAttributes(
			attribute.String("proofboard.outcome", outcome),
			attribute.String("proofboard.reason", reason),
			attribute.Int64("proofboard.position", done.Position),
			attribute.Bool("proofboard.repeated", done.Repeated),
		)
		if r.ID != uuid.Nil {
			span.SetAttributes(attribute.String("proofboard.command_id", r.ID.String()))
		}
		if outcome == failed {
			telemetry.Failed(span, reason)
		}
		span.End()
	}
	return done, err
}
