package telemetry

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

type idsKey struct{}

// ids holds the ids that are added to each log line.
type ids struct{ request, command string }

func idsOf(ctx context.Context) ids {
	v, _ := ctx.Value(idsKey{}).(ids)
	return v
}

// WithRequest adds the ids of an HTTP request and of its command to ctx. command may be empty.
func WithRequest(ctx context.Context, request, command string) context.Context {
	return context.WithValue(ctx, idsKey{}, ids{request, command})
}

// WithCommand adds the id of a command to ctx.
func WithCommand(ctx context.Context, command string) context.Context {
	v := idsOf(ctx)
	if v.command == command {
		return ctx
	}
	v.command = command
	return context.WithValue(ctx, idsKey{}, v)
}

// RequestID returns the id of the HTTP request that ctx belongs to, or an empty string.
func RequestID(ctx context.Context) string { return idsOf(ctx).request }

// Handler adds the ids of the context to each log line: request, command and trace.
type Handler struct{ slog.Handler }

// NewHandler wraps a handler. It does not wrap a Handler again.
func NewHandler(h slog.Handler) Handler {
	if wrapped, ok := h.(Handler); ok {
		return wrapped
	}
	return Handler{h}
}

// Handle implements slog.Handler.
func (h Handler) Handle(ctx context.Context, r slog.Record) error {
	v := idsOf(ctx)
	if v.request != "" {
		r.AddAttrs(slog.String("request", v.request))
	}
	if v.command != "" {
		r.AddAttrs(slog.String("command", v.command))
	}
	if s := trace.SpanContextFromContext(ctx); s.IsSampled() {
		r.AddAttrs(slog.String("trace", s.TraceID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return Handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h Handler) WithGroup(name string) slog.Handler { return Handler{h.Handler.WithGroup(name)} }
