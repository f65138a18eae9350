package accounts

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// A login opens every account in which its address was proved (D-82, BY-076). Whoever has several chooses
// one after signing in, and switches between them.

// hostClient returns the client whose host the caller has open, or "" on the hosts of the design service, where
// everybody can sign in.
func (s *API) hostClient(ctx context.Context) (string, error) {
	host, _ := s.Web.Host(ctx)
	client, err := s.Accounts.ClientOfHost(ctx, host)
	if client == domain.ProviderClient || client == domain.DirectClient {
		client = ""
	}
	return client, err
}

// openedFor returns the people whom the login of a person opens an account for on this host.
func (s *API) openedFor(ctx context.Context, person uuid.UUID) ([]accounts.User, error) {
	client, err := s.hostClient(ctx)
	if err != nil {
		return nil, err
	}
	people, err := s.Accounts.Same(ctx, person)
	return slices.DeleteFunc(people, func(u accounts.User) bool {
		return client != "" && u.ClientID != client
	}), err
}

// signInAccounts returns the accounts of people in the form of the API.
func (s *API) signInAccounts(ctx context.Context, people []accounts.User) ([]contract.SignInAccount, error) {
	var wanted accounts.Wanted
	for _, u := range people {
		wanted.Clients, wanted.Customers = append(wanted.Clients, u.ClientID), append(wanted.Customers, u.CustomerID)
	}
	names, err := s.Accounts.Names(ctx, wanted)
	if err != nil {
		return nil, err
	}
	me := web.Actor(ctx).ID
	all := make([]contract.SignInAccount, len(people))
	for i, u := range people {
		all[i] = contract.SignInAccount{
			Id: u.ID, Name: names.Clients[u.ClientID].Name, Role: contract.Role(u.Role),
			RoleLabel: present.RoleLabel(u.Role), Current: u.ID == me,
		}
		if c, ok := names.Customers[u.CustomerID]; ok {
			all[i].Name, all[i].Client = c.Name, all[i].Name
		}
	}
	return all, nil
}

// enterOne signs somebody in who proved who they are. If their login opens several accounts, it returns the
// step in which they choose one.
func (s *API) enterOne(
	ctx context.Context,
	people []accounts.User,
	desk, factored bool,
) (a contract.TokenAnswer, cookie *string, choice *contract.SecondStepAnswer, err error) {
	var refusal error
	people = slices.DeleteFunc(slices.Clone(people), func(u accounts.User) bool {
		err := s.mayEnter(ctx, u)
		if err != nil {
			refusal = err
		}
		return err != nil
	})
	switch len(people) {
	case 0:
		if refusal == nil {
			refusal = sessions.ErrInvalidGrant
		}
		return a, nil, nil, refusal
	case 1:
		a, cookie, err = s.enter(ctx, people[0], desk, factored)
		return a, cookie, nil, err
	}
	choice = &contract.SecondStepAnswer{Message: "Choose an account"}
	of, err := s.signInAccounts(ctx, people)
	if err != nil {
		return a, nil, nil, err
	}
	choice.Data.Accounts = &of
	choice.Data.Token, err = s.SessionStore.AskChoice(
		ctx, sessions.Choice{Person: people[0].ID, Desk: desk, Factored: factored},
	)
	return a, nil, choice, err
}

// ChooseAccount signs somebody in to one of the accounts that a sign-in answered.
func (s *API) ChooseAccount(
	ctx context.Context,
	r contract.ChooseAccountRequest,
) (*contract.Written[contract.TokenAnswer], error) {
	if err := s.spend(ctx, secondSteps); err != nil {
		return nil, err
	}
	c, err := s.SessionStore.TakeChoice(ctx, r.Body.Token)
	if err != nil {
		return nil, err
	}
	u, err := s.oneOf(ctx, c.Person, r.Body.AccountId)
	if err == nil && u.Role.IsProvider() != c.Desk {
		err = domain.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	a, cookie, err := s.enter(ctx, u, c.Desk, c.Factored)
	return &contract.Written[contract.TokenAnswer]{
		Body: a, Cookie: cookie,
	}, err
}

// oneOf returns one of the people whom the login of a person opens an account for, if they may enter it. All
// others do not exist.
func (s *API) oneOf(ctx context.Context, person, wanted uuid.UUID) (u accounts.User, err error) {
	people, err := s.openedFor(ctx, person)
	if err != nil {
		return u, err
	}
	i := slices.IndexFunc(people, func(u accounts.User) bool { return u.ID == wanted })
	if i < 0 {
		return u, domain.ErrNotFound
	}
	return people[i], s.mayEnter(ctx, people[i])
}

// OwnAccounts returns the accounts that the caller's login opens.
func (s *API) OwnAccounts(
	ctx context.Context,
	_ contract.OwnAccountsRequest,
) (*contract.SignInAccountsAnswer, error) {
	people, err := s.openedFor(ctx, web.Actor(ctx).ID)
	if err != nil {
		return nil, err
	}
	of, err := s.signInAccounts(ctx, people)
	return &contract.SignInAccountsAnswer{Data: web.List(of)}, err
}

// SwitchAccount ends the caller's session and opens one in another account of theirs. A session that was
// opened before the caller had a second factor does not spare them the factor.
func (s *API) SwitchAccount(
	ctx context.Context,
	r contract.SwitchAccountRequest,
) (*contract.TokenAnswer, error) {
	session := web.Session(ctx)
	u, err := s.oneOf(ctx, session.Actor.ID, r.AccountId)
	if err != nil {
		return nil, err
	}
	if session.FactorAt == nil {
		if err := s.steppedUp(ctx); err != nil {
			return nil, err
		}
	}
	token, opened, err := s.SessionStore.Open(ctx, u, s.Web.Origin(ctx, u.Email), u.Role.IsProvider())
	if err == nil && session.FactorAt != nil {
		err = s.SessionStore.GaveFactor(ctx, opened.ID, *session.FactorAt)
	}
	if err == nil {
		err = s.SessionStore.SignOut(ctx, session.ID)
	}
	return new(tokenAnswer(u, token, opened)), err
}

// CheckLink says whether the link of a mail works.
func (s *API) CheckLink(
	ctx context.Context,
	r contract.CheckLinkRequest,
) (*contract.LinkStateAnswer, error) {
	b := r.Body
	if b.Purpose == contract.LinkSetup {
		if err := s.spend(ctx, linksByAddress); err != nil {
			return nil, err
		}
		return &contract.LinkStateAnswer{}, s.checkSetup(ctx, b.Token)
	}
	u, err := s.linked(ctx, web.Value(b.Email), web.Value(b.Type), purposes[b.Purpose], b.Token)
	if err != nil {
		return nil, err
	}
	of, err := s.signInAccounts(ctx, []accounts.User{u})
	if err != nil {
		return nil, err
	}
	known, err := s.Accounts.Known(ctx, u.ID)
	return &contract.LinkStateAnswer{Data: contract.LinkState{
		Account: of[0].Name, HasPassword: known.Login, MustReset: known.Given,
	}}, err
}

var purposes = map[contract.LinkCheckPurpose]accounts.Purpose{
	contract.LinkInvitation: accounts.ForInvitation,
	contract.LinkReset:      accounts.ForReset,
}
