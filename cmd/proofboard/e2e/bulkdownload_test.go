package e2e

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
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// zipOf requests the files of an order, waits for the zip and unpacks it.
func zipOf(t *testing.T, p *person, o uuid.UUID) map[string][]byte {
	t.Helper()
	browser := listen(t, p)
	asked := ok[contract.BulkDownloadAnswer](t, p, http.MethodPost, "/order/"+o.String()+"/bulk-download", nil).Data
	browser.expect(t, "bulk-download-ready", asked.Id.String(), o.String(), "fileName")
	d := ok[contract.BulkDownloadAnswer](t, p, http.MethodGet, "/order/bulk-download/"+asked.Id.String(), nil).Data
	if d.State != contract.BulkDownloadDataStateReady || d.Url == nil || d.FileSize == nil ||
		!strings.HasSuffix(value(d.FileName), " files.zip") {
		t.Fatalf("%+v", d)
	}
	content := download(t, *d.Url)
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
	owner, operator := as(t, "owner"), as(t, "operator")
	o := world.inProgress(t, "Bulk")
	front, back, inside := picture(t, 31), picture(t, 32), picture(t, 33)
	upload(t, owner, o, proof.SuppliedFiles, "label.png", front)
	upload(t, owner, o, proof.SuppliedFiles, "Label.png", back)
	upload(t, operator, o, proof.InternalReview, "inside.png", inside)
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
	id := ok[contract.BulkDownloadAnswer](t, owner, http.MethodPost, path, nil).Data.Id
	for who, status := range map[string]int{"collab": http.StatusNotFound, "operator": http.StatusNotFound, "admin": http.StatusNotFound, "beta": http.StatusNotFound} {
		refused(t, as(t, who), status, "not_found", http.MethodGet, "/order/bulk-download/"+id.String(), nil)
	}
	for _, who := range []string{"beta", "resold"} {
		refused(t, as(t, who), http.StatusNotFound, "not_found", http.MethodPost, path, nil)
	}
	none := write(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Nothing in it"}).Data.OrderID
	refused(
		t, owner, http.StatusConflict, "bulk_download.no_files", http.MethodPost,
		"/order/"+none.String()+"/bulk-download", nil,
	)
}

func TestAZipIsNotHandedOutOnceItsFilesAreOutOfSight(t *testing.T) { // BD-019, check 15
	owner, o := as(t, "owner"), world.inProgress(t, "Out of sight")
	proofs := upload(t, as(t, "operator"), o, proof.CustomerReview, "proof.png", picture(t, 35)).Data.AttachmentID
	upload(t, owner, o, proof.SuppliedFiles, "label.png", picture(t, 36))
	to := func(status string) {
		write(
			t, as(t, "manager"), http.MethodPut, "/order/"+o.String()+"/move-progress",
			map[string]any{"moveto": status, "via": "status"},
		)
	}
	to("in-review")
	browser := listen(t, owner)
	id := ok[contract.BulkDownloadAnswer](t, owner, http.MethodPost, "/order/"+o.String()+"/bulk-download", nil).Data.Id
	browser.expect(t, "bulk-download-ready", id.String())
	ok[contract.BulkDownloadAnswer](t, owner, http.MethodGet, "/order/bulk-download/"+id.String(), nil)
	to("in-progress")
	ok[contract.BulkDownloadAnswer](
		t,
		owner,
		http.MethodGet,
		"/order/bulk-download/"+id.String(),
		nil,
	) // a shown version stays readable (D-68)
	write(t, as(t, "manager"), http.MethodDelete, "/order/"+o.String()+"/"+proofs.String()+"/attachment", nil)
	refused(
		t, owner, http.StatusConflict, "bulk_download.changed", http.MethodGet, "/order/bulk-download/"+id.String(),
		nil,
	)
}

func TestAZipThatCannotBeMadeIsTold(t *testing.T) { // BD-323
	sc, owner := play(t, "owner", order.InReview, "operator2"), as(t, "owner") // its files are in no store
	browser := listen(t, owner)
	id := ok[contract.BulkDownloadAnswer](
		t, owner, http.MethodPost, "/order/"+sc.order.String()+"/bulk-download", nil,
	).Data.Id
	browser.expect(t, "bulk-download-failed", id.String(), sc.order.String(), "could not be prepared")
	if d := ok[contract.BulkDownloadAnswer](
		t, owner, http.MethodGet, "/order/bulk-download/"+id.String(), nil,
	).Data; d.State != contract.BulkDownloadDataStateFailed ||
		d.Url != nil {
		t.Errorf("%+v", d)
	}
}

func TestTheTimelineShowsOneKindOfEvents(t *testing.T) {
	owner := as(t, "owner")
	o := world.inProgress(t, "Kinds")
	upload(t, owner, o, proof.SuppliedFiles, "label.png", picture(t, 41))
	kinds := func(kind string) (types []string) {
		for _, e := range ok[contract.TimelineAnswer](t, owner, http.MethodGet, "/order/"+o.String()+"/timeline?limit=2"+kind, nil).Data.Entries {
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
