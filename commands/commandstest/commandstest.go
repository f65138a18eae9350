// Package commandstest lets tests find commands that lock streams out of order.
package commandstest

import (
	"context"
	"log/slog"

	"github.com/proofboard/proofboard/commands"
)

// Locks returns a handler of the log of a bus. It calls broken when a command locks a stream out of order, and
// passes everything on to next.
func Locks(next slog.Handler, broken func(slog.Record)) slog.Handler { return locks{next, broken} }

type locks struct {
	slog.Handler
	broken func(slog.Record)
}

func (l locks) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == commands.OutOfOrder {
		l.broken(r)
	}
	return l.Handler.Handle(ctx, r)
}

func (l locks) WithAttrs(attrs []slog.Attr) slog.Handler {
	return locks{l.Handler.WithAttrs(attrs), l.broken}
}
func (l locks) WithGroup(name string) slog.Handler { return locks{l.Handler.WithGroup(name), l.broken} }
