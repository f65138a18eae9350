package accounts

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/factors"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// Calls with which people add and remove second factors, and use one to sign in (D-46).

// secondSteps limits the second steps that a network can try.
var secondSteps = throttle.Rate{Name: "second steps from an address", Most: 600, In: time.Hour}

var errLastFactor = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "second_factor.last",
	Message: "Your account needs a second factor. Add another one before you remove this one.",
}

// host returns where the caller has the product open.
func (s *API) host(ctx context.Context) factors.Host {
	name, origin := s.Web.Host(ctx)
	return factors.Host{Name: name, Origin: origin, Product: "Proofboard"}
}

// TakeSecondFactor takes the second step of a sign-in.
func (s *API) TakeSecondFactor(
	ctx context.Context,
	r contract.TakeSecondFactorRequest,
) (contract.Answer, error) {
	b := r.Body
	if err := s.spend(ctx, secondSteps); err != nil {
		return nil, err
	}
	var u accounts.User
	_, desk, err := s.take(ctx, *b, uuid.Nil, func(ctx context.Context, person uuid.UUID) (throttle.Origin, error) {
		var err error
		u, err = s.Accounts.ByMembership(ctx, member.StreamOf(person))
		if err == nil && u.State != member.Active {
			err = factors.ErrStepExpired
		}
		return s.Web.Origin(ctx, u.Email), err
	})
	if err == nil && b.RecoveryCode != nil {
		_, err = s.Bus.Do(ctx, &commands.UseRecoveryCode{Person: u.ID}, s.byLink(ctx, u.Actor(), "web"))
	}
	if err != nil {
		return nil, err
	}
	people, err := s.openedFor(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	people = slices.DeleteFunc(people, func(u accounts.User) bool { return u.Role.IsProvider() != desk })
	a, cookie, choice, err := s.enterOne(ctx, people, desk, true)
	if choice != nil {
		return &contract.Written[contract.SecondStepAnswer]{Body: *choice, Status: http.StatusAccepted}, err
	}
	return &contract.Written[contract.TokenAnswer]{
		Body: a, Cookie: cookie,
	}, err
}

// take takes a second step. session is that of the caller, or Nil for a sign-in.
func (s *API) take(
	ctx context.Context,
	b contract.SecondFactor,
	session uuid.UUID,
	from func(ctx context.Context, person uuid.UUID) (throttle.Origin, error),
) (person uuid.UUID, desk bool, err error) {
	proof := factors.Proof{
		Code: web.Value(b.Code), RecoveryCode: web.Value(b.RecoveryCode), Passkey: web.Value(b.Passkey),
	}
	return s.SecondFactors.Take(ctx, b.Token, session, proof, s.host(ctx), from)
}

// enter opens a session of a person who proved who they are. factored says that they gave their second
// factor.
func (s *API) enter(
	ctx context.Context,
	u accounts.User,
	desk, factored bool,
) (a contract.TokenAnswer, cookie *string, err error) {
	origin := s.Web.Origin(ctx, u.Email)
	token, session, err := s.SessionStore.Open(ctx, u, origin, desk)
	if err == nil && factored {
		err = s.SessionStore.GaveFactor(ctx, session.ID, s.Clock())
	}
	if err != nil {
		return a, nil, err
	}
	a = tokenAnswer(u, token, session)
	if origin.Device == uuid.Nil {
		// A browser that could not be recorded stays unknown, so the next sign-in is told to the person.
		if _, err := s.Bus.Do(
			ctx, &commands.AddBrowser{Person: u.ID, Session: session.ID}, s.byLink(ctx, u.Actor(), "web"),
		); err != nil {
			s.Logger.ErrorContext(ctx, "a new browser is not recorded", "person", u.ID, "error", err)
			return a, nil, nil
		}
	}
	return a, s.Web.DeviceCookie(u.Email, origin.Device), nil
}

// tokenAnswer answers a session that was opened for a person.
func tokenAnswer(u accounts.User, token string, session sessions.Session) (a contract.TokenAnswer) {
	a.AccessToken, a.AccessTokenExpiresAt = token, session.ExpiresAt
	a.User.Id, a.User.Role, a.Client.Id = u.ID, contract.Role(u.Role), u.ClientID
	return a
}

// Factors returns the second factors of the caller.
func (s *API) Factors(ctx context.Context, _ contract.FactorsRequest) (*contract.FactorsAnswer, error) {
	by := web.Actor(ctx)
	all, codes, err := s.SecondFactors.Of(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	required, err := s.Organisation.NeedsSecondFactor(ctx, by.ClientID)
	a := &contract.FactorsAnswer{Data: contract.Factors{
		Factors: make([]contract.Factor, len(all)), RecoveryCodes: codes, Required: required,
	}}
	for i, f := range all {
		a.Data.Factors[i] = contract.Factor{
			Id: f.ID, Kind: contract.FactorKind(f.Kind), Name: f.Name, CreatedAt: f.CreatedAt, UsedAt: f.UsedAt,
		}
	}
	return a, err
}

// confirmed checks that the caller gave their second factor recently, if they have one, and their password.
// Whoever changes how they sign in proves both.
func (s *API) confirmed(ctx context.Context, password string) (accounts.User, error) {
	u, err := s.Web.User(ctx)
	if err == nil {
		err = s.steppedUp(ctx)
	}
	if err != nil {
		return u, err
	}
	return u, s.SessionStore.ConfirmPassword(ctx, u, web.Session(ctx).ID, password, s.Web.Origin(ctx, u.Email))
}

// BeginApp begins to add an authenticator app.
func (s *API) BeginApp(ctx context.Context, r contract.BeginAppRequest) (*contract.NewAppAnswer, error) {
	u, err := s.confirmed(ctx, r.Body.Password)
	if err != nil {
		return nil, err
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{Clients: []string{u.ClientID}})
	if err != nil {
		return nil, err
	}
	app, err := s.SecondFactors.BeginApp(ctx, u, names.Clients[u.ClientID].Name)
	return &contract.NewAppAnswer{Data: contract.NewApp{
		Id: app.ID, Secret: app.Secret, Uri: app.URI, Image: app.Image,
	}}, err
}

// ConfirmApp adds an authenticator app.
func (s *API) ConfirmApp(
	ctx context.Context,
	r contract.ConfirmAppRequest,
) (*contract.Written[contract.FactorAddedAnswer], error) {
	u, err := s.Web.User(ctx)
	if err != nil {
		return nil, err
	}
	err = s.SecondFactors.ConfirmApp(ctx, u.ID, r.FactorId, r.Body.Code, r.Body.Name, s.Web.Origin(ctx, u.Email))
	if err != nil {
		return nil, err
	}
	a, position, err := s.added(ctx, member.Factor{ID: r.FactorId, Kind: member.TOTP})
	return &contract.Written[contract.FactorAddedAnswer]{
		Body: a, Position: position,
	}, err
}

// BeginPasskey begins to add a passkey.
func (s *API) BeginPasskey(
	ctx context.Context,
	r contract.BeginPasskeyRequest,
) (*contract.NewPasskeyAnswer, error) {
	u, err := s.confirmed(ctx, r.Body.Password)
	if err != nil {
		return nil, err
	}
	key, err := s.SecondFactors.BeginPasskey(ctx, u, s.host(ctx))
	return &contract.NewPasskeyAnswer{
		Data: contract.NewPasskey{Id: key.ID, Options: string(key.Options)},
	}, err
}

// ConfirmPasskey adds a passkey.
func (s *API) ConfirmPasskey(
	ctx context.Context,
	r contract.ConfirmPasskeyRequest,
) (*contract.Written[contract.FactorAddedAnswer], error) {
	u, err := s.Web.User(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.SecondFactors.ConfirmPasskey(ctx, u, r.FactorId, r.Body.Answer, r.Body.Name, s.host(ctx)); err != nil {
		return nil, err
	}
	a, position, err := s.added(ctx, member.Factor{ID: r.FactorId, Kind: member.Passkey})
	return &contract.Written[contract.FactorAddedAnswer]{
		Body: a, Position: position,
	}, err
}

// added records that the caller added a factor. With the first one they get recovery codes.
func (s *API) added(ctx context.Context, f member.Factor) (a contract.FactorAddedAnswer, position *int64, err error) {
	by := web.Actor(ctx)
	done, err := s.Bus.Do(ctx, &commands.AddFactor{Person: by.ID, Factor: f}, web.Request(ctx, nil, "settings"))
	if err != nil {
		return a, nil, errors.Join(err, s.SecondFactors.Remove(context.WithoutCancel(ctx), by.ID, f.ID))
	}
	if err := s.SessionStore.GaveFactor(ctx, web.Session(ctx).ID, s.Clock()); err != nil { // they have just used it
		return a, nil, err
	}
	_, left, err := s.SecondFactors.Of(ctx, by.ID)
	if err == nil && left == 0 {
		a.Data.RecoveryCodes, done, err = s.recoveryCodes(ctx, nil)
	}
	a.Message, a.Data.RecoveryCodes = "The second factor is added", web.List(a.Data.RecoveryCodes)
	s.Tell(by.ID, web.ReloadProfile, nil)
	return a, &done.Position, err
}

// recoveryCodes replaces the recovery codes of the caller, and records that.
func (s *API) recoveryCodes(
	ctx context.Context,
	key *contract.IdempotencyKey,
) (codes []string, done commands.Result, err error) {
	me := web.Actor(ctx).ID
	set := member.Factor{ID: s.Web.NewID(), Kind: member.Recovery}
	if done, err = s.Bus.Do(
		ctx,
		&commands.AddFactor{Person: me, Factor: set},
		web.Request(ctx, key, "settings"),
	); err != nil {
		return nil, done, err
	}
	codes, err = s.SecondFactors.NewRecoveryCodes(ctx, me)
	return codes, done, err
}

// RemoveFactor removes a second factor of the caller.
func (s *API) RemoveFactor(
	ctx context.Context,
	r contract.RemoveFactorRequest,
) (*contract.AccountChangedResponse, error) {
	u, err := s.confirmed(ctx, r.Body.Password)
	if err != nil {
		return nil, err
	}
	all, _, err := s.SecondFactors.Of(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(f factors.Factor) bool { return f.ID == r.FactorId })
	if i < 0 {
		return nil, domain.ErrNotFound
	}
	owner := all[i].Person
	required, err := s.Organisation.NeedsSecondFactor(ctx, u.ClientID)
	if err != nil {
		return nil, err
	}
	if required && len(all) == 1 {
		return nil, errLastFactor
	}
	// It may belong to another account of theirs, whose log says so.
	request := web.Request(ctx, r.IdempotencyKey, "people")
	if owner != u.ID {
		of, err := s.Accounts.ByMembership(ctx, member.StreamOf(owner))
		if err != nil {
			return nil, err
		}
		request.Actor = of.Actor()
	}
	done, err := s.Bus.Do(ctx, &commands.RemoveFactor{Person: owner, Factor: r.FactorId}, request)
	if owner != u.ID && errors.Is(err, member.ErrNotActive) { // they have left it, and nobody else can remove it
		err = nil
	}
	s.shown(ctx, done.Position)
	if err == nil {
		err = s.SecondFactors.Remove(ctx, owner, r.FactorId)
	}
	s.Tell(u.ID, web.ReloadProfile, nil)
	return web.Changed(done, "The second factor is removed"), err
}

// RenewRecoveryCodes replaces the recovery codes of the caller.
func (s *API) RenewRecoveryCodes(
	ctx context.Context,
	r contract.RenewRecoveryCodesRequest,
) (*contract.Written[contract.FactorAddedAnswer], error) {
	if _, err := s.confirmed(ctx, r.Body.Password); err != nil {
		return nil, err
	}
	codes, done, err := s.recoveryCodes(ctx, r.IdempotencyKey)
	return &contract.Written[contract.FactorAddedAnswer]{
		Body: contract.FactorAddedAnswer{
			Message: "The recovery codes are new", Data: contract.FactorAdded{RecoveryCodes: codes},
		},
		Position: &done.Position,
	}, err
}

// ResetFactors removes the second factors of a person who lost theirs.
func (s *API) ResetFactors(
	ctx context.Context,
	r contract.ResetFactorsRequest,
) (*contract.AccountChangedResponse, error) {
	a, err := s.do(
		ctx,
		r.IdempotencyKey,
		&commands.ResetFactors{Person: r.PersonId},
		"The person signs in with the password alone",
	)
	if err == nil {
		err = s.SecondFactors.RemoveAll(ctx, r.PersonId)
	}
	return a, err
}

// RequireSecondFactor says whether the people of a client need a second factor. Whoever demands it
// has one already, so that they do not lock themselves out.
func (s *API) RequireSecondFactor(
	ctx context.Context,
	r contract.RequireSecondFactorRequest,
) (*contract.AccountChangedResponse, error) {
	by := web.Actor(ctx)
	if err := policy.SeesCustomers(by, r.ClientId); err != nil {
		return nil, err
	}
	message := "A second factor is a choice now"
	if r.Body.Required {
		message = "Everybody is asked for a second factor now"
	}
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.RequireSecondFactor{Client: r.ClientId, Required: r.Body.Required},
		message,
	)
}
