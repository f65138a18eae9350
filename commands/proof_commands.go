package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// Errors of commands on proofs that depend on the proof's order or tab.
var (
	ErrNotInProgress = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.order_not_in_progress",
		Message: "Versions can be approved and revised only while the order is in progress.",
	}
	ErrReadOnly = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.read_only",
		Message: "The proofs of approved and cancelled orders can only be looked at.",
	}
	ErrTabDisabled = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.tab_disabled",
		Message: "This tab takes no comments.",
	}
	ErrReviewEnded = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.review_ended",
		Message: "The order is not in review any more. This proof can be read, but not changed, until it comes back for review.",
	}
	ErrNotUnderReview = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.not_under_review",
		Message: "The review actions are for files under customer review.",
	}
)

// visibleProof locks and returns an attachment that the sender may work with, and its order, which
// guards the append. It returns domain.ErrNotFound if the sender may not see the attachment, and
// ErrReviewEnded if they may only read it now.
func (w *work) visibleProof(ctx context.Context, orderID, attachment uuid.UUID) (*order.Order, *proof.Proof, error) {
	o, err := w.visibleOrder(ctx, orderID)
	if err != nil {
		return nil, nil, err
	}
	p, err := take(ctx, w, proof.Streams, attachment)
	if err != nil {
		return nil, nil, err
	}
	switch f := policy.FileOf(p.ID, &p.Facts, p.Since()); {
	case !p.Exists() || p.Deleted || p.Order != o.ID || !policy.SeesFile(w.by, f, &o.Summary):
		return nil, nil, domain.ErrNotFound
	case !policy.ReviewsFile(w.by, f, o.Status):
		return nil, nil, ErrReviewEnded
	}
	return o, p, nil
}

// checkAttachment returns ErrNotUnderReview unless the attachment of a review move belongs to this
// order and is a file for customer review (BD-292).
func (c *MoveOrder) checkAttachment(ctx context.Context, w *work) error {
	if c.Attachment == c.Order { // locking this stream again would deadlock
		return ErrNotUnderReview
	}
	s, p, err := open(ctx, w.bus.Log, proof.Streams, c.Attachment)
	if err != nil {
		return err
	}
	defer s.Unlock()
	if p.Order != c.Order || p.Deleted || p.Kind != proof.CustomerReview {
		return ErrNotUnderReview
	}
	return nil
}

// AddAttachment attaches a file to an order. The ids of the attachment and of its first version must be new.
type AddAttachment struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
	Kind       proof.Kind
	Version    uuid.UUID
	File       proof.File
}

func (c *AddAttachment) handle(ctx context.Context, w *work) error {
	o, err := w.visibleOrder(ctx, c.Order)
	if err != nil {
		return err
	}
	if err := policy.CheckUpload(w.by, &o.Summary, c.Kind); err != nil {
		return err
	}
	p, err := take(ctx, w, proof.Streams, c.Attachment)
	if err != nil {
		return err
	}
	if err := w.store(ctx, o.Customer, c.File); err != nil {
		return err
	}
	return p.Add(
		proof.AttachmentAdded{Order: o.ID, Kind: c.Kind, ByCustomer: w.by.Role.IsCustomer()}, c.Version, c.File, w.at,
	)
}

// AddVersion adds a version to an attachment. Its id must be new.
type AddVersion struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
	Version    uuid.UUID
	File       proof.File
}

func (c *AddVersion) handle(ctx context.Context, w *work) error {
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	if err := policy.CheckNewVersion(w.by, &o.Summary, &p.Facts); err != nil {
		return err
	}
	if err := w.store(ctx, o.Customer, c.File); err != nil {
		return err
	}
	return p.AddVersion(c.Version, c.File, w.at)
}

// ReplaceFile replaces the file of a version (D-15).
type ReplaceFile struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
	Version    uuid.UUID
	File       proof.File
}

func (c *ReplaceFile) handle(ctx context.Context, w *work) error {
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	if err := policy.CheckNewVersion(w.by, &o.Summary, &p.Facts); err != nil {
		return err
	}
	if err := w.store(ctx, o.Customer, c.File); err != nil {
		return err
	}
	return p.ReplaceFile(c.Version, c.File, w.at)
}

// DecideVersion approves a version, or revises it without Approve (D-11).
type DecideVersion struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
	Version    uuid.UUID
	Approve    bool
}

func (c *DecideVersion) handle(ctx context.Context, w *work) error {
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	if err := policy.CheckDecision(w.by, &o.Summary); err != nil {
		return err
	}
	if o.Status != order.InProgress {
		return ErrNotInProgress
	}
	if c.Approve {
		return p.Approve(c.Version, w.at)
	}
	return p.Revise(c.Version, w.at)
}

// DeleteVersion deletes a version and stores the reason (D-14).
type DeleteVersion struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
	Version    uuid.UUID
	Reason     string
}

func (c *DeleteVersion) handle(ctx context.Context, w *work) error {
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	if err := policy.CheckVersionDeletion(w.by, &o.Summary); err != nil {
		return err
	}
	return p.DeleteVersion(c.Version, c.Reason, w.at)
}

// DeleteAttachment deletes an attachment with its versions.
type DeleteAttachment struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
}

func (c *DeleteAttachment) handle(ctx context.Context, w *work) error {
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	if err := policy.CheckAttachmentDeletion(w.by, &o.Summary, &p.Facts); err != nil {
		return err
	}
	return p.Delete(w.at)
}

// ChangeSettings changes the settings of an attachment's tabs.
type ChangeSettings struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
	Change     proof.SettingsChanged
}

func (c *ChangeSettings) handle(ctx context.Context, w *work) error {
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	if err := policy.CheckSettings(w.by, &o.Summary); err != nil {
		return err
	}
	return p.ChangeSettings(c.Change, w.at)
}

// RequestReview asks the creative managers to review the newest version (D-12).
type RequestReview struct {
	Order      uuid.UUID
	Attachment uuid.UUID `stream:"proof"`
}

func (c *RequestReview) handle(ctx context.Context, w *work) error {
	o, p, err := w.visibleProof(ctx, c.Order, c.Attachment)
	if err != nil {
		return err
	}
	if err := policy.CheckReviewRequest(w.by, &o.Summary); err != nil {
		return err
	}
	return p.RequestReview(w.at)
}
