package reports

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/internal/dberror"
)

const (
	// mostBeside is how many queries of a report run beside each other, each on a connection of its own.
	mostBeside = 3
	// settings of a report's transactions. Each period gets a query plan of its own, because a plan that fits every
	// period is slow for a long one. The memory is enough to group two years of 100,000 orders without temporary
	// files. PostgreSQL starts no parallel workers, because the queries of a report run in parallel already.
	settings = "set local plan_cache_mode = force_custom_plan; set local work_mem = '64MB'; " +
		"set local max_parallel_workers_per_gather = 0"
)

// gate limits how many reports run at the same time, so that they leave memory and connections to everything else.
// The limit is so low that the pool can never be used up by reports that all wait for another connection.
func gate(pool *pgxpool.Pool) chan struct{} {
	return make(chan struct{}, max(pool.Config().MaxConns/(mostBeside+1), 1))
}

// inTransaction reads something.
type inTransaction func(context.Context, pgx.Tx) error

// enter waits until a report may run, and returns what ends it.
func (q *Queries) enter(ctx context.Context) (leave func(), err error) {
	select {
	case q.gate <- struct{}{}:
		return func() { <-q.gate }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// together runs the queries of a report beside each other, on one snapshot of the read model, so that all figures
// of the report agree.
func (q *Queries) together(ctx context.Context, all ...inTransaction) error {
	return dberror.Of("report", q.reading(ctx, "", func(tx pgx.Tx) error {
		var snapshot string
		if err := tx.QueryRow(ctx, "select quote_literal(pg_export_snapshot())").Scan(&snapshot); err != nil {
			return err
		}
		g, ctx := errgroup.WithContext(ctx)
		for _, do := range all[1:] {
			g.Go(func() error { return q.reading(ctx, snapshot, func(tx pgx.Tx) error { return do(ctx, tx) }) })
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

// without keeps the planner from some ways to answer the next queries of a transaction.
func without(ways ...string) inTransaction {
	return func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "set local enable_"+strings.Join(ways, " = off; set local enable_")+" = off")
		return err
	}
}

// reading calls do in a transaction that only reads: what a snapshot has, as an SQL literal, or a new one.
func (q *Queries) reading(ctx context.Context, snapshot string, do func(pgx.Tx) error) error {
	tx, err := q.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	first := settings
	if snapshot != "" {
		first = "set transaction snapshot " + snapshot + "; " + settings
	}
	if _, err = tx.Exec(ctx, first); err == nil {
		err = do(tx)
	}
	if ended := tx.Rollback(ctx); err == nil && !errors.Is(ended, pgx.ErrTxClosed) {
		err = ended
	}
	return err
}
