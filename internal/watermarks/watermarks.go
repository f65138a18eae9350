// Package watermarks stores the images that are repeated across the downloaded proofs of a client.
package watermarks

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Store reads and writes watermarks in PostgreSQL.
type Store struct {
	pool  *pgxpool.Pool
	clock func() time.Time
}

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool, clock func() time.Time) *Store { return &Store{pool, clock} }

// Scope identifies the orders that share a watermark: those of a direct customer, or those
// of a reseller and all its customers.
type Scope struct {
	Client   string
	Customer uuid.UUID // Nil for a reseller
}

// ScopeOf returns the scope of an order.
func ScopeOf(o *order.Order) Scope {
	if o.DirectCustomer() {
		return Scope{o.Client, o.Customer}
	}
	return Scope{Client: o.Client}
}

// Of returns the image that is repeated across a client's downloaded proofs, or nil
// for none.
func (s *Store) Of(ctx context.Context, of Scope) (*domain.Watermark, error) {
	var w domain.Watermark
	err := s.pool.QueryRow(ctx, "select name, content_type, key, size, sha256, dark from client_watermarks where client = $1 and customer = $2", of.Client, of.Customer).
		Scan(&w.Name, &w.ContentType, &w.Key, &w.Size, &w.SHA256, &w.Dark)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &w, dberror.Of("watermark", err)
}

// Set sets the image that is repeated across a client's downloaded proofs. A nil
// watermark removes it.
func (s *Store) Set(ctx context.Context, of Scope, w *domain.Watermark, by uuid.UUID) error {
	if w == nil {
		_, err := s.pool.Exec(
			ctx, "delete from client_watermarks where client = $1 and customer = $2", of.Client, of.Customer,
		)
		return dberror.Of("watermark", err)
	}
	if err := w.Check(); err != nil {
		return err
	}
	_, err := s.pool.Exec(
		ctx,
		`insert into client_watermarks (client, customer, name, content_type, key, size, sha256, dark, set_by, set_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (client, customer) do update set name = excluded.name, content_type = excluded.content_type,
		key = excluded.key, size = excluded.size, sha256 = excluded.sha256, dark = excluded.dark, set_by = excluded.set_by, set_at = excluded.set_at`,
		of.Client,
		of.Customer,
		w.Name,
		w.ContentType,
		w.Key,
		w.Size,
		w.SHA256,
		w.Dark,
		by,
		s.clock(),
	)
	return dberror.Of("watermark", err)
}
