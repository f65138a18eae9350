package accounts

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// leaver creates a customer with an owner, and returns the owner signed in.
func leaver(t *testing.T) (owner *harness.Person, customer string) {
	t.Helper()
	admin := harness.SignedIn(t, "admin")
	made := harness.MustCall[contract.AccountCreatedAnswer](t, admin, http.MethodPost, "/customers", map[string]any{
		"name": "Leaving Ltd", "owner": map[string]any{
			"firstname": "Lea", "lastname": "Ving", "emailAddress": uuid.NewString() + "@leaving.test",
		},
	}).Data
	of := account{customer: uuid.MustParse(made.Id), role: "owner"}
	body := of.somebody(map[string]any{"password": goodOne})
	harness.MustCall[contract.PersonAddedAnswer](t, admin, http.MethodPost, "/people", body)
	return entered(t, body["emailAddress"].(string), goodOne), made.Id
}

func TestAnAccountIsDeletedThirtyDaysAfterItsOwnerAskedForIt(t *testing.T) { // SH-172 SH-175 BD-020 BD-022 D-51 D-66
	owner, customer := leaver(t)
	body := account{customer: uuid.MustParse(customer), role: "staff"}.somebody(map[string]any{"password": goodOne})
	admin := harness.SignedIn(t, "admin")
	staffID := harness.MustCall[contract.PersonAddedAnswer](t, admin, http.MethodPost, "/people", body).Data.Id
	email := body["emailAddress"].(string)
	staff := entered(t, email, goodOne)
	order := harness.MustWrite(
		t,
		owner,
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "Label", "serviceId": harness.Labels},
	).Data.OrderID
	change := func() harness.Answer {
		return owner.Call(t, http.MethodPut, "/order/"+order.String(), map[string]any{"orderName": "Another"})
	}

	harness.UploadFile(t, owner, order, proof.SuppliedFiles, "label.png", harness.Picture(t, 9))
	var key string
	pool := harness.Pool(t)
	harness.Eventually(t, "the file is shown", func() bool {
		err := pool.QueryRow(
			t.Context(),
			"select v.key from proof_versions v join proof_attachments a on a.id = v.attachment_id where a.order_id = $1",
			order,
		).
			Scan(&key)
		return err == nil
	})
	files := harness.Store(t)
	if !files.Has(t, key) {
		t.Fatalf("%s is not in the store", key)
	}

	harness.MustCall[contract.WebhookSecretAnswer](
		t, owner, http.MethodPost, "/webhook-endpoints",
		contract.WebhookContent{Url: "https://hooks.example.com", Types: []string{}},
	)
	hooks := func() (n int) {
		const stored = "select count(*) from webhook_targets where customer = $1"
		if err := pool.QueryRow(t.Context(), stored, customer).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if hooks() != 1 {
		t.Fatal("the webhook's address is not stored")
	}

	ask := func(password, reason string) map[string]string {
		return map[string]string{"password": password, "reason": reason}
	}
	harness.MustRefuse(t, staff, 403, "forbidden", http.MethodPost, "/profile/deletion", ask(goodOne, "We merge."))
	harness.MustRefuse(t, owner, 400, "password.wrong", http.MethodPost, "/profile/deletion", ask("not-this-one", " "))
	harness.Forgive(t)
	if a := owner.Call(t, http.MethodPost, "/profile/deletion", ask(goodOne, " ")); a.Status != http.StatusBadRequest {
		t.Errorf("without a reason: %d %s", a.Status, a.Body)
	}
	browser := harness.Listen(t, staff)
	harness.MustCall[contract.Plain](t, owner, http.MethodPost, "/profile/deletion", ask(goodOne, "We merge."))
	if a := staff.Get(t, "/profile"); a.Status != http.StatusUnauthorized { // with the next request (D-66)
		t.Errorf("a team member goes on: %d", a.Status)
	}
	browser.Expect(t, "force-logout")
	if a, err := harness.World.Password(
		harness.World.Client,
		false,
		email,
		goodOne,
	); err != nil ||
		a.Reason() != "customer.deletion_requested" {
		t.Errorf("%v: a team member signs in: %d %s", err, a.Status, a.Body)
	}
	at := harness.Value(profile(t, owner).DeletesAt)
	if days := time.Until(at).Hours() / 24; days < 29.9 || days > 30 {
		t.Errorf("it is deleted at %s", at)
	}
	harness.Eventually(t, "the orders are frozen", func() bool {
		return change().Reason() == "customer.deletion_requested"
	})

	harness.MustCall[contract.Plain](t, owner, http.MethodDelete, "/profile/deletion", nil)
	// The address of the documents does the same (D-39).
	harness.MustRefuse(t, staff, 403, "forbidden", http.MethodPost, "/profile/delete", ask(goodOne, "We merge."))
	harness.MustRefuse(
		t,
		owner,
		400,
		"password.wrong",
		http.MethodPost,
		"/profile/delete",
		ask("not-this-one", "We merge."),
	)
	harness.Forgive(t)
	harness.MustCall[contract.Plain](t, owner, http.MethodPost, "/profile/delete", ask(goodOne, "We merge."))
	if p := profile(t, owner); p.DeletesAt == nil || !*p.IsRequestDeletion {
		t.Errorf("the deletion was asked for: %+v", p)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodDelete, "/profile/deletion", nil)
	harness.Eventually(t, "the orders are open again", func() bool { return change().Status == http.StatusOK })
	entered(t, email, goodOne)

	harness.MustCall[contract.Plain](
		t,
		owner,
		http.MethodPost,
		"/profile/deletion",
		ask(goodOne, "We merge after all."),
	)
	offboard := func(after time.Duration) {
		t.Helper()
		if err := harness.World.Offboard(t.Context(), func() time.Time { return time.Now().Add(after) }); err != nil {
			t.Fatal(err)
		}
	}
	offboard(29 * 24 * time.Hour)
	profile(t, owner)
	offboard(31 * 24 * time.Hour)
	offboard(31 * 24 * time.Hour) // again: nothing more happens
	if a := owner.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("the owner goes on: %d", a.Status)
	}
	harness.MustRefuse(t, admin, 404, "not_found", http.MethodGet, "/customers/"+customer, nil)
	harness.MustRefuse(t, admin, 404, "not_found", http.MethodGet, "/people/"+staffID.String(), nil)
	erased, err := harness.World.Accounts.Find(t.Context(), staffID.String())
	if err != nil || erased.Email == email || erased.Firstname == "Kim" {
		t.Errorf("%v: %+v is still known", err, erased)
	}
	if files.Has(t, key) || hooks() > 0 {
		t.Errorf("%s is still in the store, or %d addresses of webhooks are", key, hooks())
	}
	// What happened can still be read.
	var types []string
	for _, e := range harness.MustCall[contract.AccountEventsAnswer](t, admin, http.MethodGet, "/audit/accounts?about="+customer, nil).Data.Events {
		types = append(types, e.Type)
	}
	want := []string{
		"customer.deleted",
		"customer.deletion_near", // its owners are reminded (D-79)
		"customer.deletion_requested",
		"customer.deletion_taken_back",
		"customer.deletion_requested", // at the address of the documents
		"customer.deletion_taken_back",
		"customer.deletion_requested",
		"webhook.added",
		"customer.created",
	}
	if len(types) != len(want) {
		t.Fatalf("%v", types)
	}
	for i := range want {
		if types[i] != want[i] {
			t.Errorf("%v, want %v", types, want)
		}
	}
}

