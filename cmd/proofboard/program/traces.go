package program

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/engine"
)

const (
	tracesFlush   = 3 * time.Second // how long a stop waits for the collector to accept the last spans
	tracesTold    = time.Minute     // minimum time between two log lines about a failed export
	projectionMax = 100             // spans for one page of events
)

// traces starts sending spans to the configured collector. Without a collector there is no tracer,
// and tracing costs nothing.
func (p *Core) traces(ctx context.Context) error {
	c := p.cfg.Traces
	if c.Endpoint == "" {
		return nil
	}
	exporter, err := otlptracehttp.New(
		ctx, otlptracehttp.WithEndpointURL(strings.TrimSuffix(c.Endpoint, "/")+"/v1/traces"),
	)
	if err != nil {
		return fmt.Errorf("traces: %w", err)
	}
	about, err := resource.New(
		ctx,
		resource.WithAttributes(
			attribute.String("service.name", "proofboard"), attribute.String("service.version", p.cfg.Build),
		),
		resource.WithFromEnv(),
		resource.WithTelemetrySDK(),
	) // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence
	if err != nil {
		return fmt.Errorf("traces: %w", err)
	}
	// The exporter reports errors only to a global handler, every few seconds.
	var told atomic.Int64
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		now, last := time.Now().UnixNano(), told.Load()
		if now-last > int64(tracesTold) && told.CompareAndSwap(last, now) {
			p.log.Warn("traces are not taken", "error", err)
		}
	}))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(c.Ratio))))
	p.onClose("traces", func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, tracesFlush)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil { // an unavailable collector must not make the stop fail
			p.log.Warn("the last traces were not taken", "error", err)
		}
		return nil
	})
	p.tracer = telemetry.NewTracer(provider)
	return nil
}

// traced adds a span of the projection to the trace of each command whose events the projection has
// applied. The spans of the websockets become children of this span.
func (p *Core) traced(ctx context.Context, c engine.Commit) engine.Commit {
	if !p.tracer.Enabled() || c.Began.IsZero() {
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
			if began++; began > projectionMax {
				break
			}
			ctx, span := p.tracer.Follow(
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
