package accounts

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Hours implements commands.People.
func (s *Store) Hours(ctx context.Context) (client.Hours, error) {
	var h *client.Hours
	err := s.pool.QueryRow(
		ctx, "select hours from account_clients where id = $1", domain.ProviderClient,
	).Scan(&h)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return client.Hours{}, dberror.Of("business hours", err)
	}
	if h == nil {
		h = &client.Hours{}
	}
	return *h, nil
}
