package accounts

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// Calls about the caller's own profile, company, picture, password and sessions.

// pictures limits how often one person has a picture made.
var pictures = throttle.Rate{Name: "pictures of a person", Most: 30, In: time.Hour}

var (
	errPicture = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "avatar.invalid",
		Message: "This picture cannot be read. Choose a JPEG or PNG.",
	}
	errTooManyPictures = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "avatar.too_many",
		Message: "You have changed your picture many times. Please try again later.",
	}
)

// saved answers that something outside the log is stored, and tells the caller's other browsers.
func (s *API) saved(ctx context.Context, message string) *contract.AccountChangedResponse {
	s.Tell(web.Actor(ctx).ID, web.ReloadProfile, nil)
	return web.Changed(commands.Result{}, message)
}

// SaveProfile changes what the caller told about themselves.
func (s *API) SaveProfile(
	ctx context.Context,
	r contract.SaveProfileRequest,
) (*contract.AccountChangedResponse, error) {
	b := r.Body
	if err := s.Accounts.SaveDetails(ctx, web.Actor(ctx).ID, accounts.Details{
		Firstname: b.Firstname, Lastname: b.Lastname, Phone: b.Phone, JobTitle: b.JobTitle, TimeZone: b.TimeZone,
	}); err != nil {
		return nil, err
	}
	return s.saved(ctx, "Your profile is saved"), nil
}

// Company returns the company of the caller's account.
func (s *API) Company(ctx context.Context, _ contract.CompanyRequest) (*contract.CompanyAnswer, error) {
	by := web.Actor(ctx)
	c, err := s.Accounts.Company(ctx, by.ClientID, by.CustomerID)
	return &contract.CompanyAnswer{Data: company(c)}, err
}

// SaveCompany changes the company of the caller's account.
func (s *API) SaveCompany(
	ctx context.Context,
	r contract.SaveCompanyRequest,
) (*contract.AccountChangedResponse, error) {
	by := web.Actor(ctx)
	if err := policy.Check(by, policy.Update, policy.Company); err != nil {
		return nil, err
	}
	if err := s.Accounts.SaveCompany(ctx, by.ClientID, by.CustomerID, companyFrom(r.Body)); err != nil {
		return nil, err
	}
	return s.saved(ctx, "Your company is saved"), nil
}

// ChangePassword changes the caller's password, and ends their other sessions. The command is sent
// before the password changes, as in followed.
func (s *API) ChangePassword(
	ctx context.Context,
	r contract.ChangePasswordRequest,
) (*contract.AccountChangedResponse, error) {
	b, session := r.Body, web.Session(ctx)
	if err := checkPasswords(b.NewPassword, b.ReNewPassword); err != nil {
		return nil, err
	}
	u, err := s.confirmed(ctx, b.Password)
	if err != nil {
		return nil, err
	}
	done, err := s.Office.ChangePassword(
		ctx, u.ID, member.ByProfile, session.ID, web.Request(ctx, r.IdempotencyKey, "people"),
	)
	if err != nil {
		return nil, err
	}
	err = s.Accounts.SetPassword(ctx, u.ID, b.NewPassword, false)
	s.shown(ctx, done.Position)
	return web.Changed(done, "Your password is changed"), err
}

// SaveAvatar shows a picture for the caller. The picture is decoded in a process of its own and
// drawn again, so nothing of the file that was sent reaches other people's browsers.
func (s *API) SaveAvatar(
	ctx context.Context,
	r contract.SaveAvatarRequest,
) (*contract.AccountChangedResponse, error) {
	me := web.Actor(ctx).ID
	refund, err := s.Accounts.Spend(ctx, pictures, me.String(), errTooManyPictures)
	if err != nil {
		return nil, err
	}
	small, err := s.Shrink(ctx, bytes.NewReader(r.Body.Image), int64(len(r.Body.Image)))
	if err == nil && small == nil {
		err = errPicture
	}
	if err == nil {
		err = s.Accounts.SaveAvatar(ctx, me, small)
	}
	if err != nil {
		return nil, errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	return s.saved(ctx, "Your picture is saved"), nil
}

// RemoveAvatar shows the caller's initials again.
func (s *API) RemoveAvatar(
	ctx context.Context,
	_ contract.RemoveAvatarRequest,
) (*contract.AccountChangedResponse, error) {
	if err := s.Accounts.SaveAvatar(ctx, web.Actor(ctx).ID, nil); err != nil {
		return nil, err
	}
	return s.saved(ctx, "Your picture is removed"), nil
}

// forever lets browsers keep a picture: a changed one has another address.
const forever = "private, max-age=31536000, immutable"

// Avatar returns a person's picture. Its id is only known to those who are shown the person.
func (s *API) Avatar(ctx context.Context, r contract.AvatarRequest) (contract.Answer, error) {
	picture, err := s.Accounts.Avatar(ctx, r.PictureId)
	if err != nil {
		return nil, err
	}
	return &contract.File{Type: "image/jpeg", Body: picture, CacheControl: forever}, nil
}

// Sessions returns where the caller is signed in.
func (s *API) Sessions(ctx context.Context, _ contract.SessionsRequest) (*contract.SessionsAnswer, error) {
	session := web.Session(ctx)
	found, err := s.SessionStore.OpenSessions(ctx, session.Actor.ID)
	a := &contract.SessionsAnswer{Data: make([]contract.OpenSession, len(found))}
	for i, o := range found {
		a.Data[i] = contract.OpenSession{
			Id: o.ID, Current: o.ID == session.ID, Browser: o.Browser, Address: o.Address, Since: o.Since,
			LastSeen: o.LastSeen,
		}
	}
	return a, err
}

// EndSession ends one session of the caller.
func (s *API) EndSession(
	ctx context.Context,
	r contract.EndSessionRequest,
) (*contract.AccountChangedResponse, error) {
	if err := s.SessionStore.EndSession(ctx, web.Actor(ctx).ID, r.SessionId); err != nil {
		return nil, err
	}
	return s.saved(ctx, "The session has ended"), nil
}

// EndOtherSessions ends every session of the caller but this one.
func (s *API) EndOtherSessions(
	ctx context.Context,
	_ contract.EndOtherSessionsRequest,
) (*contract.AccountChangedResponse, error) {
	session := web.Session(ctx)
	if err := s.SessionStore.EndOtherSessions(ctx, session.Actor.ID, session.ID); err != nil {
		return nil, err
	}
	return s.saved(ctx, "The other sessions have ended"), nil
}

// profileGate returns the profile gate of the caller. A person from before an upgrade learns of the gate with this
// answer, so their time to complete the profile begins (D-290).
func (s *API) profileGate(ctx context.Context) (gate web.ProfileGate, asked contract.ProfileGate, err error) {
	by, session := web.Actor(ctx), web.Session(ctx)
	if gate, err = s.Web.ProfileGate(ctx, by); err != nil {
		return gate, asked, err
	}
	asked = contract.ProfileGate{Asks: contract.ProfileGateAsks(gate.Asks), Closed: gate.Closed}
	switch themselves := !session.ByToken() && by.Impersonator == uuid.Nil; {
	case gate.Asks == web.AsksNothing:
		if gate.Untold || gate.Until != nil {
			err = s.Accounts.ForgetGate(ctx, by.ID)
		}
	case gate.Untold && themselves:
		var until time.Time
		until, err = s.Accounts.TellOfGate(ctx, by.ID)
		asked.ClosesAt = &until
	case !gate.Closed:
		asked.ClosesAt = gate.Until
	}
	return gate, asked, err
}
