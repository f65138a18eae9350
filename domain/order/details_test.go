package order_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
)

func draft(d order.Details) func(*order.Order) error {
	return func(o *order.Order) error {
		return o.Draft(order.Drafted{Client: clientOf, Customer: acme, Creator: creator, Details: d}, now)
	}
}

func changing(c order.DetailsChanged, by domain.Actor) func(*order.Order) error {
	return func(o *order.Order) error { return o.ChangeDetails(c, by, now) }
}

func TestAnOrderBeginsAsADraftWithANameOf1To200Characters(t *testing.T) {
	out := orders.Given(t).
		When(draft(order.Details{Headline: order.Headline{Name: "  Jar label ", Priority: order.Urgent}}))
	out.Then(&order.Drafted{
		Client:   clientOf,
		Customer: acme,
		Creator:  creator,
		Rank:     endRank,
		Details:  order.Details{Headline: order.Headline{Name: "Jar label", Priority: order.Urgent}},
	})
	o := out.State()
	if o.Status != order.Draft || o.Number.String() != "PB-1001" || !o.CreatedAt.Equal(now) || o.Rank != endRank {
		t.Errorf("begins as %+v", o)
	}
	orders.Given(t, drafted).
		When(draft(order.Details{Headline: order.Headline{Name: "again"}})).
		ThenRefused(order.ErrExists)
	for name, ok := range map[string]bool{
		"": false, strings.Repeat(" ", 3): false, "x": true, strings.Repeat("ü", 200): true, strings.Repeat("ü", 201): false,
		"x" + strings.Repeat(" ", 5000): true,
	} {
		out := orders.Given(t).When(draft(order.Details{Headline: order.Headline{Name: name}}))
		edit := given(t, order.Draft).When(changing(order.DetailsChanged{Name: &name}, anOwner))
		if !ok {
			out.ThenRefused(order.ErrNameInvalid)
			edit.ThenRefused(order.ErrNameInvalid)
			continue
		}
		if got := out.State().Name; got != strings.TrimSpace(name) {
			t.Errorf("drafted as %q", got)
		}
		if got := edit.State().Name; got != strings.TrimSpace(name) {
			t.Errorf("renamed to %q", got)
		}
	}
	for _, name := range []string{"zero\x00byte", "half a rune \xc3", "\u200b", "Jam\nlabel", "Jam\u202elebal"} {
		out := orders.Given(t).When(draft(order.Details{Headline: order.Headline{Name: name}}))
		out.ThenRefused(domain.ErrIllegible)
		edit := given(t, order.Draft).When(changing(order.DetailsChanged{Name: &name}, anOwner))
		edit.ThenRefused(domain.ErrIllegible)
	}
	orders.Given(t).
		When(draft(order.Details{Headline: order.Headline{Name: "x", Priority: "now!"}})).
		ThenRefused(order.ErrPriorityInvalid)
}

func TestChangesOfDetailsCarryOnlyWhatDiffers(t *testing.T) {
	due, later := now.Add(48*time.Hour), now.Add(72*time.Hour)
	same := due.In(time.FixedZone("UTC+8", 8*3600))
	brief, name, package1, urgent, wrong := `{"type":"doc"}`, drafted.Details.Name, "Label design", order.Urgent, order.Priority(
		"soon",
	)
	service := domaintest.ID("service")
	dated := &order.DetailsChanged{Due: &due}

	given(t, order.Draft).When(changing(order.DetailsChanged{Name: &name, Brief: &brief}, anOwner)).
		Then(&order.DetailsChanged{Brief: &brief})
	given(t, order.Draft).When(changing(order.DetailsChanged{Name: &name}, anOwner)).ThenNothing()
	given(t, order.Draft).When(changing(order.DetailsChanged{}, anOwner)).ThenNothing()
	given(t, order.Draft).When(changing(order.DetailsChanged{DueCleared: true}, anOwner)).ThenNothing()
	given(t, order.Draft, dated).When(changing(order.DetailsChanged{Due: &same}, anOwner)).ThenNothing()
	given(t, order.Draft, dated).When(changing(order.DetailsChanged{Due: &later, DueCleared: true}, anOwner)).
		Then(&order.DetailsChanged{Due: &later})
	given(t, order.Draft).When(changing(order.DetailsChanged{Priority: &wrong}, anOwner)).
		ThenRefused(order.ErrPriorityInvalid)

	out := given(
		t, order.Draft, dated,
	).When(changing(order.DetailsChanged{DueCleared: true, Priority: &urgent, Service: &service, ServiceName: &package1}, anOwner))
	out.Then(&order.DetailsChanged{DueCleared: true, Priority: &urgent, Service: &service, ServiceName: &package1})
	want := drafted.Details
	want.Priority, want.Service, want.ServiceName = urgent, service, package1
	if got := out.State().Details(); !reflect.DeepEqual(got, want) {
		t.Errorf("details are %+v, want %+v", got, want)
	}
}

