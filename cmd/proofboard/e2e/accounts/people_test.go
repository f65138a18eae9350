package accounts

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
)

// account is an account whose people somebody manages.
type account struct {
	name     string
	client   string
	customer uuid.UUID
	role     string // that a new person may have
	leader   string // somebody of the account, by their short name
}

var managed = []account{
	{"provider", domain.ProviderClient, uuid.Nil, "operator", "admin"},
	{"acme", domain.DirectClient, harness.Acme, "staff", "owner"},
	{"reseller", harness.ResellerClient, uuid.Nil, "staff", "reseller"},
	{"resold", harness.ResellerClient, harness.Resold, "staff", "resold"},
}

func (a account) ref() map[string]any {
	if a.customer == uuid.Nil {
		return map[string]any{"clientId": a.client}
	}
	return map[string]any{"customerId": a.customer}
}

func (a account) query() string {
	if a.customer == uuid.Nil {
		return "clientId=" + a.client
	}
	return "customerId=" + a.customer.String()
}

// somebody returns a new person for an account.
func (a account) somebody(more map[string]any) map[string]any {
	p := map[string]any{
		"firstname": "Kim", "lastname": "Park", "emailAddress": uuid.NewString() + "@people.test", "role": a.role,
	}
	for _, part := range []map[string]any{a.ref(), more} {
		maps.Copy(p, part)
	}
	return p
}

// added has the admin add a person to an account, and returns their id.
func (a account) added(t *testing.T, more map[string]any) uuid.UUID {
	t.Helper()
	return harness.MustCall[contract.PersonAddedAnswer](
		t, harness.SignedIn(t, "admin"), http.MethodPost, "/people", a.somebody(more),
	).Data.Id
}

var profileOfCompany = map[string]any{"name": "A name", "address": "1 Road", "country": "SE", "contact": "Kim"}

var callers = []string{"admin", "manager", "cso", "owner", "both", "looker", "beta", "reseller", "resold"}

// People who manage an account can use every call on it. Other people of the account get 403, and
// everybody else gets 404 (D-45).
func TestWhoManagesWhichAccount(t *testing.T) { // D-25 D-26 D-45
	reach := map[string]string{
		"provider": "200 admin; 404 customers; 403",
		"acme":     "200 admin owner; 403 both looker; 404",
		"reseller": "200 admin reseller; 404",
		"resold":   "200 admin reseller resold; 404",
	}
	for _, a := range managed {
		invited := a.added(t, nil)
		for _, name := range callers {
			want := harness.Status(t, reach[a.name], name)
			check := func(method, path string, body any) {
				t.Helper()
				harness.Expect(t, want, name, method, path, body)
			}
			leader := "/people/" + harness.Cast[a.leader].ID.String()
			check(http.MethodGet, "/people?"+a.query(), nil)
			check(http.MethodGet, leader, nil)
			check(http.MethodPost, "/people", a.somebody(nil))
			check(http.MethodPut, "/people/"+invited.String(), map[string]any{"isApprover": false})
			harness.Forgive(t) // mails to one person are limited
			check(http.MethodPost, "/people/"+invited.String()+"/invitation", nil)
			if a.name == "provider" {
				check(http.MethodPut, leader+"/new-orders", map[string]any{"orders": "mine"})
			}
			check(http.MethodPost, leader+"/work", map[string]any{"as": "operator", "to": harness.Cast["operator"].ID})
			check(http.MethodDelete, "/people/"+invited.String(), nil)
			if want == http.StatusOK {
				invited = a.added(t, nil)
			}
		}
	}
}

