package accounts

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/onboarding"
)

// Calls with which people register themselves, and change their address.

var signUps = throttle.Rate{Name: "sign-ups from an address", Most: 20, In: time.Hour}

// errMustVerify refuses the sign-in of somebody who registered themselves and has not verified their
// address yet.
var errMustVerify = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "account.unverified",
	Message: "Please verify your e-mail address first. We have sent you a new link.",
}

// signUpTerms are the terms of a customer who registered themselves.
var signUpTerms = customer.Terms{MaxActiveOrders: 1, Storage: 1 << 30}

// signUpTakes is how long the answer to a sign-up takes at least, so that it does not tell whether an
// address has an account.
const signUpTakes = time.Second

// SignUp registers somebody as a direct customer. If the address has such an account already, its owner
// gets a mail about that, and the answer is the same.
func (s *API) SignUp(ctx context.Context, r contract.SignUpRequest) (*contract.Plain, error) {
	b := r.Body
	if _, err := s.Accounts.Spend(ctx, signUps, s.Web.Origin(ctx, "").Address, errTooManyLinks); err != nil {
		return nil, err
	}
	if err := secrets.CheckPassword(b.Password); err != nil {
		return nil, err
	}
	answer := time.NewTimer(signUpTakes)
	defer answer.Stop()
	owners, err := s.Accounts.Owners(ctx, b.EmailAddress)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(owners, func(u accounts.User) bool { return u.ClientID == domain.DirectClient }); i >= 0 {
		err = s.claimed(ctx, owners[i])
	} else {
		_, err = s.Office.SignUp(ctx, onboarding.NewCustomer{
			ID: s.Web.NewID(), Name: b.Company, Terms: signUpTerms, Owner: accounts.NewPerson{
				ID:        s.Web.NewID(),
				Email:     b.EmailAddress,
				Firstname: b.Firstname,
				Lastname:  b.Lastname,
				Password:  b.Password,
				TimeZone:  b.TimeZone,
			},
		}, s.byLink(ctx, domain.Actor{Role: domain.System}, "signup"))
	}
	if err != nil {
		return nil, err
	}
	select {
	case <-answer.C:
	case <-ctx.Done():
	}
	return &contract.Plain{Message: "An e-mail is on its way"}, nil
}

// claimed sends a mail to somebody whose address another person tried to use. The caller gets the same answer
// in every case, also if the person has been sent too many mails.
func (s *API) claimed(ctx context.Context, u accounts.User) error {
	err := s.mailTo(ctx, u, &commands.ClaimAddress{Person: u.ID})
	if errors.Is(err, errTooManyMails) {
		return nil
	}
	return err
}

// mustVerify refuses people who registered themselves until their address is verified, and sends
// another link.
func (s *API) mustVerify(ctx context.Context, u accounts.User) error {
	if !u.MustVerify {
		return nil
	}
	if err := s.mailTo(ctx, u, &commands.RequestVerification{Person: u.ID}); err != nil {
		return err
	}
	return errMustVerify
}

// ChangeEmail asks for a mail to the caller's new address. If the address has an account already, its
// owner gets a mail about that, and the answer is the same.
func (s *API) ChangeEmail(
	ctx context.Context,
	r contract.ChangeEmailRequest,
) (*contract.AccountChangedResponse, error) {
	b := r.Body
	u, err := s.confirmed(ctx, b.Password)
	if err != nil {
		return nil, err
	}
	refund, err := s.Accounts.Spend(ctx, mailsToPerson, u.ID.String(), errTooManyMails)
	if err != nil {
		return nil, err
	}
	owner, err := s.Accounts.RequestEmail(ctx, u.ID, b.EmailAddress)
	var done commands.Result
	if err == nil && owner.ID == uuid.Nil {
		done, err = s.Bus.Do(
			ctx, &commands.RequestEmailChange{Person: u.ID}, web.Request(ctx, r.IdempotencyKey, "web"),
		)
	} else if err == nil && owner.ID != u.ID {
		err = s.claimed(ctx, owner)
	}
	if err != nil {
		return nil, errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	return web.Changed(done, "An e-mail is on its way"), nil
}

// ConfirmEmail changes a person's address to the one that the link was sent to. The command is sent
// before the address changes, as in followed.
func (s *API) ConfirmEmail(
	ctx context.Context,
	r contract.ConfirmEmailRequest,
) (*contract.Plain, error) {
	if err := s.spend(ctx, linksByAddress); err != nil {
		return nil, err
	}
	if err := accounts.CheckWhole(r.Body.Token); err != nil {
		return nil, err
	}
	person, err := s.Accounts.WantsEmail(ctx, r.Body.Email, r.Body.Token)
	if err != nil {
		return nil, err
	}
	u, err := s.Accounts.ByMembership(ctx, member.StreamOf(person))
	if err != nil {
		return nil, err
	}
	people, err := s.Accounts.Same(ctx, person)
	if err != nil {
		return nil, err
	}
	if len(people) == 0 {
		people = []accounts.User{u}
	}
	var last int64
	for _, of := range people { // each account says that it was changed
		done, err := s.Bus.Do(ctx, &commands.ChangeEmail{Person: of.ID}, s.byLink(ctx, of.Actor(), "link"))
		if err != nil {
			return nil, err
		}
		last = max(last, done.Position)
	}
	if err := s.Accounts.ReplaceEmail(ctx, person, r.Body.Email, r.Body.Token); err != nil {
		return nil, err
	}
	s.shown(ctx, last)
	for _, of := range people {
		s.Tell(of.ID, web.ReloadProfile, nil)
	}
	return &contract.Plain{Message: "Your e-mail address is changed"}, nil
}
