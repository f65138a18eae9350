package proofs

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/uuid"
	"github.com/hhrutter/tiff"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/projections/advisory"
	"github.com/proofboard/proofboard/projections/stored"
	"github.com/proofboard/proofboard/workers/sweep"
)

func storageOf(t *testing.T, p *harness.Person, query string) contract.StorageInfo {
	t.Helper()
	return harness.MustCall[struct{ Data contract.StorageInfo }](t, p, http.MethodGet, "/storage"+query, nil).Data
}

func bytesUsed(i contract.StorageInfo) int64 {
	return i.Storages.Used + i.Retail.AdditionalStorageUsed
}

// text returns a file with the given size.
func text(size int) []byte { return bytes.Repeat([]byte("a"), size) }

// expireForms releases the storage that granted forms have reserved. The forms can still be used
// for uploads afterwards.
func expireForms(t *testing.T) {
	t.Helper()
	if _, err := harness.Pool(t).Exec(t.Context(), "delete from upload_grants"); err != nil {
		t.Fatal(err)
	}
}

// The small customer may store 6,000 bytes and 4,000 additional bytes.
func TestWhatACustomerMayStore(t *testing.T) { // D-40 SH-278 SH-284 SH-286 SH-287
	owner, manager := harness.SignedIn(t, "small"), harness.SignedIn(t, "manager")
	o := harness.Draft(t, "small")
	path := "/upload/attachment/" + o.String()
	empty := storageOf(t, owner, "")
	if empty.Storages.Quota != 6000 || empty.Retail.AdditionalStorageQuota != 4000 || bytesUsed(empty) != 0 ||
		empty.Full {
		t.Fatalf("the customer begins with %+v", empty)
	}
	k, at := uuid.New(), harness.PostFile(t, owner, "attachment", o, "first.txt", text(7000))
	harness.MustWrite(
		t,
		owner,
		http.MethodPut,
		path,
		harness.Completion("first.txt", at, 7000, proof.SuppliedFiles),
		harness.Key(k),
	)
	if got := storageOf(t, manager, "?orderId="+o.String()); got.Storages.Used != 6000 ||
		got.Retail.AdditionalStorageUsed != 1000 {
		t.Errorf("7,000 bytes are %+v", got)
	}
	harness.MustWrite(
		t,
		owner,
		http.MethodPut,
		path,
		harness.Completion("first.txt", at, 7000, proof.SuppliedFiles),
		harness.Key(k),
	) // a repetition of the same call succeeds (D-31)

	t.Run("is looked at before a file is sent", func(t *testing.T) {
		a := harness.MustRefuse(
			t, owner, http.StatusConflict, "upload.not_enough_storage", http.MethodPost,
			"/upload/upload-token/attachment/"+o.String(),
			map[string]any{"name": "x.txt", "size": 3001, "type": "text/plain"},
		)
		e := a.Envelope(t)
		if e.Message == nil || *e.Message != "Not Enough Storage" ||
			!slices.Contains(e.Messages, "Please upgrade your membership to continue uploading more attachments.") {
			t.Errorf("it says %s", a.Body)
		}
		f := harness.UploadForm(t, owner, "attachment", o, "x.txt", 3000)
		harness.MustRefuse(
			t,
			owner,
			http.StatusConflict,
			"upload.not_enough_storage",
			http.MethodPost,
			"/upload/upload-token/attachment/"+o.String(),
			map[string]any{"name": "y.txt", "size": 1, "type": "text/plain"},
		) // D-71
		harness.MustWrite(t, owner, http.MethodDelete, "/upload/temp/"+f.Id.String(), nil)
		harness.MustWrite(
			t, owner, http.MethodDelete,
			"/upload/temp/"+harness.UploadForm(t, owner, "attachment", o, "x.txt", 3000).Id.String(), nil,
		)
	})
	t.Run("and when it is completed, by one after the other", func(t *testing.T) {
		orders := []uuid.UUID{o, harness.Draft(t, "small"), harness.Draft(t, "small"), harness.Draft(t, "small")}
		asked := make([]harness.Answer, len(orders))
		var forms sync.WaitGroup
		for i, id := range orders {
			forms.Go(func() {
				asked[i] = owner.Call(
					t, http.MethodPost, "/upload/upload-token/attachment/"+id.String(),
					map[string]any{"name": "race.txt", "size": 1500, "type": "text/plain"},
				)
			})
		}
		forms.Wait()
		granted := map[string]int{}
		for _, a := range asked {
			granted[fmt.Sprint(a.Status, " ", a.Reason())]++
		}
		if want := map[string]int{"200 ": 2, "409 upload.not_enough_storage": 2}; !maps.Equal(granted, want) {
			t.Errorf("for 3,000 bytes, forms of 1,500 were granted to four who asked at once: %v", granted) // D-71
		}
		expireForms(t)
		keys := make([]string, len(orders))
		for i, id := range orders {
			keys[i] = harness.PostFile(t, owner, "attachment", id, "race.txt", text(1500))
			expireForms(t) // otherwise the third form is refused
		}
		before, answers := harness.Head(t), make([]harness.Answer, len(orders))
		var group sync.WaitGroup
		for i, id := range orders {
			group.Go(func() {
				answers[i] = owner.Call(
					t, http.MethodPut, "/upload/attachment/"+id.String(),
					harness.Completion("race.txt", keys[i], 1500, proof.SuppliedFiles),
				)
			})
		}
		group.Wait()
		said := map[string]int{}
		for _, a := range answers {
			said[fmt.Sprint(a.Status, " ", a.Reason())]++
		}
		if want := map[string]int{"200 ": 2, "409 upload.not_enough_storage": 2}; !maps.Equal(said, want) {
			t.Errorf("of 3,000 bytes for four files of 1,500: %v", said)
		}
		if n := harness.EventsSince(t, harness.World, before); n != 4 { // one attachment and one version for each
			t.Errorf("they wrote %d events", n)
		}
		if got := storageOf(t, owner, ""); bytesUsed(got) != 10_000 || !got.Full { // BD-361
			t.Errorf("then it is %+v", got)
		}
	})
	t.Run("what is deleted stops counting", func(t *testing.T) {
		for _, a := range owner.Order(t, o).Attachments.SuppliedFiles {
			harness.MustWrite(t, owner, http.MethodDelete, "/order/"+o.String()+"/"+a.Id.String()+"/attachment", nil)
		}
		if got := storageOf(t, owner, ""); bytesUsed(got) >= 10_000-7000+1 || got.Full {
			t.Errorf("without its largest file it is %+v", got)
		}
		harness.UploadForm(t, owner, "attachment", o, "x.txt", 7000)
	})
	t.Run("others cannot look", func(t *testing.T) {
		for _, who := range []string{"owner", "beta", "reseller"} {
			harness.MustRefuse(
				t,
				harness.SignedIn(t, who),
				http.StatusNotFound,
				"not_found",
				http.MethodGet,
				"/storage?orderId="+o.String(),
				nil,
			)
		}
		harness.MustRefuse(
			t,
			harness.SignedIn(t, "operator"),
			http.StatusForbidden,
			"forbidden",
			http.MethodGet,
			"/storage?orderId="+o.String(),
			nil,
		)
		harness.MustRefuse(t, manager, http.StatusBadRequest, "storage.order_required", http.MethodGet, "/storage", nil)
	})
	t.Run("below nothing is no limit", func(t *testing.T) {
		if got := storageOf(t, harness.SignedIn(t, "owner"), ""); got.Storages.Quota >= 0 || got.Full {
			t.Errorf("a customer without a limit has %+v", got)
		}
		o := harness.Draft(t, "owner")
		harness.UploadForm(t, harness.SignedIn(t, "owner"), "attachment", o, "x.txt", 2<<30)
		a := harness.MustRefuse(
			t, harness.SignedIn(t, "owner"), http.StatusBadRequest, "upload.too_large", http.MethodPost,
			"/upload/upload-token/attachment/"+o.String(),
			map[string]any{"name": "x.txt", "size": 2<<30 + 1, "type": "text/plain"},
		)
		if e := a.Envelope(t); e.Message == nil ||
			*e.Message != "The file size is above 2 GB max limit and cannot be uploaded. Please adjust the file size and try again." {
			t.Errorf("above 2 GB it says %s", a.Body) // SH-284
		}
	})
}

