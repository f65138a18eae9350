package reports

import (
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain/order"
)

// A slot is given back by the step out of the four active statuses, by whichever way.
func TestSlotsAreFreedByStepsOutOfTheActiveStatuses(t *testing.T) { // BY-064 D-06
	var s steps
	for hour, to := range []order.Status{
		order.Queue, order.ReadyToGo, order.InProgress, order.OnHold, // given back at 3
		order.InReview, order.GuestRevision, order.Approved, order.Completed, // at 6
		order.InReview, order.CancelledOff, // at 9
	} {
		s = s.with(to, noon.Add(time.Duration(hour)*time.Hour))
	}
	for since, want := range map[int]int{0: 3, 3: 3, 4: 2, 9: 1, 10: 0} {
		if got := s.freed(noon.Add(time.Duration(since) * time.Hour).Unix()); got != want {
			t.Errorf("since hour %d: %d slots, want %d", since, got, want)
		}
	}
}
