package access

import (
	"crypto/sha256"
	"errors"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
)

// valid returns a request to an operation that conforms to the contract.
func valid(t *testing.T, name string, op operation) (path string, body any) {
	t.Helper()
	x := target{
		order:      uuid.New(),
		attachment: uuid.New(),
		version:    uuid.New(),
		topic:      uuid.New(),
		comment:    uuid.New(),
		message:    uuid.New(),
		customer:   uuid.New(),
		key:        "k",
		size:       1,
	}
	for _, r := range rules {
		if r.operation() == name && r.body != nil {
			body = r.body(x)
		}
	}
	path = strings.NewReplacer("{kind}", "attachment", "{id}", x.order.String()).Replace(op.at(x))
	if name == "covers" {
		path += "?ids=" + x.order.String()
	}
	return path, body
}

// others returns the operations that need a session of a person.
func others(t *testing.T) map[string]operation {
	t.Helper()
	ops := operations(t)
	maps.DeleteFunc(ops, func(_ string, op operation) bool { return op.Public || op.Guest })
	return ops
}

func TestWithoutASessionEveryCallIsRefused(t *testing.T) { // SH-104 SH-045
	before := harness.Head(t)
	for name, op := range others(t) {
		path, body := valid(t, name, op)
		for _, o := range []harness.Option{
			harness.Without("Authorization"), harness.Header("Authorization", "Bearer "), harness.Header("Authorization", "Bearer "+strings.Repeat("x", 43)),
			harness.Header("Authorization", "Basic "+harness.SignedIn(t, "owner").Token), harness.Header("Authorization", "Bearer "+strings.Repeat("x", 10_000)),
		} {
			a := harness.SignedIn(t, "owner").Call(t, op.method, path, body, o)
			if a.Status != http.StatusUnauthorized || a.Reason() != "session.missing" {
				t.Errorf("%s without a session: %d %.200s", name, a.Status, a.Body)
			}
			harness.CheckRefusal(t, a)
		}
	}
	harness.Unchanged(t, before)
}

func TestASessionOfTheOtherKindIsRefusedUnderEachSuffix(t *testing.T) { // D-22 SH-006
	before := harness.Head(t)
	for name, op := range others(t) {
		path, body := valid(t, name, op)
		for _, c := range []struct{ who, prefix string }{{"owner", "/d"}, {"reseller", "/d"}, {"manager", "/c"}, {"cso", "/c"}} {
			p := harness.SignedIn(t, c.who)
			req, err := p.Request(op.method, path, body)
			if err != nil {
				t.Fatal(err)
			}
			req.URL.Path = strings.Replace(req.URL.Path, "/api/", "/api"+c.prefix+"/", 1)
			if req.URL.RawPath != "" {
				req.URL.RawPath = strings.Replace(req.URL.RawPath, "/api/", "/api"+c.prefix+"/", 1)
			}
			a, err := harness.World.Do(harness.World.Client, req)
			if err != nil {
				t.Fatal(err)
			}
			if a.Status != http.StatusForbidden || a.Reason() != "session.other_kind" {
				t.Errorf("%s of %s under %s: %d %.200s", name, c.who, c.prefix, a.Status, a.Body)
			}
			harness.CheckRefusal(t, a)
		}
	}
	harness.Unchanged(t, before)
	for who, prefix := range map[string]string{"owner": "/c", "manager": "/d"} {
		if a := harness.SignedIn(t, who).Get(t, prefix+"/profile"); a.Status != http.StatusOK {
			t.Errorf("%s under their own suffix: %d %s", who, a.Status, a.Body)
		}
	}
}

