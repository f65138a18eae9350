package archives

import (
	"testing"

	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
)

func TestWhatAnArchiveHasOfAnOrder(t *testing.T) {
	var full, empty order.Order
	eventstoretest.Fill(&full)
	full.Brief = `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Plum jam"}]}]}`
	domaintest.Golden(
		t, "testdata/order.json",
		[]orderFile{fileOf(accounts.Names{}, &empty), fileOf(accounts.Names{}, &full)},
	)
}
