package engine_test

import (
	"sync"
	"testing"

	"github.com/proofboard/proofboard/projections"
)

// Pages and commands describe the read models while they are applied. The race detector finds what they share.
func TestReadModelsAreDescribedMoreThanOnceAtATime(t *testing.T) {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if len(projections.All()) == 0 {
				t.Error("there are no read models")
			}
		})
	}
	all.Wait()
}
