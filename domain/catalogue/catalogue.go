// Package catalogue lists every kind of stream in the log, with its events.
package catalogue

import (
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/domain/workflow"
)

// Kind is a kind of stream.
type Kind struct {
	Type   eh.AggregateType
	Says   string                    // one or two sentences about its streams
	New    func(uuid.UUID) Aggregate // the state of a stream without events
	Events []domain.EventType
}

// Aggregate is the state that the events of a stream lead to. Its JSON form is what snapshots keep.
type Aggregate interface {
	Apply(domain.Event) error
	SnapshotSchema() int
}

// creates hides which aggregate a kind has.
func creates[A Aggregate](create func(uuid.UUID) A) func(uuid.UUID) Aggregate {
	return func(id uuid.UUID) Aggregate { return create(id) }
}

// Kinds returns every kind of stream.
func Kinds() []Kind {
	return []Kind{
		{order.AggregateType, "One stream for each order.", creates(order.New), order.Events()},
		{
			proof.AggregateType,
			"One stream for each attachment of an order, with its versions.",
			creates(proof.New),
			proof.Events(),
		},
		{
			topic.AggregateType,
			"One stream for each comment thread on a version of a proof.",
			creates(topic.New),
			topic.Events(),
		},
		{
			inbox.AggregateType,
			"One stream for each person, with their notifications. Its id is the person's.",
			creates(inbox.New),
			inbox.Events(),
		},
		{
			guest.AggregateType,
			"One stream for each invitation to review without an account. Its id is the guest's.",
			creates(guest.New),
			guest.Events(),
		},
		{
			operations.AggregateType,
			"One stream for each projection, with what operators decided about it. Its id is made from the name.",
			creates(operations.New),
			operations.Events(),
		},
		{
			client.AggregateType,
			"One stream for each tenant: the provider, its direct customers, and each reseller." +
				" Its id is made from the name.",
			creates(client.New),
			client.Events(),
		},
		{
			customer.AggregateType,
			"One stream for each customer. Its id is the customer's.",
			creates(customer.New),
			customer.Events(),
		},
		{
			member.AggregateType,
			"One stream for each person's membership in an account. Its id is made from the person's.",
			creates(member.New),
			member.Events(),
		},
		{
			order.RegisterAggregate,
			"One stream for the numbers of each client's orders. Its id is made from the client's.",
			creates(order.NewRegister),
			order.RegisterEvents(),
		},
		{
			announcement.AggregateType,
			"One stream for each announcement of the provider.",
			creates(announcement.New),
			announcement.Events(),
		},
		{
			plan.AggregateType,
			"One stream for each plan that the provider or a reseller sells.",
			creates(plan.New),
			plan.Events(),
		},
		{
			subscription.AggregateType,
			"One stream for the subscription of each customer. Its id is made from the customer's.",
			creates(subscription.New),
			subscription.Events(),
		},
		{invoice.AggregateType, "One stream for each invoice.", creates(invoice.New), invoice.Events()},
		{
			invoice.RegisterAggregate,
			"One stream for the numbers of an issuer, a year and a series. The version of an event is the number.",
			creates(invoice.NewRegister),
			invoice.RegisterEvents(),
		},
		{
			payment.AggregateType,
			"One stream for the payment methods of each customer. Its id is made from the customer's.",
			creates(payment.New),
			payment.Events(),
		},
		{
			workflow.AggregateType,
			"One stream for the approval workflows of each customer. Its id is made from the customer's.",
			creates(workflow.New),
			workflow.Events(),
		},
		{
			webhook.AggregateType,
			"One stream for the webhooks of each account, each reseller and the provider. Its id is made from theirs.",
			creates(webhook.New),
			webhook.Events(),
		},
	}
}

// Events returns every type of event.
func Events() []domain.EventType {
	var all []domain.EventType
	for _, k := range Kinds() {
		all = append(all, k.Events...)
	}
	return all
}
