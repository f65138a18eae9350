package metered

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// A refusal by a rule is counted with its reason. Only faults of the server count as failures.
func TestOutcomesAreCountedByKindAndReason(t *testing.T) {
	for _, c := range []struct {
		err             error
		outcome, reason string
	}{
		{nil, accepted, ""},
		{order.ErrFrozen, refused, order.ErrFrozen.Reason},
		{fmt.Errorf("order: %w", domain.ErrNotFound), refused, domain.ErrNotFound.Reason},
		{domain.ErrUnavailable.From(errors.New("refused")), failed, domain.ErrUnavailable.Reason},
		{errors.New("a fault"), failed, domain.ReasonOf(errors.New("a fault"))},
	} {
		if outcome, reason := outcomeOf(c.err); outcome != c.outcome || reason != c.reason {
			t.Errorf("%v: %s %q, want %s %q", c.err, outcome, reason, c.outcome, c.reason)
		}
	}
}

func TestTheGuardRefusesBeforeTheCommandAndIsCounted(t *testing.T) {
	full := &domain.Error{Code: domain.Unavailable, Reason: "disk.full", Message: "The disk is full."}
	meters := NewMeters(prometheus.NewRegistry())
	bus := commands.New(commands.Config{}, meters.Middleware(func() error { return full }))
	command := &commands.ActOnOrder{Order: uuid.New(), Action: order.Publish}
	for range 2 {
		if _, err := bus.Do(context.Background(), command, commands.Request{}); !errors.Is(err, full) {
			t.Fatalf("the answer is %v", err)
		}
	}
	if n := testutil.ToFloat64(
		meters.done.WithLabelValues(string(commands.TypeOf(command)), failed, "disk.full"),
	); n != 2 {
		t.Errorf("counted %v times, want 2", n)
	}
}
