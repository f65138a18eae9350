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
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/onboarding"
	"github.com/proofboard/proofboard/projections/organisation"
)

// Calls of people who are not signed in: they set the installation up, follow the links of mails,
// and ask for new ones.

// Rates of these calls.
var (
	linksByAddress = throttle.Rate{Name: "links from an address", Most: 600, In: time.Hour}
	// asksByAddress is low, because the answer says whether there is an account.
	asksByAddress = throttle.Rate{Name: "forgotten passwords from an address", Most: 60, In: time.Hour}
	mailsToPerson = throttle.Rate{Name: "mails to a person", Most: 5, In: time.Hour}
)

var (
	errTooManyLinks = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "link.too_many",
		Message: "Too many tries from your network. Please try again later.",
	}
	errTooManyMails = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "mail.too_many",
		Message: "We have sent several mails to this address. Please look into your inbox, or try again later.",
	}
	// errNoAccount has the wording of the documents (SH-114).
	errNoAccount = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "account.unknown",
		Message: "There is no account with this e-mail address.",
	}
)

// SetupState says whether the installation waits for its first admin.
func (s *API) SetupState(
	ctx context.Context,
	_ contract.SetupStateRequest,
) (*contract.SetupAnswer, error) {
	has, err := s.Accounts.HasAdmin(ctx)
	return &contract.SetupAnswer{Data: contract.SetupState{Needed: !has}}, err
}

// SetUp sets the installation up with its first admin (D-44, D-76).
func (s *API) SetUp(ctx context.Context, r contract.SetUpRequest) (*contract.Plain, error) {
	b := r.Body
	if err := s.spend(ctx, linksByAddress); err != nil {
		return nil, err
	}
	if err := s.checkSetup(ctx, b.Token); err != nil {
		return nil, err
	}
	if err := secrets.CheckPassword(b.Password); err != nil {
		return nil, err
	}
	hours := client.Hours{Zone: b.TimeZone}
	for _, d := range b.Days {
		hours.Days = append(hours.Days, client.OpenHours{Opens: d.Opens, Closes: d.Closes})
	}
	if err := hours.Check(); err != nil {
		return nil, err
	}
	logo := &Drawn{}
	if b.Logo != nil {
		var err error
		if logo, err = s.drawn(ctx, contract.LogoFile, *b.Logo); err != nil {
			return nil, err
		}
	}
	err := s.Office.Found(ctx, onboarding.Founding{
		Product: b.ProductName,
		Logo:    logo.PNG,
		Hours:   hours,
		Admin: accounts.NewPerson{
			ID:        s.Web.NewID(),
			Email:     b.Email,
			Firstname: b.Firstname,
			Lastname:  b.Lastname,
			TimeZone:  b.TimeZone,
			Password:  b.Password,
		},
		InternationalPhones: web.Value(b.InternationalPhones),
	}, s.byLink(ctx, domain.Actor{Role: domain.System}, "setup"))
	if err != nil {
		return nil, err
	}
	if err := s.Web.CatchUp(ctx, organisation.Name); err != nil { // the admin signs in at once
		s.Logger.WarnContext(ctx, "the first admin cannot sign in yet", "error", err)
	}
	if err := s.Accounts.UseToken(ctx, uuid.Nil, accounts.ForSetup, b.Token); err != nil {
		s.Logger.WarnContext(ctx, "the link of the set-up was not used up; it does nothing any more", "error", err)
	}
	return &contract.Plain{Message: "Your product is set up"}, nil
}

// byLink returns the request of a caller without a session.
func (s *API) byLink(ctx context.Context, by domain.Actor, via string) commands.Request {
	r := web.Request(ctx, nil, via)
	r.Actor = by
	return r
}

// spend counts a call from the caller's network.
func (s *API) spend(ctx context.Context, r throttle.Rate) error {
	_, err := s.Accounts.Spend(ctx, r, s.Web.Origin(ctx, "").Address, errTooManyLinks)
	return err
}

