package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// randomID draws an id of nothing.
func randomID(t *rapid.T) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "id")).String()
}

// caller is somebody who calls the API.
type caller struct {
	name    string
	person  *harness.Person
	enter   func() (*harness.Person, error) // signs in again
	options []harness.Option
	token   func() string // for callers with an access token
	own     []ids
	foreign ids // what they must not reach
	pool    *pgxpool.Pool
	sent    int
}

// opened lists the scopes of the caller with an access token.
var opened = []sessions.TokenScope{sessions.ReadOrders, sessions.WriteTopics, sessions.ReadEvents}

// expects returns what a valid input of the caller may be answered with. Without a session only public operations are
// open, and with an access token those whose scope it has.
func (w *caller) expects(op operation) string {
	scope, _ := op.Extensions["x-token-scope"].(string)
	switch {
	case op.public():
	case w.name == "nobody", w.token != nil && !slices.Contains(opened, sessions.TokenScope(scope)):
		return refusal
	}
	return anything
}

// session reports whether the caller has the session of a person or guest.
func (w *caller) session() bool { return w.name != "nobody" && w.token == nil }

// send sends an input. It signs in again if an earlier call ended the session, and sends the input again if a read
// model is behind: on a busy machine that takes longer than a call waits.
func (w *caller) send(i input) (harness.Answer, error) {
	if w.sent++; w.sent%10 == 0 { // the limits of what somebody may do in a minute have tests of their own
		if err := forgive(w.pool); err != nil {
			return harness.Answer{}, err
		}
	}
	for again, behind := false, 0; ; again = true {
		a, err := w.sendOnce(i)
		for ; a.Reason() == "read_model.behind" && behind < 10; behind++ {
			a, err = w.sendOnce(i)
		}
		lost := err != nil || i.headers["Authorization"] == "" && a.Reason() == "session.missing"
		if !lost || again || w.enter == nil {
			return a, err
		}
		p, failed := w.again()
		if failed != nil {
			return a, errors.Join(err, failed)
		}
		w.person = p
	}
}

// again signs in again. Failures of others may delay that, because all callers have one address.
func (w *caller) again() (p *harness.Person, err error) {
	for range 5 {
		if err = forgive(w.pool); err == nil {
			p, err = w.enter()
		}
		if err == nil {
			return p, nil
		}
	}
	return nil, err
}

// forgive removes what is counted of failures and of calls.
func forgive(pool *pgxpool.Pool) error {
	_, err := pool.Exec(context.Background(), "delete from signin_failures")
	if err == nil {
		_, err = pool.Exec(context.Background(), "delete from rates")
	}
	return err
}

func (w *caller) sendOnce(i input) (harness.Answer, error) {
	var body any
	if i.body != nil {
		body = harness.Raw{ContentType: i.kind, Text: i.content()}
	}
	options := append([]harness.Option{}, w.options...)
	if w.token != nil {
		options = append(options, harness.Header("Authorization", "Bearer "+w.token()))
	}
	for name, v := range i.headers {
		options = append(options, harness.Header(name, v))
	}
	req, err := w.person.Request(i.op.method, i.at(), body, options...)
	if err != nil {
		return harness.Answer{}, err
	}
	return harness.World.Do(harness.World.Client, req)
}

// callers returns a person of each role, somebody without a session, a guest, and software with an access token. Each
// has objects of their own, and knows objects that they must not reach.
func (c *checker) callers(t *testing.T) (all []*caller) {
	t.Helper()
	pool := harness.Pool(t)
	for _, name := range []string{
		"admin", "manager", "creative", "production", "operator", "cso", "owner", "both", "collab", "approver", "neither",
		"looker", "reseller", "resold",
	} {
		w := &caller{name: name, person: harness.SignedIn(t, name), pool: pool}
		w.enter = func() (*harness.Person, error) { return harness.World.SignIn(name) }
		for _, s := range []order.Status{order.InReview, order.InProgress} {
			w.own = append(w.own, objects(t, w.person, harness.OwnerOf(name), s, name))
		}
		all = append(all, w)
	}
	foreign := objects(t, harness.SignedIn(t, "beta"), "beta", order.InReview, "beta")
	personal := ids{}
	for _, kind := range []string{"presetId", "tokenId", "sessionId", "factorId", "messageId"} {
		personal[kind] = foreign[kind]
	}
	for _, w := range all {
		w.foreign = foreign
		if harness.Cast[w.name].Role.IsProvider() {
			w.foreign = personal
		}
	}
	owner := all[6]
	nobody := &caller{name: "nobody", person: owner.person, own: owner.own, foreign: foreign, pool: pool}
	nobody.options = []harness.Option{harness.Without("Authorization"), harness.Without("X-CSRF-Token")}

	software := &caller{name: "software", person: owner.person, own: owner.own, foreign: foreign, pool: pool}
	software.options = []harness.Option{harness.Without("X-CSRF-Token")}
	software.token = tokens(t)

	guest := &caller{name: "guest", foreign: foreign, pool: pool}
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	invited := owner.person.Invites(t, sc.Order, nil, sc.Review.Attachment)
	guest.person = harness.World.Visitor(t, invited.Link)
	// The calls of people refuse a guest whatever the scope is.
	for _, scope := range c.contract.Components.Schemas["CSRFScope"].Value.Enum {
		guest.person.Csrf[fmt.Sprint(scope)] = guest.person.Csrf["guest-annotation"]
	}
	guest.own = []ids{scene(sc, sc.Review)}
	return append(all, nobody, software, guest)
}

