package read

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
)

// FilesCursor reads the cursor of a page of files. It returns web.ErrPage for one that the API did
// not make.
func FilesCursor(after *string) (*proofs.Cursor, error) {
	if after == nil {
		return nil, nil
	}
	c, err := proofs.ParseCursor(*after)
	if err != nil {
		return nil, web.ErrPage
	}
	return &c, nil
}

// VersionIDs lists the versions of attachments.
func VersionIDs(attachments []proofs.Attachment) (ids []uuid.UUID) {
	for _, a := range attachments {
		for _, v := range a.Newest {
			ids = append(ids, v.ID)
		}
	}
	return ids
}

// Viewer returns what a person may see of the timeline of an order.
func Viewer(by domain.Actor, o *order.Summary) timeline.Viewer {
	v := timeline.Viewer{
		Actor:      by,
		OthersSeen: policy.ReviewsOthersFiles(by, o.Status),
		Internal:   policy.SeesTab(by, proof.Internal),
		Decisions:  policy.SeesDecisions(by),
	}
	if by.Role.IsCustomer() {
		v.ShownUntil = o.ShownUntil
	}
	return v
}

// VisibleVersions returns the versions of an attachment that a person sees. It returns false if they
// do not see the attachment, or none of the versions that are here.
func VisibleVersions(by domain.Actor, o *order.Summary, a proofs.Attachment) (proofs.Attachment, bool) {
	if !policy.SeesFile(by, policy.FileOf(a.ID, &a.Facts, a.Since), o) {
		return a, false
	}
	seen := a.Only(func(v proof.Version) bool {
		return policy.SeesFile(by, policy.FileOf(a.ID, &a.Facts, v.Since), o)
	})
	return seen, len(seen.Newest) > 0 || len(a.Newest) == 0
}

// Attachment returns an attachment of an order. It returns domain.ErrNotFound if the caller may not
// see one of them.
func (s *Reader) Attachment(
	ctx context.Context,
	orderID, attachment uuid.UUID,
) (*order.Order, proofs.Attachment, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, orderID)
	if err != nil {
		return nil, proofs.Attachment{}, err
	}
	a, err := s.Proofs.One(ctx, attachment)
	if err != nil {
		return nil, a, err
	}
	a, sees := VisibleVersions(by, &o.Summary, a)
	if a.Order != orderID || !sees {
		return nil, a, domain.ErrNotFound
	}
	return &o, a, nil
}
