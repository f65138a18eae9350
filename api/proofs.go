package api

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/topics"
)

func (s *server) showAttachment(
	ctx context.Context,
	by domain.Actor,
	o *order.Order,
	a *proofs.Attachment,
	open map[uuid.UUID]topics.OpenTopics,
	names accounts.Names,
) (contract.Attachment, error) {
	internal := policy.SeesTab(by, proof.Internal)
	out := contract.Attachment{
		Id:                              a.ID,
		Name:                            a.Name,
		Type:                            contract.ReviewType(a.Kind),
		IsDisabledInternalTabAnnotation: a.InternalDisabled,
		IsDisabledPublicTabAnnotation:   a.PublicDisabled,
		StartingTab:                     contract.AttachmentStartingTab(a.StartingTab),
		UploadedByType:                  contract.AttachmentUploadedByTypeOther,
		CreatedAt:                       a.AddedAt,
		Versions:                        []contract.Version{},
	}
	if a.ByCustomer {
		out.UploadedByType = contract.AttachmentUploadedByTypeCustomer
	}
	switch a.Kind {
	case proof.SuppliedFiles:
		out.AttachmentTypeStartFrom = some(contract.AttachmentAttachmentTypeStartFromSuppliedFile)
	case proof.InternalReview:
		out.AttachmentTypeStartFrom = some(contract.AttachmentAttachmentTypeStartFromInternalReview)
	}
	out.Can.PublicTab, out.Can.InternalTab = policy.SeesTab(by, proof.Public), internal
	out.Can.AddVersion = policy.AddsVersion(by, o, &a.Proof) == nil
	out.Can.RequestReview = a.Reviewable() && policy.RequestsReview(by, o) == nil
	out.Can.Settings = policy.ChangesSettings(by, o) == nil
	out.Can.Delete = !a.Checked && policy.DeletesAttachment(by, o, &a.Proof) == nil
	reviews := policy.ReviewsFile(by, policy.FileOf(&a.Proof), o.Status)
	for i := range a.Newest {
		v, err := s.showVersion(ctx, by, o, a, &a.Newest[i], reviews, open[a.Newest[i].ID], names)
		if err != nil {
			return out, err
		}
		out.Versions = append(out.Versions, v)
	}
	return out, nil
}

func (s *server) showVersion(
	ctx context.Context,
	by domain.Actor,
	o *order.Order,
	a *proofs.Attachment,
	v *proofs.Version,
	reviews bool,
	open topics.OpenTopics,
	names accounts.Names,
) (contract.Version, error) {
	f := v.File
	out := contract.Version{
		Id:                           v.ID,
		FileName:                     f.Name,
		Version:                      v.Number,
		FileType:                     fileType(f.ContentType),
		ContentType:                  f.ContentType,
		CreatedAt:                    v.At,
		IsInternal:                   a.Kind == proof.InternalReview,
		IsAllowedToReview:            a.Reviewable(),
		IsDisabledAnnotation:         a.PublicDisabled,
		IsDisabledInternalAnnotation: a.InternalDisabled,
		PdfAnnotationModule:          contract.Pdfjs,
	}
	if out.IsInternal {
		out.DraftVersion = v.Number
	}
	out.FileSizeRaw, out.FileMeta.FileSize, out.FileMeta.Sha256, out.FileMeta.Width, out.FileMeta.Height = f.Size,
		f.Size, f.SHA256, some(f.Width), some(f.Height)
	if u, ok := names.People[v.By]; ok {
		p := person(names, u.ID)
		out.UploadedBy = &p
	}
	var err error
	if out.Url, err = s.Files.Link(ctx, f.Key, f.Name, f.ContentType, s.LinkLife); err != nil {
		return out, err
	}
	if v.Thumbnail != "" {
		if out.Thumbnail, err = s.Files.Link(ctx, v.Thumbnail, "thumbnail.jpg", "image/jpeg", s.LinkLife); err != nil {
			return out, err
		}
	}
	if err := s.showPreview(ctx, v, &out); err != nil {
		return out, err
	}
	out.Topics.Public = open.Public
	if policy.SeesTab(by, proof.Internal) {
		out.Topics.Internal = open.Internal
	}
	sees := policy.SeesDecisions(by)
	checked := v.State == proof.Checked
	out.IsInternalApproved = sees && checked
	if sees && v.ApprovalCleared {
		out.ApprovalCleared = &v.ApprovalCleared
	}
	out.Can.Certificate = (checked || v.ApprovalCleared) && policy.SeesCertificate(by, o)
	decides := a.Reviewable() && o.Status == order.InProgress && policy.Decides(by, o) == nil
	writable := reviews && !policy.ProofsAreReadOnly(o.Status)
	out.Can.SeeChecked = sees
	out.Can.Approve, out.Can.Revise = decides && !checked, decides && checked
	out.Can.Delete = !checked && a.Count > 1 && policy.DeletesVersion(by, o) == nil
	out.Can.AnnotatePublic = writable && !a.PublicDisabled && policy.Comments(by, o, proof.Public) == nil
	out.Can.AnnotateInternal = writable && !a.InternalDisabled && policy.Comments(by, o, proof.Internal) == nil
	return out, nil
}