// tokens returns what makes access tokens with few scopes. One is replaced before it has been used too often.
func tokens(t *testing.T) func() string {
	t.Helper()
	used, token := 0, ""
	return func() string {
		if used++; used%60 == 1 {
			made, err := harness.World.Sessions.CreateAccessToken(
				context.Background(),
				harness.Cast["owner"].ID,
				uuid.New(),
				"fuzzer",
				opened,
				time.Now().Add(time.Hour),
			)
			if err != nil {
				t.Error(err)
			}
			token = made
		}
		return token
	}
}

// scene returns the ids of an order with one of its attachments.
func scene(sc harness.Scene, a harness.Attachment) ids {
	return ids{
		"orderId":             sc.Order.String(),
		"id":                  sc.Order.String(),
		"group":               sc.Order.String(),
		"attachmentId":        a.Attachment.String(),
		"versionId":           a.Versions[0].String(),
		"attachmentVersionId": a.Versions[1].String(),
		"topicId":             a.Public.String(),
		"commentId":           a.PublicComment.String(),
	}
}

// objects creates an order, and finds other objects that a person can name.
func objects(t *testing.T, p *harness.Person, of string, s order.Status, author string) ids {
	t.Helper()
	if author == "cso" || author == "looker" || s != order.InReview { // they write no topics
		author = "operator2"
	}
	sc := harness.NewDiscussedScene(t, of, s, author)
	for _, path := range []string{"/filters", "/archived-order-filters"} {
		p.Call(t, http.MethodPost, path, harness.Form{"name": {fmt.Sprint("Mine ", counter.Add(1))}})
	}
	p.Call(t, http.MethodPost, "/webhook-endpoints", map[string]any{"url": receiver, "types": []string{}})
	client := harness.Cast[of].ClientID
	known := scene(sc, sc.Review)
	maps.Copy(known, ids{
		"serviceId": harness.Labels.String(), "serviceType": harness.Labels.String(),
		"serviceCategory": harness.Printing.String(), "serviceCategoryId": harness.Printing.String(),
		"categoryId": harness.Printing.String(),
		"customerId": harness.Cast[of].CustomerID.String(), "clientId": client,
		"operatorId": harness.Cast["operator"].ID.String(), "managerId": harness.Cast["manager"].ID.String(),
		"creatorId": harness.Cast[of].ID.String(), "userIdId": harness.Cast["collab"].ID.String(),
		"approverId": harness.Cast["approver"].ID.String(), "personId": leaver(t, of),
		"attachmentIdId": sc.Review.Attachment.String(),
	})
	lists := ids{
		"presetId":       "/filters",
		"sessionId":      "/profile/sessions",
		"messageId":      "/message/groups",
		"workflowId":     "/workflows",
		"invoiceId":      "/billing/invoices",
		"paymentId":      "/billing/payments",
		"methodId":       "/billing/payment-methods",
		"planId":         "/sellers/" + client + "/plans",
		"packId":         "/sellers/" + client + "/packs",
		"announcementId": "/announcements",
		"tokenId":        "/profile/tokens",
		"factorId":       "/profile/factors",
		"endpointId":     "/webhook-endpoints",
		"importId":       "/imports",
		"guestId":        "/order/" + sc.Order.String() + "/guest",
	}
	for name, path := range lists {
		if id := firstID(p.Get(t, path).Body); id != "" {
			known[name] = id
		}
	}
	known["packageId"] = known["planId"]
	return known
}

// firstID returns the first member "id" of the data of an answer.
func firstID(body []byte) string {
	var answer struct{ Data any }
	if json.Unmarshal(body, &answer) != nil {
		return ""
	}
	return firstOf(answer.Data)
}

func firstOf(data any) string {
	var find func(v any) string
	find = func(v any) string {
		switch v := v.(type) {
		case map[string]any:
			for _, name := range []string{"id", "_id"} {
				if id, isText := v[name].(string); isText {
					return id
				}
			}
			for _, of := range v {
				if id := find(of); id != "" {
					return id
				}
			}
		case []any:
			for _, of := range v {
				if id := find(of); id != "" {
					return id
				}
			}
		}
		return ""
	}
	return find(data)
}

// leaver adds somebody to the account of a person, whom calls may change and remove.
func leaver(t *testing.T, of string) string {
	t.Helper()
	u := harness.Cast[of]
	body := map[string]any{
		"customerId": u.CustomerID, "firstname": "Some", "lastname": "Body", "role": "staff",
		"emailAddress": fmt.Sprintf("leaver-%d@example.test", counter.Add(1)),
	}
	a := harness.SignedIn(t, "admin").Call(t, http.MethodPost, "/people", body)
	return firstID(a.Body)
}
