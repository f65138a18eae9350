package present

import (
	"strings"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/topic"
)

// This file has all that the API takes, shows and exports of an order's details, so that a new one has its place here.

// NewDetails returns the details of a new order.
func NewDetails(b *contract.NewOrder) order.Details {
	return order.Details{
		Headline: order.Headline{
			Name:     strings.TrimSpace(b.OrderName),
			Service:  web.Value(b.ServiceId),
			Due:      utc(b.DueDate),
			Priority: order.Priority(web.Value(b.Priority)),
			PAYG:     web.Value(b.Payg),
		},
		Brief:      web.Value(b.Brief),
		References: web.Value(b.References),
	}
}

// ChangedDetails returns the details that a change sets.
func ChangedDetails(b *contract.OrderDetails) order.DetailsChanged {
	c := order.DetailsChanged{
		Name:       b.OrderName,
		Brief:      b.Brief,
		Service:    b.ServiceId,
		References: b.References,
		PAYG:       b.Payg,
	}
	if b.Priority != nil {
		p := order.Priority(*b.Priority)
		c.Priority = &p
	}
	if b.DueDate.IsSpecified() {
		if due, err := b.DueDate.Get(); err == nil {
			c.Due = utc(&due)
		} else {
			c.DueCleared = true
		}
	}
	return c
}

// ShowDetails shows the details on the page of an order.
func ShowDetails(out *contract.Order, d order.Details) {
	out.OrderName = d.Name
	out.PackageName = d.Package
	out.ServiceId = web.Some(d.Service)
	out.ServiceName = d.ServiceName
	out.Brief = d.Brief
	out.DueDate = d.Due
	out.References = web.List(d.References)
	out.Payg = d.PAYG
	out.PromisedStart = web.Some(d.PromisedStart)
	if out.Priority = contract.OrderPriorityNormal; d.Priority != "" {
		out.Priority = contract.OrderPriority(d.Priority)
	}
}

// showHeadline shows the details that a card has.
func showHeadline(out *contract.Card, h *order.Headline) {
	out.OrderName = h.Name
	out.PackageName = h.Package
	out.ServiceName = h.ServiceName
	out.DueDate = h.Due
	out.Payg = web.Some(h.PAYG)
	if out.Priority = contract.CardNormal; h.Priority != "" {
		out.Priority = contract.CardPriority(h.Priority)
	}
}

// Fact is a detail and its value in words.
type Fact struct{ Field, Value string }

// DetailFacts returns what a history shows of the details, which must be decrypted.
func DetailFacts(d order.Details) []Fact {
	due := ""
	if d.Due != nil {
		due = d.Due.UTC().Format("02 Jan 2006")
	}
	return []Fact{
		{"Name", d.Name},
		{"Service", d.ServiceName},
		{"Due", due},
		{"Priority", string(d.Priority)},
		{"Brief", shorten(d.Brief)},
	}
}

// ArchivedDetails are the details in an account's export that are there as the order keeps them.
type ArchivedDetails struct {
	Priority order.Priority `json:"priority,omitempty"`
	Due      *time.Time     `json:"due,omitempty"`
}

// NewArchivedDetails returns what an account's export has of the details.
func NewArchivedDetails(d order.Details) ArchivedDetails { return ArchivedDetails{d.Priority, d.Due} }

// detailWords has the words of details that people do not call as the log does.
var detailWords = map[string]string{"due": "due date", "payg": "billing"}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC().Truncate(time.Microsecond)
	return &u
}

// shorten cuts the text of a brief's JSON.
func shorten(brief string) string {
	if m, err := topic.ParseMessage(brief); err == nil {
		brief = m.Text
	}
	if r := []rune(brief); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return brief
}
