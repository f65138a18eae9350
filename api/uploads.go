package api

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// Errors of uploads.
var (
	errFileName   = &domain.Error{Code: domain.Invalid, Reason: "upload.name_invalid", Message: "Not supported file name", Details: []string{"only accept Alphanumericals(A-Z+a-z+0-9), space( ), dash(-), underscore(_) and dot(.) characters"}}
	errExtension  = &domain.Error{Code: domain.Invalid, Reason: "upload.type_not_supported", Message: "Not supported file"}
	errUploadKey  = &domain.Error{Code: domain.NotFound, Reason: "upload.unknown", Message: "There is no such upload. Please upload the file again."}
	errUploadSize = &domain.Error{Code: domain.Conflict, Reason: "upload.size_differs", Message: "The upload is not complete. Please upload the file again."}
	errStore      = &domain.Error{Code: domain.Unavailable, Reason: "upload.store_unavailable", Message: "The file store cannot be reached right now, so nothing was uploaded. Please try again in a few minutes."}
	errReviewType = &domain.Error{Code: domain.Invalid, Reason: "upload.review_type_required", Message: "Say what the file is: for customer review, supplied, or for internal review."}
)

var (
	fileName   = regexp.MustCompile(`^[A-Za-z0-9 \-_.()+]+$`)
	extensions = map[string]bool{
		"png": true, "jpg": true, "jpeg": true, "gif": true, "tif": true, "tiff": true, "bmp": true, "pdf": true, "doc": true, "docx": true, "rtf": true, "csv": true,
		"xls": true, "xlsx": true, "txt": true, "ai": true, "psd": true, "indd": true, "zip": true, "eps": true,
	}
)

const uploadLifetime = time.Hour

// CheckFileName holds a file name to the rules of the upload: its characters and its extension.
func CheckFileName(name string) error {
	if !fileName.MatchString(name) || strings.Trim(name, ". ") == "" {
		return errFileName
	}
	if !extensions[strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))] {
		return errExtension.Saying("%s is not supported to process. Please use another extension.", name)
	}
	return nil
}

// UploadToken answers a form that posts one file straight to the store.
func (s *server) UploadToken(ctx context.Context, r contract.UploadTokenRequestObject) (contract.UploadTokenResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	if err := CheckFileName(b.Name); err != nil {
		return nil, err
	}
	if err := s.mayUpload(ctx, string(r.Kind), r.Id); err != nil {
		return nil, err
	}
	name := strings.NewReplacer(" ", "-", "(", "-", ")", "-", "+", "-").Replace(b.Name)
	key := fmt.Sprintf("%s%s/%s", uploadPrefix(ctx, string(r.Kind), r.Id), s.NewID(), name)
	url, fields, err := s.Files.PostForm(ctx, key, b.Type, b.Size, uploadLifetime)
	if err != nil {
		return nil, errStore.From(err)
	}
	var a contract.UploadTokenJSONResponse
	a.Body.Success, a.Body.Message = true, "OK"
	a.Body.Data = contract.UploadForm{Url: url, Fields: fields}
	return contract.UploadToken200JSONResponse{UploadTokenJSONResponse: a}, nil
}

// uploadPrefix is where uploads of this person for this target lie: nobody completes another's upload.
func uploadPrefix(ctx context.Context, kind string, target uuid.UUID) string {
	return fmt.Sprintf("temp/%s/%s/%s/", actor(ctx).ID, kind, target)
}

// mayUpload refuses early what the command would refuse anyway.
func (s *server) mayUpload(ctx context.Context, kind string, target uuid.UUID) error {
	by := actor(ctx)
	if kind == "attachment-version" {
		o, p, err := s.attachmentOf(ctx, target)
		if err != nil {
			return err
		}
		return policy.AddsVersion(by, o, p)
	}
	o, err := s.Board.One(ctx, by, target)
	if err != nil {
		return err
	}
	for _, k := range proof.Kinds {
		if err = policy.Uploads(by, &o.Order, k); err == nil {
			return nil
		}
	}
	return err
}

func (s *server) attachmentOf(ctx context.Context, attachment uuid.UUID) (*order.Order, *proof.Proof, error) {
	a, err := s.Proofs.One(ctx, attachment)
	if err != nil {
		return nil, nil, err
	}
	o, a, err := s.visibleAttachment(ctx, a.Order, attachment)
	return o, &a.Proof, err
}

// CompleteUpload makes an uploaded file an attachment or a version. Type, size and hash come from the stored bytes.
func (s *server) CompleteUpload(ctx context.Context, r contract.CompleteUploadRequestObject) (contract.CompleteUploadResponseObject, error) {
	b := r.Body
	if err := CheckFileName(b.Name); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(b.Key, uploadPrefix(ctx, string(r.Kind), r.Id)) || strings.Contains(b.Key, "..") {
		return nil, errUploadKey
	}
	if err := s.mayUpload(ctx, string(r.Kind), r.Id); err != nil {
		return nil, err
	}
	version := s.idFor(r.Params.IdempotencyKey)
	file, err := s.keepUpload(ctx, b, "files/"+r.Id.String()+"/"+version.String())
	if err != nil {
		return nil, err
	}
	var cmd commands.Command
	orderID := r.Id
	if r.Kind == contract.CompleteUploadParamsKindAttachmentVersion {
		o, _, err := s.attachmentOf(ctx, r.Id)
		if err != nil {
			return nil, err
		}
		orderID = o.ID
		cmd = commands.NewAddVersion(o.ID, r.Id, version, file)
	} else {
		if b.ReviewType == nil {
			return nil, errReviewType
		}
		cmd = commands.NewAddAttachment(r.Id, uuid.NewSHA1(version, []byte("attachment")), version, proof.Kind(*b.ReviewType), file)
	}
	done, err := s.Bus.Do(ctx, cmd, request(ctx, r.Params.IdempotencyKey, "upload"))
	return contract.CompleteUpload200JSONResponse{ProofChangedJSONResponse: proofChanged(done, orderID, version, "The file is uploaded")}, err
}

// keepUpload looks at what was uploaded and copies it to where it stays; the upload itself is swept later. The place
// carries the hash: nothing that comes under a key that was used before can replace the bytes of a version (D-15).
func (s *server) keepUpload(ctx context.Context, b *contract.UploadedFile, folder string) (proof.File, error) {
	u, err := s.Files.Inspect(ctx, b.Key)
	if errors.Is(err, domain.ErrNotFound) {
		return proof.File{}, errUploadKey
	}
	if err != nil {
		return proof.File{}, errStore.From(err)
	}
	if u.Size != b.Size {
		return proof.File{}, errUploadSize
	}
	key := folder + "/" + u.SHA256
	if err := s.Files.Keep(ctx, b.Key, key); err != nil {
		return proof.File{}, errStore.From(err)
	}
	return proof.File{Name: b.Name, ContentType: u.ContentType, Key: key, Size: u.Size, SHA256: u.SHA256, Width: u.Width, Height: u.Height}, nil
}
