package route_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/route"
)

var began = domaintest.Now

// people returns n ids.
func people(n int) []uuid.UUID {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = uuid.UUID{byte(i + 1)}
	}
	return ids
}

// steps lists a step of every rule for a number of approvers, with the approvals it needs.
func steps(approvers int) map[int][]route.Step {
	by := map[int][]route.Step{}
	add := func(needs int, r route.Rule, quorum int) {
		by[needs] = append(by[needs], route.Step{Name: "Brand", Approvers: people(approvers), Rule: r, Quorum: quorum})
	}
	add(1, route.Any, 0)
	add(approvers, route.All, 0)
	for n := 1; n <= approvers; n++ {
		add(n, route.Quorum, n)
	}
	return by
}

// sequences calls do with every sequence in which the seats decide, each once, each either way.
func sequences(seats int, do func([]route.Vote)) {
	var votes []route.Vote
	var next func()
	next = func() {
		do(votes)
		for seat := range seats {
			if slices.ContainsFunc(votes, func(v route.Vote) bool { return v.Seat == seat }) {
				continue
			}
			for _, yes := range []bool{true, false} {
				at := began.Add(time.Duration(len(votes)+1) * time.Hour)
				votes = append(votes, route.Vote{Seat: seat, Approved: yes, At: at})
				next()
				votes = votes[:len(votes)-1]
			}
		}
	}
	next()
}

// Every rule with up to five approvers, and every sequence of their decisions: the first decision with
// which enough have approved passes the step, the first with which too few can still approve fails it.
func TestEveryRuleWithEverySequenceOfDecisions(t *testing.T) { // D-29
	for approvers := 1; approvers <= 5; approvers++ {
		for needs, list := range steps(approvers) {
			for _, s := range list {
				r := &route.Route{Steps: []route.Step{s}}
				sequences(approvers, func(votes []route.Vote) {
					want := route.Progress{State: route.Running, Since: began}
					yes, no := 0, 0
					for _, v := range votes {
						if v.Approved {
							yes++
						} else {
							no++
						}
						if want.State == route.Running && yes == needs {
							want = route.Progress{State: route.Approved, Since: v.At}
						}
						if want.State == route.Running && yes+approvers-yes-no < needs {
							want = route.Progress{State: route.Rejected, Since: v.At}
						}
					}
					got := r.Progress(votes, began)
					if got != want {
						t.Fatalf(
							"%s of %d, needs %d, after %v: %+v, want %+v",
							s.Rule,
							approvers,
							needs,
							votes,
							got,
							want,
						)
					}
					asked := 0
					if want.State == route.Running {
						asked = approvers - len(votes)
					}
					if n := len(r.Asked(votes, got)); n != asked {
						t.Fatalf("%s of %d after %v: %d people are asked, want %d", s.Rule, approvers, votes, n, asked)
					}
				})
			}
		}
	}
}

func TestADecisionCanBeChangedAsLongAsItsStepGoesOn(t *testing.T) {
	r := &route.Route{Steps: []route.Step{{Approvers: people(3), Rule: route.Quorum, Quorum: 2}}}
	vote := func(seat int, yes bool) route.Vote { return route.Vote{Seat: seat, Approved: yes, At: began} }
	for name, c := range map[string]struct {
		votes []route.Vote
		want  route.State
	}{
		"from no to yes":     {[]route.Vote{vote(0, false), vote(0, true), vote(1, true)}, route.Approved},
		"from yes to no":     {[]route.Vote{vote(0, true), vote(0, false), vote(1, true)}, route.Running},
		"after the end":      {[]route.Vote{vote(0, true), vote(1, true), vote(1, false)}, route.Approved},
		"a seat votes twice": {[]route.Vote{vote(0, true), vote(0, true)}, route.Running},
	} {
		if got := r.Progress(c.votes, began); got.State != c.want {
			t.Errorf("%s: %s, want %s", name, got.State, c.want)
		}
	}
}

func TestAStepBeginsWhenTheOneBeforeIsPassed(t *testing.T) { // D-29
	r := &route.Route{Steps: []route.Step{
		{Approvers: people(2), Rule: route.Any},
		{Approvers: people(2), Rule: route.All, Due: 10, Reminder: 4},
	}}
	passed := began.Add(time.Hour)
	votes := []route.Vote{
		{Step: 0, Seat: 1, Approved: true, At: passed},
		{Step: 1, Seat: 0, Approved: true, At: passed},
	}
	p := r.Progress(votes, began)
	if p != (route.Progress{State: route.Running, Step: 1, Since: passed}) {
		t.Fatalf("the version is at %+v", p)
	}
	if asked := r.Asked(votes, p); !slices.Equal(asked, people(2)[1:]) {
		t.Errorf("%v are asked", asked)
	}
	due, reminder := r.DueAt(p)
	if !due.Equal(passed.Add(10*time.Hour)) || !reminder.Equal(passed.Add(6*time.Hour)) {
		t.Errorf("due at %v, reminded at %v", due, reminder)
	}
	if due, reminder := r.DueAt(r.Progress(nil, began)); !due.IsZero() || !reminder.IsZero() {
		t.Error("a step without a due time is due")
	}
	end := append(slices.Clone(votes), route.Vote{Step: 1, Seat: 1, Approved: true, At: passed.Add(time.Hour)})
	if p := r.Progress(end, began); p.State != route.Approved || p.Step != 1 {
		t.Errorf("after the last step: %+v", p)
	}
}

func TestASeatKeepsItsDecisionWhenSomebodyElseTakesIt(t *testing.T) { // D-29
	r := &route.Route{Steps: []route.Step{{Approvers: people(2), Rule: route.All}}}
	stranger := uuid.UUID{9}
	votes := []route.Vote{{Seat: 0, Approved: true, At: began}}
	other := r.Replaced(0, 0, stranger)
	if asked := other.Asked(votes, other.Progress(votes, began)); !slices.Equal(asked, people(2)[1:]) {
		t.Errorf("%v are asked after a seat that has decided was replaced", asked)
	}
	other = r.Replaced(0, 1, stranger)
	if asked := other.Asked(votes, other.Progress(votes, began)); !slices.Equal(asked, []uuid.UUID{stranger}) {
		t.Errorf("%v are asked after a seat that waits was replaced", asked)
	}
	if _, err := r.Seat(0, stranger); err == nil {
		t.Error("the route itself has changed")
	}
}
