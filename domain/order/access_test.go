package order_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
)

func TestAnApproverOfTheTeamMovesApprovedAndCompletedOrdersWithTheStatusControl(t *testing.T) { // BD-039
	given(t, order.Completed).When(move(order.Approved, order.StatusControl, approver)).
		Then(&order.Moved{Change: order.Change{From: order.Completed, To: order.Approved, Rank: endRank}})
	given(t, order.Approved).When(move(order.Completed, order.StatusControl, approver)).
		Then(&order.Moved{Change: order.Change{From: order.Approved, To: order.Completed, Rank: endRank}})

	for name, is := range map[string]struct {
		from, to order.Status
		via      order.Via
		by       domain.Actor
		more     []any
		refused  error
	}{
		"only on approved and completed orders": {order.InReview, order.Approved, order.StatusControl, approver, nil, order.ErrNotYours},
		"not on the board":                      {order.Approved, order.InReview, order.Board, approver, nil, order.ErrNotYours},
		"not without being an approver":         {order.Approved, order.InReview, order.StatusControl, stranger, nil, order.ErrNotYours},
		"not on a frozen order":                 {order.Approved, order.InReview, order.StatusControl, approver, []any{&order.Frozen{}}, order.ErrFrozen},
		"not on an archived order":              {order.Approved, order.InReview, order.StatusControl, approver, []any{&order.Archived{}}, order.ErrArchived},
		"not with an account that only looks":   {order.Approved, order.InReview, order.StatusControl, viewing(approver), nil, order.ErrNotYours},
		"not for another account":               {order.Approved, order.InReview, order.StatusControl, of(approver, clientOf, rival), nil, order.ErrNotYours},
		"nor in review on a frozen order":       {order.InReview, order.Approved, order.Review, approver, []any{&order.Frozen{}}, order.ErrFrozen},
		"nor in review when only looking":       {order.InReview, order.Approved, order.Review, viewing(approver), nil, order.ErrNotYours},
	} {
		t.Run(name, func(t *testing.T) {
			given(t, is.from, is.more...).When(move(is.to, is.via, is.by)).ThenRefused(is.refused)
			o := orderIn(t, is.from, is.more...)
			if is.via == order.StatusControl && len(o.StatusTargets(is.by)) > 0 {
				t.Errorf("the status control offers %v", o.StatusTargets(is.by))
			}
			if is.via == order.Review && len(o.ReviewActions(is.by)) > 0 {
				t.Errorf("the review screen offers %v", o.ReviewActions(is.by))
			}
		})
	}
}

func of(a domain.Actor, client string, account uuid.UUID) domain.Actor {
	a.ClientID, a.CustomerID = client, account
	return a
}

// Who sees an order and who acts on it, for orders of three accounts (BD-014, BD-016, D-09, D-25).
func TestWhoSeesAndWhoActsOnAnOrder(t *testing.T) { // BD-014, BD-016
	house, shop := domaintest.ID("house"), domaintest.ID("shop") // two customers of the reseller
	belonging := func(client string, account uuid.UUID) *order.Order {
		d := *drafted
		d.Client, d.Customer = client, account
		return orders.Fold(t, &d, teamed)
	}
	all := map[string]*order.Order{
		"direct": belonging("customer", acme),
		"rival":  belonging("customer", rival),
		"house":  belonging(aReseller, house),
		"shop":   belonging(aReseller, shop),
		"other":  belonging("otherside", house),
	}
	everything := []string{"direct", "rival", "house", "shop", "other"}
	for name, is := range map[string]struct {
		who        domain.Actor
		sees, acts []string
	}{
		"owner of a direct customer":          {anOwner, []string{"direct"}, []string{"direct"}},
		"staff who created it":                {carla, []string{"direct"}, []string{"direct"}},
		"staff who collaborates":              {mateOf, []string{"direct"}, []string{"direct"}},
		"other staff":                         {stranger, []string{"direct"}, nil},
		"an approver who does not":            {approver, []string{"direct"}, nil},
		"a collaborator who approves":         {approving(mateOf), []string{"direct"}, []string{"direct"}},
		"owner of another direct customer":    {of(anOwner, "customer", rival), []string{"rival"}, []string{"rival"}},
		"creator who went to another account": {of(carla, "customer", rival), []string{"rival"}, []string{"rival"}},
		"owner of a reseller's customer":      {of(anOwner, aReseller, house), []string{"house"}, []string{"house"}},
		"staff of a reseller's customer":      {of(stranger, aReseller, house), []string{"house"}, nil},
		"owner of the reseller":               {of(anOwner, aReseller, uuid.Nil), []string{"house", "shop"}, []string{"house", "shop"}},
		"staff of the reseller":               {of(stranger, aReseller, uuid.Nil), []string{"house", "shop"}, nil},
		"collaborator at the reseller":        {of(mateOf, aReseller, uuid.Nil), []string{"house", "shop"}, []string{"house", "shop"}},
		"owner of another reseller":           {of(anOwner, "otherside", uuid.Nil), []string{"other"}, []string{"other"}},
		"owner of no client":                  {of(anOwner, "", acme), nil, nil},
		"owner of no direct customer":         {of(anOwner, "customer", uuid.Nil), nil, nil},
		"an owner who only looks":             {viewing(anOwner), []string{"direct"}, nil},
		"operator":                            {provider(domain.Operator), everything, everything},
		"manager":                             {provider(domain.Manager), everything, everything},
		"creative manager":                    {provider(domain.CreativeManager), everything, everything},
		"production manager":                  {provider(domain.ProductionManager), everything, everything},
		"admin, the override (BD-016)":        {provider(domain.Admin), everything, everything},
		"a manager who only looks":            {viewing(aManager), everything, nil},
		"cso":                                 {provider(domain.CSO), everything, nil},
		"guest":                               {actor(domain.Guest), nil, nil},
		"guest of the client":                 {of(actor(domain.Guest), "customer", acme), nil, nil},
		"the system":                          {aSystem, everything, everything},
		"nobody":                              {domain.Actor{}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for of, o := range all {
				if got, want := o.Visible(is.who), slices.Contains(is.sees, of); got != want {
					t.Errorf("sees the order of %s: %t, want %t", of, got, want)
				}
				if got, want := o.ActsOn(is.who), slices.Contains(is.acts, of); got != want {
					t.Errorf("acts on the order of %s: %t, want %t", of, got, want)
				}
			}
		})
	}

	t.Run("an order that is not there", func(t *testing.T) {
		for what, o := range map[string]*order.Order{"never drafted": order.New(domaintest.Stream), "deleted": orderIn(t, order.Draft, &order.Deleted{})} {
			for _, r := range append(slices.Clone(domain.Roles), domain.System) {
				if o.Visible(actor(r)) || o.ActsOn(actor(r)) {
					t.Errorf("%s: %s sees or acts on it", what, r)
				}
			}
		}
	})
}
