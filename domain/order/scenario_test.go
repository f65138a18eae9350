package order_test

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
)

var orders = domaintest.Of(order.Streams)

var now = domaintest.Now

// The people around the order of every scenario: it belongs to the customer Acme, a direct one, and
// Carla created it.
var (
	acme    = domaintest.ID("acme")
	rival   = domaintest.ID("rival")
	creator = domaintest.ID("carla")
	mate    = domaintest.ID("mate") // collaborates

	anOwner   = customer("olga", domain.Owner)
	carla     = customer("carla", domain.Staff) // the creator
	mateOf    = customer("mate", domain.Staff)  // a collaborator
	stranger  = customer("stranger", domain.Staff)
	approver  = approving(stranger)
	anAdmin   = provider(domain.Admin)
	aManager  = provider(domain.Manager)
	anOper    = provider(domain.Operator)
	aSystem   = domain.Actor{Role: domain.System}
	clientOf  = "customer"
	aReseller = "brightside"
)

func customer(name string, r domain.Role) domain.Actor {
	return domain.Actor{ID: domaintest.ID(name), Role: r, ClientID: clientOf, CustomerID: acme}
}

func provider(r domain.Role) domain.Actor {
	return domain.Actor{ID: domaintest.ID(string(r)), Role: r, ClientID: "admin"}
}

func approving(a domain.Actor) domain.Actor { a.IsApprover = true; return a }

func viewing(a domain.Actor) domain.Actor { a.ViewOnly = true; return a }

// actor is somebody of a role who may act on the order: staff as its creator.
func actor(r domain.Role) domain.Actor {
	switch r {
	case domain.Owner:
		return anOwner
	case domain.Staff:
		return carla
	case domain.Guest:
		return domain.Actor{ID: domaintest.ID("guest"), Role: r}
	case domain.System:
		return aSystem
	default:
		return provider(r)
	}
}

var drafted = &order.Drafted{
	Client: clientOf, Customer: acme, Creator: creator, Rank: "0Tf5pq1Vjh",
	Details: order.Details{Headline: order.Headline{Name: "Label for a jar", Package: "Gold", Priority: order.High}},
}

var teamed = &order.CollaboratorsSet{Users: []uuid.UUID{mate}}

// to is the history of an order that came from one status into another.
func change(from, to order.Status) order.Change {
	return order.Change{From: from, To: to, Rank: "0Tf5pq1Vji"}
}

// in is a history after which the order has this status.
func in(s order.Status) []any {
	h := []any{drafted, teamed}
	var path []order.Status
	switch s {
	case order.Draft:
	case order.Queue, order.ReadyToGo:
		return append(h, &order.Published{Change: change(order.Draft, s)})
	case order.InProgress:
		path = []order.Status{order.ReadyToGo, order.InProgress}
	case order.InReview:
		path = []order.Status{order.ReadyToGo, order.InProgress, order.InReview}
	case order.GuestRevision:
		return append(in(order.InReview), &order.GuestRevisionRequested{Change: change(order.InReview, s)})
	case order.OnHold:
		return append(
			in(order.InProgress), &order.Held{Change: change(order.InProgress, s), Reason: "waiting for a photo"},
		)
	case order.Approved:
		return append(in(order.InReview), &order.Moved{Change: change(order.InReview, s)})
	case order.Completed:
		return append(in(order.Approved), &order.Moved{Change: change(order.Approved, s)})
	case order.CancelledOff:
		return append(in(order.InProgress), &order.Cancelled{Change: change(order.InProgress, s)})
	}
	from := order.Draft
	for _, s := range path {
		h = append(h, &order.Moved{Change: change(from, s)})
		from = s
	}
	return h
}

func given(t domaintest.TB, s order.Status, more ...any) *domaintest.Scenario[*order.Order] {
	t.Helper()
	return orders.Given(t, append(in(s), more...)...)
}

func orderIn(t domaintest.TB, s order.Status, more ...any) *order.Order {
	t.Helper()
	return orders.Fold(t, append(in(s), more...)...)
}

// move is a decision to move with everything that a move may need: a reason and a free slot.
func move(to order.Status, via order.Via, by domain.Actor) func(*order.Order) error {
	return func(o *order.Order) error {
		return o.Move(order.Move{To: to, Via: via, Reason: "a reason", SlotIsFree: true}, by, now)
	}
}

func act(a order.Action, by domain.Actor) func(*order.Order) error {
	return func(o *order.Order) error { return o.Act(a, "a reason", true, by, now) }
}