// showPreview offers the preview of an image that browsers cannot show: it is an image then (BD-151).
func (s *server) showPreview(ctx context.Context, v *proofs.Version, out *contract.Version) error {
	p := v.Preview
	if p.Key == "" {
		return nil
	}
	link, err := s.Files.Link(
		ctx, p.Key, "preview."+strings.TrimPrefix(p.ContentType, "image/"), p.ContentType, s.LinkLife,
	)
	if err != nil {
		return err
	}
	out.FileType, out.PreviewUrl = contract.Image, &link
	out.Preview = &struct {
		Height int `json:"height"`
		Pages  int `json:"pages"`
		Width  int `json:"width"`
	}{p.Height, p.Pages, p.Width}
	return nil
}

// fileType is how the viewer shows a file (BD-151).
func fileType(contentType string) contract.VersionFileType {
	switch contentType {
	case "image/png", "image/jpeg", "image/gif", "image/bmp", "image/webp":
		return contract.Image
	case "application/pdf":
		return contract.Pdf
	}
	return contract.Unsupported
}

// visibleAttachment is an attachment of an order, both as the caller may see them.
func (s *server) visibleAttachment(
	ctx context.Context,
	orderID, attachment uuid.UUID,
) (*order.Order, proofs.Attachment, error) {
	by := actor(ctx)
	o, err := s.Board.One(ctx, by, orderID)
	if err != nil {
		return nil, proofs.Attachment{}, err
	}
	a, err := s.Proofs.One(ctx, attachment)
	if err != nil {
		return nil, a, err
	}
	a, sees := seenOf(by, &o.Order, a)
	if a.Order != orderID || !sees {
		return nil, a, domain.ErrNotFound
	}
	return &o.Order, a, nil
}

// Versions lists the versions of an attachment, newest first (BD-157).
func (s *server) Versions(
	ctx context.Context,
	r contract.VersionsRequestObject,
) (contract.VersionsResponseObject, error) {
	o, a, err := s.visibleAttachment(ctx, r.OrderId, r.AttachmentId)
	if err != nil {
		return nil, err
	}
	open, err := s.Topics.Open(ctx, versionsOf([]proofs.Attachment{a}))
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
	shown, err := s.showAttachment(ctx, actor(ctx), o, &a, open, names)
	if err != nil {
		return nil, err
	}
	if err := s.showStale(ctx, o.ID, []contract.Attachment{shown}); err != nil {
		return nil, err
	}
	return contract.Versions200JSONResponse{Success: true, Data: shown.Versions}, nil
}

// showStale says of versions that the caller sees as checked what changed on them since (BY-030): one query for all.
func (s *server) showStale(ctx context.Context, orderID uuid.UUID, lists ...[]contract.Attachment) error {
	checked := map[uuid.UUID]*contract.Version{}
	for _, attachments := range lists {
		for i := range attachments {
			for j := range attachments[i].Versions {
				if v := &attachments[i].Versions[j]; v.IsInternalApproved {
					checked[v.Id] = v
				}
			}
		}
	}
	if len(checked) == 0 {
		return nil
	}
	changes, err := s.Config.Timeline.SinceApproval(
		ctx, orderID, slices.Collect(maps.Keys(checked)), slices.Collect(maps.Keys(topic.Restates)),
	)
	if err != nil {
		return err
	}
	for _, c := range changes {
		v := checked[c.Version]
		all := append(
			value(v.ChangedSince),
			contract.AnnotationChange{What: contract.AnnotationChangeWhat(topic.Restates[c.Type]), Count: c.Count},
		)
		v.ChangedSince = &all
	}
	return nil
}

// DecideVersion approves or revises a version (D-11): the entry in the timeline follows from the event.
func (s *server) DecideVersion(
	ctx context.Context,
	r contract.DecideVersionRequestObject,
) (contract.DecideVersionResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	approve := b.Content == contract.DecisionContentApproved
	message := "The attachment file revised"
	if approve {
		message = "The attachment file approved"
	}
	done, err := s.Bus.Do(
		ctx, commands.NewDecideVersion(r.OrderId, r.AttachmentId, b.AttachmentVersionId, approve),
		request(ctx, r.Params.IdempotencyKey, "proof"),
	)
	return contract.DecideVersion200JSONResponse{
		ProofChangedJSONResponse: proofChanged(done, r.OrderId, b.AttachmentVersionId, message),
	}, err
}

