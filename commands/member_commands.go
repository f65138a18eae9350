package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
)

// Errors of commands on members.
var (
	ErrYourself = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "member.yourself",
		Message: "You cannot do this to your own account. Ask somebody else with the same role.",
	}
	ErrAdminExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "setup.done",
		Message: "This installation has an admin already. Sign in, or ask them for an invitation.",
	}
)

// team locks and returns a membership that the sender may manage. Memberships of other accounts do
// not exist for the sender. Nobody manages their own one.
func (w *work) teamMember(ctx context.Context, person uuid.UUID) (*member.Member, error) {
	m, err := take(ctx, w, member.Streams, member.StreamOf(person))
	switch {
	case err != nil:
		return nil, err
	case !m.Exists() || m.State == member.Deleted:
		return nil, domain.ErrNotFound
	}
	if err := policy.ManagesTeam(w.by, policy.AccountOf(m.Place)); err != nil {
		return nil, err
	}
	if w.by.ID == person {
		return nil, ErrYourself
	}
	return m, nil
}

// own locks and returns the sender's own membership. The operator of the machine may act for
// anybody.
func (w *work) ownMember(ctx context.Context, person uuid.UUID) (*member.Member, error) {
	if w.by.ID != person && w.by.Role != domain.System {
		return nil, domain.ErrNotFound
	}
	return take(ctx, w, member.Streams, member.StreamOf(person))
}

// begin checks that the sender may add a person at a place, locks the account, and returns the
// membership, which does not exist yet.
func (w *work) begin(ctx context.Context, p member.Place) (*member.Member, error) {
	account := policy.AccountOf(p)
	if err := policy.ManagesTeam(w.by, account); err != nil {
		return nil, err
	}
	if err := w.openAccount(ctx, account); err != nil {
		return nil, err
	}
	return take(ctx, w, member.Streams, member.StreamOf(p.Person))
}

// openAccount locks the account as a guard. It returns an error if nobody can work in it.
func (w *work) openAccount(ctx context.Context, a policy.Account) error {
	if _, err := w.openClient(ctx, a.Client); err != nil || a.Customer == uuid.Nil {
		return err
	}
	of, err := take(ctx, w, customer.Streams, a.Customer)
	if err != nil {
		return err
	}
	if of.Exists() && of.Client != a.Client {
		return domain.ErrNotFound
	}
	return of.Open()
}

// openClient locks and returns a client that exists.
func (w *work) openClient(ctx context.Context, name string) (*client.Client, error) {
	c, err := take(ctx, w, client.Streams, client.StreamOf(name))
	if err == nil && !c.Exists() {
		err = domain.ErrNotFound
	}
	return c, err
}

// isLast reports whether nobody but this person leads their account. It locks the account's
// leadership until the command ends, so that two leaders cannot remove each other.
func (w *work) isLast(ctx context.Context, p member.Place) (bool, error) {
	if !p.Leads() {
		return false, nil
	}
	leaders, err := w.leaders(ctx, p.Client, p.Customer)
	return p.LeadsAlone(leaders), err
}

// InviteMember invites a person to an account.
type InviteMember struct{ member.Place }

func (c *InviteMember) handle(ctx context.Context, w *work) error {
	m, err := w.begin(ctx, c.Place)
	if err != nil {
		return err
	}
	return m.Invite(c.Place, w.at)
}

// RegisterMember adds a person who needs no invitation to an account.
type RegisterMember struct {
	member.Place
	Origin member.Origin
}

func (c *RegisterMember) handle(ctx context.Context, w *work) error {
	if c.Origin != member.Created && w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	if c.Leads() && c.Origin != member.Imported {
		// The leadership is locked, so of two simultaneous set-ups one finds the other's admin (D-76).
		leaders, err := w.leaders(ctx, c.Client, c.Customer)
		if err != nil {
			return err
		}
		if c.Origin == member.SetUp && len(leaders) > 0 {
			return ErrAdminExists
		}
	}
	m, err := w.begin(ctx, c.Place)
	if err != nil {
		return err
	}
	return m.Register(c.Place, c.Origin, w.at)
}

// RenewInvitation sends an invitation again, with a new link.
type RenewInvitation struct {
	Person uuid.UUID `stream:"member"`
}

