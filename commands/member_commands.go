package commands

import (
	"context"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

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

// onMember is embedded by every command on a membership. It provides the aggregate id and type.
type onMember struct{ Person uuid.UUID }

// AggregateID returns the id of the membership's stream.
func (c onMember) AggregateID() uuid.UUID { return member.StreamOf(c.Person) }

// AggregateType implements eventhorizon.Command.
func (onMember) AggregateType() eh.AggregateType { return member.AggregateType }

// team locks and returns a membership that the sender may manage. Memberships of other accounts do
// not exist for the sender. Nobody manages their own one.
func (c onMember) team(ctx context.Context, w *work) (*member.Member, error) {
	m, err := take(ctx, w, member.Streams, member.StreamOf(c.Person))
	switch {
	case err != nil:
		return nil, err
	case !m.Exists() || m.State == member.Deleted:
		return nil, domain.ErrNotFound
	}
	if err := policy.ManagesTeam(w.by, policy.AccountOf(m.Place)); err != nil {
		return nil, err
	}
	if w.by.ID == c.Person {
		return nil, ErrYourself
	}
	return m, nil
}

// own locks and returns the sender's own membership. The operator of the machine may act for
// anybody.
func (c onMember) own(ctx context.Context, w *work) (*member.Member, error) {
	if w.by.ID != c.Person && w.by.Role != domain.System {
		return nil, domain.ErrNotFound
	}
	return take(ctx, w, member.Streams, member.StreamOf(c.Person))
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

// NewInviteMember returns the command that invites a new person to a place.
func NewInviteMember(p member.Place) *InviteMember { return &InviteMember{p} }

// AggregateID returns the id of the membership's stream.
func (c *InviteMember) AggregateID() uuid.UUID { return member.StreamOf(c.Person) }

// AggregateType implements eventhorizon.Command.
func (*InviteMember) AggregateType() eh.AggregateType { return member.AggregateType }

// CommandType implements eventhorizon.Command.
func (*InviteMember) CommandType() eh.CommandType { return "InviteMember" }

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

// NewRegisterMember returns the command that adds a new person at a place.
func NewRegisterMember(p member.Place, o member.Origin) *RegisterMember { return &RegisterMember{p, o} }

// AggregateID returns the id of the membership's stream.
func (c *RegisterMember) AggregateID() uuid.UUID { return member.StreamOf(c.Person) }

// AggregateType implements eventhorizon.Command.
func (*RegisterMember) AggregateType() eh.AggregateType { return member.AggregateType }

// CommandType implements eventhorizon.Command.
func (*RegisterMember) CommandType() eh.CommandType { return "RegisterMember" }

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
type RenewInvitation struct{ onMember }

// NewRenewInvitation returns the command for an invited person.
func NewRenewInvitation(person uuid.UUID) *RenewInvitation { return &RenewInvitation{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*RenewInvitation) CommandType() eh.CommandType { return "RenewInvitation" }

func (c *RenewInvitation) handle(ctx context.Context, w *work) error {
	m, err := c.team(ctx, w)
	if err != nil {
		return err
	}
	return m.RenewInvitation(false, w.at)
}

// CopyInvitation makes a new link of an invitation, which is shown to an admin of the design service where no mail is
// sent.
type CopyInvitation struct{ onMember }

// NewCopyInvitation returns the command for an invited person.
func NewCopyInvitation(person uuid.UUID) *CopyInvitation { return &CopyInvitation{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*CopyInvitation) CommandType() eh.CommandType { return "CopyInvitation" }

func (c *CopyInvitation) handle(ctx context.Context, w *work) error {
	if err := policy.CopiesInvitations(w.by); err != nil {
		return err
	}
	m, err := c.team(ctx, w)
	if err != nil {
		return err
	}
	return m.RenewInvitation(true, w.at)
}

// JoinAccount records that an invited person followed their link and chose a password.
type JoinAccount struct{ onMember }

// NewJoinAccount returns the command for an invited person.
func NewJoinAccount(person uuid.UUID) *JoinAccount { return &JoinAccount{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*JoinAccount) CommandType() eh.CommandType { return "JoinAccount" }

func (c *JoinAccount) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
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
	onMember
	Role domain.Role
}

// NewChangeMemberRole returns the command for a person.
func NewChangeMemberRole(person uuid.UUID, r domain.Role) *ChangeMemberRole {
	return &ChangeMemberRole{onMember{person}, r}
}

// CommandType implements eventhorizon.Command.
func (*ChangeMemberRole) CommandType() eh.CommandType { return "ChangeMemberRole" }

func (c *ChangeMemberRole) handle(ctx context.Context, w *work) error {
	m, err := c.team(ctx, w)
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
	onMember
	Approver bool
}

// NewSetApprover returns the command for a team member.
func NewSetApprover(person uuid.UUID, approver bool) *SetApprover {
	return &SetApprover{onMember{person}, approver}
}

// CommandType implements eventhorizon.Command.
func (*SetApprover) CommandType() eh.CommandType { return "SetApprover" }

func (c *SetApprover) handle(ctx context.Context, w *work) error {
	m, err := c.team(ctx, w)
	if err != nil {
		return err
	}
	return m.SetApprover(c.Approver, w.at)
}

// DeactivateMember stops a person from signing in.
type DeactivateMember struct{ onMember }

// NewDeactivateMember returns the command for a person.
func NewDeactivateMember(person uuid.UUID) *DeactivateMember {
	return &DeactivateMember{onMember{person}}
}

// CommandType implements eventhorizon.Command.
func (*DeactivateMember) CommandType() eh.CommandType { return "DeactivateMember" }

func (c *DeactivateMember) handle(ctx context.Context, w *work) error {
	m, err := c.team(ctx, w)
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
type ReactivateMember struct{ onMember }

// NewReactivateMember returns the command for a person.
func NewReactivateMember(person uuid.UUID) *ReactivateMember {
	return &ReactivateMember{onMember{person}}
}

// CommandType implements eventhorizon.Command.
func (*ReactivateMember) CommandType() eh.CommandType { return "ReactivateMember" }

func (c *ReactivateMember) handle(ctx context.Context, w *work) error {
	m, err := c.team(ctx, w)
	if err != nil {
		return err
	}
	return m.Reactivate(w.at)
}

// RemoveMember removes a person from their account for good, or withdraws an invitation.
type RemoveMember struct{ onMember }

// NewRemoveMember returns the command for a person.
func NewRemoveMember(person uuid.UUID) *RemoveMember { return &RemoveMember{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*RemoveMember) CommandType() eh.CommandType { return "RemoveMember" }

func (c *RemoveMember) handle(ctx context.Context, w *work) error {
	m, err := c.team(ctx, w)
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
type RequestVerification struct{ onMember }

// NewRequestVerification returns the command for a person.
func NewRequestVerification(person uuid.UUID) *RequestVerification {
	return &RequestVerification{onMember{person}}
}

// CommandType implements eventhorizon.Command.
func (*RequestVerification) CommandType() eh.CommandType { return "RequestVerification" }

func (c *RequestVerification) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.RequestVerification(w.at)
}

// VerifyEmail records that a person proved that their address is theirs.
type VerifyEmail struct{ onMember }

// NewVerifyEmail returns the command for a person.
func NewVerifyEmail(person uuid.UUID) *VerifyEmail { return &VerifyEmail{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*VerifyEmail) CommandType() eh.CommandType { return "VerifyEmail" }

func (c *VerifyEmail) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.VerifyEmail(w.at)
}

// RequestPasswordReset asks for a mail with a link that resets the person's password.
type RequestPasswordReset struct{ onMember }

// NewRequestPasswordReset returns the command for a person.
func NewRequestPasswordReset(person uuid.UUID) *RequestPasswordReset {
	return &RequestPasswordReset{onMember{person}}
}

// CommandType implements eventhorizon.Command.
func (*RequestPasswordReset) CommandType() eh.CommandType { return "RequestPasswordReset" }

func (c *RequestPasswordReset) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.RequestReset(w.at)
}

// RequestSignInLink asks for a mail with a link that makes a browser known (D-81).
type RequestSignInLink struct{ onMember }

// NewRequestSignInLink returns the command for a person.
func NewRequestSignInLink(person uuid.UUID) *RequestSignInLink {
	return &RequestSignInLink{onMember{person}}
}

// CommandType implements eventhorizon.Command.
func (*RequestSignInLink) CommandType() eh.CommandType { return "RequestSignInLink" }

func (c *RequestSignInLink) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.RequestSignInLink(w.at)
}

// AddBrowser records that a person opens a session with a browser that was not known (D-79).
type AddBrowser struct {
	onMember
	Session uuid.UUID
}

// NewAddBrowser returns the command for a person.
func NewAddBrowser(person, session uuid.UUID) *AddBrowser {
	return &AddBrowser{onMember{person}, session}
}

// CommandType implements eventhorizon.Command.
func (*AddBrowser) CommandType() eh.CommandType { return "AddBrowser" }

func (c *AddBrowser) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.AddBrowser(c.Session, w.at)
}

// UseRecoveryCode records that a person used a recovery code up (D-79).
type UseRecoveryCode struct{ onMember }

// NewUseRecoveryCode returns the command for a person.
func NewUseRecoveryCode(person uuid.UUID) *UseRecoveryCode { return &UseRecoveryCode{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*UseRecoveryCode) CommandType() eh.CommandType { return "UseRecoveryCode" }

func (c *UseRecoveryCode) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.UseRecoveryCode(w.at)
}

// ChangePassword records that a person's password was changed. It ends all sessions but Kept.
type ChangePassword struct {
	onMember
	Way  member.Way
	Kept uuid.UUID
}

// NewChangePassword returns the command for a person. kept is the session that stays open, or Nil.
func NewChangePassword(person uuid.UUID, w member.Way, kept uuid.UUID) *ChangePassword {
	return &ChangePassword{onMember{person}, w, kept}
}

// CommandType implements eventhorizon.Command.
func (*ChangePassword) CommandType() eh.CommandType { return "ChangePassword" }

func (c *ChangePassword) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.ChangePassword(c.Way, c.Kept, w.at)
}

// RequestEmailChange asks for a mail to a person's new address.
type RequestEmailChange struct{ onMember }

// NewRequestEmailChange returns the command for a person.
func NewRequestEmailChange(person uuid.UUID) *RequestEmailChange {
	return &RequestEmailChange{onMember{person}}
}

// CommandType implements eventhorizon.Command.
func (*RequestEmailChange) CommandType() eh.CommandType { return "RequestEmailChange" }

func (c *RequestEmailChange) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.RequestEmailChange(w.at)
}

// ChangeEmail records that a person proved that a new address is theirs.
type ChangeEmail struct{ onMember }

// NewChangeEmail returns the command for a person.
func NewChangeEmail(person uuid.UUID) *ChangeEmail { return &ChangeEmail{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*ChangeEmail) CommandType() eh.CommandType { return "ChangeEmail" }

func (c *ChangeEmail) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.ChangeEmail(w.at)
}

// ClaimAddress records that somebody wanted to use a person's address for another account.
type ClaimAddress struct{ onMember }

// NewClaimAddress returns the command for the owner of the address.
func NewClaimAddress(person uuid.UUID) *ClaimAddress { return &ClaimAddress{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*ClaimAddress) CommandType() eh.CommandType { return "ClaimAddress" }

func (c *ClaimAddress) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.ClaimAddress(w.at)
}

// AddFactor adds a second factor to the person's sign-in.
type AddFactor struct {
	onMember
	Factor member.Factor
}

// NewAddFactor returns the command for a person.
func NewAddFactor(person uuid.UUID, f member.Factor) *AddFactor {
	return &AddFactor{onMember{person}, f}
}

// CommandType implements eventhorizon.Command.
func (*AddFactor) CommandType() eh.CommandType { return "AddFactor" }

func (c *AddFactor) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.AddFactor(c.Factor, w.at)
}

