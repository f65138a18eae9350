package orders

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func TestASocketIsForItsOwnOriginAndASessionOnly(t *testing.T) { // D-35 BD-306
	for what, origin := range map[string]string{"no origin": "", "a foreign one": "https://evil.test", "null": "null", "another port": "http://127.0.0.1:1"} {
		if _, status, err := harness.Dial(t, origin); err == nil || status != http.StatusForbidden {
			t.Errorf("%s: %d %v", what, status, err)
		}
	}
	owner, manager := harness.SignedIn(t, "owner"), harness.SignedIn(t, "manager")
	gone := harness.NewlySignedIn(t, "owner")
	if a := gone.Call(t, http.MethodPost, "/logout", nil); a.Status != http.StatusOK {
		t.Fatal(a.Status)
	}
	for what, first := range map[string]string{
		"no token": harness.Login("customer", ""), "a wrong token": harness.Login("customer", strings.Repeat("x", 43)), "a token of the other kind": harness.Login("user", owner.Token),
		"a desk token as a customer": harness.Login("customer", manager.Token), "an unknown kind": harness.Login("admin", manager.Token), "a token of a session that ended": harness.Login("customer", gone.Token),
		"another event": `{"event":"reload-order","data":{}}`, "no JSON": "hello", "too much": harness.Login("customer", strings.Repeat("x", 8<<10)),
	} {
		conn, _, err := harness.Dial(t, harness.World.Base)
		if err != nil {
			t.Fatal(err)
		}
		harness.Send(t, conn, first)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if _, text, err := conn.Read(ctx); err == nil {
			t.Errorf("%s: the socket says %s", what, text)
		} else if ctx.Err() != nil {
			t.Errorf("%s: the socket stays open", what)
		}
		cancel()
	}
}

func TestTwoBrowsersSeeMovesAndCommentsLive(t *testing.T) { // BD-311 BD-312 BD-318 BD-319 BD-320 BD-314 D-35
	harness.Forgive(t) // the tests together write more comments a minute than the limit allows
	sc := harness.NewScene(t, "owner", order.InReview)
	harness.Do(t, "manager", harness.Assign(sc.Order))
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	owner, operator := harness.Listen(
		t,
		harness.SignedIn(t, "owner"),
	), harness.Listen(
		t,
		harness.SignedIn(t, "operator"),
	)
	o, version := "/order/"+sc.Order.String(), "/order/"+sc.Order.String()+"/attachment/"+a.Attachment.String()+"/version/"+a.Versions[0].String()

	topic := harness.MustWrite(
		t, harness.SignedIn(t, "owner"), http.MethodPost, version+"/annotation",
		map[string]any{"message": harness.Message("live"), "annotation": harness.Mark},
	)
	for _, b := range []*harness.Browser{owner, operator} {
		if m := b.Expect(
			t,
			"reload-version",
			sc.Order.String(),
			a.Attachment.String(),
			a.Versions[0].String(),
			topic.Data.ID.String(),
			`"public":true`,
		); m.Position < topic.Data.Position {
			t.Errorf("the comment is at %d, its message at %d", topic.Data.Position, m.Position)
		}
	}
	operator.Expect(t, "show-notification")
	second := harness.MustWrite(
		t,
		harness.SignedIn(t, "operator"),
		http.MethodPut,
		"/upload/attachment-version/"+a.Attachment.String(),
		harness.Completion(
			"next.png",
			harness.PostFile(
				t,
				harness.SignedIn(t, "operator"),
				"attachment-version",
				a.Attachment,
				"next.png",
				harness.Picture(t, 9),
			),
			len(harness.Picture(t, 9)),
			"",
		),
	)
	owner.Expect(t, "reload-version-list", a.Attachment.String(), "proof.version_added")
	_ = second

	moved := harness.MustWrite(
		t, harness.SignedIn(t, "operator"), http.MethodPut, o+"/move-progress",
		map[string]any{"moveto": "in-progress", "via": "board"},
	)
	// Messages of the scene's own moves may still come.
	card := func(b *harness.Browser) (contract.Card, int64) {
		m := b.Expect(t, "reload-order", sc.Order.String(), "order.moved", `"status":"in-progress"`)
		var d struct{ Card contract.Card }
		if err := json.Unmarshal(m.Data, &d); err != nil {
			t.Errorf("the message is %s: %v", m.Data, err)
		}
		return d.Card, m.Position
	}
	for _, b := range []*harness.Browser{owner, operator} {
		if c, position := card(b); c.Version != moved.Data.Version || position < moved.Data.Position {
			t.Errorf("the card that came is %+v, at %d", c, position)
		}
		b.Expect(t, "reload-timeline", sc.Order.String())
	}
	drops := func(b *harness.Browser) string {
		c, _ := card(b)
		names, _ := json.Marshal(c.AllowedDrops)
		return string(names)
	}
	if got, want := drops(owner), `["in-review"]`; got != want { // BD-055
		t.Errorf("the owner's card says they may drop it on %s, want %s", got, want)
	}
	if got, want := drops(operator), `["active","in-progress"]`; got != want { // BD-061
		t.Errorf("the operator's card says they may drop it on %s, want %s", got, want)
	}

	harness.MustWrite(
		t,
		harness.SignedIn(t, "owner"),
		http.MethodPut,
		o+"/action",
		map[string]any{"action": "cancelled"},
	)
	harness.MustWrite(t, harness.SignedIn(t, "owner"), http.MethodPut, o+"/action", map[string]any{"action": "delete"})
	owner.Expect(t, "order-deleted", sc.Order.String())
	operator.Expect(t, "order-deleted", sc.Order.String())
	harness.MustWrite(t, harness.SignedIn(t, "operator"), http.MethodPut, "/message/read", nil)
	operator.Expect(t, "fetch-messages")
}