func TestAnUploadIsRemovedByItsIDAndByItsOwnerAlone(t *testing.T) { // D-39 SH-297
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	content := harness.Picture(t, 61)
	f := harness.UploadForm(t, owner, "attachment", o, "gone.png", len(content))
	if status := harness.PostForm(t, f, content); status >= 300 {
		t.Fatal(status)
	}
	body := harness.Completion("gone.png", f.Fields["key"], len(content), proof.SuppliedFiles)
	path := "/upload/temp/" + f.Id.String()
	harness.MustWrite(
		t,
		harness.SignedIn(t, "manager"),
		http.MethodDelete,
		path,
		nil,
	) // nobody has this upload, so nothing is removed
	other := owner.Call(t, http.MethodPut, "/upload/attachment/"+o.String(), body)
	if other.Status != http.StatusOK {
		t.Fatalf("another's call removed it: %d %s", other.Status, other.Body)
	}
	harness.MustWrite(t, owner, http.MethodDelete, path, nil)
	harness.MustWrite(t, owner, http.MethodDelete, path, nil) // repeated
	harness.MustRefuse(
		t,
		owner,
		http.StatusNotFound,
		"upload.unknown",
		http.MethodPut,
		"/upload/attachment/"+o.String(),
		body,
	)
	if v := owner.Order(t, o).Attachments.SuppliedFiles[0].Versions[0]; !bytes.Equal(
		harness.Download(t, v.Url),
		content,
	) {
		t.Error("the completed file went with the upload")
	}
}