// RemoveFactor removes a second factor from the person's sign-in.
type RemoveFactor struct {
	onMember
	Factor uuid.UUID
}

// NewRemoveFactor returns the command for a person.
func NewRemoveFactor(person, factor uuid.UUID) *RemoveFactor {
	return &RemoveFactor{onMember{person}, factor}
}

// CommandType implements eventhorizon.Command.
func (*RemoveFactor) CommandType() eh.CommandType { return "RemoveFactor" }

func (c *RemoveFactor) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.RemoveFactor(c.Factor, w.at)
}

// ResetFactors removes every second factor of a person who lost theirs.
type ResetFactors struct{ onMember }

// NewResetFactors returns the command for a person.
func NewResetFactors(person uuid.UUID) *ResetFactors { return &ResetFactors{onMember{person}} }

// CommandType implements eventhorizon.Command.
func (*ResetFactors) CommandType() eh.CommandType { return "ResetFactors" }

func (c *ResetFactors) handle(ctx context.Context, w *work) error {
	m, err := c.team(ctx, w)
	if err != nil {
		return err
	}
	return m.ResetFactors(w.at)
}

// CreateToken adds an access token with which other software acts as the person.
type CreateToken struct {
	onMember
	Token member.Token
}

// NewCreateToken returns the command for a person.
func NewCreateToken(person uuid.UUID, t member.Token) *CreateToken {
	return &CreateToken{onMember{person}, t}
}

