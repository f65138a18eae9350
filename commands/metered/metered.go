// Package metered counts and times the commands of a bus by their kind, and makes a span for each that is traced.
package metered

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/telemetry"
)

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

// Middleware counts and times the commands that go through it, and traces those of traced requests. It asks guard
// before each command and refuses the command with guard's error; nil accepts every command.
func (m *Meters) Middleware(guard func() error) eh.CommandHandlerMiddleware {
	return func(next eh.CommandHandler) eh.CommandHandler {
		return eh.CommandHandlerFunc(func(ctx context.Context, c eh.Command) error {
			message, ok := c.(*commands.Message)
			if !ok {
				return next.HandleCommand(ctx, c) // which refuses it
			}
			return m.handle(ctx, message, func(ctx context.Context) error {
				if guard != nil {
					if err := guard(); err != nil {
						return err
					}
				}
				return next.HandleCommand(ctx, c)
			})
		})
	}
}

func (m *Meters) handle(ctx context.Context, c *commands.Message, next func(context.Context) error) error {
	began := time.Now()
	id := c.Request.ID
	if id != uuid.Nil {
		ctx = telemetry.WithCommand(ctx, id.String())
	}
	name := string(c.CommandType())
	var span trace.Span
	if telemetry.Sampled(ctx) {
		ctx, span = telemetry.Start(
			ctx,
			"command "+name,
			attribute.String("proofboard.command", name),
			attribute.String("proofboard.stream", c.AggregateID().String()),
			attribute.String("proofboard.role", string(c.Request.Actor.Role)),
			attribute.String("proofboard.via", c.Request.Via),
		)
		c.Request.Trace = telemetry.Traceparent(ctx)
	}
	err := next(ctx)
	outcome, reason := outcomeOf(err)
	m.count(name, outcome, reason, time.Since(began))
	if span != nil {
		span.SetAttributes(
			attribute.String("proofboard.outcome", outcome),
			attribute.String("proofboard.reason", reason),
			attribute.Int64("proofboard.position", c.Result.Position),
			attribute.Bool("proofboard.repeated", c.Result.Repeated),
		)
		if id != uuid.Nil {
			span.SetAttributes(attribute.String("proofboard.command_id", id.String()))
		}
		if outcome == failed {
			telemetry.Failed(span, reason)
		}
		span.End()
	}
	return err
}
