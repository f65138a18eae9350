package plan

import (
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// AggregateType names the streams of plans.
const AggregateType eh.AggregateType = "plan"

// Stored names of the events; they never change.
const (
	CreatedType   eh.EventType = "plan.created"
	ChangedType   eh.EventType = "plan.changed"
	RetiredType   eh.EventType = "plan.retired"
	ReofferedType eh.EventType = "plan.reoffered"
)

// Created begins a plan with its first version.
type Created struct {
	Seller string        `json:"seller"` // the client whose customers can choose it
	Offer  billing.Offer `json:"offer"`
}

// Changed is the next version of a plan.
type Changed struct {
	Offer billing.Offer `json:"offer"`
}

// Turns of a plan that need no data.
type (
	Retired   struct{}
	Reoffered struct{}
)

// Streams describes the streams of plans.
var Streams = &domain.Streams[*Plan]{
	Type:     AggregateType,
	Says:     "One stream for each plan that the provider or a reseller sells.",
	New:      New,
	Snapshot: 2,
	Place:    60,
	Events: []domain.EventType{
		domain.Type[Created](CreatedType, "A plan was created."),
		domain.Type[Changed](
			ChangedType,
			"A plan got a new version. Subscriptions keep theirs until their next cycle.",
		),
		domain.Type[Retired](RetiredType, "A plan cannot be chosen any more. Subscriptions to it go on."),
		domain.Type[Reoffered](ReofferedType, "A retired plan can be chosen again."),
	},
}
