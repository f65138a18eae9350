package accounts

import (
	"cmp"
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/organisation"
)

// Calls with which an owner, a reseller or an admin manages the people of an account.

var errPasswordTwice = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "password.twice",
	Message: "Either set a password or have one generated.",
}

// defaultPage is the number of entries in a page if the caller does not choose.
const defaultPage = 50

// account returns the account that a call is about: that of a customer, that of a client itself, or
// the caller's own.
func (s *API) account(ctx context.Context, customer *uuid.UUID, client *string) (policy.Account, error) {
	by := web.Actor(ctx)
	switch {
	case web.Value(customer) != uuid.Nil:
		c, err := s.Accounts.FindCustomer(ctx, *customer)
		return policy.Account{Client: c.ClientID, Customer: c.ID}, err
	case web.Value(client) != "":
		return policy.Account{Client: *client}, nil
	}
	return policy.Home(by), nil
}

// agePlace is where a page of people ended that is sorted by when they were added.
type agePlace struct{ Person uuid.UUID }

// ListPeople returns a page of people of an account, or of all accounts that the caller manages.
func (s *API) ListPeople(
	ctx context.Context,
	r contract.ListPeopleRequest,
) (*contract.PeoplePageAnswer, error) {
	wanted := accounts.Listed{
		Search: web.Value(r.Search),
		State:  member.State(web.Value(r.State)),
		Role:   domain.Role(web.Value(r.Role)),
		After:  web.Value(r.After),
		ByAge:  web.Value(r.Sort) == contract.ListPeopleParamsSortCreated || r.Sort == nil && r.UpdatedSince != nil,
	}
	by := web.Actor(ctx)
	if r.Cursor != nil {
		var last agePlace
		err := web.ReadCursor(*r.Cursor, &last)
		if err != nil || last.Person == uuid.Nil || r.After != nil || r.Sort != nil && !wanted.ByAge {
			return nil, web.ErrPage
		}
		wanted.After, wanted.ByAge = last.Person, true
	}
	var err error
	if wanted.Since, err = s.Web.Since(ctx, r.UpdatedSince); err != nil {
		return nil, err
	}
	if web.Value(r.Everyone) {
		client, err := policy.Managed(by)
		if err != nil {
			return nil, err
		}
		wanted.Client = client
	} else {
		a, err := s.account(ctx, r.CustomerId, r.ClientId)
		if err != nil {
			return nil, err
		}
		if err := policy.SeesTeam(by, a); err != nil {
			return nil, err
		}
		wanted.Client, wanted.Customer, wanted.Itself = a.Client, a.Customer, a.Customer == uuid.Nil
	}
	limit := defaultPage
	if r.Limit != nil {
		limit = *r.Limit
	}
	wanted.Limit = limit + 1
	people, err := s.Accounts.List(ctx, wanted)
	if err != nil {
		return nil, err
	}
	a := contract.PeoplePageAnswer{}
	if len(people) > limit {
		people = people[:limit]
		last := people[limit-1].ID
		if a.Data.Next = web.Some(last.String()); wanted.ByAge {
			a.Data.Next = web.Some(web.Cursor(agePlace{last}))
		}
	}
	a.Data.People, err = s.members(ctx, people)
	return &a, err
}

// members returns people in the form of the API.
func (s *API) members(ctx context.Context, people []accounts.User) ([]contract.Member, error) {
	var wanted accounts.Wanted
	ids := make([]uuid.UUID, len(people))
	for i, u := range people {
		ids[i] = u.ID
		wanted.Clients, wanted.Customers = append(wanted.Clients, u.ClientID), append(wanted.Customers, u.CustomerID)
	}
	names, err := s.Accounts.Names(ctx, wanted)
	if err != nil {
		return nil, err
	}
	joinings, err := s.Accounts.Joinings(ctx, ids)
	if err != nil {
		return nil, err
	}
	me := web.Actor(ctx).ID
	all := make([]contract.Member, len(people))
	for i, u := range people {
		all[i] = contract.Member{
			Id:              u.ID,
			Firstname:       u.Firstname,
			Lastname:        u.Lastname,
			EmailAddress:    u.Email,
			Avatar:          u.Avatar,
			JobTitle:        u.JobTitle,
			Role:            contract.Role(u.Role),
			RoleLabel:       present.RoleLabel(u.Role),
			State:           contract.MemberState(u.State),
			IsApprover:      u.IsApprover,
			CanApprove:      u.CanApprove(),
			EmailIsVerified: u.Verified,
			IsYou:           u.ID == me,
			InvitedAt:       joinings[u.ID].InvitedAt,
			JoinedAt:        joinings[u.ID].JoinedAt,
			Account: contract.AccountRef{
				ClientId:   u.ClientID,
				CustomerId: web.Some(u.CustomerID),
				Name:       names.Clients[u.ClientID].Name,
			},
		}
		if c, ok := names.Customers[u.CustomerID]; ok {
			all[i].Account.Name = c.Name
		}
	}
	return all, nil
}

