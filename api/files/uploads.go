package files

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
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
)

// Errors of uploads.
var (
	errFileName = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "upload.name_invalid",
		Message: "Not supported file name",
		Details: []string{
			"only accept Alphanumericals(A-Z+a-z+0-9), space( ), dash(-), underscore(_) and dot(.) characters",
		},
	}
	errExtension = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "upload.type_not_supported",
		Message: "Not supported file",
	}
	errFileSize = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "upload.too_large",
		Message: "The file size is above 2 GB max limit and cannot be uploaded. Please adjust the file size and try again.",
	}
	errUploadKey = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "upload.unknown",
		Message: "There is no such upload. Please upload the file again.",
	}
	errUploadSize = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "upload.size_differs",
		Message: "The upload is not complete. Please upload the file again.",
	}
	errStore = &domain.Error{
		Code:    domain.Unavailable,
		Reason:  "upload.store_unavailable",
		Message: "The file store cannot be reached right now, so nothing was uploaded. Please try again in a few minutes.",
	}
	errRemove = &domain.Error{
		Code:    domain.Unavailable,
		Reason:  "upload.not_removed",
		Message: "The file store cannot be reached right now, so the file is still there. It goes by itself within a day.",
	}
	errWhose = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "storage.order_required",
		Message: "Say by an order whose storage is meant: you have none of your own.",
	}
	errKind = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "upload.kind_not_available",
		Message: "Files of this kind cannot be uploaded yet.",
	}
	errListed = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "upload.lists_differ",
		Message: "The record and its header name two different lists for the file.",
	}
	errReviewType = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "upload.review_type_required",
		Message: "Say what the file is: for customer review, supplied, or for internal review.",
	}
)

var (
	fileName   = regexp.MustCompile(`^[A-Za-z0-9 \-_.()+]+$`)
	extensions = map[string]bool{
		"png":  true,
		"jpg":  true,
		"jpeg": true,
		"gif":  true,
		"tif":  true,
		"tiff": true,
		"bmp":  true,
		"pdf":  true,
		"doc":  true,
		"docx": true,
		"rtf":  true,
		"csv":  true,
		"xls":  true,
		"xlsx": true,
		"txt":  true,
		"ai":   true,
		"psd":  true,
		"indd": true,
		"zip":  true,
		"eps":  true,
	}
)

const uploadLifetime = time.Hour

// CheckFileName checks the characters and the extension of a file name.
func CheckFileName(name string) error {
	if len(name) > proof.MaxFileName || !fileName.MatchString(name) || strings.Trim(name, ". ") == "" {
		return errFileName
	}
	if !extensions[strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))] {
		return errExtension.Saying("%s is not supported to process. Please use another extension.", name)
	}
	return nil
}

// UploadToken returns a form that posts one file straight to the store.
func (s *API) UploadToken(
	ctx context.Context,
	r contract.UploadTokenRequest,
) (*contract.UploadTokenResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	if err := CheckFileName(b.Name); err != nil {
		return nil, err
	}
	if b.Size > proof.MaxFileSize {
		return nil, errFileSize
	}
	customer, err := s.mayUpload(ctx, r.Kind, r.Id, proof.Kinds, b.Size)
	if err != nil {
		return nil, err
	}
	if r.Kind == contract.UploadKindWatermark {
		if _, err := s.Accounts.Spend(
			ctx,
			watermarkForms,
			web.Actor(ctx).ID.String(),
			errTooManyWatermarks,
		); err != nil {
			return nil, err
		}
	}
	id := s.NewID()
	g := transfers.Grant{
		ID:        id,
		Person:    web.Actor(ctx).ID,
		Customer:  customer,
		Bytes:     b.Size,
		ExpiresAt: s.Clock().Add(uploadLifetime),
	}
	if err := s.reserve(ctx, g); err != nil {
		return nil, err
	}
	url, fields, err := s.Files.PostForm(
		ctx, formPrefix(ctx, id)+uploadFor(r.Kind, r.Id)+storedName(b.Name), b.Type, b.Size, uploadLifetime,
	)
	if err != nil {
		return nil, errors.Join(errStore.From(err), s.Transfers.ForgetUpload(ctx, id, g.Person))
	}
	a := new(contract.UploadTokenResponse)
	a.Body.Message = "OK"
	a.Body.Data = contract.UploadForm{Id: id, Url: url, Fields: fields}
	return a, nil
}

