package program

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
	pulseWithin = 2 * time.Second // a database that takes longer to say nothing hangs
	// appendWithin bounds an append, so that what was on its way when the database stopped to answer is told in time too.
	appendWithin = 2500 * time.Millisecond
)

// errHangs ends what waits for a database that has stopped to answer.
var errHangs = domain.ErrUnavailable.Saying("The database does not answer at the moment. Please try again in a moment.")

// pulse asks the database a few times a second, on a connection of its own, whether it answers at all. A database that is gone refuses its
// connections, which everybody notices at once; one that hangs keeps them open and silent.
type pulse struct {
	dsn   string
	log   *slog.Logger
	beats atomic.Pointer[beats]
}

// beats is a stretch of time in which the database answers.
type beats struct {
	ctx context.Context //nolint:containedctx // it is handed on to whoever waits for the database
	end context.CancelCauseFunc
}

func newPulse(dsn string, log *slog.Logger) *pulse {
	p := &pulse{dsn: dsn, log: log}
	p.begin()
	return p
}

func (p *pulse) begin() {
	ctx, end := context.WithCancelCause(context.Background())
	p.beats.Store(&beats{ctx, end})
}

// Beats returns a context that ends, with what to answer as its cause, when the database stops to answer.
func (p *pulse) Beats() context.Context { return p.beats.Load().ctx }

// run watches the database until ctx ends.
func (p *pulse) run(ctx context.Context) {
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
		hangs := p.Beats().Err() != nil
		switch {
		case ctx.Err() != nil:
			return
		case err == nil && hangs:
			p.begin()
			p.log.Warn("the database answers again")
		case silent(err) && !hangs:
			p.log.Error("the database hangs: what waits for it is refused", "error", err)
			p.beats.Load().end(errHangs)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// beat asks once, connecting if need be.
func (p *pulse) beat(ctx context.Context, conn **pgx.Conn) error {
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

// silent says whether a database did not answer in time, as opposed to refusing.
func silent(err error) bool {
	return err != nil && (errors.Is(err, context.DeadlineExceeded) || pgconn.Timeout(err))
}
