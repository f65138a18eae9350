package proofs

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/workers/sweep"
)

// sendPart sends one part of a file.
func sendPart(t *testing.T, p *harness.Person, u contract.UploadInParts, number int, file []byte) {
	t.Helper()
	part := file[int64(number-1)*u.PartSize : min(int64(number)*u.PartSize, int64(len(file)))]
	sum := harness.SumOf(t, bytes.NewReader(part))
	status, err := harness.PutPart(
		t.Context(), harness.LinkPart(t, p, u.Id, number, sum), sum, bytes.NewReader(part), int64(len(part)),
	)
	if err != nil || status != http.StatusOK {
		t.Fatalf("part %d: %d, %v", number, status, err)
	}
}

// There is no such file for anybody else, and none at all before it is whole.
func TestAnUploadInPartsBelongsToItsPersonAndIsNoFileUntilItIsWhole(t *testing.T) { // D-92
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	file := text(17 << 20)
	u := harness.BeginUpload(t, owner, "attachment", o, "large (1).psd", int64(len(file)))
	if u.PartSize < 8<<20 || u.PartSize > 16<<20 || len(u.Arrived) != 0 || u.Size != int64(len(file)) {
		t.Fatalf("it begins as %+v", u)
	}
	parts, path := "/upload/temp/"+u.Id.String()+"/parts", "/upload/attachment/"+o.String()
	whole := harness.Completion("large (1).psd", u.Key, len(file), proof.SuppliedFiles)
	refused := func(p *harness.Person, status int, reason, method, path string, body any) {
		t.Helper()
		harness.MustRefuse(t, p, status, reason, method, path, body)
	}
	sum := harness.SumOf(t, bytes.NewReader(file[:u.PartSize]))
	sendPart(t, owner, u, 2, file)
	if got := harness.Arrived(t, owner, u.Id); !slices.Equal(got, []int{2}) {
		t.Errorf("%v have arrived", got)
	}
	for _, name := range []string{"manager", "beta", "reseller"} {
		other := harness.SignedIn(t, name)
		refused(other, http.StatusNotFound, "upload.unknown", http.MethodGet, parts, nil)
		refused(other, http.StatusNotFound, "upload.unknown", http.MethodPost, parts, harness.LinksFor(sum, 1))
		harness.MustWrite(t, other, http.MethodDelete, "/upload/temp/"+u.Id.String(), nil) // nobody has this upload
	}
	refused(harness.SignedIn(t, "manager"), http.StatusNotFound, "upload.unknown", http.MethodPut, path, whole)
	refused(owner, http.StatusBadRequest, "upload.part_unknown", http.MethodPost, parts, harness.LinksFor(sum, 4))
	for _, numbers := range [][]int{{}, {0}, {-1}, {257}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}} {
		refused(
			owner,
			http.StatusBadRequest,
			"request.invalid",
			http.MethodPost,
			parts,
			harness.LinksFor(sum, numbers...),
		)
	}
	refused(owner, http.StatusBadRequest, "request.invalid", http.MethodPost, parts, harness.LinksFor("abc", 1))
	refused(
		owner, http.StatusBadRequest, "upload.part_sum_invalid", http.MethodPost, parts,
		harness.LinksFor(strings.Repeat("x", 24), 1),
	)
	refused(owner, http.StatusConflict, "upload.parts_missing", http.MethodPut, path, whole)
	sendPart(t, owner, u, 1, file)
	sendPart(t, owner, u, 3, file)
	refused(
		owner, http.StatusConflict, "upload.size_differs", http.MethodPut, path,
		harness.Completion("large (1).psd", u.Key, len(file)-1, proof.SuppliedFiles),
	)
	if all := owner.Order(t, o).Attachments.SuppliedFiles; len(all) != 0 {
		t.Fatalf("there is a file before it is completed: %+v", all)
	}
	key := harness.Key(uuid.New())
	for range 2 { // a repetition of the same call succeeds (D-31)
		harness.MustWrite(t, owner, http.MethodPut, path, whole, key)
	}
	all := owner.Order(t, o).Attachments.SuppliedFiles
	if len(all) != 1 || all[0].Versions[0].FileMeta.Sha256 != harness.Checksum(file) ||
		!bytes.Equal(harness.Download(t, all[0].Versions[0].Url), file) {
		t.Errorf("the file is %+v", all)
	}
	refused(owner, http.StatusNotFound, "upload.unknown", http.MethodGet, parts, nil)
}

func TestAnUploadInPartsIsRefusedLikeAForm(t *testing.T) { // D-92
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	at := "/upload/upload-parts/attachment/" + o.String()
	asked := func(name string, size int64) map[string]any {
		return map[string]any{"name": name, "size": size, "type": "image/png"}
	}
	for _, c := range []struct {
		who, path, reason string
		body              map[string]any
		status            int
	}{
		{"owner", at, "upload.too_large", asked("x.psd", 2<<30+1), http.StatusBadRequest},
		{"owner", at, "upload.name_invalid", asked("a/b.psd", 1), http.StatusBadRequest},
		{"owner", at, "upload.type_not_supported", asked("a.exe", 1), http.StatusBadRequest},
		{"owner", at, "request.invalid", asked("a.psd", 0), http.StatusBadRequest},
		{"beta", at, "not_found", asked("a.psd", 1), http.StatusNotFound},
		{"owner", "/upload/upload-parts/watermark/" + o.String(), "upload.kind_not_available", asked("a.png", 1), http.StatusBadRequest},
		{"owner", "/upload/upload-parts/logo/" + o.String(), "upload.kind_not_available", asked("a.png", 1), http.StatusBadRequest},
		{"owner", "/upload/upload-parts/attachment-version/" + uuid.NewString(), "not_found", asked("a.png", 1), http.StatusNotFound},
	} {
		harness.MustRefuse(t, harness.SignedIn(t, c.who), c.status, c.reason, http.MethodPost, c.path, c.body)
	}
	harness.BeginUpload(t, owner, "attachment", o, "a.psd", 2<<30)
}

