package accounts

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

const goodOne = "a-Good-one-7"

func withPassword(password string) map[string]string { return map[string]string{"password": password} }

// code returns the code that an authenticator app shows some periods from now.
func code(t *testing.T, secret string, periods int) string {
	t.Helper()
	c, err := totp.GenerateCode(secret, time.Now().Add(time.Duration(periods)*30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// authenticator is an app that a person has added.
type authenticator struct {
	id       uuid.UUID
	secret   string
	used     string // the code of the confirmation
	recovery []string
}

// withApp adds an authenticator app.
func withApp(t *testing.T, p *harness.Person) authenticator {
	t.Helper()
	app := harness.MustCall[contract.NewAppAnswer](
		t,
		p,
		http.MethodPost,
		"/profile/factors/app",
		withPassword(goodOne),
	).Data
	used := code(t, app.Secret, 0)
	done := harness.MustCall[contract.FactorAddedAnswer](
		t, p, http.MethodPost, "/profile/factors/app/"+app.Id.String(),
		map[string]string{"code": used, "name": "Phone"},
	).Data
	return authenticator{app.Id, app.Secret, used, done.RecoveryCodes}
}

// half begins to sign in with a password, and returns the answer of the first step.
func half(t *testing.T, desk bool, email string) contract.SecondStepAnswer {
	t.Helper()
	a, err := harness.World.Password(harness.World.Client, desk, email, goodOne)
	if err != nil {
		t.Fatal(err)
	}
	var s contract.SecondStepAnswer
	if err := json.Unmarshal(
		a.Body,
		&s,
	); err != nil || a.Status != http.StatusAccepted ||
		strings.Contains(string(a.Body), "accessToken") {
		t.Fatalf("%v: %d %s", err, a.Status, a.Body)
	}
	return s
}

func second(t *testing.T, token string, more ...string) harness.Answer {
	t.Helper()
	body := map[string]string{"token": token}
	for i := 0; i < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return post(t, harness.World, "/second-factor", body)
}

func TestASecondFactorIsAskedForAfterThePassword(t *testing.T) { // D-46 BY-045
	p := newcomer(t, nil)
	email := profile(t, p).EmailAddress
	harness.MustRefuse(
		t,
		p,
		400,
		"password.wrong",
		http.MethodPost,
		"/profile/factors/app",
		withPassword("not-this-one"),
	)
	harness.Forgive(t)
	app := withApp(t, p)
	id, secret, recovery := app.id, app.secret, app.recovery
	if len(recovery) != 10 {
		t.Fatalf("recovery codes: %v", recovery)
	}

	step := half(t, false, email).Data
	if !step.Codes || !step.Recovery || step.Passkey != nil {
		t.Errorf("%+v", step)
	}
	for _, mistyped := range []string{"12345", "1234567", "12345o", "١٢٣٤٥٦"} { // no guess, so nothing delays the next try
		refused(t, mistyped, second(t, step.Token, "code", mistyped), 400, "second_factor.no_code")
	}
	refused(t, "a wrong code", second(t, step.Token, "code", "000 000"), 400, "second_factor.wrong")
	refused(t, "at once again", second(t, step.Token, "code", code(t, secret, 1)), 429, "signin.too_many_failures")
	harness.Forgive(t)
	refused(
		t,
		"the code of the confirmation",
		second(t, step.Token, "code", app.used),
		400,
		"second_factor.wrong",
	)
	harness.Forgive(t)
	next := code(t, secret, 1)
	a := second(t, step.Token, "code", next[:3]+" "+next[3:])
	granted(t, "the next code, as the app shows it", a)
	refused(t, "the step again", second(t, step.Token, "code", code(t, secret, 1)), 400, "second_factor.expired")
	refused(t, "a made-up step", second(t, strings.Repeat("x", 43), "code", "123456"), 400, "second_factor.expired")

	// Lost phone: a recovery code signs in once, and the factor is removed.
	step = half(t, false, email).Data
	a = second(t, step.Token, "recoveryCode", strings.ToUpper(recovery[3]))
	granted(t, "a recovery code", a)
	harness.Forgive(t)
	step = half(t, false, email).Data
	refused(
		t,
		"the recovery code again",
		second(t, step.Token, "recoveryCode", recovery[3]),
		400,
		"second_factor.recovery_wrong",
	)
	harness.Forgive(t)
	f := harness.MustCall[contract.FactorsAnswer](t, p, http.MethodGet, "/profile/factors", nil).Data
	if len(f.Factors) != 1 || f.Factors[0].Name != "Phone" || f.Factors[0].UsedAt == nil || f.RecoveryCodes != 9 ||
		f.Required {
		t.Errorf("%+v", f)
	}
	fresh := harness.MustCall[contract.FactorAddedAnswer](
		t, p, http.MethodPost, "/profile/recovery-codes", withPassword(goodOne),
	).Data.RecoveryCodes
	step = half(t, false, email).Data
	refused(
		t,
		"a replaced recovery code",
		second(t, step.Token, "recoveryCode", recovery[4]),
		400,
		"second_factor.recovery_wrong",
	)
	harness.Forgive(t)
	granted(t, "a new recovery code", second(t, step.Token, "recoveryCode", fresh[0]))

	harness.MustCall[contract.Plain](
		t,
		p,
		http.MethodPost,
		"/profile/factors/"+id.String()+"/remove",
		withPassword(goodOne),
	)
	entered(t, email, goodOne) // the password is enough again
	if f := harness.MustCall[contract.FactorsAnswer](
		t,
		p,
		http.MethodGet,
		"/profile/factors",
		nil,
	).Data; f.RecoveryCodes != 0 {
		t.Errorf("recovery codes are left: %+v", f)
	}
}

// Nobody confirms or removes the factor of somebody else, and a factor does not count before it is
// confirmed.
func TestASecondFactorBelongsToItsPerson(t *testing.T) {
	p, other := newcomer(t, nil), newcomer(t, nil)
	app := harness.MustCall[contract.NewAppAnswer](
		t,
		p,
		http.MethodPost,
		"/profile/factors/app",
		withPassword(goodOne),
	).Data
	entered(t, profile(t, p).EmailAddress, goodOne)
	at := "/profile/factors/app/" + app.Id.String()
	body := map[string]string{"code": code(t, app.Secret, 0), "name": ""}
	harness.MustRefuse(t, other, 404, "not_found", http.MethodPost, at, body)
	harness.MustRefuse(
		t, p, 400, "second_factor.no_code", http.MethodPost, at, map[string]string{"code": "12345", "name": ""},
	)
	harness.MustRefuse(
		t,
		p,
		400,
		"second_factor.wrong",
		http.MethodPost,
		at,
		map[string]string{"code": "000000", "name": ""},
	)
	harness.Forgive(t)
	harness.MustCall[contract.FactorAddedAnswer](t, p, http.MethodPost, at, body)
	harness.MustRefuse(t, p, 404, "not_found", http.MethodPost, at, body)
	harness.MustRefuse(
		t,
		other,
		404,
		"not_found",
		http.MethodPost,
		"/profile/factors/"+app.Id.String()+"/remove",
		withPassword(goodOne),
	)
	harness.MustRefuse(
		t,
		p,
		400,
		"second_factor.no_host",
		http.MethodPost,
		"/profile/factors/passkey",
		withPassword(goodOne),
	)
}

func TestSomebodyWhoLostTheirSecondFactorIsHelpedByTheOwner(t *testing.T) { // D-46
	p := newcomer(t, nil)
	me := profile(t, p)
	withApp(t, p)
	at := "/people/" + me.Id.String()
	harness.MustRefuse(t, harness.SignedIn(t, "both"), 403, "forbidden", http.MethodDelete, at+"/factors", nil)
	harness.MustRefuse(t, harness.SignedIn(t, "beta"), 404, "not_found", http.MethodDelete, at+"/factors", nil)
	harness.MustRefuse(t, p, 403, "forbidden", http.MethodDelete, at+"/factors", nil)
	owner := harness.SignedIn(t, "owner")
	if d := harness.MustCall[contract.PersonAnswer](t, owner, http.MethodGet, at, nil).Data; d.Factors != 1 {
		t.Errorf("%+v", d)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodDelete, at+"/factors", nil)
	entered(t, me.EmailAddress, goodOne)
}

func TestASecondFactorCanBeRequiredOfAClientsPeople(t *testing.T) { // D-46 BY-045
	admin := harness.SignedIn(t, "admin")
	id := "factor" + strings.ReplaceAll(uuid.NewString(), "-", "")[:12]
	harness.MustCall[contract.AccountCreatedAnswer](t, admin, http.MethodPost, "/clients", map[string]any{
		"id": id, "name": "Careful", "owner": map[string]any{
			"firstname": "Cara", "lastname": "Ful", "emailAddress": uuid.NewString() + "@careful.test",
		},
	})
	of := account{client: id, role: "owner"}
	body := of.somebody(map[string]any{"password": goodOne})
	harness.MustCall[contract.PersonAddedAnswer](t, admin, http.MethodPost, "/people", body)
	p := entered(t, body["emailAddress"].(string), goodOne)
	harness.MustCall[contract.CustomersListAnswer](t, p, http.MethodGet, "/customers", nil)

	require := func(required bool) {
		t.Helper()
		harness.MustCall[contract.Plain](
			t, admin, http.MethodPut, "/clients/"+id+"/second-factor", map[string]bool{"required": required},
		)
	}
	require(true)
	harness.Eventually(t, "the session is good for adding a factor only", func() bool {
		return p.Get(t, "/customers").Reason() == "second_factor.missing"
	})
	if !profile(t, p).MustAddFactor {
		t.Error("the profile does not say so")
	}
	app := withApp(t, p).id
	harness.MustCall[contract.CustomersListAnswer](t, p, http.MethodGet, "/customers", nil)
	remove := "/profile/factors/" + app.String() + "/remove"
	harness.MustRefuse(t, p, 409, "second_factor.last", http.MethodPost, remove, withPassword(goodOne))
	for name, want := range map[string]int{"manager": 404, "cso": 404, "owner": 404, "reseller": 404, "beta": 404} {
		a := harness.SignedIn(t, name).Call(
			t, http.MethodPut, "/clients/"+id+"/second-factor", map[string]bool{"required": false},
		)
		if a.Status != want {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	require(false)
	harness.Eventually(t, "it can be removed", func() bool {
		return p.Call(t, http.MethodPost, remove, withPassword(goodOne)).Status == http.StatusOK
	})
}

// passkey returns a new passkey. The virtual authenticator leaves out the zeros with which a coordinate of
// the public key begins, and the product refuses such a key, as it must: one of 128 begins so.
func passkey(t *testing.T) virtualwebauthn.Credential {
	t.Helper()
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		point, err := key.PublicKey.Bytes() // 4, and two coordinates of 32 bytes
		if err != nil {
			t.Fatal(err)
		}
		if point[1] == 0 || point[33] == 0 {
			continue
		}
		stored, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, stored)
	}
}

// The authenticator is software here; the browser tests use the one of Chromium.
func TestAPasskeyIsASecondFactorUnderItsHostName(t *testing.T) { // D-46 BY-045
	email := profile(t, newcomer(t, nil)).EmailAddress
	named := harness.NewSite(strings.Replace(harness.World.Base, "127.0.0.1", "localhost", 1))
	t.Cleanup(named.Client.CloseIdleConnections)
	p, err := named.Enter(email, goodOne)
	if err != nil {
		t.Fatal(err)
	}
	host := virtualwebauthn.RelyingParty{Name: "Proofboard", ID: "localhost", Origin: named.Base}
	device, key := virtualwebauthn.NewAuthenticator(), passkey(t)
	begun := harness.MustCall[contract.NewPasskeyAnswer](
		t,
		p,
		http.MethodPost,
		"/profile/factors/passkey",
		withPassword(goodOne),
	).Data
	options, err := virtualwebauthn.ParseAttestationOptions(begun.Options)
	if err != nil {
		t.Fatal(err)
	}
	at := "/profile/factors/passkey/" + begun.Id.String()
	proof := func(of virtualwebauthn.RelyingParty) map[string]string {
		return map[string]string{
			"answer": virtualwebauthn.CreateAttestationResponse(of, device, key, *options), "name": "Laptop",
		}
	}
	elsewhere := virtualwebauthn.RelyingParty{Name: "Proofboard", ID: "localhost", Origin: "https://evil.test"}
	harness.MustRefuse(t, p, 400, "second_factor.passkey_refused", http.MethodPost, at, proof(elsewhere))
	harness.MustRefuse(
		t,
		p,
		400,
		"second_factor.passkey_refused",
		http.MethodPost,
		at,
		map[string]string{"answer": "{}", "name": ""},
	)
	if done := harness.MustCall[contract.FactorAddedAnswer](
		t,
		p,
		http.MethodPost,
		at,
		proof(host),
	).Data; len(
		done.RecoveryCodes,
	) != 10 {
		t.Errorf("recovery codes: %v", done.RecoveryCodes)
	}
	device.AddCredential(key)

	// Under a number instead of the name the passkey is not offered.
	if numeric := half(t, false, email).Data; numeric.Passkey != nil || numeric.Codes || !numeric.Recovery {
		t.Errorf("%+v", numeric)
	}
	begin := func() contract.SecondStep {
		t.Helper()
		a, err := named.Password(named.Client, false, email, goodOne)
		if err != nil {
			t.Fatal(err)
		}
		var s contract.SecondStepAnswer
		if err := json.Unmarshal(a.Body, &s); err != nil || s.Data.Passkey == nil {
			t.Fatalf("%v: %d %s", err, a.Status, a.Body)
		}
		return s.Data
	}
	answer := func(of virtualwebauthn.RelyingParty, s contract.SecondStep) string {
		t.Helper()
		o, err := virtualwebauthn.ParseAssertionOptions(*s.Passkey)
		if err != nil {
			t.Fatal(err)
		}
		key.Counter++
		return virtualwebauthn.CreateAssertionResponse(of, device, key, *o)
	}
	take := func(token, passkey string) harness.Answer {
		return post(t, named, "/second-factor", map[string]string{"token": token, "passkey": passkey})
	}
	first, other := begin(), begin()
	refused(t, "of another origin", take(first.Token, answer(elsewhere, first)), 400, "second_factor.passkey_refused")
	harness.Forgive(t)
	refused(t, "of another sign-in", take(first.Token, answer(host, other)), 400, "second_factor.passkey_refused")
	harness.Forgive(t)
	right := answer(host, first)
	granted(t, "the passkey", take(first.Token, right))
	refused(t, "the same answer again", take(other.Token, right), 400, "second_factor.passkey_refused")
	harness.Forgive(t)
}

func TestWhoeverChangesHowTheySignInGivesTheirSecondFactorAgain(t *testing.T) { // D-80
	p := newcomer(t, nil)
	email := profile(t, p).EmailAddress
	app := withApp(t, p)
	other := harness.SignedIn(t, "neither")
	harness.MustRefuse(t, other, 409, "factor.none", http.MethodPost, "/profile/step-up/begin", nil)

	// It was given with the new app, and counts for ten minutes.
	old := func(minutes int) {
		exec(
			t,
			harness.World,
			"update sessions set factor_at = now() - make_interval(mins => $2) where token_hash = sha256($1)",
			[]byte(p.Token),
			minutes,
		)
	}
	old(9)
	fresh := harness.MustCall[contract.FactorAddedAnswer](
		t, p, http.MethodPost, "/profile/recovery-codes", withPassword(goodOne),
	).Data.RecoveryCodes
	old(10)
	for call, body := range map[string]any{
		"POST /profile/recovery-codes":                         withPassword(goodOne),
		"POST /profile/factors/app":                            withPassword(goodOne),
		"POST /profile/factors/passkey":                        withPassword(goodOne),
		"POST /profile/factors/" + app.id.String() + "/remove": withPassword(goodOne),
		"PUT /profile/password": map[string]string{
			"password": goodOne, "newPassword": "an0ther-One", "reNewPassword": "an0ther-One",
		},
		"PUT /profile/email": map[string]string{"password": goodOne, "emailAddress": "else@example.test"},
		"POST /profile/tokens": map[string]any{
			"password": goodOne, "name": "Robot", "scopes": []string{"orders:read"}, "endsAt": time.Now().Add(time.Hour),
		},
	} {
		method, path, _ := strings.Cut(call, " ")
		harness.MustRefuse(t, p, 403, "factor.step_up", method, path, body)
	}

	way := harness.MustCall[contract.SecondStepAnswer](t, p, http.MethodPost, "/profile/step-up/begin", nil).Data
	give := func(who *harness.Person, token, field, proof string) harness.Answer {
		return who.Call(t, http.MethodPost, "/profile/step-up", map[string]string{"token": token, field: proof})
	}
	// A step of a session signs nobody in, and is of this session only.
	refused(t, "a sign-in by it", second(t, way.Token, "recoveryCode", fresh[0]), 400, "second_factor.expired")
	elsewhere := half(t, false, email).Data
	refused(
		t,
		"the step of a sign-in",
		give(p, elsewhere.Token, "recoveryCode", fresh[0]),
		400,
		"second_factor.expired",
	)
	refused(t, "somebody else", give(other, way.Token, "recoveryCode", fresh[0]), 400, "second_factor.expired")
	refused(t, "a wrong code", give(p, way.Token, "code", "000000"), 400, "second_factor.wrong")
	harness.Forgive(t)
	harness.MustRefuse(t, p, 403, "factor.step_up", http.MethodPost, "/profile/recovery-codes", withPassword(goodOne))
	granted(t, "the right one", give(p, way.Token, "recoveryCode", fresh[0]))
	refused(t, "it works once", give(p, way.Token, "recoveryCode", fresh[1]), 400, "second_factor.expired")
	harness.MustCall[contract.Plain](
		t, p, http.MethodPost, "/profile/factors/"+app.id.String()+"/remove", withPassword(goodOne),
	)
	// Without a factor the password is enough.
	old(60)
	harness.MustCall[contract.NewAppAnswer](t, p, http.MethodPost, "/profile/factors/app", withPassword(goodOne))
}
