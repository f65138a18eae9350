package webhook_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/webhook"
)

var webhooks = domaintest.Of(webhook.Streams)

var (
	now     = domaintest.Now
	home    = webhook.Home{Client: domain.DirectClient, Customer: domaintest.ID("customer")}
	first   = domaintest.ID("first")
	content = webhook.Content{Host: "hooks.example.com", Types: []string{"order.created"}}
	ref     = webhook.Ref{Endpoint: first, Home: home, Host: content.Host}
	added   = &webhook.Added{Ref: ref, Types: content.Types}
	paused  = &webhook.Paused{Ref: ref, Cause: webhook.Failed}
)

type decision = func(*webhook.Webhooks) error

func add(id uuid.UUID, c webhook.Content) decision {
	return func(w *webhook.Webhooks) error { return w.Add(home, id, c, now) }
}

func TestAnEndpointIsAdded(t *testing.T) { // BY-040
	webhooks.Given(t).When(add(first, content)).Then(added)
	webhooks.Given(t, added).When(add(first, content)).ThenNothing()
	for _, host := range []string{"", "a b", "a\x00", strings.Repeat("x", 254)} {
		webhooks.Given(t).When(add(first, webhook.Content{Host: host})).ThenRefused(webhook.ErrHost)
	}
	for _, types := range [][]string{{""}, {"a", "a"}, {strings.Repeat("x", 61)}, make([]string, 101)} {
		webhooks.Given(t).When(add(first, webhook.Content{Host: "a", Types: types})).ThenRefused(webhook.ErrTypes)
	}
	var many []any
	for i := range webhook.MaxEndpoints {
		other := ref
		other.Endpoint = domaintest.ID(strings.Repeat("x", i))
		many = append(many, &webhook.Added{Ref: other})
	}
	webhooks.Given(t, many...).When(add(first, content)).ThenRefused(webhook.ErrTooMany)
	many = append(many, &webhook.Removed{Ref: many[0].(*webhook.Added).Ref})
	webhooks.Given(t, many...).When(add(first, content)).Then(added)
}

func TestTheLifeOfAnEndpoint(t *testing.T) { // BY-040 D-77
	resumed, removed := &webhook.Resumed{Ref: ref}, &webhook.Removed{Ref: ref}
	all := webhook.Content{Host: "other.example.com"}
	changed := &webhook.Changed{Ref: webhook.Ref{Endpoint: first, Home: home, Host: all.Host}}
	pause := func(w *webhook.Webhooks) error { return w.Pause(first, webhook.Failed, now) }
	resume := func(w *webhook.Webhooks) error { return w.Resume(first, now) }
	change := func(w *webhook.Webhooks) error { return w.Change(first, all, now) }
	rotate := func(w *webhook.Webhooks) error { return w.Rotate(first, now) }
	remove := func(w *webhook.Webhooks) error { return w.Remove(first, now) }
	replay := func(after int64) decision {
		return func(w *webhook.Webhooks) error { return w.Replay(first, after, 7, now) }
	}
	webhooks.Given(t, added).When(pause).Then(paused)
	webhooks.Given(t, added, paused).When(pause).ThenNothing()
	webhooks.Given(t, added).When(resume).ThenNothing()
	webhooks.Given(t, added, paused).When(resume).Then(resumed)
	for _, past := range [][]any{{added}, {added, paused}, {added, paused, resumed}} {
		webhooks.Given(t, past...).When(change).Then(changed)
		webhooks.Given(t, past...).When(rotate).Then(&webhook.Rotated{Ref: ref})
		webhooks.Given(t, past...).When(replay(7)).Then(&webhook.Replayed{Ref: ref, After: 7})
		webhooks.Given(t, past...).When(replay(8)).ThenRefused(webhook.ErrPosition)
		webhooks.Given(t, past...).When(replay(-1)).ThenRefused(webhook.ErrPosition)
		webhooks.Given(t, past...).When(remove).Then(removed)
	}
	webhooks.Given(t, added, changed).When(change).Then(changed) // its path can be another one
	for _, d := range []decision{pause, resume, change, rotate, replay(1), remove} {
		webhooks.Given(t, added, removed).When(d).ThenRefused(domain.ErrNotFound)
		webhooks.Given(t).When(d).ThenRefused(domain.ErrNotFound)
	}
}

func TestAnEndpointIsSentWhatItsOwnersSee(t *testing.T) { // BY-040
	for h, want := range map[webhook.Home]domain.Actor{
		home:                            {Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: home.Customer},
		{Client: "acme"}:                {Role: domain.Owner, ClientID: "acme"},
		{Client: domain.ProviderClient}: {Role: domain.Admin, ClientID: domain.ProviderClient},
	} {
		if got := h.Viewer(); got != want {
			t.Errorf("%v: %v", h, got)
		}
	}
	if webhook.StreamOf(home) == webhook.StreamOf(webhook.Home{Client: domain.DirectClient}) {
		t.Error("two homes have one stream")
	}
}
