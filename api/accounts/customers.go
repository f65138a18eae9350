package accounts

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/onboarding"
)

// Calls with which an admin manages clients, and an admin or a reseller manages customers.

// ListCustomers returns a page of the customers that the caller manages.
func (s *API) ListCustomers(
	ctx context.Context,
	r contract.ListCustomersRequest,
) (*contract.CustomersListAnswer, error) {
	client, err := policy.Managed(web.Actor(ctx))
	if err != nil {
		return nil, err
	}
	if wanted := web.Value(r.ClientId); wanted != "" {
		if client != "" && client != wanted {
			return nil, domain.ErrNotFound
		}
		client = wanted
	}
	limit := defaultPage
	if r.Limit != nil {
		limit = *r.Limit
	}
	found, err := s.Accounts.ListCustomers(ctx, accounts.ListedAccounts{
		Client: client, Search: web.Value(r.Search), After: web.Value(r.After), Limit: limit + 1,
	})
	if err != nil {
		return nil, err
	}
	a := contract.CustomersListAnswer{
		Data: contract.CustomersList{Customers: []contract.CustomerAccount{}},
	}
	if len(found) > limit {
		found = found[:limit]
		a.Data.Next = &found[limit-1].ID
	}
	for _, c := range found {
		a.Data.Customers = append(a.Data.Customers, customerAccount(c))
	}
	return &a, nil
}

func customerAccount(a accounts.Account) contract.CustomerAccount {
	return contract.CustomerAccount{
		Id:                 a.ID,
		ClientId:           a.ClientID,
		ClientName:         a.ClientName,
		Name:               a.Name,
		PackageId:          a.PackageRef,
		PackageName:        a.Package,
		MaximumActiveOrder: a.MaxActiveOrders,
		IsPayg:             a.PAYG,
		Storage:            a.Storage,
		AdditionalStorage:  a.Additional,
		State:              contract.CustomerAccountState(a.State),
		DeletesAt:          a.DeletesAt,
		People:             a.People,
		CreatedAt:          a.CreatedAt,
	}
}

// CreateCustomer creates a customer and invites its owner.
func (s *API) CreateCustomer(
	ctx context.Context,
	r contract.CreateCustomerRequest,
) (*contract.Written[contract.AccountCreatedAnswer], error) {
	b, by, key := r.Body, web.Actor(ctx), r.IdempotencyKey
	of := web.Value(b.ClientId)
	switch {
	case of != "":
	case by.Role.IsProvider():
		of = domain.DirectClient
	default:
		of = by.ClientID
	}
	if err := policy.ManagesCustomers(by, of); err != nil {
		return nil, err
	}
	terms, err := s.termsOf(ctx, web.Value(b.PackageId), web.Value(b.IsPayg))
	if err != nil {
		return nil, err
	}
	owner, err := s.owner(ctx, key, b.Owner)
	if err != nil {
		return nil, err
	}
	n := onboarding.NewCustomer{
		ID: s.Web.OwnID(ctx, key, "customer"), Client: of, Name: b.Name, Terms: terms, Owner: owner,
	}
	done, err := s.opened(ctx, b.Owner.EmailAddress, func(q commands.Request) (commands.Result, error) {
		return s.Office.OpenCustomer(ctx, n, q)
	}, key)
	if err != nil {
		return nil, err
	}
	return &contract.Written[contract.AccountCreatedAnswer]{
		Body:     accountCreated(n.ID.String(), n.Owner.ID),
		Position: &done.Position,
	}, nil
}

