// Package member decides about a person's membership in an account: their invitation, their role,
// and whether they may sign in.
package member

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Errors of memberships.
var (
	ErrExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.exists",
		Message: "This person belongs to an account already.",
	}
	ErrRole = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "member.role_invalid",
		Message: "This role does not exist in this account.",
	}
	ErrApprover = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "member.approver_invalid",
		Message: "Only team members can be made approvers. Owners approve anyway.",
	}
	ErrLastAdmin = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.last_admin",
		Message: "This is the last admin. Make somebody else an admin first.",
	}
	ErrLastOwner = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.last_owner",
		Message: "This is the last account owner. Make somebody else an account owner first.",
	}
	ErrNotInvited = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.not_invited",
		Message: "This person has joined already, so there is no invitation to send.",
	}
	ErrNotActive = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.not_active",
		Message: "This is only possible for people who can sign in.",
	}
	ErrStateForbids = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.state_forbids",
		Message: "This is not possible for this person now. Reload the page to see their state.",
	}
	ErrNotImpersonated = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.not_impersonated",
		Message: "Only people of customers and resellers can be impersonated.",
	}
	ErrTooManyFactors = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.too_many_factors",
		Message: "You have 20 second factors already. Remove one first.",
	}
	ErrTooManyTokens = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "member.too_many_tokens",
		Message: "You have 20 access tokens already. Revoke one first.",
	}
	ErrTokenEnd = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "member.token_end_invalid",
		Message: "An access token ends within a year. Choose an earlier day that has not passed.",
	}
	ErrTokenScopes = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "member.token_scopes_invalid",
		Message: "Choose what the access token is for. Each scope is named once.",
	}
)

// Bounds of access tokens.
const (
	MaxTokens    = 20                   // of a person at a time
	MaxTokenLife = 365 * 24 * time.Hour // from its creation to its end
)

// MaxFactors is the largest number of second factors of a person.
const MaxFactors = 20

// Member is a person's membership, folded from its events.
type Member struct {
	domain.Base
	Place
	State    State
	Verified bool // the address is known to be theirs
	Factors  []Factor
	Tokens   []Token // neither revoked nor ended with the sessions; their time may be over
}

// New returns a person without a membership.
func New(id uuid.UUID) *Member { return &Member{Base: domain.Base{ID: id}} }

// Invite begins the membership with an invitation.
func (m *Member) Invite(p Place, at time.Time) error {
	if err := m.begin(p); err != nil {
		return err
	}
	m.Record(InvitedType, &Asked{p}, at)
	return nil
}

// Register begins a membership that is active at once.
func (m *Member) Register(p Place, o Origin, at time.Time) error {
	if err := m.begin(p); err != nil {
		return err
	}
	m.Record(RegisteredType, &Registered{p, o}, at)
	return nil
}

func (m *Member) begin(p Place) error {
	switch {
	case m.Exists():
		return ErrExists
	case !p.fits(p.Role):
		return ErrRole
	case p.Approver && p.Role != domain.Staff:
		return ErrApprover
	}
	return nil
}

// fits reports whether the account of a place has a role.
func (p Place) fits(r domain.Role) bool {
	if p.Client == domain.ProviderClient {
		return r.IsProvider() && p.Customer == uuid.Nil
	}
	return r.IsCustomer() && (p.Client != domain.DirectClient || p.Customer != uuid.Nil)
}

// Roles returns the roles of the account of a place.
func (p Place) Roles() []domain.Role {
	var fitting []domain.Role
	for _, r := range domain.Roles {
		if p.fits(r) {
			fitting = append(fitting, r)
		}
	}
	return fitting
}

// Leads reports whether the person's account cannot be without somebody in their role: an admin of
// the provider, or an owner.
func (p Place) Leads() bool { return p.Role == domain.Admin || p.Role == domain.Owner }

// LeadsAlone reports whether nobody else is among the active people who lead the account.
func (p Place) LeadsAlone(leaders []uuid.UUID) bool {
	return p.Leads() && !slices.ContainsFunc(leaders, func(id uuid.UUID) bool { return id != p.Person })
}

// RenewInvitation asks for another mail with a new link. With copied, the link is shown instead.
func (m *Member) RenewInvitation(copied bool, at time.Time) error {
	if m.State != Invited {
		return ErrNotInvited
	}
	m.Record(InvitationRenewedType, &InvitationRenewed{copied}, at)
	return nil
}

// Join records that an invited person chose a password. Repeating it has no effect.
func (m *Member) Join(at time.Time) error {
	if m.State == Active {
		return nil
	}
	if err := m.mayTurn(join); err != nil {
		return err
	}
	m.Record(JoinedType, &Joined{}, at)
	return nil
}

// ChangeRole gives the person another role in their account. last says that nobody else leads the
// account.
func (m *Member) ChangeRole(r domain.Role, last bool, at time.Time) error {
	switch {
	case m.State == Deleted || !m.Exists():
		return domain.ErrNotFound
	case !m.fits(r):
		return ErrRole
	case r == m.Role:
		return nil
	}
	if err := m.mayLeave(last); err != nil {
		return err
	}
	m.Record(RoleChangedType, &RoleChanged{r}, at)
	return nil
}

