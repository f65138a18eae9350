package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// covers requests pictures of orders. It returns the hash in the key of each picture, or "" if
// there is none.
func covers(t *testing.T, p *person, orders ...uuid.UUID) map[uuid.UUID]string {
	t.Helper()
	ids := make([]string, len(orders))
	for i, o := range orders {
		ids[i] = o.String()
	}
	found := map[uuid.UUID]string{}
	for _, c := range ok[contract.CoversAnswer](t, p, http.MethodGet, "/order/covers?ids="+strings.Join(ids, ","), nil).Data.Covers {
		_, after, _ := strings.Cut(c.Url, "/thumbnails/")
		found[c.OrderId], _, _ = strings.Cut(after, ".jpg")
		if content := download(t, c.Url); !bytes.HasPrefix(content, []byte("\xff\xd8")) {
			t.Errorf("the cover of %s is no JPEG", c.OrderId)
		}
	}
	return found
}

func TestTheCoverOfAnOrderIsAPictureThatTheCallerMaySee(t *testing.T) { // BY-048 D-13 BD-019
	o, bare := inStatus(t, "owner", order.InProgress), inStatus(t, "owner", order.InProgress)
	supplied, review, internal := picture(t, 171), picture(t, 172), picture(t, 173)
	upload(t, as(t, "owner"), o, proof.SuppliedFiles, "brief.png", supplied)
	upload(t, as(t, "operator"), o, proof.CustomerReview, "proof.png", review)
	upload(t, as(t, "operator"), o, proof.InternalReview, "draft.png", internal)
	eventually(t, "pictures of all files", func() bool { return lookedAt(t, o) == 3 })
	check := func(when string, want map[string]string) {
		t.Helper()
		for who, hash := range want {
			if got := covers(t, as(t, who), o, bare, uuid.New()); got[o] != hash || len(got) > 1 ||
				(hash == "") != (len(got) == 0) {
				t.Errorf("%s, %s: %v, want %s", when, who, got, hash)
			}
		}
	}
	check("in progress", map[string]string{
		"owner":    sum(supplied),
		"operator": sum(internal),
		"manager":  sum(internal),
		"cso":      sum(supplied),
		"beta":     "",
		"reseller": "",
	})
	move(t, "operator", o, order.InReview)
	check("in review", map[string]string{
		"owner":    sum(review),
		"operator": sum(internal),
		"manager":  sum(internal),
		"beta":     "",
		"reseller": "",
	})

	many := make([]string, 61)
	for i := range many {
		many[i] = uuid.NewString()
	}
	for _, ids := range []string{"", "x", strings.Join(many, ",")} {
		refused(
			t, as(t, "owner"), http.StatusBadRequest, "request.invalid", http.MethodGet,
			fmt.Sprintf("/order/covers?ids=%s", ids), nil,
		)
	}
}
