package order_test

import (
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// mark is a picture that can be a watermark.
var mark = domain.Watermark{
	Name:        "mark.png",
	ContentType: "image/png",
	Key:         "watermarks/o/1",
	Size:        100,
	SHA256:      strings.Repeat("ab", 32),
}

func marking(use order.WatermarkUse, picture *domain.Watermark, dark bool, by domain.Actor) func(*order.Order) error {
	return func(o *order.Order) error { return o.SetWatermark(use, picture, dark, by, now) }
}

func own(dark bool) *order.WatermarkSet {
	picture := mark
	picture.Dark = dark
	return &order.WatermarkSet{Use: order.OwnWatermark, Picture: &picture}
}

func TestTheWatermarkOfAnOrderIsTheClientsItsOwnOrNone(t *testing.T) { // BD-282 BD-283
	given(t, order.InReview).When(marking(order.ClientWatermark, nil, false, anOwner)).ThenNothing() // as it begins
	given(t, order.InReview).When(marking(order.NoWatermark, nil, true, anOwner)).
		Then(&order.WatermarkSet{Use: order.NoWatermark})
	given(t, order.InReview).When(marking(order.OwnWatermark, &mark, true, anOwner)).Then(own(true))
	given(t, order.InReview, own(false)).When(marking(order.OwnWatermark, &mark, false, aManager)).ThenNothing()
	given(t, order.InReview, own(false)).When(marking(order.ClientWatermark, nil, false, aManager)).
		Then(&order.WatermarkSet{Use: order.ClientWatermark})
	given(t, order.InReview).When(marking("theirs", nil, false, anOwner)).ThenRefused(order.ErrWatermarkUnknown)
}

func TestAnOwnWatermarkKeepsItsPictureWhenOnlyTheGroundChanges(t *testing.T) { // BD-283
	given(t, order.Approved, own(false)).When(marking(order.OwnWatermark, nil, true, anOwner)).Then(own(true))
	given(t, order.Approved).When(marking(order.OwnWatermark, nil, true, anOwner)).
		ThenRefused(order.ErrWatermarkMissing)
}

func TestAWatermarkIsASmallPNGOrJPEG(t *testing.T) {
	for what, change := range map[string]func(*domain.Watermark){
		"a PDF":          func(w *domain.Watermark) { w.ContentType = "application/pdf" },
		"too large":      func(w *domain.Watermark) { w.Size = domain.MaxWatermarkSize + 1 },
		"empty":          func(w *domain.Watermark) { w.Size = 0 },
		"without a name": func(w *domain.Watermark) { w.Name = "" },
		"a long name":    func(w *domain.Watermark) { w.Name = strings.Repeat("n", 201) },
		"nowhere":        func(w *domain.Watermark) { w.Key = "" },
		"no hash":        func(w *domain.Watermark) { w.SHA256 = "ab" },
	} {
		t.Run(what, func(t *testing.T) {
			picture := mark
			change(&picture)
			given(t, order.InReview).When(marking(order.OwnWatermark, &picture, false, anOwner)).
				ThenRefused(domain.ErrWatermarkInvalid)
		})
	}
}

func TestTheWatermarkIsClosedToOthersAndWhenFrozenOrArchived(t *testing.T) {
	none := func(by domain.Actor) func(*order.Order) error { return marking(order.NoWatermark, nil, false, by) }
	given(t, order.InReview).When(none(stranger)).ThenRefused(order.ErrNotYours)
	given(t, order.InReview).When(none(viewing(anOwner))).ThenRefused(order.ErrNotYours)
	given(t, order.InReview, &order.Frozen{}).When(none(anOwner)).ThenRefused(order.ErrFrozen)
	given(t, order.Approved, &order.Archived{}).When(none(anOwner)).ThenRefused(order.ErrArchived)
}
