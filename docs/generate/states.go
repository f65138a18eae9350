package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

type machine struct {
	name    string
	says    string
	diagram func() string
}

var machines = []machine{
	{
		"order",
		"The life of an order: the union of tables 4.2 and 4.3, the review moves and the named actions. Who may make which move stands\nin `domain/order/moves.go` and `actions.go`. Resume and restore lead back to where the order was.",
		order.Diagram,
	},
	{"version", "The life of a version of a proof. A checked version is revised before it is deleted.", proof.Diagram},
	{"topic", "The life of a comment thread.", topic.Diagram},
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
		"# States: %s\n\nMade by `make generate` from the state machine; `%s.dot` is the same for Graphviz.\n\n%s\n\n| from | to | by |\n|---|---|---|\n",
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
