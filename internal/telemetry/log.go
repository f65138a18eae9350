package telemetry

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

type idsKey struct{}

// ids are what every line about a request and its command carries.
type ids struct{ request, command string }

func idsOf(ctx context.Context) ids {
	v, _ := ctx.Value(idsKey{}).(ids)
	return v
}

// WithRequest marks what happens for an HTTP request, and for the command it brings if that has an id already.
func WithRequest(ctx context.Context, request, command string) context.Context {
	return context.WithValue(ctx, idsKey{}, ids{request, command})
}

// WithCommand marks what happens for a command.
func WithCommand(ctx context.Context, command string) context.Context {
	v := idsOf(ctx)
	if v.command == command {
		return ctx
	}
	v.command = command
	return context.WithValue(ctx, idsKey{}, v)
}

// RequestID is the id of the HTTP request that ctx belongs to, empty for none.
func RequestID(ctx context.Context) string { return idsOf(ctx).request }

// Handler adds the ids of the context to each line: request, command, trace.
type Handler struct{ slog.Handler }

// NewHandler wraps a handler, once.
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
