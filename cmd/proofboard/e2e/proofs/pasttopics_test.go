package proofs

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func TestPastCardsSayHowManyTopicsWereOpenThen(t *testing.T) { // BY-019
	o := harness.OrderIn(t, "owner", order.InProgress)
	a := harness.Attach(t, o, "owner", proof.SuppliedFiles)
	before := harness.Head(t)
	topic, _ := harness.Discuss(t, o, a, "owner", true)
	harness.Discuss(t, o, a, "manager", true)
	harness.Discuss(t, o, a, "manager", false) // a topic on the internal tab
	open := harness.Head(t)
	harness.Do(t, "manager", &commands.ResolveTopic{
		TopicPath: commands.TopicPath{Order: o, Attachment: a.Attachment, Version: a.Versions[0], Topic: topic},
		Resolved:  true,
	})
	resolved := harness.Head(t)
	for _, c := range []struct {
		who      string
		position int64
		want     int
	}{{"owner", before, 0}, {"owner", open, 2}, {"owner", resolved, 1}, {"manager", before, 0}, {"manager", open, 3}, {"manager", resolved, 2}} {
		b := harness.MustCall[contract.OrdersAnswer](
			t, harness.SignedIn(t, c.who), http.MethodGet, fmt.Sprintf("/order?view=board&asOf=%d", c.position), nil,
		)
		card, there := harness.Value(b.Data.Cards)[o.String()]
		if !there || card.OpenTopics == nil || *card.OpenTopics != c.want {
			t.Errorf("%s at %d: there %t, open topics %v, want %d", c.who, c.position, there, card.OpenTopics, c.want)
		}
	}
}