// reserve stores the permission to upload a file if the customer has storage for it.
func (s *API) reserve(ctx context.Context, g transfers.Grant) error {
	return s.Ports.Storage.Reserve(
		ctx, g.Customer, g.Bytes, func(ctx context.Context) error { return s.Transfers.GrantUpload(ctx, g) },
	)
}

// storedName returns the name of an uploaded file as part of its key.
func storedName(name string) string {
	return strings.NewReplacer(" ", "-", "(", "-", ")", "-", "+", "-").Replace(name)
}

// formPrefix returns the prefix of a file that a person sends with a form. Nobody can complete or
// remove the upload of another person.
func formPrefix(ctx context.Context, id uuid.UUID) string {
	return fmt.Sprintf("temp/%s/%s/", web.Actor(ctx).ID, id)
}

// partsPrefix returns the prefix of a file that a person sends in parts. It differs from that of forms,
// because stores date such a file from its first part, and files under temp/ are removed after a day.
func partsPrefix(ctx context.Context, id uuid.UUID) string {
	return fmt.Sprintf("parts/%s/%s/", web.Actor(ctx).ID, id)
}

// uploadFor returns the part of an upload's key that says what it was requested for.
func uploadFor(kind contract.UploadKind, target uuid.UUID) string {
	return fmt.Sprintf("%s/%s/", kind, target)
}

// uploaded checks that a key is an upload of this person for this target, and returns the upload's
// id.
func uploaded(ctx context.Context, key string, kind contract.UploadKind, target uuid.UUID) (id uuid.UUID, err error) {
	parts := strings.SplitN(key, "/", 4)
	if len(parts) < 4 {
		return uuid.Nil, errUploadKey
	}
	if id, err = uuid.Parse(parts[2]); err != nil {
		return uuid.Nil, errUploadKey
	}
	for _, prefix := range []string{formPrefix(ctx, id), partsPrefix(ctx, id)} {
		name, ok := strings.CutPrefix(key, prefix+uploadFor(kind, target))
		if ok && name != "" && !strings.Contains(name, "/") {
			return id, nil
		}
	}
	return uuid.Nil, errUploadKey
}

// mayUpload rejects early what the command would reject anyway, before gigabytes are sent or
// copied. The attachment must be in one of the lists.
func (s *API) mayUpload(
	ctx context.Context,
	kind contract.UploadKind,
	target uuid.UUID,
	lists []proof.Kind,
	size int64,
) (customer uuid.UUID, err error) {
	by := web.Actor(ctx)
	switch kind {
	case contract.UploadKindAttachment:
		o, err := s.Board.One(ctx, by, target)
		if err != nil {
			return uuid.Nil, err
		}
		for _, k := range lists {
			if err = policy.CheckUpload(by, &o.Summary, k); err == nil {
				return o.Customer, s.fits(ctx, o.Customer, size)
			}
		}
		return uuid.Nil, err
	case contract.UploadKindWatermark:
		return s.maySendWatermark(ctx, target, size)
	case contract.UploadKindAttachmentVersion:
		o, p, err := s.attachmentOf(ctx, target)
		if err == nil {
			err = policy.CheckNewVersion(by, &o.Summary, p)
		}
		if err != nil {
			return uuid.Nil, err
		}
		return o.Customer, s.fits(ctx, o.Customer, size)
	}
	return uuid.Nil, errKind
}

// fits returns an error if a customer has no space for a file (D-40). The command checks it again
// under a lock.
func (s *API) fits(ctx context.Context, customer uuid.UUID, size int64) error {
	if s.CheckSpace != nil {
		if err := s.CheckSpace(size); err != nil {
			return err
		}
	}
	u, err := s.Ports.Storage.Of(ctx, customer)
	if err == nil && !u.Fits(size) {
		err = domain.ErrNotEnoughStorage
	}
	return err
}

