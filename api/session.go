package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// Public OAuth2 clients of the two sign-in screens (D-23).
const (
	webCustomer = "web-customer"
	webDesk     = "web-desk"
)

var errClient = &domain.Error{
	Code:    domain.Unauthenticated,
	Reason:  "invalid_client",
	Message: "This application is not known here.",
}

// SignInCustomer signs customers and their teams in.
func (s *server) SignInCustomer(
	ctx context.Context,
	r contract.SignInCustomerRequestObject,
) (contract.SignInCustomerResponseObject, error) {
	a, cookie, err := s.signIn(ctx, r.Body, webCustomer, false)
	return contract.SignInCustomer200JSONResponse{
		Body:    a,
		Headers: contract.SignInCustomer200ResponseHeaders{SetCookie: cookie},
	}, err
}

// SignInDesk signs the provider's people in.
func (s *server) SignInDesk(
	ctx context.Context,
	r contract.SignInDeskRequestObject,
) (contract.SignInDeskResponseObject, error) {
	a, cookie, err := s.signIn(ctx, r.Body, webDesk, true)
	return contract.SignInDesk200JSONResponse{
		Body:    a,
		Headers: contract.SignInDesk200ResponseHeaders{SetCookie: cookie},
	}, err
}

func (s *server) signIn(
	ctx context.Context,
	c *contract.Credentials,
	client string,
	desk bool,
) (a contract.TokenAnswer, cookie *string, err error) {
	if c == nil {
		return a, nil, ErrRequest
	}
	r := httpRequest(ctx)
	if name, _, ok := r.BasicAuth(); !ok || name != client {
		return a, nil, errClient
	}
	email := strings.TrimSpace(c.Username)
	device := s.device(r, email)
	token, session, err := s.Accounts.SignIn(
		ctx, email, c.Password, accounts.Origin{Address: s.address(r), Device: device}, desk,
	)
	if err != nil {
		return a, nil, err
	}
	a.Success, a.AccessToken, a.AccessTokenExpiresAt = true, token, session.ExpiresAt
	a.User.Id, a.User.Role, a.Client.Id = session.User.ID, contract.Role(session.User.Role), session.User.ClientID
	return a, s.deviceCookie(email, device), nil
}

// Logout ends the session.
func (s *server) Logout(ctx context.Context, _ contract.LogoutRequestObject) (contract.LogoutResponseObject, error) {
	if err := s.Accounts.SignOut(ctx, session(ctx).ID); err != nil {
		return nil, err
	}
	return contract.Logout200JSONResponse{Success: true, Message: "You are signed out"}, nil
}

// CsrfToken makes an anti-forgery token.
func (s *server) CsrfToken(
	ctx context.Context,
	r contract.CsrfTokenRequestObject,
) (contract.CsrfTokenResponseObject, error) {
	var a contract.CsrfToken200JSONResponse
	a.Success = true
	a.Data.Token, a.Data.ExpiresAt = s.CSRF.Token(session(ctx).ID, string(r.Scope), s.Clock())
	return a, nil
}

var roleLabels = map[domain.Role]string{
	domain.Owner:             "Account Owner",
	domain.Staff:             "Team Member",
	domain.Operator:          "Operator",
	domain.Manager:           "Manager", // BD-006, BD-007
	domain.CreativeManager:   "Creative Manager",
	domain.ProductionManager: "Production Manager",
	domain.CSO:               "CSO",
	domain.Guest:             "Guest",
	domain.Admin:             "Admin",
}

func roleLabel(r domain.Role) string { return roleLabels[r] }

