package reports

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/projections/query"
)

const (
	// mostBeside is how many queries of a report run beside each other, each on a connection of its own.
	mostBeside = 3
	// memory is enough to group two years of 100,000 orders without files.
	memory = "64MB"
)

// gate returns the tokens of the reports that may run at the same time. They leave connections to all others, and
// cannot wait for each other's: even if each of them lacks all but one, the pool has one more.
func gate(pool *pgxpool.Pool) chan struct{} {
	return make(chan struct{}, max(pool.Config().MaxConns/(mostBeside+1), 1))
}

// inTransaction reads something.
type inTransaction func(context.Context, pgx.Tx) error

// together runs the queries of a report beside each other, on one snapshot of the read model, so that all figures
// of the report agree.
func (q *Queries) together(ctx context.Context, all ...inTransaction) error {
	select {
	case q.gate <- struct{}{}:
		defer func() { <-q.gate }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return query.Failed("report", q.reading(ctx, func(tx pgx.Tx) error {
		var snapshot string
		const begin = "select pg_export_snapshot() from (select set_config('work_mem', $1, true)) s"
		if err := tx.QueryRow(ctx, begin, memory).Scan(&snapshot); err != nil {
			return err
		}
		g, ctx := errgroup.WithContext(ctx)
		g.SetLimit(mostBeside)
		for _, do := range all[1:] {
			g.Go(func() error {
				return q.reading(ctx, func(tx pgx.Tx) error {
					// A snapshot's name cannot be an argument.
					name := "'" + strings.ReplaceAll(snapshot, "'", "") + "'"
					if _, err := tx.Exec(
						ctx,
						"set transaction snapshot "+name+"; set local work_mem = '"+memory+"'",
					); err != nil {
						return err
					}
					return do(ctx, tx)
				})
			})
		}
		g.Go(func() error { return all[0](ctx, tx) })
		return g.Wait()
	}))
}

// oneByOne runs queries one after the other.
func oneByOne(all ...inTransaction) inTransaction {
	return func(ctx context.Context, tx pgx.Tx) error {
		for _, do := range all {
			if err := do(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	}
}

// reading calls do in a transaction that only reads.
func (q *Queries) reading(ctx context.Context, do func(pgx.Tx) error) error {
	tx, err := q.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	err = do(tx)
	if ended := tx.Rollback(ctx); err == nil && !errors.Is(ended, pgx.ErrTxClosed) {
		err = ended
	}
	return err
}
