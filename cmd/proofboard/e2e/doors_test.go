package e2e

import (
	"crypto/sha256"
	"errors"
	"net"
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
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

// public lists the operations that need no session. It is written by hand, so that the test fails
// for a new one.
var public = []string{"signInCustomer", "signInDesk", "demoPeople", "guestReviewAuth"}

// ofGuests lists the operations for guests only. The tests in guests_test.go check who may call
// them.
var ofGuests = []string{
	"guestCsrfToken",
	"guestData",
	"guestVersion",
	"guestOpenTopic",
	"guestUpdateAnnotation",
	"guestDeleteTopic",
	"guestAddComment",
	"guestResolveTopic",
	"guestResolveComment",
	"guestDeleteComment",
	"guestEditComment",
}

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
	for _, name := range slices.Concat(public, ofGuests) {
		if _, known := ops[name]; !known {
			t.Errorf("%s is not in the contract", name)
		}
		delete(ops, name)
	}
	return ops
}

func TestWithoutASessionEveryCallIsRefused(t *testing.T) { // SH-104 SH-045
	before := head(t)
	for name, op := range others(t) {
		path, body := valid(t, name, op)
		for _, o := range []option{
			without("Authorization"), header("Authorization", "Bearer "), header("Authorization", "Bearer "+strings.Repeat("x", 43)),
			header("Authorization", "Basic "+as(t, "owner").token), header("Authorization", "Bearer "+strings.Repeat("x", 10_000)),
		} {
			a := as(t, "owner").call(t, op.method, path, body, o)
			if a.status != http.StatusUnauthorized || a.reason() != "session.missing" {
				t.Errorf("%s without a session: %d %.200s", name, a.status, a.body)
			}
			checkRefusal(t, a)
		}
	}
	unchanged(t, before)
}

func TestASessionOfTheOtherKindIsRefusedUnderEachSuffix(t *testing.T) { // D-22 SH-006
	before := head(t)
	for name, op := range others(t) {
		path, body := valid(t, name, op)
		for _, c := range []struct{ who, prefix string }{{"owner", "/d"}, {"reseller", "/d"}, {"manager", "/c"}, {"cso", "/c"}} {
			p := as(t, c.who)
			req, err := p.request(op.method, path, body)
			if err != nil {
				t.Fatal(err)
			}
			req.URL.Path = strings.Replace(req.URL.Path, "/api/", "/api"+c.prefix+"/", 1)
			if req.URL.RawPath != "" {
				req.URL.RawPath = strings.Replace(req.URL.RawPath, "/api/", "/api"+c.prefix+"/", 1)
			}
			a, err := world.do(world.http, req)
			if err != nil {
				t.Fatal(err)
			}
			if a.status != http.StatusForbidden || a.reason() != "session.other_kind" {
				t.Errorf("%s of %s under %s: %d %.200s", name, c.who, c.prefix, a.status, a.body)
			}
			checkRefusal(t, a)
		}
	}
	unchanged(t, before)
	for who, prefix := range map[string]string{"owner": "/c", "manager": "/d"} {
		if a := as(t, who).get(t, prefix+"/profile"); a.status != http.StatusOK {
			t.Errorf("%s under his own suffix: %d %s", who, a.status, a.body)
		}
	}
}