// What is refused leaves nothing behind: the same address and the same short name can be used again.
func TestAnAccountThatIsRefusedIsNotHalfCreated(t *testing.T) {
	admin := harness.SignedIn(t, "admin")
	owner := map[string]any{"firstname": "Ola", "lastname": "Berg", "emailAddress": uuid.NewString() + "@people.test"}
	short := "half" + strings.ReplaceAll(uuid.NewString(), "-", "")[:12]
	free := "A name " + short
	body := func(id, name string) map[string]any { return map[string]any{"id": id, "name": name, "owner": owner} }
	for reason, wrong := range map[string]map[string]any{
		"company.invalid":   body(short, "  "),
		"client.id_invalid": body("Not Small", free),
		"client.exists":     body(harness.ResellerClient, "Another name"),
	} {
		before := harness.Head(t)
		if a := admin.Call(t, http.MethodPost, "/clients", wrong); a.Reason() != reason {
			t.Errorf("%s: %d %s", reason, a.Status, a.Body)
		}
		harness.Unchanged(t, before)
	}
	brightside := harness.MustCall[contract.ClientAccountAnswer](
		t, admin, http.MethodGet, "/clients/"+harness.ResellerClient, nil,
	).Data.Client
	if brightside.Name == "Another name" {
		t.Error("the name of an existing client was replaced")
	}
	customer := map[string]any{"name": "  ", "owner": owner}
	if a := admin.Call(t, http.MethodPost, "/customers", customer); a.Reason() != "company.invalid" {
		t.Errorf("a customer without a name: %d %s", a.Status, a.Body)
	}
	harness.MustCall[contract.AccountCreatedAnswer](t, admin, http.MethodPost, "/clients", body(short, free))
}

func TestNobodyRaisesTheirOwnRightsAndTheLastLeaderStays(t *testing.T) { // D-45
	for _, name := range []string{"admin", "owner", "reseller"} {
		who := harness.SignedIn(t, name)
		me := "/people/" + harness.Cast[name].ID.String()
		harness.MustRefuse(t, who, 403, "member.yourself", http.MethodPut, me, map[string]any{"active": false})
		harness.MustRefuse(t, who, 403, "member.yourself", http.MethodDelete, me, nil)
	}
	admin := harness.SignedIn(t, "admin")
	beta := "/people/" + harness.Cast["beta"].ID.String()
	harness.MustRefuse(t, admin, 409, "member.last_owner", http.MethodDelete, beta, nil)
	harness.MustRefuse(t, admin, 409, "member.last_owner", http.MethodPut, beta, map[string]any{"role": "staff"})
	harness.MustRefuse(t, admin, 400, "member.role_invalid", http.MethodPut, beta, map[string]any{"role": "admin"})
	if p := harness.MustCall[contract.PersonAnswer](t, admin, http.MethodGet, beta, nil).Data; !p.IsLast ||
		!slices.Equal(p.Roles, []contract.Role{contract.RoleOwner, contract.RoleStaff}) {
		t.Errorf("%+v", p)
	}
}