func TestKindsOfUploads(t *testing.T) { // SH-275
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	want := map[string]any{"name": "x.png", "size": 1, "type": "image/png"}
	for _, kind := range []string{"avatar", "avatar-customer", "logo", "favicon", "image-placeholder"} {
		harness.MustRefuse(
			t, owner, http.StatusBadRequest, "upload.kind_not_available", http.MethodPost,
			"/upload/upload-token/"+kind+"/"+o.String(), want,
		)
		at := fmt.Sprintf("temp/%s/%s/%s/%s/x.png", owner.ID, uuid.New(), kind, o)
		harness.MustRefuse(
			t, owner, http.StatusBadRequest, "upload.kind_not_available", http.MethodPut,
			"/upload/"+kind+"/"+o.String(), harness.Completion("x.png", at, 1, proof.SuppliedFiles),
		)
	}
	made := harness.UploadFile(t, owner, o, proof.SuppliedFiles, "x.png", harness.Picture(t, 62))
	next := harness.PostFile(t, owner, "attachment-version", made.Data.AttachmentID, "y.png", harness.Picture(t, 63))
	harness.MustWrite(
		t, owner, http.MethodPut, "/upload/attachment-version/"+made.Data.AttachmentID.String(),
		harness.Completion("y.png", next, len(harness.Picture(t, 63)), ""),
	)
	if got := owner.Order(t, o).Attachments.SuppliedFiles[0].Versions; len(got) != 2 || got[0].FileName != "y.png" {
		t.Errorf("the versions are %+v", got)
	}
}

