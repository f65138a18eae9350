package present

import (
	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/proofs"
)

// whys says why a file has no picture (yet).
var whys = map[string]string{
	"unsupported": "Pictures are made of PNG, JPEG, GIF, BMP, TIFF and PDF files.",
	"unreadable":  "The file is damaged, or of a kind that cannot be drawn here.",
	"locked":      "The PDF needs a password to be opened.",
	"too_large":   "The image has too many pixels or bytes to be drawn here.",
	"too_costly":  "Drawing the file takes more computing time or memory than a file may use.",
	"busy":        "The server was too busy to draw the file. It tries again by itself.",
	"store":       "The file could not be read, or its picture not be stored. The server tries again by itself.",
}

// WhyNoPicture returns a sentence for people about a version without a picture.
func WhyNoPicture(p proofs.Picture) string { return whys[p.Reason] }

// Picture shows a person how far the picture of a version is, or nil where that is not known, as in
// the past.
func Picture(by domain.Actor, o *order.Summary, p proofs.Picture) *contract.VersionPicture {
	if p.State == "" {
		return nil
	}
	out := &contract.VersionPicture{State: contract.VersionPictureState(p.State), Why: web.Some(WhyNoPicture(p))}
	if p.State == proofs.PictureWaiting {
		out.NextAt = &p.Next
		out.Again = policy.CheckPicture(by, o) == nil
	}
	return out
}
