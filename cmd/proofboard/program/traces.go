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
	tracesFlush   = 3 * time.Second // what a stop gives the collector for the last spans
	tracesTold    = time.Minute     // between two complaints that it takes none
	projectionMax = 100             // spans of one page of events
)

// traces begins to send spans to the collector of the configuration; without one there is no tracer, and no work.
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
	) // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win
	if err != nil {
		return fmt.Errorf("traces: %w", err)
	}
	// The exporter tells its troubles to a global only, and every few seconds.
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
		if err := provider.Shutdown(ctx); err != nil { // a collector that is away must not fail the stop
			p.log.Warn("the last traces were not taken", "error", err)
		}
		return nil
	})
	p.tracer = telemetry.NewTracer(provider)
	return nil
}

// traced gives each recorded command among a projection's events its span there, under which the sockets' come.
func (p *Core) traced(ctx context.Context, c engine.Commit) engine.Commit {
	if !p.tracer.Enabled() || c.Began.IsZero() {
		return c
	}
	began, own := 0, false
	spans := map[string]string{} // by the command's
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
		if !own { // what the projection keeps for itself stays as it is
			c.Events, own = append(c.Events[:0:0], c.Events...), true
		}
		c.Events[i].Meta.Trace = name
	}
	return c
}
