package files

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/projections/board"
)

// Images returns a page of the gallery of images in orders (D-64).
func (s *API) Images(ctx context.Context, r contract.ImagesRequest) (*contract.ImagesAnswer, error) {
	by := web.Actor(ctx)
	g := board.Gallery{
		Search: web.Value(r.Search), Order: web.Value(r.OrderId), Service: web.Value(r.ServiceId), Limit: imagesOfPage,
	}
	if r.Limit != nil {
		g.Limit = *r.Limit
	}
	if r.After != nil {
		after, err := board.ParseImageCursor(*r.After)
		if err != nil {
			return nil, web.ErrPage
		}
		g.After = after
	}
	g.Limit++ // one more tells whether there is another page
	found, err := s.Board.Images(ctx, by, g)
	if err != nil {
		return nil, err
	}
	a := &contract.ImagesAnswer{}
	a.Data.Images = []contract.GalleryImage{}
	if len(found) == g.Limit {
		found = found[:g.Limit-1]
		last := found[len(found)-1]
		a.Data.Next = web.Some(board.ImageCursor{At: last.At, Version: last.ID}.String())
	}
	for _, i := range found {
		f := policy.File{ID: i.Attachment, Kind: i.Kind, ByCustomer: i.ByCustomer, Since: i.Since}
		if !i.Order.Visible(by) || !policy.SeesFile(by, f, &i.Order) {
			continue // the query has decided the same; nobody sees a file because of a fault in it
		}
		shown, err := s.image(ctx, i)
		if err != nil {
			return nil, err
		}
		a.Data.Images = append(a.Data.Images, shown)
	}
	return a, nil
}

const imagesOfPage = 100

func (s *API) image(ctx context.Context, i board.Image) (contract.GalleryImage, error) {
	f := i.File
	shown := contract.GalleryImage{
		VersionId:    i.ID,
		AttachmentId: i.Attachment,
		OrderId:      i.Order.ID,
		OrderNumber:  i.Order.Number.String(),
		OrderName:    i.Order.Name,
		Service:      web.Some(i.Order.ServiceName),
		Name:         f.Name,
		Number:       i.Number,
		Width:        f.Width,
		Height:       f.Height,
		Size:         f.Size,
		UploadedAt:   i.At,
	}
	var err error
	if shown.Thumbnail, err = s.Files.Link(ctx, i.Thumbnail, "thumbnail.jpg", "image/jpeg", s.LinkLife); err != nil {
		return shown, err
	}
	shown.Url, err = s.Files.Link(ctx, f.Key, f.Name, f.ContentType, s.LinkLife)
	return shown, err
}
