package orders

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// essence returns the part of an answer that must be equal in repeated answers.
func essence(t *testing.T, a harness.Answer) string {
	t.Helper()
	var c harness.Changed
	if err := json.Unmarshal(a.Body, &c); err != nil {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	d := c.Data
	return fmt.Sprint(
		a.Status, a.Reason(), c.Message, d.ID, d.OrderID, d.AttachmentID, d.VersionID, d.CommentID, d.Version,
		d.Position, d.Status, a.Header.Get("X-Position"),
	)
}

// parallel sends one request ten times at the same time.
func parallel(t *testing.T, p *harness.Person, method, path string, body any, k uuid.UUID) []harness.Answer {
	t.Helper()
	answers := make([]harness.Answer, 10)
	var wg sync.WaitGroup
	for i := range answers {
		req, err := p.Request(method, path, body, harness.Key(k))
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			if answers[i], err = p.Site.Do(p.Site.Client, req); err != nil {
				answers[i] = harness.Answer{Status: -1, Body: []byte(err.Error())}
			}
		})
	}
	wg.Wait()
	return answers
}

func TestOneKeySentTenTimesAtOnceHasOneEffectAndOneAnswer(t *testing.T) { // D-31 BY-005
	harness.Forgive(t) // the tests together write more comments a minute than the limit allows
	owner := harness.SignedIn(t, "owner")
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	a.Discuss(t, sc.Order, proof.CustomerReview, "owner")
	o := "/order/" + sc.Order.String()
	version := o + "/attachment/" + a.Attachment.String() + "/version/" + a.Versions[0].String()
	for _, c := range []struct {
		what, method, path string
		body               any
		events             int
	}{
		{"a new order", "POST", "/order", map[string]any{"orderName": "Once"}, 1},
		{"new details", "PUT", o, map[string]any{"orderName": "Twice is once"}, 1},
		{"a topic", "POST", version + "/annotation", map[string]any{"message": harness.Message("once"), "annotation": harness.Mark}, 1},
		{"a comment", "POST", version + "/annotation/" + a.Public.String() + "/comment", map[string]any{"message": harness.Message("once")}, 1},
		{"a duplicate", "PUT", o + "/action", map[string]any{"action": "duplicate"}, 1},
		{"a resolved topic", "PUT", version + "/annotation/" + a.Public.String() + "/resolve", map[string]any{"data": true}, 1},
		{"a move", "PUT", o + "/move-progress", map[string]any{"moveto": "approved"}, 1},
		{"a refused move", "PUT", o + "/move-progress", map[string]any{"moveto": "approved"}, 0},
		{"an empty inbox read", "PUT", "/message/read", nil, 0},
	} {
		p := owner
		if c.what == "an empty inbox read" {
			p = harness.SignedIn(t, "cso") // a person without other notifications
		}
		before, k := harness.Head(t), uuid.New()
		answers := parallel(t, p, c.method, c.path, c.body, k)
		first := essence(t, answers[0])
		for _, again := range answers {
			if got := essence(t, again); got != first {
				t.Errorf("%s: a repeat answers %s, the first %s", c.what, got, first)
			}
		}
		if n := harness.EventsSince(t, harness.World, before); n != c.events {
			t.Errorf("%s: %d events, want %d", c.what, n, c.events)
		}
		if got := essence(t, p.Call(t, c.method, c.path, c.body, harness.Key(k))); got != first {
			t.Errorf("%s: a later repeat answers %s, the first %s", c.what, got, first)
		}
	}
}

func TestAKeyThatIsReusedForSomethingElseIsRefused(t *testing.T) { // D-31
	owner, k := harness.SignedIn(t, "owner"), uuid.New()
	o := harness.MustWrite(
		t,
		owner,
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "First"},
		harness.Key(k),
	).Data.OrderID
	before := harness.Head(t)
	harness.MustRefuse(
		t, owner, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPost, "/order",
		map[string]any{"orderName": "Second"}, harness.Key(k),
	)
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "both"),
		http.StatusUnprocessableEntity,
		"idempotency.key_reused",
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "First"},
		harness.Key(k),
	)
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "beta"),
		http.StatusUnprocessableEntity,
		"idempotency.key_reused",
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "First"},
		harness.Key(k),
	)
	harness.MustRefuse(
		t, owner, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPut, "/order/"+o.String(),
		map[string]any{"orderName": "First"}, harness.Key(k),
	)
	harness.MustRefuse(
		t, owner, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPut,
		"/order/"+o.String()+"/action", map[string]any{"action": "published"}, harness.Key(k),
	)
	harness.Unchanged(t, before)
}

