package program

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

// Bus is the command bus, counted, timed, and followed by a span where the request has one.
type Bus struct {
	bus    *commands.Bus
	meters *CommandMeters
	room   *room // nil where the database is not ours
}

// NewBus returns a bus that counts into meters.
func NewBus(c commands.Config, meters *CommandMeters) *Bus {
	return &Bus{bus: commands.New(c), meters: meters}
}

// CommandMeters count commands by type and outcome.
type CommandMeters struct {
	done    *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	usual   sync.Map // the series of accepted commands, by type: looking them up costs as much as counting
}

// series count one outcome of one type of command.
type series struct {
	done    prometheus.Counter
	seconds prometheus.Observer
}

func (m *CommandMeters) count(command, outcome, reason string, took time.Duration) {
	var s series
	if known, ok := m.usual.Load(command); ok && outcome == accepted {
		s = known.(series)
	} else {
		s = series{m.done.WithLabelValues(command, outcome, reason), m.seconds.WithLabelValues(command, outcome)}
		if outcome == accepted {
			m.usual.Store(command, s)
		}
	}
	s.done.Inc()
	s.seconds.Observe(took.Seconds())
}

// The outcomes of a command.
const (
	accepted = "accepted"
	refused  = "refused" // by a rule, which the reason names
	failed   = "failed"  // by us
)

// NewCommandMeters returns meters, registered unless reg is nil.
func NewCommandMeters(reg prometheus.Registerer) *CommandMeters {
	m := &CommandMeters{
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

// outcome sorts an error; the reasons are those of the declared errors, so there are only so many.
func outcome(err error) (what, reason string) {
	if err == nil {
		return accepted, ""
	}
	var e *domain.Error
	switch {
	case !errors.As(err, &e):
		if errors.Is(err, context.Canceled) {
			return failed, "cancelled"
		}
		return failed, "internal"
	case e.Code == domain.Unavailable || e.Code == domain.Internal:
		return failed, e.Reason
	}
	return refused, e.Reason
}

// Do handles a command; see commands.Bus.
func (b *Bus) Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Done, error) {
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
	var done commands.Done
	err := b.room.refuse()
	if err == nil {
		done, err = b.bus.Do(ctx, cmd, r)
	}
	what, reason := outcome(err)
	b.meters.count(name, what, reason, time.Since(began))
	if span != nil {
		span.SetAttributes(
			attribute.String("proofboard.outcome", what),
			attribute.String("proofboard.reason", reason),
			attribute.Int64("proofboard.position", done.Position),
			attribute.Bool("proofboard.repeated", done.Repeated),
		)
		if r.ID != uuid.Nil {
			span.SetAttributes(attribute.String("proofboard.command_id", r.ID.String()))
		}
		if what == failed {
			telemetry.Failed(span, reason)
		}
		span.End()
	}
	return done, err
}
