package realtime

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/internal/telemetry"
)

// telling is an event that is being sent to sockets, with a span if its command is traced.
type telling struct {
	h    *Hub
	name string // traceparent of the span, which is sent to the browser; empty for none
	span trace.Span
	told int
}

func (h *Hub) telling(ctx context.Context, e Event) *telling {
	t := &telling{h: h}
	if h.Tracer.Enabled() && e.Trace != "" {
		ctx, t.span = h.Tracer.Follow(
			ctx,
			e.Trace,
			"sockets",
			trace.WithSpanKind(trace.SpanKindProducer),
			trace.WithAttributes(
				attribute.Int64("proofboard.position", e.Position), attribute.String("proofboard.type", e.Type),
			),
		)
		t.name = telemetry.Traceparent(ctx)
	}
	return t
}

func (t *telling) tell(s *socket, m []byte) {
	t.told++
	t.h.tell(s, m)
}

func (t *telling) end() {
	if t.span != nil {
		t.span.SetAttributes(attribute.Int("proofboard.sockets", t.told))
		t.span.End()
	}
}
