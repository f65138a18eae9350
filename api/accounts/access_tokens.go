package accounts

import (
	"context"
	"errors"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// Calls with which people let other software act as them (BY-052). None of them is open to an access
// token.

// AccessTokens returns the valid access tokens of the caller.
func (s *API) AccessTokens(
	ctx context.Context,
	_ contract.AccessTokensRequest,
) (*contract.AccessTokensAnswer, error) {
	all, err := s.SessionStore.AccessTokens(ctx, web.Actor(ctx).ID)
	a := &contract.AccessTokensAnswer{Data: make([]contract.AccessToken, len(all))}
	for i, t := range all {
		a.Data[i] = contract.AccessToken{
			Id: t.ID, Name: t.Name, Scopes: web.Convert[contract.TokenScope](t.Scopes),
			CreatedAt: t.CreatedAt, EndsAt: t.ExpiresAt, UsedAt: t.UsedAt,
		}
	}
	return a, err
}

// CreateAccessToken creates an access token. Nobody knows the token before the answer, so it does no
// harm that the store has it before the log does.
func (s *API) CreateAccessToken(
	ctx context.Context,
	r contract.CreateAccessTokenRequest,
) (*contract.Written[contract.AccessTokenAnswer], error) {
	u, err := s.confirmed(ctx, r.Body.Password)
	if err != nil {
		return nil, err
	}
	id, scopes, ends := s.Web.NewID(), web.Convert[sessions.TokenScope](r.Body.Scopes), r.Body.EndsAt.UTC()
	token, err := s.SessionStore.CreateAccessToken(ctx, u.ID, id, r.Body.Name, scopes, ends)
	if err != nil {
		return nil, err
	}
	done, err := s.Bus.Do(
		ctx,
		&commands.CreateToken{
			Person: u.ID,
			Token:  member.Token{ID: id, Scopes: web.Convert[string](scopes), Ends: ends},
		},
		web.Request(ctx, nil, "settings"),
	)
	if err != nil {
		return nil, errors.Join(err, s.SessionStore.RemoveAccessToken(context.WithoutCancel(ctx), u.ID, id))
	}
	return &contract.Written[contract.AccessTokenAnswer]{
		Body: contract.AccessTokenAnswer{
			Message: "The access token is created", Data: contract.CreatedToken{Id: id, Token: token},
		},
		Position: &done.Position,
	}, nil
}

// RevokeAccessToken ends an access token of the caller.
func (s *API) RevokeAccessToken(
	ctx context.Context,
	r contract.RevokeAccessTokenRequest,
) (*contract.AccountChangedResponse, error) {
	me := web.Actor(ctx).ID
	if err := s.SessionStore.HasAccessToken(ctx, me, r.TokenId); err != nil {
		return nil, err
	}
	a, err := s.do(
		ctx,
		r.IdempotencyKey,
		&commands.RevokeToken{Person: me, Token: r.TokenId},
		"The access token is revoked",
	)
	if err == nil {
		err = s.SessionStore.RemoveAccessToken(ctx, me, r.TokenId)
	}
	return a, err
}