// Two people who change different fields of a copy they both read do not undo each other.
func TestEditsOfDifferentFieldsBothSurvive(t *testing.T) {
	name, old, brief := "Another name", drafted.Details.Name, `{"type":"doc"}`
	first := given(t, order.Draft).When(changing(order.DetailsChanged{Name: &name}, anOwner)).Recorded()
	second := given(t, order.Draft).When(changing(order.DetailsChanged{Name: &old, Brief: &brief}, carla)).Recorded()
	o := orderIn(t, order.Draft, first[0], second[0])
	if o.Name != name || o.Brief != brief {
		t.Errorf("details are %+v", o.Details())
	}
}

func TestDetailsAssignmentAndTeamAreClosedToOthersAndWhenFrozenOrArchived(t *testing.T) {
	name := "Another name"
	for what, decide := range map[string]func(domain.Actor) func(*order.Order) error{
		"details": func(by domain.Actor) func(*order.Order) error { return changing(order.DetailsChanged{Name: &name}, by) },
		"assign": func(by domain.Actor) func(*order.Order) error {
			return func(o *order.Order) error { return o.Assign(order.Assigned{Operator: mate}, by, now) }
		},
		"team": func(by domain.Actor) func(*order.Order) error {
			return func(o *order.Order) error { return o.SetCollaborators([]uuid.UUID{creator}, by, now) }
		},
	} {
		t.Run(what, func(t *testing.T) {
			if len(given(t, order.Draft).When(decide(anOwner)).Recorded()) != 1 {
				t.Errorf("the owner cannot")
			}
			given(t, order.Draft).When(decide(stranger)).ThenRefused(order.ErrNotYours)
			given(t, order.Draft).When(decide(viewing(anOwner))).ThenRefused(order.ErrNotYours)
			given(t, order.Draft).When(decide(provider(domain.CSO))).ThenRefused(order.ErrNotYours)
			given(t, order.Draft, &order.Frozen{}).When(decide(anOwner)).ThenRefused(order.ErrFrozen)
			given(t, order.Approved, &order.Archived{}).When(decide(anOwner)).ThenRefused(order.ErrArchived)
			given(t, order.Draft, &order.Deleted{}).When(decide(anOwner)).ThenRefused(domain.ErrNotFound)
			orders.Given(t).When(decide(anOwner)).ThenRefused(domain.ErrNotFound)
		})
	}
}

func TestAssigningRecordsWhatChanges(t *testing.T) {
	assign := func(operator, manager uuid.UUID) func(*order.Order) error {
		return func(o *order.Order) error {
			return o.Assign(order.Assigned{Operator: operator, Manager: manager}, aManager, now)
		}
	}
	op, man := domaintest.ID("operator"), domaintest.ID("manager")
	out := given(t, order.Queue).When(assign(op, man))
	out.Then(&order.Assigned{Operator: op, Manager: man})
	if o := out.State(); o.Operator != op || o.Manager != man {
		t.Errorf("assigned to %s and %s", o.Operator, o.Manager)
	}
	given(t, order.Queue, &order.Assigned{Operator: op}).When(assign(op, uuid.Nil)).ThenNothing()
	given(t, order.Queue, &order.Assigned{Operator: op}).When(assign(uuid.Nil, uuid.Nil)).Then(&order.Assigned{})
}

func TestCollaboratorsAreASet(t *testing.T) { // D-09
	set := func(users ...uuid.UUID) func(*order.Order) error {
		return func(o *order.Order) error { return o.SetCollaborators(users, carla, now) }
	}
	a, b := uuid.UUID{1}, uuid.UUID{2}
	given(
		t,
		order.Queue,
	).When(set(b, a, b)).
		Then(&order.CollaboratorsSet{Users: []uuid.UUID{a, b}, Added: []uuid.UUID{a, b}})
	given(t, order.Queue, &order.CollaboratorsSet{Users: []uuid.UUID{a, b}}).When(set(b, a)).ThenNothing()
	given(t, order.Queue).When(set(make([]uuid.UUID, 51)...)).ThenRefused(order.ErrTooManyInTeam)
	out := given(t, order.Queue).When(set())
	out.Then(&order.CollaboratorsSet{Users: []uuid.UUID{}})
	if o := out.State(); o.Collaborates(mate) || o.ActsOn(mateOf) {
		t.Error("somebody who was taken off still collaborates")
	}
}

func TestAnOrderRefusesEventsOutOfOrderAndUnknownOnes(t *testing.T) {
	o := orderIn(t, order.Queue)
	skipped := orders.Event(t, o.Version+2, &order.Frozen{})
	if err := o.Apply(skipped); err == nil {
		t.Error("an event was skipped unnoticed")
	}
	foreign := orders.Event(t, o.Version+1, &order.Frozen{})
	foreign.Stream = domaintest.ID("another")
	if err := o.Apply(foreign); err == nil {
		t.Error("an event of another stream was applied")
	}
	unknown := orders.Event(t, o.Version+1, &order.Frozen{})
	unknown.Data = &struct{}{}
	if err := o.Apply(unknown); err == nil {
		t.Error("an unknown event was applied")
	}
}
