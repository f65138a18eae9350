package read

import (
	"context"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/watermarks"
)

// WatermarkOf returns the watermark of an order's downloaded proofs, nil for none.
func (s *Reader) WatermarkOf(ctx context.Context, o *order.Order) (*domain.Watermark, error) {
	switch o.Watermark.Use {
	case order.NoWatermark:
		return nil, nil
	case order.OwnWatermark:
		return o.Watermark.Picture, nil
	}
	return s.Watermarks.Of(ctx, watermarks.ScopeOf(o))
}
