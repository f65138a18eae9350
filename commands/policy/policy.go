// Package policy decides who may do what. It has one table with the abilities of each role, and
// rules that also depend on the order, the file or the topic.
package policy

import (
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// Action is what a role may do with an ability (SH-093).
type Action string

const (
	Read   Action = "read"
	Create Action = "create"
	Update Action = "update"
	Remove Action = "delete"
	Visit  Action = "visit"
)

// Ability is a named part of the product that a role may read, create, update, delete or visit.
type Ability string

const (
	CreateOrder          Ability = "create-order"
	CreateOrderPage      Ability = "create-order-page"
	OrderDetails         Ability = "order-details"
	ChangeStatus         Ability = "change-status"
	AssignedOperator     Ability = "assigned-operator" // assign people, delete versions (BD-172)
	ArchiveOrder         Ability = "archive-order"
	CompanyName          Ability = "order-list-company-name"
	Attachments          Ability = "attachments"
	CustomerReviewFile   Ability = "customer-review-file"
	InternalReviewFile   Ability = "internal-review-file"
	SuppliedFile         Ability = "supplied-file"
	Version              Ability = "version"
	CMApprove            Ability = "cm-approve"
	RequestCMReview      Ability = "request-cm-review"
	PublicComment        Ability = "public-comment"
	InternalComment      Ability = "internal-comment"
	InviteGuest          Ability = "invite-guest-reviewer"
	WorkingTime          Ability = "working-time"
	Collaborators        Ability = "collaborators"
	FilterClient         Ability = "filter-client"
	FilterCustomer       Ability = "filter-customer"
	FilterCreator        Ability = "filter-creator"
	FilterManager        Ability = "filter-manager"
	FilterOperator       Ability = "filter-operator"
	FilterPreset         Ability = "filter-preset" // the person's own saved filters
	Company              Ability = "company-information"
	AllocatedHours       Ability = "manage-allocated-hours"
	ActiveOrders         Ability = "manage-active-order"
	Membership           Ability = "manage-membership"
	Storage              Ability = "manage-storage"
	Watermark            Ability = "manage-watermark" // of downloaded proofs, by client and order
	Service              Ability = "manage-service"
	Billing              Ability = "billing-info"
	SubscriptionLeave    Ability = "subscription-leave"
	DeleteAccount        Ability = "delete-account"
	ManageTeam           Ability = "manage-team" // of one's own account, and of a reseller's customers
	TourGuide            Ability = "tour-guide"
	PAYGCart             Ability = "payg-cart"
	ImageSearch          Ability = "image-search"
	JobTitle             Ability = "job-title"
	PAYGTime             Ability = "payg-time"
	NavProfile           Ability = "nav-manage-profile"
	NavCustomerReporting Ability = "nav-customer-reporting"
	NavUserReporting     Ability = "nav-user-reporting"
	NavPAYGCustomerInfo  Ability = "nav-payg-customer-info"
	NavCustomerImages    Ability = "nav-customer-images"
	NavMembership        Ability = "nav-manage-membership"
	NavPayment           Ability = "nav-payment"
	NavTeamMember        Ability = "nav-team-member"
	PageWorkflowEditor   Ability = "page-workflow-editor"
	Operations           Ability = "operations"
	Audit                Ability = "audit"
	ManageUsers          Ability = "manage-users"
	ManageClients        Ability = "manage-clients"
	ManageAnnouncements  Ability = "manage-announcements"
	ManageBusinessHours  Ability = "manage-business-hours"
	ManagePlans          Ability = "manage-plans"
	Impersonation        Ability = "impersonation"
)

// Grant lists the abilities of a role and the actions it has on each.
type Grant map[Ability][]Action

var all = []Action{Read, Create, Update, Remove, Visit}

func some(a ...Action) []Action { return a }

func with(base Grant, more Grant) Grant {
	g := Grant{}
	for _, part := range []Grant{base, more} {
		maps.Copy(g, part)
	}
	return g
}

var operator = Grant{ // abilities of operators (SH-099)
	CustomerReviewFile:  some(Read, Create, Remove),
	InternalReviewFile:  some(Read, Create),
	SuppliedFile:        some(Read, Create),
	Version:             some(Read, Create),
	Attachments:         some(Read),
	CMApprove:           some(Read),
	RequestCMReview:     some(Create),
	PublicComment:       some(Read, Create),
	InternalComment:     some(Read, Create),
	InviteGuest:         some(Create),
	ChangeStatus:        some(Update),
	WorkingTime:         some(Read, Update),
	CompanyName:         some(Read),
	JobTitle:            some(Read),
	PAYGTime:            some(Read),
	NavPAYGCustomerInfo: some(Read),
	FilterClient:        some(Read),
	FilterCustomer:      some(Read),
	FilterCreator:       some(Read),
	FilterManager:       some(Read),
	FilterOperator:      some(Read),
	FilterPreset:        all,
	NavProfile:          some(Read),
}

var manager = with(operator, Grant{ // abilities of managers (SH-100)
	OrderDetails:     some(Read, Update),
	ArchiveOrder:     some(Update),
	AssignedOperator: some(Read, Update),
	Attachments:      some(Read, Update, Remove),
	Collaborators:    some(Read, Update),
	NavUserReporting: some(Read),
	Watermark:        some(Read, Update),
})

// creativeManager are the abilities of creative and production managers, who give the creative
// manager's approval too (SH-101, SH-102).
var creativeManager = with(manager, Grant{CMApprove: some(Read, Update)})

// grants lists the abilities of each role (SH-097..SH-105, D-12, D-26). Everything else is denied.
var grants = map[domain.Role]Grant{
	domain.Owner: { // account owners (SH-097)
		CreateOrder:          all,
		CreateOrderPage:      some(Visit),
		OrderDetails:         some(Read, Update),
		ChangeStatus:         some(Update),
		ArchiveOrder:         some(Update),
		Attachments:          some(Read, Remove),
		SuppliedFile:         some(Read, Create),
		CustomerReviewFile:   some(Read),
		Version:              some(Read, Create),
		PublicComment:        some(Read, Create),
		InviteGuest:          some(Read, Create, Update, Remove),
		Collaborators:        some(Read, Update),
		Company:              some(Read, Update),
		AllocatedHours:       all,
		ActiveOrders:         all,
		Membership:           all,
		Storage:              all,
		Service:              all,
		Billing:              all,
		SubscriptionLeave:    some(Read, Update),
		DeleteAccount:        some(Create),
		ManageTeam:           all,
		TourGuide:            some(Read),
		PAYGCart:             some(Read, Update),
		ImageSearch:          some(Read),
		FilterCreator:        some(Read),
		FilterManager:        some(Read),
		FilterOperator:       some(Read),
		FilterPreset:         all,
		NavProfile:           some(Read),
		NavCustomerReporting: some(Read),
		NavCustomerImages:    some(Read),
		NavMembership:        some(Read),
		NavPayment:           some(Read),
		NavTeamMember:        some(Read),
		PageWorkflowEditor:   some(Visit),
		Watermark:            some(Read, Update),
	},
	domain.Staff: { // team members (SH-098)
		CreateOrder:          some(Read, Create),
		CreateOrderPage:      some(Visit),
		ChangeStatus:         some(Update),
		Attachments:          some(Read),
		SuppliedFile:         some(Read, Create),
		CustomerReviewFile:   some(Read),
		Version:              some(Read, Create),
		PublicComment:        some(Read, Create),
		AllocatedHours:       some(Read),
		ActiveOrders:         some(Read),
		TourGuide:            some(Read),
		Membership:           some(Read),
		Storage:              some(Read),
		Service:              some(Read),
		ImageSearch:          some(Read),
		FilterCreator:        some(Read),
		FilterManager:        some(Read),
		FilterOperator:       some(Read),
		FilterPreset:         all,
		NavProfile:           some(Read),
		NavCustomerReporting: some(Read),
		NavCustomerImages:    some(Read),
	},
	domain.Operator:          operator,
	domain.Manager:           manager,
	domain.CreativeManager:   creativeManager,
	domain.ProductionManager: creativeManager,
	domain.CSO: { // the provider's read-only role (SH-103)
		FilterClient:       some(Read),
		FilterCustomer:     some(Read),
		FilterCreator:      some(Read),
		FilterManager:      some(Read),
		FilterOperator:     some(Read),
		FilterPreset:       all,
		CompanyName:        some(Read),
		CustomerReviewFile: some(Read, Create),
		ImageSearch:        some(Read),
		NavProfile:         some(Read),
		Attachments:        some(Read),
		SuppliedFile:       some(Read),
		Version:            some(Read),
	},
	domain.Guest: {PublicComment: some(Read, Create)}, // only with an invite token (SH-104)
	domain.Admin: with(creativeManager, Grant{ // everything a production manager may do, and the administration (D-26)
		CreateOrder:         some(Read, Create),
		CreateOrderPage:     some(Visit),
		TourGuide:           some(Read),
		Operations:          all,
		Audit:               all,
		ManageUsers:         all,
		ManageClients:       all,
		ManageAnnouncements: all,
		ManageBusinessHours: all,
		ManagePlans:         all,
		Impersonation:       all,
	}),
	domain.System: {},
}

// HasChat reports whether the chat widget is loaded for a role. Operators and managers of every kind
// work on the orders and do not get it (BD-011).
func HasChat(role domain.Role) bool { return !role.SeesAllFiles() || role == domain.Admin }

// Of returns the abilities of a role. The caller must not change them.
func Of(role domain.Role) Grant { return grants[role] }

// Can reports whether a role has an action on an ability.
func Can(role domain.Role, action Action, ability Ability) bool {
	return slices.Contains(grants[role][ability], action)
}

// Check returns an error if a person may not do the action: ErrViewOnly for a change by a person
// with a view-only account, otherwise domain.ErrForbidden with the roles that may do it.
func Check(by domain.Actor, action Action, ability Ability) error {
	if by.ViewOnly && action != Read && action != Visit {
		return ErrViewOnly
	}
	if Can(by.Role, action, ability) {
		return nil
	}
	roles := []string{}
	for _, r := range domain.Roles {
		if Can(r, action, ability) {
			roles = append(roles, string(r))
		}
	}
	return domain.ErrForbidden.Because(domain.Refusal{
		Rule: string(action) + " " + string(ability), Role: string(by.Role), Allowed: []string{}, AllowedRoles: roles,
	})
}

// CheckPresets returns an error if a person may not do the action on their saved filters. People
// with a view-only account may not change any, except in the role cso (SH-252).
func CheckPresets(by domain.Actor, action Action) error {
	if by.Role == domain.CSO {
		by.ViewOnly = false
	}
	return Check(by, action, FilterPreset)
}

// ErrViewOnly is returned when a person with a view-only account tries to change something.
var ErrViewOnly = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "view_only",
	Message: "Your account can look at orders but not change them.",
}

