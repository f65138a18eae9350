package mailer

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/workers/relay"
)

func TestOwnersAreToldThatTheirWebhookIsPaused(t *testing.T) { // D-77
	home := webhook.Home{Client: "customer", Customer: acme}
	for cause, says := range map[webhook.Cause]string{
		webhook.Failed:   "Nothing could be delivered to your webhook at hooks.acme.test for three days. It is paused now.",
		webhook.Refused:  "has answered that it wants no more messages",
		webhook.ByPerson: "",
	} {
		w, config := setUp()
		w.brand = accounts.Client{ID: "customer", Name: "Northlight"}
		config.Owners = &shop{}
		data, err := json.Marshal(webhook.Paused{Ref: webhook.Ref{Home: home, Host: "hooks.acme.test"}, Cause: cause})
		if err != nil {
			t.Fatal(err)
		}
		e := relay.Message{Position: 9, Type: string(webhook.PausedType), Data: data, OccurredAt: noon.Add(-stale)}
		for range 2 { // it is delivered twice
			if err := config.handle(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		if says == "" {
			if len(w.sent) > 0 {
				t.Errorf("%s: a mail was sent", cause)
			}
			continue
		}
		if len(w.sent) != 1 {
			t.Fatalf("%s: %d mails", cause, len(w.sent))
		}
		head, plain, html := read(t, w.sent[0])
		if head.Get("Subject") != "Your webhook at hooks.acme.test is paused" ||
			!strings.Contains(head.Get("To"), "olivia@acme.test") {
			t.Errorf("%s: %q to %q", cause, head.Get("Subject"), head.Get("To"))
		}
		if !strings.Contains(plain, says) || !strings.Contains(html, "https://proofs.test/webhooks") {
			t.Errorf("%s: %s", cause, plain)
		}
	}
}
