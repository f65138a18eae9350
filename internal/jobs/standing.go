package jobs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// Queue is work that is kept elsewhere, for reasons of its own (D-305). Operators see it beside the jobs.
type Queue struct {
	Kind Kind
	Rows string // selects of each when it was asked for, whether it is being done, and whether it failed
}

// Standing is how the jobs of a kind fare.
type Standing struct {
	Kind    Kind
	Waiting int64 // of which nobody does anything now
	Running int64
	Failing int64   // tried without success
	Oldest  float64 // age in seconds of the one that waits longest, 0 if none waits
}

// Standings returns how the jobs of all kinds and some queues fare, in the order of their names.
func Standings(ctx context.Context, db DB, queues ...Queue) ([]Standing, error) {
	kinds, args, from := slices.Clone(Kinds), []any{nil}, strings.Builder{}
	for i, q := range queues {
		kinds, args = append(kinds, q.Kind), append(args, q.Kind)
		fmt.Fprintf(&from, " union all select $%d, q.* from (%s) q", i+2, q.Rows)
	}
	args[0] = kinds
	rows, err := db.Query(
		ctx,
		`select k.kind, count(j.kind) filter (where not runs), count(j.kind) filter (where runs),
			count(j.kind) filter (where fails),
			greatest(0, coalesce(extract(epoch from now() - min(asked_at) filter (where not runs)), 0))::float8
		from unnest($1::text[]) k (kind)
		left join (
			select kind, asked_at, coalesce(held_until > now(), false), problem <> '' from jobs`+from.String()+`
		) j (kind, asked_at, runs, fails) on j.kind = k.kind
		group by k.kind order by k.kind`,
		args...,
	)
	if err != nil {
		return nil, dberror.Of("jobs", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Standing])
	return all, dberror.Of("jobs", err)
}
