package accounts

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/factors"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// DemoPerson is a person that a visitor of the demo can sign in as.
type DemoPerson struct{ Name, Email, Role, Company, Signin string }

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
func (s *API) SignInCustomer(
	ctx context.Context,
	r contract.SignInCustomerRequest,
) (contract.Answer, error) {
	a, cookie, second, err := s.signIn(ctx, r.Body, webCustomer, false)
	if second != nil {
		return &contract.Written[contract.SecondStepAnswer]{Body: *second, Status: http.StatusAccepted}, err
	}
	return &contract.Written[contract.TokenAnswer]{
		Body:   a,
		Cookie: cookie,
	}, err
}

// SignInDesk signs the provider's people in.
func (s *API) SignInDesk(
	ctx context.Context,
	r contract.SignInDeskRequest,
) (contract.Answer, error) {
	a, cookie, second, err := s.signIn(ctx, r.Body, webDesk, true)
	if second != nil {
		return &contract.Written[contract.SecondStepAnswer]{Body: *second, Status: http.StatusAccepted}, err
	}
	return &contract.Written[contract.TokenAnswer]{
		Body:   a,
		Cookie: cookie,
	}, err
}

// signIn checks a password. It returns what is needed for the second step if the person has a second
// factor or several accounts, and opens a session otherwise.
func (s *API) signIn(
	ctx context.Context,
	c *contract.Credentials,
	client string,
	desk bool,
) (a contract.TokenAnswer, cookie *string, second *contract.SecondStepAnswer, err error) {
	if c == nil {
		return a, nil, nil, web.ErrRequest
	}
	if name, _, ok := web.Basic(ctx); !ok || name != client {
		return a, nil, nil, errClient
	}
	email := strings.TrimSpace(c.Username)
	answer := time.NewTimer(linkAnswerTakes)
	defer answer.Stop()
	of, err := s.hostClient(ctx)
	if err != nil {
		return a, nil, nil, err
	}
	people, err := s.SessionStore.Identify(ctx, email, c.Password, s.Web.Origin(ctx, email), desk, of)
	if needs, ok := errors.AsType[throttle.NeedsLinkError](err); ok {
		return a, nil, nil, s.sendLink(ctx, people, needs.Right, answer)
	}
	if err != nil {
		return a, nil, nil, err
	}
	if err := s.mustVerify(ctx, people[0]); err != nil {
		return a, nil, nil, err
	}
	way, err := s.SecondFactors.Ask(ctx, people[0], desk, uuid.Nil, s.host(ctx))
	if err != nil {
		return a, nil, nil, err
	}
	if way != nil {
		step := secondStep(way)
		return a, nil, &step, nil
	}
	return s.enterOne(ctx, people, desk, false)
}

func secondStep(way *factors.Way) contract.SecondStepAnswer {
	return contract.SecondStepAnswer{
		Message: "Enter your second factor", Data: contract.SecondStep{
			Token: way.Token, Codes: way.Codes, Recovery: way.Recovery, Passkey: web.Some(string(way.Passkey)),
		},
	}
}

// Logout ends the session. It also ends an impersonation.
func (s *API) Logout(ctx context.Context, _ contract.LogoutRequest) (*contract.Plain, error) {
	if by := web.Actor(ctx); by.Impersonator != uuid.Nil {
		if _, err := s.Bus.Do(
			ctx,
			&commands.EndImpersonation{Person: by.ID},
			web.Request(ctx, nil, "web"),
		); err != nil {
			return nil, err
		}
	}
	if err := s.SessionStore.SignOut(ctx, web.Session(ctx).ID); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "You are signed out"}, nil
}

// CsrfToken makes an anti-forgery token.
func (s *API) CsrfToken(
	ctx context.Context,
	r contract.CsrfTokenRequest,
) (*contract.CSRFAnswer, error) {
	var a contract.CSRFAnswer
	a.Data.Token, a.Data.ExpiresAt = s.CSRF.Token(web.Session(ctx).ID, string(r.Scope), s.Clock())
	return &a, nil
}

// Profile returns the caller and their abilities.
func (s *API) Profile(ctx context.Context, _ contract.ProfileRequest) (*contract.ProfileAnswer, error) {
	p, err := s.profile(ctx)
	return &contract.ProfileAnswer{Message: "OK", Data: p}, err
}

// ClientProfile returns the caller in the client view. Only people of a reseller and of its customers
// have that view, everybody else gets 403 (SH-036).
func (s *API) ClientProfile(
	ctx context.Context,
	_ contract.ClientProfileRequest,
) (*contract.ProfileAnswer, error) {
	p, err := s.profile(ctx)
	if err == nil && !p.IsClientWhitelabel {
		err = domain.ErrForbidden
	}
	return &contract.ProfileAnswer{Message: "OK", Data: p}, err
}

