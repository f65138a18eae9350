package policy

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

// The functions in this file combine the abilities of a role with the state of an order or an
// attachment. Commands use them to refuse, and the API to decide which buttons it offers.

// ProofsAreReadOnly reports whether the proofs of an order in this status are read-only (BD-234).
func ProofsAreReadOnly(s order.Status) bool {
	return s == order.Approved || s == order.Completed || s == order.CancelledOff
}

// EditsDetails reports whether a person may change an order's details. Their role must allow it;
// staff may also change the drafts they created.
func EditsDetails(by domain.Actor, o *order.Summary) bool {
	if by.ViewOnly || !o.ActsOn(by) {
		return false
	}
	return Can(by.Role, Update, OrderDetails) ||
		by.Role == domain.Staff && o.Status == order.Draft && o.Creator == by.ID
}

// SetsCollaborators reports whether a person may set the collaborators of an order. Their role must
// allow it; staff may also set those of orders they created.
func SetsCollaborators(by domain.Actor, o *order.Summary) bool {
	if by.ViewOnly || !o.ActsOn(by) {
		return false
	}
	return Can(by.Role, Update, Collaborators) || by.Role == domain.Staff && o.Creator == by.ID
}

// CheckUpload returns an error if a person may not add a file of this kind to an order.
func CheckUpload(by domain.Actor, o *order.Summary, k proof.Kind) error {
	if err := Check(by, Create, FileAbility(k)); err != nil {
		return err
	}
	if by.Role != domain.CSO && !o.ActsOn(by) {
		return order.ErrNotYours
	}
	return takesFiles(o)
}

// takesFiles returns an error if files of the order can no longer be added or deleted.
func takesFiles(o *order.Summary) error {
	if err := o.Open(); err != nil {
		return err
	}
	if ProofsAreReadOnly(o.Status) {
		return ErrTakesNoFiles
	}
	return nil
}

// ErrTakesNoFiles is returned for approved, completed and cancelled orders.
var ErrTakesNoFiles = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "order.takes_no_files",
	Message: "Approved, completed and cancelled orders take no more files.",
}

// CheckNewVersion returns an error if a person may not add a version to an attachment. They must be
// allowed to upload files of this kind. Customers may add versions only to attachments of their own
// side.
func CheckNewVersion(by domain.Actor, o *order.Summary, p *proof.Facts) error {
	if err := Check(by, Create, Version); err != nil {
		return err
	}
	if err := CheckUpload(by, o, p.Kind); err != nil {
		return err
	}
	if by.Role.IsCustomer() && !p.ByCustomer {
		return domain.ErrForbidden
	}
	return nil
}

// CheckDecision returns an error if a person may not approve and revise versions of an order
// (BD-166, D-12).
func CheckDecision(by domain.Actor, o *order.Summary) error {
	if err := Check(by, Update, CMApprove); err != nil {
		return err
	}
	return o.Open()
}

// SeesDecisions reports whether a person may see internal review requests, approvals and send-backs
// (BD-168, D-69).
func SeesDecisions(by domain.Actor) bool { return Can(by.Role, Read, CMApprove) }

// SeesCertificate reports whether a person may download the certificate of an approval. People who
// may see decisions always may, the customer's people only once the order is approved or completed
// (D-69).
func SeesCertificate(by domain.Actor, o *order.Summary) bool {
	return SeesDecisions(by) || by.Role.IsCustomer() && (o.Status == order.Approved || o.Status == order.Completed)
}

// CheckVersionDeletion returns an error if a person may not delete versions of an order (BD-172).
func CheckVersionDeletion(by domain.Actor, o *order.Summary) error {
	if err := Check(by, Update, AssignedOperator); err != nil {
		return err
	}
	return takesFiles(o)
}

