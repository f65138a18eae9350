package api

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/internal/accounts"
)

// RequestBulkDownload requests a zip of the files of an order that the caller may see.
func (s *server) RequestBulkDownload(
	ctx context.Context,
	r contract.RequestBulkDownloadRequestObject,
) (contract.RequestBulkDownloadResponseObject, error) {
	d, err := s.BulkDownloads.Request(ctx, actor(ctx), s.idFor(r.Params.IdempotencyKey), r.OrderId)
	if err != nil {
		return nil, err
	}
	return contract.RequestBulkDownload200JSONResponse(showDownload(d, "")), nil
}

// BulkDownload returns the state of the caller's own zip.
func (s *server) BulkDownload(
	ctx context.Context,
	r contract.BulkDownloadRequestObject,
) (contract.BulkDownloadResponseObject, error) {
	d, link, err := s.BulkDownloads.Find(ctx, actor(ctx), r.DownloadId)
	if err != nil {
		return nil, err
	}
	return contract.BulkDownload200JSONResponse(showDownload(d, link)), nil
}

func showDownload(d accounts.Download, link string) (a contract.BulkDownloadAnswer) {
	a.Success = true
	a.Data.Id, a.Data.OrderId, a.Data.State, a.Data.ExpiresAt = d.ID, d.Order,
		contract.BulkDownloadAnswerDataState(d.State), d.ExpiresAt()
	a.Data.FileName, a.Data.FileSize, a.Data.Url = some(d.FileName), some(d.Size), some(link)
	return a
}
