package api

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

func TestATimerOfThePastShowsWhatItShowedThen(t *testing.T) { // BY-019
	began := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	o := &order.Order{}
	o.Details.Allocated = 7200
	o.Work = order.Work{By: uuid.New(), Since: began, Finished: 10 * time.Minute}
	at := began.Add(50 * time.Minute)
	w := workTime(o, accounts.Names{}, at)
	stopClock(&w, at)
	if w.Paused || w.Since != nil || value(w.Worked) != 3600 || value(w.Percent) != 50 {
		t.Errorf("10 minutes before and 50 since: %+v, worked %d, %v%%", w, value(w.Worked), value(w.Percent))
	}
	o.Work = order.Work{Finished: 10 * time.Minute}
	w = workTime(o, accounts.Names{}, at)
	stopClock(&w, at)
	if !w.Paused || value(w.Worked) != 600 {
		t.Errorf("paused: %+v, worked %d", w, value(w.Worked))
	}
}