// scopes contains the CSRF scope of every write (SH-009), written by hand. Signing out needs no
// scope: it needs the bearer token itself, which no other site has, and a lost session does no
// harm.
var scopes = map[string]string{
	"createOrder":              "card",
	"updateOrder":              "card",
	"moveOrder":                "card",
	"actOnOrder":               "card",
	"assignOrder":              "card",
	"setCollaborators":         "card",
	"setWatermark":             "card",
	"unlockOrder":              "card",
	"requestBulkDownload":      "card",
	"workOnOrder":              "card",
	"confirmWorkingTime":       "card",
	"takeBackStopper":          "card",
	"saveCategory":             "customer-package",
	"saveService":              "customer-package",
	"savePackage":              "customer-package",
	"deleteAttachment":         "card",
	"decideVersion":            "card",
	"deleteVersion":            "card",
	"deleteVersionWithReason":  "card",
	"setAttachmentSettings":    "card",
	"requestReview":            "card",
	"openTopic":                "card-annotation",
	"openPages":                "card-annotation",
	"updateAnnotation":         "card-annotation",
	"deleteTopic":              "card-annotation",
	"addComment":               "card-annotation",
	"editTopicMessage":         "card-annotation",
	"resolveTopic":             "card-annotation",
	"deleteComment":            "card-annotation",
	"editComment":              "card-annotation",
	"uploadToken":              "upload",
	"completeUpload":           "upload",
	"removeUpload":             "upload",
	"readMessages":             "profile",
	"deleteMessages":           "profile",
	"readMessage":              "profile",
	"deleteMessage":            "profile",
	"readMessageGroup":         "profile",
	"deleteMessageGroup":       "profile",
	"requestRebuild":           "profile",
	"cancelRebuild":            "profile",
	"retryParked":              "profile",
	"skipParked":               "profile",
	"saveNotificationSettings": "profile",
	"inviteGuest":              "card",
	"revokeGuest":              "card",
	"logout":                   "",
	"createFilter":             "filter",
	"updateFilter":             "filter",
	"deleteFilter":             "filter",
	"createArchivedFilter":     "filter",
	"updateArchivedFilter":     "filter",
	"deleteArchivedFilter":     "filter",
}

func TestEveryWriteNeedsACSRFTokenOfItsSessionAndScope(t *testing.T) { // D-24 SH-007 SH-008 SH-009
	before := head(t)
	keyOf, err := world.Accounts.Key(t.Context(), "csrf")
	if err != nil {
		t.Fatal(err)
	}
	owner := as(t, "owner")
	session, err := world.Accounts.Session(t.Context(), owner.token)
	if err != nil {
		t.Fatal(err)
	}
	for name, op := range others(t) {
		scope, listed := scopes[name]
		if op.method == http.MethodGet {
			continue
		}
		if !listed {
			t.Errorf("%s writes and has no scope here", name)
		}
		if scope == "" {
			continue
		}
		stranger, err := as(t, "beta").csrfFor(scope)
		if err != nil {
			t.Fatal(err)
		}
		other := "filter"
		if scope == other {
			other = "cart"
		}
		otherScope, err := owner.csrfFor(other)
		if err != nil {
			t.Fatal(err)
		}
		right, _ := accounts.NewCSRF(keyOf).Token(session.ID, scope, time.Now())
		expired, _ := accounts.NewCSRF(keyOf).
			Token(session.ID, scope, time.Now().Add(-accounts.CSRFLifetime-time.Second))
		forged, _ := accounts.NewCSRF([]byte("another key")).Token(session.ID, scope, time.Now())
		changed := right[:20] + "A" + right[21:]
		if changed == right {
			changed = right[:20] + "B" + right[21:]
		}
		path, body := valid(t, name, op)
		for what, o := range map[string]option{
			"no token": without("X-CSRF-Token"), "an empty token": header("X-CSRF-Token", ""), "another session's": header("X-CSRF-Token", stranger),
			"another scope's": header("X-CSRF-Token", otherScope), "an expired one": header("X-CSRF-Token", expired), "a forged one": header("X-CSRF-Token", forged),
			"nonsense": header("X-CSRF-Token", "%%%"), "one with a changed byte": header("X-CSRF-Token", changed),
		} {
			a := owner.call(t, op.method, path, body, o)
			if a.status != http.StatusForbidden || a.reason() != "csrf.invalid" {
				t.Errorf("%s with %s: %d %.200s", name, what, a.status, a.body)
			}
		}
		if a := owner.call(t, op.method, path, body, header("X-CSRF-Token", right)); a.reason() == "csrf.invalid" {
			t.Errorf("%s refuses a right token", name)
		}
	}
	events, err := world.Store.Read(t.Context(), before, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Meta.Actor == owner.ID &&
			!strings.HasPrefix(string(e.Type), "inbox.") { // with a valid token the owner may read their messages
			t.Errorf("a call without its CSRF token wrote %s", e.Type)
		}
	}
}

