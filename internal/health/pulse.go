package health

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/domain"
)

const (
	pulseEvery  = 250 * time.Millisecond
	pulseWithin = 2 * time.Second // a database that does not answer within it hangs
)

// errHangs is the cause that ends requests to a database that no longer answers.
var errHangs = domain.ErrUnavailable.Saying("The database does not answer at the moment. Please try again in a moment.")

// Pulse asks the database four times a second, on a connection of its own, whether it answers. A
// database that is down refuses connections, which every caller notices at once. One that hangs
// keeps connections open and stays silent, so callers need the pulse to stop waiting.
type Pulse struct {
	dsn     string
	log     *slog.Logger
	current atomic.Pointer[period]
}

// period is a time in which the database answers.
type period struct {
	ctx context.Context //nolint:containedctx // it is handed to requests that use the database
	end context.CancelCauseFunc
}

// NewPulse returns a pulse of the database at dsn. It reports an answering database until Run finds
// otherwise.
func NewPulse(dsn string, log *slog.Logger) *Pulse {
	p := &Pulse{dsn: dsn, log: log}
	p.begin()
	return p
}

func (p *Pulse) begin() {
	ctx, end := context.WithCancelCause(context.Background())
	p.current.Store(&period{ctx, end})
}

// Context returns a context that ends when the database stops answering. Its cause is the error to
// answer with.
func (p *Pulse) Context() context.Context { return p.current.Load().ctx }

// Run watches the database until ctx ends.
func (p *Pulse) Run(ctx context.Context) {
	var conn *pgx.Conn
	defer func() {
		if conn != nil {
			_ = conn.Close(context.WithoutCancel(ctx))
		}
	}()
	tick := time.NewTicker(pulseEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		err := p.beat(ctx, &conn)
		hangs := p.Context().Err() != nil
		switch {
		case ctx.Err() != nil:
			return
		case err == nil && hangs:
			p.begin()
			p.log.Warn("the database answers again")
		case silent(err) && !hangs:
			p.log.Error("the database hangs, requests that need it are refused", "error", err)
			p.current.Load().end(errHangs)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// beat asks the database once. It connects first if there is no connection.
func (p *Pulse) beat(ctx context.Context, conn **pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, pulseWithin)
	defer cancel()
	if *conn == nil {
		c, err := pgx.Connect(ctx, p.dsn)
		if err != nil {
			return err
		}
		*conn = c
	}
	_, err := (*conn).Exec(ctx, "select")
	if err != nil {
		_ = (*conn).Close(ctx)
		*conn = nil
	}
	return err
}

// silent reports whether the database did not answer in time, in contrast to refusing.
func silent(err error) bool {
	return err != nil && (errors.Is(err, context.DeadlineExceeded) || pgconn.Timeout(err))
}
