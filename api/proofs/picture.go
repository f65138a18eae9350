package proofs

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/projections/proofs"
)

var picturesAgain = throttle.Rate{Name: "pictures made again", Most: 60, In: time.Hour}

var errTooManyPictures = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "picture.too_often",
	Message: "You have had many pictures made again. The server also tries by itself.",
}

var errNoPicture = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "picture.none",
	Message: "This file cannot have a picture.",
}

// MakePicture has the picture of a version tried again at once, if its last try failed because of the
// moment (D-91). A repetition changes nothing, because the picture is being made then.
func (s *API) MakePicture(
	ctx context.Context,
	r contract.MakePictureRequest,
) (*contract.VersionPictureAnswer, error) {
	by := web.Actor(ctx)
	o, a, err := s.Read.Attachment(ctx, r.OrderId, r.AttachmentId)
	if err != nil {
		return nil, err
	}
	v, err := a.Find(r.VersionId)
	if err != nil {
		return nil, err
	}
	if err := policy.CheckPicture(by, &o.Summary); err != nil {
		return nil, err
	}
	switch v.Picture.State {
	case proofs.PictureNone:
		return nil, errNoPicture.Saying("This file cannot have a picture. %s", present.WhyNoPicture(v.Picture))
	case proofs.PictureWaiting:
		if _, err := s.Accounts.Spend(ctx, picturesAgain, by.ID.String(), errTooManyPictures); err != nil {
			return nil, err
		}
		if err := s.Pictures.Again(ctx, v.File.SHA256, s.Clock()); err != nil {
			return nil, err
		}
		v.Picture = proofs.Picture{State: proofs.PictureMaking}
	}
	return &contract.VersionPictureAnswer{
		Data: *present.Picture(by, &o.Summary, v.Picture),
	}, nil
}