func TestASocketSendsNobodyWhatTheyMayNotRead(t *testing.T) { // D-13 D-35 BD-019
	shared := harness.NewScene(t, "owner", order.InReview).Order
	listeners := map[string]*harness.Browser{}
	for _, name := range []string{"owner", "neither", "beta", "reseller", "cso", "operator"} {
		listeners[name] = harness.Listen(t, harness.SignedIn(t, name))
	}
	// Events that only some people may receive: a file for internal review and its topics, a proof
	// while the order is in progress, and orders of other accounts from their first step to their
	// last.
	a := harness.Attach(t, shared, "owner", proof.InternalReview)
	internal := a.Attachment
	harness.Discuss(t, shared, a, "operator2", false)
	harness.Discuss(t, shared, a, "operator2", true)
	review := harness.Attach(t, shared, "owner", proof.CustomerReview)
	inside, _ := harness.Discuss(t, shared, review, "operator2", false)
	hidden := harness.NewScene(t, "owner", order.InProgress).Order
	unseen := harness.Attach(t, hidden, "owner", proof.CustomerReview)
	foreign := harness.OrderIn(t, "beta", order.CancelledOff)
	harness.Act(t, "beta", foreign, order.Delete)
	resellers := harness.Draft(t, "resold")
	// The last event of each kind goes to everybody. If one of the restricted events had been sent,
	// it would have arrived earlier.
	last := map[string]uuid.UUID{
		"owner":    shared,
		"neither":  shared,
		"beta":     harness.Draft(t, "beta"),
		"reseller": harness.Draft(t, "resold"),
		"cso":      shared,
		"operator": shared,
	}
	harness.Discuss(t, shared, review, "operator2", true)
	harness.Act(t, "manager", shared, order.Freeze)
	for name, o := range last {
		change := ""
		if o == shared {
			change = "order.frozen"
		}
		listeners[name].Expect(t, "reload-order", o.String(), change)
		listeners[name].Expect(t, "reload-timeline", o.String())
	}
	ids := map[string]uuid.UUID{
		"a file for internal review":  internal,
		"a topic of the internal tab": inside,
		"a proof in progress":         unseen.Attachment,
		"an order in progress":        hidden,
		"Beta's order":                foreign,
		"the reseller's order":        resellers,
		"an order of Acme":            shared,
		"a proof in review":           review.Attachment,
	}
	may := map[string][]string{
		"owner":    {"an order in progress", "an order of Acme", "a proof in review"},
		"neither":  {"an order in progress", "an order of Acme", "a proof in review"},
		"beta":     {"Beta's order"},
		"reseller": {"the reseller's order"},
		"cso": {
			"an order in progress",
			"an order of Acme",
			"a proof in review",
			"Beta's order",
			"the reseller's order",
		},
		"operator": {
			"a file for internal review",
			"a topic of the internal tab",
			"a proof in progress",
			"an order in progress",
			"Beta's order",
			"the reseller's order",
			"an order of Acme",
			"a proof in review",
		},
	}
	for name, b := range listeners {
		var told strings.Builder
		for _, m := range b.Told() {
			told.WriteString(m.Event + string(m.Data) + "\n")
		}
		for what, id := range ids {
			if got, want := strings.Contains(told.String(), id.String()),
				slices.Contains(may[name], what); got != want {
				t.Errorf("%s was told of %s: %v, want %v", name, what, got, want)
			}
		}
	}
}