func TestASessionEndsWithSigningOut(t *testing.T) { // SH-040 SH-044
	for _, name := range []string{"owner", "manager"} {
		p := fresh(t, name)
		req, err := p.request(http.MethodPut, "/message/read", nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := p.call(t, http.MethodPost, "/logout", nil); a.status != http.StatusOK {
			t.Fatalf("sign out: %d %s", a.status, a.body)
		}
		a, err := world.do(world.http, req) // built with the tokens of the session before it ended
		if err != nil || a.status != http.StatusUnauthorized {
			t.Errorf("a replayed token after signing out: %v %d %s", err, a.status, a.body)
		}
		refused(t, p, http.StatusUnauthorized, "session.missing", http.MethodGet, "/profile", nil)
		if a := as(t, name).get(t, "/profile"); a.status != http.StatusOK {
			t.Errorf("signing out of one browser signs %s out of the other: %d", name, a.status)
		}
	}
}

func TestSigningInTellsNothingAboutWhoHasAnAccount(t *testing.T) { // D-23 SH-031
	forgive(t)
	for what, c := range map[string]struct {
		desk            bool
		email, password string
		status          int
		reason          string
	}{
		"a wrong password":            {false, "neither@e2e.test", "wrong-password", 400, "invalid_grant"},
		"an unknown e-mail":           {false, "nobody@e2e.test", password, 400, "invalid_grant"},
		"a desk person at the shop":   {false, "operator2@e2e.test", password, 400, "invalid_grant"},
		"a customer at the desk":      {true, "neither@e2e.test", password, 400, "invalid_grant"},
		"an e-mail that breaks texts": {false, "a\x00b@e2e.test", password, 400, "request.invalid"},
		"broken text":                 {false, "a\xff@e2e.test", password, 400, "request.invalid"},
		"an e-mail in capitals":       {false, " NEITHER@E2E.test ", password, 200, ""},
		"a long password":             {false, "neither@e2e.test", strings.Repeat("x", 201), 400, "request.invalid"},
	} {
		forgive(t)
		a, err := world.password(localClient(t, 3), c.desk, c.email, c.password)
		if err != nil {
			t.Fatal(err)
		}
		if a.status != c.status || a.reason() != c.reason {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
		if c.reason == "invalid_grant" && a.envelope(t).Error.Name != "invalid_grant" {
			t.Errorf("%s: no OAuth2 name: %s", what, a.body)
		}
	}
	forgive(t)
	a, err := world.password(
		localClient(t, 3), false, "neither@e2e.test", password, header("Authorization", "Basic d2ViLWRlc2s6"),
	)
	if err != nil || a.status != http.StatusUnauthorized || a.reason() != "invalid_client" {
		t.Errorf("the desk's client at the customers' door: %v %d %s", err, a.status, a.body)
	}
}

// forgive deletes recorded failures, so that tests can run again.
func forgive(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), world.DSN())
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), "delete from signin_failures; delete from rates")
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// localClient returns a client with a different loopback address, so that the failures of one test
// do not delay other tests.
func localClient(t *testing.T, last byte) *http.Client {
	t.Helper()
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, last)}}
	transport := &http.Transport{DialContext: dialer.DialContext}
	t.Cleanup(transport.CloseIdleConnections)
	conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(world.base, "http://"))
	if err != nil {
		t.Skipf("this system has one loopback address only: %v", err)
	}
	_ = conn.Close()
	return &http.Client{Transport: transport, Timeout: 30 * time.Second}
}

