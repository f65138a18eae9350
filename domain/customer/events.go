package customer

import (
	"time"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of customers. A stream has the id of its customer. Names and
// addresses are stored in the accounts and never in the log (D-33).
const AggregateType eh.AggregateType = "customer"

// Stored names of the events; they never change.
const (
	CreatedType           eh.EventType = "customer.created"
	TermsChangedType      eh.EventType = "customer.terms_changed"
	DeletionRequestedType eh.EventType = "customer.deletion_requested"
	DeletionTakenBackType eh.EventType = "customer.deletion_taken_back"
	DeletionNearType      eh.EventType = "customer.deletion_near"
	DeletedType           eh.EventType = "customer.deleted"
)

// Terms are what a customer may use.
type Terms struct {
	Package           string `json:"package,omitempty"`
	MaxActiveOrders   int    `json:"maxActiveOrders"`            // below 0: unlimited
	PAYG              bool   `json:"payg,omitempty"`             // pay as you go: orders are billed by the hour
	Storage           int64  `json:"storage"`                    // bytes; below 0: unlimited (SH-287)
	AdditionalStorage int64  `json:"additionalStorage,omitzero"` // bytes on top of Storage
}

// Created begins a customer's account.
type Created struct {
	Client string `json:"client"` // the reseller, or domain.DirectClient
	Terms  Terms  `json:"terms"`
}

// TermsChanged replaces the terms.
type TermsChanged struct {
	Terms Terms `json:"terms"`
}

// DeletionRequested announces the deletion. The reason is what the owner wrote.
type DeletionRequested struct {
	Reason string    `json:"reason"`
	On     time.Time `json:"on"` // when the account is deleted unless the owner takes it back
}

// Texts implements domain.Written.
func (d *DeletionRequested) Texts() []*string { return []*string{&d.Reason} }

// DeletionNear says that a deletion is so many days or less ahead.
type DeletionNear struct {
	Days int `json:"days"`
}

// Turns of an account that need no data.
type (
	DeletionTakenBack struct{}
	WasDeleted        struct{}
)

// Streams describes the streams of customers.
var Streams = &domain.Streams[*Customer]{
	Type:     AggregateType,
	Says:     "One stream for each customer. Its id is the customer's.",
	New:      New,
	Snapshot: 2,
	Place:    90,
	Events: []domain.EventType{
		domain.Type[Created](CreatedType, "A customer's account was created."),
		domain.Type[TermsChanged](TermsChangedType, "What the customer may use was changed."),
		domain.Type[DeletionRequested](DeletionRequestedType, "An owner asked for the deletion of the account."),
		domain.Type[DeletionTakenBack](DeletionTakenBackType, "An owner took the deletion back."),
		domain.Type[DeletionNear](DeletionNearType, "The deletion of the account is a week or a day ahead."),
		domain.Type[WasDeleted](DeletedType, "The account was deleted for good."),
	},
}
