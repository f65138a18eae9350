// Package catalogue lists every kind of stream in the log, with its events.
package catalogue

import (
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

// Streams returns every kind of stream.
func Streams() []*domain.Streams[domain.Aggregate] {
	return []*domain.Streams[domain.Aggregate]{
		order.Streams.Any(),
		proof.Streams.Any(),
		topic.Streams.Any(),
		inbox.Streams.Any(),
		guest.Streams.Any(),
		operations.Streams.Any(),
		client.Streams.Any(),
		customer.Streams.Any(),
		member.Streams.Any(),
		order.RegisterStreams.Any(),
		announcement.Streams.Any(),
		plan.Streams.Any(),
		subscription.Streams.Any(),
		invoice.Streams.Any(),
		invoice.RegisterStreams.Any(),
		payment.Streams.Any(),
		workflow.Streams.Any(),
		webhook.Streams.Any(),
	}
}

// Events returns every type of event.
func Events() []domain.EventType {
	var all []domain.EventType
	for _, s := range Streams() {
		all = append(all, s.Events...)
	}
	return all
}
