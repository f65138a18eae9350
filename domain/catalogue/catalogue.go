// Package catalogue lists every kind of stream in the log, with its events.
package catalogue

import (
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
	Says   string // one or two sentences about its streams
	Events []domain.EventType
}

// Kinds returns every kind of stream.
func Kinds() []Kind {
	return []Kind{
		{order.AggregateType, "One stream for each order.", order.Events()},
		{proof.AggregateType, "One stream for each attachment of an order, with its versions.", proof.Events()},
		{topic.AggregateType, "One stream for each comment thread on a version of a proof.", topic.Events()},
		{
			inbox.AggregateType,
			"One stream for each person, with their notifications. Its id is the person's.",
			inbox.Events(),
		},
		{
			guest.AggregateType,
			"One stream for each invitation to review without an account. Its id is the guest's.",
			guest.Events(),
		},
		{
			operations.AggregateType,
			"One stream for each projection, with what operators decided about it. Its id is made from the name.",
			operations.Events(),
		},
		{
			client.AggregateType,
			"One stream for each tenant: the provider, its direct customers, and each reseller." +
				" Its id is made from the name.",
			client.Events(),
		},
		{customer.AggregateType, "One stream for each customer. Its id is the customer's.", customer.Events()},
		{
			member.AggregateType,
			"One stream for each person's membership in an account. Its id is made from the person's.",
			member.Events(),
		},
		{announcement.AggregateType, "One stream for each announcement of the provider.", announcement.Events()},
		{plan.AggregateType, "One stream for each plan that the provider or a reseller sells.", plan.Events()},
		{
			subscription.AggregateType,
			"One stream for the subscription of each customer. Its id is made from the customer's.",
			subscription.Events(),
		},
		{invoice.AggregateType, "One stream for each invoice.", invoice.Events()},
		{
			invoice.RegisterAggregate,
			"One stream for the numbers of an issuer, a year and a series. The version of an event is the number.",
			invoice.RegisterEvents(),
		},
		{
			payment.AggregateType,
			"One stream for the payment methods of each customer. Its id is made from the customer's.",
			payment.Events(),
		},
		{
			workflow.AggregateType,
			"One stream for the approval workflows of each customer. Its id is made from the customer's.",
			workflow.Events(),
		},
		{
			webhook.AggregateType,
			"One stream for the webhooks of each account, each reseller and the provider. Its id is made from theirs.",
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