func TestHeadersOfACompletion(t *testing.T) { // SH-276 SH-292
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	content := harness.Picture(t, 64)
	path := "/upload/attachment/" + o.String()
	send := func() map[string]any {
		b := harness.Completion(
			"art.png",
			harness.PostFile(t, owner, "attachment", o, "art.png", content),
			len(content),
			"",
		)
		b["thumbnail"] = map[string]any{
			"key":  "thumbnails/mine.jpg",
			"size": 3,
		} // fields of a file record; the server creates its own
		return b
	}
	list, from := func(v string) harness.Option { return harness.Header("X-File-Attachment-Record", v) }, func(v string) harness.Option { return harness.Header("X-Upload-From", v) }
	harness.MustWrite(
		t,
		owner,
		http.MethodPut,
		path,
		send(),
		list("suppliedFiles"),
		harness.Header("X-File-Timeline-Record", "false"),
		from("create"),
	)
	got := owner.Order(t, o)
	if len(got.Attachments.SuppliedFiles) != 1 ||
		strings.Contains(got.Attachments.SuppliedFiles[0].Versions[0].Thumbnail, "mine") {
		t.Errorf("the attachments are %+v", got.Attachments)
	}
	history := harness.MustCall[contract.HistoryAnswer](
		t,
		owner,
		http.MethodGet,
		"/order/"+o.String()+"/history?via=create",
		nil,
	)
	if len(history.Data.Events) != 2 {
		t.Errorf("%d events came from the form, want the attachment and its version", len(history.Data.Events))
	}
	if shown := owner.Get(t, "/order/"+o.String()+"/timeline").Body; !bytes.Contains(shown, []byte("art.png")) {
		t.Errorf("the timeline does not name the file: %s", shown)
	}
	differ := send()
	differ["reviewType"] = "suppliedFiles"
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "upload.lists_differ", http.MethodPut, path, differ, list("internalReview"),
	)
	kept := func() int {
		t.Helper()
		keys, err := harness.Store(t).List(t.Context(), "files/"+o.String()+"/")
		if err != nil {
			t.Fatal(err)
		}
		return len(keys)
	}
	before := kept()
	harness.MustRefuse(
		t,
		owner,
		http.StatusForbidden,
		"forbidden",
		http.MethodPut,
		path,
		send(),
		list("internalReview"),
	)
	if n := kept(); n != before {
		t.Errorf(
			"a file for a list that the caller may not use is copied before it is refused: %d files, then %d",
			before,
			n,
		)
	}
	for _, bad := range []harness.Option{list("everything"), from("<script>"), from(strings.Repeat("x", 5000)), harness.Header("X-File-Timeline-Record", "perhaps")} {
		harness.MustRefuse(t, owner, http.StatusBadRequest, "request.invalid", http.MethodPut, path, differ, bad)
	}
}

