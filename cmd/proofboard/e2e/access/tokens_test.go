package access

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// allBut returns every scope but one.
func allBut(t *testing.T, lacks sessions.TokenScope) []sessions.TokenScope {
	t.Helper()
	scopes := map[sessions.TokenScope]bool{}
	for _, op := range operations(t) {
		scopes[op.Token] = true
	}
	delete(scopes, "")
	delete(scopes, lacks)
	return slices.Collect(maps.Keys(scopes))
}

// software calls with an access token, as other software does: without a CSRF token.
func software(t *testing.T, token, method, path string, body any) harness.Answer {
	t.Helper()
	return harness.SignedIn(t, "owner").Call(
		t, method, path, body, harness.Header("Authorization", "Bearer "+token), harness.Without("X-CSRF-Token"),
	)
}

// plantToken stores an access token of a person of the cast.
func plantToken(t *testing.T, name string, scopes ...sessions.TokenScope) (string, uuid.UUID) {
	t.Helper()
	person, id := harness.Cast[name].ID, uuid.New()
	token, err := harness.World.Sessions.CreateAccessToken(
		t.Context(), person, id, "planted", scopes, time.Now().Add(time.Hour),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = harness.World.Sessions.RemoveAccessToken(context.Background(), person, id) })
	return token, id
}

// Every operation, by tokens of a customer's owner and of an admin: those with the scope pass, those
// with all other scopes do not, and most operations are open to none.
func TestAnAccessTokenOpensOnlyWhatItsScopesSay(t *testing.T) { // BY-052 D-84
	for _, who := range []string{"beta", "admin"} {
		calls, tokens := 0, map[sessions.TokenScope]string{}
		call := func(lacks sessions.TokenScope, op operation, path string, body any) harness.Answer {
			if calls++; calls%80 == 1 { // below what a token may do at once
				clear(tokens)
			}
			if tokens[lacks] == "" {
				tokens[lacks], _ = plantToken(t, who, allBut(t, lacks)...)
			}
			return software(t, tokens[lacks], op.method, path, body)
		}
		for name, op := range others(t) {
			path, body := valid(t, name, op)
			needs := op.Token
			a := call("", op, path, body)
			if refused := a.Reason() == "token.not_allowed"; refused != (needs == "") {
				t.Errorf("%s of %s, with every scope: %d %.200s", name, who, a.Status, a.Body)
			}
			if a.Status == http.StatusUnauthorized || strings.HasPrefix(a.Reason(), "csrf.") || a.Status >= 500 {
				t.Errorf("%s of %s, with every scope: %d %.200s", name, who, a.Status, a.Body)
			}
			if needs == "" {
				continue
			}
			lacking := []sessions.TokenScope{needs}
			if op.TokenToo != "" {
				lacking = append(lacking, op.TokenToo)
			}
			for _, scope := range lacking {
				a := call(scope, op, path, body)
				var told contract.Refused
				if err := json.Unmarshal(a.Body, &told); err != nil || a.Status != http.StatusForbidden ||
					a.Reason() != "token.scope_missing" || harness.Value(told.Error.TokenScope) != string(scope) {
					t.Errorf("%s of %s without %s: %d %.200s", name, who, scope, a.Status, a.Body)
				}
			}
		}
	}
}