func TestEveryWriteNeedsACSRFTokenOfItsSessionAndScope(t *testing.T) { // D-24 SH-007 SH-008 SH-009
	before := harness.Head(t)
	keyOf, err := harness.World.ServerKeys.Key(t.Context(), "csrf")
	if err != nil {
		t.Fatal(err)
	}
	owner := harness.SignedIn(t, "owner")
	session, err := harness.World.Sessions.Session(t.Context(), owner.Token)
	if err != nil {
		t.Fatal(err)
	}
	for name, op := range others(t) {
		scope := op.Scope
		if scope == "" { // reads, and signing out
			continue
		}
		stranger, err := harness.SignedIn(t, "beta").CSRFToken(scope)
		if err != nil {
			t.Fatal(err)
		}
		other := "filter"
		if scope == other {
			other = "cart"
		}
		otherScope, err := owner.CSRFToken(other)
		if err != nil {
			t.Fatal(err)
		}
		right, _ := secrets.NewCSRF(keyOf).Token(session.ID, scope, time.Now())
		expired, _ := secrets.NewCSRF(keyOf).
			Token(session.ID, scope, time.Now().Add(-secrets.CSRFLifetime-time.Second))
		forged, _ := secrets.NewCSRF([]byte("another key")).Token(session.ID, scope, time.Now())
		changed := right[:20] + "A" + right[21:]
		if changed == right {
			changed = right[:20] + "B" + right[21:]
		}
		path, body := valid(t, name, op)
		for what, o := range map[string]harness.Option{
			"no token": harness.Without("X-CSRF-Token"), "an empty token": harness.Header("X-CSRF-Token", ""), "another session's": harness.Header("X-CSRF-Token", stranger),
			"another scope's": harness.Header("X-CSRF-Token", otherScope), "an expired one": harness.Header("X-CSRF-Token", expired), "a forged one": harness.Header("X-CSRF-Token", forged),
			"nonsense": harness.Header("X-CSRF-Token", "%%%"), "one with a changed byte": harness.Header("X-CSRF-Token", changed),
		} {
			a := owner.Call(t, op.method, path, body, o)
			if a.Status != http.StatusForbidden || a.Reason() != "csrf.invalid" ||
				!strings.Contains(string(a.Body), `"csrfScope":"`+scope+`"`) { // software reads what it needs
				t.Errorf("%s with %s: %d %.200s", name, what, a.Status, a.Body)
			}
		}
		if a := owner.Call(
			t,
			op.method,
			path,
			body,
			harness.Header("X-CSRF-Token", right),
		); a.Reason() == "csrf.invalid" {
			t.Errorf("%s refuses a right token", name)
		}
	}
	events, err := harness.World.Store.Read(t.Context(), before, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Meta.Actor == owner.ID && harness.ByPeople(e) &&
			!strings.HasPrefix(string(e.Type), "inbox.") { // with a valid token the owner may read their messages
			t.Errorf("a call without its CSRF token wrote %s", e.Type)
		}
	}
}