// A completion reads the whole file, and a page may be closed meanwhile.
func TestAnUploadGoesOnAfterItsCompletionWasCutOff(t *testing.T) { // D-92
	owner, o, s := harness.SignedIn(t, "owner"), harness.Draft(t, "owner"), harness.Store(t)
	file := text(9 << 20)
	u := harness.BeginUpload(t, owner, "attachment", o, "cut.psd", int64(len(file)))
	sendPart(t, owner, u, 1, file)
	sendPart(t, owner, u, 2, file)
	g, err := harness.World.Transfers.Upload(t.Context(), u.Id, owner.ID)
	if err != nil {
		t.Fatal(err)
	}
	of := files.Unfinished{Key: g.Key, ID: g.StoreID}
	parts, err := s.Parts(t.Context(), of)
	if err == nil {
		err = s.JoinParts(t.Context(), of, parts)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := harness.Arrived(t, owner, u.Id); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("%v have arrived", got)
	}
	harness.MustWrite(
		t, owner, http.MethodPut, "/upload/attachment/"+o.String(),
		harness.Completion("cut.psd", u.Key, len(file), proof.SuppliedFiles),
	)
	if v := owner.Order(t, o).Attachments.SuppliedFiles[0].Versions[0]; v.FileMeta.Sha256 != harness.Checksum(file) {
		t.Errorf("the version is %+v", v)
	}
}

func TestUnfinishedUploadsInPartsCountForAWeek(t *testing.T) { // D-71 D-92
	small, o := harness.SignedIn(t, "small"), harness.Draft(t, "small")
	expireForms(t)
	s, now := harness.Store(t), time.Now()
	job := sweep.Config{
		Store:  s,
		Grants: harness.World.Transfers,
		Clock:  func() time.Time { return now },
		Logger: slog.New(slog.DiscardHandler),
	}
	free := 10_000 - bytesUsed(storageOf(t, small, ""))
	refused := func() bool {
		a := small.Call(
			t, http.MethodPost, "/upload/upload-parts/attachment/"+o.String(),
			map[string]any{"name": "x.txt", "size": 1, "type": "text/plain"},
		)
		if a.Status == http.StatusOK {
			expireForms(t)
		}
		return a.Reason() == "upload.not_enough_storage"
	}
	begin := func() (contract.UploadInParts, files.Unfinished) {
		t.Helper()
		u := harness.BeginUpload(t, small, "attachment", o, "half.txt", free)
		sendPart(t, small, u, 1, text(int(free)))
		g, err := harness.World.Transfers.Upload(t.Context(), u.Id, small.ID)
		if err != nil {
			t.Fatal(err)
		}
		return u, files.Unfinished{Key: g.Key, ID: g.StoreID}
	}
	there := func(of files.Unfinished) bool {
		t.Helper()
		all, err := s.UnfinishedBefore(t.Context(), of.Key, time.Now().Add(time.Hour), 10)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(all, of)
	}
	t.Run("until they are removed", func(t *testing.T) {
		u, of := begin()
		if !refused() || !there(of) {
			t.Errorf("a second upload is refused: %t, the part is there: %t", refused(), there(of))
		}
		harness.MustWrite(t, small, http.MethodDelete, "/upload/temp/"+u.Id.String(), nil)
		if there(of) || refused() {
			t.Error("what was removed is there or still counts")
		}
	})
	t.Run("until they are over", func(t *testing.T) {
		_, of := begin()
		for _, after := range []time.Duration{time.Hour, 6 * 24 * time.Hour} {
			now = time.Now().Add(after)
			if err := job.Ended(t.Context()); err != nil || !refused() || !there(of) {
				t.Errorf("after %s: it counts: %t, it is there: %t, %v", after, refused(), there(of), err)
			}
		}
		now = time.Now().Add(7*24*time.Hour + sweep.Completing + time.Minute)
		if err := job.Ended(t.Context()); err != nil || refused() || there(of) {
			t.Errorf("after a week: it counts: %t, it is there: %t, %v", refused(), there(of), err)
		}
	})
	t.Run("also if nobody knows them", func(t *testing.T) {
		_, of := begin()
		expireForms(t)
		joined := "parts/" + uuid.NewString() + "/" + uuid.NewString() + "/attachment/x/joined.psd"
		if err := s.Put(t.Context(), joined, io.LimitReader(harness.Zeros{}, 1), 1, "image/png"); err != nil {
			t.Fatal(err)
		}
		now = time.Now().Add(7 * 24 * time.Hour)
		if err := job.Parts(t.Context()); err != nil || !there(of) || !s.Has(t, joined) {
			t.Errorf("after a week: %t, %t, %v", there(of), s.Has(t, joined), err)
		}
		now = time.Now().Add(9 * 24 * time.Hour)
		if err := job.Parts(t.Context()); err != nil || there(of) || s.Has(t, joined) {
			t.Errorf("after nine days: %t, %t, %v", there(of), s.Has(t, joined), err)
		}
	})
}
