package api

import (
	"context"
	"net/url"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// Options of filters (SH-262..SH-266). Each list has what its reader may see.

func optionIDs(key string, text *string) ([]uuid.UUID, error) {
	r := filterReader{query: url.Values{key: {value(text)}}}
	ids := r.ids(key)
	if r.problems != nil {
		invalid := *errFilter
		invalid.Details = r.problems
		return nil, &invalid
	}
	return ids, nil
}

func optionNames(key string, text *string) ([]string, error) {
	r := filterReader{query: url.Values{key: {value(text)}}}
	names := r.list(key)
	if r.problems != nil {
		invalid := *errFilter
		invalid.Details = r.problems
		return nil, &invalid
	}
	return names, nil
}

func showPeople(users []accounts.User) []contract.Person {
	people := []contract.Person{}
	for _, u := range users {
		people = append(people, contract.Person{Id: u.ID, Name: u.Name(), Avatar: u.Avatar, Role: some(string(u.Role))})
	}
	return people
}

// people lists the provider's people of some roles: all of them for the provider, those on their
// orders for customers.
func (s *server) people(ctx context.Context, ability policy.Ability, roles ...domain.Role) ([]contract.Person, error) {
	by := actor(ctx)
	if err := policy.Check(by, policy.Read, ability); err != nil {
		return nil, err
	}
	users, err := s.Accounts.WithRoles(ctx, roles...)
	if err != nil || by.Role.IsProvider() {
		return showPeople(users), err
	}
	operators, managers, err := s.Board.Assigned(ctx, by)
	if ability == policy.FilterManager {
		operators = managers
	}
	return showPeople(
		slices.DeleteFunc(users, func(u accounts.User) bool { return !slices.Contains(operators, u.ID) }),
	), err
}

// Clients lists the clients, for the provider.
func (s *server) Clients(ctx context.Context, _ contract.ClientsRequestObject) (contract.ClientsResponseObject, error) {
	if err := policy.Check(actor(ctx), policy.Read, policy.FilterClient); err != nil {
		return nil, err
	}
	found, err := s.Accounts.Clients(ctx)
	return contract.Clients200JSONResponse(showOptions(found)), err
}

func showOptions(found []accounts.Option) contract.OptionsAnswer {
	a := contract.OptionsAnswer{Success: true}
	for _, o := range found {
		a.Data = append(a.Data, struct {
			Id   string `json:"id"`
			Name string `json:"name"`
		}{o.ID, o.Name})
	}
	a.Data = list(a.Data)
	return a
}

// Creators lists the people who created orders that the caller may see.
func (s *server) Creators(
	ctx context.Context,
	r contract.CreatorsRequestObject,
) (contract.CreatorsResponseObject, error) {
	if err := policy.Check(actor(ctx), policy.Read, policy.FilterCreator); err != nil {
		return nil, err
	}
	clients, err := optionNames("clientId", r.Params.ClientId)
	if err != nil {
		return nil, err
	}
	customers, err := optionIDs("customerId", r.Params.CustomerId)
	if err != nil {
		return nil, err
	}
	ids, err := s.Board.Creators(ctx, actor(ctx), clients, customers)
	if err != nil {
		return nil, err
	}
	users, err := s.Accounts.People(ctx, ids)
	return contract.Creators200JSONResponse{Success: true, Data: showPeople(users)}, err
}

// ServiceCategories lists the categories of services.
func (s *server) ServiceCategories(
	ctx context.Context,
	_ contract.ServiceCategoriesRequestObject,
) (contract.ServiceCategoriesResponseObject, error) {
	c, err := s.Accounts.Catalogue(ctx, false)
	found := make([]accounts.Option, len(c.Categories))
	for i, v := range c.Categories {
		found[i] = accounts.Option{ID: v.ID.String(), Name: v.Name}
	}
	return contract.ServiceCategories200JSONResponse(showOptions(found)), err
}