func TestASessionEndsWithSigningOut(t *testing.T) { // SH-040 SH-044
	for _, name := range []string{"owner", "manager"} {
		p := harness.NewlySignedIn(t, name)
		req, err := p.Request(http.MethodPut, "/message/read", nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := p.Call(t, http.MethodPost, "/logout", nil); a.Status != http.StatusOK {
			t.Fatalf("sign out: %d %s", a.Status, a.Body)
		}
		a, err := harness.World.Do(harness.World.Client, req) // built with the tokens of the session before it ended
		if err != nil || a.Status != http.StatusUnauthorized {
			t.Errorf("a replayed token after signing out: %v %d %s", err, a.Status, a.Body)
		}
		harness.MustRefuse(t, p, http.StatusUnauthorized, "session.missing", http.MethodGet, "/profile", nil)
		if a := harness.SignedIn(t, name).Get(t, "/profile"); a.Status != http.StatusOK {
			t.Errorf("signing out of one browser signs %s out of the other: %d", name, a.Status)
		}
	}
}

func TestSigningInTellsNothingAboutWhoHasAnAccount(t *testing.T) { // D-23 SH-031
	harness.Forgive(t)
	for what, c := range map[string]struct {
		desk            bool
		email, password string
		status          int
		reason          string
	}{
		"a wrong password":            {false, "neither@e2e.test", "wrong-password", 400, "invalid_grant"},
		"an unknown e-mail":           {false, "nobody@e2e.test", harness.Password, 400, "invalid_grant"},
		"a desk person at the shop":   {false, "operator2@e2e.test", harness.Password, 400, "invalid_grant"},
		"a customer at the desk":      {true, "neither@e2e.test", harness.Password, 400, "invalid_grant"},
		"an e-mail that breaks texts": {false, "a\x00b@e2e.test", harness.Password, 400, "request.invalid"},
		"broken text":                 {false, "a\xff@e2e.test", harness.Password, 400, "request.invalid"},
		"an e-mail in capitals":       {false, " NEITHER@E2E.test ", harness.Password, 200, ""},
		"a long password":             {false, "neither@e2e.test", strings.Repeat("x", 201), 400, "request.invalid"},
	} {
		harness.Forgive(t)
		a, err := harness.World.Password(harness.LocalClient(t, 3), c.desk, c.email, c.password)
		if err != nil {
			t.Fatal(err)
		}
		if a.Status != c.status || a.Reason() != c.reason {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
		if c.reason == "invalid_grant" && a.Envelope(t).Error.Name != "invalid_grant" {
			t.Errorf("%s: no OAuth2 name: %s", what, a.Body)
		}
	}
	harness.Forgive(t)
	a, err := harness.World.Password(
		harness.LocalClient(
			t,
			3,
		),
		false,
		"neither@e2e.test",
		harness.Password,
		harness.Header("Authorization", "Basic d2ViLWRlc2s6"),
	)
	if err != nil || a.Status != http.StatusUnauthorized || a.Reason() != "invalid_client" {
		t.Errorf("the desk's client at the customers' door: %v %d %s", err, a.Status, a.Body)
	}
}

func TestAWrongPasswordDelaysTheNextTry(t *testing.T) { // D-23 D-72 check 20
	harness.Forgive(t)
	client := harness.LocalClient(t, 2)
	try := func(client *http.Client, email, password string, o ...harness.Option) harness.Answer {
		t.Helper()
		a, err := harness.World.Password(client, false, email, password, o...)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	known := harness.LocalClient(t, 5)
	known.Jar = jar
	if a := try(known, "small@e2e.test", harness.Password); a.Status != http.StatusOK {
		t.Fatalf("sign in: %d %s", a.Status, a.Body)
	}
	inside := harness.SignedIn(t, "small")
	fails(t, []byte("account:small@e2e.test"), 10) // delays of half a minute, which the test does not wait for
	if a := try(client, "beta@e2e.test", "wrong-password"); a.Status != http.StatusBadRequest {
		t.Fatalf("a failure: %d %s", a.Status, a.Body)
	}
	fails(t, []byte("address:127.0.0.2"), 10)
	for what, a := range map[string]harness.Answer{
		"the right password from an unknown browser": try(harness.LocalClient(t, 4), "small@e2e.test", harness.Password), "another account from that address": try(client, "neither@e2e.test", harness.Password),
		"a spoofed address": try(client, "neither@e2e.test", harness.Password, harness.Header("X-Forwarded-For", "203.0.113.9"), harness.Header("X-Real-Ip", "203.0.113.9"), harness.Header("Forwarded", "for=203.0.113.9")),
	} {
		wait, err := strconv.Atoi(a.Header.Get("Retry-After"))
		if a.Status != http.StatusTooManyRequests || a.Reason() != "signin.too_many_failures" || err != nil ||
			wait < 1 ||
			wait > 30 {
			t.Errorf("%s: %d %s, Retry-After %q", what, a.Status, a.Body, a.Header.Get("Retry-After"))
		}
		harness.CheckRefusal(t, a)
	}
	began := time.Now()
	if a := try(known, "small@e2e.test", harness.Password); a.Status != http.StatusOK ||
		time.Since(began) > 2*time.Second {
		t.Errorf("a browser that has signed in before, after %s: %d %s", time.Since(began), a.Status, a.Body)
	}
	if a := try(known, "both@e2e.test", "wrong-password"); a.Status != http.StatusBadRequest {
		t.Errorf("a failure at another account: %d %s", a.Status, a.Body)
	}
	if a := try(known, "both@e2e.test", harness.Password); a.Status != http.StatusTooManyRequests {
		t.Errorf("a browser is known to an account that it never signed in to: %d %s", a.Status, a.Body)
	}
	if a := inside.Get(t, "/profile"); a.Status != http.StatusOK {
		t.Errorf("who is signed in is locked out: %d", a.Status)
	}
	harness.Forgive(t)
}

// fails records failures of a subject as the sign-in does.
func fails(t *testing.T, subject []byte, times int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), harness.World.Owner)
	if err != nil {
		t.Fatal(err)
	}
	hashed := sha256.Sum256(subject)
	_, err = conn.Exec(
		t.Context(), "insert into signin_failures (subject, at) select $1, now() from generate_series(1, $2)",
		hashed[:], times,
	)
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func TestCustomersAreListedForTheProviderAndResellersOnly(t *testing.T) { // D-25 SH-106
	type list struct {
		Data []struct{ Id uuid.UUID }
	}
	everybody := []uuid.UUID{harness.Acme, harness.Beta, harness.Resold, harness.Small}
	for name, want := range map[string][]uuid.UUID{
		"manager": everybody, "cso": everybody, "reseller": {harness.Resold},
	} {
		got := harness.MustCall[list](t, harness.SignedIn(t, name), http.MethodGet, "/filters/customers", nil)
		var ids []uuid.UUID
		for _, c := range got.Data {
			if slices.Contains(everybody, c.Id) { // other tests have made more
				ids = append(ids, c.Id)
			}
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s sees the customers %v, want %v", name, ids, want)
		}
	}
	for _, name := range []string{"owner", "neither", "resold"} {
		harness.MustRefuse(
			t,
			harness.SignedIn(t, name),
			http.StatusForbidden,
			"forbidden",
			http.MethodGet,
			"/filters/customers",
			nil,
		)
	}
}

func TestAProgramWithoutADemoNamesNobody(t *testing.T) {
	res, err := harness.World.Client.Get(harness.World.Base + "/api/demo")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	a := harness.MustCall[contract.DemoAnswer](t, harness.SignedIn(t, "owner"), http.MethodGet, "/demo", nil)
	if res.StatusCode != http.StatusOK || len(a.Data.People) != 0 {
		t.Errorf("demo people: %d %v", res.StatusCode, a.Data.People)
	}
}

func TestBoardAndListShowNobodyAForeignOrder(t *testing.T) { // D-09 SH-097
	mine, foreign, resellers := harness.Draft(t, "owner"), harness.Draft(t, "beta"), harness.Draft(t, "resold")
	archived := harness.OrderIn(t, "beta", order.CancelledOff)
	harness.Do(t, "beta", &commands.ActOnOrder{Order: archived, Action: order.Archive})
	for name, want := range map[string]map[uuid.UUID]bool{
		"owner": {mine: true, foreign: false, resellers: false, archived: false}, "neither": {mine: true, foreign: false, resellers: false},
		"beta": {mine: false, foreign: true, resellers: false, archived: true}, "reseller": {mine: false, foreign: false, resellers: true, archived: false},
		"resold": {mine: false, resellers: true}, "operator": {mine: true, foreign: true, resellers: true, archived: true}, "cso": {mine: true, foreign: true, resellers: true},
	} {
		p, seen := harness.SignedIn(t, name), map[uuid.UUID]bool{}
		for _, view := range []string{"/order?view=board", "/order?view=board&asOf=100000000", "/order?view=list&limit=100&sort=created", "/order?view=archived&limit=100"} {
			a := harness.MustCall[contract.OrdersAnswer](t, p, http.MethodGet, view, nil)
			if a.Data.Cards != nil {
				for _, c := range *a.Data.Cards {
					seen[c.Id] = true
				}
			}
			if a.Data.Orders != nil {
				for _, c := range *a.Data.Orders {
					seen[c.Id] = true
				}
			}
		}
		for _, filter := range []uuid.UUID{harness.Acme, harness.Beta, harness.Resold} {
			a := harness.MustCall[contract.OrdersAnswer](
				t, p, http.MethodGet, "/order?view=list&limit=100&customerId="+filter.String()+"&clientId=customer",
				nil,
			)
			for _, c := range *a.Data.Orders {
				seen[c.Id] = true
			}
		}
		for o, visible := range want {
			if seen[o] != visible {
				t.Errorf("%s sees %s: %v, want %v", name, o, seen[o], visible)
			}
		}
	}
}