// mayLeave returns an error if the account would be left without somebody who leads it. Only active
// people lead.
func (m *Member) mayLeave(last bool) error {
	switch {
	case !last || !m.Leads() || m.State != Active:
		return nil
	case m.Role == domain.Admin:
		return ErrLastAdmin
	}
	return ErrLastOwner
}

// SetApprover says whether a team member may approve proofs (BD-299).
func (m *Member) SetApprover(approver bool, at time.Time) error {
	switch {
	case m.State == Deleted || !m.Exists():
		return domain.ErrNotFound
	case approver && m.Role != domain.Staff:
		return ErrApprover
	case approver == m.Approver:
		return nil
	}
	m.Record(ApproverChangedType, &ApproverChanged{approver}, at)
	return nil
}

// Deactivate stops the person from signing in. Repeating it has no effect.
func (m *Member) Deactivate(last bool, at time.Time) error {
	if m.State == Deactivated {
		return nil
	}
	if err := m.mayTurn(deactivate); err != nil {
		return err
	}
	if err := m.mayLeave(last); err != nil {
		return err
	}
	m.Record(DeactivatedType, &WasDeactivated{}, at)
	return nil
}

// Reactivate lets a deactivated person sign in again. Repeating it has no effect.
func (m *Member) Reactivate(at time.Time) error {
	if m.State == Active {
		return nil
	}
	if err := m.mayTurn(reactivate); err != nil {
		return err
	}
	m.Record(ReactivatedType, &Reactivated{}, at)
	return nil
}

// Remove removes the person from the account for good, or withdraws their invitation. Repeating it
// has no effect.
func (m *Member) Remove(last bool, at time.Time) error {
	if m.State == Deleted {
		return nil
	}
	if err := m.mayTurn(remove); err != nil {
		return err
	}
	if err := m.mayLeave(last); err != nil {
		return err
	}
	m.Record(DeletedType, &WasDeleted{}, at)
	return nil
}

// RequestVerification asks for a mail that verifies the address. It has no effect once the address
// is verified.
func (m *Member) RequestVerification(at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	if !m.Verified {
		m.Record(VerificationRequestedType, &VerificationRequested{}, at)
	}
	return nil
}

// VerifyEmail records that the address is the person's. Repeating it has no effect.
func (m *Member) VerifyEmail(at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	if !m.Verified {
		m.Record(EmailVerifiedType, &EmailVerified{}, at)
	}
	return nil
}

// RequestReset asks for a mail that resets the password.
func (m *Member) RequestReset(at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	m.Record(ResetRequestedType, &ResetRequested{}, at)
	return nil
}

// ChangePassword records that the password was changed. Only the session kept stays open.
func (m *Member) ChangePassword(w Way, kept uuid.UUID, at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	m.Record(PasswordChangedType, &PasswordChanged{w, kept}, at)
	return nil
}

// RequestEmailChange asks for a mail to a new address.
func (m *Member) RequestEmailChange(at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	m.Record(EmailChangeRequestedType, &EmailChangeRequested{}, at)
	return nil
}

// ChangeEmail records that the person proved that a new address is theirs.
func (m *Member) ChangeEmail(at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	m.Record(EmailChangedType, &EmailChanged{}, at)
	return nil
}

// ClaimAddress records that somebody wanted to use the person's address for another account.
func (m *Member) ClaimAddress(at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	m.Record(AddressClaimedType, &AddressClaimed{}, at)
	return nil
}

// AddFactor adds a second factor. Repeating it has no effect.
func (m *Member) AddFactor(f Factor, at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	switch {
	case slices.Contains(m.Factors, f):
		return nil
	case len(m.Factors) >= MaxFactors:
		return ErrTooManyFactors
	}
	m.Record(FactorAddedType, &FactorAdded{f}, at)
	return nil
}

// RemoveFactor removes a second factor. The recovery codes go with the last one. Repeating it has no
// effect.
func (m *Member) RemoveFactor(id uuid.UUID, at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	i := slices.IndexFunc(m.Factors, func(f Factor) bool { return f.ID == id })
	if i < 0 {
		return nil
	}
	m.Record(FactorRemovedType, &FactorRemoved{m.Factors[i]}, at)
	rest := slices.Delete(slices.Clone(m.Factors), i, i+1)
	if len(rest) == 1 && rest[0].Kind == Recovery {
		m.Record(FactorRemovedType, &FactorRemoved{rest[0]}, at)
	}
	return nil
}

// ResetFactors removes every second factor.
func (m *Member) ResetFactors(at time.Time) error {
	if m.State == Deleted || !m.Exists() {
		return domain.ErrNotFound
	}
	for _, f := range slices.Clone(m.Factors) {
		m.Record(FactorRemovedType, &FactorRemoved{f}, at)
	}
	return nil
}