func TestAnAdminActsAsAPersonForHalfAnHour(t *testing.T) { // SH-141 D-48
	p := newcomer(t, nil)
	me := profile(t, p)
	at := "/people/" + me.Id.String() + "/impersonation"
	reason := map[string]string{"reason": "They asked us to look."}
	for name, want := range map[string]int{"owner": 403, "manager": 403, "reseller": 403, "cso": 403} {
		if a := harness.SignedIn(t, name).Call(t, http.MethodPost, at, reason); a.Status != want {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	admin := harness.SignedIn(t, "admin")
	desk := "/people/" + harness.Cast["operator"].ID.String() + "/impersonation"
	harness.MustRefuse(t, admin, 409, "member.not_impersonated", http.MethodPost, desk, reason)
	link := harness.MustCall[contract.ImpersonationAnswer](t, admin, http.MethodPost, at, reason).Data.Url
	token := link[len(link)-43:]
	validate := func() harness.Answer {
		req, err := http.NewRequestWithContext(
			t.Context(),
			http.MethodGet,
			harness.World.Base+"/api/c/validate-impersonate-token",
			nil,
		)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		a, err := harness.World.Do(harness.World.Client, req)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	session := harness.Decode[contract.ImpersonatedAnswer](t, validate()).Data
	refused(t, "the link again", validate(), 400, "impersonation.invalid")
	if life := time.Until(
		session.AccessTokenExpiresAt,
	); life > 30*time.Minute || life < 29*time.Minute ||
		session.User.Id != me.Id {
		t.Errorf("%+v", session)
	}
	acting := harness.World.With(session.AccessToken)
	shown := profile(t, acting)
	if shown.Impersonation == nil || shown.Impersonation.By != "admin Desk" || shown.Id != me.Id {
		t.Errorf("%+v", shown.Impersonation)
	}
	for _, c := range []struct{ method, path string }{
		{http.MethodPut, "/profile/password"}, {http.MethodPost, "/profile/factors/app"}, {http.MethodDelete, "/profile/sessions"},
		{http.MethodPost, "/profile/deletion"}, {http.MethodPut, "/profile/resend-email-verification"},
	} {
		if a := acting.Call(t, c.method, c.path, withPassword(goodOne)); a.Reason() != "impersonation.forbidden" {
			t.Errorf("%s %s: %d %s", c.method, c.path, a.Status, a.Body)
		}
	}
	for _, body := range []map[string]any{ // ways into the account that would outlast it
		{
			"customerId": harness.Acme, "firstname": "New", "lastname": "Owner", "role": "owner",
			"emailAddress": "impersonated@example.test",
		},
		{
			"customerId": harness.Acme, "firstname": "New", "lastname": "Staff", "role": "staff",
			"emailAddress": "impersonated@example.test", "password": goodOne,
		},
	} {
		if a := acting.Call(t, http.MethodPost, "/people", body); a.Status != http.StatusForbidden {
			t.Errorf("%v: %d %s", body, a.Status, a.Body)
		}
	}
	if a := acting.Call(t, http.MethodPut, "/package/cancel", nil); a.Reason() != "impersonation.forbidden" {
		t.Errorf("the end of the plan: %d %s", a.Status, a.Body)
	}
	if a := acting.Call(t, http.MethodPost, at, reason); a.Status != http.StatusForbidden {
		t.Errorf("an impersonation inside one: %d", a.Status)
	}
	// What is done and what is refused names both.
	order := harness.MustWrite(
		t,
		acting,
		http.MethodPost,
		"/order",
		map[string]any{"orderName": "Label", "serviceId": harness.Labels},
	).Data.OrderID
	acting.Call(
		t,
		http.MethodPut,
		"/order/"+order.String()+"/assign",
		map[string]any{"operatorId": harness.Cast["operator"].ID},
	)
	both := func(actor, impersonator *contract.Person) bool {
		return actor != nil && impersonator != nil && actor.Id == me.Id && impersonator.Id == harness.Cast["admin"].ID
	}
	events := harness.MustCall[contract.AuditEventsAnswer](
		t,
		admin,
		http.MethodGet,
		"/audit/events?order="+order.String(),
		nil,
	).Data.Events
	if len(events) == 0 || !both(events[0].Actor, events[0].Impersonator) {
		t.Errorf("the events: %+v", events)
	}
	history := harness.MustCall[contract.HistoryAnswer](
		t, acting, http.MethodGet, "/order/"+order.String()+"/history", nil,
	).Data.Events
	if len(history) == 0 || !both(history[0].Actor, history[0].Impersonator) {
		t.Errorf("the history: %+v", history)
	}
	refusals := harness.MustCall[contract.RefusalsAnswer](
		t,
		admin,
		http.MethodGet,
		"/audit/refusals?order="+order.String(),
		nil,
	).Data.Refusals
	if len(refusals) == 0 || !both(refusals[0].Actor, refusals[0].Impersonator) {
		t.Errorf("the refusals: %+v", refusals)
	}
	// What was refused at the door is listed, too.
	atDoor := harness.MustCall[contract.RefusalsAnswer](
		t, admin, http.MethodGet, "/audit/refusals?person="+me.Id.String(), nil,
	).Data.Refusals
	for _, name := range []string{"ChangePassword", "BeginApp", "EndOtherSessions", "RequestDeletion", "CancelSubscription"} {
		if !slices.ContainsFunc(atDoor, func(r contract.RefusedCommand) bool {
			return r.Command == name && both(r.Actor, r.Impersonator) && r.Reason == "impersonation.forbidden" &&
				r.Via == "web"
		}) {
			t.Errorf("the refusal of %s is not listed: %+v", name, atDoor)
		}
	}
	browser := harness.Listen(t, acting)
	harness.MustCall[contract.Plain](t, acting, http.MethodPost, "/logout", nil)
	browser.Expect(t, "force-logout")
	if a := acting.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("it goes on after its end: %d", a.Status)
	}
	account := harness.MustCall[contract.AccountEventsAnswer](
		t,
		admin,
		http.MethodGet,
		"/audit/accounts?about="+me.Id.String(),
		nil,
	).Data.Events
	if account[0].Type != "member.impersonation_ended" || !both(account[0].Actor, account[0].Impersonator) ||
		account[1].Type != "member.impersonated" || harness.Value(account[1].Reason) != "They asked us to look." {
		t.Errorf("%+v", account[:2])
	}
	profile(t, p) // the person's own session goes on
}

func TestAnImpersonationEndsWithTheRoleOfTheAdmin(t *testing.T) { // D-48 D-66 check 31
	studio := account{client: domain.ProviderClient, role: "admin"}
	body := studio.somebody(map[string]any{"password": goodOne})
	admin := harness.SignedIn(t, "admin")
	second := harness.MustCall[contract.PersonAddedAnswer](t, admin, http.MethodPost, "/people", body).Data.Id
	me := profile(t, newcomer(t, nil)).Id
	token, err := harness.World.Sessions.NewImpersonation(t.Context(), second, me)
	if err != nil {
		t.Fatal(err)
	}
	token, _, err = harness.World.Sessions.Impersonate(t.Context(), token, throttle.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	acting := harness.World.With(token)
	profile(t, acting)
	browser := harness.Listen(t, acting)
	harness.MustCall[contract.Plain](
		t, admin, http.MethodPut, "/people/"+second.String(), map[string]string{"role": "manager"},
	)
	browser.Expect(t, "force-logout")
	if a := acting.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("it goes on: %d", a.Status)
	}
}