func (c *RenewInvitation) handle(ctx context.Context, w *work) error {
	m, err := w.teamMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.RenewInvitation(false, w.at)
}

// CopyInvitation makes a new link of an invitation, which is shown to an admin of the design service where no mail is
// sent.
type CopyInvitation struct {
	Person uuid.UUID `stream:"member"`
}

func (c *CopyInvitation) handle(ctx context.Context, w *work) error {
	if err := policy.CopiesInvitations(w.by); err != nil {
		return err
	}
	m, err := w.teamMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.RenewInvitation(true, w.at)
}

// JoinAccount records that an invited person followed their link and chose a password.
type JoinAccount struct {
	Person uuid.UUID `stream:"member"`
}

func (c *JoinAccount) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	if _, err := w.isLast(ctx, m.Place); err != nil { // waits for a set-up that looks for an admin
		return err
	}
	return m.Join(w.at)
}

// ChangeMemberRole gives a person another role in their account.
type ChangeMemberRole struct {
	Person uuid.UUID `stream:"member"`
	Role   domain.Role
}

func (c *ChangeMemberRole) handle(ctx context.Context, w *work) error {
	m, err := w.teamMember(ctx, c.Person)
	if err != nil {
		return err
	}
	last, err := w.isLast(ctx, m.Place)
	if err != nil {
		return err
	}
	return m.ChangeRole(c.Role, last, w.at)
}

// SetApprover says whether a team member may approve proofs.
type SetApprover struct {
	Person   uuid.UUID `stream:"member"`
	Approver bool
}

func (c *SetApprover) handle(ctx context.Context, w *work) error {
	m, err := w.teamMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.SetApprover(c.Approver, w.at)
}

// DeactivateMember stops a person from signing in.
type DeactivateMember struct {
	Person uuid.UUID `stream:"member"`
}

func (c *DeactivateMember) handle(ctx context.Context, w *work) error {
	m, err := w.teamMember(ctx, c.Person)
	if err != nil {
		return err
	}
	last, err := w.isLast(ctx, m.Place)
	if err != nil {
		return err
	}
	return m.Deactivate(last, w.at)
}

// ReactivateMember lets a deactivated person sign in again.
type ReactivateMember struct {
	Person uuid.UUID `stream:"member"`
}

func (c *ReactivateMember) handle(ctx context.Context, w *work) error {
	m, err := w.teamMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.Reactivate(w.at)
}

// RemoveMember removes a person from their account for good, or withdraws an invitation.
type RemoveMember struct {
	Person uuid.UUID `stream:"member"`
}

func (c *RemoveMember) handle(ctx context.Context, w *work) error {
	m, err := w.teamMember(ctx, c.Person)
	if err != nil {
		return err
	}
	last, err := w.isLast(ctx, m.Place)
	if err != nil {
		return err
	}
	return m.Remove(last, w.at)
}

// RequestVerification asks for a mail that verifies the person's address.
type RequestVerification struct {
	Person uuid.UUID `stream:"member"`
}

func (c *RequestVerification) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.RequestVerification(w.at)
}

// VerifyEmail records that a person proved that their address is theirs.
type VerifyEmail struct {
	Person uuid.UUID `stream:"member"`
}

func (c *VerifyEmail) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.VerifyEmail(w.at)
}

// RequestPasswordReset asks for a mail with a link that resets the person's password.
type RequestPasswordReset struct {
	Person uuid.UUID `stream:"member"`
}

func (c *RequestPasswordReset) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.RequestReset(w.at)
}

// RequestSignInLink asks for a mail with a link that makes a browser known (D-81).
type RequestSignInLink struct {
	Person uuid.UUID `stream:"member"`
}

func (c *RequestSignInLink) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.RequestSignInLink(w.at)
}

// AddBrowser records that a person opens a session with a browser that was not known (D-79).
type AddBrowser struct {
	Person  uuid.UUID `stream:"member"`
	Session uuid.UUID
}

func (c *AddBrowser) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.AddBrowser(c.Session, w.at)
}

// UseRecoveryCode records that a person used a recovery code up (D-79).
type UseRecoveryCode struct {
	Person uuid.UUID `stream:"member"`
}

func (c *UseRecoveryCode) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.UseRecoveryCode(w.at)
}

