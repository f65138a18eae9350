package proofs

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/stored"
)

// sent uploads a picture for a watermark and returns it in the form that setWatermark needs.
func sent(t *testing.T, p *harness.Person, o uuid.UUID, shade uint8) map[string]any {
	t.Helper()
	content := harness.Picture(t, shade)
	return map[string]any{
		"name": "mark.png",
		"size": len(content),
		"key":  harness.PostFile(t, p, "watermark", o, "mark.png", content),
	}
}

func chosen(scope, use string, dark bool, file map[string]any) map[string]any {
	b := map[string]any{"scope": scope, "use": use, "isDarkBackground": dark}
	if file != nil {
		b["file"] = file
	}
	return b
}

func setWatermark(
	t *testing.T,
	p *harness.Person,
	o uuid.UUID,
	body map[string]any,
	options ...harness.Option,
) contract.WatermarkAnswer {
	t.Helper()
	return harness.MustCall[contract.WatermarkAnswer](t, p, http.MethodPut, watermarkPath(o), body, options...)
}

func watermarkPath(o uuid.UUID) string { return "/order/" + o.String() + "/watermark" }

// tiled returns the picture that is tiled over a download of an order, or nil for none, and whether
// the watermark is for a dark background.
func tiled(t *testing.T, p *harness.Person, o uuid.UUID) ([]byte, bool) {
	t.Helper()
	w := p.Order(t, o).DownloadWithWatermark
	if !w.IsDownloadWithWatermark {
		if w.WatermarkFile != "" || w.IsDarkBackground {
			t.Errorf("no watermark is %+v", w)
		}
		return nil, false
	}
	return harness.Download(t, w.WatermarkFile), w.IsDarkBackground
}

func TestAnOrderHasTheWatermarkOfItsClientUnlessItHasItsOwn(t *testing.T) { // BD-144 BD-282 BD-283
	harness.Forgive(t)
	owner, manager := harness.SignedIn(t, "owner"), harness.SignedIn(t, "manager")
	one, other := harness.Draft(t, "owner"), harness.Draft(t, "owner")
	want := func(o uuid.UUID, shade uint8, dark bool) {
		t.Helper()
		for _, p := range []*harness.Person{owner, manager} {
			if got, onDark := tiled(t, p, o); onDark != dark || shade == 0 && got != nil ||
				shade != 0 && !bytes.Equal(got, harness.Picture(t, shade)) {
				t.Errorf("%s downloads %s with a watermark of %d bytes, dark: %v", p.Firstname, o, len(got), onDark)
			}
		}
	}
	want(one, 0, false)
	a := setWatermark(t, manager, one, chosen("client", "own", false, sent(t, manager, one, 90)))
	if a.Data.Order.Use != contract.WatermarkUseClient || a.Data.Client.Picture == nil ||
		a.Data.Client.Picture.Name != "mark.png" ||
		!a.Data.Client.Can {
		t.Errorf("the client's watermark is %+v", a.Data)
	}
	want(one, 90, false)
	want(other, 90, false)

	setWatermark(t, owner, one, chosen("order", "own", true, sent(t, owner, one, 91)))
	want(one, 91, true)
	want(other, 90, false)
	setWatermark(t, owner, one, chosen("order", "own", false, nil)) // the picture stays stored
	want(one, 91, false)
	setWatermark(t, manager, one, chosen("order", "none", false, nil))
	want(one, 0, false)
	setWatermark(t, owner, one, chosen("order", "client", false, nil))
	setWatermark(t, owner, one, chosen("client", "own", true, nil))
	want(one, 90, true)
	setWatermark(t, owner, one, chosen("client", "none", false, nil))
	want(one, 0, false)
	want(other, 0, false)
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "order.watermark_missing", http.MethodPut, watermarkPath(other),
		chosen("order", "own", false, nil),
	)
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "order.watermark_missing", http.MethodPut, watermarkPath(other),
		chosen("client", "own", false, nil),
	)
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "order.watermark_unknown", http.MethodPut, watermarkPath(other),
		chosen("client", "client", false, nil),
	)
}

func TestTheWatermarkOfAClientIsItsOwnersAndTheProviders(t *testing.T) { // D-25 check 12
	harness.Forgive(t)
	o := harness.Draft(t, "resold") // an order of a customer of the reseller
	for who, may := range map[string]bool{"reseller": true, "manager": true, "creative": true, "admin": true, "resold": false, "operator": false, "cso": false} {
		p := harness.SignedIn(t, who)
		if may {
			setWatermark(t, p, o, chosen("client", "own", false, sent(t, p, o, 92)))
		} else if a := p.Call(t, http.MethodPut, watermarkPath(o), chosen("client", "none", false, nil)); a.Status != http.StatusForbidden {
			t.Errorf("%s: %d %s", who, a.Status, a.Body)
		}
	}
	if got, _ := tiled(t, harness.SignedIn(t, "resold"), o); !bytes.Equal(got, harness.Picture(t, 92)) {
		t.Error("the reseller's watermark is not on the orders of its customer")
	}
	if got, _ := tiled(t, harness.SignedIn(t, "owner"), harness.Draft(t, "owner")); got != nil {
		t.Error("the reseller's watermark is on the orders of a direct customer")
	}
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "resold"),
		http.StatusForbidden,
		"watermark.not_your_client",
		http.MethodPut,
		watermarkPath(o),
		chosen("client", "none", false, nil),
	)
	setWatermark(t, harness.SignedIn(t, "resold"), o, chosen("order", "none", false, nil)) // only for this order
	setWatermark(t, harness.SignedIn(t, "reseller"), o, chosen("client", "none", false, nil))
}

