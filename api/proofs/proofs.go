package proofs

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/proofs"
)

// Versions lists the versions of an attachment, newest first (BD-157).
func (s *API) Versions(
	ctx context.Context,
	r contract.VersionsRequest,
) (*contract.VersionsAnswer, error) {
	o, a, err := s.Read.Attachment(ctx, r.OrderId, r.AttachmentId)
	if err != nil {
		return nil, err
	}
	open, err := s.Topics.Open(ctx, read.VersionIDs([]proofs.Attachment{a}))
	if err != nil {
		return nil, err
	}
	var w accounts.Wanted
	for _, v := range a.Newest {
		w.People = append(w.People, v.By)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	shown, err := s.Show.Attachment(ctx, web.Actor(ctx), &o.Summary, &a, open, names)
	if err != nil {
		return nil, err
	}
	if err := s.Show.Changes(ctx, o.ID, []contract.Attachment{shown}); err != nil {
		return nil, err
	}
	return &contract.VersionsAnswer{Data: shown.Versions}, nil
}

// DecideVersion approves a version or takes the approval back (D-11). The timeline shows the event.
func (s *API) DecideVersion(
	ctx context.Context,
	r contract.DecideVersionRequest,
) (*contract.ProofChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	approve := b.Content == contract.DecisionContentApproved
	message := "The attachment file revised"
	if approve {
		message = "The attachment file approved"
	}
	req := web.Request(ctx, r.IdempotencyKey, "proof")
	if b.ExpectedVersion != nil {
		req.Expected = b.ExpectedVersion
	}
	done, err := s.Bus.Do(
		ctx,
		&commands.DecideVersion{
			Order:      r.OrderId,
			Attachment: r.AttachmentId,
			Version:    b.AttachmentVersionId,
			Approve:    approve,
		},
		req,
	)
	err = s.Read.Meanwhile(ctx, err, r.OrderId, r.AttachmentId, req.Expected)
	return present.ProofChanged(done, r.OrderId, b.AttachmentVersionId, message), err
}

const versionRemoved = "The version already removed" // the document's wording (BD-441)

// DeleteVersion deletes a version, with the reason in the body (D-14).
func (s *API) DeleteVersion(
	ctx context.Context,
	r contract.DeleteVersionRequest,
) (*contract.ProofChangedResponse, error) {
	done, err := s.Bus.Do(
		ctx,
		&commands.DeleteVersion{
			Order:      r.OrderId,
			Attachment: r.AttachmentId,
			Version:    r.VersionId,
			Reason:     r.Body.Reason,
		},
		web.Request(ctx, r.IdempotencyKey, "proof"),
	)
	return present.ProofChanged(done, r.OrderId, r.VersionId, versionRemoved), err
}

// DeleteVersionWithReason deletes a version, with the reason percent-encoded in the path (BD-176).
func (s *API) DeleteVersionWithReason(
	ctx context.Context,
	r contract.DeleteVersionWithReasonRequest,
) (*contract.ProofChangedResponse, error) {
	done, err := s.Bus.Do(
		ctx,
		&commands.DeleteVersion{Order: r.OrderId, Attachment: r.AttachmentId, Version: r.VersionId, Reason: r.Reason},
		web.Request(ctx, r.IdempotencyKey, "proof"),
	)
	return present.ProofChanged(done, r.OrderId, r.VersionId, versionRemoved), err
}

// DeleteAttachment deletes an attachment with its versions (BD-141).
func (s *API) DeleteAttachment(
	ctx context.Context,
	r contract.DeleteAttachmentRequest,
) (*contract.ProofChangedResponse, error) {
	done, err := s.Bus.Do(
		ctx,
		&commands.DeleteAttachment{Order: r.OrderId, Attachment: r.AttachmentId},
		web.Request(ctx, r.IdempotencyKey, "detail"),
	)
	return present.ProofChanged(done, r.OrderId, uuid.Nil, "The attachment is deleted"), err
}

// SetAttachmentSettings switches the tabs of an attachment (BD-232).
func (s *API) SetAttachmentSettings(
	ctx context.Context,
	r contract.SetAttachmentSettingsRequest,
) (*contract.ProofChangedResponse, error) {
	c := proof.SettingsChanged{
		InternalDisabled: r.Body.IsDisabledInternalTabAnnotation,
		PublicDisabled:   r.Body.IsDisabledPublicTabAnnotation,
	}
	if r.Body.StartingTab != nil {
		tab := proof.Tab(*r.Body.StartingTab)
		c.StartingTab = &tab
	}
	done, err := s.Bus.Do(
		ctx,
		&commands.ChangeSettings{Order: r.OrderId, Attachment: r.AttachmentId, Change: c},
		web.Request(ctx, r.IdempotencyKey, "proof"),
	)
	return present.ProofChanged(done, r.OrderId, uuid.Nil, "The settings are saved"), err
}

// RequestReview asks the creative managers for their review (D-12).
func (s *API) RequestReview(
	ctx context.Context,
	r contract.RequestReviewRequest,
) (*contract.ProofChangedResponse, error) {
	done, err := s.Bus.Do(
		ctx,
		&commands.RequestReview{Order: r.OrderId, Attachment: r.AttachmentId},
		web.Request(ctx, r.IdempotencyKey, "proof"),
	)
	return present.ProofChanged(
		done, r.OrderId, uuid.Nil, "The creative managers are asked for their review",
	), err
}
