// Package telemetry provides trace spans that follow a command through the system, and adds ids to
// log lines. It records ids and names only, no personal data.
package telemetry

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

const (
	scopeName = "github.com/proofboard/proofboard"
	header    = "traceparent" // W3C Trace Context
)

// Tracer starts spans. A nil *Tracer starts none.
type Tracer struct{ tracer trace.Tracer }

// NewTracer returns a tracer that uses a provider.
func NewTracer(p trace.TracerProvider) *Tracer { return &Tracer{p.Tracer(scopeName)} }

// Enabled reports whether the tracer can start spans.
func (t *Tracer) Enabled() bool { return t != nil }

// Root starts a trace. It only links to the caller's traceparent and makes its own sampling
// decision, because untrusted callers must not decide what is recorded.
func (t *Tracer) Root(
	ctx context.Context,
	name, callers string,
	attributes ...attribute.KeyValue,
) (context.Context, trace.Span) {
	options := []trace.SpanStartOption{
		trace.WithNewRoot(),
		trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(attributes...),
	}
	if caller := remote(callers); caller.IsValid() {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: caller}))
	}
	return t.tracer.Start(ctx, name, options...)
}

// Follow starts a span below the span of another process or an earlier time. The event or message
// contains that span's traceparent. Without a traceparent or a tracer, Follow starts no span.
func (t *Tracer) Follow(
	ctx context.Context,
	traceparent, name string,
	options ...trace.SpanStartOption,
) (context.Context, trace.Span) {
	if t == nil || traceparent == "" {
		return ctx, noop.Span{}
	}
	parent := remote(traceparent)
	if !parent.IsSampled() {
		return ctx, noop.Span{}
	}
	return t.tracer.Start(trace.ContextWithRemoteSpanContext(ctx, parent), name, options...)
}

func remote(traceparent string) trace.SpanContext {
	if traceparent == "" {
		return trace.SpanContext{}
	}
	ctx := propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier{header: traceparent})
	return trace.SpanContextFromContext(ctx)
}

// Sampled reports whether ctx belongs to a span that is recorded.
func Sampled(ctx context.Context) bool { return trace.SpanContextFromContext(ctx).IsSampled() }

// Start starts a span below that of ctx. Call it only if Sampled returns true.
func Start(ctx context.Context, name string, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	return trace.SpanFromContext(ctx).
		TracerProvider().
		Tracer(scopeName).
		Start(ctx, name, trace.WithAttributes(attributes...))
}

// Traceparent returns the traceparent of the span of ctx, for an event or a message. It is empty if
// the span is not recorded.
func Traceparent(ctx context.Context) string {
	if !Sampled(ctx) {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[header]
}

// Failed marks a span as failed. reason must come from a fixed set, because the text of an error
// may contain personal data.
func Failed(span trace.Span, reason string) { span.SetStatus(codes.Error, reason) }
