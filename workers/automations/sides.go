package automations

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/proofs"
)

// remembering caches which people have certain roles, and the teams of customers.
type remembering struct {
	People
	known map[string][]accounts.User
}

func (r *remembering) once(key string, ask func() ([]accounts.User, error)) ([]accounts.User, error) {
	if people, known := r.known[key]; known {
		return people, nil
	}
	people, err := ask()
	if err != nil {
		return nil, err
	}
	if r.known == nil {
		r.known = map[string][]accounts.User{}
	}
	r.known[key] = people
	return people, nil
}

// WithRoles implements People.
func (r *remembering) WithRoles(ctx context.Context, roles ...domain.Role) ([]accounts.User, error) {
	return r.once(fmt.Sprint(roles), func() ([]accounts.User, error) { return r.People.WithRoles(ctx, roles...) })
}

// WithRolesForAll implements People.
func (r *remembering) WithRolesForAll(ctx context.Context, roles ...domain.Role) ([]accounts.User, error) {
	return r.once(
		fmt.Sprint("all", roles), func() ([]accounts.User, error) { return r.People.WithRolesForAll(ctx, roles...) },
	)
}

// Team implements People.
func (r *remembering) Team(ctx context.Context, client string, customer uuid.UUID) ([]accounts.User, error) {
	return r.once(client+customer.String(), func() ([]accounts.User, error) {
		return r.People.Team(ctx, client, customer)
	})
}

// own returns the people that orders name.
func (c Config) own(ctx context.Context, orders map[uuid.UUID]*order.Summary) (accounts.Names, error) {
	people := map[uuid.UUID]bool{}
	for _, o := range orders {
		for _, id := range append([]uuid.UUID{o.Creator, o.Operator, o.Manager}, o.Collaborators...) {
			people[id] = true
		}
	}
	delete(people, uuid.Nil)
	return c.People.Names(ctx, accounts.Wanted{People: slices.Collect(maps.Keys(people))})
}

// team returns the people of an order on both sides, and those of the design service alone. Each side has
// somebody who can sign in, so that nothing arrives unseen (D-78).
func (c Config) team(ctx context.Context, e event) (all, provider []uuid.UUID, err error) {
	if provider, err = c.provider(ctx, e); err != nil {
		return nil, nil, err
	}
	customer, err := c.customer(ctx, e)
	return append(customer, provider...), provider, err
}

// provider returns the operator and the manager of an order. An order without them belongs to every
// manager and creative manager until somebody takes it. Drafts are nobody's work yet.
func (c Config) provider(ctx context.Context, e event) ([]uuid.UUID, error) {
	assigned := e.able(e.order.Operator, e.order.Manager)
	if len(assigned) > 0 || e.order.Status == order.Draft {
		return assigned, nil
	}
	return c.withRoles(ctx, domain.Manager, domain.CreativeManager)
}

// customer returns the creator and the collaborators of an order, and the owners of its account if none of
// them is on the customer's side, for instance because the design service made the order.
func (c Config) customer(ctx context.Context, e event) ([]uuid.UUID, error) {
	named := append([]uuid.UUID{e.order.Creator}, e.order.Collaborators...)
	theirs := func(id uuid.UUID) bool { return e.names.People[id].Role.IsCustomer() }
	if slices.ContainsFunc(e.able(named...), theirs) {
		return named, nil
	}
	owners, err := c.owners(ctx, e.order)
	return append(named, ids(owners)...), err
}

// able returns those people who can sign in.
func (e event) able(people ...uuid.UUID) []uuid.UUID {
	return slices.DeleteFunc(slices.Clone(people), func(id uuid.UUID) bool {
		return e.names.People[id].State != member.Active
	})
}

// owners returns the owners of an order's account, or those of its reseller if the account has none.
func (c Config) owners(ctx context.Context, o *order.Summary) ([]accounts.User, error) {
	team, err := c.People.Team(ctx, o.Client, o.Customer)
	own := func(customer uuid.UUID) (found []accounts.User) {
		for _, u := range team {
			if u.Role == domain.Owner && u.CustomerID == customer {
				found = append(found, u)
			}
		}
		return found
	}
	if found := own(o.Customer); len(found) > 0 {
		return found, err
	}
	return own(uuid.Nil), err
}

// withRoles returns the people of the design service with one of these roles, or the admins if nobody has.
func (c Config) withRoles(ctx context.Context, roles ...domain.Role) ([]uuid.UUID, error) {
	people, err := c.People.WithRoles(ctx, roles...)
	if err == nil && len(people) == 0 {
		people, err = c.People.WithRoles(ctx, domain.Admin)
	}
	return ids(people), err
}

func ids(people []accounts.User) []uuid.UUID {
	all := make([]uuid.UUID, len(people))
	for i, u := range people {
		all[i] = u.ID
	}
	return all
}

// beginsReview reports whether people are asked to look at an order's files since an event: it comes to
// review, or a version is added or its file replaced meanwhile, or somebody is asked in place of another.
func beginsReview(e event) bool {
	if e.order.Status != order.InReview {
		return false
	}
	switch d := e.Data.(type) {
	case order.StatusChanger:
		return d.StatusChange().To == order.InReview
	case *proof.VersionAdded, *proof.FileReplaced, *order.ApproverReplaced:
		return true
	}
	return false
}

// findReviews adds the files to look at to those events that ask people to do so.
func (c Config) findReviews(ctx context.Context, page []event) error {
	orders := map[uuid.UUID]bool{}
	for _, e := range page {
		if beginsReview(e) {
			orders[e.order.ID] = true
		}
	}
	if len(orders) == 0 {
		return nil
	}
	reviews, err := c.ReviewsOf(ctx, slices.Collect(maps.Keys(orders)))
	if err != nil {
		return err
	}
	by := map[uuid.UUID][]proofs.Review{}
	for _, r := range reviews {
		by[r.Order] = append(by[r.Order], r)
	}
	for i := range page {
		page[i].reviews = by[page[i].order.ID]
	}
	return nil
}

// asksForReview asks the owners of the account, the creator and the approvers to look at a proof: when the
// order comes to review, and when a version comes while it is there. The message leads to the version, or to
// the first file to look at.
func (c Config) asksForReview(ctx context.Context, e event, to told) error {
	if !beginsReview(e) {
		return nil
	}
	m := inbox.Notified{Kind: inbox.ReviewRequested, Order: e.order.ID}
	for _, r := range e.reviews {
		if e.StreamType != proof.AggregateType || r.Attachment == e.Stream {
			m.Proof, m.Version = r.Attachment, r.Version
			break
		}
	}
	if e.StreamType == proof.AggregateType && m.Proof == uuid.Nil { // another kind of file
		return nil
	}
	owners, err := c.owners(ctx, e.order)
	if err != nil {
		return err
	}
	team, err := c.People.Team(ctx, e.order.Client, e.order.Customer)
	for _, u := range team {
		if u.IsApprover && !e.order.Routed { // a workflow asks those of its step
			owners = append(owners, u)
		}
	}
	asked := ids(owners)
	if e.names.People[e.order.Creator].Role.IsCustomer() {
		asked = append(asked, e.order.Creator)
	}
	to.add(m, asked...)
	return err
}
