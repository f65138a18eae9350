package files

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/watermarks"
)

// watermarkForms limits how many pictures of watermarks a person uploads, because they do not count
// against the customer's storage.
var watermarkForms = throttle.Rate{Name: "watermarks", Most: 20, In: time.Hour}

var (
	errTooManyWatermarks = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "watermark.too_many",
		Message: "You have sent 20 pictures for watermarks within an hour.",
	}
	errWatermarkUpload = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "watermark.not_an_attachment",
		Message: "The picture of a watermark is completed by choosing the watermark, not as an attachment.",
	}
	errWatermarkPicture = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "watermark.picture_unused",
		Message: "A picture goes with an own watermark only.",
	}
)

// Watermark returns the watermarks of an order and of its client, to people who may choose one of
// them.
func (s *API) Watermark(
	ctx context.Context,
	r contract.WatermarkRequest,
) (*contract.WatermarkAnswer, error) {
	o, err := s.Board.One(ctx, web.Actor(ctx), r.OrderId)
	if err != nil {
		return nil, err
	}
	if err := policy.Check(web.Actor(ctx), policy.Read, policy.Watermark); err != nil {
		return nil, err
	}
	a, err := s.showWatermark(ctx, &o)
	return &a, err
}

// SetWatermark sets the watermark of downloaded proofs, of an order or of all orders of its client.
func (s *API) SetWatermark(
	ctx context.Context,
	r contract.SetWatermarkRequest,
) (*contract.Written[contract.WatermarkAnswer], error) {
	b, by := r.Body, web.Actor(ctx)
	now, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	o, may := &now, policy.CheckWatermark
	if b.Scope == contract.WatermarkChoiceScopeClient {
		may = policy.CheckClientWatermark
	}
	if err := may(by, &o.Summary); err != nil {
		return nil, err
	}
	picture, upload, err := s.watermarkPicture(ctx, r)
	if err != nil {
		return nil, err
	}
	if b.Scope == contract.WatermarkChoiceScopeClient {
		err = s.setClientWatermark(ctx, o, b, picture)
	} else {
		var done commands.Result
		done, err = s.Bus.Do(
			ctx,
			&commands.SetWatermark{
				Order:   o.ID,
				Use:     order.WatermarkUse(b.Use),
				Picture: picture,
				Dark:    b.IsDarkBackground,
			},
			web.Request(ctx, r.IdempotencyKey, "detail"),
		)
		if done.Order != nil {
			o = done.Order
		}
	}
	if err != nil {
		return nil, err
	}
	if picture != nil {
		s.completed(ctx, picture.Key, upload)
	}
	a, err := s.showWatermark(ctx, o)
	a.Message = "The watermark is set"
	return &contract.Written[contract.WatermarkAnswer]{
		Body:     a,
		Position: &o.Position,
	}, err
}

// maySendWatermark rejects early people who may not choose a watermark here, and files that cannot
// be one.
func (s *API) maySendWatermark(ctx context.Context, orderID uuid.UUID, size int64) (customer uuid.UUID, err error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, orderID)
	if err != nil {
		return uuid.Nil, err
	}
	if err := policy.CheckWatermark(by, &o.Summary); err != nil && policy.CheckClientWatermark(by, &o.Summary) != nil {
		return uuid.Nil, err
	}
	if size > domain.MaxWatermarkSize {
		return uuid.Nil, domain.ErrWatermarkInvalid
	}
	return o.Customer, s.fits(ctx, o.Customer, size)
}

// watermarkPicture copies the uploaded picture to its permanent key. It returns nil if none was
// sent.
func (s *API) watermarkPicture(
	ctx context.Context,
	r contract.SetWatermarkRequest,
) (*domain.Watermark, uuid.UUID, error) {
	sent := r.Body.File
	if sent == nil {
		return nil, uuid.Nil, nil
	}
	if r.Body.Use != contract.WatermarkUseOwn {
		return nil, uuid.Nil, errWatermarkPicture
	}
	if err := CheckFileName(sent.Name); err != nil {
		return nil, uuid.Nil, err
	}
	upload, err := uploaded(ctx, sent.Key, contract.UploadKindWatermark, r.OrderId)
	if err != nil {
		return nil, uuid.Nil, err
	}
	f, err := s.keepUpload(
		ctx, sent.Name, sent.Key, sent.Size,
		"watermarks/"+r.OrderId.String()+"/"+s.Web.IDFor(r.IdempotencyKey).String(),
	)
	if err != nil {
		return nil, uuid.Nil, err
	}
	picture := domain.Watermark{Name: f.Name, ContentType: f.ContentType, Key: f.Key, Size: f.Size, SHA256: f.SHA256}
	return &picture, upload, picture.Check()
}

// setClientWatermark sets the watermark of all orders of an order's client. It first records the
// previous picture as unused, so that it is removed if nothing shows it.
func (s *API) setClientWatermark(
	ctx context.Context,
	o *order.Order,
	b *contract.WatermarkChoice,
	picture *domain.Watermark,
) error {
	of := watermarks.ScopeOf(o)
	before, err := s.Watermarks.Of(ctx, of)
	if err != nil {
		return err
	}
	switch b.Use {
	case contract.WatermarkUseNone:
	case contract.WatermarkUseOwn:
		if picture == nil {
			picture = before
		}
		if picture == nil {
			return order.ErrWatermarkMissing
		}
		picture.Dark = b.IsDarkBackground
	default:
		return order.ErrWatermarkUnknown
	}
	if before != nil && (picture == nil || picture.Key != before.Key) {
		if err := s.LeaveFile(ctx, before.Key); err != nil {
			return err
		}
	}
	return s.Watermarks.Set(ctx, of, picture, web.Actor(ctx).ID)
}

func (s *API) showWatermark(ctx context.Context, o *order.Order) (a contract.WatermarkAnswer, err error) {
	of := watermarks.ScopeOf(o)
	client, err := s.Watermarks.Of(ctx, of)
	if err != nil {
		return a, err
	}
	names, err := s.Accounts.Names(
		ctx, accounts.Wanted{Customers: []uuid.UUID{o.Customer}, Clients: []string{o.Client}},
	)
	if err != nil {
		return a, err
	}
	a.Data.Position = o.Position
	if a.Data.Client.Name = names.Clients[o.Client].Name; o.DirectCustomer() {
		a.Data.Client.Name = names.Customers[o.Customer].Name
	}
	if a.Data.Order.Use = contract.WatermarkUse(o.Watermark.Use); a.Data.Order.Use == "" {
		a.Data.Order.Use = contract.WatermarkUseClient
	}
	by := web.Actor(ctx)
	a.Data.Order.Can = policy.CheckWatermark(by, &o.Summary) == nil
	a.Data.Client.Can = policy.CheckClientWatermark(by, &o.Summary) == nil
	if a.Data.Order.Picture, err = s.showPicture(ctx, o.Watermark.Picture); err != nil {
		return a, err
	}
	a.Data.Client.Picture, err = s.showPicture(ctx, client)
	return a, err
}

func (s *API) showPicture(ctx context.Context, w *domain.Watermark) (*contract.WatermarkPicture, error) {
	if w == nil {
		return nil, nil
	}
	url, err := s.Files.Link(ctx, w.Key, w.Name, w.ContentType, s.LinkLife)
	return &contract.WatermarkPicture{Name: w.Name, Url: url, IsDarkBackground: w.Dark}, err
}
