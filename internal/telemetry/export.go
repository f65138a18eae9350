package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

const (
	flushWithin = 3 * time.Second // how long a stop waits for the collector to accept the last spans
	warnEvery   = time.Minute     // minimum time between two log lines about a failed export
)

// Export is where spans are sent.
type Export struct {
	Endpoint string  // URL of the collector (OTLP over HTTP)
	Ratio    float64 // share of the traces that is recorded
	Build    string  // version of the program
}

// Open starts sending spans to a collector. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take
// precedence. Call stop to send the last spans; an unavailable collector is only logged.
func Open(ctx context.Context, e Export, log *slog.Logger) (t *Tracer, stop func(context.Context), err error) {
	exporter, err := otlptracehttp.New(
		ctx, otlptracehttp.WithEndpointURL(strings.TrimSuffix(e.Endpoint, "/")+"/v1/traces"),
	)
	if err != nil {
		return nil, nil, fmt.Errorf("traces: %w", err)
	}
	about, err := resource.New(
		ctx,
		resource.WithAttributes(
			attribute.String("service.name", "proofboard"), attribute.String("service.version", e.Build),
		),
		resource.WithFromEnv(),
		resource.WithTelemetrySDK(),
	)
	if err != nil {
		return nil, nil, fmt.Errorf("traces: %w", err)
	}
	// The exporter reports errors only to a global handler, every few seconds.
	var warned atomic.Int64
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		now, last := time.Now().UnixNano(), warned.Load()
		if now-last > int64(warnEvery) && warned.CompareAndSwap(last, now) {
			log.Warn("traces are not taken", "error", err)
		}
	}))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(e.Ratio))))
	stop = func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, flushWithin)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			log.Warn("the last traces were not taken", "error", err)
		}
	}
	return NewTracer(provider), stop, nil
}
