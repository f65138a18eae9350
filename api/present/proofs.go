package present

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

// Links makes links to stored files.
type Links interface {
	// Link returns a URL that reads key for a while, shown inline.
	Link(ctx context.Context, key, fileName, contentType string, expires time.Duration) (string, error)
}

// Proofs shows attachments with links to their files.
type Proofs struct {
	Files    Links
	LinkLife time.Duration // how long a link works
	Timeline *timeline.Queries
}

// Attachment shows an attachment to a person. names has the people who uploaded its versions, open
// the numbers of open topics on each version.
func (s *Proofs) Attachment(
	ctx context.Context,
	by domain.Actor,
	o *order.Summary,
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
		out.AttachmentTypeStartFrom = contract.StartsAsSuppliedFile
	case proof.InternalReview:
		out.AttachmentTypeStartFrom = contract.StartsAsInternalReview
	}
	if policy.SeesDecisions(by) { // to others it would tell that something happened that they may not see
		out.Version = &a.Version
	}
	out.Can.PublicTab, out.Can.InternalTab = policy.SeesTab(by, proof.Public), internal
	out.Can.AddVersion = policy.CheckNewVersion(by, o, &a.Facts) == nil
	out.Can.RequestReview = a.Reviewable() && policy.CheckReviewRequest(by, o) == nil
	out.Can.Settings = policy.CheckSettings(by, o) == nil
	out.Can.Delete = !a.Checked && policy.CheckAttachmentDeletion(by, o, &a.Facts) == nil
	reviews := policy.ReviewsFile(by, policy.FileOf(a.ID, &a.Facts, a.Since), o.Status)
	for i := range a.Newest {
		v, err := s.version(ctx, by, o, a, &a.Newest[i], reviews, open[a.Newest[i].ID], names)
		if err != nil {
			return out, err
		}
		out.Versions = append(out.Versions, v)
	}
	return out, nil
}

func (s *Proofs) version(
	ctx context.Context,
	by domain.Actor,
	o *order.Summary,
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
		f.Size, f.SHA256, web.Some(f.Width), web.Some(f.Height)
	if u, ok := names.People[v.By]; ok {
		p := Person(names, u.ID)
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
	if err := s.preview(ctx, v, &out); err != nil {
		return out, err
	}
	out.Picture = Picture(by, o, v.Picture)
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
	decides := a.Reviewable() && o.Status == order.InProgress && policy.CheckDecision(by, o) == nil
	writable := reviews && !policy.ProofsAreReadOnly(o.Status)
	out.Can.SeeChecked = sees
	out.Can.Approve, out.Can.Revise = decides && !checked, decides && checked
	out.Can.Delete = !checked && a.Count > 1 && policy.CheckVersionDeletion(by, o) == nil
	out.Can.AnnotatePublic = writable && !a.PublicDisabled && policy.CheckComment(by, o, proof.Public) == nil
	out.Can.AnnotateInternal = writable && !a.InternalDisabled && policy.CheckComment(by, o, proof.Internal) == nil
	return out, nil
}

// preview adds the preview of an image that browsers cannot show. The version is shown as an image
// then (BD-151).
func (s *Proofs) preview(ctx context.Context, v *proofs.Version, out *contract.Version) error {
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
	out.Preview = &contract.VersionPreview{
		Height: p.Height,
		Pages:  p.Pages,
		Width:  p.Width,
	}
	return nil
}

// fileType returns how the viewer shows a file (BD-151).
func fileType(contentType string) contract.VersionFileType {
	switch contentType {
	case "image/png", "image/jpeg", "image/gif", "image/bmp", "image/webp":
		return contract.Image
	case "application/pdf":
		return contract.Pdf
	}
	return contract.Unsupported
}

// Changes sets, on versions that the caller sees as checked, what changed on them since (BY-030).
// It needs one query for all.
func (s *Proofs) Changes(ctx context.Context, orderID uuid.UUID, lists ...[]contract.Attachment) error {
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
	changes, err := s.Timeline.SinceApproval(
		ctx, orderID, slices.Collect(maps.Keys(checked)), slices.Collect(maps.Keys(topic.Restates)),
	)
	if err != nil {
		return err
	}
	for _, c := range changes {
		v := checked[c.Version]
		all := append(
			web.Value(v.ChangedSince),
			contract.AnnotationChange{What: contract.AnnotationChangeWhat(topic.Restates[c.Type]), Count: c.Count},
		)
		v.ChangedSince = &all
	}
	return nil
}

func ProofChanged(done commands.Result, orderID, version uuid.UUID, message string) *contract.ProofChangedResponse {
	a := new(contract.ProofChangedResponse)
	a.Body.Message = message
	a.Position = &done.Position
	a.Body.Data = contract.ProofChange{
		OrderId:      orderID,
		AttachmentId: done.Stream,
		VersionId:    web.Some(version),
		Version:      done.Version,
		Position:     done.Position,
	}
	return a
}
