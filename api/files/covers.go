package files

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/proofs"
)

// Covers returns links to pictures of orders: of each order the newest version with a picture that
// the caller may see. It names the orders without one of which a picture is being made.
func (s *API) Covers(ctx context.Context, r contract.CoversRequest) (*contract.CoversAnswer, error) {
	by := web.Actor(ctx)
	cards, err := s.Board.Find(ctx, by, r.Ids)
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
	a := contract.CoversAnswer{}
	a.Data.Covers = []contract.Cover{}
	var bare []uuid.UUID
	for i := range cards {
		o := &cards[i].Summary
		p, ok := seen(by, o, pictured[o.ID])
		if !ok {
			bare = append(bare, o.ID)
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
	}
	if len(bare) == 0 {
		return &a, nil
	}
	pending, err := s.Proofs.Pending(ctx, bare)
	if err != nil {
		return nil, err
	}
	var making []uuid.UUID
	for i := range cards {
		o := &cards[i].Summary
		if _, ok := seen(by, o, pending[o.ID]); ok {
			making = append(making, o.ID)
		}
	}
	if len(making) > 0 {
		a.Data.Making = &making
	}
	return &a, nil
}

// seen returns the first of some versions of an order that a person may see.
func seen(by domain.Actor, o *order.Summary, versions []proofs.Pictured) (proofs.Pictured, bool) {
	for _, p := range versions {
		f := policy.File{ID: p.Attachment, Kind: p.Kind, ByCustomer: p.ByCustomer, Since: p.Since}
		if policy.SeesFile(by, f, o) {
			return p, true
		}
	}
	return proofs.Pictured{}, false
}
