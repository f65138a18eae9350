package webhook_test

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/webhook"
)

// An endpoint is paused with a reason, and resumed by a person. The log knows its host, and neither its path nor its
// secret.
func ExampleWebhooks_Pause() {
	home := webhook.Home{Client: "provider", Customer: uuid.New()}
	w, id := webhook.New(webhook.StreamOf(home)), uuid.New()
	now := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	decide := func(err error) {
		for _, r := range w.TakeRecorded() {
			_ = w.Apply(domain.Event{Stream: w.ID, Version: w.Version + 1, Type: r.Type, Data: r.Data})
		}
		fmt.Println(err, w.All[0].State)
	}
	decide(w.Add(home, id, webhook.Content{Host: "hooks.example.com"}, now))
	decide(w.Pause(id, webhook.Failed, now))
	decide(w.Resume(id, now))
	// Output:
	// <nil> active
	// <nil> paused
	// <nil> active
}
