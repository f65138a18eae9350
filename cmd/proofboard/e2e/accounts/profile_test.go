package accounts

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

// newcomer adds a team member to a customer, and returns them signed in.
func newcomer(t *testing.T, more map[string]any) *harness.Person {
	t.Helper()
	acme := account{customer: harness.Acme, role: "staff"}
	body := acme.somebody(map[string]any{"password": "a-Good-one-7"})
	maps.Copy(body, more)
	harness.MustCall[contract.PersonAddedAnswer](t, harness.SignedIn(t, "owner"), http.MethodPost, "/people", body)
	return entered(t, body["emailAddress"].(string), "a-Good-one-7")
}

// entered signs a customer's person in.
func entered(t *testing.T, email, password string) *harness.Person {
	t.Helper()
	p, err := harness.World.Enter(email, password)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func profile(t *testing.T, p *harness.Person) contract.Profile {
	t.Helper()
	return harness.MustCall[contract.ProfileAnswer](t, p, http.MethodGet, "/profile", nil).Data
}

func TestAPersonChangesTheirOwnProfileAndTheOwnerTheCompany(t *testing.T) { // D-50 D-89 SH-334 SH-335
	p := newcomer(t, nil)
	if me := profile(t, p); !me.IsProfileComplete || !me.IsClientProfileComplete || me.EmailIsVerified {
		t.Errorf("a new team member: %+v", me)
	}
	body := map[string]any{
		"firstname": " Kim  Lee ", "lastname": "Park", "phone": "070-123 45_678", "jobTitle": "Buyer",
		"timeZone": "Europe/Oslo",
	}
	harness.MustCall[contract.Plain](t, p, http.MethodPut, "/profile", body)
	me := profile(t, p)
	if !me.IsProfileComplete || me.Firstname != "Kim Lee" || me.Phone != "070-123 45_678" ||
		me.TimeZone.Label != "Europe/Oslo" || me.JobTitle != "Buyer" {
		t.Errorf("%+v", me)
	}
	for _, wrong := range []struct{ reason, field, value string }{
		{"person.phone_invalid", "phone", "12345"},
		{"person.phone_invalid", "phone", "+49 151 234567"}, // this installation takes none of these
		{"time_zone.unknown", "timeZone", "Mars/Olympus"},
	} {
		with := maps.Clone(body)
		with[wrong.field] = wrong.value
		harness.MustRefuse(t, p, 400, wrong.reason, http.MethodPut, "/profile", with)
	}
	harness.MustRefuse(t, p, 403, "forbidden", http.MethodPut, "/profile/company", profileOfCompany)

	owner := harness.SignedIn(t, "beta")
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/profile/company", map[string]any{
		"name": "Beta", "address": "", "country": "", "contact": "",
	})
	if profile(t, owner).IsClientProfileComplete {
		t.Error("a company without an address is complete")
	}
	harness.MustRefuse(t, owner, 400, "company.invalid", http.MethodPut, "/profile/company", map[string]any{
		"name": "Beta", "address": "1 Road", "country": "XX", "contact": "Kim",
	})
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, "/profile/company", map[string]any{
		"name": "Beta", "address": "1 Road\nLeeds", "country": "GB", "contact": "Kim",
	})
	if !profile(t, owner).IsClientProfileComplete {
		t.Error("the company is not complete")
	}
	c := harness.MustCall[contract.CompanyAnswer](t, owner, http.MethodGet, "/profile/company", nil).Data
	if c.Address != "1 Road\nLeeds" || c.Country != "GB" {
		t.Errorf("%+v", c)
	}
}

