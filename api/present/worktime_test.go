package present

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

func TestATimerOfThePastShowsWhatItShowedThen(t *testing.T) { // BY-019
	began := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	o := &order.Summary{}
	o.Allocated = 7200
	o.Work = order.Work{By: uuid.New(), Since: began, Finished: 10 * time.Minute}
	at := began.Add(50 * time.Minute)
	w := WorkTime(o, accounts.Names{}, at)
	StopClock(&w, at)
	if w.Paused || w.Since != nil || web.Value(w.Worked) != 3600 || web.Value(w.Percent) != 50 {
		t.Errorf("10 minutes before and 50 since: %+v, worked %d, %v%%", w, web.Value(w.Worked), web.Value(w.Percent))
	}
	o.Work = order.Work{Finished: 10 * time.Minute}
	w = WorkTime(o, accounts.Names{}, at)
	StopClock(&w, at)
	if !w.Paused || web.Value(w.Worked) != 600 {
		t.Errorf("paused: %+v, worked %d", w, web.Value(w.Worked))
	}
}