// CreateToken adds an access token.
func (m *Member) CreateToken(t Token, at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	valid := 0
	for _, other := range m.Tokens {
		if other.Ends.After(at) {
			valid++
		}
	}
	scopes := slices.Sorted(slices.Values(t.Scopes))
	switch {
	case !t.Ends.After(at) || t.Ends.After(at.Add(MaxTokenLife)):
		return ErrTokenEnd
	case len(scopes) == 0 || len(slices.Compact(slices.Clone(scopes))) < len(scopes):
		return ErrTokenScopes
	case valid >= MaxTokens:
		return ErrTooManyTokens
	}
	t.Scopes = scopes
	m.Record(TokenCreatedType, &TokenCreated{t}, at)
	return nil
}

// RevokeToken ends an access token. Repeating it has no effect, nor has it for a token that ended
// with the sessions of the person.
func (m *Member) RevokeToken(id uuid.UUID, at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	if slices.ContainsFunc(m.Tokens, func(t Token) bool { return t.ID == id }) {
		m.Record(TokenRevokedType, &TokenRevoked{id}, at)
	}
	return nil
}

// RequestSignInLink asks for a mail with a link that makes a browser known.
func (m *Member) RequestSignInLink(at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	m.Record(SignInLinkRequestedType, &SignInLinkRequested{}, at)
	return nil
}

// AddBrowser records that the person opens a session with a browser that was not known.
func (m *Member) AddBrowser(session uuid.UUID, at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	m.Record(BrowserAddedType, &BrowserAdded{session}, at)
	return nil
}

// UseRecoveryCode records that the person used up a recovery code.
func (m *Member) UseRecoveryCode(at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	m.Record(RecoveryUsedType, &RecoveryUsed{}, at)
	return nil
}

// Impersonate records that an admin acts as the person. Only the customers' people can be
// impersonated.
func (m *Member) Impersonate(reason string, at time.Time) error {
	if err := m.active(); err != nil {
		return err
	}
	if !m.Role.IsCustomer() {
		return ErrNotImpersonated
	}
	m.Record(ImpersonatedType, &Impersonated{reason}, at)
	return nil
}

// EndImpersonation records that an admin stopped acting as the person.
func (m *Member) EndImpersonation(at time.Time) error {
	if !m.Exists() {
		return domain.ErrNotFound
	}
	m.Record(ImpersonationEndedType, &ImpersonationEnded{}, at)
	return nil
}

func (m *Member) active() error {
	switch {
	case !m.Exists():
		return domain.ErrNotFound
	case m.State != Active:
		return ErrNotActive
	}
	return nil
}

// mayTurn returns an error unless the state machine has a transition for a trigger.
func (m *Member) mayTurn(trigger string) error {
	if !m.Exists() {
		return domain.ErrNotFound
	}
	if _, ok := domain.Next(life(), m.State, trigger); !ok {
		return ErrStateForbids
	}
	return nil
}

// Apply folds one event.
func (m *Member) Apply(e domain.Event) error {
	if err := m.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Asked:
		m.Place, m.State = d.Place, Invited
	case *Registered:
		m.Place, m.State = d.Place, Active
		m.Verified = d.Origin.Verifies()
	case *Joined:
		m.State, m.Verified = Active, true // the link was sent to the address
	case *RoleChanged:
		m.Role, m.Tokens = d.Role, nil
		m.Approver = m.Approver && d.Role == domain.Staff
	case *ApproverChanged:
		m.Approver = d.Approver
	case *WasDeactivated:
		m.State, m.Tokens = Deactivated, nil
	case *Reactivated:
		m.State = Active
	case *WasDeleted:
		m.State, m.Factors, m.Tokens = Deleted, nil, nil
	case *EmailVerified:
		m.Verified = true
	case *PasswordChanged:
		m.Verified, m.Tokens = m.Verified || d.Way.Verifies(), nil
	case *FactorAdded:
		m.Factors = append(slices.DeleteFunc(slices.Clone(m.Factors), func(f Factor) bool {
			return f.Kind == Recovery && d.Kind == Recovery
		}), d.Factor)
	case *FactorRemoved:
		m.Factors = slices.DeleteFunc(slices.Clone(m.Factors), func(f Factor) bool { return f == d.Factor })
	case *TokenCreated:
		// Tokens whose time is over are forgotten here, so that they do not add up.
		m.Tokens = append(slices.DeleteFunc(slices.Clone(m.Tokens), func(t Token) bool {
			return !t.Ends.After(e.OccurredAt)
		}), d.Token)
	case *TokenRevoked:
		m.Tokens = slices.DeleteFunc(slices.Clone(m.Tokens), func(t Token) bool { return t.ID == d.ID })
	case *EmailChanged:
		m.Verified = true // the link was sent to the new address
	case *InvitationRenewed, *VerificationRequested, *ResetRequested, *Impersonated, *ImpersonationEnded,
		*EmailChangeRequested, *AddressClaimed, *SignInLinkRequested, *BrowserAdded, *RecoveryUsed:
	default:
		return fmt.Errorf("member: unknown event %s", e.Type)
	}
	return nil
}
