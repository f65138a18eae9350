package order

import (
	"time"

	"github.com/proofboard/proofboard/domain"
)

// WatermarkUse says which watermark the downloaded proofs of an order have.
type WatermarkUse string

// The watermarks to choose from.
const (
	ClientWatermark WatermarkUse = "client" // that of the client, if it has one; the default
	NoWatermark     WatermarkUse = "none"
	OwnWatermark    WatermarkUse = "own"
)

// ErrWatermarkMissing refuses an own watermark without a picture.
var ErrWatermarkMissing = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "order.watermark_missing",
	Message: "Choose a picture for the watermark first.",
}

// ErrWatermarkUnknown refuses an unknown choice.
var ErrWatermarkUnknown = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "order.watermark_unknown",
	Message: "The watermark of an order is that of the client, its own, or none.",
}

// SetWatermark sets the watermark of downloaded proofs. An own watermark without a new picture
// keeps the order's picture. dark applies to an own watermark only.
func (o *Order) SetWatermark(
	use WatermarkUse,
	picture *domain.Watermark,
	dark bool,
	by domain.Actor,
	at time.Time,
) error {
	if err := o.writable(by); err != nil {
		return err
	}
	set := WatermarkSet{Use: use}
	switch use {
	case ClientWatermark, NoWatermark:
	case OwnWatermark:
		if picture == nil {
			picture = o.Watermark.Picture
		}
		if picture == nil {
			return ErrWatermarkMissing
		}
		own := *picture
		if own.Dark = dark; own.Check() != nil {
			return domain.ErrWatermarkInvalid
		}
		set.Picture = &own
	default:
		return ErrWatermarkUnknown
	}
	if !o.Watermark.same(set) {
		o.Record(WatermarkSetType, &set, at)
	}
	return nil
}

func (w WatermarkSet) same(as WatermarkSet) bool {
	if w.Use == "" {
		w.Use = ClientWatermark
	}
	if w.Picture == nil || as.Picture == nil {
		return w.Use == as.Use && w.Picture == as.Picture
	}
	return w.Use == as.Use && *w.Picture == *as.Picture
}
