package route

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Past is a review of an order that ended with an approval.
type Past struct {
	Order uuid.UUID
	Took  time.Duration // from the begin of the review to the approval
	By    []Approval    // who approved, each once
}

// Approval is who approved, and how long after the review began.
type Approval struct {
	Person uuid.UUID
	After  time.Duration
}

// Trial is what steps would have meant for past reviews (BY-043).
type Trial struct {
	Orders []Tried
	Differ int // orders whose approval would have been missing something
	// Took and Estimated are the averages over the orders; of the estimates over those that have one.
	Took, Estimated time.Duration
}

// Tried is a past review on the steps.
type Tried struct {
	Order     uuid.UUID
	Took      time.Duration
	Estimated time.Duration // 0: nobody of the team has approved anything yet
	Step      int           // the first step that those who approved would not have passed; -1: none
	Missing   []uuid.UUID   // its approvers who did not approve
}

// Differs reports whether the approval would have been missing something.
func (t Tried) Differs() bool { return t.Step >= 0 }

// Try runs steps against past reviews. Those who approved then are taken to approve wherever a step asks
// them. How long a step takes is estimated from how long its people took in the past, half of the times,
// or the whole team if a person has approved nothing yet: a step ends with as many of them as it needs.
func Try(steps []Step, past []Past) Trial {
	usual := reactions(past)
	var t Trial
	var took, estimated time.Duration
	estimates := 0
	for _, p := range past {
		tried := Tried{Order: p.Order, Took: p.Took, Step: -1}
		for i, s := range steps {
			if missing := s.missing(p.By); missing != nil && tried.Step < 0 {
				tried.Step, tried.Missing = i, missing
			}
			tried.Estimated += s.estimate(usual)
		}
		if took += p.Took; tried.Estimated > 0 {
			estimated += tried.Estimated
			estimates++
		}
		if tried.Differs() {
			t.Differ++
		}
		t.Orders = append(t.Orders, tried)
	}
	if len(past) > 0 {
		t.Took = took / time.Duration(len(past))
	}
	if estimates > 0 {
		t.Estimated = estimated / time.Duration(estimates)
	}
	return t
}

// missing lists the approvers of a step who did not approve, nil if enough did.
func (s Step) missing(by []Approval) []uuid.UUID {
	var missing []uuid.UUID
	for _, a := range s.Approvers {
		if !slices.ContainsFunc(by, func(b Approval) bool { return b.Person == a }) {
			missing = append(missing, a)
		}
	}
	if len(s.Approvers)-len(missing) >= s.Needs() {
		return nil
	}
	return missing
}

// estimate returns how long a step usually takes, 0 if nothing is known.
func (s Step) estimate(usual map[uuid.UUID]time.Duration) time.Duration {
	var times []time.Duration
	for _, a := range s.Approvers {
		if d, known := usual[a]; known {
			times = append(times, d)
		} else {
			times = append(times, usual[uuid.Nil])
		}
	}
	if len(times) == 0 || s.Needs() < 1 {
		return 0
	}
	slices.Sort(times)
	return times[min(s.Needs(), len(times))-1]
}

// reactions returns the median of the time that each person took, and under Nil that of everybody.
func reactions(past []Past) map[uuid.UUID]time.Duration {
	all := map[uuid.UUID][]time.Duration{}
	for _, p := range past {
		for _, a := range p.By {
			all[a.Person] = append(all[a.Person], a.After)
			all[uuid.Nil] = append(all[uuid.Nil], a.After)
		}
	}
	usual := map[uuid.UUID]time.Duration{}
	for person, times := range all {
		slices.SortFunc(times, cmp.Compare)
		usual[person] = times[(len(times)-1)/2]
	}
	return usual
}
