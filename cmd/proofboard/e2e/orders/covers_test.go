package orders

import (
	"bytes"
	"fmt"
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

// covers requests pictures of orders. It returns the hash in the key of each picture, or "" if
// there is none.
func covers(t *testing.T, p *harness.Person, orders ...uuid.UUID) map[uuid.UUID]string {
	t.Helper()
	ids := make([]string, len(orders))
	for i, o := range orders {
		ids[i] = o.String()
	}
	found := map[uuid.UUID]string{}
	for _, c := range harness.MustCall[contract.CoversAnswer](t, p, http.MethodGet, "/order/covers?ids="+strings.Join(ids, ","), nil).Data.Covers {
		_, after, _ := strings.Cut(c.Url, "/thumbnails/")
		found[c.OrderId], _, _ = strings.Cut(after, ".jpg")
		if content := harness.Download(t, c.Url); !bytes.HasPrefix(content, []byte("\xff\xd8")) {
			t.Errorf("the cover of %s is no JPEG", c.OrderId)
		}
	}
	return found
}

// images lists the hashes of the images in the gallery, the newest first.
func images(t *testing.T, p *harness.Person, query string) (hashes []string) {
	t.Helper()
	hashes = []string{}
	for _, i := range harness.MustCall[contract.ImagesAnswer](t, p, http.MethodGet, "/order/images"+query, nil).Data.Images {
		hashes = append(hashes, harness.Checksum(harness.Download(t, i.Url)))
		if content := harness.Download(t, i.Thumbnail); !bytes.HasPrefix(content, []byte("\xff\xd8")) {
			t.Errorf("the thumbnail of %s is no JPEG", i.Name)
		}
	}
	return hashes
}

func TestTheCoverOfAnOrderIsAPictureThatTheCallerMaySee(t *testing.T) { // BY-048 D-13 BD-019 D-64
	o, bare := harness.OrderIn(t, "owner", order.InProgress), harness.OrderIn(t, "owner", order.InProgress)
	supplied, review, internal := harness.Picture(t, 171), harness.Picture(t, 172), harness.Picture(t, 173)
	harness.UploadFile(t, harness.SignedIn(t, "owner"), o, proof.SuppliedFiles, "brief.png", supplied)
	harness.UploadFile(t, harness.SignedIn(t, "operator"), o, proof.CustomerReview, "proof.png", review)
	harness.UploadFile(t, harness.SignedIn(t, "operator"), o, proof.InternalReview, "draft.png", internal)
	harness.Eventually(t, "pictures of all files", func() bool { return harness.LookedAt(t, o) == 3 })
	check := func(when string, want map[string]string) {
		t.Helper()
		for who, hash := range want {
			if got := covers(t, harness.SignedIn(t, who), o, bare, uuid.New()); got[o] != hash || len(got) > 1 ||
				(hash == "") != (len(got) == 0) {
				t.Errorf("%s, %s: %v, want %s", when, who, got, hash)
			}
		}
	}
	check("in progress", map[string]string{
		"owner":    harness.Checksum(supplied),
		"operator": harness.Checksum(internal),
		"manager":  harness.Checksum(internal),
		"cso":      harness.Checksum(supplied),
		"beta":     "",
		"reseller": "",
	})
	harness.Move(t, "operator", o, order.InReview)
	check("in review", map[string]string{
		"owner":    harness.Checksum(review),
		"operator": harness.Checksum(internal),
		"manager":  harness.Checksum(internal),
		"beta":     "",
		"reseller": "",
	})

	// The gallery has the newest image of each file, and never one for internal review.
	for who, want := range map[string][]string{
		"owner":    {harness.Checksum(review), harness.Checksum(supplied)},
		"operator": {harness.Checksum(review), harness.Checksum(supplied)},
		"beta":     {},
		"reseller": {},
	} {
		if got := images(t, harness.SignedIn(t, who), "?orderId="+o.String()); !slices.Equal(got, want) {
			t.Errorf("the gallery of %s has %v, want %v", who, got, want)
		}
	}

	many := make([]string, 61)
	for i := range many {
		many[i] = uuid.NewString()
	}
	for _, ids := range []string{"", "x", strings.Join(many, ",")} {
		harness.MustRefuse(
			t, harness.SignedIn(t, "owner"), http.StatusBadRequest, "request.invalid", http.MethodGet,
			fmt.Sprintf("/order/covers?ids=%s", ids), nil,
		)
	}
}