// ChangePassword records that a person's password was changed. It ends all sessions but Kept.
type ChangePassword struct {
	Person uuid.UUID `stream:"member"`
	Way    member.Way
	Kept   uuid.UUID
}

func (c *ChangePassword) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.ChangePassword(c.Way, c.Kept, w.at)
}

// RequestEmailChange asks for a mail to a person's new address.
type RequestEmailChange struct {
	Person uuid.UUID `stream:"member"`
}

func (c *RequestEmailChange) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.RequestEmailChange(w.at)
}

// ChangeEmail records that a person proved that a new address is theirs.
type ChangeEmail struct {
	Person uuid.UUID `stream:"member"`
}

func (c *ChangeEmail) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.ChangeEmail(w.at)
}

// ClaimAddress records that somebody wanted to use a person's address for another account.
type ClaimAddress struct {
	Person uuid.UUID `stream:"member"`
}

func (c *ClaimAddress) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.ClaimAddress(w.at)
}

// AddFactor adds a second factor to the person's sign-in.
type AddFactor struct {
	Person uuid.UUID `stream:"member"`
	Factor member.Factor
}

func (c *AddFactor) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.AddFactor(c.Factor, w.at)
}

// RemoveFactor removes a second factor from the person's sign-in.
type RemoveFactor struct {
	Person uuid.UUID `stream:"member"`
	Factor uuid.UUID
}

func (c *RemoveFactor) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.RemoveFactor(c.Factor, w.at)
}

// ResetFactors removes every second factor of a person who lost theirs.
type ResetFactors struct {
	Person uuid.UUID `stream:"member"`
}

func (c *ResetFactors) handle(ctx context.Context, w *work) error {
	m, err := w.teamMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.ResetFactors(w.at)
}

// CreateToken adds an access token with which other software acts as the person.
type CreateToken struct {
	Person uuid.UUID `stream:"member"`
	Token  member.Token
}

func (c *CreateToken) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.CreateToken(c.Token, w.at)
}

// RevokeToken ends an access token of the person.
type RevokeToken struct {
	Person uuid.UUID `stream:"member"`
	Token  uuid.UUID
}

func (c *RevokeToken) handle(ctx context.Context, w *work) error {
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.RevokeToken(c.Token, w.at)
}

// StartImpersonation lets the sender, an admin, act as a person for a reason (D-48).
type StartImpersonation struct {
	Person uuid.UUID `stream:"member"`
	Reason string
}

func (c *StartImpersonation) redacted() any { return struct{ Person uuid.UUID }{c.Person} }

func (c *StartImpersonation) handle(ctx context.Context, w *work) error {
	if err := policy.Check(w.by, policy.Create, policy.Impersonation); err != nil {
		return err
	}
	if w.by.Impersonator != uuid.Nil {
		return domain.ErrForbidden
	}
	if !domain.ValidReason(c.Reason) {
		return domain.ErrReasonMissing
	}
	m, err := take(ctx, w, member.Streams, member.StreamOf(c.Person))
	if err != nil {
		return err
	}
	return m.Impersonate(c.Reason, w.at)
}

// EndImpersonation records that an admin stopped acting as the sender.
type EndImpersonation struct {
	Person uuid.UUID `stream:"member"`
}

func (c *EndImpersonation) handle(ctx context.Context, w *work) error {
	if w.by.Impersonator == uuid.Nil {
		return domain.ErrForbidden
	}
	m, err := w.ownMember(ctx, c.Person)
	if err != nil {
		return err
	}
	return m.EndImpersonation(w.at)
}

// CloseMembership ends a membership of an account that was deleted. Only the product itself sends it.
type CloseMembership struct {
	Person   uuid.UUID `stream:"member"`
	Customer uuid.UUID
}

func (c *CloseMembership) handle(ctx context.Context, w *work) error {
	if w.by.Role != domain.System {
		return domain.ErrForbidden
	}
	of, err := take(ctx, w, customer.Streams, c.Customer)
	if err != nil {
		return err
	}
	m, err := take(ctx, w, member.Streams, member.StreamOf(c.Person))
	if err != nil {
		return err
	}
	if of.State != customer.Deleted || m.Customer != c.Customer {
		return domain.ErrForbidden
	}
	return m.Remove(false, w.at)
}
