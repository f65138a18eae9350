package transfers

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/jobs"
)

// Limits of archives.
const (
	DailyArchives = 3 // of an account a day
	ArchivesLast  = 7 * 24 * time.Hour
)

// Errors of archives.
var (
	ErrArchiveWaits = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "archive.waiting",
		Message: "An export of the account is being prepared already.",
	}
	ErrDailyArchives = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "archive.daily_limit",
		Message: "The account was exported three times within a day. Please try again tomorrow.",
	}
)

// Archive is a requested export of an account.
type Archive struct {
	ID, Customer, Person uuid.UUID
	RequestedAt          time.Time
	State                State
	Orders, Written      int // of the account, and written so far
	FileName             string
	Size                 int64 // bytes
}

// ExpiresAt returns when the file is removed.
func (a Archive) ExpiresAt() time.Time { return a.RequestedAt.Add(ArchivesLast) }

// Key returns the file's key in the file store.
func (a Archive) Key() string { return "archives/" + a.ID.String() + ".zip" }

const archiveColumns = "id, customer, person, requested_at, state, orders, written, file_name, size"

func scanArchive(row pgx.CollectableRow) (a Archive, err error) {
	return a, row.Scan(
		&a.ID,
		&a.Customer,
		&a.Person,
		&a.RequestedAt,
		&a.State,
		&a.Orders,
		&a.Written,
		&a.FileName,
		&a.Size,
	)
}

// RequestArchive stores a request. Repeating the same id has no effect. Concurrent requests of an
// account are counted one at a time.
func (s *Store) RequestArchive(ctx context.Context, a Archive) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx, "select pg_advisory_xact_lock(hashtextextended('archives of ' || $1, 0))", a.Customer.String(),
		); err != nil {
			return err
		}
		var known, waits bool
		var today int
		err := tx.QueryRow(
			ctx,
			`select coalesce(bool_or(id = $1), false), coalesce(bool_or(state = 'waiting'), false),
			count(*) filter (where requested_at > $3) from account_archives where customer = $2`,
			a.ID, a.Customer, a.RequestedAt.Add(-24*time.Hour),
		).Scan(&known, &waits, &today)
		switch {
		case err != nil || known:
			return err
		case waits:
			return ErrArchiveWaits
		case today >= DailyArchives:
			return ErrDailyArchives
		}
		_, err = tx.Exec(
			ctx,
			"insert into account_archives (id, customer, person, requested_at) values ($1, $2, $3, $4) on conflict do nothing",
			a.ID,
			a.Customer,
			a.Person,
			a.RequestedAt,
		)
		if err != nil {
			return err
		}
		return jobs.Add(
			ctx,
			tx,
			jobs.Job{Kind: jobs.Exports, ID: a.ID, Account: a.Customer.String(), AskedAt: a.RequestedAt},
		)
	})
	return dberror.Of("archives", err)
}

// NewestArchive returns the newest archive of an account, or domain.ErrNotFound.
func (s *Store) NewestArchive(ctx context.Context, of uuid.UUID) (Archive, error) {
	return one(s.archives(
		ctx,
		"select "+archiveColumns+" from account_archives where customer = $1 order by requested_at desc, id limit 1",
		of,
	))
}

// BeginArchive begins an archive that is to be made. It returns domain.ErrNotFound if it is not waiting
// any more.
func (s *Store) BeginArchive(ctx context.Context, id uuid.UUID) (Archive, error) {
	return one(s.archives(
		ctx,
		"update account_archives set written = 0 where id = $1 and state = 'waiting' returning "+archiveColumns,
		id,
	))
}

// SaveArchive stores how far an archive is, or its result.
func (s *Store) SaveArchive(ctx context.Context, a Archive) error {
	_, err := s.pool.Exec(
		ctx,
		"update account_archives set state = $2, orders = $3, written = $4, file_name = $5, size = $6 where id = $1",
		a.ID, a.State, a.Orders, a.Written, a.FileName, a.Size,
	)
	return dberror.Of("archives", err)
}

// SpentArchives returns archives whose files must go: those requested before a time, those that a
// newer one replaces, and those of deleted accounts.
func (s *Store) SpentArchives(ctx context.Context, before time.Time, limit int) ([]Archive, error) {
	return s.archives(
		ctx,
		"select "+archiveColumns+` from account_archives a where file_name <> '' and (
			requested_at < $1
			or exists (select from account_archives n where n.customer = a.customer and n.state = 'ready' and n.requested_at > a.requested_at)
			or exists (select from account_customers c where c.id = a.customer and c.state = $2)
		) order by requested_at limit $3`,
		before, customer.Deleted, limit,
	)
}

// ForgetArchives removes what is known of archives that were requested before a time and have no file.
func (s *Store) ForgetArchives(ctx context.Context, before time.Time) error {
	_, err := s.pool.Exec(
		ctx, "delete from account_archives where file_name = '' and state <> 'waiting' and requested_at < $1", before,
	)
	return dberror.Of("archives", err)
}

func (s *Store) archives(ctx context.Context, sql string, args ...any) ([]Archive, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, dberror.Of("archives", err)
	}
	all, err := pgx.CollectRows(rows, scanArchive)
	return all, dberror.Of("archives", err)
}