func TestAPersonIsAddedWithAPasswordOrWithout(t *testing.T) { // SH-176 BD-023 SH-336 D-45
	owner := harness.SignedIn(t, "owner")
	acme := account{customer: harness.Acme, role: "staff"}
	signIn := func(email, password string) harness.Answer {
		a, err := harness.World.Password(harness.World.Client, false, email, password)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	given := acme.somebody(map[string]any{"password": "a-Good-one-7"})
	harness.MustCall[contract.PersonAddedAnswer](t, owner, http.MethodPost, "/people", given)
	granted(t, "with the password that was given", signIn(given["emailAddress"].(string), "a-Good-one-7"))

	made := acme.somebody(map[string]any{"generatePassword": true})
	password := harness.Value(
		harness.MustCall[contract.PersonAddedAnswer](t, owner, http.MethodPost, "/people", made).Data.Password,
	)
	for pattern, least := range map[string]int{"[a-z]": 2, "[A-Z]": 2, "[0-9]": 2, ".": 20} {
		if n := len(regexp.MustCompile(pattern).FindAllString(password, -1)); n < least || len(password) != 20 {
			t.Errorf("the generated password %q has %d of %s", password, n, pattern)
		}
	}
	granted(t, "with the generated password", signIn(made["emailAddress"].(string), password))

	invited := acme.somebody(nil)
	id := harness.MustCall[contract.PersonAddedAnswer](t, owner, http.MethodPost, "/people", invited).Data.Id
	p := harness.MustCall[contract.PersonAnswer](t, owner, http.MethodGet, "/people/"+id.String(), nil).Data.Person
	if p.State != contract.MemberStateInvited || p.EmailIsVerified || p.InvitedAt == nil || p.Account.Name != "Acme" {
		t.Errorf("an invited person: %+v", p)
	}
	for what, body := range map[string]map[string]any{
		"password.twice":      acme.somebody(map[string]any{"password": "a-Good-one-7", "generatePassword": true}),
		"password.common":     acme.somebody(map[string]any{"password": "password"}),
		"password.length":     acme.somebody(map[string]any{"password": "short"}),
		"person.invalid":      acme.somebody(map[string]any{"emailAddress": "nobody"}),
		"member.role_invalid": acme.somebody(map[string]any{"role": "manager"}),
		"person.here_already": acme.somebody(map[string]any{"emailAddress": strings.ToUpper(invited["emailAddress"].(string))}),
	} {
		before := harness.Head(t)
		if a := owner.Call(t, http.MethodPost, "/people", body); a.Reason() != what {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
		harness.Unchanged(t, before)
	}
}

// A repeated call adds one person, and a key of somebody else changes nothing of theirs.
func TestAddingSomebodyTwiceWithOneKeyAddsThemOnce(t *testing.T) {
	owner, key := harness.SignedIn(t, "owner"), uuid.New()
	acme := account{customer: harness.Acme, role: "staff"}
	body := acme.somebody(nil)
	first := harness.MustCall[contract.PersonAddedAnswer](t, owner, http.MethodPost, "/people", body, harness.Key(key))
	again := harness.MustCall[contract.PersonAddedAnswer](t, owner, http.MethodPost, "/people", body, harness.Key(key))
	if first.Data.Id != again.Data.Id {
		t.Errorf("two people: %s and %s", first.Data.Id, again.Data.Id)
	}
	made, with := acme.somebody(map[string]any{"generatePassword": true}), harness.Key(uuid.New())
	first = harness.MustCall[contract.PersonAddedAnswer](t, owner, http.MethodPost, "/people", made, with)
	again = harness.MustCall[contract.PersonAddedAnswer](t, owner, http.MethodPost, "/people", made, with)
	if first.Data.Password == nil || again.Data.Password == nil || *again.Data.Password != *first.Data.Password {
		t.Errorf("a generated password was shown as %v, and again as %v", first.Data.Password, again.Data.Password)
	}
	// Another session of the same person does not see it (D-85).
	elsewhere := harness.NewlySignedIn(t, "owner")
	harness.MustRefuse(
		t, elsewhere, http.StatusConflict, "idempotency.secret_shown", http.MethodPost, "/people", made, with,
	)
	other := account{customer: harness.Beta, role: "staff"}
	a := harness.SignedIn(t, "beta").Call(t, http.MethodPost, "/people", other.somebody(nil), harness.Key(key))
	if a.Status == http.StatusOK {
		t.Errorf("a key was used by two people: %s", a.Body)
	}
}

func TestPeopleAreListedByNameAndSearched(t *testing.T) {
	admin := harness.SignedIn(t, "admin")
	customer := harness.MustCall[contract.AccountCreatedAnswer](t, admin, http.MethodPost, "/customers", map[string]any{
		"name": "Listed Ltd", "owner": map[string]any{
			"firstname": "Zoe", "lastname": "Last", "emailAddress": "zoe_100%@listed.test",
		},
	}).Data.Id
	for _, name := range []string{"Ben", "anna", "Cleo"} {
		harness.MustCall[contract.PersonAddedAnswer](t, admin, http.MethodPost, "/people", map[string]any{
			"customerId": customer, "firstname": name, "lastname": "Member", "role": "staff",
			"emailAddress": name + "@listed.test",
		})
	}
	list := func(query string) (names []string, next *string) {
		p := harness.MustCall[contract.PeoplePageAnswer](
			t,
			admin,
			http.MethodGet,
			"/people?customerId="+customer+query,
			nil,
		).Data
		for _, m := range p.People {
			names = append(names, m.Firstname)
		}
		return names, p.Next
	}
	for query, want := range map[string]string{
		"":                        "anna Ben Cleo Zoe",
		"&search=MEMBER":          "anna Ben Cleo",
		"&search=cleo%20m":        "Cleo",
		"&search=%25":             "Zoe", // the characters of a pattern stand for themselves
		"&search=_":               "Zoe",
		"&search=nobody":          "",
		"&role=owner":             "Zoe",
		"&state=active":           "",
		"&state=invited&limit=99": "anna Ben Cleo Zoe",
	} {
		if got, _ := list(query); strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", query, got, want)
		}
	}
	var all []string
	for query := "&limit=1"; ; {
		page, next := list(query)
		all = append(all, page...)
		if next == nil {
			break
		}
		query = "&limit=1&after=" + *next
	}
	if strings.Join(all, " ") != "anna Ben Cleo Zoe" {
		t.Errorf("by pages: %v", all)
	}
}

func TestTheWorkOfSomebodyWhoLeavesIsHandedOver(t *testing.T) { // D-43
	admin := harness.SignedIn(t, "admin")
	leaving := account{
		client: domain.ProviderClient,
		role:   "operator",
	}.added(
		t,
		map[string]any{"password": "a-Good-one-7"},
	)
	for range 3 {
		order := harness.World.InProgress(t, "owner")
		harness.MustWrite(
			t,
			admin,
			http.MethodPut,
			"/order/"+order.String()+"/assign",
			map[string]any{"operatorId": leaving},
		)
	}
	at := "/people/" + leaving.String()
	if p := harness.MustCall[contract.PersonAnswer](
		t,
		admin,
		http.MethodGet,
		at,
		nil,
	).Data; p.Operates != 3 ||
		p.Manages != 0 {
		t.Errorf("has %d and %d orders", p.Operates, p.Manages)
	}
	to := map[string]any{"as": "operator", "to": harness.Cast["cso"].ID}
	harness.MustRefuse(t, admin, 400, "order.not_assignable", http.MethodPost, at+"/work", to)
	to["to"] = harness.Cast["operator2"].ID
	moved := harness.MustCall[contract.WorkMovedAnswer](t, admin, http.MethodPost, at+"/work", to).Data
	if moved.Moved != 3 || moved.Left != 0 {
		t.Errorf("%+v", moved)
	}
	if p := harness.MustCall[contract.PersonAnswer](t, admin, http.MethodGet, at, nil).Data; p.Operates != 0 {
		t.Errorf("still has %d orders", p.Operates)
	}
}

// Somebody with the name of an order's creator is somebody else.
func TestANamesakeOfTheCreatorMayNotActOnTheirOrder(t *testing.T) { // BD-015 D-09
	owner := harness.SignedIn(t, "owner")
	me := profile(t, owner)
	o := harness.Draft(t, "owner")
	namesake := newcomer(t, map[string]any{"firstname": me.Firstname, "lastname": me.Lastname})
	name := map[string]any{"orderName": "Mine"}
	if a := namesake.Call(t, http.MethodPut, "/order/"+o.String(), name); a.Status != http.StatusForbidden {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	harness.MustWrite(t, owner, http.MethodPut, "/order/"+o.String(), name)
}

func TestAnAdminRaisesTheInvitationsOfAnAccount(t *testing.T) { // D-83
	limit := func(who string, more map[string]any) harness.Answer {
		body := map[string]any{"clientId": "customer", "customerId": harness.Acme, "most": 51}
		maps.Copy(body, more)
		if body["customerId"] == nil {
			delete(body, "customerId")
		}
		return harness.SignedIn(t, who).Call(t, http.MethodPut, "/invitation-limit", body)
	}
	granted(t, "an admin", limit("admin", map[string]any{"clientId": domain.DirectClient}))
	granted(t, "of a reseller", limit("admin", map[string]any{"clientId": harness.ResellerClient, "customerId": nil}))
	for _, who := range []string{"owner", "reseller", "manager", "cso"} {
		refused(t, who, limit(who, map[string]any{"clientId": domain.DirectClient}), http.StatusForbidden, "forbidden")
	}
	refused(t, "another client", limit("admin", map[string]any{"clientId": harness.ResellerClient}), 404, "not_found")
	refused(t, "no client", limit("admin", map[string]any{"clientId": "none", "customerId": nil}), 404, "not_found")
	if most, err := harness.World.Accounts.InvitationLimit(
		t.Context(),
		domain.DirectClient,
		harness.Acme,
	); err != nil ||
		most != 51 {
		t.Errorf("%d, %v", most, err)
	}
	admin := harness.SignedIn(t, "admin")
	of := harness.MustCall[contract.CustomerAccountAnswer](
		t, admin, http.MethodGet, "/customers/"+harness.Acme.String(), nil,
	)
	itself := harness.MustCall[contract.ClientAccountAnswer](
		t, admin, http.MethodGet, "/clients/"+harness.ResellerClient, nil,
	)
	if of.Data.Invitations != 51 || itself.Data.Invitations != 51 {
		t.Errorf("the pages say %d and %d", of.Data.Invitations, itself.Data.Invitations)
	}
}
