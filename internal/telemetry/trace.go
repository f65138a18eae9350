// Package telemetry is what every part needs to be seen from outside: spans that follow one command through the system,
// and the ids that belong on each line of the log. It holds ids and names only, no personal data.
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

// Tracer begins spans of its own. A nil one begins none and costs nothing.
type Tracer struct{ tracer trace.Tracer }

// NewTracer returns a tracer of a provider.
func NewTracer(p trace.TracerProvider) *Tracer { return &Tracer{p.Tracer(scopeName)} }

// Enabled reports whether spans can come of it.
func (t *Tracer) Enabled() bool { return t != nil }

// Root begins a trace. Whether it is sampled is decided here: a caller's traceparent is only linked to, for whoever may
// send requests must not decide what we record.
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

// Follow begins a span below one of another process or time, which an event or a message names. Without a name of one,
// or a tracer, there is none.
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

// Start begins a span below that of ctx; ask Sampled first.
func Start(ctx context.Context, name string, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	return trace.SpanFromContext(ctx).
		TracerProvider().
		Tracer(scopeName).
		Start(ctx, name, trace.WithAttributes(attributes...))
}

// Traceparent names the span of ctx for an event or a message; empty if it is not recorded.
func Traceparent(ctx context.Context) string {
	if !Sampled(ctx) {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[header]
}

// Failed marks a span as failed. What says why is a reason out of a fixed set: an error's text may quote a person.
func Failed(span trace.Span, reason string) { span.SetStatus(codes.Error, reason) }