func either[T any](json, form *T) *T {
	if json != nil {
		return json
	}
	return form
}

func proofChanged(done commands.Done, orderID, version uuid.UUID, message string) contract.ProofChangedJSONResponse {
	var a contract.ProofChangedJSONResponse
	a.Body.Success, a.Body.Message = true, message
	a.Headers.XPosition = &done.Position
	a.Body.Data = contract.ProofChange{
		OrderId:      orderID,
		AttachmentId: done.Stream,
		VersionId:    some(version),
		Version:      done.Version,
		Position:     done.Position,
	}
	return a
}

const versionRemoved = "The version already removed" // the document's wording (BD-441)

// DeleteVersion deletes a version, with the reason in the body (D-14).
func (s *server) DeleteVersion(
	ctx context.Context,
	r contract.DeleteVersionRequestObject,
) (contract.DeleteVersionResponseObject, error) {
	done, err := s.Bus.Do(
		ctx, commands.NewDeleteVersion(r.OrderId, r.AttachmentId, r.VersionId, r.Body.Reason),
		request(ctx, r.Params.IdempotencyKey, "proof"),
	)
	return contract.DeleteVersion200JSONResponse{
		ProofChangedJSONResponse: proofChanged(done, r.OrderId, r.VersionId, versionRemoved),
	}, err
}

// DeleteVersionWithReason deletes a version, with the reason percent-encoded in the path (BD-176).
func (s *server) DeleteVersionWithReason(
	ctx context.Context,
	r contract.DeleteVersionWithReasonRequestObject,
) (contract.DeleteVersionWithReasonResponseObject, error) {
	done, err := s.Bus.Do(
		ctx, commands.NewDeleteVersion(r.OrderId, r.AttachmentId, r.VersionId, r.Reason),
		request(ctx, r.Params.IdempotencyKey, "proof"),
	)
	return contract.DeleteVersionWithReason200JSONResponse{
		ProofChangedJSONResponse: proofChanged(done, r.OrderId, r.VersionId, versionRemoved),
	}, err
}

// DeleteAttachment deletes an attachment with its versions (BD-141).
func (s *server) DeleteAttachment(
	ctx context.Context,
	r contract.DeleteAttachmentRequestObject,
) (contract.DeleteAttachmentResponseObject, error) {
	done, err := s.Bus.Do(
		ctx, commands.NewDeleteAttachment(r.OrderId, r.AttachmentId), request(ctx, r.Params.IdempotencyKey, "detail"),
	)
	return contract.DeleteAttachment200JSONResponse{
		ProofChangedJSONResponse: proofChanged(done, r.OrderId, uuid.Nil, "The attachment is deleted"),
	}, err
}

// SetAttachmentSettings switches the tabs of an attachment (BD-232).
func (s *server) SetAttachmentSettings(
	ctx context.Context,
	r contract.SetAttachmentSettingsRequestObject,
) (contract.SetAttachmentSettingsResponseObject, error) {
	c := proof.SettingsChanged{
		InternalDisabled: r.Body.IsDisabledInternalTabAnnotation,
		PublicDisabled:   r.Body.IsDisabledPublicTabAnnotation,
	}
	if r.Body.StartingTab != nil {
		tab := proof.Tab(*r.Body.StartingTab)
		c.StartingTab = &tab
	}
	done, err := s.Bus.Do(
		ctx, commands.NewChangeSettings(r.OrderId, r.AttachmentId, c), request(ctx, r.Params.IdempotencyKey, "proof"),
	)
	return contract.SetAttachmentSettings200JSONResponse{
		ProofChangedJSONResponse: proofChanged(done, r.OrderId, uuid.Nil, "The settings are saved"),
	}, err
}

// RequestReview asks the creative managers for their review (D-12).
func (s *server) RequestReview(
	ctx context.Context,
	r contract.RequestReviewRequestObject,
) (contract.RequestReviewResponseObject, error) {
	done, err := s.Bus.Do(
		ctx, commands.NewRequestReview(r.OrderId, r.AttachmentId), request(ctx, r.Params.IdempotencyKey, "proof"),
	)
	return contract.RequestReview200JSONResponse{
		ProofChangedJSONResponse: proofChanged(
			done, r.OrderId, uuid.Nil, "The creative managers are asked for their review",
		),
	}, err
}
