package orders

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// The options of filters (SH-262..SH-266). Each list contains only what its reader may see.

// optionIDs reads a list of ids by which a list of options is narrowed.
func optionIDs(key string, text *string) ([]uuid.UUID, error) {
	r := filterReader{sent: fields{key: web.Value(text)}}
	return r.ids(key), r.err()
}

// optionNames reads a list of names by which a list of options is narrowed.
func optionNames(key string, text *string) ([]string, error) {
	r := filterReader{sent: fields{key: web.Value(text)}}
	return r.list(key), r.err()
}

func showPeople(users []accounts.User) []contract.Person {
	people := []contract.Person{}
	for _, u := range users {
		people = append(
			people,
			contract.Person{Id: u.ID, Name: u.Name(), Avatar: u.Avatar, Role: web.Some(string(u.Role))},
		)
	}
	return people
}

// people lists the provider's people of some roles: all of them for the provider, those on their
// orders for customers.
func (s *API) people(ctx context.Context, ability policy.Ability, roles ...domain.Role) ([]contract.Person, error) {
	by := web.Actor(ctx)
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
func (s *API) Clients(ctx context.Context, _ contract.ClientsRequest) (*contract.OptionsAnswer, error) {
	if err := policy.Check(web.Actor(ctx), policy.Read, policy.FilterClient); err != nil {
		return nil, err
	}
	found, err := s.Accounts.Clients(ctx)
	return new(showOptions(found)), err
}

func showOptions(found []accounts.Option) contract.OptionsAnswer {
	a := contract.OptionsAnswer{}
	for _, o := range found {
		a.Data = append(a.Data, contract.Option{
			Id:   o.ID,
			Name: o.Name,
		})
	}
	a.Data = web.List(a.Data)
	return a
}

// Creators lists the people who created orders that the caller may see.
func (s *API) Creators(
	ctx context.Context,
	r contract.CreatorsRequest,
) (*contract.PeopleAnswer, error) {
	if err := policy.Check(web.Actor(ctx), policy.Read, policy.FilterCreator); err != nil {
		return nil, err
	}
	clients, err := optionNames("clientId", r.ClientId)
	if err != nil {
		return nil, err
	}
	customers, err := optionIDs("customerId", r.CustomerId)
	if err != nil {
		return nil, err
	}
	ids, err := s.Board.Creators(ctx, web.Actor(ctx), clients, customers)
	if err != nil {
		return nil, err
	}
	users, err := s.Accounts.People(ctx, ids)
	return &contract.PeopleAnswer{Data: showPeople(users)}, err
}

// ServiceCategories lists the categories of services.
func (s *API) ServiceCategories(
	ctx context.Context,
	_ contract.ServiceCategoriesRequest,
) (*contract.OptionsAnswer, error) {
	c, err := s.Offers.Entries(ctx, false)
	found := make([]accounts.Option, len(c.Categories))
	for i, v := range c.Categories {
		found[i] = accounts.Option{ID: v.ID.String(), Name: v.Name}
	}
	return new(showOptions(found)), err
}

// Services lists what can be ordered.
func (s *API) Services(
	ctx context.Context,
	r contract.ServicesRequest,
) (*contract.ServicesAnswer, error) {
	only, err := optionIDs("serviceCategoryId", r.ServiceCategoryId)
	if err != nil {
		return nil, err
	}
	c, err := s.Offers.Entries(ctx, false)
	if err != nil {
		return nil, err
	}
	categories := map[uuid.UUID]string{}
	for _, v := range c.Categories {
		categories[v.ID] = v.Name
	}
	a := &contract.ServicesAnswer{}
	for _, v := range c.Services {
		if len(only) > 0 && !slices.Contains(only, v.CategoryID) {
			continue
		}
		a.Data = append(a.Data, contract.ServiceOption{
			Category:   categories[v.CategoryID],
			CategoryId: v.CategoryID,
			Id:         v.ID,
			Name:       v.Name,
		})
	}
	a.Data = web.List(a.Data)
	return a, nil
}

// Operators lists the provider's operators, for callers who may filter by them or assign them.
func (s *API) Operators(
	ctx context.Context,
	_ contract.OperatorsRequest,
) (*contract.PeopleAnswer, error) {
	people, err := s.people(ctx, policy.FilterOperator, domain.Operator)
	return &contract.PeopleAnswer{Data: people}, err
}

// Managers lists the provider's managers.
func (s *API) Managers(
	ctx context.Context,
	_ contract.ManagersRequest,
) (*contract.PeopleAnswer, error) {
	people, err := s.people(ctx, policy.FilterManager, domain.Manager, domain.CreativeManager, domain.ProductionManager)
	return &contract.PeopleAnswer{Data: people}, err
}

// Customers lists the customers that the caller may see: all for the provider, those of their
// client for a reseller.
func (s *API) Customers(
	ctx context.Context,
	r contract.CustomersRequest,
) (*contract.CustomersAnswer, error) {
	by := web.Actor(ctx)
	clients, err := optionNames("clientId", r.ClientId)
	if err != nil {
		return nil, err
	}
	client := by.ClientID
	switch {
	case by.Role.IsProvider():
		if err := policy.Check(by, policy.Read, policy.FilterCustomer); err != nil {
			return nil, err
		}
		client = ""
	case !overCustomers(by):
		return nil, domain.ErrForbidden
	}
	found, err := s.Accounts.Customers(ctx, client, clients)
	if err != nil {
		return nil, err
	}
	var w accounts.Wanted
	for _, c := range found {
		w.Customers, w.Clients = append(w.Customers, c.ID), append(w.Clients, c.ClientID)
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{Clients: w.Clients})
	if err != nil {
		return nil, err
	}
	active, err := s.Board.Active(ctx, w.Customers)
	if err != nil {
		return nil, err
	}
	a := &contract.CustomersAnswer{}
	for _, c := range found {
		a.Data = append(a.Data, contract.CustomerOption{
			ActiveOrders:       active[c.ID],
			Client:             names.Clients[c.ClientID].Name,
			Id:                 c.ID,
			MaximumActiveOrder: c.MaxActiveOrders,
			Name:               c.Name,
			Payg:               web.Some(c.PAYG),
		})
	}
	a.Data = web.List(a.Data)
	return a, nil
}