func (s *API) attachmentOf(ctx context.Context, attachment uuid.UUID) (*order.Order, *proof.Facts, error) {
	a, err := s.Proofs.One(ctx, attachment)
	if err != nil {
		return nil, nil, err
	}
	o, a, err := s.Read.Attachment(ctx, a.Order, attachment)
	return o, &a.Facts, err
}

// CompleteUpload turns an uploaded file into an attachment or a version. Type, size and hash are
// computed from the stored bytes.
func (s *API) CompleteUpload(
	ctx context.Context,
	r contract.CompleteUploadRequest,
) (*contract.ProofChangedResponse, error) {
	b := r.Body
	if r.Kind == contract.UploadKindWatermark {
		return nil, errWatermarkUpload
	}
	if err := CheckFileName(b.Name); err != nil {
		return nil, err
	}
	upload, err := uploaded(ctx, b.Key, r.Kind, r.Id)
	if err != nil {
		return nil, err
	}
	list, err := listOf(r)
	if err != nil {
		return nil, err
	}
	version, bytes := s.Web.IDFor(r.IdempotencyKey), b.Size
	if s.isThere(ctx, r, version) {
		bytes = 0 // the same call again: the file is counted already
	}
	if _, err := s.mayUpload(ctx, r.Kind, r.Id, []proof.Kind{list}, bytes); err != nil {
		return nil, err
	}
	if err := s.joinParts(ctx, upload, b.Size); err != nil {
		return nil, err
	}
	file, err := s.keepUpload(ctx, b.Name, b.Key, b.Size, "files/"+r.Id.String()+"/"+version.String())
	if err != nil {
		return nil, err
	}
	done, orderID, err := s.attach(ctx, r, version, list, file)
	if err != nil {
		return nil, err
	}
	s.completed(ctx, file.Key, upload)
	return present.ProofChanged(done, orderID, version, "The file is uploaded"), nil
}

// completed records that a file is in use and that its upload has ended. If that fails, the sweep
// does it later.
func (s *API) completed(ctx context.Context, key string, upload uuid.UUID) {
	if err := s.FoundFile(context.WithoutCancel(ctx), key); err != nil {
		s.Logger.WarnContext(ctx, "a file is looked after later", "key", key, "error", err)
	}
	if err := s.Transfers.UploadCompleted(context.WithoutCancel(ctx), upload, web.Actor(ctx).ID); err != nil {
		s.Logger.WarnContext(
			ctx, "the storage of a completed upload stays reserved until its form has expired", "upload", upload,
			"error", err,
		)
	}
}

// attachmentWith returns the id of the attachment whose first version this is.
func attachmentWith(version uuid.UUID) uuid.UUID { return uuid.NewSHA1(version, []byte("attachment")) }

// isThere reports whether the call was completed before.
func (s *API) isThere(ctx context.Context, r contract.CompleteUploadRequest, version uuid.UUID) bool {
	attachment := r.Id
	if r.Kind == contract.UploadKindAttachment {
		attachment = attachmentWith(version)
	}
	a, err := s.Proofs.One(ctx, attachment)
	if err == nil {
		_, err = a.Find(version)
	}
	return err == nil
}

// listOf returns the list of a new attachment, from its record or from its header (SH-292).
func listOf(r contract.CompleteUploadRequest) (proof.Kind, error) {
	inBody, inHeader := r.Body.ReviewType, r.XFileAttachmentRecord
	switch {
	case inBody != nil && inHeader != nil && *inBody != *inHeader:
		return "", errListed
	case inBody != nil:
		return proof.Kind(*inBody), nil
	case inHeader != nil:
		return proof.Kind(*inHeader), nil
	case r.Kind == contract.UploadKindAttachment:
		return "", errReviewType
	}
	return "", nil
}

