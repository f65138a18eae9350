package files

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
)

// RequestBulkDownload requests a zip of the files of an order that the caller may see.
func (s *API) RequestBulkDownload(
	ctx context.Context,
	r contract.RequestBulkDownloadRequest,
) (*contract.BulkDownloadAnswer, error) {
	d, err := s.BulkDownloads.Request(ctx, web.Actor(ctx), s.Web.IDFor(r.IdempotencyKey), r.OrderId)
	if err != nil {
		return nil, err
	}
	return new(showDownload(d, "")), nil
}

// BulkDownload returns the state of the caller's own zip.
func (s *API) BulkDownload(
	ctx context.Context,
	r contract.BulkDownloadRequest,
) (*contract.BulkDownloadAnswer, error) {
	d, link, err := s.BulkDownloads.Find(ctx, web.Actor(ctx), r.DownloadId)
	if err != nil {
		return nil, err
	}
	return new(showDownload(d, link)), nil
}

func showDownload(d transfers.Download, link string) (a contract.BulkDownloadAnswer) {
	a.Data.Id, a.Data.OrderId, a.Data.State, a.Data.ExpiresAt = d.ID, d.Order,
		contract.BulkDownloadDataState(d.State), d.ExpiresAt()
	a.Data.FileName, a.Data.FileSize, a.Data.Url = web.Some(d.FileName), web.Some(d.Size), web.Some(link)
	return a
}
