package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// essence returns the part of an answer that must be equal in repeated answers.
func essence(t *testing.T, a answer) string {
	t.Helper()
	var c changed
	if err := json.Unmarshal(a.body, &c); err != nil {
		t.Fatalf("%d %s", a.status, a.body)
	}
	d := c.Data
	return fmt.Sprint(
		a.status, a.reason(), c.Message, d.ID, d.OrderID, d.AttachmentID, d.VersionID, d.CommentID, d.Version,
		d.Position, d.Status, a.header.Get("X-Position"),
	)
}

// written counts the events since a log position that people caused. It ignores events of the
// system.
func written(t *testing.T, w *site, since int64) (n int) {
	t.Helper()
	events, err := w.Store.Read(t.Context(), since, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Meta.Role != "system" {
			n++
		}
	}
	return n
}

// parallel sends one request ten times at the same time.
func parallel(t *testing.T, p *person, method, path string, body any, k uuid.UUID) []answer {
	t.Helper()
	answers := make([]answer, 10)
	var wg sync.WaitGroup
	for i := range answers {
		req, err := p.request(method, path, body, key(k))
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			if answers[i], err = p.site.do(p.site.http, req); err != nil {
				answers[i] = answer{status: -1, body: []byte(err.Error())}
			}
		})
	}
	wg.Wait()
	return answers
}

func TestOneKeySentTenTimesAtOnceHasOneEffectAndOneAnswer(t *testing.T) { // D-31 BY-005
	owner := as(t, "owner")
	sc := stage(t, "owner", order.InReview)
	a := attach(t, sc.order, "owner", proof.CustomerReview)
	a.discuss(t, sc.order, proof.CustomerReview, "owner")
	o := "/order/" + sc.order.String()
	version := o + "/attachment/" + a.attachment.String() + "/version/" + a.versions[0].String()
	for _, c := range []struct {
		what, method, path string
		body               any
		events             int
	}{
		{"a new order", "POST", "/order", map[string]any{"orderName": "Once"}, 1},
		{"new details", "PUT", o, map[string]any{"orderName": "Twice is once"}, 1},
		{"a topic", "POST", version + "/annotation", map[string]any{"message": says("once"), "annotation": mark}, 1},
		{"a comment", "POST", version + "/annotation/" + a.public.String() + "/comment", map[string]any{"message": says("once")}, 1},
		{"a duplicate", "PUT", o + "/action", map[string]any{"action": "duplicate"}, 1},
		{"a resolved topic", "PUT", version + "/annotation/" + a.public.String() + "/resolve", map[string]any{"data": true}, 1},
		{"a move", "PUT", o + "/move-progress", map[string]any{"moveto": "approved"}, 1},
		{"a refused move", "PUT", o + "/move-progress", map[string]any{"moveto": "approved"}, 0},
		{"an empty inbox read", "PUT", "/message/read", nil, 0},
	} {
		p := owner
		if c.what == "an empty inbox read" {
			p = as(t, "cso") // a person without other notifications
		}
		before, k := head(t), uuid.New()
		answers := parallel(t, p, c.method, c.path, c.body, k)
		first := essence(t, answers[0])
		for _, again := range answers {
			if got := essence(t, again); got != first {
				t.Errorf("%s: a repeat answers %s, the first %s", c.what, got, first)
			}
		}
		if n := written(t, world, before); n != c.events {
			t.Errorf("%s: %d events, want %d", c.what, n, c.events)
		}
		if got := essence(t, p.call(t, c.method, c.path, c.body, key(k))); got != first {
			t.Errorf("%s: a later repeat answers %s, the first %s", c.what, got, first)
		}
	}
}

