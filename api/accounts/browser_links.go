package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// While strangers guess the password of a person, a browser that is not known needs a mailed link
// beside the right one (D-81).

// browserLinks limits the links that the right password can send to a person.
var browserLinks = throttle.Rate{Name: "browser links to a person", Most: 5, In: time.Hour}

// linkAnswerTakes is how long the answer takes at least, so that it does not tell whether the password
// was right.
const linkAnswerTakes = time.Second

// errNeedsLink is the answer to the right password and to a wrong one.
var errNeedsLink = &domain.Error{
	Code:   domain.Forbidden,
	Reason: "signin.link_needed",
	Message: "Many wrong passwords were tried for this account, so a new browser needs a link as well. " +
		"If your password is right, we have sent it to your address: open it here within 15 minutes.",
}

// sendLink asks for the mail with the link if the password was right. The answer is the same in every
// case.
func (s *API) sendLink(ctx context.Context, people []accounts.User, right bool, answer *time.Timer) error {
	if right {
		u := people[0]
		refund, err := s.Accounts.Spend(ctx, browserLinks, u.ID.String(), errTooManyMails)
		if err == nil {
			_, err = s.Bus.Do(ctx, &commands.RequestSignInLink{Person: u.ID}, s.byLink(ctx, u.Actor(), "web"))
			if err != nil {
				err = errors.Join(err, refund(context.WithoutCancel(ctx)))
			}
		}
		if err != nil && !errors.Is(err, errTooManyMails) {
			s.Logger.ErrorContext(ctx, "a link for a new browser is not sent", "error", err)
		}
	}
	select {
	case <-answer.C:
		return errNeedsLink
	case <-ctx.Done():
		return ctx.Err()
	}
}

// KnowBrowser makes a browser known to an account with the link of a mail. It signs nobody in.
func (s *API) KnowBrowser(
	ctx context.Context,
	r contract.KnowBrowserRequest,
) (*contract.Written[contract.Plain], error) {
	u, err := s.linked(ctx, r.Body.Email, r.Body.Type, accounts.ForBrowser, r.Body.Token)
	if err != nil {
		return nil, err
	}
	if err := s.Accounts.UseToken(ctx, u.ID, accounts.ForBrowser, r.Body.Token); err != nil {
		return nil, err
	}
	return &contract.Written[contract.Plain]{
		Body:   contract.Plain{Message: "This browser is known now. Sign in with your password"},
		Cookie: s.Web.DeviceCookie(u.Email, uuid.Nil),
	}, nil
}
