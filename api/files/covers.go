package files

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
)

// Covers returns links to pictures of orders: of each order the newest version with a picture that
// the caller may see.
func (s *API) Covers(ctx context.Context, r contract.CoversRequestObject) (contract.CoversResponseObject, error) {
	by := web.Actor(ctx)
	cards, err := s.Board.Find(ctx, by, r.Params.Ids)
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(cards))
	for i := range cards {
		ids[i] = cards[i].ID
	}
	pictured, err := s.Proofs.Pictured(ctx, ids)
	if err != nil {
		return nil, err
	}
	a := contract.CoversAnswer{Success: true}
	a.Data.Covers = []contract.Cover{}
	for i := range cards {
		o := &cards[i].Summary
		for _, p := range pictured[o.ID] {
			f := policy.File{ID: p.Attachment, Kind: p.Kind, ByCustomer: p.ByCustomer, Since: p.Since}
			if !policy.SeesFile(by, f, o) {
				continue
			}
			link, err := s.Files.Link(ctx, p.Thumbnail, "thumbnail.jpg", "image/jpeg", s.LinkLife)
			if err != nil {
				return nil, err
			}
			a.Data.Covers = append(a.Data.Covers, contract.Cover{
				OrderId: o.ID,
				Url:     link,
			})
			break
		}
	}
	return contract.Covers200JSONResponse(a), nil
}