// opened opens an account, and counts the invitation of its owner.
func (s *API) opened(
	ctx context.Context,
	owner string,
	open func(commands.Request) (commands.Result, error),
	key *contract.IdempotencyKey,
) (commands.Result, error) {
	refund, err := s.Accounts.SpendInvitation(ctx, web.Actor(ctx), owner)
	if err != nil {
		return commands.Result{}, err
	}
	done, err := open(web.Request(ctx, key, "people"))
	if err != nil {
		return done, errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	s.shown(ctx, done.Position)
	return done, nil
}

// owner returns the first person of a new account, in the caller's time zone.
func (s *API) owner(
	ctx context.Context,
	key *contract.IdempotencyKey,
	o contract.NewOwner,
) (accounts.NewPerson, error) {
	me, err := s.Web.User(ctx)
	return accounts.NewPerson{
		ID: s.Web.OwnID(ctx, key, "owner"), Email: o.EmailAddress, Firstname: o.Firstname, Lastname: o.Lastname,
		TimeZone: me.TimeZone,
	}, err
}

func accountCreated(id string, owner uuid.UUID) contract.AccountCreatedAnswer {
	return contract.AccountCreatedAnswer{
		Message: "The account is created, and its owner is invited",
		Data:    contract.AccountCreated{Id: id, OwnerId: owner},
	}
}

// errPackage refuses terms with a package that is not in the catalogue.
var errPackage = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "customer.package_unknown",
	Message: "This package is not in the catalogue. Choose another one.",
}

// termsOf returns the terms of a new customer with a package, or without one.
func (s *API) termsOf(ctx context.Context, pack uuid.UUID, payg bool) (customer.Terms, error) {
	terms := customer.Terms{MaxActiveOrders: -1, Storage: -1, PAYG: payg}
	if pack == uuid.Nil {
		return terms, nil
	}
	catalogue, err := s.Offers.Entries(ctx, false)
	if err != nil {
		return terms, err
	}
	for _, p := range catalogue.Packages {
		if p.ID == pack {
			terms.Package, terms.MaxActiveOrders = p.ID.String(), p.MaxActiveOrders
			return terms, nil
		}
	}
	return terms, errPackage
}

// customer returns a customer that the caller manages. Other customers do not exist for the caller.
func (s *API) customer(ctx context.Context, id uuid.UUID) (accounts.Account, error) {
	a, err := s.Accounts.Account(ctx, id)
	if err != nil {
		return a, err
	}
	return a, policy.SeesCustomers(web.Actor(ctx), a.ClientID)
}

// CustomerAccount returns one customer.
func (s *API) CustomerAccount(
	ctx context.Context,
	r contract.CustomerAccountRequest,
) (*contract.CustomerAccountAnswer, error) {
	a, err := s.customer(ctx, r.CustomerId)
	if err != nil {
		return nil, err
	}
	c, err := s.Accounts.Company(ctx, a.ClientID, a.ID)
	if err != nil {
		return nil, err
	}
	most, err := s.Accounts.InvitationLimit(ctx, a.ClientID, a.ID)
	return &contract.CustomerAccountAnswer{Data: contract.CustomerAccountDetail{
		Customer: customerAccount(a), Company: company(c), Invitations: most,
	}}, err
}

// ChangeCustomer changes a customer's company or terms.
func (s *API) ChangeCustomer(
	ctx context.Context,
	r contract.ChangeCustomerRequest,
) (*contract.AccountChangedResponse, error) {
	a, err := s.customer(ctx, r.CustomerId)
	if err != nil {
		return nil, err
	}
	if c := r.Body.Company; c != nil {
		if err := policy.ManagesCustomers(web.Actor(ctx), a.ClientID); err != nil {
			return nil, err
		}
		err := s.Accounts.SaveCompany(ctx, a.ClientID, a.ID, companyFrom(c))
		return web.Changed(commands.Result{}, "The company is saved"), err
	}
	t := r.Body.Terms
	if t.PackageId != a.PackageRef && t.PackageId != "" {
		id, err := uuid.Parse(t.PackageId)
		if err != nil {
			return nil, errPackage
		}
		if _, err := s.termsOf(ctx, id, false); err != nil {
			return nil, err
		}
	}
	return s.do(ctx, r.IdempotencyKey, &commands.ChangeTerms{Customer: a.ID, Terms: customer.Terms{
		Package: t.PackageId, MaxActiveOrders: t.MaximumActiveOrder, PAYG: t.IsPayg, Storage: t.Storage,
		AdditionalStorage: t.AdditionalStorage,
	}}, "The terms are saved")
}

// ListClients returns the clients of the installation.
func (s *API) ListClients(
	ctx context.Context,
	_ contract.ListClientsRequest,
) (*contract.ClientsListAnswer, error) {
	found, err := s.Accounts.Tenants(ctx, "")
	a := &contract.ClientsListAnswer{}
	a.Data.Clients = make([]contract.ClientAccount, len(found))
	for i, t := range found {
		a.Data.Clients[i] = clientAccount(t)
	}
	return a, err
}

