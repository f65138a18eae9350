package proofs

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// pictureOf returns how far the picture of an order's only supplied file is.
func pictureOf(t *testing.T, p *harness.Person, o uuid.UUID) contract.VersionPicture {
	t.Helper()
	v := p.Order(t, o).Attachments.SuppliedFiles[0].Versions[0]
	if v.Picture == nil {
		t.Fatalf("nothing is said about the picture of %+v", v)
	}
	if made := v.Picture.State == contract.VersionPictureStateMade; made != (v.Thumbnail != "") {
		t.Errorf("the picture is %s, the thumbnail %q", v.Picture.State, v.Thumbnail)
	}
	return *v.Picture
}

func TestAPictureThatMetABusyMomentIsMadeAgainOnRequest(t *testing.T) { // D-91
	owner, cso := harness.SignedIn(t, "owner"), harness.SignedIn(t, "cso")
	o, content := harness.OrderIn(t, "owner", order.InProgress), harness.Picture(t, 211)
	at := harness.UploadFile(t, owner, o, proof.SuppliedFiles, "art.png", content).Data
	made := func() bool { return pictureOf(t, owner, o).State == contract.VersionPictureStateMade }
	harness.Eventually(t, "the picture", made)

	// As a busy moment leaves it, with a pause that nobody waits for.
	if _, err := harness.Pool(t).Exec(
		t.Context(),
		`with wanted as (
			update thumbnails set key = '', reason = 'busy', next_at = now() where sha256 = $1 returning sha256
		) insert into jobs (kind, id, account, turn, asked_at, due_at, attempts)
			select 'pictures', md5(sha256)::uuid, '', now(), now(), now() + interval '1 day', 9 from wanted`,
		harness.Checksum(content),
	); err != nil {
		t.Fatal(err)
	}
	p := pictureOf(t, owner, o)
	if p.State != contract.VersionPictureStateWaiting || !p.Again || p.NextAt == nil || p.Why == nil {
		t.Errorf("the picture is %+v", p)
	}
	if p := pictureOf(t, cso, o); p.State != contract.VersionPictureStateWaiting || p.Again {
		t.Errorf("for somebody who only looks the picture is %+v", p)
	}
	path := "/order/" + o.String() + "/attachment/" + at.AttachmentID.String() + "/version/" +
		at.VersionID.String() + "/picture"
	key := uuid.New()
	for range 2 { // a repetition changes nothing
		answer := harness.MustCall[struct{ Data contract.VersionPicture }](
			t, owner, http.MethodPost, path, nil, harness.Key(key),
		).Data
		if answer.State != contract.VersionPictureStateMaking && answer.State != contract.VersionPictureStateMade {
			t.Errorf("after the request the picture is %+v", answer)
		}
	}
	harness.Eventually(t, "the picture again", made)
}

func TestAFileThatCannotHaveAPictureSaysWhy(t *testing.T) { // D-91
	owner := harness.SignedIn(t, "owner")
	for name, c := range map[string]struct{ content, why string }{
		"cut.pdf":  {"%PDF-1.7 and no more", "The file is damaged, or of a kind that cannot be drawn here."},
		"note.txt": {"a note", "Pictures are made of PNG, JPEG, GIF, BMP, TIFF and PDF files."},
	} {
		o := harness.Draft(t, "owner")
		at := harness.UploadFile(t, owner, o, proof.SuppliedFiles, name, []byte(c.content)).Data
		harness.Eventually(t, "a try of "+name, func() bool { return harness.LookedAt(t, o) == 1 })
		if p := pictureOf(t, owner, o); p.State != contract.VersionPictureStateNone || p.Again || p.Why == nil ||
			*p.Why != c.why {
			t.Errorf("the picture of %s is %+v", name, p)
		}
		refused := harness.MustRefuse(
			t, owner, http.StatusConflict, "picture.none", http.MethodPost, "/order/"+o.String()+"/attachment/"+
				at.AttachmentID.String()+"/version/"+at.VersionID.String()+"/picture", nil,
		)
		if e := refused.Envelope(t); e.Message == nil || *e.Message != "This file cannot have a picture. "+c.why {
			t.Errorf("%s: %s", name, refused.Body)
		}
	}
}

func TestTheCoverOfAnOrderSaysThatItIsBeingMade(t *testing.T) { // D-91
	owner, o, content := harness.SignedIn(t, "owner"), harness.Draft(t, "owner"), harness.Picture(t, 212)
	harness.UploadFile(t, owner, o, proof.SuppliedFiles, "art.png", content)
	harness.Eventually(t, "the picture", func() bool { return harness.LookedAt(t, o) == 1 })
	covers := func(who string) contract.CoversData {
		t.Helper()
		return harness.MustCall[contract.CoversAnswer](
			t, harness.SignedIn(t, who), http.MethodGet, "/order/covers?ids="+o.String(), nil,
		).Data
	}
	if c := covers("owner"); len(c.Covers) != 1 || c.Making != nil {
		t.Errorf("a cover that is there: %+v", c)
	}
	// As a process that draws the file leaves it.
	if _, err := harness.Pool(t).Exec(
		t.Context(), `update thumbnails set key = '', next_at = $2 where sha256 = $1`,
		harness.Checksum(content), time.Now().Add(24*time.Hour),
	); err != nil {
		t.Fatal(err)
	}
	if c := covers("owner"); len(c.Covers) != 0 || c.Making == nil || !slices.Equal(*c.Making, []uuid.UUID{o}) {
		t.Errorf("a cover that is being made: %+v", c)
	}
	if c := covers("beta"); len(c.Covers) != 0 || c.Making != nil {
		t.Errorf("to somebody else: %+v", c)
	}
}
