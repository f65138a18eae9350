package policy

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// EditsWorkflows returns an error unless a person may edit the approval workflows of an account, and
// replace approvers of its orders: the account's owner (SH-097). To others they do not exist.
func EditsWorkflows(who domain.Actor, customer uuid.UUID) error {
	if err := SeesWorkflows(who, customer); err != nil {
		return err
	}
	if who.ViewOnly {
		return ErrViewOnly
	}
	return nil
}

// SeesWorkflows returns an error unless a person may see the approval workflows of an account.
func SeesWorkflows(who domain.Actor, customer uuid.UUID) error {
	if customer == uuid.Nil || who.CustomerID != customer || !Can(who.Role, Visit, PageWorkflowEditor) {
		return domain.ErrNotFound
	}
	return nil
}
