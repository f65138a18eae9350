package present

import (
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

// WorkTime shows an order's working time.
func WorkTime(o *order.Summary, names accounts.Names, now time.Time) contract.WorkTime {
	w := contract.WorkTime{
		Paused:    o.Work.Paused(),
		Worked:    web.Some(int64(o.Work.Finished / time.Second)),
		Allocated: web.Some(o.Allocated),
	}
	if p, ok := order.Percent(o.Work.Total(now), o.Allocated); ok {
		w.Percent = rounded(p)
	}
	if !w.Paused {
		by, since := OrderPerson(names, o.Work.By), o.Work.Since
		w.By, w.Since = &by, &since
	}
	return w
}

// StopClock makes a running timer of the past show the time it showed then.
func StopClock(w *contract.WorkTime, at time.Time) {
	if w.Since != nil {
		w.Worked, w.Since = web.Some(web.Value(w.Worked)+int64(at.Sub(*w.Since)/time.Second)), nil
	}
}

// QueuePercent shows how long an order has waited for work.
func QueuePercent(o *order.Summary, now time.Time) *float32 {
	p, ok := o.QueuePercent(now)
	if !ok {
		return nil
	}
	return rounded(p)
}

// rounded is a percentage with one digit.
func rounded(p float64) *float32 {
	r := float32(int64(p*10)) / 10
	return &r
}

// CanWork reports whether a person can play or pause the working time of an order now.
func CanWork(by domain.Actor, o *order.Summary) (play, pause bool) {
	if policy.Check(by, policy.Update, policy.WorkingTime) != nil {
		return false, false
	}
	if o.Work.Paused() {
		return o.CanStartWork(by) == nil, false
	}
	return false, o.CanStopWork(by) == nil
}
