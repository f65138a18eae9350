package telemetry_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/proofboard/proofboard/internal/telemetry"
)

func tracer(t *testing.T, share float64) (*telemetry.Tracer, *tracetest.InMemoryExporter) {
	t.Helper()
	exporter := tracetest.NewInMemoryExporter()
	p := sdktrace.NewTracerProvider(
		sdktrace.WithSyncer(exporter), sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(share))),
	)
	t.Cleanup(func() { _ = p.Shutdown(context.Background()) })
	return telemetry.NewTracer(p), exporter
}

const forged = "00-deadbeefdeadbeefdeadbeefdeadbeef-00f067aa0ba902b7-01"

// A caller's sampled flag is ignored, so that untrusted callers cannot fill the collector and the
// log.
func TestACallerDoesNotDecideWhatIsTraced(t *testing.T) { // BY-016
	none, spans := tracer(t, 0)
	for _, header := range []string{"", forged, "nonsense", strings.Repeat("0", 1<<16)} {
		ctx, span := none.Root(t.Context(), "HTTP", header)
		if telemetry.Sampled(ctx) || telemetry.Traceparent(ctx) != "" {
			t.Errorf("%.60q: sampled", header)
		}
		span.End()
	}
	if n := len(spans.GetSpans()); n != 0 {
		t.Errorf("%d spans of a share of 0", n)
	}
	all, spans := tracer(t, 1)
	_, span := all.Root(t.Context(), "HTTP", forged)
	span.End()
	got := spans.GetSpans()[0]
	if got.Parent.IsValid() || got.SpanContext.TraceID().String() == "deadbeefdeadbeefdeadbeefdeadbeef" ||
		len(got.Links) != 1 {
		t.Errorf("a caller's trace is continued: %+v", got)
	}
}

func TestAnEventsTraceIsFollowed(t *testing.T) { // BY-016
	tr, spans := tracer(t, 1)
	ctx, span := tr.Root(t.Context(), "HTTP", "")
	name := telemetry.Traceparent(ctx)
	span.End()
	_, later := tr.Follow(t.Context(), name, "projection board")
	later.End()
	s := spans.GetSpans()
	if len(s) != 2 || s[1].Parent.SpanID() != s[0].SpanContext.SpanID() ||
		s[1].SpanContext.TraceID() != s[0].SpanContext.TraceID() {
		t.Errorf("the spans are %+v", s)
	}
	for _, not := range []string{"", "nonsense", strings.TrimSuffix(name, "1") + "0"} {
		if ctx, span := tr.Follow(t.Context(), not, "projection"); span.IsRecording() || telemetry.Sampled(ctx) {
			t.Errorf("%q is followed", not)
		}
	}
}

func TestWithoutATracerNothingIsAllocated(t *testing.T) { // BY-016
	var none *telemetry.Tracer
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() {
		if telemetry.Sampled(ctx) || none.Enabled() {
			t.Error("traced")
		}
		_ = telemetry.Traceparent(ctx)
		_, span := none.Follow(ctx, "", "projection")
		span.End()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestLinesCarryTheIdsOfTheirContext(t *testing.T) { // BY-016
	var out bytes.Buffer
	log := slog.New(telemetry.NewHandler(telemetry.NewHandler(slog.NewTextHandler(&out, nil)))).With("part", "api")
	tr, _ := tracer(t, 1)
	line := func(ctx context.Context) string {
		out.Reset()
		log.InfoContext(ctx, "said")
		return out.String()
	}
	if got := line(t.Context()); strings.Contains(got, "request=") || strings.Contains(got, "command=") ||
		strings.Contains(got, "trace=") {
		t.Errorf("ids out of nowhere: %s", got)
	}
	ctx := telemetry.WithCommand(telemetry.WithRequest(t.Context(), "r-1", "c-1"), "c-2")
	ctx, span := tr.Root(ctx, "HTTP", "")
	defer span.End()
	got := line(ctx)
	for _, want := range []string{"part=api", "request=r-1", "command=c-2", "trace=" + span.SpanContext().TraceID().String()} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%s is not once in %s", want, got)
		}
	}
	if strings.Contains(got, "c-1") || telemetry.RequestID(ctx) != "r-1" {
		t.Errorf("the line is %s", got)
	}
}

func BenchmarkUntraced(b *testing.B) {
	var none *telemetry.Tracer
	ctx := telemetry.WithRequest(b.Context(), "r", "c")
	b.ReportAllocs()
	for b.Loop() {
		if telemetry.Sampled(ctx) || none.Enabled() {
			b.Fatal("traced")
		}
	}
}
