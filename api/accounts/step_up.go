package accounts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// Whoever changes how a person signs in gives their second factor again, if they have one (D-80).

// factorLasts is how long a session remembers that the factor was given.
const factorLasts = 10 * time.Minute

var (
	errStepUp = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "factor.step_up",
		Message: "Enter your second factor again to change this.",
	}
	errNoFactor = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "factor.none",
		Message: "You have no second factor to enter.",
	}
)

// steppedUp returns errStepUp if the caller has a second factor and did not give it recently.
func (s *API) steppedUp(ctx context.Context) error {
	session := web.Session(ctx)
	if at := session.FactorAt; at != nil && s.Clock().Sub(*at) < factorLasts {
		return nil
	}
	all, _, err := s.SecondFactors.Of(ctx, session.Actor.ID)
	if err == nil && len(all) > 0 {
		err = errStepUp
	}
	return err
}

// AskStepUp begins to ask the caller for their second factor again.
func (s *API) AskStepUp(
	ctx context.Context,
	_ contract.AskStepUpRequest,
) (*contract.SecondStepAnswer, error) {
	if err := s.spend(ctx, secondSteps); err != nil {
		return nil, err
	}
	u, err := s.Web.User(ctx)
	if err != nil {
		return nil, err
	}
	session := web.Session(ctx)
	way, err := s.SecondFactors.Ask(ctx, u, session.Desk, session.ID, s.host(ctx))
	if err == nil && way == nil {
		err = errNoFactor
	}
	if err != nil {
		return nil, err
	}
	return new(secondStep(way)), nil
}

// StepUp takes the caller's second factor. The session remembers it for factorLasts.
func (s *API) StepUp(ctx context.Context, r contract.StepUpRequest) (*contract.Plain, error) {
	if err := s.spend(ctx, secondSteps); err != nil {
		return nil, err
	}
	u, err := s.Web.User(ctx)
	if err != nil {
		return nil, err
	}
	session := web.Session(ctx)
	if _, _, err := s.take(ctx, *r.Body, session.ID, func(ctx context.Context, _ uuid.UUID) (throttle.Origin, error) {
		origin := s.Web.Origin(ctx, u.Email)
		if origin.Device == uuid.Nil {
			origin.Device = session.ID // a browser that is signed in is known
		}
		return origin, nil
	}); err != nil {
		return nil, err
	}
	if r.Body.RecoveryCode != nil {
		if _, err := s.Bus.Do(
			ctx,
			&commands.UseRecoveryCode{Person: u.ID},
			web.Request(ctx, nil, "settings"),
		); err != nil {
			return nil, err
		}
	}
	return &contract.Plain{
			Message: "Thank you",
		}, s.SessionStore.GaveFactor(
			ctx,
			session.ID,
			s.Clock(),
		)
}
