package activity

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// DismissAnnouncement records that a person does not want to see a version of an announcement again.
func (s *Store) DismissAnnouncement(ctx context.Context, person, announcement uuid.UUID, version int) error {
	_, err := s.pool.Exec(
		ctx,
		`insert into dismissed_announcements (person, announcement, version) values ($1, $2, $3)
		on conflict (person, announcement) do update set version = greatest(dismissed_announcements.version, excluded.version)`,
		person, announcement, version,
	)
	return dberror.Of("announcement", err)
}

// Dismissed returns the newest version of each of the announcements that a person has dismissed.
func (s *Store) Dismissed(ctx context.Context, person uuid.UUID, of []uuid.UUID) (map[uuid.UUID]int, error) {
	if len(of) == 0 { // as on most days, and every page asks
		return nil, nil
	}
	return s.counted(
		ctx, "select announcement, version from dismissed_announcements where person = $1 and announcement = any($2)",
		person, of,
	)
}

// Dismissals returns how many people have dismissed each of the announcements, in any version.
func (s *Store) Dismissals(ctx context.Context, of []uuid.UUID) (map[uuid.UUID]int, error) {
	return s.counted(
		ctx, "select announcement, count(*) from dismissed_announcements where announcement = any($1) group by 1", of,
	)
}

func (s *Store) counted(ctx context.Context, sql string, args ...any) (map[uuid.UUID]int, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, dberror.Of("announcement", err)
	}
	found := map[uuid.UUID]int{}
	var id uuid.UUID
	var n int
	_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error { found[id] = n; return nil })
	return found, dberror.Of("announcement", err)
}
