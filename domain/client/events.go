package client

import (
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// AggregateType names the streams of clients. A client has one, see StreamOf. Names and brand files
// are stored in the accounts and never in the log (D-43).
const AggregateType eh.AggregateType = "client"

var namespace = uuid.MustParse("6a0f4f0e-6f0c-5f3e-9d55-0d5f3a4a7e2b")

// StreamOf returns the stream of a client.
func StreamOf(client string) uuid.UUID { return uuid.NewSHA1(namespace, []byte(client)) }

// Stored names of the events; they never change.
const (
	CreatedType              eh.EventType = "client.created"
	BrandingChangedType      eh.EventType = "client.branding_changed"
	HostsChangedType         eh.EventType = "client.hosts_changed"
	SignUpSwitchedType       eh.EventType = "client.signup_switched"
	SecondFactorRequiredType eh.EventType = "client.second_factor_required"
	HoursSetType             eh.EventType = "client.business_hours_set"
	SellingSetType           eh.EventType = "client.selling_set"
	PacksSetType             eh.EventType = "client.packs_set"
)

// Created begins a client.
type Created struct {
	Client string `json:"client"`
	Kind   Kind   `json:"kind"`
}

// BrandingChanged changes what people see of the client.
type BrandingChanged struct{ Branding }

// HostsChanged replaces the host names that lead to the client's sign-in page.
type HostsChanged struct {
	Hosts []string `json:"hosts"`
}

// SignUpSwitched says whether people may register themselves.
type SignUpSwitched struct {
	Open bool `json:"open"`
}

// SecondFactorRequired says whether the client's people need a second factor.
type SecondFactorRequired struct {
	Required bool `json:"required"`
}

// HoursSet replaces the business hours.
type HoursSet struct{ Hours }

// SellingSet replaces the terms on which the client sells.
type SellingSet struct{ Selling }

// PacksSet replaces the packs that the client sells.
type PacksSet struct {
	Packs []billing.Pack `json:"packs"`
}

// Streams describes the streams of clients.
var Streams = &domain.Streams[*Client]{
	Type: AggregateType,
	Says: "One stream for each tenant: the provider, its direct customers, and each reseller." +
		" Its id is made from the name.",
	New:      New,
	Snapshot: 6,
	Place:    10,
	ID:       domain.IDFrom(StreamOf),
	Events: []domain.EventType{
		domain.Type[Created](CreatedType, "A client was created: the provider, its direct customers, or a reseller."),
		domain.Type[BrandingChanged](BrandingChangedType, "What people see of the client was changed."),
		domain.Type[HostsChanged](HostsChangedType, "The host names that lead to the client's sign-in were changed."),
		domain.Type[SignUpSwitched](SignUpSwitchedType, "Registration by oneself was switched on or off."),
		domain.Type[SecondFactorRequired](
			SecondFactorRequiredType, "The duty of the client's people to have a second factor was changed.",
		),
		domain.Type[HoursSet](HoursSetType, "The business hours were set."),
		domain.Type[SellingSet](SellingSetType, "The terms on which the client sells were set."),
		domain.Type[PacksSet](PacksSetType, "The packs that the client sells were set."),
	},
}
