package audit

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/transparency"
)

// Transparency is the transparency log with its certificates.
type Transparency interface {
	// Head returns the newest signed head.
	Head(ctx context.Context) (transparency.Head, error)
	// Proof proves that the log contains the event at a position. It returns audit.not_covered for
	// an event that no signed head covers.
	Proof(ctx context.Context, position int64) (transparency.Proof, error)
	// Growth returns the proof that the log grew from one size to another, 0 for the newest.
	// Errors: audit.sizes_invalid, audit.not_covered.
	Growth(ctx context.Context, from, to int64) (transparency.Growth, error)
	// Keys returns the public keys, newest first.
	Keys() []string
	// Certificate certifies the last approval of a version. Errors: certificate.no_approval,
	// certificate.not_covered_yet.
	Certificate(ctx context.Context, w transparency.Wanted) ([]byte, error)
}

func showHead(h transparency.Head) contract.AuditHead {
	return contract.AuditHead{Log: h.Log, Size: h.Size, Hash: h.Hash, Signed: h.Signed}
}

// AuditHead returns the newest head of the log (BY-021).
func (s *API) AuditHead(
	ctx context.Context,
	_ contract.AuditHeadRequest,
) (*contract.AuditHeadAnswer, error) {
	if err := policy.Check(web.Actor(ctx), policy.Read, policy.Audit); err != nil {
		return nil, err
	}
	h, err := s.Transparency.Head(ctx)
	return &contract.AuditHeadAnswer{Data: showHead(h)}, err
}

// AuditProof returns the proof that the log contains an event (BY-021).
func (s *API) AuditProof(
	ctx context.Context,
	r contract.AuditProofRequest,
) (*contract.AuditProofAnswer, error) {
	if err := policy.Check(web.Actor(ctx), policy.Read, policy.Audit); err != nil {
		return nil, err
	}
	p, err := s.Transparency.Proof(ctx, r.Position)
	a := &contract.AuditProofAnswer{}
	a.Data.Position, a.Data.Record, a.Data.Path, a.Data.Head, a.Data.File = p.Position, p.Record, web.List(p.Path),
		showHead(p.Head), p.File
	return a, err
}

// AuditGrowth returns the proof that the log only grew (BY-021).
func (s *API) AuditGrowth(
	ctx context.Context,
	r contract.AuditGrowthRequest,
) (*contract.AuditGrowthAnswer, error) {
	if err := policy.Check(web.Actor(ctx), policy.Read, policy.Audit); err != nil {
		return nil, err
	}
	from := int64(1)
	if r.From != nil {
		from = *r.From
	}
	g, err := s.Transparency.Growth(ctx, from, web.Value(r.To))
	a := &contract.AuditGrowthAnswer{}
	a.Data.Old, a.Data.Head, a.Data.Path, a.Data.File = showHead(g.Old), showHead(g.Head), web.List(g.Path), g.File
	return a, err
}

// AuditKey returns the public keys of the log to every person with a session.
func (s *API) AuditKey(context.Context, contract.AuditKeyRequest) (*contract.AuditKeyAnswer, error) {
	a := &contract.AuditKeyAnswer{}
	a.Data.Keys = s.Transparency.Keys()
	return a, nil
}

// Certificate returns the certificate of a version's approval to a caller who may see the version
// and the approval now (BY-023, D-69). It has the annotations of the tabs that the caller may read.
func (s *API) Certificate(
	ctx context.Context,
	r contract.CertificateRequest,
) (contract.Answer, error) {
	o, a, err := s.Read.Attachment(ctx, r.OrderId, r.AttachmentId)
	if err != nil {
		return nil, err
	}
	if _, err := a.Find(r.VersionId); err != nil {
		return nil, err
	}
	by := web.Actor(ctx)
	if !policy.SeesCertificate(by, &o.Summary) { // the existence of an approval is not disclosed either
		return nil, domain.ErrNotFound
	}
	pdf := web.Value(r.Format) == contract.CertificatePDF
	content, err := s.Certify(ctx, by, o, a.ID, r.VersionId, pdf)
	if err != nil {
		return nil, err
	}
	f := certificateFile{
		content:     content,
		contentType: "application/json",
		name:        "approval-" + r.VersionId.String() + ".json",
	}
	if pdf {
		f.contentType, f.name = "application/pdf", "approval-"+r.VersionId.String()+".pdf"
	}
	return f, nil
}

// Certify returns the certificate of the approval of a version that a person may see, as a page or as
// the document itself. It has the annotations that the person may see now.
func (s *API) Certify(
	ctx context.Context,
	by domain.Actor,
	o *order.Order,
	attachment, version uuid.UUID,
	pdf bool,
) ([]byte, error) {
	threads, err := s.Ports.Timeline.Threads(ctx, read.Viewer(by, &o.Summary), o.ID, version)
	if err != nil {
		return nil, err
	}
	w := transparency.Wanted{
		Order: o.ID, Attachment: attachment, Version: version, Streams: threads,
		Internal: policy.SeesTab(by, proof.Internal),
	}
	if pdf {
		look, err := s.look(ctx, o.Client)
		if err != nil {
			return nil, err
		}
		w.PDF = &look
	}
	return s.Transparency.Certificate(ctx, w)
}

// look returns the brand of a client, which its certificates carry (D-49).
func (s *API) look(ctx context.Context, client string) (transparency.Look, error) {
	of, err := s.Accounts.FindClient(ctx, client)
	if err != nil {
		return transparency.Look{}, err
	}
	look := transparency.Look{Name: of.Name, Colour: of.Brand, URL: accounts.ClientURL(s.PublicURL, of.Hosts)}
	if of.Logo != "" {
		look.Logo, err = s.Accounts.BrandFile(ctx, of.Logo)
	}
	if errors.Is(err, domain.ErrNotFound) { // replaced meanwhile
		err = nil
	}
	return look, err
}

// certificateFile writes bytes unchanged, because encoding them again would break the signature.
type certificateFile struct {
	content           []byte
	contentType, name string
}

var _ contract.Answer = certificateFile{}

// Write implements contract.Answer.
func (f certificateFile) Write(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", strconv.Itoa(len(f.content)))
	h.Set("Content-Disposition", `attachment; filename="`+f.name+`"`)
	_, err := w.Write(f.content)
	return err
}
