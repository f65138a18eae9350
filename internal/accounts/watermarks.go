package accounts

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
)

// WatermarkScope identifies the orders that share a watermark: those of a direct customer, or those
// of a reseller and all its customers.
type WatermarkScope struct {
	Client   string
	Customer uuid.UUID // Nil for a reseller
}

// WatermarkScopeOf returns the scope of an order.
func WatermarkScopeOf(o *order.Order) WatermarkScope {
	if o.DirectCustomer() {
		return WatermarkScope{o.Client, o.Customer}
	}
	return WatermarkScope{Client: o.Client}
}

// ClientWatermark returns the image that is repeated across a client's downloaded proofs, or nil
// for none.
func (s *Store) ClientWatermark(ctx context.Context, of WatermarkScope) (*domain.Watermark, error) {
	var w domain.Watermark
	err := s.pool.QueryRow(ctx, "select name, content_type, key, size, sha256, dark from client_watermarks where client = $1 and customer = $2", of.Client, of.Customer).
		Scan(&w.Name, &w.ContentType, &w.Key, &w.Size, &w.SHA256, &w.Dark)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &w, dberror.Of("watermark", err)
}

// SetClientWatermark sets the image that is repeated across a client's downloaded proofs. A nil
// watermark removes it.
func (s *Store) SetClientWatermark(ctx context.Context, of WatermarkScope, w *domain.Watermark, by uuid.UUID) error {
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