func (s *API) attach(
	ctx context.Context,
	r contract.CompleteUploadRequest,
	version uuid.UUID,
	list proof.Kind,
	file proof.File,
) (commands.Result, uuid.UUID, error) {
	from := contract.UploadFromUpload
	if r.XUploadFrom != nil {
		from = *r.XUploadFrom
	}
	meta := web.Request(ctx, r.IdempotencyKey, string(from))
	if r.Kind == contract.UploadKindAttachment {
		done, err := s.Bus.Do(
			ctx,
			&commands.AddAttachment{
				Order:      r.Id,
				Attachment: attachmentWith(version),
				Kind:       list,
				Version:    version,
				File:       file,
			},
			meta,
		)
		return done, r.Id, err
	}
	o, _, err := s.attachmentOf(ctx, r.Id)
	if err != nil {
		return commands.Result{}, uuid.Nil, err
	}
	done, err := s.Bus.Do(ctx, &commands.AddVersion{Order: o.ID, Attachment: r.Id, Version: version, File: file}, meta)
	return done, o.ID, err
}

// keepUpload inspects an uploaded file and copies it to its permanent key. The key contains the
// hash, so nothing that is uploaded again under an old key can replace the bytes of a version
// (D-15). Only the inspected bytes are copied, because the form stays valid for a while and
// somebody may upload another file with it. The file is recorded as unused before it is copied, so
// that it is removed if no version comes to use it. The upload itself is swept later.
func (s *API) keepUpload(ctx context.Context, name, sent string, size int64, folder string) (proof.File, error) {
	u, err := s.Files.Inspect(ctx, sent)
	if errors.Is(err, domain.ErrNotFound) {
		return proof.File{}, errUploadKey
	}
	if err != nil {
		return proof.File{}, errStore.From(err)
	}
	if u.Size != size {
		return proof.File{}, errUploadSize
	}
	key := folder + "/" + u.SHA256
	if err := s.LeaveFile(ctx, key); err != nil {
		return proof.File{}, err
	}
	if err := s.Files.Keep(ctx, sent, u.Tag, key); errors.Is(err, domain.ErrNotFound) {
		return proof.File{}, errUploadKey
	} else if err != nil {
		return proof.File{}, errStore.From(err)
	}
	return proof.File{
		Name:        name,
		ContentType: u.ContentType,
		Key:         key,
		Size:        u.Size,
		SHA256:      u.SHA256,
		Width:       u.Width,
		Height:      u.Height,
	}, nil
}

// RemoveUpload removes a file that the caller uploaded and did not complete (D-39).
func (s *API) RemoveUpload(
	ctx context.Context,
	r contract.RemoveUploadRequest,
) (*contract.Plain, error) {
	if err := s.removeParts(ctx, r.Id); err != nil {
		return nil, err
	}
	if err := s.Files.Remove(ctx, formPrefix(ctx, r.Id)); err != nil {
		return nil, errRemove.From(err)
	}
	if err := s.Transfers.ForgetUpload(ctx, r.Id, web.Actor(ctx).ID); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "The file is removed"}, nil
}

// Storage returns the storage that a customer's files use: the customer of an order that the caller
// sees, or the caller's own.
func (s *API) Storage(ctx context.Context, r contract.StorageRequest) (*contract.StorageAnswer, error) {
	by := web.Actor(ctx)
	if !policy.SeesStorage(by) {
		return nil, policy.Check(by, policy.Read, policy.Storage)
	}
	customer := by.CustomerID
	if r.OrderId != nil {
		o, err := s.Board.One(ctx, by, *r.OrderId)
		if err != nil {
			return nil, err
		}
		customer = o.Customer
	}
	if customer == uuid.Nil {
		return nil, errWhose
	}
	u, err := s.Ports.Storage.Of(ctx, customer)
	if err != nil {
		return nil, err
	}
	var a contract.StorageAnswer
	a.Data.Full = u.Full()
	a.Data.Storages.Used, a.Data.Storages.Quota = u.Used, u.Quota
	a.Data.Retail.AdditionalStorageUsed, a.Data.Retail.AdditionalStorageQuota = u.AdditionalUsed, u.AdditionalQuota
	return &a, nil
}