func TestWhatCanBeAWatermark(t *testing.T) {
	harness.Forgive(t)
	owner, o := harness.SignedIn(t, "owner"), harness.Draft(t, "owner")
	page := []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF")
	at := harness.PostFile(t, owner, "watermark", o, "mark.png", page)
	asPNG := map[string]any{"name": "mark.png", "size": len(page), "key": at}
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "watermark.invalid", http.MethodPut, watermarkPath(o),
		chosen("order", "own", false, asPNG),
	)
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "watermark.invalid", http.MethodPost,
		"/upload/upload-token/watermark/"+o.String(),
		map[string]any{"name": "mark.png", "size": 1<<20 + 1, "type": "image/png"},
	)
	good := sent(t, owner, o, 93)
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "watermark.picture_unused", http.MethodPut, watermarkPath(o),
		chosen("order", "none", false, good),
	)
	harness.MustRefuse(
		t, owner, http.StatusNotFound, "upload.unknown", http.MethodPut, watermarkPath(harness.Draft(t, "owner")),
		chosen("order", "own", false, good),
	)
	harness.MustRefuse(
		t, owner, http.StatusBadRequest, "watermark.not_an_attachment", http.MethodPut, "/upload/watermark/"+o.String(),
		harness.Completion("mark.png", good["key"].(string), 3, proof.SuppliedFiles),
	)

	k := uuid.New()
	first := setWatermark(t, owner, o, chosen("order", "own", false, good), harness.Key(k))
	again := setWatermark(t, owner, o, chosen("order", "own", false, good), harness.Key(k))
	if first.Data.Position != again.Data.Position {
		t.Errorf("repeated, the choice is at %d and at %d", first.Data.Position, again.Data.Position) // D-31
	}
	for i := 0; ; i++ {
		a := owner.Call(
			t, http.MethodPost, "/upload/upload-token/watermark/"+o.String(),
			map[string]any{"name": "mark.png", "size": 10, "type": "image/png"},
		)
		if a.Status == http.StatusTooManyRequests && a.Reason() == "watermark.too_many" {
			break
		}
		if a.Status != http.StatusOK || i > 20 {
			t.Fatalf("form %d: %d %s", i, a.Status, a.Body)
		}
	}
}

func TestPicturesOfWatermarksStayWhileTheyAreUsed(t *testing.T) { // D-14
	harness.Forgive(t)
	owner := harness.SignedIn(t, "owner")
	one := harness.Draft(t, "owner")
	setWatermark(t, owner, one, chosen("order", "own", false, sent(t, owner, one, 94)))
	setWatermark(t, owner, one, chosen("client", "own", false, sent(t, owner, one, 95)))
	keys := func() map[string]bool {
		t.Helper()
		all, err := harness.Store(t).List(t.Context(), "watermarks/"+one.String()+"/")
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, k := range all {
			found[k] = true
		}
		return found
	}
	if n := len(keys()); n != 2 {
		t.Fatalf("%d pictures are stored", n)
	}
	files := stored.NewFiles(harness.Pool(t))
	sweep := func() {
		t.Helper()
		for k := range keys() { // as after a crash between copying the file and recording its use
			if err := files.Leave(t.Context(), k, time.Now().Add(-48*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		if err := harness.World.Runner.WaitFor(t.Context(), stored.Name, harness.Head(t)); err != nil {
			t.Fatal(err)
		}
		for {
			done, err := files.RemoveLeft(t.Context(), time.Now().Add(-24*time.Hour), 100, harness.Store(t).Delete)
			if err != nil {
				t.Fatal(err)
			}
			if done < 100 {
				return
			}
		}
	}
	sweep()
	if n := len(keys()); n != 2 {
		t.Errorf("the sweep leaves %d pictures of two that are used", n)
	}
	setWatermark(t, owner, one, chosen("client", "none", false, nil))
	sweep()
	if n := len(keys()); n != 1 {
		t.Errorf("the sweep leaves %d pictures of one that is used", n)
	}
	setWatermark(t, owner, one, chosen("order", "none", false, nil))
	harness.Eventually(t, "the picture of the order is removed", func() bool {
		var removed int
		if err := harness.Pool(t).QueryRow(t.Context(),
			"select count(*) from stored_files where version_id = $1 and removed_at is not null", one).
			Scan(&removed); err != nil {
			t.Fatal(err)
		}
		return removed == 1
	})
}