func TestAKeyThatIsReusedForSomethingElseIsRefused(t *testing.T) { // D-31
	owner, k := as(t, "owner"), uuid.New()
	o := write(t, owner, http.MethodPost, "/order", map[string]any{"orderName": "First"}, key(k)).Data.OrderID
	before := head(t)
	refused(
		t, owner, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPost, "/order",
		map[string]any{"orderName": "Second"}, key(k),
	)
	refused(
		t, as(t, "both"), http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPost, "/order",
		map[string]any{"orderName": "First"}, key(k),
	)
	refused(
		t, as(t, "beta"), http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPost, "/order",
		map[string]any{"orderName": "First"}, key(k),
	)
	refused(
		t, owner, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPut, "/order/"+o.String(),
		map[string]any{"orderName": "First"}, key(k),
	)
	refused(
		t, owner, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPut,
		"/order/"+o.String()+"/action", map[string]any{"action": "published"}, key(k),
	)
	unchanged(t, before)
}

// download reads a file with its presigned link.
func download(t *testing.T, link string) []byte {
	t.Helper()
	res, err := world.http.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("download: %d %v %.200s", res.StatusCode, err, b)
	}
	return b
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

func TestAnUploadIsTheFileThatWasSentAndStaysIt(t *testing.T) { // D-15 SH-290 SH-291 SH-292
	owner, o := as(t, "owner"), draft(t, "owner")
	content, other, k := picture(t, 1), picture(t, 2), uuid.New()
	path := "/upload/attachment/" + o.String()
	body := completed(
		"label (1).png", put(t, owner, "attachment", o, "label (1).png", content), len(content), proof.SuppliedFiles,
	)
	answers := parallel(t, owner, http.MethodPut, path, body, k)
	for _, a := range answers {
		if essence(t, a) != essence(t, answers[0]) || a.status != http.StatusOK {
			t.Fatalf("a repeated completion: %d %s", a.status, a.body)
		}
	}
	refused(
		t,
		owner,
		http.StatusUnprocessableEntity,
		"idempotency.key_reused",
		http.MethodPut,
		path,
		completed(
			"label (1).png", put(t, owner, "attachment", o, "label (1).png", other), len(other), proof.SuppliedFiles,
		),
		key(k),
	)
	files := owner.order(t, o).Attachments.SuppliedFiles
	if len(files) != 1 || len(files[0].Versions) != 1 {
		t.Fatalf("attachments: %+v", files)
	}
	v := files[0].Versions[0]
	if v.FileMeta.Sha256 != sum(content) || v.FileMeta.FileSize != int64(len(content)) ||
		v.ContentType != "image/png" ||
		*v.FileMeta.Width != 64 ||
		*v.FileMeta.Height != 48 ||
		v.FileName != "label (1).png" {
		t.Errorf("the version is %+v", v)
	}
	if !bytes.Equal(download(t, v.Url), content) {
		t.Error("the file under the version is not the one that it was made of")
	}
	eventually(
		t, "a thumbnail",
		func() bool { return owner.order(t, o).Attachments.SuppliedFiles[0].Versions[0].Thumbnail != "" },
	)
	if thumb := download(t, owner.order(t, o).Attachments.SuppliedFiles[0].Versions[0].Thumbnail); !bytes.HasPrefix(
		thumb, []byte("\xff\xd8"),
	) {
		t.Error("the thumbnail is no JPEG")
	}
}

func TestTheStoreTakesOnlyWhatTheFormSays(t *testing.T) { // SH-290 SH-291
	owner, o := as(t, "owner"), draft(t, "owner")
	content := picture(t, 3)
	f := uploadForm(t, owner, "attachment", o, "proof.png", len(content))
	if status := post(t, f, append(content, 0)); status < 400 {
		t.Errorf("a file larger than announced: %d", status)
	}
	f = uploadForm(t, owner, "attachment", o, "proof.png", len(content))
	wrong := contract.UploadForm{Url: f.Url, Fields: map[string]string{}}
	for name, v := range f.Fields {
		wrong.Fields[name] = strings.ReplaceAll(v, owner.ID.String(), cast["both"].ID.String())
	}
	if status := post(t, wrong, content); status < 400 {
		t.Errorf("a file under another person's key: %d", status)
	}
	if status := post(t, f, content[:len(content)-1]); status >= 300 {
		t.Fatalf("a smaller file: %d", status)
	}
	before := head(t)
	refused(
		t, owner, http.StatusConflict, "upload.size_differs", http.MethodPut, "/upload/attachment/"+o.String(),
		completed("proof.png", f.Fields["key"], len(content), proof.SuppliedFiles),
	)
	refused(
		t,
		owner,
		http.StatusBadRequest,
		"upload.review_type_required",
		http.MethodPut,
		"/upload/attachment/"+o.String(),
		map[string]any{"name": "proof.png", "type": "image/png", "size": len(content) - 1, "key": f.Fields["key"]},
	)
	unchanged(t, before)
	res, err := world.http.Get(strings.Split(f.Url, "?")[0] + "/" + f.Fields["key"])
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode < 400 {
		t.Errorf("the store answers without a signature: %d", res.StatusCode)
	}
}