func clientAccount(t accounts.Tenant) contract.ClientAccount {
	return contract.ClientAccount{
		Id: t.ID, Kind: contract.ClientKind(t.Kind), Name: t.Name, Colour: t.Brand, Customers: t.Customers,
		People: t.People, CreatedAt: t.CreatedAt, SecondFactor: t.SecondFactor,
	}
}

// CreateClient creates a reseller and invites its owner.
func (s *API) CreateClient(
	ctx context.Context,
	r contract.CreateClientRequest,
) (*contract.Written[contract.AccountCreatedAnswer], error) {
	b, key := r.Body, r.IdempotencyKey
	owner, err := s.owner(ctx, key, b.Owner)
	if err != nil {
		return nil, err
	}
	n := onboarding.NewReseller{ID: b.Id, Name: b.Name, Owner: owner}
	done, err := s.opened(ctx, b.Owner.EmailAddress, func(q commands.Request) (commands.Result, error) {
		return s.Office.OpenReseller(ctx, n, q)
	}, key)
	if err != nil {
		return nil, err
	}
	return &contract.Written[contract.AccountCreatedAnswer]{
		Body:     accountCreated(n.ID, n.Owner.ID),
		Position: &done.Position,
	}, nil
}

// client returns a client that the caller manages. Other clients do not exist for the caller.
func (s *API) client(ctx context.Context, id string) (accounts.Tenant, error) {
	if err := policy.SeesCustomers(web.Actor(ctx), id); err != nil {
		return accounts.Tenant{}, err
	}
	found, err := s.Accounts.Tenants(ctx, id)
	switch {
	case err != nil:
		return accounts.Tenant{}, err
	case len(found) == 0:
		return accounts.Tenant{}, domain.ErrNotFound
	}
	return found[0], nil
}

// managedClient returns a client that the caller may change.
func (s *API) managedClient(ctx context.Context, id string) (accounts.Tenant, error) {
	t, err := s.client(ctx, id)
	if err != nil {
		return t, err
	}
	return t, policy.ManagesClient(web.Actor(ctx), t.ID)
}

// ClientAccount returns one client.
func (s *API) ClientAccount(
	ctx context.Context,
	r contract.ClientAccountRequest,
) (*contract.ClientAccountAnswer, error) {
	t, err := s.client(ctx, r.ClientId)
	if err != nil {
		return nil, err
	}
	c, err := s.Accounts.Company(ctx, t.ID, uuid.Nil)
	if err != nil {
		return nil, err
	}
	most, err := s.Accounts.InvitationLimit(ctx, t.ID, uuid.Nil)
	if err != nil {
		return nil, err
	}
	set, err := s.Accounts.Settings(ctx, t.ID)
	return &contract.ClientAccountAnswer{Data: contract.ClientAccountDetail{
		Client:  clientAccount(t),
		Company: company(c),
		Branding: contract.Branding{
			Name:             t.Name,
			SenderName:       set.Sender,
			Colour:           set.Colour,
			Logo:             set.Logo,
			Favicon:          set.Favicon,
			ImagePlaceholder: set.Placeholder,
		},
		Hosts:  web.List(set.Hosts),
		SignUp: set.SignUp,

		Invitations: most,
	}}, err
}

// ChangeClient changes a client's company.
func (s *API) ChangeClient(
	ctx context.Context,
	r contract.ChangeClientRequest,
) (*contract.AccountChangedResponse, error) {
	t, err := s.managedClient(ctx, r.ClientId)
	if err != nil {
		return nil, err
	}
	err = s.Accounts.SaveCompany(ctx, t.ID, uuid.Nil, companyFrom(r.Body))
	return web.Changed(commands.Result{}, "The company is saved"), err
}

func company(c accounts.Company) contract.Company {
	return contract.Company{Name: c.Name, Address: c.Address, Country: c.Country, Contact: c.Contact}
}

func companyFrom(c *contract.Company) accounts.Company {
	return accounts.Company{
		Name: c.Name, Contacts: accounts.Contacts{Address: c.Address, Country: c.Country, Contact: c.Contact},
	}
}