// File has the fields of an attachment, or of one version of it, that decide who may see it.
type File struct {
	ID         uuid.UUID // of the attachment
	Kind       proof.Kind
	ByCustomer bool
	Since      int64 // position of the event that added the version, or the attachment's oldest one
}

// FileOf returns the File of a version of an attachment. For the whole attachment, since is that of
// the oldest version that was not deleted.
func FileOf(id uuid.UUID, p *proof.Facts, since int64) File {
	return File{id, p.Kind, p.ByCustomer, since}
}

// SeesFile reports whether a person may look at a file of an order they may see. They may look at
// files they may review. The customer's people may also look at files that were shown to them in an
// earlier review (D-68).
func SeesFile(who domain.Actor, f File, o *order.Summary) bool {
	return ReviewsFile(who, f, o.Status) || who.Role.IsCustomer() && f.Kind != proof.InternalReview && o.Showed(f.Since)
}

// ReviewsFile reports whether a person may work with a file of an order they may see
// (BD-017..BD-019, D-13):
//   - The staff-level roles may work with every file.
//   - All others may work with files the customer uploaded. Files that others uploaded are open to
//     them only while the order is in review, approved or completed.
//   - Guests are limited to the files they are invited to.
//   - Files for internal review are open to the staff-level roles only.
func ReviewsFile(who domain.Actor, f File, status order.Status) bool {
	if who.Role.SeesAllFiles() || who.Role == domain.System {
		return true
	}
	if f.Kind == proof.InternalReview || who.Role == domain.Guest && !who.InvitedToFile(f.ID) {
		return false
	}
	return f.ByCustomer || ReviewsOthersFiles(who, status)
}

// ReviewsOthersFiles reports whether a person may work with files that the customer did not upload,
// while the order has this status (BD-019).
func ReviewsOthersFiles(who domain.Actor, status order.Status) bool {
	return who.Role.SeesAllFiles() || who.Role == domain.System || status.ShowsFiles()
}

// SeesTab reports whether a person may read a tab of a proof (BD-230, D-16).
func SeesTab(who domain.Actor, tab proof.Tab) bool {
	if tab == proof.Internal {
		return Can(who.Role, Read, InternalComment)
	}
	return Can(who.Role, Read, PublicComment) || who.Role == domain.CSO
}

// FileAbility returns the ability that a kind of attachment requires.
func FileAbility(k proof.Kind) Ability {
	switch k {
	case proof.CustomerReview:
		return CustomerReviewFile
	case proof.InternalReview:
		return InternalReviewFile
	default:
		return SuppliedFile
	}
}

// CopiesInvitations returns an error unless a person may see the link of an invitation: an admin of the design
// service, where no mail is sent. The link proves who reads the mail of an address, so those who invite do not get
// it.
func CopiesInvitations(who domain.Actor) error {
	if who.Role != domain.Admin || who.Impersonator != uuid.Nil {
		return domain.ErrForbidden
	}
	return nil
}