// ForgotPassword asks for a mail that resets a password. The documents demand that an unknown
// address is named as such (SH-114), so the call is limited by network and by person.
func (s *API) ForgotPassword(
	ctx context.Context,
	r contract.ForgotPasswordRequest,
) (*contract.Plain, error) {
	if err := s.spend(ctx, asksByAddress); err != nil {
		return nil, err
	}
	login, err := s.Accounts.WithPassword(ctx, r.Body.Email)
	if errors.Is(err, domain.ErrNotFound) {
		return nil, errNoAccount
	}
	of, hostErr := s.hostClient(ctx)
	if err := errors.Join(err, hostErr); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(login.People, func(u accounts.User) bool {
		return u.State == member.Active && (of == "" || u.ClientID == of)
	})
	if i < 0 {
		return nil, errNoAccount
	}
	u := login.People[i]
	if err := s.mailTo(ctx, u, &commands.RequestPasswordReset{Person: u.ID}); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "An e-mail is on its way"}, nil
}

// mailTo sends a command whose event causes a mail to a person. A mailer writes the mail.
func (s *API) mailTo(ctx context.Context, u accounts.User, cmd commands.Command) error {
	refund, err := s.Accounts.Spend(ctx, mailsToPerson, u.ID.String(), errTooManyMails)
	if err != nil {
		return err
	}
	if _, err := s.Bus.Do(ctx, cmd, s.byLink(ctx, u.Actor(), "web")); err != nil {
		return errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	return nil
}

// checkSetup returns an error unless a token is that of the link of the set-up.
func (s *API) checkSetup(ctx context.Context, token string) error {
	if err := accounts.CheckWhole(token); err != nil {
		return err
	}
	return s.Accounts.CheckToken(ctx, uuid.Nil, accounts.ForSetup, token)
}

// linked returns the person of a link, after its token was checked. An unknown address gets the same
// answer as a wrong token.
func (s *API) linked(
	ctx context.Context,
	email string,
	kind contract.PersonKind,
	p accounts.Purpose,
	token string,
) (accounts.User, error) {
	if err := s.spend(ctx, linksByAddress); err != nil {
		return accounts.User{}, err
	}
	if err := accounts.CheckWhole(token); err != nil {
		return accounts.User{}, err
	}
	u, err := s.Accounts.ByLink(ctx, email, p, token)
	if (err == nil || errors.Is(err, accounts.ErrLinkExpired)) &&
		u.Role.IsProvider() != (kind == contract.PersonKindUser) {
		err = accounts.ErrLinkInvalid
	}
	return u, err
}

// followed does what a link is for. Of several tries at once one follows it and the others are refused. do
// sends its command before it uses the token up: if the server ends in between, the link still works.
func (s *API) followed(
	ctx context.Context,
	email string,
	kind contract.PersonKind,
	p accounts.Purpose,
	token string,
	do func(accounts.User) error,
) error {
	u, err := s.linked(ctx, email, kind, p, token)
	if err != nil {
		return err
	}
	release, err := s.Accounts.ClaimToken(ctx, u.ID, p, token)
	if err != nil {
		return err
	}
	if err := do(u); err != nil {
		return errors.Join(err, release(context.WithoutCancel(ctx)))
	}
	return nil
}

// checkPasswords checks a new password, which is typed twice.
func checkPasswords(password, retyped string) error {
	if password != retyped {
		return secrets.ErrPasswordDiffers
	}
	return secrets.CheckPassword(password)
}

// ResetPassword changes a password with the link of a mail. It ends every session of the person.
func (s *API) ResetPassword(
	ctx context.Context,
	r contract.ResetPasswordRequest,
) (*contract.Plain, error) {
	b := r.Body
	if err := checkPasswords(b.NewPassword, b.ReNewPassword); err != nil {
		return nil, err
	}
	err := s.followed(ctx, b.Email, b.Type, accounts.ForReset, b.Token, func(u accounts.User) error {
		done, err := s.Office.ChangePassword(ctx, u.ID, member.ByReset, uuid.Nil, s.byLink(ctx, u.Actor(), "link"))
		if err != nil {
			return err
		}
		err = s.Accounts.Prove(ctx, u.ID, accounts.Proof{
			Purpose: accounts.ForReset, Token: b.Token, Password: b.NewPassword, Replace: true,
		})
		s.shown(ctx, done.Position)
		return err
	})
	return &contract.Plain{Message: "Your password is changed"}, err
}

// joins checks that a person may add an account to their address. If the address has a password already, they
// must send it, because that password will open the new account too. It returns whether there is one.
func (s *API) joins(ctx context.Context, u accounts.User, password *string) (known bool, err error) {
	k, err := s.Accounts.Known(ctx, u.ID)
	switch {
	case err != nil || !k.Login:
		return false, err
	case k.Given:
		return true, accounts.ErrPasswordGiven
	case web.Value(password) == "":
		return true, accounts.ErrPasswordNeeded
	}
	return true, s.SessionStore.ConfirmLogin(ctx, u.Email, *password, s.Web.Origin(ctx, u.Email))
}

// AcceptInvitation makes an invited person a member. Whoever has a password for the address keeps it.
func (s *API) AcceptInvitation(
	ctx context.Context,
	r contract.AcceptInvitationRequest,
) (*contract.Plain, error) {
	b := r.Body
	chosen := web.Value(b.NewPassword)
	if b.NewPassword != nil || b.ReNewPassword != nil {
		if err := checkPasswords(chosen, web.Value(b.ReNewPassword)); err != nil {
			return nil, err
		}
	}
	err := s.followed(ctx, b.Email, b.Type, accounts.ForInvitation, b.Token, func(u accounts.User) error {
		known, err := s.joins(ctx, u, b.Password)
		if err == nil && !known && chosen == "" {
			err = secrets.CheckPassword(chosen)
		}
		if err != nil {
			return err
		}
		done, err := s.Bus.Do(ctx, &commands.JoinAccount{Person: u.ID}, s.byLink(ctx, u.Actor(), "link"))
		if err != nil {
			return err
		}
		s.shown(ctx, done.Position)
		proof := accounts.Proof{Purpose: accounts.ForInvitation, Token: b.Token, Checked: known}
		if !known {
			proof.Password = chosen
		}
		return s.Accounts.Prove(ctx, u.ID, proof)
	})
	return &contract.Plain{Message: "You have joined"}, err
}

// VerifyEmail verifies an address with the link of a mail.
func (s *API) VerifyEmail(
	ctx context.Context,
	r contract.VerifyEmailRequest,
) (*contract.Plain, error) {
	b := r.Body
	err := s.followed(ctx, b.Email, b.User, accounts.ForVerification, b.Token, func(u accounts.User) error {
		known, err := s.joins(ctx, u, b.Password)
		if err != nil {
			return err
		}
		done, err := s.Bus.Do(ctx, &commands.VerifyEmail{Person: u.ID}, s.byLink(ctx, u.Actor(), "link"))
		if err != nil {
			return err
		}
		s.shown(ctx, done.Position)
		return s.Accounts.Prove(ctx, u.ID, accounts.Proof{
			Purpose: accounts.ForVerification, Token: b.Token, Checked: known,
		})
	})
	return &contract.Plain{Message: "Your address is verified"}, err
}

// RequestVerification asks for another mail in place of an expired link. The caller must have the
// expired link.
func (s *API) RequestVerification(
	ctx context.Context,
	r contract.RequestVerificationRequest,
) (*contract.Plain, error) {
	u, err := s.linked(ctx, r.Body.Email, r.Body.UserType, accounts.ForVerification, r.Body.Token)
	if err != nil && !errors.Is(err, accounts.ErrLinkExpired) {
		return nil, err
	}
	if err := s.mailTo(ctx, u, &commands.RequestVerification{Person: u.ID}); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "An e-mail is on its way"}, nil
}

// ResendVerification asks for another mail that verifies the caller's own address.
func (s *API) ResendVerification(
	ctx context.Context,
	_ contract.ResendVerificationRequest,
) (*contract.Plain, error) {
	u, err := s.Web.User(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.mailTo(ctx, u, &commands.RequestVerification{Person: u.ID}); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "An e-mail is on its way"}, nil
}
