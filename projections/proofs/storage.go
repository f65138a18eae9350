package proofs

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/projections/query"
)

// Storage is what customers may store and do: the sum of the versions of their orders, which the
// log tells. What is deleted stops counting at once.
type Storage struct {
	pool    *pgxpool.Pool
	locks   query.Locks
	catchUp func(context.Context) error
	quota   func(context.Context, uuid.UUID) (quota, additional int64, err error)
	grants  Grants
}

// Grants are the forms that were handed out for uploads.
type Grants interface {
	// Reserved is how many bytes of a customer are granted and not completed.
	Reserved(ctx context.Context, customer uuid.UUID) (int64, error)
}

// NewStorage returns the storage. catchUp waits until orders and proofs have read the whole log;
// quota is what a customer may store, below 0 for no limit.
func NewStorage(
	pool, locks *pgxpool.Pool,
	catchUp func(context.Context) error,
	quota func(context.Context, uuid.UUID) (int64, int64, error),
	grants Grants,
) *Storage {
	return &Storage{pool, query.NewLocks(locks), catchUp, quota, grants}
}

// Use is how many bytes are stored, of how many. What the quota does not hold is additional.
type Use struct{ Used, Quota, AdditionalUsed, AdditionalQuota int64 }

// Unlimited reports whether there is no end of it (SH-287).
func (u Use) Unlimited() bool { return u.Quota < 0 || u.AdditionalQuota < 0 }

// Fits reports whether so many bytes more may be stored (D-40).
func (u Use) Fits(bytes int64) bool {
	return u.Unlimited() || bytes <= u.Quota+u.AdditionalQuota-u.Used-u.AdditionalUsed
}

// Full reports whether nothing more may be stored.
func (u Use) Full() bool {
	return !u.Unlimited() && u.Used+u.AdditionalUsed >= u.Quota+u.AdditionalQuota
}

// Of is a customer's storage; domain.ErrNotFound if there is no such customer.
func (s *Storage) Of(ctx context.Context, customer uuid.UUID) (u Use, err error) {
	if u.Quota, u.AdditionalQuota, err = s.quota(ctx, customer); err != nil {
		return u, err
	}
	var stored int64
	err = s.pool.QueryRow(ctx, `select coalesce(sum(v.size), 0)::bigint from board_cards c join proof_attachments a on a.order_id = c.id join proof_versions v on v.attachment_id = a.id
		where c.customer = $1`, customer).
		Scan(&stored)
	u.Used = stored
	if !u.Unlimited() {
		u.Used = min(stored, u.Quota)
		u.AdditionalUsed = stored - u.Used
	}
	return u, query.Failed("storage", err)
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

// Reserve has grant keep so many bytes more for a customer, if they fit beside what is stored and
// what was granted before (D-71).
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
