package proofs

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// zipOf requests the files of an order, waits for the zip and unpacks it.
func zipOf(t *testing.T, p *harness.Person, o uuid.UUID) map[string][]byte {
	t.Helper()
	browser := harness.Listen(t, p)
	asked := harness.MustCall[contract.BulkDownloadAnswer](
		t,
		p,
		http.MethodPost,
		"/order/"+o.String()+"/bulk-download",
		nil,
	).Data
	browser.Expect(t, "bulk-download-ready", asked.Id.String(), o.String(), "fileName")
	d := harness.MustCall[contract.BulkDownloadAnswer](
		t,
		p,
		http.MethodGet,
		"/order/bulk-download/"+asked.Id.String(),
		nil,
	).Data
	if d.State != contract.BulkDownloadDataStateReady || d.Url == nil || d.FileSize == nil ||
		!strings.HasSuffix(harness.Value(d.FileName), " files.zip") {
		t.Fatalf("%+v", d)
	}
	content := harness.Download(t, *d.Url)
	if int64(len(content)) != *d.FileSize {
		t.Errorf("%d bytes, told %d", len(content), *d.FileSize)
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
	}
	return files
}

func TestFilesOfAnOrderComeInOneZip(t *testing.T) { // BD-322, D-13
	owner, operator := harness.SignedIn(t, "owner"), harness.SignedIn(t, "operator")
	o := harness.World.InProgress(t, "Bulk")
	front, back, inside := harness.Picture(t, 31), harness.Picture(t, 32), harness.Picture(t, 33)
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "label.png", front)
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "Label.png", back)
	harness.UploadFile(t, operator, o, proof.InternalReview, "inside.png", inside)
	mine, theirs := zipOf(t, owner, o), zipOf(t, operator, o)
	if len(mine) != 2 || len(theirs) != 3 || !bytes.Equal(theirs["Internal review/inside.png"], inside) {
		t.Errorf("the owner gets %d files, the operator %d", len(mine), len(theirs))
	}
	for name, content := range mine {
		if !strings.HasPrefix(name, "Supplied files/") || !bytes.Equal(content, front) && !bytes.Equal(content, back) {
			t.Errorf("%s is none of the files", name)
		}
	}
	if _, twice := mine["Supplied files/label (2).png"]; !twice && len(mine["Supplied files/Label (2).png"]) == 0 {
		t.Error("two files of one name are not told apart")
	}
	path := "/order/" + o.String() + "/bulk-download"
	id := harness.MustCall[contract.BulkDownloadAnswer](t, owner, http.MethodPost, path, nil).Data.Id
	for who, status := range map[string]int{"collab": http.StatusNotFound, "operator": http.StatusNotFound, "admin": http.StatusNotFound, "beta": http.StatusNotFound} {
		harness.MustRefuse(
			t,
			harness.SignedIn(t, who),
			status,
			"not_found",
			http.MethodGet,
			"/order/bulk-download/"+id.String(),
			nil,
		)
	}
	for _, who := range []string{"beta", "resold"} {
		harness.MustRefuse(t, harness.SignedIn(t, who), http.StatusNotFound, "not_found", http.MethodPost, path, nil)
	}
	none := harness.MustWrite(
		t,
		owner,
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "Nothing in it"},
	).Data.OrderID
	harness.MustRefuse(
		t, owner, http.StatusConflict, "bulk_download.no_files", http.MethodPost,
		"/order/"+none.String()+"/bulk-download", nil,
	)
}

func TestAZipIsNotHandedOutOnceItsFilesAreOutOfSight(t *testing.T) { // BD-019, check 15
	owner, o := harness.SignedIn(t, "owner"), harness.World.InProgress(t, "Out of sight")
	proofs := harness.UploadFile(
		t,
		harness.SignedIn(t, "operator"),
		o,
		proof.CustomerReview,
		"proof.png",
		harness.Picture(t, 35),
	).Data.AttachmentID
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "label.png", harness.Picture(t, 36))
	to := func(status string) {
		harness.MustWrite(
			t, harness.SignedIn(t, "manager"), http.MethodPut, "/order/"+o.String()+"/move-progress",
			map[string]any{"moveto": status, "via": "status"},
		)
	}
	to("in-review")
	browser := harness.Listen(t, owner)
	id := harness.MustCall[contract.BulkDownloadAnswer](
		t,
		owner,
		http.MethodPost,
		"/order/"+o.String()+"/bulk-download",
		nil,
	).Data.Id
	browser.Expect(t, "bulk-download-ready", id.String())
	harness.MustCall[contract.BulkDownloadAnswer](t, owner, http.MethodGet, "/order/bulk-download/"+id.String(), nil)
	to("in-progress")
	harness.MustCall[contract.BulkDownloadAnswer](
		t,
		owner,
		http.MethodGet,
		"/order/bulk-download/"+id.String(),
		nil,
	) // a shown version stays readable (D-68)
	harness.MustWrite(
		t,
		harness.SignedIn(t, "manager"),
		http.MethodDelete,
		"/order/"+o.String()+"/"+proofs.String()+"/attachment",
		nil,
	)
	harness.MustRefuse(
		t, owner, http.StatusConflict, "bulk_download.changed", http.MethodGet, "/order/bulk-download/"+id.String(),
		nil,
	)
}

func TestAZipThatCannotBeMadeIsTold(t *testing.T) { // BD-323
	sc, owner := harness.NewDiscussedScene(
		t,
		"owner",
		order.InReview,
		"operator2",
	), harness.SignedIn(
		t,
		"owner",
	) // its files are in no store
	browser := harness.Listen(t, owner)
	id := harness.MustCall[contract.BulkDownloadAnswer](
		t, owner, http.MethodPost, "/order/"+sc.Order.String()+"/bulk-download", nil,
	).Data.Id
	browser.Expect(t, "bulk-download-failed", id.String(), sc.Order.String(), "could not be prepared")
	if d := harness.MustCall[contract.BulkDownloadAnswer](
		t, owner, http.MethodGet, "/order/bulk-download/"+id.String(), nil,
	).Data; d.State != contract.BulkDownloadDataStateFailed ||
		d.Url != nil {
		t.Errorf("%+v", d)
	}
}

func TestTheTimelineShowsOneKindOfEvents(t *testing.T) {
	owner := harness.SignedIn(t, "owner")
	o := harness.World.InProgress(t, "Kinds")
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "label.png", harness.Picture(t, 41))
	kinds := func(kind string) (types []string) {
		for _, e := range harness.MustCall[contract.TimelineAnswer](t, owner, http.MethodGet, "/order/"+o.String()+"/timeline?limit=2"+kind, nil).Data.Entries {
			types = append(types, e.Type)
		}
		return types
	}
	if got := kinds("&kind=detail"); !slices.Equal(got, []string{"order.drafted"}) {
		t.Errorf("details: %v", got)
	}
	if got := kinds("&kind=status"); !slices.Equal(got, []string{"order.moved", "order.published"}) {
		t.Errorf("status: %v", got)
	}
	if got := kinds("&kind=work"); len(got) != 0 {
		t.Errorf("working time: %v", got)
	}
}
