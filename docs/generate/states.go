package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/domain/workflow"
)

type machine struct {
	name    string
	says    string
	diagram func() string
}

var machines = []machine{
	{
		"order",
		"An order can move by dragging its card, with the status control, with the review actions and with\nthe named actions. `domain/order/moves.go` and `actions.go` say who may make which move. Resume and\nrestore lead back to the status before.",
		order.Diagram,
	},
	{"version", "The life of a version of a proof. A checked version is revised before it is deleted.", proof.Diagram},
	{"topic", "The life of a comment thread.", topic.Diagram},
	{"member", "A person's membership in an account. Only active people sign in.", member.Diagram},
	{"customer", "The account of a customer. Its owner may take a deletion back for 30 days.", customer.Diagram},
	{"plan", "A plan that a seller offers. A change makes a new edition.", plan.Diagram},
	{
		"subscription",
		"The subscription of a customer. The last debt that is settled leads from past due to active. Debts\nof a subscription that is on leave, cancelled or ended do not change its state.",
		subscription.Diagram,
	},
	{"invoice", "An invoice. One that was issued keeps its number for good.", invoice.Diagram},
	{"workflow", "An approval workflow. A published one can have a draft of its next edition.", workflow.Diagram},
	{"webhook", "An endpoint of other software that is sent what happens.", webhook.Diagram},
	{"route", "A version of a proof on the workflow of its order.", route.Diagram},
	{"payment-method", "A payment method. Only an inactive one can be deleted.", payment.Diagram},
}

var (
	edge    = regexp.MustCompile(`^\t"?([\w-]+)"? -> "?([\w-]+)"? \[.*label=<(.*)>\];$`)
	trigger = regexp.MustCompile(`<TD ALIGN="LEFT">([^<]*)</TD>`)
)

// table tells the diagram as a table: from, to, by what.
func (m machine) table() string {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"# States: %s\n\n`make generate` writes this page from the state machine. `%s.dot` is the same for Graphviz.\n\n%s\n\n| from | to | by |\n|---|---|---|\n",
		m.name,
		m.name,
		m.says,
	)
	for line := range strings.Lines(m.diagram()) {
		e := edge.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if e == nil {
			continue
		}
		var by []string
		for _, t := range trigger.FindAllStringSubmatch(e[3], -1) {
			by = append(by, t[1])
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", e[1], e[2], strings.Join(by, ", "))
	}
	return b.String()
}
