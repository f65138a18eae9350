package access

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/webhooks"
)

// receiver is the software that a webhook sends to.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	status   int
	messages []message
}

type message struct {
	head http.Header
	body []byte
}

// event is the form of a message.
type event struct {
	Type string
	Data contract.FeedEvent
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{status: http.StatusNoContent}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.status/100 == 2 {
			r.messages = append(r.messages, message{q.Header, body})
		}
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// of returns the messages about an order that came so far.
func (r *receiver) of(t *testing.T, orderID uuid.UUID) (events []event, ids []string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.messages {
		var e event
		if err := json.Unmarshal(m.body, &e); err != nil {
			t.Fatal(err)
		}
		if e.Data.Order == orderID {
			events, ids = append(events, e), append(ids, m.head.Get("Webhook-Id"))
		}
	}
	return events, ids
}

func addWebhook(t *testing.T, who, url string, types ...string) contract.WebhookSecret {
	t.Helper()
	added := harness.MustCall[contract.WebhookSecretAnswer](
		t, harness.SignedIn(t, who), http.MethodPost, "/webhook-endpoints",
		contract.WebhookContent{Url: url, Types: append([]string{}, types...)},
	).Data
	t.Cleanup(func() {
		harness.SignedIn(t, who).Call(t, http.MethodDelete, "/webhook-endpoints/"+added.Id.String(), nil)
	})
	return added
}

// A webhook is sent what the feed has for its owners, signed, in the order of the order, from when it was
// added.
func TestAWebhookIsSentWhatTheFeedHas(t *testing.T) { // BY-040
	owner := harness.SignedIn(t, "owner")
	mine, foreign, provider := newReceiver(t), newReceiver(t), newReceiver(t)
	added := addWebhook(t, "owner", mine.URL)
	if added.Test == nil || harness.Value(added.Test.Status) != http.StatusNoContent || added.Test.Failure != nil {
		t.Errorf("a new webhook was sent no test: %+v", added.Test)
	}
	mine.mu.Lock()
	if len(mine.messages) != 1 || !strings.Contains(string(mine.messages[0].body), `"webhook.test"`) {
		t.Errorf("it got %d messages", len(mine.messages))
	}
	mine.mu.Unlock()
	addWebhook(t, "beta", foreign.URL)
	addWebhook(t, "admin", provider.URL, "order.status_changed")
	from := harness.MustCall[contract.FeedAnswer](t, owner, http.MethodGet, "/events", nil).Data.Next
	id := harness.OrderIn(t, "owner", order.OnHold)
	var want []contract.FeedEvent
	for _, e := range harness.MustCall[contract.FeedAnswer](
		t, owner, http.MethodGet, "/events?after="+strconv.FormatInt(from, 10), nil,
	).Data.Events {
		if e.Order == id {
			want = append(want, e)
		}
	}
	if len(want) < 2 {
		t.Fatalf("the feed has %d events", len(want))
	}
	harness.Eventually(t, "the events arrive", func() bool { got, _ := mine.of(t, id); return len(got) >= len(want) })
	got, _ := mine.of(t, id)
	for i, e := range got[:len(want)] {
		if !same(e.Data, want[i]) || e.Type != e.Data.Type {
			t.Errorf("event %d: %+v, the feed has %+v", i, e, want[i])
		}
	}
	verifier, err := standardwebhooks.NewWebhook(added.Secret)
	if err != nil {
		t.Fatal(err)
	}
	mine.mu.Lock()
	for _, m := range mine.messages {
		if err := verifier.Verify(m.body, m.head); err != nil {
			t.Errorf("a signature: %v", err)
		}
	}
	mine.mu.Unlock()
	harness.Eventually(t, "the provider's arrive", func() bool { got, _ := provider.of(t, id); return len(got) > 0 })
	moves, _ := provider.of(t, id)
	if slices.ContainsFunc(moves, func(e event) bool { return e.Type != "order.status_changed" }) {
		t.Errorf("the provider was sent %+v", moves)
	}
	if got, _ := foreign.of(t, id); len(got) > 0 {
		t.Errorf("another account was sent %+v", got)
	}
	one := "/webhook-endpoints/" + added.Id.String()
	harness.MustCall[contract.Plain](t, owner, http.MethodPost, one+"/replay", contract.WebhookReplay{After: from})
	harness.Eventually(
		t, "they arrive again", func() bool { got, _ := mine.of(t, id); return len(got) >= 2*len(want) },
	)
	again, ids := mine.of(t, id)
	for i := range want {
		if !same(again[len(want)+i].Data, want[i]) || ids[i] == ids[len(want)+i] {
			t.Errorf("event %d of the replay: %+v, delivery %s", i, again[len(want)+i], ids[len(want)+i])
		}
	}
}

func same(a, b contract.FeedEvent) bool {
	one, _ := json.Marshal(a)
	other, _ := json.Marshal(b)
	return string(one) == string(other)
}

// What a receiver does not take is tried again with the same id, and the page shows it.
func TestADeliveryThatFailsIsTriedAgain(t *testing.T) { // BY-040 D-77
	owner, r := harness.SignedIn(t, "owner"), newReceiver(t)
	added := addWebhook(t, "owner", r.URL, "order.created")
	one := "/webhook-endpoints/" + added.Id.String()
	r.answer(http.StatusInternalServerError)
	test := harness.MustCall[contract.WebhookTestAnswer](t, owner, http.MethodPost, one+"/test", nil).Data
	if test.Status == nil || *test.Status != 500 || test.Failure == nil ||
		*test.Failure != contract.WebhookFailureStatus {
		t.Errorf("a test of a receiver that fails: %+v", test)
	}
	id := harness.Draft(t, "owner")
	waiting := func() []contract.WebhookDelivery {
		return slices.DeleteFunc(
			harness.MustCall[contract.WebhookDeliveriesAnswer](
				t, owner, http.MethodGet, one+"/deliveries?state=waiting", nil,
			).Data,
			func(d contract.WebhookDelivery) bool { return d.Order != id || d.Tries == 0 },
		)
	}
	harness.Eventually(t, "it fails once", func() bool { return len(waiting()) == 1 })
	failed := waiting()[0]
	if failed.Status == nil || *failed.Status != 500 || failed.NextAt == nil {
		t.Errorf("%+v", failed)
	}
	r.answer(http.StatusOK)
	harness.Eventually(t, "it arrives", func() bool { got, _ := r.of(t, id); return len(got) == 1 })
	if _, ids := r.of(t, id); ids[0] != failed.Id.String() {
		t.Errorf("it arrived as %s, and failed as %s", ids[0], failed.Id)
	}
	rotated := harness.MustCall[contract.WebhookSecretAnswer](t, owner, http.MethodPost, one+"/secret", nil).Data
	harness.MustCall[contract.WebhookTestAnswer](t, owner, http.MethodPost, one+"/test", nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	last := r.messages[len(r.messages)-1]
	for what, secret := range map[string]string{"new": rotated.Secret, "old": added.Secret} {
		verifier, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		if err := verifier.Verify(last.body, last.head); err != nil {
			t.Errorf("the %s secret: %v", what, err)
		}
	}
}

func TestWhoseWebhooksThereAre(t *testing.T) { // BY-040 D-48
	owner, r := harness.SignedIn(t, "owner"), newReceiver(t)
	added := addWebhook(t, "owner", r.URL)
	one := "/webhook-endpoints/" + added.Id.String()
	content := contract.WebhookContent{Url: r.URL + "/other", Types: []string{}}
	calls := []struct {
		method, path string
		body         any
	}{
		{http.MethodGet, one + "/deliveries?state=failed", nil},
		{http.MethodPut, one, content},
		{http.MethodPost, one + "/secret", nil},
		{http.MethodPut, one + "/state", contract.WebhookSwitch{State: contract.WebhookSwitchStatePaused}},
		{http.MethodPost, one + "/replay", contract.WebhookReplay{}},
		{http.MethodPost, one + "/test", nil},
		{http.MethodPost, one + "/deliveries", contract.WebhookDeliveriesReplay{Ids: []uuid.UUID{}}},
		{http.MethodDelete, one, nil},
	}
	for _, who := range []string{"both", "looker", "manager", "creative", "operator", "cso", "admin", "reseller", "beta"} {
		p := harness.SignedIn(t, who)
		for _, c := range calls {
			if a := p.Call(t, c.method, c.path, c.body); a.Status != http.StatusNotFound {
				t.Errorf("%s: %s %s: %d %s", who, c.method, c.path, a.Status, a.Body)
			}
		}
		list := p.Call(t, http.MethodGet, "/webhook-endpoints", nil)
		mayHave := slices.Contains([]string{"admin", "reseller", "beta"}, who)
		if (list.Status == http.StatusOK) != mayHave || strings.Contains(string(list.Body), added.Id.String()) {
			t.Errorf("%s: the list: %d %s", who, list.Status, list.Body)
		}
		if mayHave {
			continue
		}
		if a := p.Call(t, http.MethodPost, "/webhook-endpoints", content); a.Status != http.StatusNotFound {
			t.Errorf("%s: a new one: %d %s", who, a.Status, a.Body)
		}
	}
	all := harness.MustCall[contract.WebhookEndpointsAnswer](t, owner, http.MethodGet, "/webhook-endpoints", nil).Data
	i := slices.IndexFunc(all.Endpoints, func(e contract.WebhookEndpoint) bool { return e.Id == added.Id })
	if i < 0 || all.Endpoints[i].Url != r.URL || all.Endpoints[i].State != contract.WebhookEndpointStateActive {
		t.Errorf("the calls of others changed it: %+v", all)
	}
	for _, c := range calls {
		if a := owner.Call(t, c.method, c.path, c.body); a.Status != http.StatusOK {
			t.Errorf("the owner: %s %s: %d %s", c.method, c.path, a.Status, a.Body)
		}
	}
	if a := owner.Call(t, http.MethodPut, one, content); a.Reason() != domain.ErrNotFound.Reason {
		t.Errorf("after it was removed: %d %s", a.Status, a.Body)
	}
	for what, c := range map[string]struct {
		content contract.WebhookContent
		reason  string
	}{
		"no address":       {contract.WebhookContent{Url: "hooks", Types: []string{}}, webhook.ErrHost.Reason},
		"a password in it": {contract.WebhookContent{Url: "https://a:b@example.com", Types: []string{}}, webhook.ErrHost.Reason},
		"another scheme":   {contract.WebhookContent{Url: "file:///etc/passwd", Types: []string{}}, webhook.ErrHost.Reason},
		"an unknown event": {contract.WebhookContent{Url: r.URL, Types: []string{"order.lost"}}, webhook.ErrTypes.Reason},
		"an event twice": {
			contract.WebhookContent{Url: r.URL, Types: []string{"order.created", "order.created"}}, webhook.ErrTypes.Reason,
		},
	} {
		if a := owner.Call(t, http.MethodPost, "/webhook-endpoints", c.content); a.Reason() != c.reason {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	var many []contract.WebhookSecret
	for range webhook.MaxEndpoints {
		many = append(many, addWebhook(t, "reseller", r.URL))
	}
	reseller := harness.SignedIn(t, "reseller")
	if a := reseller.Call(t, http.MethodPost, "/webhook-endpoints", content); a.Reason() != webhook.ErrTooMany.Reason {
		t.Errorf("an eleventh: %d %s", a.Status, a.Body)
	}
	private := contract.WebhookContent{Url: "https://169.254.169.254/latest", Types: []string{}}
	one = "/webhook-endpoints/" + many[0].Id.String()
	for _, c := range [][2]string{{http.MethodPut, one}, {http.MethodPost, "/webhook-endpoints"}} {
		if a := reseller.Call(t, c[0], c[1], private); a.Status != http.StatusBadRequest ||
			a.Reason() != webhook.ErrNotPublic.Reason {
			t.Errorf("a private address: %d %s", a.Status, a.Body)
		}
	}
	nowhere := contract.WebhookContent{Url: "https://nobody-" + uuid.NewString() + ".test", Types: []string{}}
	harness.MustCall[contract.Plain](t, reseller, http.MethodPut, one, nowhere)
	test := harness.MustCall[contract.WebhookTestAnswer](t, reseller, http.MethodPost, one+"/test", nil).Data
	if test.Failure == nil || string(*test.Failure) != string(webhooks.Unknown) {
		t.Errorf("a host that is none: %+v", test)
	}
}
