package catalogue_test

import (
	"testing"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/domaintest"
)

// Without one order of locks two commands could wait for each other. These lock below the lock on another stream: the
// guest's on the order, numbers on what is numbered.
func TestEveryKindOfStreamHasItsPlaceInTheOrderOfLocks(t *testing.T) {
	below := map[eh.AggregateType]bool{"guest": true, "order-register": true, "invoice-register": true}
	places := map[int]eh.AggregateType{}
	for _, s := range catalogue.Streams() {
		if (s.Place == 0) != below[s.Type] {
			t.Errorf("%s has the place %d", s.Type, s.Place)
		}
		if other, taken := places[s.Place]; taken && s.Place > 0 {
			t.Errorf("%s and %s have the same place", s.Type, other)
		}
		places[s.Place] = s.Type
	}
}

func TestEveryKindOfStreamIsWhole(t *testing.T) {
	types := map[eh.AggregateType]bool{}
	for _, s := range catalogue.Streams() {
		if types[s.Type] || s.Says == "" || s.Snapshot == 0 || len(s.Events) == 0 {
			t.Errorf("%s is named twice, or is not described, or keeps no snapshots", s.Type)
		}
		types[s.Type] = true
		if root := s.New(domaintest.Stream).Root(); root.ID != domaintest.Stream || root.Version != 0 {
			t.Errorf("a new stream of %s is %v at version %d", s.Type, root.ID, root.Version)
		}
	}
}
