// Package webhooks keeps the addresses and secrets of webhooks, what is to be sent to them, and sends it.
package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

const (
	secretSize = 24 // bytes, as Standard Webhooks advises
	// Overlap is how long the secret before a rotation signs beside the new one.
	Overlap = 24 * time.Hour
)

// Wrapper encrypts secrets with a key that is not in the database.
type Wrapper interface {
	Wrap(id uuid.UUID, secret []byte) ([]byte, error)
	Unwrap(id uuid.UUID, wrapped []byte) ([]byte, error)
}

// Store keeps what the log does not have about webhooks.
type Store struct {
	pool    *pgxpool.Pool
	wrapper Wrapper
}

// NewStore returns the store.
func NewStore(pool *pgxpool.Pool, w Wrapper) *Store { return &Store{pool, w} }

// Target is where and how the deliveries of an endpoint are sent.
type Target struct {
	Endpoint uuid.UUID
	URL      string
	Secrets  [][]byte // each signs; the newest first
}

// NewSecret makes a secret. written is how people see it.
func NewSecret() (secret []byte, written string, err error) {
	secret = make([]byte, secretSize)
	_, err = rand.Read(secret)
	return secret, "whsec_" + base64.StdEncoding.EncodeToString(secret), err
}

// Keep stores the address and the first secret of an endpoint. customer is Nil for one of a reseller or of
// the provider.
func (s *Store) Keep(ctx context.Context, endpoint, customer uuid.UUID, url string, secret []byte) error {
	wrapped, err := s.wrapper.Wrap(endpoint, secret)
	if err != nil {
		return err
	}
	_, err = s.pool.Exec(
		ctx,
		`insert into webhook_targets (endpoint, customer, url, secret)
		values ($1, nullif($2, '00000000-0000-0000-0000-000000000000'::uuid), $3, $4)`,
		endpoint, customer, url, wrapped,
	)
	return dberror.Of("target of webhooks", err)
}

// Point stores another address of an endpoint.
func (s *Store) Point(ctx context.Context, endpoint uuid.UUID, url string) error {
	_, err := s.pool.Exec(ctx, "update webhook_targets set url = $2 where endpoint = $1", endpoint, url)
	return dberror.Of("target of webhooks", err)
}

// Rotate stores another secret. The one before signs beside it until ends.
func (s *Store) Rotate(ctx context.Context, endpoint uuid.UUID, secret []byte, ends time.Time) error {
	wrapped, err := s.wrapper.Wrap(endpoint, secret)
	if err != nil {
		return err
	}
	tag, err := s.pool.Exec(
		ctx, "update webhook_targets set previous = secret, secret = $2, ends_at = $3 where endpoint = $1",
		endpoint, wrapped, ends,
	)
	if err == nil && tag.RowsAffected() == 0 {
		return domain.ErrNotFound
	}
	return dberror.Of("secret of webhooks", err)
}

// Forget removes everything about an endpoint.
func (s *Store) Forget(ctx context.Context, endpoint uuid.UUID) error {
	return s.forget(ctx, "endpoint = $1", endpoint)
}

// ForgetCustomer removes everything about the endpoints of a customer's account.
func (s *Store) ForgetCustomer(ctx context.Context, customer uuid.UUID) error {
	return s.forget(ctx, "customer = $1", customer)
}

func (s *Store) forget(ctx context.Context, which string, id uuid.UUID) error {
	_, err := s.pool.Exec(
		ctx,
		`with t as (delete from webhook_targets where `+which+` returning endpoint),
			c as (delete from webhook_cursors where endpoint in (select endpoint from t))
		delete from webhook_deliveries where endpoint in (select endpoint from t)`,
		id,
	)
	return dberror.Of("endpoint of webhooks", err)
}

// URLs returns the addresses of endpoints.
func (s *Store) URLs(ctx context.Context, endpoints []uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := s.pool.Query(ctx, "select endpoint, url from webhook_targets where endpoint = any($1)", endpoints)
	if err != nil {
		return nil, dberror.Of("targets of webhooks", err)
	}
	found := map[uuid.UUID]string{}
	var id uuid.UUID
	var url string
	_, err = pgx.ForEachRow(rows, []any{&id, &url}, func() error { found[id] = url; return nil })
	return found, dberror.Of("targets of webhooks", err)
}

// Targets returns the addresses of endpoints and the secrets that sign at a time.
func (s *Store) Targets(ctx context.Context, endpoints []uuid.UUID, now time.Time) (map[uuid.UUID]Target, error) {
	rows, err := s.pool.Query(
		ctx,
		`select endpoint, url, secret, case when ends_at > $2 then previous end
		from webhook_targets where endpoint = any($1)`,
		endpoints, now,
	)
	if err != nil {
		return nil, dberror.Of("targets of webhooks", err)
	}
	found := map[uuid.UUID]Target{}
	var t Target
	var wrapped, previous []byte
	_, err = pgx.ForEachRow(rows, []any{&t.Endpoint, &t.URL, &wrapped, &previous}, func() error {
		t.Secrets = nil
		for _, w := range [][]byte{wrapped, previous} {
			if w == nil {
				continue
			}
			secret, err := s.wrapper.Unwrap(t.Endpoint, w)
			if err != nil {
				return fmt.Errorf("secret of webhook %s: %w", t.Endpoint, err)
			}
			t.Secrets = append(t.Secrets, secret)
		}
		found[t.Endpoint] = t
		return nil
	})
	return found, dberror.Of("targets of webhooks", err)
}