// managed returns a person whose account the caller may see in full. Other people do not exist for
// the caller.
func (s *API) managed(ctx context.Context, id uuid.UUID) (accounts.User, error) {
	u, err := s.Accounts.ByMembership(ctx, member.StreamOf(id))
	if err != nil {
		return u, err
	}
	if u.State == member.Deleted {
		return u, domain.ErrNotFound
	}
	return u, policy.SeesTeam(web.Actor(ctx), policy.AccountOf(u.Place()))
}

// Person returns one person with what the caller can decide about them.
func (s *API) Person(ctx context.Context, r contract.PersonRequest) (*contract.PersonAnswer, error) {
	u, err := s.managed(ctx, r.PersonId)
	if err != nil {
		return nil, err
	}
	all, err := s.members(ctx, []accounts.User{u})
	if err != nil {
		return nil, err
	}
	last, err := s.Organisation.IsLast(ctx, u.Place())
	if err != nil {
		return nil, err
	}
	load, err := s.Board.Load(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	orders, err := s.scope(ctx, u)
	if err != nil {
		return nil, err
	}
	factors, _, err := s.SecondFactors.Of(ctx, u.ID)
	return &contract.PersonAnswer{Data: contract.PersonDetail{
		Person:   all[0],
		Phone:    u.Phone,
		TimeZone: u.TimeZone,
		Roles:    web.Convert[contract.Role](u.Place().Roles()),
		IsLast:   last && u.State == member.Active,
		Operates: load.Operates,
		Manages:  load.Manages,
		Factors:  len(factors),
		Orders:   orders,
	}}, err
}

// AddPerson adds a person to an account. Whether the caller may is decided before anything is
// stored, so that nobody else learns which addresses are taken.
func (s *API) AddPerson(
	ctx context.Context,
	r contract.AddPersonRequest,
) (*contract.Written[contract.PersonAddedAnswer], error) {
	b := r.Body
	account, err := s.account(ctx, b.CustomerId, b.ClientId)
	if err != nil {
		return nil, err
	}
	by := web.Actor(ctx)
	if err := policy.ManagesTeam(by, account); err != nil {
		return nil, err
	}
	p := accounts.NewPerson{
		ID:        s.Web.OwnID(ctx, r.IdempotencyKey, "person"),
		Email:     b.EmailAddress,
		Firstname: b.Firstname,
		Lastname:  b.Lastname,
		JobTitle:  web.Value(b.JobTitle),
		TimeZone:  web.Value(b.TimeZone),
		Password:  web.Value(b.Password),
	}
	if p.TimeZone == "" {
		me, err := s.Web.User(ctx)
		if err != nil {
			return nil, err
		}
		p.TimeZone = me.TimeZone
	}
	generated := ""
	if web.Value(b.GeneratePassword) {
		if p.Password != "" {
			return nil, errPasswordTwice
		}
		generated = secrets.GeneratePassword()
		p.Password = generated
	}
	place := member.Place{
		Person: p.ID, Client: account.Client, Customer: account.Customer, Role: domain.Role(b.Role),
		Approver: web.Value(b.IsApprover),
	}
	if by.Impersonator != uuid.Nil && (p.Password != "" || place.Role == domain.Owner) {
		return nil, s.Web.RefuseImpersonated(
			ctx,
			"AddPerson",
		) // it would be a way into the account that outlasts the half hour
	}
	refund, err := s.Accounts.SpendInvitation(ctx, by, p.Email)
	if err != nil {
		return nil, err
	}
	bring := s.Office.Invite
	if p.Password != "" {
		bring = s.Office.Register
	}
	done, err := bring(ctx, p, place, web.Request(ctx, r.IdempotencyKey, "people"))
	if err != nil {
		return nil, errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	s.shown(ctx, done.Position)
	message := "The invitation is on its way"
	switch {
	case done.Repeated && generated != "":
		// The first call stored another password, which cannot be shown again.
		message, generated = "The person was added before. They can reset their password.", ""
	case p.Password != "":
		message = "The person is added"
	}
	return &contract.Written[contract.PersonAddedAnswer]{
		Body: contract.PersonAddedAnswer{
			Message: message, Data: contract.PersonAdded{Id: p.ID, Password: web.Some(generated)},
		},
		Position: &done.Position,
	}, nil
}

// do sends a command and answers that it is done.
func (s *API) do(
	ctx context.Context,
	key *contract.IdempotencyKey,
	cmd commands.Command,
	message string,
) (*contract.AccountChangedResponse, error) {
	done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, key, "people"))
	s.shown(ctx, done.Position)
	return web.Changed(done, message), err
}

// shown waits until the read model of accounts shows a change. What is remembered of accounts is forgotten then, so
// that the next request meets the change.
func (s *API) shown(ctx context.Context, position int64) {
	s.Web.Shown(ctx, organisation.Name, position)
	s.Accounts.Forget()
}