func TestAnAccessTokenIsCreatedUsedAndRevoked(t *testing.T) { // BY-052
	began := harness.Head(t)
	o := harness.OrderIn(t, "beta", order.ReadyToGo)
	beta := harness.NewlySignedIn(t, "beta")
	asked := map[string]any{
		"name": "Nightly sync", "scopes": []string{"orders:write", "orders:read"},
		"endsAt": time.Now().Add(24 * time.Hour), "password": "wrong",
	}
	harness.MustRefuse(t, beta, http.StatusBadRequest, "password.wrong", http.MethodPost, "/profile/tokens", asked)
	asked["password"] = harness.Password
	for what, c := range map[string]struct {
		field, reason string
		value         any
	}{
		"an unknown scope": {"scopes", "request.invalid", []string{"everything"}},
		"no scope":         {"scopes", "request.invalid", []string{}},
		"a scope twice":    {"scopes", "member.token_scopes_invalid", []string{"orders:read", "orders:read"}},
		"a past end":       {"endsAt", "member.token_end_invalid", time.Now().Add(-time.Hour)},
		"a late end":       {"endsAt", "member.token_end_invalid", time.Now().Add(366 * 24 * time.Hour)},
		"a blank name":     {"name", "token.name_invalid", "   "},
	} {
		harness.Forgive(t)
		right := asked[c.field]
		asked[c.field] = c.value
		if a := beta.Call(t, http.MethodPost, "/profile/tokens", asked); a.Status != 400 || a.Reason() != c.reason {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
		asked[c.field] = right
	}
	list := func() []contract.AccessToken {
		return harness.MustCall[contract.AccessTokensAnswer](t, beta, http.MethodGet, "/profile/tokens", nil).Data
	}
	if l := list(); len(l) != 0 {
		t.Fatalf("a token that was refused is stored: %+v", l)
	}
	harness.Forgive(t)
	made := harness.MustCall[contract.AccessTokenAnswer](t, beta, http.MethodPost, "/profile/tokens", asked).Data
	if l := list(); len(l) != 1 || l[0].Id != made.Id || l[0].Name != "Nightly sync" || l[0].UsedAt != nil {
		t.Errorf("the list: %+v", l)
	}

	if a := software(t, made.Token, http.MethodGet, "/order/"+o.String(), nil); a.Status != http.StatusOK {
		t.Fatalf("reads the order: %d %s", a.Status, a.Body)
	}
	foreign := harness.OrderIn(t, "owner", order.ReadyToGo)
	if a := software(t, made.Token, http.MethodGet, "/order/"+foreign.String(), nil); a.Status != http.StatusNotFound {
		t.Errorf("an order of another account: %d %s", a.Status, a.Body)
	}
	if a := software(t, made.Token, http.MethodGet, "/d/order/"+o.String(), nil); a.Reason() != "session.other_kind" {
		t.Errorf("at the address of the other kind: %d %s", a.Status, a.Body)
	}
	move := map[string]any{"moveto": "queue", "via": "board", "reason": "by software"}
	a := software(t, made.Token, http.MethodPut, "/order/"+o.String()+"/move-progress", move)
	if a.Status != http.StatusOK {
		t.Fatalf("moves the order: %d %s", a.Status, a.Body)
	}
	events, err := harness.World.Store.Read(t.Context(), a.Position()-1, 1)
	if err != nil || len(events) != 1 || events[0].Meta.Actor != beta.ID || events[0].Meta.Via != "api" {
		t.Errorf("the move is stored as %+v %v", events, err)
	}
	if l := list(); len(l) != 1 || l[0].UsedAt == nil {
		t.Errorf("the list after a use: %+v", l)
	}

	stranger := harness.SignedIn(t, "owner")
	path := "/profile/tokens/" + made.Id.String()
	harness.MustRefuse(t, stranger, http.StatusNotFound, "not_found", http.MethodDelete, path, nil)
	harness.MustWrite(t, beta, http.MethodDelete, path, nil)
	if a := software(t, made.Token, http.MethodGet, "/order/"+o.String(), nil); a.Status != http.StatusUnauthorized ||
		a.Reason() != "token.invalid" {
		t.Errorf("after it was revoked: %d %s", a.Status, a.Body)
	}
	var kinds []string
	audited := harness.MustCall[contract.AccountEventsAnswer](
		t, harness.SignedIn(t, "admin"), http.MethodGet, "/audit/accounts?person="+beta.ID.String(), nil,
	)
	for _, e := range audited.Data.Events {
		if e.Position > began && strings.HasPrefix(e.Type, "member.token_") {
			kinds = append(kinds, e.Type)
		}
	}
	if !slices.Equal(kinds, []string{string(member.TokenRevokedType), string(member.TokenCreatedType)}) {
		t.Errorf("the audit has %v", kinds)
	}
}

func TestACutAccessTokenSaysSo(t *testing.T) { // BY-052
	whole, _ := plantToken(t, "owner", sessions.ReadOrders)
	for what, token := range map[string]string{
		"cut": whole[:len(whole)-1], "the beginning": whole[:5], "with more": whole + ".",
	} {
		a := software(t, token, http.MethodGet, "/order?view=list", nil)
		if a.Status != http.StatusUnauthorized || a.Reason() != "token.cut" {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
		harness.CheckRefusal(t, a)
	}
}

func TestATokenIsToldWhenToComeBack(t *testing.T) { // BY-052
	token, _ := plantToken(t, "small", sessions.ReadPeople)
	for range 2000 {
		a := software(t, token, http.MethodGet, "/profile", nil)
		if a.Status == http.StatusOK {
			continue
		}
		if a.Status != http.StatusTooManyRequests || a.Reason() != "token.too_many_calls" ||
			a.Header.Get("Retry-After") == "" {
			t.Errorf("%d %v %s", a.Status, a.Header, a.Body)
		}
		return
	}
	t.Error("a token may call without a bound")
}

// positions returns the positions of the public events of an order in the feed of a person.
func feedOf(t *testing.T, p *harness.Person, o uuid.UUID, from int64) (found []int64) {
	t.Helper()
	for after := from; ; {
		feed := harness.MustCall[contract.FeedAnswer](
			t, p, http.MethodGet, "/events?limit=7&after="+strconv.FormatInt(after, 10), nil,
		).Data
		for _, e := range feed.Events {
			if e.Position <= after || e.Position > feed.Next {
				t.Errorf("%s: the event %d of the part from %d to %d", p.Firstname, e.Position, after, feed.Next)
			}
			if e.Order == o {
				found = append(found, e.Position)
			}
		}
		if after = feed.Next; !feed.More {
			return found
		}
	}
}

// shownOn returns the positions of the events that the page of an order shows to a person, of the
// types that are public.
func shownOn(t *testing.T, p *harness.Person, o uuid.UUID, hidden []string) (found []int64) {
	t.Helper()
	a := p.Get(t, "/order/"+o.String()+"/timeline?limit=100")
	if a.Status == http.StatusNotFound {
		return nil
	}
	for _, e := range harness.Decode[contract.TimelineAnswer](t, a).Data.Entries {
		if !slices.Contains(hidden, e.Type) {
			found = append(found, e.Position)
		}
	}
	slices.Reverse(found)
	return found
}

// Every role, every kind of event, in every phase of an order.
func TestTheFeedShowsEverybodyWhatThePagesShowThem(t *testing.T) { // BY-052 BD-019 D-68 D-69
	from := harness.Head(t)
	o := harness.NewScene(t, "owner", order.InProgress)
	for _, k := range proof.Kinds {
		a := o.Attachment(k)
		*a = harness.Attach(t, o.Order, "owner", k)
		a.Discuss(t, o.Order, k, "operator2")
	}
	hidden := []string{"order.repositioned", "order.work_started", "order.work_stopped", "proof.settings_changed"}
	phases := []struct {
		name string
		lead func()
	}{
		{"in progress", func() {}},
		{"in review", func() { harness.Move(t, "manager", o.Order, order.InReview) }},
		{"back in progress", func() {
			harness.Move(t, "owner", o.Order, order.InProgress)
			a := harness.Attach(t, o.Order, "owner", proof.CustomerReview)
			a.Discuss(t, o.Order, proof.CustomerReview, "operator2")
		}},
		{"on hold", func() { harness.Act(t, "owner", o.Order, order.Hold) }},
		{"cancelled", func() { harness.Act(t, "owner", o.Order, order.Cancel) }},
	}
	for _, phase := range phases {
		phase.lead()
		counts := map[string]int{}
		for _, who := range append(slices.Clone(harness.Columns), "beta", "reseller") {
			p := harness.SignedIn(t, who)
			want, got := shownOn(t, p, o.Order, hidden), feedOf(t, p, o.Order, from)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: the feed has %v, the page %v", phase.name, who, got, want)
			}
			counts[who] = len(got)
		}
		if counts["beta"]+counts["reseller"] > 0 || counts["owner"] == 0 || counts["owner"] >= counts["manager"] {
			t.Errorf("%s: who sees how many events: %v", phase.name, counts)
		}
	}
	harness.Act(t, "owner", o.Order, order.Delete)
	for _, who := range []string{"owner", "admin"} {
		if got := feedOf(t, harness.SignedIn(t, who), o.Order, from); len(got) > 0 {
			t.Errorf("%s sees the events %v of a deleted order", who, got)
		}
	}
}

func TestTheFeedWaitsForWhatHappensNext(t *testing.T) { // BY-052
	o := harness.OrderIn(t, "small", order.ReadyToGo)
	token, id := plantToken(t, "small", sessions.ReadEvents)
	start := harness.Decode[contract.FeedAnswer](t, software(t, token, http.MethodGet, "/events", nil)).Data
	if len(start.Events) > 0 || start.Next < 1 || start.More {
		t.Fatalf("without a position: %+v", start)
	}
	at := func(next int64, wait string) string {
		return "/events?after=" + strconv.FormatInt(next, 10) + "&wait=" + wait
	}
	answers := make(chan harness.Answer, 1)
	waiting := func(path string) { answers <- software(t, token, http.MethodGet, path, nil) }
	go waiting(at(start.Next, "25"))
	foreign := harness.OrderIn(t, "owner", order.ReadyToGo) // wakes those who wait, and is not theirs
	harness.Act(t, "small", o, order.Hold)
	feed := harness.Decode[contract.FeedAnswer](t, <-answers).Data
	if len(feed.Events) != 1 || feed.Events[0].Order != o || feed.Events[0].Type != "order.status_changed" ||
		harness.Value(feed.Events[0].Data.To) != contract.StatusOnHold ||
		harness.Value(feed.Events[0].Actor) != harness.Cast["small"].ID {
		t.Fatalf("%+v, not the hold of %s; %s is foreign", feed, o, foreign)
	}
	if a := software(t, token, http.MethodGet, at(feed.Next, "1"), nil); a.Status != http.StatusOK ||
		len(harness.Decode[contract.FeedAnswer](t, a).Data.Events) != 0 {
		t.Errorf("nothing happened: %d %s", a.Status, a.Body)
	}
	// If a token is revoked during a long poll, the answer has no events.
	go waiting(at(harness.Head(t), "25"))
	if err := harness.World.Sessions.RemoveAccessToken(t.Context(), harness.Cast["small"].ID, id); err != nil {
		t.Fatal(err)
	}
	harness.Act(t, "small", o, order.Resume)
	if a := <-answers; a.Status != http.StatusUnauthorized || a.Reason() != "token.invalid" {
		t.Errorf("a revoked token: %d %s", a.Status, a.Body)
	}
}
