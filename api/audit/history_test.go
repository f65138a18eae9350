package audit

import (
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
)

func TestWhatAHistoryShowsOfAnOrder(t *testing.T) {
	var full order.Order
	eventstoretest.Fill(&full)
	full.Deleted = true
	empty := order.New(full.ID)
	empty.Version = 1
	f := &fold{names: accounts.Names{People: map[uuid.UUID]accounts.User{
		full.Operator: {ID: full.Operator, Firstname: "Priya"},
	}}}
	domaintest.Golden(t, "testdata/facts.json", map[string][]string{
		"empty": worded(f.orderFacts(empty)), "full": worded(f.orderFacts(&full)),
	})
}

func worded(facts []fact) (lines []string) {
	for _, f := range facts {
		lines = append(lines, f.Field+": "+f.Value)
	}
	return lines
}