// CheckAttachmentDeletion returns an error if a person may not delete an attachment. Managers may
// delete any, operators those for customer review, and owners those their side uploaded.
func CheckAttachmentDeletion(by domain.Actor, o *order.Summary, p *proof.Facts) error {
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

// CheckSettings returns an error if a person may not change the settings of an attachment's tabs.
func CheckSettings(by domain.Actor, o *order.Summary) error {
	if err := Check(by, Update, Attachments); err != nil {
		return err
	}
	return o.Open()
}

// CheckPicture returns an error if a person may not have the picture of a file tried again. Everybody
// may who acts on its order.
func CheckPicture(by domain.Actor, o *order.Summary) error {
	if !o.ActsOn(by) {
		return domain.ErrForbidden
	}
	return nil
}

// CheckReviewRequest returns an error if a person may not request an internal review (D-12).
func CheckReviewRequest(by domain.Actor, o *order.Summary) error {
	if err := Check(by, Create, RequestCMReview); err != nil {
		return err
	}
	return o.Open()
}

// CheckComment returns an error if a person may not comment on this tab of an order's proofs.
func CheckComment(by domain.Actor, o *order.Summary, tab proof.Tab) error {
	ability := PublicComment
	if tab == proof.Internal {
		ability = InternalComment
	}
	if err := Check(by, Create, ability); err != nil {
		return err
	}
	return o.Open()
}

// SeesConversation reports whether a person may read the conversation of an order that they may see.
// Guests may not: they see the files of their invitation and nothing else of the order (D-312).
func SeesConversation(who domain.Actor) bool { return who.Role != domain.Guest }

// CheckMessage returns an error if a person may not write on a tab of an order's conversation. It
// stays open when the proofs are read-only.
func CheckMessage(by domain.Actor, o *order.Summary, tab proof.Tab) error {
	if !SeesConversation(by) {
		return domain.ErrForbidden
	}
	return CheckComment(by, o, tab)
}

// CheckInvitation returns an error if a person may not invite guests to review an order. The same
// people may see and revoke the invitations of others.
func CheckInvitation(by domain.Actor, o *order.Summary) error {
	if err := Check(by, Create, InviteGuest); err != nil {
		return err
	}
	if !o.ActsOn(by) {
		return order.ErrNotYours
	}
	return nil
}

// CheckWatermark returns an error if a person may not set the watermark of an order's downloaded
// proofs. Owners and the provider's managers may.
func CheckWatermark(by domain.Actor, o *order.Summary) error {
	if err := Check(by, Update, Watermark); err != nil {
		return err
	}
	if !o.ActsOn(by) {
		return order.ErrNotYours
	}
	return o.Open()
}

// CheckClientWatermark returns an error if a person may not set the watermark of all orders of the
// order's client. The client is either a direct customer, or a reseller with all its customers. For
// a reseller only its own owner may set it, not the owners of its customers.
func CheckClientWatermark(by domain.Actor, o *order.Summary) error {
	if err := Check(by, Update, Watermark); err != nil {
		return err
	}
	if !o.ActsOn(by) || by.Role.IsCustomer() && by.CustomerID != uuid.Nil && !o.DirectCustomer() {
		return ErrNotYourClient
	}
	return nil
}

// ErrNotYourClient is returned when a person sets the watermark of a client they do not own.
var ErrNotYourClient = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "watermark.not_your_client",
	Message: "Only the owner of the client and the provider's managers choose the watermark of all its orders.",
}

// SeesStorage reports whether a person may see how much storage a customer's files use. The
// customer's own people and managers may.
func SeesStorage(by domain.Actor) bool {
	return Can(by.Role, Read, Storage) || Can(by.Role, Update, AssignedOperator)
}

// SeesSlots reports whether a person may see how many active orders a customer may have and has, and how long others
// wait. The customer's own people and managers may.
func SeesSlots(by domain.Actor) bool {
	return Can(by.Role, Read, ActiveOrders) || Can(by.Role, Update, AssignedOperator)
}

// Part is a part of an order that has its own visibility: a file, a thread on a file, or a message of
// the order's conversation. The zero value is the order itself.
type Part struct {
	File     File // has a zero ID for the order itself and its conversation
	Thread   bool
	Internal bool // whether the thread is on the internal tab
}

// SeesPart reports whether a person may see a part of an order in its present state.
func SeesPart(who domain.Actor, o *order.Summary, p Part) bool {
	switch {
	case !o.Visible(who):
		return false
	case p.File.ID != uuid.Nil && !SeesFile(who, p.File, o):
		return false
	case !p.Thread:
		return !p.Internal
	case p.File.ID == uuid.Nil && !SeesConversation(who):
		return false
	case p.Internal:
		return SeesTab(who, proof.Internal)
	}
	return SeesTab(who, proof.Public)
}