func (s *API) profile(ctx context.Context) (p contract.Profile, err error) {
	u, err := s.Web.User(ctx)
	if err != nil {
		return p, err
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{Clients: []string{u.ClientID}})
	if err != nil {
		return p, err
	}
	unread, err := s.Notifications.Unread(ctx, u.ID)
	if err != nil {
		return p, err
	}
	impersonation, err := s.impersonation(ctx)
	if err != nil {
		return p, err
	}
	gate, asked, err := s.profileGate(ctx)
	if err != nil {
		return p, err
	}
	phones, err := s.Accounts.InternationalPhones(ctx)
	if err != nil {
		return p, err
	}
	client := names.Clients[u.ClientID]
	reseller := client.Kind == "reseller"
	p = contract.Profile{
		Id:                 u.ID,
		Firstname:          u.Firstname,
		Lastname:           u.Lastname,
		EmailAddress:       u.Email,
		Avatar:             u.Avatar,
		Image:              u.Avatar,
		JobTitle:           u.JobTitle,
		Role:               contract.Role(u.Role),
		RoleLabel:          present.RoleLabel(u.Role),
		ClientId:           u.ClientID,
		IsClientWhitelabel: reseller,
		IsClientType:       reseller && u.CustomerID == uuid.Nil,
		IsApprover:         u.IsApprover,
		ViewOnly:           u.ViewOnly,
		UnreadMessages:     unread,
		Phone:              u.Phone,
		Impersonation:      impersonation,
		EmailIsVerified:    u.Verified,
		IsProfileComplete:  gate.Person,
		ProfileGate:        &asked,

		InternationalPhones: web.Some(phones),
		MailOff:             web.Some(s.MailOff),

		IsClientProfileComplete: gate.Company,
		MustAddFactor:           web.Session(ctx).MustAddFactor,
		Abilities:               map[string][]string{},
	}
	withoutPlan(&p)
	if u.CustomerID != uuid.Nil {
		c, err := s.Accounts.FindCustomer(ctx, u.CustomerID)
		if err != nil {
			return p, err
		}
		p.Company, p.IsPayg, p.DeletesAt = &c.Name, web.Some(c.PAYG), c.DeletesAt
		p.MyProofApprovalWorkflowPreference = web.Some(true) // every account that places orders can have workflows
		deletion := c.DeletesAt != nil
		p.IsRequestDeletion = &deletion
		if policy.SeesSubscription(web.Actor(ctx), u.ClientID, u.CustomerID) == nil {
			if err := s.Plan(ctx, u.CustomerID, &p); err != nil {
				return p, err
			}
		}
	} else {
		p.Company = &client.Name
	}
	p.TimeZone.Label = u.TimeZone
	if policy.Can(u.Role, policy.Read, policy.TourGuide) {
		offer(&p, u)
		p.TourVideo = &s.TourVideo
	}
	p.Theme = present.Theme(client)
	p.WhitelabelInfo = &contract.WhitelabelInfo{Logo: web.Value(p.Theme.Logo), Favicon: web.Value(p.Theme.Favicon)}
	if policy.HasChat(u.Role) {
		p.ChatScript = web.Some(s.ChatScript)
	}
	for ability, actions := range policy.Of(u.Role) {
		p.Abilities[string(ability)] = web.Convert[string](actions)
	}
	return p, nil
}

// withoutPlan sets the plan's fields of a profile to empty values, for people who have no plan or may not see it. The
// documents promise these fields in every profile (SH-012 BD-341 BD-347 BD-396).
func withoutPlan(p *contract.Profile) {
	no, yes, none := false, true, ""
	p.Membership = &contract.ProfileMembership{Type: contract.MembershipNone, State: contract.SubscriptionStateNone}
	p.IsSubscriber, p.HaveFreeTrial, p.IsPaymentComplete = &no, &no, &yes
	p.IsScheduledUpgrade, p.IsScheduledDowngrade, p.IsRequestDeletion = &no, &no, &no
	p.MyProofApprovalWorkflowPreference = &no
	p.CurrencySimbol, p.EndSubscriptionCycleOn, p.TourVideo = &none, &none, &none
	p.Payg = &contract.PaygWarning{}
}

// offer says which guided tours are offered to a person.
func offer(p *contract.Profile, u accounts.User) {
	p.DashboardTourGuide = u.Offers("dashboard")
	p.UserMenuTourGuide = u.Offers("userMenu")
	p.ManageProfileTourGuide = u.Offers("manageProfile")
	p.ManageInvoiceTourGuide = u.Offers("manageInvoice")
	p.TeamMemberTourGuide = u.Offers("teamMember")
	p.GeneralSettingsTourGuide = u.Offers("generalSettings")
	p.CreateNewOrderTourGuide = u.Offers("createNewOrder")
	p.CreateTeamMemberTourGuide = u.Offers("createTeamMember")
	p.ManagePaymentTourGuide = u.Offers("managePayment")
	p.AddNewPaymentMethodTourGuide = u.Offers("addNewPaymentMethod")
	p.DeleteAccountTourGuide = u.Offers("deleteAccount")
	p.SelectServiceTourGuide = u.Offers("selectService")
}

// DemoPeople lists whom a visitor of the demo can sign in as.
func (s *API) DemoPeople(
	ctx context.Context,
	_ contract.DemoPeopleRequest,
) (*contract.DemoAnswer, error) {
	people, err := s.Demo(ctx)
	if err != nil {
		return nil, err
	}
	var a contract.DemoAnswer
	if len(people) > 0 {
		a.Data.Password = s.DemoPassword
	}
	for _, p := range people {
		a.Data.People = append(a.Data.People, contract.DemoPerson{
			Company: p.Company,
			Email:   p.Email,
			Name:    p.Name,
			Role:    p.Role,
			Signin:  contract.DemoPersonSignin(p.Signin),
		})
	}
	a.Data.People = web.List(a.Data.People)
	return &a, nil
}
