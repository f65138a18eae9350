package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func TestPastCardsSayHowManyTopicsWereOpenThen(t *testing.T) { // BY-019
	o := inStatus(t, "owner", order.InProgress)
	a := attach(t, o, "owner", proof.SuppliedFiles)
	before := head(t)
	topic, _ := talk(t, o, a, "owner", true)
	talk(t, o, a, "manager", true)
	talk(t, o, a, "manager", false) // a topic on the internal tab
	open := head(t)
	do(t, "manager", &commands.ResolveTopic{
		TopicPath: commands.TopicPath{Order: o, Attachment: a.attachment, Version: a.versions[0], Topic: topic},
		Resolved:  true,
	})
	resolved := head(t)
	for _, c := range []struct {
		who      string
		position int64
		want     int
	}{{"owner", before, 0}, {"owner", open, 2}, {"owner", resolved, 1}, {"manager", before, 0}, {"manager", open, 3}, {"manager", resolved, 2}} {
		b := ok[contract.OrdersAnswer](
			t, as(t, c.who), http.MethodGet, fmt.Sprintf("/order?view=board&asOf=%d", c.position), nil,
		)
		card, there := value(b.Data.Cards)[o.String()]
		if !there || card.OpenTopics == nil || *card.OpenTopics != c.want {
			t.Errorf("%s at %d: there %t, open topics %v, want %d", c.who, c.position, there, card.OpenTopics, c.want)
		}
	}
}