func TestAWrongPasswordDelaysTheNextTry(t *testing.T) { // D-23 D-72 check 20
	forgive(t)
	client := localClient(t, 2)
	try := func(client *http.Client, email, password string, o ...option) answer {
		t.Helper()
		a, err := world.password(client, false, email, password, o...)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	known := localClient(t, 5)
	known.Jar = jar
	if a := try(known, "small@e2e.test", password); a.status != http.StatusOK {
		t.Fatalf("sign in: %d %s", a.status, a.body)
	}
	inside := as(t, "small")
	fails(t, []byte("account:small@e2e.test"), 10) // delays of half a minute, which the test does not wait for
	if a := try(client, "beta@e2e.test", "wrong-password"); a.status != http.StatusBadRequest {
		t.Fatalf("a failure: %d %s", a.status, a.body)
	}
	for what, a := range map[string]answer{
		"the right password from an unknown browser": try(localClient(t, 4), "small@e2e.test", password), "another account from that address": try(client, "neither@e2e.test", password),
		"a spoofed address": try(client, "neither@e2e.test", password, header("X-Forwarded-For", "203.0.113.9"), header("X-Real-Ip", "203.0.113.9"), header("Forwarded", "for=203.0.113.9")),
	} {
		wait, err := strconv.Atoi(a.header.Get("Retry-After"))
		if a.status != http.StatusTooManyRequests || a.reason() != "signin.too_many_failures" || err != nil ||
			wait < 1 ||
			wait > 30 {
			t.Errorf("%s: %d %s, Retry-After %q", what, a.status, a.body, a.header.Get("Retry-After"))
		}
		checkRefusal(t, a)
	}
	began := time.Now()
	if a := try(known, "small@e2e.test", password); a.status != http.StatusOK || time.Since(began) > 2*time.Second {
		t.Errorf("a browser that has signed in before, after %s: %d %s", time.Since(began), a.status, a.body)
	}
	if a := try(known, "both@e2e.test", "wrong-password"); a.status != http.StatusBadRequest {
		t.Errorf("a failure at another account: %d %s", a.status, a.body)
	}
	if a := try(known, "both@e2e.test", password); a.status != http.StatusTooManyRequests {
		t.Errorf("a browser is known to an account that it never signed in to: %d %s", a.status, a.body)
	}
	if a := inside.get(t, "/profile"); a.status != http.StatusOK {
		t.Errorf("who is signed in is locked out: %d", a.status)
	}
	forgive(t)
}

// fails records failures of a subject as the sign-in does.
func fails(t *testing.T, subject []byte, times int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), world.DSN())
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
	for name, want := range map[string][]uuid.UUID{"manager": {acme, beta, resold, small}, "cso": {acme, beta, resold, small}, "reseller": {resold}} {
		got := ok[list](t, as(t, name), http.MethodGet, "/filters/customers", nil)
		var ids []uuid.UUID
		for _, c := range got.Data {
			ids = append(ids, c.Id)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s sees the customers %v, want %v", name, ids, want)
		}
	}
	for _, name := range []string{"owner", "neither", "resold"} {
		refused(t, as(t, name), http.StatusForbidden, "forbidden", http.MethodGet, "/filters/customers", nil)
	}
}

func TestAProgramWithoutADemoNamesNobody(t *testing.T) {
	res, err := world.http.Get(world.base + "/api/demo")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	a := ok[contract.DemoAnswer](t, as(t, "owner"), http.MethodGet, "/demo", nil)
	if res.StatusCode != http.StatusOK || len(a.Data.People) != 0 {
		t.Errorf("demo people: %d %v", res.StatusCode, a.Data.People)
	}
}

func TestBoardAndListShowNobodyAForeignOrder(t *testing.T) { // D-09 SH-097
	mine, foreign, resellers := draft(t, "owner"), draft(t, "beta"), draft(t, "resold")
	archived := inStatus(t, "beta", order.CancelledOff)
	do(t, "beta", commands.NewActOnOrder(archived, order.Archive, ""))
	for name, want := range map[string]map[uuid.UUID]bool{
		"owner": {mine: true, foreign: false, resellers: false, archived: false}, "neither": {mine: true, foreign: false, resellers: false},
		"beta": {mine: false, foreign: true, resellers: false, archived: true}, "reseller": {mine: false, foreign: false, resellers: true, archived: false},
		"resold": {mine: false, resellers: true}, "operator": {mine: true, foreign: true, resellers: true, archived: true}, "cso": {mine: true, foreign: true, resellers: true},
	} {
		p, seen := as(t, name), map[uuid.UUID]bool{}
		for _, view := range []string{"/order?view=board", "/order?view=board&asOf=100000000", "/order?view=list&limit=100&sort=created", "/order?view=archived&limit=100"} {
			a := ok[contract.OrdersAnswer](t, p, http.MethodGet, view, nil)
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
		for _, filter := range []uuid.UUID{acme, beta, resold} {
			a := ok[contract.OrdersAnswer](
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
