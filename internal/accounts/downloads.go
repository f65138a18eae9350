package accounts

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
)

// Limits of bulk downloads.
const (
	MaxDownloads   = 3  // of a person that wait at a time, and that are kept
	DailyDownloads = 20 // of a person (D-71)
	DownloadsLast  = 24 * time.Hour
	sweptDownloads = 1000
)

// Errors of bulk downloads ask a person to wait.
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

// DownloadState is how far a download is.
type DownloadState string

const (
	DownloadWaiting DownloadState = "waiting"
	DownloadReady   DownloadState = "ready"
	DownloadFailed  DownloadState = "failed"
)

// Download is a zip of an order's files that somebody asked for.
type Download struct {
	ID          uuid.UUID
	Person      uuid.UUID
	Order       uuid.UUID
	RequestedAt time.Time
	State       DownloadState
	Attempts    int // begun so far
	FileName    string
	Versions    []uuid.UUID // of files, that are inside
	Size        int64       // bytes
}

// ExpiresAt is when it is gone.
func (d Download) ExpiresAt() time.Time { return d.RequestedAt.Add(DownloadsLast) }

// Key is where it lies in the store.
func (d Download) Key() string { return "bulk/" + d.ID.String() + ".zip" }

const downloadColumns = "id, person, order_id, requested_at, state, attempts, file_name, versions, size"

func scanDownload(row pgx.CollectableRow) (d Download, err error) {
	return d, row.Scan(
		&d.ID, &d.Person, &d.Order, &d.RequestedAt, &d.State, &d.Attempts, &d.FileName, &d.Versions, &d.Size,
	)
}

// RequestDownload keeps a wish; the same id is kept once. A person's wishes are counted one after the other.
func (s *Store) RequestDownload(ctx context.Context, d Download) (Download, error) {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx, "select pg_advisory_xact_lock(hashtextextended('bulk downloads of ' || $1, 0))", d.Person.String(),
		); err != nil {
			return unavailable("bulk downloads", err)
		}
		var known bool
		var waiting, today int
		err := tx.QueryRow(ctx, `select exists (select from bulk_downloads where id = $1), count(*) filter (where state = 'waiting'), count(*) filter (where requested_at > $3)
			from bulk_downloads where person = $2`, d.ID, d.Person, d.RequestedAt.Add(-24*time.Hour)).
			Scan(&known, &waiting, &today)
		switch {
		case err != nil:
			return unavailable("bulk downloads", err)
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
		return unavailable("bulk downloads", err)
	})
	if err != nil {
		return d, err
	}
	return s.Download(ctx, d.ID, d.Person)
}

// SurplusDownloads lists the ready downloads of a person beyond the newest MaxDownloads.
func (s *Store) SurplusDownloads(ctx context.Context, person uuid.UUID) ([]Download, error) {
	return s.downloads(
		ctx,
		"select "+downloadColumns+" from bulk_downloads where person = $1 and state = 'ready' order by finished_at desc, id offset $2",
		person,
		MaxDownloads,
	)
}

// Download is a person's own; domain.ErrNotFound if there is none.
func (s *Store) Download(ctx context.Context, id, person uuid.UUID) (Download, error) {
	all, err := s.downloads(
		ctx, "select "+downloadColumns+" from bulk_downloads where id = $1 and person = $2", id, person,
	)
	if err == nil && len(all) == 0 {
		err = domain.ErrNotFound
	}
	if err != nil {
		return Download{}, err
	}
	return all[0], nil
}

// NextDownload begins the one that has waited longest; false if none waits.
func (s *Store) NextDownload(ctx context.Context) (Download, bool, error) {
	all, err := s.downloads(ctx, `update bulk_downloads set attempts = attempts + 1
		where id = (select id from bulk_downloads where state = 'waiting' order by attempts, requested_at limit 1) returning `+downloadColumns)
	if err != nil || len(all) == 0 {
		return Download{}, false, err
	}
	return all[0], true, nil
}

// EndDownload stores what has come of one.
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
	return unavailable("bulk downloads", err)
}

// ExpiredDownloads lists what was asked for before a moment, the oldest first.
func (s *Store) ExpiredDownloads(ctx context.Context, before time.Time) ([]Download, error) {
	return s.downloads(
		ctx, "select "+downloadColumns+" from bulk_downloads where requested_at < $1 order by requested_at limit $2",
		before, sweptDownloads,
	)
}

// RemoveDownload forgets one whose file is gone.
func (s *Store) RemoveDownload(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from bulk_downloads where id = $1", id)
	return unavailable("bulk downloads", err)
}

func (s *Store) downloads(ctx context.Context, sql string, args ...any) ([]Download, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, unavailable("bulk downloads", err)
	}
	all, err := pgx.CollectRows(rows, scanDownload)
	return all, unavailable("bulk downloads", err)
}
