package activity

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// PageRange is a range of pages. Pages count from 1, and both ends are included.
type PageRange struct{ From, To int }

// OpenPages records that a person opened pages of a version. It returns all pages that anybody has
// opened, in order. It writes nothing if the pages were opened before.
func (s *Store) OpenPages(ctx context.Context, version uuid.UUID, pages []int) ([]PageRange, error) {
	rows, err := s.pool.Query(
		ctx,
		`with sent as (select range_agg(int4range(p, p, '[]')) as pages from unnest($2::int[]) as p),
		kept as (
			insert into opened_pages as o (version, pages) select $1, pages from sent
			on conflict (version) do update set pages = o.pages + excluded.pages where not o.pages @> excluded.pages
			returning pages
		)
		select lower(r), upper(r) - 1 from unnest(coalesce((select pages from kept), (select pages from opened_pages where version = $1), (select pages from sent))) as r order by 1`,
		version,
		pages,
	)
	if err != nil {
		return nil, dberror.Of("opened pages", err)
	}
	opened, err := pgx.CollectRows(rows, pgx.RowToStructByPos[PageRange])
	return opened, dberror.Of("opened pages", err)
}
