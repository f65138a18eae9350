package streams

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/repository"
)

// snapshotted is an aggregate that has snapshots.
type snapshotted interface {
	repository.Aggregate
	repository.Snapshotter
}

// aggregates creates an empty aggregate for each stream type.
var aggregates = map[eh.AggregateType]func(uuid.UUID) snapshotted{
	order.AggregateType:        func(id uuid.UUID) snapshotted { return order.New(id) },
	proof.AggregateType:        func(id uuid.UUID) snapshotted { return proof.New(id) },
	topic.AggregateType:        func(id uuid.UUID) snapshotted { return topic.New(id) },
	inbox.AggregateType:        func(id uuid.UUID) snapshotted { return inbox.New(id) },
	guest.AggregateType:        func(id uuid.UUID) snapshotted { return guest.New(id) },
	operations.AggregateType:   func(id uuid.UUID) snapshotted { return operations.New(id) },
	announcement.AggregateType: func(id uuid.UUID) snapshotted { return announcement.New(id) },
	client.AggregateType:       func(id uuid.UUID) snapshotted { return client.New(id) },
	customer.AggregateType:     func(id uuid.UUID) snapshotted { return customer.New(id) },
	member.AggregateType:       func(id uuid.UUID) snapshotted { return member.New(id) },
	plan.AggregateType:         func(id uuid.UUID) snapshotted { return plan.New(id) },
	subscription.AggregateType: func(id uuid.UUID) snapshotted { return subscription.New(id) },
	invoice.AggregateType:      func(id uuid.UUID) snapshotted { return invoice.New(id) },
	invoice.RegisterAggregate:  func(id uuid.UUID) snapshotted { return invoice.NewRegister(id) },
	payment.AggregateType:      func(id uuid.UUID) snapshotted { return payment.New(id) },
}

// VerifySnapshots computes the state of every stream at its snapshot from the events and compares
// it. It returns the number of snapshots and a description of each fault.
func VerifySnapshots(ctx context.Context, s *eventlog.Store) (checked int, found []string, err error) {
	err = s.EachSnapshot(ctx, func(n eventlog.Snapshot, authentic bool) error {
		checked++
		if wrong := snapshotFault(ctx, s, n, authentic); wrong != "" {
			found = append(
				found, fmt.Sprintf("snapshot of %s %s at version %d: %s", n.StreamType, n.Stream, n.Version, wrong),
			)
		}
		return ctx.Err()
	})
	return checked, found, err
}

// snapshotFault returns a description of the fault of a snapshot. It returns "" if the snapshot
// equals the state that its events result in.
func snapshotFault(ctx context.Context, s *eventlog.Store, n eventlog.Snapshot, authentic bool) string {
	if !authentic {
		return "its authenticator is missing or wrong, so it was changed or added by somebody else"
	}
	create := aggregates[n.StreamType]
	if create == nil {
		return "there is no such kind of stream"
	}
	a := create(n.Stream)
	if a.SnapshotSchema() != n.Schema {
		return "" // from another build; this build ignores it
	}
	events, err := s.Load(ctx, n.Stream, 1)
	if err != nil {
		return fmt.Sprintf("its stream cannot be read: %v", err)
	}
	if len(events) < n.Version {
		return fmt.Sprintf("its stream has only %d events", len(events))
	}
	for _, e := range events[:n.Version] {
		if err := domain.Apply(a, e); err != nil {
			return fmt.Sprintf("event %d does not apply: %v", e.Position, err)
		}
	}
	folded, err := json.Marshal(a)
	if err != nil {
		return err.Error()
	}
	if !sameJSON(folded, n.State) {
		return "it is not what the events up to this version lead to"
	}
	return ""
}

func sameJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	again, err := json.Marshal(x)
	other, otherErr := json.Marshal(y)
	return err == nil && otherErr == nil && bytes.Equal(again, other)
}