// ChangePerson changes one thing about a person.
func (s *API) ChangePerson(
	ctx context.Context,
	r contract.ChangePersonRequest,
) (*contract.AccountChangedResponse, error) {
	b, id := r.Body, r.PersonId
	if b.Role != nil && domain.Role(*b.Role) == domain.Owner && web.Actor(ctx).Impersonator != uuid.Nil {
		return nil, s.Web.RefuseImpersonated(ctx, "ChangePerson")
	}
	var cmd commands.Command
	message := "The change is saved"
	switch {
	case b.Role != nil:
		cmd = &commands.ChangeMemberRole{Person: id, Role: domain.Role(*b.Role)}
	case b.IsApprover != nil:
		cmd = &commands.SetApprover{Person: id, Approver: *b.IsApprover}
	case web.Value(b.Active):
		cmd, message = &commands.ReactivateMember{Person: id}, "The person can sign in again"
	default:
		cmd, message = &commands.DeactivateMember{Person: id}, "The person can no longer sign in"
	}
	return s.do(ctx, r.IdempotencyKey, cmd, message)
}

// RemovePerson removes a person for good, or withdraws an invitation.
func (s *API) RemovePerson(
	ctx context.Context,
	r contract.RemovePersonRequest,
) (*contract.AccountChangedResponse, error) {
	return s.do(ctx, r.IdempotencyKey, &commands.RemoveMember{Person: r.PersonId}, "The person is removed")
}

// RenewInvitation sends an invitation again.
func (s *API) RenewInvitation(
	ctx context.Context,
	r contract.RenewInvitationRequest,
) (*contract.AccountChangedResponse, error) {
	u, err := s.managed(ctx, r.PersonId)
	if err != nil {
		return nil, err
	}
	refund, err := s.Accounts.SpendInvitation(ctx, web.Actor(ctx), u.Email)
	if err != nil {
		return nil, err
	}
	a, err := s.do(
		ctx, r.IdempotencyKey, &commands.RenewInvitation{Person: r.PersonId}, "The invitation is on its way",
	)
	if err != nil {
		err = errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	return a, err
}

// ErrMailSent refuses to show a link that is mailed.
var ErrMailSent = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "invitation.mailed",
	Message: "Mail is sent here, so the link goes to the invited person only. Send the invitation again.",
}

// CopyInvitation shows a new link of an invitation.
func (s *API) CopyInvitation(
	ctx context.Context,
	r contract.CopyInvitationRequest,
) (*contract.Written[contract.InvitationLinkAnswer], error) {
	u, err := s.managed(ctx, r.PersonId)
	if err != nil {
		return nil, err
	}
	if err := policy.CopiesInvitations(web.Actor(ctx)); err != nil {
		return nil, err
	}
	if !s.MailOff {
		return nil, ErrMailSent
	}
	a, err := s.do(ctx, r.IdempotencyKey, &commands.CopyInvitation{Person: r.PersonId}, "")
	if err != nil {
		return nil, err
	}
	of, err := s.Accounts.FindClient(ctx, cmp.Or(u.ClientID, domain.ProviderClient))
	if err != nil {
		return nil, err
	}
	token, err := s.Accounts.NewToken(ctx, u.ID, accounts.ForInvitation)
	return &contract.Written[contract.InvitationLinkAnswer]{
		Position: a.Position,
		Body: contract.InvitationLinkAnswer{Data: contract.InvitationLink{
			Url:       accounts.ForInvitation.Link(accounts.ClientURL(s.Web.PublicURL, of.Hosts), u, token),
			ExpiresAt: s.Clock().Add(accounts.ForInvitation.Lifetime()),
		}},
	}, err
}

// handedOver is the largest number of orders that one call hands over.
const handedOver = 50

// MoveWork hands the unfinished orders of a person over to another one, some at a time. It sends the
// command of each order, so what the caller may not assign is refused.
func (s *API) MoveWork(
	ctx context.Context,
	r contract.MoveWorkRequest,
) (*contract.Written[contract.WorkMovedAnswer], error) {
	if _, err := s.managed(ctx, r.PersonId); err != nil {
		return nil, err
	}
	part, to := board.AsOperator, r.Body.To
	if r.Body.As == contract.AsManager {
		part = board.AsManager
	}
	orders, total, err := s.Board.Work(ctx, r.PersonId, part, handedOver)
	if err != nil {
		return nil, err
	}
	var last int64
	moved := 0
	for _, id := range orders {
		cmd := &commands.AssignOrder{Order: id, Operator: &to}
		if part == board.AsManager {
			cmd = &commands.AssignOrder{Order: id, Manager: &to}
		}
		done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, nil, "people"))
		if errors.Is(err, domain.ErrNotFound) { // deleted meanwhile
			total--
			continue
		}
		if err != nil {
			return nil, err
		}
		moved, last = moved+1, max(last, done.Position)
	}
	return &contract.Written[contract.WorkMovedAnswer]{
		Body: contract.WorkMovedAnswer{
			Message: "The orders are handed over",
			Data:    contract.WorkMoved{Moved: moved, Left: total - moved},
		},
		Position: web.Some(last),
	}, nil
}