// People from before an upgrade have time to complete their profile, which begins when they are told.
func TestAnUpgradeClosesNobodysProfileGateWithoutNotice(t *testing.T) { // D-290
	p := newcomer(t, nil)
	me, pool := profile(t, p), harness.Pool(t)
	set := func(lastname string, after any) {
		t.Helper()
		if _, err := pool.Exec(
			t.Context(), "update people set lastname = $2, gate_after = $3 where id = $1", me.Id, lastname, after,
		); err != nil {
			t.Fatal(err)
		}
	}
	left := func() (after *string) {
		t.Helper()
		if err := pool.QueryRow(t.Context(), "select gate_after::text from people where id = $1", me.Id).
			Scan(&after); err != nil {
			t.Fatal(err)
		}
		return after
	}
	write := func() harness.Answer {
		return p.Call(
			t,
			http.MethodPost,
			"/filters",
			harness.Form{"name": {uuid.NewString()[:8]}, "customSearch": {"label"}},
		)
	}
	if left() != nil {
		t.Error("somebody new has time left")
	}
	set("", "infinity")
	if a := write(); a.Status != http.StatusOK {
		t.Errorf("before they are told: %d %s", a.Status, a.Body)
	}
	told := profile(t, p).ProfileGate
	if told.Asks != contract.ProfileGateAsksProfile || told.Closed || told.ClosesAt == nil ||
		time.Until(*told.ClosesAt).Round(time.Hour) != 14*24*time.Hour {
		t.Fatalf("told of the gate: %+v", told)
	}
	if again := profile(
		t,
		p,
	).ProfileGate; again.ClosesAt == nil ||
		again.ClosesAt.Sub(*told.ClosesAt).Abs() > time.Millisecond {
		t.Errorf("told once more: %+v, before %+v", again, told)
	}
	if a := write(); a.Status != http.StatusOK {
		t.Errorf("in the time that is left: %d %s", a.Status, a.Body)
	}
	set("", time.Now().Add(-time.Second))
	if g := profile(t, p).ProfileGate; !g.Closed || g.ClosesAt != nil {
		t.Errorf("when the time is over: %+v", g)
	}
	if a := write(); a.Reason() != "profile.incomplete" {
		t.Errorf("when the time is over: %d %s", a.Status, a.Body)
	}
	// A profile that was complete after the upgrade gets no time later.
	set("Park", "infinity")
	if g := profile(t, p).ProfileGate; g.Asks != contract.ProfileGateAsksNothing || left() != nil {
		t.Errorf("a complete profile: %+v, time until %v", g, left())
	}
}

func TestANewPasswordEndsTheOtherSessionsOfThePerson(t *testing.T) { // D-46 D-66
	p := newcomer(t, nil)
	email := profile(t, p).EmailAddress
	other := entered(t, email, "a-Good-one-7")
	browser := harness.Listen(t, other)
	change := func(old, password string) map[string]string {
		return map[string]string{"password": old, "newPassword": password, "reNewPassword": password}
	}
	harness.MustRefuse(
		t,
		p,
		400,
		"password.wrong",
		http.MethodPut,
		"/profile/password",
		change("not-this-one", "another-One-8"),
	)
	harness.Forgive(t)
	harness.MustRefuse(
		t,
		p,
		400,
		"password.common",
		http.MethodPut,
		"/profile/password",
		change("a-Good-one-7", "password"),
	)
	harness.MustCall[contract.Plain](t, p, http.MethodPut, "/profile/password", change("a-Good-one-7", "another-One-8"))
	browser.Expect(t, "force-logout")
	if a := other.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("the other session: %d", a.Status)
	}
	profile(t, p) // the session of the change goes on
	if a, err := harness.World.Password(
		harness.World.Client,
		false,
		email,
		"a-Good-one-7",
	); err != nil ||
		a.Status == http.StatusOK {
		t.Errorf("%v: the old password: %d", err, a.Status)
	}
	harness.Forgive(t)
	entered(t, email, "another-One-8")
}

func TestSessionsAreListedAndEnded(t *testing.T) { // D-47 D-66
	p := newcomer(t, nil)
	email := profile(t, p).EmailAddress
	second, third := entered(t, email, "a-Good-one-7"), entered(t, email, "a-Good-one-7")
	sessions := func() []contract.OpenSession {
		return harness.MustCall[contract.SessionsAnswer](t, p, http.MethodGet, "/profile/sessions", nil).Data
	}
	all := sessions()
	if len(all) != 3 || all[0].Current || !all[2].Current || all[0].Address == "" {
		t.Fatalf("%+v", all)
	}
	browser := harness.Listen(t, third)
	harness.MustCall[contract.Plain](t, p, http.MethodDelete, "/profile/sessions/"+all[0].Id.String(), nil)
	browser.Expect(t, "force-logout")
	if a := third.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("the ended session: %d", a.Status)
	}
	profile(t, second)
	// Nobody ends the session of somebody else.
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "owner"),
		404,
		"not_found",
		http.MethodDelete,
		"/profile/sessions/"+all[1].Id.String(),
		nil,
	)
	harness.MustCall[contract.Plain](t, p, http.MethodDelete, "/profile/sessions", nil)
	if left := sessions(); len(left) != 1 || !left[0].Current {
		t.Errorf("%+v", left)
	}
	if a := second.Get(t, "/profile"); a.Status != http.StatusUnauthorized {
		t.Errorf("another session: %d", a.Status)
	}
}