// Profile returns the caller and their abilities.
func (s *server) Profile(ctx context.Context, _ contract.ProfileRequestObject) (contract.ProfileResponseObject, error) {
	u := session(ctx).User
	names, err := s.Accounts.Names(
		ctx, accounts.Wanted{Clients: []string{u.ClientID}, Customers: []uuid.UUID{u.CustomerID}},
	)
	if err != nil {
		return nil, err
	}
	unread, err := s.Notifications.Unread(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	client := names.Clients[u.ClientID]
	reseller := client.Kind == "reseller"
	p := contract.Profile{
		Id:                 u.ID,
		Firstname:          u.Firstname,
		Lastname:           u.Lastname,
		EmailAddress:       u.Email,
		Avatar:             u.Avatar,
		Image:              u.Avatar,
		JobTitle:           u.JobTitle,
		Role:               contract.Role(u.Role),
		RoleLabel:          roleLabel(u.Role),
		ClientId:           u.ClientID,
		IsClientWhitelabel: reseller,
		IsClientType:       reseller && u.CustomerID == uuid.Nil,
		IsApprover:         u.IsApprover,
		ViewOnly:           u.ViewOnly,
		UnreadMessages:     unread,
		Abilities:          map[string][]string{},
	}
	if c, ok := names.Customers[u.CustomerID]; ok {
		p.Company, p.IsPayg = &c.Name, some(c.PAYG)
	} else {
		p.Company = &client.Name
	}
	p.TimeZone.Label = u.TimeZone
	p.Theme.Brand, p.Theme.Logo, p.Theme.Name = client.Brand, some(client.Logo), some(client.Name)
	for ability, actions := range policy.Of(u.Role) {
		p.Abilities[string(ability)] = convert[string](actions)
	}
	return contract.Profile200JSONResponse{Success: true, Message: "OK", Data: p}, nil
}

// DemoPeople lists whom a visitor of the demo can sign in as.
func (s *server) DemoPeople(
	ctx context.Context,
	_ contract.DemoPeopleRequestObject,
) (contract.DemoPeopleResponseObject, error) {
	people, err := s.Demo(ctx)
	if err != nil {
		return nil, err
	}
	var a contract.DemoPeople200JSONResponse
	if a.Success = true; len(people) > 0 {
		a.Data.Password = s.DemoPassword
	}
	for _, p := range people {
		a.Data.People = append(a.Data.People, struct {
			Company string                              `json:"company"`
			Email   string                              `json:"email"`
			Name    string                              `json:"name"`
			Role    string                              `json:"role"`
			Signin  contract.DemoAnswerDataPeopleSignin `json:"signin"`
		}{p.Company, p.Email, p.Name, p.Role, contract.DemoAnswerDataPeopleSignin(p.Signin)})
	}
	a.Data.People = list(a.Data.People)
	return a, nil
}

// Services lists what can be ordered.
func (s *server) Services(
	ctx context.Context,
	r contract.ServicesRequestObject,
) (contract.ServicesResponseObject, error) {
	only, err := optionIDs("serviceCategoryId", r.Params.ServiceCategoryId)
	if err != nil {
		return nil, err
	}
	c, err := s.Accounts.Catalogue(ctx, false)
	if err != nil {
		return nil, err
	}
	categories := map[uuid.UUID]string{}
	for _, v := range c.Categories {
		categories[v.ID] = v.Name
	}
	a := contract.Services200JSONResponse{Success: true}
	for _, v := range c.Services {
		if len(only) > 0 && !slices.Contains(only, v.CategoryID) {
			continue
		}
		a.Data = append(a.Data, struct {
			Category   string    `json:"category"`
			CategoryId uuid.UUID `json:"categoryId"`
			Id         uuid.UUID `json:"id"`
			Name       string    `json:"name"`
		}{categories[v.CategoryID], v.CategoryID, v.ID, v.Name})
	}
	a.Data = list(a.Data)
	return a, nil
}

// Operators lists the provider's operators, for callers who may filter by them or assign them.
func (s *server) Operators(
	ctx context.Context,
	_ contract.OperatorsRequestObject,
) (contract.OperatorsResponseObject, error) {
	people, err := s.people(ctx, policy.FilterOperator, domain.Operator)
	return contract.Operators200JSONResponse{Success: true, Data: people}, err
}

// Managers lists the provider's managers.
func (s *server) Managers(
	ctx context.Context,
	_ contract.ManagersRequestObject,
) (contract.ManagersResponseObject, error) {
	people, err := s.people(ctx, policy.FilterManager, domain.Manager, domain.CreativeManager, domain.ProductionManager)
	return contract.Managers200JSONResponse{Success: true, Data: people}, err
}

// Customers lists the customers that the caller may see: all for the provider, those of their
// client for a reseller.
func (s *server) Customers(
	ctx context.Context,
	r contract.CustomersRequestObject,
) (contract.CustomersResponseObject, error) {
	by := actor(ctx)
	clients, err := optionNames("clientId", r.Params.ClientId)
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
	case !overCustomers(session(ctx).User):
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
	a := contract.Customers200JSONResponse{Success: true}
	for _, c := range found {
		a.Data = append(a.Data, struct {
			ActiveOrders       int       `json:"activeOrders"`
			Client             string    `json:"client"`
			Id                 uuid.UUID `json:"id"`
			MaximumActiveOrder int       `json:"maximumActiveOrder"`
			Name               string    `json:"name"`
			Payg               *bool     `json:"payg,omitempty"`
		}{active[c.ID], names.Clients[c.ClientID].Name, c.ID, c.MaxActiveOrders, c.Name, some(c.PAYG)})
	}
	a.Data = list(a.Data)
	return a, nil
}

// waitFor holds a read until the projections it shows have reached X-Min-Position (D-30).
func (s *server) waitFor(ctx context.Context, r *http.Request, projections string) error {
	text := r.Header.Get("X-Min-Position")
	if text == "" {
		text = r.URL.Query().Get("minPosition")
	}
	if text == "" || projections == "" {
		return nil
	}
	position, err := strconv.ParseInt(text, 10, 64)
	if err != nil || position < 0 {
		return ErrRequest
	}
	for name := range strings.SplitSeq(projections, ",") {
		if err := s.Wait.WaitFor(ctx, name, position); err != nil {
			return err
		}
	}
	return nil
}

// catchUp brings projections up to the log, so that a write finds what the one before it made.
func (s *server) catchUp(ctx context.Context, projections string) error {
	if projections == "" {
		return nil
	}
	head, err := s.Head(ctx)
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(projections, ",") {
		if err := s.Wait.WaitFor(ctx, name, head); err != nil {
			return err
		}
	}
	return nil
}
