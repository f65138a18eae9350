package files

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/files/objects"
)

const (
	partSize      = 8 << 20 // bytes of each part but the last (D-92)
	md5Size       = 16
	partsLifetime = 7 * 24 * time.Hour // from the beginning of an upload in parts to its end
)

var (
	errPartsMissing = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "upload.parts_missing",
		Message: "Some parts of the file have not arrived yet. Please send them and complete the upload again.",
	}
	errPartNumber = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "upload.part_unknown",
		Message: "The file has no part with this number. Please ask only for parts that it has.",
	}
	errPartSum = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "upload.part_sum_invalid",
		Message: "The sum of a part is no MD5 in base64. Please send the MD5 of its bytes.",
	}
)

// BeginUpload prepares a file that is sent in parts. It can be interrupted and goes on where it
// stopped, for a week (D-92).
func (s *API) BeginUpload(
	ctx context.Context,
	r contract.BeginUploadRequest,
) (*contract.UploadInPartsAnswer, error) {
	b := r.Body
	if r.Kind == contract.UploadKindWatermark {
		return nil, errKind // a picture of that size is one part
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
	id := s.NewID()
	g := transfers.Grant{
		ID:        id,
		Person:    web.Actor(ctx).ID,
		Customer:  customer,
		Bytes:     b.Size,
		ExpiresAt: s.Clock().Add(partsLifetime),
		Key:       partsPrefix(ctx, id) + uploadFor(r.Kind, r.Id) + storedName(b.Name),
	}
	if err := s.reserve(ctx, g); err != nil {
		return nil, err
	}
	inStore, err := s.Files.BeginParts(ctx, g.Key, b.Type)
	if err != nil {
		return nil, errors.Join(errStore.From(err), s.Transfers.ForgetUpload(ctx, id, g.Person))
	}
	if err := s.Transfers.PartsBegun(ctx, id, g.Person, inStore); err != nil {
		return nil, err
	}
	return new(showParts(g, nil)), nil
}

// UploadedParts returns which parts of a file have arrived.
func (s *API) UploadedParts(
	ctx context.Context,
	r contract.UploadedPartsRequest,
) (*contract.UploadInPartsAnswer, error) {
	g, err := s.partsOf(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	arrived, _, err := s.arrived(ctx, g)
	return new(showParts(g, arrived)), err
}

// LinkParts returns links to put parts of a file to the store. The store refuses other bytes
// than those that the caller announced.
func (s *API) LinkParts(
	ctx context.Context,
	r contract.LinkPartsRequest,
) (*contract.PartLinksAnswer, error) {
	g, err := s.partsOf(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	if s.CheckSpace != nil {
		if err := s.CheckSpace(int64(len(r.Body.Parts)) * partSize); err != nil {
			return nil, err
		}
	}
	var a contract.PartLinksAnswer
	a.Message = "OK"
	for _, p := range r.Body.Parts {
		size := partBytes(g, p.Number)
		if size == 0 {
			return nil, errPartNumber
		}
		if sum, err := base64.StdEncoding.DecodeString(p.Md5); err != nil || len(sum) != md5Size {
			return nil, errPartSum
		}
		url, err := s.Files.LinkPart(ctx, inStore(g), p.Number, size, p.Md5, uploadLifetime)
		if err != nil {
			return nil, errStore.From(err)
		}
		a.Data = append(a.Data, contract.PartLink{Number: p.Number, Url: url})
	}
	return &a, nil
}

// partsOf returns an upload in parts of the caller that is neither completed nor over.
func (s *API) partsOf(ctx context.Context, upload uuid.UUID) (transfers.Grant, error) {
	g, err := s.Transfers.Upload(ctx, upload, web.Actor(ctx).ID)
	if errors.Is(err, domain.ErrNotFound) {
		return g, errUploadKey
	}
	if err == nil && (g.StoreID == "" || g.Completed || !s.Clock().Before(g.ExpiresAt)) {
		err = errUploadKey
	}
	return g, err
}

// arrived returns the parts of an upload that are in the store as a whole. joined is true if they are a
// file already, which a completion left that was cut off.
func (s *API) arrived(ctx context.Context, g transfers.Grant) (parts []objects.Part, joined bool, err error) {
	parts, err = s.Files.Parts(ctx, inStore(g))
	if err == nil {
		return slices.DeleteFunc(
			parts,
			func(p objects.Part) bool { return p.Size != partBytes(g, p.Number) },
		), false, nil
	}
	if errors.Is(err, domain.ErrNotFound) {
		joined, err = s.Files.Has(ctx, g.Key)
	}
	if err != nil {
		return nil, false, errStore.From(err)
	}
	if !joined {
		return nil, false, errUploadKey
	}
	for number := range partCount(g) {
		parts = append(parts, objects.Part{Number: number + 1})
	}
	return parts, true, nil
}

// joinParts makes a file of the parts of an upload, if it is one in parts. A repetition changes nothing.
func (s *API) joinParts(ctx context.Context, upload uuid.UUID, size int64) error {
	g, err := s.partsOf(ctx, upload)
	if errors.Is(err, errUploadKey) {
		return nil // a form, or an upload that is over: its file is there or not
	}
	if err != nil {
		return err
	}
	if size != g.Bytes {
		return errUploadSize
	}
	parts, joined, err := s.arrived(ctx, g)
	if err != nil || joined {
		return err
	}
	if len(parts) != partCount(g) {
		return errPartsMissing
	}
	if err := s.Files.JoinParts(ctx, inStore(g), parts); err != nil && !errors.Is(err, domain.ErrNotFound) {
		return errStore.From(err)
	}
	return nil
}

// removeParts removes what has arrived of an upload, if it is one in parts.
func (s *API) removeParts(ctx context.Context, upload uuid.UUID) error {
	g, err := s.Transfers.Upload(ctx, upload, web.Actor(ctx).ID)
	if err == nil && g.StoreID != "" {
		err = s.Files.RemoveParts(ctx, inStore(g))
	}
	if err == nil || errors.Is(err, domain.ErrNotFound) {
		err = s.Files.Remove(ctx, partsPrefix(ctx, upload))
	}
	if err != nil {
		return errRemove.From(err)
	}
	return nil
}

func inStore(g transfers.Grant) objects.Unfinished {
	return objects.Unfinished{Key: g.Key, ID: g.StoreID}
}

// partCount returns the number of parts of an upload.
func partCount(g transfers.Grant) int { return int((g.Bytes + partSize - 1) / partSize) }

// partBytes returns the size of a part, or 0 if the upload has no part with that number.
func partBytes(g transfers.Grant, number int) int64 {
	return max(0, min(partSize, g.Bytes-int64(number-1)*partSize))
}

func showParts(g transfers.Grant, arrived []objects.Part) contract.UploadInPartsAnswer {
	shown := make([]contract.ArrivedPart, len(arrived))
	for i, p := range arrived {
		shown[i].Number = p.Number
		if sum := p.MD5(); sum != "" {
			shown[i].Md5 = &sum
		}
	}
	return contract.UploadInPartsAnswer{Message: "OK", Data: contract.UploadInParts{
		Id:        g.ID,
		Key:       g.Key,
		Size:      g.Bytes,
		PartSize:  partSize,
		ExpiresAt: g.ExpiresAt,
		Arrived:   shown,
	}}
}