func TestAPictureOfAPersonIsDrawnAgainAndShown(t *testing.T) { // check 18
	p := newcomer(t, nil)
	picture := image.NewNRGBA(image.Rect(0, 0, 512, 512))
	for x := range 512 {
		picture.SetNRGBA(x, x, color.NRGBA{R: 200, A: 255})
	}
	var sent bytes.Buffer
	if err := png.Encode(&sent, picture); err != nil {
		t.Fatal(err)
	}
	upload := func(content []byte) map[string]string {
		return map[string]string{"image": base64.StdEncoding.EncodeToString(content)}
	}
	for what, content := range map[string][]byte{
		"no picture": []byte("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
		"a part":     sent.Bytes()[:100],
	} {
		if a := p.Call(t, http.MethodPut, "/profile/avatar", upload(content)); a.Reason() != "avatar.invalid" {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	harness.MustCall[contract.Plain](t, p, http.MethodPut, "/profile/avatar", upload(sent.Bytes()))
	at := profile(t, p).Avatar
	get := func(at string) (status int, header http.Header, content []byte) {
		res, err := http.Get(harness.World.Base + at)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		if content, err = io.ReadAll(res.Body); err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, res.Header, content
	}
	_, header, shown := get(at)
	c, kind, err := image.DecodeConfig(bytes.NewReader(shown))
	if err != nil || kind != "jpeg" || c.Width != c.Height || header.Get("Content-Type") != "image/jpeg" ||
		!strings.Contains(header.Get("Cache-Control"), "immutable") {
		t.Errorf("%v: %s of %d x %d, %v", err, kind, c.Width, c.Height, header)
	}
	if status, _, _ := get("/api/avatars/" + uuid.NewString()); status != http.StatusNotFound {
		t.Errorf("a picture that does not exist: %d", status)
	}
	harness.MustCall[contract.Plain](t, p, http.MethodDelete, "/profile/avatar", nil)
	if status, _, _ := get(at); status != http.StatusNotFound || profile(t, p).Avatar != "" {
		t.Errorf("the removed picture: %d", status)
	}
}

// The documented fields are in everybody's profile, empty where they do not apply.
func TestEveryProfileHasTheDocumentedFields(t *testing.T) { // SH-012 BD-341 BD-347 BD-396
	for _, who := range harness.Columns {
		p := harness.GetObject(t, who, "/profile").In(t, "data")
		p.Has(
			t, "id", "firstname", "lastname", "emailAddress", "avatar", "jobTitle", "role", "isSubscriber",
			"isClientWhitelabel", "whitelabelInfo", "viewOnly", "myProofApprovalWorkflowPreference", "currencySimbol",
			"isProfileComplete", "isClientProfileComplete", "emailIsVerified", "isScheduledDowngrade",
			"isScheduledUpgrade", "isRequestDeletion", "endSubscriptionCycleOn", // SH-012
			"isPaymentComplete", "haveFreeTrial", "timeZone", "payg", "image", // BD-347
			"tourVideo", // BD-396
		)
		p.In(t, "whitelabelInfo").Has(t, "logo", "favicon")
		p.In(t, "payg").Has(t, "allocatedHourWarning", "wordingWarning")
		m := p.In(t, "membership")
		m.Has(
			t, "type", "title", "paymentTerm", "dueDate", "isActive", "onFreeTrial", "freeTrial", "latePaymentPopup",
			"onSubscriptionLeave", "onSubscriptionLeaveReactivationDateFormat", "allocatedHour", "orders",
		)
		m.In(t, "freeTrial").Has(t, "haveFreeTrial", "isExpiredFreeTrial", "freeTrialDays", "popup", "banner")
		if person := harness.Cast[who]; person.Role.IsProvider() {
			m.IsOneOf(t, "type", "")
		}
	}
}
