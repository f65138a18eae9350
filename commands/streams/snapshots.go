package streams

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
)

// VerifySnapshots computes the state of every stream at its snapshot from the events and compares
// it.
func VerifySnapshots(ctx context.Context, s *eventlog.Store) (found eventlog.SnapshotsChecked, err error) {
	kinds := map[eh.AggregateType]*domain.Streams[domain.Aggregate]{}
	for _, k := range catalogue.Streams() {
		kinds[k.Type] = k
	}
	err = s.EachSnapshot(ctx, func(n eventlog.Snapshot, a keyring.Authenticity) error {
		found.Checked++
		wrong := forged
		if a != keyring.Forged {
			wrong = snapshotFault(ctx, s, n, kinds[n.StreamType], a)
		}
		switch {
		case wrong != "":
			found.Faults = append(
				found.Faults,
				fmt.Sprintf("snapshot of %s %s at version %d: %s", n.StreamType, n.Stream, n.Version, wrong),
			)
		case a == keyring.Unauthenticated:
			found.Before++
		}
		return ctx.Err()
	})
	return found, err
}

const forged = "its authenticator is missing or wrong, so it was changed or added by somebody else"

// snapshotFault returns a description of the fault of a snapshot. It returns "" if the snapshot
// equals the state that its events result in.
func snapshotFault(
	ctx context.Context,
	s *eventlog.Store,
	n eventlog.Snapshot,
	of *domain.Streams[domain.Aggregate],
	authenticity keyring.Authenticity,
) string {
	if of == nil {
		return "there is no such kind of stream"
	}
	if of.Snapshot != n.Schema {
		return "" // from another build; this build ignores it
	}
	events, err := s.Load(ctx, n.Stream, 1)
	if err != nil {
		return fmt.Sprintf("its stream cannot be read: %v", err)
	}
	if len(events) < n.Version {
		return fmt.Sprintf("its stream has only %d events", len(events))
	}
	if authenticity == keyring.Unauthenticated && !s.Keys().FromBefore(events[n.Version-1].Position) {
		return forged // the builds of that time store an authenticator
	}
	a := of.New(n.Stream)
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