// claim returns a PNG whose header states 50,000 x 50,000 pixels.
func claim(t *testing.T) []byte {
	t.Helper()
	b := harness.Picture(t, 65)
	binary.BigEndian.PutUint32(b[16:], 50_000)
	binary.BigEndian.PutUint32(b[20:], 50_000)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

// zipBomb returns a small zip with a very large file.
func zipBomb(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(
		zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) },
	)
	w, err := z.Create("zeros")
	if err == nil {
		_, err = io.CopyN(w, harness.Zeros{}, 200<<20)
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// For any upload under any name, the file store sends its true type or makes the browser save it.
// It sends files from a different origin than the app's.
func TestNothingThatWasUploadedRuns(t *testing.T) { // check 18
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	const script = "<script>alert(document.domain)</script>"
	pdf := []byte(
		"%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
	)
	hostile := map[string]struct {
		content []byte
		shown   string // the type for display, or "" if it must not be displayed
	}{
		"svg.png": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), ""},
		"svg.xml.txt": {
			[]byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
			"",
		},
		"page.jpg":                 {[]byte("<!doctype html><html>" + script), ""},
		"page.txt":                 {[]byte("   <body>" + script), ""},
		"script.csv":               {[]byte("alert(1)//"), ""},
		"gif-js.gif":               {[]byte("GIF89a/*" + script + "*/=1;alert(1)"), "image/gif"},
		"pdf-html.pdf":             {append([]byte("<html>"+script), pdf...), "application/pdf"},
		"scripted.pdf":             {pdf, "application/pdf"},
		"huge.png":                 {claim(t), "image/png"},
		"bomb.zip":                 {zipBomb(t), ""},
		"a (1)+b - c_.txt":         {[]byte("plain"), ""},
		"..png":                    {[]byte("..\\..\\"), ""},
		"x.txt;y.png":              {nil, ""},
		"x\r\nSet-Cookie: a=b.png": {nil, ""},
		"a\"b.png":                 {nil, ""},
		"a\u202egpj.png":           {nil, ""},
		"x.svg":                    {nil, ""},
		"x.html":                   {nil, ""},
		"x.php.PNG.svgz":           {nil, ""},
	}
	app, err := url.Parse(harness.World.Base)
	if err != nil {
		t.Fatal(err)
	}
	for name, h := range hostile {
		if h.content == nil {
			a := owner.Call(
				t, http.MethodPost, "/upload/upload-token/attachment/"+o.String(),
				map[string]any{"name": name, "size": 1, "type": "image/png"},
			)
			if a.Status != http.StatusBadRequest || !strings.HasPrefix(a.Reason(), "upload.") {
				t.Errorf("%q: %d %s", name, a.Status, a.Reason())
			}
			continue
		}
		made := harness.UploadFile(t, owner, o, proof.SuppliedFiles, name, h.content)
		all := owner.Order(t, o).Attachments.SuppliedFiles
		i := slices.IndexFunc(all, func(a contract.Attachment) bool { return a.Id == made.Data.AttachmentID })
		v := all[i].Versions[0]
		res, err := harness.World.Client.Get(v.Url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err := errors.Join(err, res.Body.Close()); err != nil || !bytes.Equal(body, h.content) {
			t.Errorf("%s comes back otherwise: %v", name, err)
		}
		contentType, disposition := res.Header.Get("Content-Type"), res.Header.Get("Content-Disposition")
		wantType, wantDisposition := "application/octet-stream", "attachment"
		if h.shown != "" {
			wantType, wantDisposition = h.shown, "inline"
		}
		if contentType != wantType || !strings.HasPrefix(disposition, wantDisposition+";") ||
			!strings.Contains(disposition, "filename=") {
			t.Errorf("%s comes as %s, %s", name, contentType, disposition)
		}
		if at, err := url.Parse(v.Url); err != nil || at.Host == app.Host {
			t.Errorf("%s lies on the app's origin: %s", name, v.Url)
		}
	}
	harness.Eventually(t, "each file was looked at for pictures", func() bool {
		for _, a := range owner.Order(t, o).Attachments.SuppliedFiles {
			if a.Versions[0].Thumbnail != "" {
				t.Fatalf("%s has a thumbnail", a.Versions[0].FileName)
			}
		}
		return harness.LookedAt(t, o) == len(owner.Order(t, o).Attachments.SuppliedFiles)
	})
}

func TestATIFFIsShownByItsPreview(t *testing.T) { // BD-151 SH-277
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	img := image.NewRGBA(image.Rect(0, 0, 5000, 1000))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	img.Set(10, 10, color.Black)
	var b bytes.Buffer
	if err := tiff.Encode(&b, img, &tiff.Options{Compression: tiff.Deflate}); err != nil {
		t.Fatal(err)
	}
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "scan.tif", b.Bytes())
	version := func() contract.Version { return owner.Order(t, o).Attachments.SuppliedFiles[0].Versions[0] }
	harness.Eventually(t, "a preview", func() bool { return version().PreviewUrl != nil })
	v := version()
	if v.FileType != contract.Image || v.ContentType != "image/tiff" || v.Preview.Width != 4096 ||
		v.Preview.Height != 819 ||
		v.Preview.Pages != 1 ||
		v.FileSizeRaw != int64(b.Len()) ||
		v.FileMeta.FileSize != int64(b.Len()) {
		t.Errorf("the version is %+v", v)
	}
	if head, err := jpeg.DecodeConfig(
		bytes.NewReader(harness.Download(t, *v.PreviewUrl)),
	); err != nil ||
		head.Width != 4096 ||
		head.Height != 819 {
		t.Errorf("the preview is %dx%d, %v", head.Width, head.Height, err)
	}
	if head, err := jpeg.DecodeConfig(
		bytes.NewReader(harness.Download(t, v.Thumbnail)),
	); err != nil ||
		head.Width != 316 ||
		head.Height != 63 { // SH-288 SH-289
		t.Errorf("the thumbnail is %dx%d, %v", head.Width, head.Height, err)
	}
}

