package accounts

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/internal/accounts"
)

// Impersonate makes a link with which the caller, an admin, can act as a person (D-48).
func (s *API) Impersonate(
	ctx context.Context,
	r contract.ImpersonateRequest,
) (*contract.Written[contract.ImpersonationAnswer], error) {
	by := web.Actor(ctx)
	if err := policy.Check(by, policy.Create, policy.Impersonation); err != nil {
		return nil, err
	}
	done, err := s.Bus.Do(
		ctx,
		&commands.StartImpersonation{Person: r.PersonId, Reason: r.Body.Reason},
		web.Request(ctx, r.IdempotencyKey, "people"),
	)
	if err != nil {
		return nil, err
	}
	token, err := s.SessionStore.NewImpersonation(ctx, by.ID, r.PersonId)
	return &contract.Written[contract.ImpersonationAnswer]{
		Body: contract.ImpersonationAnswer{
			Message: "Open the link within a minute",
			Data:    contract.ImpersonationLink{Url: s.Web.PublicURL + "/impersonate-customer#token=" + token},
		},
		Position: &done.Position,
	}, err
}

// ValidateImpersonation opens the session of an impersonation. Its token is the bearer.
func (s *API) ValidateImpersonation(
	ctx context.Context,
	_ contract.ValidateImpersonationRequest,
) (*contract.ImpersonatedAnswer, error) {
	if err := s.spend(ctx, linksByAddress); err != nil {
		return nil, err
	}
	token, session, err := s.SessionStore.Impersonate(ctx, web.Bearer(ctx), s.Web.Origin(ctx, ""))
	if err != nil {
		return nil, err
	}
	by := session.Actor
	a := &contract.ImpersonatedAnswer{Message: "OK"}
	a.Data.AccessToken, a.Data.AccessTokenExpiresAt = token, session.ExpiresAt
	a.Data.User.Id, a.Data.User.Role, a.Data.Client.Id = by.ID, contract.Role(by.Role), by.ClientID
	return a, nil
}

// impersonation says who acts as the caller. It is nil if nobody does.
func (s *API) impersonation(ctx context.Context) (*contract.ImpersonationState, error) {
	session := web.Session(ctx)
	admin := session.Actor.Impersonator
	if admin == uuid.Nil {
		return nil, nil
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{People: []uuid.UUID{admin}})
	return &contract.ImpersonationState{By: names.People[admin].Name(), Until: session.ExpiresAt}, err
}