// CommandType implements eventhorizon.Command.
func (*CreateToken) CommandType() eh.CommandType { return "CreateToken" }

func (c *CreateToken) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.CreateToken(c.Token, w.at)
}

// RevokeToken ends an access token of the person.
type RevokeToken struct {
	onMember
	Token uuid.UUID
}

// NewRevokeToken returns the command for a person.
func NewRevokeToken(person, token uuid.UUID) *RevokeToken {
	return &RevokeToken{onMember{person}, token}
}

// CommandType implements eventhorizon.Command.
func (*RevokeToken) CommandType() eh.CommandType { return "RevokeToken" }

func (c *RevokeToken) handle(ctx context.Context, w *work) error {
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.RevokeToken(c.Token, w.at)
}

// StartImpersonation lets the sender, an admin, act as a person for a reason (D-48).
type StartImpersonation struct {
	onMember
	Reason string
}

// NewStartImpersonation returns the command for a person.
func NewStartImpersonation(person uuid.UUID, reason string) *StartImpersonation {
	return &StartImpersonation{onMember{person}, reason}
}

// CommandType implements eventhorizon.Command.
func (*StartImpersonation) CommandType() eh.CommandType { return "StartImpersonation" }

func (c *StartImpersonation) redacted() any { return c.onMember }

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
type EndImpersonation struct{ onMember }

// NewEndImpersonation returns the command for the person whom an admin acts as.
func NewEndImpersonation(person uuid.UUID) *EndImpersonation {
	return &EndImpersonation{onMember{person}}
}

// CommandType implements eventhorizon.Command.
func (*EndImpersonation) CommandType() eh.CommandType { return "EndImpersonation" }

func (c *EndImpersonation) handle(ctx context.Context, w *work) error {
	if w.by.Impersonator == uuid.Nil {
		return domain.ErrForbidden
	}
	m, err := c.own(ctx, w)
	if err != nil {
		return err
	}
	return m.EndImpersonation(w.at)
}

// CloseMembership ends a membership of an account that was deleted. Only the product itself sends it.
type CloseMembership struct {
	onMember
	Customer uuid.UUID
}

// NewCloseMembership returns the command for a person of a deleted customer.
func NewCloseMembership(person, customer uuid.UUID) *CloseMembership {
	return &CloseMembership{onMember{person}, customer}
}

// CommandType implements eventhorizon.Command.
func (*CloseMembership) CommandType() eh.CommandType { return "CloseMembership" }

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
