package member

import (
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of memberships. A person has one, see StreamOf. Names, addresses
// and passwords are stored in the accounts and never in the log (D-33).
const AggregateType eh.AggregateType = "member"

var namespace = uuid.MustParse("d1f0a0a4-5b7a-5d0b-8c52-3f7f4b0f2c61")

// StreamOf returns the stream of a person's membership. It differs from the person's id, because
// their inbox has that one.
func StreamOf(person uuid.UUID) uuid.UUID { return uuid.NewSHA1(namespace, person[:]) }

// Stored names of the events; they never change.
const (
	InvitedType               eh.EventType = "member.invited"
	RegisteredType            eh.EventType = "member.registered"
	InvitationRenewedType     eh.EventType = "member.invitation_renewed"
	JoinedType                eh.EventType = "member.joined"
	RoleChangedType           eh.EventType = "member.role_changed"
	ApproverChangedType       eh.EventType = "member.approver_changed"
	DeactivatedType           eh.EventType = "member.deactivated"
	ReactivatedType           eh.EventType = "member.reactivated"
	DeletedType               eh.EventType = "member.deleted"
	VerificationRequestedType eh.EventType = "member.verification_requested"
	EmailVerifiedType         eh.EventType = "member.email_verified"
	ResetRequestedType        eh.EventType = "member.password_reset_requested"
	PasswordChangedType       eh.EventType = "member.password_changed"
	FactorAddedType           eh.EventType = "member.factor_added"
	FactorRemovedType         eh.EventType = "member.factor_removed"
	ImpersonatedType          eh.EventType = "member.impersonated"
	ImpersonationEndedType    eh.EventType = "member.impersonation_ended"
	EmailChangeRequestedType  eh.EventType = "member.email_change_requested"
	EmailChangedType          eh.EventType = "member.email_changed"
	AddressClaimedType        eh.EventType = "member.address_claimed"
	TokenCreatedType          eh.EventType = "member.token_created"
	TokenRevokedType          eh.EventType = "member.token_revoked"
	SignInLinkRequestedType   eh.EventType = "member.sign_in_link_requested"
	BrowserAddedType          eh.EventType = "member.browser_added"
	RecoveryUsedType          eh.EventType = "member.recovery_code_used"
)

// Place is the account that a person belongs to, and what they are there.
type Place struct {
	Person   uuid.UUID   `json:"person" stream:"member"`
	Client   string      `json:"client"`
	Customer uuid.UUID   `json:"customer,omitzero"` // Nil for the people of the provider and of a reseller
	Role     domain.Role `json:"role"`
	Approver bool        `json:"approver,omitempty"`
	ViewOnly bool        `json:"viewOnly,omitempty"`
}

// Asked begins a membership with an invitation. The actor is the inviter.
type Asked struct{ Place }

// Origin says how a person came in without an invitation.
type Origin string

const (
	SetUp    Origin = "setup"    // as the first admin of an installation
	SignedUp Origin = "signup"   // by registering themselves
	Created  Origin = "created"  // by somebody who also chose their password
	Imported Origin = "imported" // from the tables of a version without events of accounts, or from a seed
)

// Verifies reports whether the address of a person of this origin counts as verified.
func (o Origin) Verifies() bool { return o == SetUp || o == Imported }

// Registered begins a membership that is active at once.
type Registered struct {
	Place
	Origin Origin `json:"origin"`
}

// RoleChanged changes the role. It ends the person's sessions.
type RoleChanged struct {
	Role domain.Role `json:"role"`
}

// ApproverChanged says whether a team member may approve proofs.
type ApproverChanged struct {
	Approver bool `json:"approver"`
}

// Way says how a password was changed.
type Way string

const (
	ByProfile  Way = "profile"   // by the person, who knew the old one
	ByReset    Way = "reset"     // with a link that was sent to them
	ByOperator Way = "operator"  // by the operator of the machine
	Elsewhere  Way = "elsewhere" // in another account of the person, whose event says how
)

// Verifies reports whether the change proves that the address is the person's, because a link was
// sent to it.
func (w Way) Verifies() bool { return w == ByReset }

// PasswordChanged ends the person's sessions, except for one.
type PasswordChanged struct {
	Way  Way       `json:"way"`
	Kept uuid.UUID `json:"kept,omitzero"` // the session in which they changed it
}

// FactorKind is a kind of second factor.
type FactorKind string

const (
	TOTP     FactorKind = "totp"     // codes of an authenticator app
	Passkey  FactorKind = "passkey"  // WebAuthn
	Recovery FactorKind = "recovery" // a set of recovery codes
)

// Factor is a second factor. Its secret is stored in the accounts.
type Factor struct {
	ID   uuid.UUID  `json:"id"`
	Kind FactorKind `json:"kind"`
}

// FactorAdded adds a second factor. A set of recovery codes replaces the one before.
type FactorAdded struct{ Factor }

// FactorRemoved removes a second factor.
type FactorRemoved struct{ Factor }

// Token is an access token with which other software acts as the person. Its name and its hash are
// stored in the accounts.
type Token struct {
	ID     uuid.UUID `json:"id"`
	Scopes []string  `json:"scopes"`
	Ends   time.Time `json:"ends"`
}

// TokenCreated adds an access token.
type TokenCreated struct{ Token }

// TokenRevoked ends an access token before its time.
type TokenRevoked struct {
	ID uuid.UUID `json:"id"`
}

// BrowserAdded says that the person signed in with a browser that they had not used before. The
// session knows which one it was, as long as it is open.
type BrowserAdded struct {
	Session uuid.UUID `json:"session"`
}

// Impersonated begins an impersonation: the actor, an admin, acts as this person (D-48).
type Impersonated struct {
	Reason string `json:"reason"`
}

// Texts implements domain.Written.
func (d *Impersonated) Texts() []*string { return []*string{&d.Reason} }

// InvitationRenewed makes a new link. Copied: it was shown to the actor, and is not mailed (D-284).
type InvitationRenewed struct {
	Copied bool `json:"copied,omitempty"`
}

// Turns of a membership that need no data.
type (
	Joined                struct{}
	WasDeactivated        struct{}
	Reactivated           struct{}
	WasDeleted            struct{}
	VerificationRequested struct{}
	EmailVerified         struct{}
	ResetRequested        struct{}
	ImpersonationEnded    struct{}
	EmailChangeRequested  struct{}
	EmailChanged          struct{}
	AddressClaimed        struct{}
	SignInLinkRequested   struct{}
	RecoveryUsed          struct{}
)

// Streams describes the streams of members.
var Streams = &domain.Streams[*Member]{
	Type:     AggregateType,
	Says:     "One stream for each person's membership in an account. Its id is made from the person's.",
	New:      New,
	Snapshot: 2,
	Place:    100,
	ID:       domain.IDFrom(StreamOf),
	Events: []domain.EventType{
		domain.Type[Asked](InvitedType, "A person was invited to an account."),
		domain.Type[Registered](RegisteredType, "A person joined an account without an invitation."),
		domain.Type[InvitationRenewed](InvitationRenewedType, "The invitation was sent again, with a new link."),
		domain.Type[Joined](JoinedType, "The person followed the link of the invitation and chose a password."),
		domain.Type[RoleChanged](RoleChangedType, "The role was changed, which ended the person's sessions."),
		domain.Type[ApproverChanged](ApproverChangedType, "The right of a team member to approve proofs was changed."),
		domain.Type[WasDeactivated](DeactivatedType, "The person may no longer sign in."),
		domain.Type[Reactivated](ReactivatedType, "The person may sign in again."),
		domain.Type[WasDeleted](DeletedType, "The person was removed from the account for good."),
		domain.Type[VerificationRequested](VerificationRequestedType, "A mail to verify the address was asked for."),
		domain.Type[EmailVerified](EmailVerifiedType, "The person proved that the address is theirs."),
		domain.Type[ResetRequested](ResetRequestedType, "A mail to reset the password was asked for."),
		domain.Type[PasswordChanged](PasswordChangedType, "The password was changed, which ended the other sessions."),
		domain.Type[FactorAdded](FactorAddedType, "A second factor was added."),
		domain.Type[FactorRemoved](FactorRemovedType, "A second factor was removed."),
		domain.Type[Impersonated](ImpersonatedType, "An admin began to act as the person, for a reason."),
		domain.Type[ImpersonationEnded](ImpersonationEndedType, "An admin stopped acting as the person."),
		domain.Type[EmailChangeRequested](
			EmailChangeRequestedType, "The person asked for a mail to a new address, which is not theirs yet.",
		),
		domain.Type[EmailChanged](
			EmailChangedType,
			"The person proved that the new address is theirs. It replaced the old one.",
		),
		domain.Type[AddressClaimed](
			AddressClaimedType,
			"Somebody wanted to use the person's address for another account.",
		),
		domain.Type[TokenCreated](TokenCreatedType, "The person created an access token for other software."),
		domain.Type[TokenRevoked](TokenRevokedType, "The person revoked an access token before its end."),
		domain.Type[SignInLinkRequested](
			SignInLinkRequestedType,
			"The right password came from an unknown browser after many wrong ones, so a mailed link is needed as well.",
		),
		domain.Type[BrowserAdded](BrowserAddedType, "The person signed in with a browser that was not known."),
		domain.Type[RecoveryUsed](RecoveryUsedType, "The person signed in with a recovery code, which is used up."),
	},
}
