package read

import (
	"context"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

// WatermarkOf is what is tiled over downloaded proofs of an order, nil for nothing.
func (s *Reader) WatermarkOf(ctx context.Context, o *order.Order) (*domain.Watermark, error) {
	switch o.Watermark.Use {
	case order.NoWatermark:
		return nil, nil
	case order.OwnWatermark:
		return o.Watermark.Picture, nil
	}
	return s.Accounts.ClientWatermark(ctx, accounts.WatermarkScopeOf(o))
}
