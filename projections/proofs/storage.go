package proofs

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/projections/advisory"
)

// Storage measures and limits the storage of customers: the sizes of all versions in their orders.
// Deleted versions do not count.
type Storage struct {
	pool    *pgxpool.Pool
	locks   advisory.Locks
	catchUp func(context.Context) error
	quota   func(context.Context, uuid.UUID) (quota, additional int64, err error)
	grants  Grants
}

// Grants stores the permissions to upload a file.
type Grants interface {
	// Reserved returns the bytes that a customer may still upload with permissions given before.
	Reserved(ctx context.Context, customer uuid.UUID) (int64, error)
}

// NewStorage returns the storage. catchUp waits until the read models of orders and proofs include
// the whole log. quota is the limit for each customer in bytes; a negative number means no limit.
func NewStorage(
	pool, locks *pgxpool.Pool,
	catchUp func(context.Context) error,
	quota func(context.Context, uuid.UUID) (int64, int64, error),
	grants Grants,
) *Storage {
	return &Storage{pool, advisory.NewLocks(locks), catchUp, quota, grants}
}

// Use is the number of stored bytes and their limits. Bytes beyond the quota count as additional.
type Use struct{ Used, Quota, AdditionalUsed, AdditionalQuota int64 }

// Unlimited reports whether there is no limit (SH-287).
func (u Use) Unlimited() bool { return u.Quota < 0 || u.AdditionalQuota < 0 }

// Fits reports whether that many more bytes may be stored (D-40).
func (u Use) Fits(bytes int64) bool {
	return u.Unlimited() || bytes <= u.Quota+u.AdditionalQuota-u.Used-u.AdditionalUsed
}

// Full reports whether no more bytes may be stored.
func (u Use) Full() bool {
	return !u.Unlimited() && u.Used+u.AdditionalUsed >= u.Quota+u.AdditionalQuota
}

// Of returns the storage of a customer, or domain.ErrNotFound.
func (s *Storage) Of(ctx context.Context, customer uuid.UUID) (u Use, err error) {
	if u.Quota, u.AdditionalQuota, err = s.quota(ctx, customer); err != nil {
		return u, err
	}
	stored, err := s.Stored(ctx, customer)
	u.Used = stored
	if !u.Unlimited() {
		u.Used = min(stored, u.Quota)
		u.AdditionalUsed = stored - u.Used
	}
	return u, err
}

// Stored returns how many bytes a customer has stored.
func (s *Storage) Stored(ctx context.Context, customer uuid.UUID) (bytes int64, err error) {
	err = s.pool.QueryRow(ctx, `select coalesce(sum(v.size), 0)::bigint from board_cards c
		join proof_attachments a on a.order_id = c.id join proof_versions v on v.attachment_id = a.id
		where c.customer = $1`, customer).Scan(&bytes)
	return bytes, dberror.Of("storage", err)
}

// Take implements commands.Storage.
func (s *Storage) Take(ctx context.Context, customer uuid.UUID, bytes int64) (release func(), err error) {
	quota, additional, err := s.quota(ctx, customer)
	if err != nil {
		return nil, err
	}
	if (Use{Quota: quota, AdditionalQuota: additional}).Unlimited() {
		return func() {}, nil
	}
	if release, err = s.locks.Take(ctx, "storage of", customer); err != nil {
		return nil, err
	}
	u, err := s.caughtUp(ctx, customer)
	if err == nil && !u.Fits(bytes) {
		err = domain.ErrNotEnoughStorage
	}
	if err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// Reserve calls grant, which stores a permission to upload that many bytes, if they fit beside the
// stored bytes and the earlier permissions (D-71).
func (s *Storage) Reserve(
	ctx context.Context,
	customer uuid.UUID,
	bytes int64,
	grant func(context.Context) error,
) error {
	release, err := s.locks.Take(ctx, "storage of", customer)
	if err != nil {
		return err
	}
	defer release()
	u, err := s.caughtUp(ctx, customer)
	if err != nil {
		return err
	}
	reserved, err := s.grants.Reserved(ctx, customer)
	if err != nil {
		return err
	}
	if !u.Fits(reserved + bytes) {
		return domain.ErrNotEnoughStorage
	}
	return grant(ctx)
}

func (s *Storage) caughtUp(ctx context.Context, customer uuid.UUID) (Use, error) {
	if err := s.catchUp(ctx); err != nil {
		return Use{}, err
	}
	return s.Of(ctx, customer)
}