func TestAnUploadIsTheFileThatWasSentAndStaysIt(t *testing.T) { // D-15 SH-290 SH-291 SH-292
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	content, other, k := harness.Picture(t, 1), harness.Picture(t, 2), uuid.New()
	path := "/upload/attachment/" + o.String()
	body := harness.Completion(
		"label (1).png",
		harness.PostFile(t, owner, "attachment", o, "label (1).png", content),
		len(content),
		proof.SuppliedFiles,
	)
	answers := parallel(t, owner, http.MethodPut, path, body, k)
	for _, a := range answers {
		if essence(t, a) != essence(t, answers[0]) || a.Status != http.StatusOK {
			t.Fatalf("a repeated completion: %d %s", a.Status, a.Body)
		}
	}
	harness.MustRefuse(
		t,
		owner,
		http.StatusUnprocessableEntity,
		"idempotency.key_reused",
		http.MethodPut,
		path,
		harness.Completion(
			"label (1).png",
			harness.PostFile(t, owner, "attachment", o, "label (1).png", other),
			len(other),
			proof.SuppliedFiles,
		),
		harness.Key(k),
	)
	files := owner.Order(t, o).Attachments.SuppliedFiles
	if len(files) != 1 || len(files[0].Versions) != 1 {
		t.Fatalf("attachments: %+v", files)
	}
	v := files[0].Versions[0]
	if v.FileMeta.Sha256 != harness.Checksum(content) || v.FileMeta.FileSize != int64(len(content)) ||
		v.ContentType != "image/png" ||
		*v.FileMeta.Width != 64 ||
		*v.FileMeta.Height != 48 ||
		v.FileName != "label (1).png" {
		t.Errorf("the version is %+v", v)
	}
	if !bytes.Equal(harness.Download(t, v.Url), content) {
		t.Error("the file under the version is not the one that it was made of")
	}
	harness.Eventually(
		t, "a thumbnail",
		func() bool { return owner.Order(t, o).Attachments.SuppliedFiles[0].Versions[0].Thumbnail != "" },
	)
	if thumb := harness.Download(
		t,
		owner.Order(t, o).Attachments.SuppliedFiles[0].Versions[0].Thumbnail,
	); !bytes.HasPrefix(
		thumb,
		[]byte("\xff\xd8"),
	) {
		t.Error("the thumbnail is no JPEG")
	}
}

func TestTheStoreTakesOnlyWhatTheFormSays(t *testing.T) { // SH-290 SH-291
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	content := harness.Picture(t, 3)
	f := harness.UploadForm(t, owner, "attachment", o, "proof.png", len(content))
	if status := harness.PostForm(t, f, append(content, 0)); status < 400 {
		t.Errorf("a file larger than announced: %d", status)
	}
	f = harness.UploadForm(t, owner, "attachment", o, "proof.png", len(content))
	wrong := contract.UploadForm{Url: f.Url, Fields: map[string]string{}}
	for name, v := range f.Fields {
		wrong.Fields[name] = strings.ReplaceAll(v, owner.ID.String(), harness.Cast["both"].ID.String())
	}
	if status := harness.PostForm(t, wrong, content); status < 400 {
		t.Errorf("a file under another person's key: %d", status)
	}
	if status := harness.PostForm(t, f, content[:len(content)-1]); status >= 300 {
		t.Fatalf("a smaller file: %d", status)
	}
	before := harness.Head(t)
	harness.MustRefuse(
		t, owner, http.StatusConflict, "upload.size_differs", http.MethodPut, "/upload/attachment/"+o.String(),
		harness.Completion("proof.png", f.Fields["key"], len(content), proof.SuppliedFiles),
	)
	harness.MustRefuse(
		t,
		owner,
		http.StatusBadRequest,
		"upload.review_type_required",
		http.MethodPut,
		"/upload/attachment/"+o.String(),
		map[string]any{"name": "proof.png", "type": "image/png", "size": len(content) - 1, "key": f.Fields["key"]},
	)
	harness.Unchanged(t, before)
	res, err := harness.World.Client.Get(strings.Split(f.Url, "?")[0] + "/" + f.Fields["key"])
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
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "page.png", []byte("<html><script>alert(1)</script></html>"))
	v := owner.Order(t, o).Attachments.SuppliedFiles[0].Versions[0]
	if v.ContentType != "text/plain" || v.FileType != contract.Unsupported {
		t.Errorf("a page of HTML is %s, %s", v.ContentType, v.FileType)
	}
	res, err := harness.World.Client.Get(v.Url)
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
	harness.Parallel(t)
	dir := harness.Folder(t)
	some := harness.Seed()
	some.Users = nil
	for _, name := range []string{"owner", "manager"} {
		some.Users = append(some.Users, harness.Cast[name])
	}
	w, err := harness.Open(dir, some)
	if err != nil {
		t.Fatal(err)
	}
	owner := w.SignedIn(t, "owner")
	created, refusedKey := uuid.New(), uuid.New()
	first := owner.Call(t, http.MethodPost, "/order", map[string]any{"orderName": "Before"}, harness.Key(created))
	var c harness.Changed
	if err := json.Unmarshal(first.Body, &c); err != nil || first.Status != http.StatusOK {
		t.Fatalf("%d %s", first.Status, first.Body)
	}
	o := "/order/" + c.Data.OrderID.String()
	no := owner.Call(
		t,
		http.MethodPut,
		o+"/move-progress",
		map[string]any{"moveto": "approved"},
		harness.Key(refusedKey),
	)
	harness.MustWrite(t, owner, http.MethodPut, o, map[string]any{"orderName": "After"})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}

	if w, err = harness.Open(dir, some); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	before, err := w.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again := &harness.Person{
		User:  owner.User,
		Site:  w,
		Token: owner.Token,
		Csrf:  owner.Csrf,
	} // the session and its CSRF tokens are still valid too
	for _, a := range parallel(t, again, http.MethodPost, "/order", map[string]any{"orderName": "Before"}, created) {
		if essence(t, a) != essence(t, first) {
			t.Errorf("after a restart: %s, before: %s", a.Body, first.Body)
		}
	}
	if a := again.Call(
		t, http.MethodPut, o+"/move-progress", map[string]any{"moveto": "approved"}, harness.Key(refusedKey),
	); essence(t, a) != essence(t, no) ||
		a.Status != http.StatusConflict {
		t.Errorf("a refusal after a restart: %s, before: %s", a.Body, no.Body)
	}
	harness.MustRefuse(
		t, again, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPost, "/order",
		map[string]any{"orderName": "Other"}, harness.Key(created),
	)
	if n := harness.EventsSince(t, w, before); n != 0 {
		t.Errorf("repeats wrote %d events", n)
	}
	if got := again.Order(t, c.Data.OrderID); got.OrderName != "After" {
		t.Errorf("the order is called %q", got.OrderName)
	}
}
