package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A migration that adds columns to a read model leaves rows that lack their values: those that are
// there, and those that processes of the build before write until they stop (D-278). Checkpoints
// remember it (outdated), and a process that runs projections rebuilds such a read model.

// reshaped marks the read models whose columns differ from what earlier builds found. A build does so
// once, so that one which starts again after a newer one has migrated marks nothing.
func (r *Runner) reshaped(ctx context.Context) error {
	for _, w := range r.all {
		tables := make([]string, len(w.Tables))
		for i, t := range w.Tables {
			tables[i] = t.Name
		}
		if _, err := r.pool.Exec(ctx, `with now as (
			select coalesce(string_agg(format('%s.%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod)), ', '
				order by c.relname, a.attname), '') as columns
			from pg_attribute a join pg_class c on c.oid = a.attrelid
			where c.relnamespace = current_schema()::regnamespace and c.relname = any ($2) and a.attnum > 0 and not a.attisdropped
		), was as (select columns, seen from read_models where name = $1
		), marked as (
			update checkpoints set outdated = true
			where name = $1 and exists (select from was, now where was.seen < $3 and was.columns <> now.columns)
		)
		insert into read_models as m (name, columns, seen, since) select $1, columns, $3, $3 from now
		on conflict (name) do update set seen = excluded.seen, columns = excluded.columns,
			since = case when m.columns = excluded.columns then m.since else excluded.since end
		where m.seen < excluded.seen`, w.Name, tables, r.cfg.Schema); err != nil {
			return fmt.Errorf("projections: columns of %s: %w", w.Name, err)
		}
	}
	return nil
}

// claimOutdated begins the rebuild of a read model whose rows may lack columns, once no process of a
// build from before writes it. Another process may be faster. The job begins as this process's own,
// because builds from before would take one that is queued. After a failure it waits for ten minutes.
func (r *Runner) claimOutdated(ctx context.Context) (j Job, found bool, err error) {
	rows, err := r.pool.Query(
		ctx,
		`insert into rebuild_jobs (id, projection, dry_run, state, holder, beat_at, started_at, build)
		select $1, m.name, false, 'running', $2, now(), now(), $3 from read_models m
		where m.name = any ($4) and m.since <= $5
		and exists (select from checkpoints c where c.name = m.name and c.outdated)
		and not exists (select from checkpoints c where c.name = m.name and c.writer < m.since)
		and not exists (select from rebuild_jobs j where j.projection = m.name
			and (j.state in ('queued', 'running') or j.state in ('failed', 'cancelled') and j.ended_at > now() - interval '10 minutes'))
		order by m.name limit 1 returning `+jobColumns,
		uuid.New(),
		r.id,
		r.cfg.Build,
		r.names(),
		r.cfg.Schema,
	)
	if err != nil {
		return j, false, err
	}
	j, err = pgx.CollectExactlyOneRow(rows, scanJob)
	var pe *pgconn.PgError
	if errors.Is(err, pgx.ErrNoRows) || errors.As(err, &pe) && pe.ConstraintName == "rebuild_jobs_active" {
		return j, false, nil
	}
	if err != nil {
		return j, false, err
	}
	r.log.Info("rows of a read model lack columns that were added, so it is rebuilt", "projection", j.Projection)
	return j, true, nil
}
