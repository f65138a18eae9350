package realtime

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/engine"
)

const maxSpans = 100 // spans for one page of events

// Trace adds a span of the projection to the trace of each command whose events the projection has
// applied. The spans of the websockets become children of this span.
func Trace(ctx context.Context, t *telemetry.Tracer, c engine.Commit) engine.Commit {
	if !t.Enabled() || c.Began.IsZero() {
		return c
	}
	began, own := 0, false
	spans := map[string]string{} // by the trace parent of the command
	for i := range c.Events {
		of := c.Events[i].Meta.Trace
		if of == "" {
			continue
		}
		name, known := spans[of]
		if !known {
			if began++; began > maxSpans {
				break
			}
			ctx, span := t.Follow(
				ctx,
				of,
				"projection "+c.Projection,
				trace.WithTimestamp(c.Began),
				trace.WithAttributes(
					attribute.String("proofboard.projection", c.Projection),
					attribute.Int64("proofboard.position", c.Events[i].Position),
					attribute.Int("proofboard.page_events", len(c.Events)),
				),
			)
			span.End()
			name = telemetry.Traceparent(ctx)
			spans[of] = name
		}
		if !own { // copy first: the projection still uses the original slice
			c.Events, own = append(c.Events[:0:0], c.Events...), true
		}
		c.Events[i].Meta.Trace = name
	}
	return c
}