func TestTheFirstPageOfAPDFIsItsPicture(t *testing.T) { // BY-048 SH-289
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	doc := fpdf.New("L", "pt", "A4", "")
	doc.AddPage()
	doc.SetFillColor(255, 0, 0)
	doc.Rect(0, 0, 400, 600, "F")
	doc.AddPage()
	var b bytes.Buffer
	if err := doc.Output(&b); err != nil {
		t.Fatal(err)
	}
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "leaflet.pdf", b.Bytes())
	version := func() contract.Version { return owner.Order(t, o).Attachments.SuppliedFiles[0].Versions[0] }
	harness.Eventually(t, "a picture", func() bool { return version().Thumbnail != "" })
	img, err := jpeg.Decode(bytes.NewReader(harness.Download(t, version().Thumbnail)))
	if err != nil {
		t.Fatal(err)
	}
	left, _, _, _ := img.At(20, 100).RGBA()
	_, right, _, _ := img.At(300, 100).RGBA()
	if size := img.Bounds(); size.Dx() != 316 || size.Dy() < 222 || size.Dy() > 224 || left>>8 < 240 || right>>8 < 240 {
		t.Errorf("%v, red %d at the left, green %d at the right", size, left>>8, right>>8)
	}
}

func TestAFormThatHasEndedGivesItsStorageBack(t *testing.T) { // D-71
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
	form := harness.UploadForm(t, small, "attachment", o, "half.txt", int(free))
	if status := harness.PostForm(t, form, text(int(free))); status >= 300 {
		t.Fatalf("upload: %d", status)
	}
	ask := func() int {
		return small.Call(
			t, http.MethodPost, "/upload/upload-token/attachment/"+o.String(),
			map[string]any{"name": "x.txt", "size": 1, "type": "text/plain"},
		).Status
	}
	for after, want := range map[time.Duration]int{0: http.StatusConflict, time.Hour: http.StatusConflict} {
		now = time.Now().Add(after)
		if err := job.Ended(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := ask(); got != want || !s.Has(t, form.Fields["key"]) {
			t.Errorf("after %s: %d, the file is there: %t", after, got, s.Has(t, form.Fields["key"]))
		}
	}
	now = time.Now().Add(time.Hour + sweep.Completing + time.Minute)
	if err := job.Ended(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := ask(); got != http.StatusOK || s.Has(t, form.Fields["key"]) {
		t.Errorf("after the form has ended: %d, the file is there: %t", got, s.Has(t, form.Fields["key"]))
	}
	expireForms(t)
}

func TestFilesThatNobodyNeedsLeaveTheStore(t *testing.T) { // D-14 SH-297
	owner, operator, o := harness.SignedIn(
		t,
		"owner",
	), harness.SignedIn(
		t,
		"operator",
	), harness.OrderIn(
		t,
		"owner",
		order.InProgress,
	)
	s, rows := harness.Store(t), stored.NewFiles(harness.Pool(t))
	var now time.Time
	job := sweep.Config{
		Store:  s,
		Files:  rows,
		Clock:  func() time.Time { return now },
		Logger: slog.New(slog.DiscardHandler),
		CatchUp: func(ctx context.Context) error {
			return harness.World.Runner.WaitFor(ctx, stored.Name, harness.World.Latest.Load())
		},
	}
	at := func(later time.Duration) {
		t.Helper()
		now = time.Now().Add(later)
		if err := errors.Join(job.Uploads(t.Context()), job.Versions(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	shared := harness.Picture(t, 71)
	first := harness.UploadFile(t, operator, o, proof.CustomerReview, "one.png", shared)
	attachment := first.Data.AttachmentID
	add := func(content []byte) (harness.Changed, string) {
		t.Helper()
		temp := harness.PostFile(t, operator, "attachment-version", attachment, "next.png", content)
		c := harness.MustWrite(
			t, operator, http.MethodPut, "/upload/attachment-version/"+attachment.String(),
			harness.Completion("next.png", temp, len(content), ""),
		)
		return c, "files/" + attachment.String() + "/" + c.Data.VersionID.String() + "/" + harness.Checksum(content)
	}
	alone := harness.Picture(t, 72)
	second, secondKey := add(alone)
	third, thirdKey := add(shared) // the same content as the first file
	_, lastKey := add(harness.Picture(t, 73))
	firstKey := "files/" + o.String() + "/" + first.Data.VersionID.String() + "/" + harness.Checksum(shared)
	picturesOf := func(content []byte) string { return "thumbnails/" + harness.Checksum(content) + ".jpg" }
	harness.Eventually(
		t,
		"the thumbnails",
		func() bool { return s.Has(t, picturesOf(shared)) && s.Has(t, picturesOf(alone)) },
	)
	for _, v := range []uuid.UUID{second.Data.VersionID, third.Data.VersionID} {
		harness.MustWrite(
			t,
			harness.SignedIn(t, "manager"),
			http.MethodDelete,
			"/order/"+o.String()+"/"+attachment.String()+"/"+v.String(),
			map[string]any{"reason": "wrong file"},
		)
	}
	temp := harness.UploadForm(t, owner, "attachment", harness.Draft(t, "owner"), "left.png", len(shared))
	if status := harness.PostForm(t, temp, shared); status >= 300 {
		t.Fatal(status)
	}
	// Two files to sweep: one whose version was refused after the copy, and one whose version was
	// stored although the answer was lost.
	if err := errors.Join(
		s.Put(t.Context(), "files/refused", bytes.NewReader(shared), int64(len(shared)), "image/png"),
		rows.Leave(t.Context(), "files/refused", time.Now()), rows.Leave(t.Context(), firstKey, time.Now()),
	); err != nil {
		t.Fatal(err)
	}
	check := func(when string, want map[string]bool) {
		t.Helper()
		for key, there := range want {
			if s.Has(t, key) != there {
				t.Errorf("%s: %s is there: %v", when, key, !there)
			}
		}
	}

	at(23 * time.Hour)
	check(
		"within a day",
		map[string]bool{temp.Fields["key"]: true, "files/refused": true, secondKey: true, thirdKey: true},
	)
	if err := errors.Join(
		s.Put(t.Context(), "files/again", bytes.NewReader(shared), int64(len(shared)), "image/png"),
		rows.Leave(t.Context(), "files/again", time.Now()), rows.Leave(t.Context(), "files/again", now),
	); err != nil {
		t.Fatal(err) // an upload whose completion is repeated a day later
	}
	if _, err := harness.Pool(
		t,
	).Exec(t.Context(), "insert into parked_streams (projection, stream_id, position, version, type, error) values ($1, $2, 1, 1, 'proof.version_added', 'planted by a test')", stored.Name, attachment); err != nil {
		t.Fatal(err)
	}
	at(25 * time.Hour)
	check("while nobody knows what a version shows", map[string]bool{"files/refused": true}) // BY-008
	if _, err := harness.Pool(t).Exec(t.Context(), "delete from parked_streams where projection = $1",
		stored.Name); err != nil {
		t.Fatal(err)
	}
	at(25 * time.Hour)
	check("after a day", map[string]bool{
		temp.Fields["key"]: false,
		"files/refused":    false,
		firstKey:           true,
		secondKey:          true,
		thirdKey:           true,
		lastKey:            true,
		"files/again":      true,
	})
	at(29 * 24 * time.Hour)
	check(
		"within 30 days",
		map[string]bool{secondKey: true, thirdKey: true, picturesOf(alone): true, "files/again": false},
	)
	for range 2 { // a repetition changes nothing
		at(31 * 24 * time.Hour)
		check("after 30 days", map[string]bool{
			secondKey:          false,
			thirdKey:           false,
			picturesOf(alone):  false,
			firstKey:           true,
			lastKey:            true,
			picturesOf(shared): true,
		})
	}
	if v := operator.Order(t, o).Attachments.CustomerReview[0].Versions; len(v) != 2 || v[1].Thumbnail == "" ||
		!bytes.Equal(harness.Download(t, v[1].Url), shared) {
		t.Errorf("what stayed is %+v", v)
	}
}

// If a server ends after it has copied a file but before it has stored the version, the sweep must
// be able to find the file. So the server records the file before the copy, until its version is
// stored.
func TestAFileIsKnownToTheSweepUntilAVersionShowsIt(t *testing.T) { // D-14 check 22
	owner, o := harness.SignedIn(t, "small"), harness.Draft(t, "small")
	waiting := func() (keys []string) {
		t.Helper()
		rows, err := harness.Pool(t).Query(t.Context(), "select key from left_files where key like $1",
			"files/"+o.String()+"/%")
		if err == nil {
			keys, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	content := text(100)
	temp := harness.PostFile(t, owner, "attachment", o, "late.txt", content)
	release, err := advisory.NewLocks(harness.Pool(t)).Take(t.Context(), "storage of", owner.CustomerID)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan harness.Answer, 1)
	go func() {
		done <- owner.Call(t, http.MethodPut, "/upload/attachment/"+o.String(), harness.Completion("late.txt", temp, len(content), proof.SuppliedFiles))
	}()
	harness.Eventually(t, "a file that no version shows yet is noted", func() bool { return len(waiting()) == 1 })
	key := waiting()[0]
	harness.Eventually(t, "it is copied", func() bool { return harness.Store(t).Has(t, key) })
	release()
	if a := <-done; a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if left := waiting(); len(left) != 0 {
		t.Errorf("the file of a version would be looked after: %v", left)
	}
	for _, a := range owner.Order(t, o).Attachments.SuppliedFiles { // frees the small storage of the customer
		harness.MustWrite(t, owner, http.MethodDelete, "/order/"+o.String()+"/"+a.Id.String()+"/attachment", nil)
	}
}

// If a completion is repeated while the sweep handles its file, it copies the file after the sweep
// has finished.
func TestAnUploadThatIsTriedAgainWaitsForTheSweepOfItsFile(t *testing.T) { // D-14
	rows, key, longAgo := stored.NewFiles(harness.Pool(t)), "files/"+uuid.NewString(), time.Unix(0, 0)
	if err := rows.Leave(t.Context(), key, longAgo); err != nil {
		t.Fatal(err)
	}
	again := make(chan error, 1)
	count := func(sql string, args ...any) (n int) {
		t.Helper()
		if err := harness.Pool(t).QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	done, err := rows.RemoveLeft(t.Context(), longAgo.Add(time.Hour), 10, func(context.Context, string) error {
		go func() { again <- rows.Leave(context.WithoutCancel(t.Context()), key, time.Now()) }()
		harness.Eventually(t, "the note waits", func() bool {
			return count(
				"select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%into left_files%'",
			) == 1
		})
		return nil
	})
	if err := errors.Join(err, <-again); err != nil || done != 1 {
		t.Fatal(done, err)
	}
	if n := count("select count(*) from left_files where key = $1", key); n != 1 {
		t.Errorf("%d notes of a file that was copied after it was swept", n)
	}
}

// Data that is uploaded with the form after the inspection does not replace the inspected file
// (D-15).
func TestAnUploadCannotChangeUnderItsHash(t *testing.T) {
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	one, other := harness.Picture(t, 81), harness.Picture(t, 82)
	f := harness.UploadForm(t, owner, "attachment", o, "art.png", max(len(one), len(other)))
	s := harness.Store(t)
	if status := harness.PostForm(t, f, one); status >= 300 {
		t.Fatal(status)
	}
	seen, err := s.Stat(t.Context(), f.Fields["key"])
	if err != nil {
		t.Fatal(err)
	}
	if status := harness.PostForm(t, f, other); status >= 300 {
		t.Fatal(status)
	}
	if err := s.Copy(t.Context(), f.Fields["key"], "files/elsewhere", seen.ETag); !errors.Is(err, files.ErrChanged) {
		t.Errorf("the other bytes were copied: %v", err)
	}
}
