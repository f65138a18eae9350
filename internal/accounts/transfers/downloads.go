package transfers

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/jobs"
)

// Limits of bulk downloads.
const (
	MaxDownloads   = 3  // requests of a person in progress, and zips stored for a person
	DailyDownloads = 20 // requests of a person a day (D-71)
	DownloadsLast  = 24 * time.Hour
	sweptDownloads = 1000
)

// Errors of bulk downloads. Each asks the person to wait.
var (
	ErrTooManyDownloads = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "bulk_download.too_many",
		Message: "Three of your downloads are being prepared. Please wait until one is ready.",
	}
	ErrDailyDownloads = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "bulk_download.daily_limit",
		Message: "You have asked for 20 downloads within a day. Please try again tomorrow, or download the files one by one.",
	}
)

// Download is a requested zip of an order's files.
type Download struct {
	ID          uuid.UUID
	Person      uuid.UUID
	Order       uuid.UUID
	RequestedAt time.Time
	State       State
	FileName    string
	Versions    []uuid.UUID // ids of the versions inside
	Size        int64       // bytes
}

// ExpiresAt returns when the zip is removed.
func (d Download) ExpiresAt() time.Time { return d.RequestedAt.Add(DownloadsLast) }

// Key returns the zip's key in the file store.
func (d Download) Key() string { return "bulk/" + d.ID.String() + ".zip" }

const downloadColumns = "id, person, order_id, requested_at, state, file_name, versions, size"

func scanDownload(row pgx.CollectableRow) (d Download, err error) {
	return d, row.Scan(
		&d.ID, &d.Person, &d.Order, &d.RequestedAt, &d.State, &d.FileName, &d.Versions, &d.Size,
	)
}

// RequestDownload stores a request. Repeating the same id has no effect. Concurrent requests of a
// person are counted one at a time.
func (s *Store) RequestDownload(ctx context.Context, d Download) (Download, error) {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx, "select pg_advisory_xact_lock(hashtextextended('bulk downloads of ' || $1, 0))", d.Person.String(),
		); err != nil {
			return dberror.Of("bulk downloads", err)
		}
		var known bool
		var waiting, today int
		err := tx.QueryRow(ctx, `select exists (select from bulk_downloads where id = $1), count(*) filter (where state = 'waiting'), count(*) filter (where requested_at > $3)
			from bulk_downloads where person = $2`, d.ID, d.Person, d.RequestedAt.Add(-24*time.Hour)).
			Scan(&known, &waiting, &today)
		switch {
		case err != nil:
			return dberror.Of("bulk downloads", err)
		case known:
			return nil
		case waiting >= MaxDownloads:
			return ErrTooManyDownloads
		case today >= DailyDownloads:
			return ErrDailyDownloads
		}
		_, err = tx.Exec(
			ctx,
			"insert into bulk_downloads (id, person, order_id, requested_at) values ($1, $2, $3, $4) on conflict do nothing",
			d.ID,
			d.Person,
			d.Order,
			d.RequestedAt,
		)
		if err != nil {
			return dberror.Of("bulk downloads", err)
		}
		return jobs.Add(
			ctx,
			tx,
			jobs.Job{Kind: jobs.Zips, ID: d.ID, Account: d.Person.String(), AskedAt: d.RequestedAt},
		)
	})
	if err != nil {
		return d, err
	}
	return s.Download(ctx, d.ID, d.Person)
}

// SurplusDownloads returns the ready downloads of a person beyond the newest MaxDownloads.
func (s *Store) SurplusDownloads(ctx context.Context, person uuid.UUID) ([]Download, error) {
	return s.downloads(
		ctx,
		"select "+downloadColumns+" from bulk_downloads where person = $1 and state = 'ready' order by finished_at desc, id offset $2",
		person,
		MaxDownloads,
	)
}

// Download returns a person's own download, or domain.ErrNotFound.
func (s *Store) Download(ctx context.Context, id, person uuid.UUID) (Download, error) {
	return one(
		s.downloads(ctx, "select "+downloadColumns+" from bulk_downloads where id = $1 and person = $2", id, person),
	)
}

// WaitingDownload returns a download that is to be made. It returns domain.ErrNotFound if it is not
// waiting any more.
func (s *Store) WaitingDownload(ctx context.Context, id uuid.UUID) (Download, error) {
	return one(
		s.downloads(ctx, "select "+downloadColumns+" from bulk_downloads where id = $1 and state = 'waiting'", id),
	)
}

// EndDownload stores the result of a download.
func (s *Store) EndDownload(ctx context.Context, d Download, at time.Time) error {
	_, err := s.pool.Exec(
		ctx,
		"update bulk_downloads set state = $2, file_name = $3, versions = $4, size = $5, finished_at = $6 where id = $1",
		d.ID,
		d.State,
		d.FileName,
		append([]uuid.UUID{}, d.Versions...),
		d.Size,
		at,
	)
	return dberror.Of("bulk downloads", err)
}

// ExpiredDownloads returns the downloads that were requested before a time, oldest first.
func (s *Store) ExpiredDownloads(ctx context.Context, before time.Time) ([]Download, error) {
	return s.downloads(
		ctx, "select "+downloadColumns+" from bulk_downloads where requested_at < $1 order by requested_at limit $2",
		before, sweptDownloads,
	)
}

// RemoveDownload removes a download whose file has been deleted.
func (s *Store) RemoveDownload(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from bulk_downloads where id = $1", id)
	return dberror.Of("bulk downloads", err)
}

func (s *Store) downloads(ctx context.Context, sql string, args ...any) ([]Download, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, dberror.Of("bulk downloads", err)
	}
	all, err := pgx.CollectRows(rows, scanDownload)
	return all, dberror.Of("bulk downloads", err)
}
