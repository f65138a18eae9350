package transfers

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// MaxGrants is the number of unfinished uploads that a person can have at a time.
const MaxGrants = 500

// ErrTooManyGrants means that the person must finish uploads first.
var ErrTooManyGrants = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "upload.too_many",
	Message: "Too many uploads are under way. Please finish or remove some of them first.",
}

// Grant is a permission to upload one file.
type Grant struct {
	ID        uuid.UUID
	Person    uuid.UUID
	Customer  uuid.UUID
	Bytes     int64
	ExpiresAt time.Time // expiry of the upload form, or of the upload in parts
	Key       string    // of a file that is sent in parts; empty for a form
	StoreID   string    // by which the store knows the parts, once it does
	Completed bool      // the file has become part of an order
}

// GrantUpload stores a grant, which reserves storage for the file. The caller must hold the lock on
// the customer's storage, so that no other upload reserves the same bytes.
func (s *Store) GrantUpload(ctx context.Context, g Grant) error {
	tag, err := s.pool.Exec(
		ctx,
		`insert into upload_grants (id, person, customer, bytes, expires_at, key) select $1, $2, $3, $4, $5, nullif($7, '')
		where (select count(*) from upload_grants where person = $2 and completed_at is null) < $6`,
		g.ID,
		g.Person,
		g.Customer,
		g.Bytes,
		g.ExpiresAt,
		MaxGrants,
		g.Key,
	)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrTooManyGrants
	}
	return dberror.Of("uploads", err)
}

// PartsBegun records by which id the store knows the parts of an upload.
func (s *Store) PartsBegun(ctx context.Context, id, person uuid.UUID, storeID string) error {
	_, err := s.pool.Exec(
		ctx, "update upload_grants set store_id = $3 where id = $1 and person = $2", id, person, storeID,
	)
	return dberror.Of("uploads", err)
}

const grantColumns = "id, person, customer, bytes, expires_at, coalesce(key, ''), coalesce(store_id, ''), completed_at is not null"

func grant(row pgx.CollectableRow) (g Grant, err error) {
	err = row.Scan(&g.ID, &g.Person, &g.Customer, &g.Bytes, &g.ExpiresAt, &g.Key, &g.StoreID, &g.Completed)
	return g, err
}

// Upload returns the grant of a person's upload, or domain.ErrNotFound.
func (s *Store) Upload(ctx context.Context, id, person uuid.UUID) (Grant, error) {
	rows, err := s.pool.Query(
		ctx, "select "+grantColumns+" from upload_grants where id = $1 and person = $2", id, person,
	)
	if err != nil {
		return Grant{}, dberror.Of("uploads", err)
	}
	g, err := pgx.CollectExactlyOneRow(rows, grant)
	return g, dberror.Of("uploads", err)
}

// Reserved returns the number of bytes of a customer's uncompleted grants.
func (s *Store) Reserved(ctx context.Context, customer uuid.UUID) (bytes int64, err error) {
	err = s.pool.QueryRow(ctx, "select coalesce(sum(bytes), 0)::bigint from upload_grants where customer = $1 and completed_at is null", customer).
		Scan(&bytes)
	return bytes, dberror.Of("uploads", err)
}

// UploadCompleted ends the reservation of a file that has become part of an order.
func (s *Store) UploadCompleted(ctx context.Context, id, person uuid.UUID) error {
	_, err := s.pool.Exec(
		ctx, "update upload_grants set completed_at = $3 where id = $1 and person = $2 and completed_at is null", id,
		person, s.clock(),
	)
	return dberror.Of("uploads", err)
}

// ForgetUpload removes the grant of a file that was removed from the store.
func (s *Store) ForgetUpload(ctx context.Context, id, person uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from upload_grants where id = $1 and person = $2", id, person)
	return dberror.Of("uploads", err)
}

// EndedUploads returns grants that were completed or expired before a time, earliest first.
func (s *Store) EndedUploads(ctx context.Context, before time.Time, limit int) ([]Grant, error) {
	rows, err := s.pool.Query(ctx, "select "+grantColumns+` from upload_grants
		where least(completed_at, expires_at) < $1 order by least(completed_at, expires_at) limit $2`, before, limit)
	if err != nil {
		return nil, dberror.Of("uploads", err)
	}
	all, err := pgx.CollectRows(rows, grant)
	return all, dberror.Of("uploads", err)
}
