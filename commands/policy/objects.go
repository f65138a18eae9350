package policy

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// What a role may do ends at the object: these rules add the order and the attachment at hand. The API asks the same
// ones for the buttons it offers.

// ProofsAreReadOnly says whether proofs of an order in this status can only be looked at (BD-234).
func ProofsAreReadOnly(s order.Status) bool {
	return s == order.Approved || s == order.Completed || s == order.CancelledOff
}

// EditsDetails says whether a person may change an order's details: by role, and staff their own drafts.
func EditsDetails(by domain.Actor, o *order.Order) bool {
	if by.ViewOnly || !o.ActsOn(by) {
		return false
	}
	return Can(by.Role, Update, OrderDetails) ||
		by.Role == domain.Staff && o.Status == order.Draft && o.Creator == by.ID
}

// SetsCollaborators says whether a person may say who else acts on an order: by role, and its creator.
func SetsCollaborators(by domain.Actor, o *order.Order) bool {
	if by.ViewOnly || !o.ActsOn(by) {
		return false
	}
	return Can(by.Role, Update, Collaborators) || by.Role == domain.Staff && o.Creator == by.ID
}

// Uploads says why a person cannot add a file of this kind to an order.
func Uploads(by domain.Actor, o *order.Order, k proof.Kind) error {
	if err := Check(by, Create, FileAbility(k)); err != nil {
		return err
	}
	if by.Role != domain.CSO && !o.ActsOn(by) {
		return order.ErrNotYours
	}
	return takesFiles(o)
}

func takesFiles(o *order.Order) error {
	if err := o.Open(); err != nil {
		return err
	}
	if ProofsAreReadOnly(o.Status) {
		return ErrTakesNoFiles
	}
	return nil
}

// ErrTakesNoFiles is for orders that are done.
var ErrTakesNoFiles = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "order.takes_no_files",
	Message: "Approved, completed and cancelled orders take no more files.",
}

// AddsVersion says why a person cannot add a version to an attachment: who may attach this kind may, and customers
// only to what they uploaded themselves.
func AddsVersion(by domain.Actor, o *order.Order, p *proof.Proof) error {
	if err := Check(by, Create, Version); err != nil {
		return err
	}
	if err := Uploads(by, o, p.Kind); err != nil {
		return err
	}
	if by.Role.IsCustomer() && !p.ByCustomer {
		return domain.ErrForbidden
	}
	return nil
}

// Decides says why a person cannot approve and revise versions of an order (BD-166, D-12).
func Decides(by domain.Actor, o *order.Order) error {
	if err := Check(by, Update, CMApprove); err != nil {
		return err
	}
	return o.Open()
}

// SeesDecisions says whether a person sees internal requests, approvals and send-backs (BD-168, D-69).
func SeesDecisions(by domain.Actor) bool { return Can(by.Role, Read, CMApprove) }

// SeesCertificate says whether a person may have the certificate of an approval: whoever sees approvals, and the customer's
// people once the order is approved or completed (D-69).
func SeesCertificate(by domain.Actor, o *order.Order) bool {
	return SeesDecisions(by) || by.Role.IsCustomer() && (o.Status == order.Approved || o.Status == order.Completed)
}

// DeletesVersion says why a person cannot delete versions of an order (BD-172).
func DeletesVersion(by domain.Actor, o *order.Order) error {
	if err := Check(by, Update, AssignedOperator); err != nil {
		return err
	}
	return takesFiles(o)
}

// DeletesAttachment says why a person cannot delete an attachment: managers any, operators those for customer review,
// owners what their side uploaded.
func DeletesAttachment(by domain.Actor, o *order.Order, p *proof.Proof) error {
	if by.Role == domain.Operator {
		if err := Check(by, Remove, FileAbility(p.Kind)); err != nil {
			return err
		}
	} else if err := Check(by, Remove, Attachments); err != nil {
		return err
	}
	if by.Role.IsCustomer() && !p.ByCustomer {
		return domain.ErrForbidden
	}
	if !o.ActsOn(by) {
		return order.ErrNotYours
	}
	return takesFiles(o)
}

// ChangesSettings says why a person cannot switch the tabs of an attachment.
func ChangesSettings(by domain.Actor, o *order.Order) error {
	if err := Check(by, Update, Attachments); err != nil {
		return err
	}
	return o.Open()
}

// RequestsReview says why a person cannot ask for a review (D-12).
func RequestsReview(by domain.Actor, o *order.Order) error {
	if err := Check(by, Create, RequestCMReview); err != nil {
		return err
	}
	return o.Open()
}

// Comments says why a person cannot write on a tab of an order's proofs.
func Comments(by domain.Actor, o *order.Order, tab proof.Tab) error {
	ability := PublicComment
	if tab == proof.Internal {
		ability = InternalComment
	}
	if err := Check(by, Create, ability); err != nil {
		return err
	}
	return o.Open()
}

// InvitesGuests says why a person cannot invite guests to review an order, nor see and end others' invitations.
func InvitesGuests(by domain.Actor, o *order.Order) error {
	if err := Check(by, Create, InviteGuest); err != nil {
		return err
	}
	if !o.ActsOn(by) {
		return order.ErrNotYours
	}
	return nil
}

// SetsWatermark says why a person cannot choose the watermark of an order's downloaded proofs: owners and the provider's managers may.
func SetsWatermark(by domain.Actor, o *order.Order) error {
	if err := Check(by, Update, Watermark); err != nil {
		return err
	}
	if !o.ActsOn(by) {
		return order.ErrNotYours
	}
	return o.Open()
}

// SetsClientWatermark says why a person cannot choose the watermark of all orders of an order's client. A direct customer is a client
// by itself, a reseller with all its customers: for those the reseller's own owner chooses, not the owners of its customers.
func SetsClientWatermark(by domain.Actor, o *order.Order) error {
	if err := Check(by, Update, Watermark); err != nil {
		return err
	}
	if !o.ActsOn(by) || by.Role.IsCustomer() && by.CustomerID != uuid.Nil && !o.DirectCustomer() {
		return ErrNotYourClient
	}
	return nil
}

// ErrNotYourClient is for those who set something for other people's customers.
var ErrNotYourClient = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "watermark.not_your_client",
	Message: "Only the owner of the client and the provider's managers choose the watermark of all its orders.",
}

// SeesStorage says whether a person may see what a customer's files take: the customer's own people, and managers.
func SeesStorage(by domain.Actor) bool {
	return Can(by.Role, Read, Storage) || Can(by.Role, Update, AssignedOperator)
}

// Part is something of an order that is seen or not: a file, or a thread on one; the zero value is the order itself.
type Part struct {
	File     File // of the zero id for the order itself
	Thread   bool
	Internal bool // the thread's tab
}

// SeesPart says whether a person may see a part of an order as it stands now.
func SeesPart(who domain.Actor, o *order.Order, p Part) bool {
	switch {
	case !o.Visible(who):
		return false
	case p.File.ID == uuid.Nil:
		return true
	case !SeesFile(who, p.File, o):
		return false
	case p.Internal:
		return SeesTab(who, proof.Internal)
	}
	return !p.Thread || SeesTab(who, proof.Public)
}
