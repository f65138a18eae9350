package mailer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/workers/relay"
)

// pauseWords say why a webhook was paused. A pause by a person causes no mail. {host} stands for the name
// of the receiver.
var pauseWords = map[webhook.Cause]string{
	webhook.Failed:  "Nothing could be delivered to your webhook at {host} for three days. It is paused now.",
	webhook.Refused: "The receiver of your webhook at {host} has answered that it wants no more messages. It is paused now.",
}

// paused tells the owners of a webhook that the product has paused it, once each (D-77).
func (c Config) paused(ctx context.Context, e relay.Message) error {
	var d webhook.Paused
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return err
	}
	words := pauseWords[d.Cause]
	if words == "" || c.Clock().Sub(e.OccurredAt) > stale {
		return nil
	}
	team, err := c.Owners.Team(ctx, d.Home.Client, d.Home.Customer)
	if err != nil {
		return err
	}
	b, err := c.brandOf(ctx, d.Home.Client)
	if err != nil {
		return err
	}
	lead := strings.ReplaceAll(words, "{host}", d.Host)
	for _, u := range team {
		if home, err := policy.WebhooksOf(u.Actor()); err != nil || home != d.Home {
			continue
		}
		once := []ledger.Effect{{Position: e.Position, Effect: "webhook mail " + u.ID.String()}}
		if err := c.Ledger.Once(ctx, once, func(ctx context.Context, fresh []bool) error {
			if !fresh[0] {
				return nil
			}
			m, err := c.button(
				b, u, "Your webhook at "+d.Host+" is paused", fmt.Sprintf("%d-webhook-%s", e.Position, u.ID),
				linkTexts{
					u.Firstname, lead, "See the webhook", b.base + "/webhooks",
					"Nothing is lost: when you let it go on, it goes on where it stopped.", b,
				},
			)
			return c.send(ctx, m, err)
		}); err != nil {
			return err
		}
	}
	return nil
}