// The content of a file determines its type. An HTML page with the name of a picture never gets a
// type that a browser would run.
func TestAFileIsNamedByItsBytes(t *testing.T) {
	owner, o := as(t, "owner"), draft(t, "owner")
	upload(t, owner, o, proof.SuppliedFiles, "page.png", []byte("<html><script>alert(1)</script></html>"))
	v := owner.order(t, o).Attachments.SuppliedFiles[0].Versions[0]
	if v.ContentType != "text/plain" || v.FileType != contract.Unsupported {
		t.Errorf("a page of HTML is %s, %s", v.ContentType, v.FileType)
	}
	res, err := world.http.Get(v.Url)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if got := res.Header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment") {
		t.Errorf("it is handed over as %q", got)
	}
}

// After a restart the server still knows all its answers to idempotency keys (D-31) and all orders.
func TestARestartAnswersRepeatedKeysAsBefore(t *testing.T) { // D-31 BY-005
	beside(t)
	dir := folder(t)
	some := seed()
	some.Users = nil
	for _, name := range []string{"owner", "manager"} {
		some.Users = append(some.Users, cast[name])
	}
	w, err := open(dir, some)
	if err != nil {
		t.Fatal(err)
	}
	owner := w.as(t, "owner")
	created, refusedKey := uuid.New(), uuid.New()
	first := owner.call(t, http.MethodPost, "/order", map[string]any{"orderName": "Before"}, key(created))
	var c changed
	if err := json.Unmarshal(first.body, &c); err != nil || first.status != http.StatusOK {
		t.Fatalf("%d %s", first.status, first.body)
	}
	o := "/order/" + c.Data.OrderID.String()
	no := owner.call(t, http.MethodPut, o+"/move-progress", map[string]any{"moveto": "approved"}, key(refusedKey))
	write(t, owner, http.MethodPut, o, map[string]any{"orderName": "After"})
	if err := w.close(); err != nil {
		t.Fatal(err)
	}

	if w, err = open(dir, some); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
	}()
	before, err := w.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again := &person{
		User:  owner.User,
		site:  w,
		token: owner.token,
		csrf:  owner.csrf,
	} // the session and its CSRF tokens are still valid too
	for _, a := range parallel(t, again, http.MethodPost, "/order", map[string]any{"orderName": "Before"}, created) {
		if essence(t, a) != essence(t, first) {
			t.Errorf("after a restart: %s, before: %s", a.body, first.body)
		}
	}
	if a := again.call(
		t, http.MethodPut, o+"/move-progress", map[string]any{"moveto": "approved"}, key(refusedKey),
	); essence(t, a) != essence(t, no) ||
		a.status != http.StatusConflict {
		t.Errorf("a refusal after a restart: %s, before: %s", a.body, no.body)
	}
	refused(
		t, again, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPost, "/order",
		map[string]any{"orderName": "Other"}, key(created),
	)
	if n := written(t, w, before); n != 0 {
		t.Errorf("repeats wrote %d events", n)
	}
	if got := again.order(t, c.Data.OrderID); got.OrderName != "After" {
		t.Errorf("the order is called %q", got.OrderName)
	}
}
