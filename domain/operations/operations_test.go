package operations_test

import (
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/operations"
)

var projections = domaintest.Of(operations.Streams)

func skipped(position int64, reason string) *operations.Skipped {
	return &operations.Skipped{
		Projection: "board",
		Stream:     domaintest.ID("order"),
		Position:   position,
		Version:    3,
		Event:      "order.moved",
		Reason:     reason,
	}
}

func skip(s *operations.Skipped) func(*operations.Projection) error {
	return func(p *operations.Projection) error { return p.Skip(*s, domaintest.Now) }
}

func TestAProjectionLeavesOutAnEventForAReason(t *testing.T) { // BY-017
	projections.Given(t).When(skip(skipped(7, " bad rank "))).Then(skipped(7, "bad rank"))
	projections.Given(t, skipped(7, "bad rank")).When(skip(skipped(7, "again"))).ThenNothing()
	projections.Given(t, skipped(7, "bad rank")).When(skip(skipped(9, "too"))).Then(skipped(9, "too"))
	for _, reason := range []string{"", "  ", strings.Repeat("x", 256), "\xff"} {
		projections.Given(t).When(skip(skipped(7, reason))).ThenRefused(operations.ErrReasonInvalid)
	}
}

func TestEachProjectionHasItsOwnStream(t *testing.T) {
	if got := operations.StreamOf("board").
		String(); got != "b2264479-57db-5d5d-9d16-6c97ad0025f3" ||
		operations.StreamOf("topics").String() == got {
		t.Errorf("the stream of board is %s", got)
	}
}
