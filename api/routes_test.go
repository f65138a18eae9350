package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/projections/announcements"
	"github.com/proofboard/proofboard/projections/approvals"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/reports"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/search"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
	"github.com/proofboard/proofboard/projections/webhooks"
)

// closed is what no access token opens, written by hand: what protects a person, and what costs money
// (BY-052).
var closed = []string{
	"ChangePassword", "ChangeEmail", "Sessions", "EndSession", "EndOtherSessions", "Factors", "BeginApp",
	"ConfirmApp", "BeginPasskey", "ConfirmPasskey", "RemoveFactor", "RenewRecoveryCodes", "ResetFactors",
	"RequireSecondFactor", "AccessTokens", "CreateAccessToken", "RevokeAccessToken", "Logout", "CsrfToken",
	"Impersonate", "AddPerson", "ChangePerson", "SetNewOrders", "RemovePerson", "RenewInvitation", "CopyInvitation",
	"AccountExport", "RequestAccountExport", "RequestDeletion", "DeleteProfile", "TakeBackDeletion",
	"SaveProfile", "SaveCompany", "ChoosePlan", "Checkout", "ConfirmEstimate", "AskForEstimate", "PayByCard",
	"FinishCardPayment",
	"EnterCard", "AddPaymentMethod", "ChangePaymentMethod", "DeletePaymentMethod", "PayInvoice", "VoidInvoice",
	"CreditInvoice", "CancelSubscription", "AuditEvents", "ExportAuditEvents", "Operations", "Autopsy",
	"ReplayPaymentNotice", "RequestRebuild", "SkipParked", "RefusedSteps", "RetryRefusedSteps",
	"RemoveRefusedStep", "CorrectPayment", "OwnAccounts", "SwitchAccount",
}

// public is what needs no session, written by hand, so that the test fails for a new one.
var public = []string{
	"SignInCustomer", "SignInDesk", "DemoPeople", "GuestReviewAuth", "SetupState", "SetUp", "ForgotPassword",
	"ResetPassword", "AcceptInvitation", "VerifyEmail", "RequestVerification", "Avatar", "TakeSecondFactor",
	"ValidateImpersonation", "SignUp", "ConfirmEmail", "Brand", "BrandFile", "Build", "ReportError", "KnowBrowser",
	"ChooseAccount", "CheckLink",
}

// gateless is what is open to people whose profile is incomplete, written by hand: what belongs to the profile, what
// protects a person, leaving, and what notes that they have seen something (D-90).
var gateless = []string{
	"SaveProfile", "SaveCompany", "SaveAvatar", "RemoveAvatar", "ResendVerification", "ChangeEmail", "ChangePassword",
	"BeginApp", "ConfirmApp", "BeginPasskey", "ConfirmPasskey", "RemoveFactor", "RenewRecoveryCodes", "AskStepUp",
	"StepUp", "EndSession", "EndOtherSessions", "RevokeAccessToken", "Logout", "SwitchAccount", "RequestDeletion",
	"DeleteProfile", "TakeBackDeletion", "SaveTour", "DismissAnnouncement",
}

// sendEvents are the calls that make a webhook send events, or send them elsewhere, written by hand. An access token
// needs the scope that reads events for them too: it does not get by a webhook what it may not read (D-84).
var sendEvents = []string{
	"AddWebhookEndpoint", "ChangeWebhookEndpoint", "SwitchWebhookEndpoint", "ReplayWebhookEvents",
	"ReplayWebhookDeliveries",
}

func TestTheDoorsThatAreOpenAreThoseThatWereMeant(t *testing.T) { // SH-104 D-84 D-90
	spec := contractOf(t)
	for _, c := range []struct {
		what string
		want []string
		is   func(web.Access) bool
	}{
		{"is public", public, func(r web.Access) bool { return r.Public }},
		{"is open to incomplete profiles", gateless, func(r web.Access) bool { return r.Gateless }},
		{"needs the scope of events too", sendEvents, func(r web.Access) bool { return r.TokenToo == sessions.ReadEvents }},
	} {
		for _, name := range c.want {
			if _, known := spec.routes[name]; !known {
				t.Errorf("%s is not in the contract", name)
			}
		}
		for name, rule := range spec.routes {
			if want := slices.Contains(c.want, name); c.is(rule) != want {
				t.Errorf("%s %s: %v", name, c.what, !want)
			}
		}
	}
	for path, r := range spec.check {
		_, at, _ := strings.Cut(path, " ")
		ofGuests := strings.HasPrefix(at, "/g/guest/") || strings.HasPrefix(at, "/g/csrf-token/")
		if spec.routes[web.NameOf(r.Operation)].Guest != ofGuests {
			t.Errorf("%s is for guests: %v", path, !ofGuests)
		}
	}
}

// areas has what the paths below their first part need, written by hand: the scopes of CSRF tokens (D-207), and the
// areas of the scopes of access tokens (D-281). Other paths have the scope profile, and are open to no token.
var areas = map[string]struct{ csrf, tokens string }{
	"archived-order-filters": {csrf: "filter"},
	"billing":                {csrf: "customer-payment-method customer-transaction", tokens: "billing"},
	"cart":                   {csrf: "cart"},
	"catalogue":              {csrf: "customer-package"},
	"clients":                {csrf: "reseller-customer"},
	"customers":              {csrf: "reseller-customer", tokens: "billing"},
	"events":                 {tokens: "events"},
	"filters":                {csrf: "filter", tokens: "orders"},
	"g":                      {csrf: "guest-annotation"},
	"imports":                {csrf: "profile", tokens: "imports"},
	"invitation-limit":       {csrf: "reseller-customer"},
	"order":                  {csrf: "card card-annotation", tokens: "guests orders proofs topics"},
	"package":                {csrf: "customer-package", tokens: "billing"},
	"payg":                   {csrf: "cart", tokens: "billing"},
	"people":                 {csrf: "customer-team-member", tokens: "people"},
	"plans":                  {csrf: "customer-package"},
	"profile":                {csrf: "profile", tokens: "people"},
	"reports":                {tokens: "reports"},
	"retail":                 {csrf: "cart"},
	"sellers":                {csrf: "customer-package", tokens: "billing"},
	"slots":                  {tokens: "orders"},
	"upload":                 {csrf: "upload", tokens: "proofs"},
	"webhook-endpoints":      {csrf: "profile", tokens: "webhooks"},
	"work":                   {tokens: "orders"},
	"workflow-choice":        {csrf: "customer-team-member", tokens: "workflows"},
	"workflows":              {csrf: "customer-team-member", tokens: "workflows"},
}

func TestScopesAreThoseOfTheArea(t *testing.T) { // SH-009 BY-052
	spec := contractOf(t)
	for key, r := range spec.check {
		_, path, _ := strings.Cut(key, " /")
		first, _, _ := strings.Cut(path, "/")
		area, listed := areas[first]
		if !listed {
			area.csrf = "profile"
		}
		rule := spec.routes[web.NameOf(r.Operation)]
		if rule.Scope != "" && !slices.Contains(strings.Fields(area.csrf), rule.Scope) {
			t.Errorf("%s needs a CSRF token of the scope %s", key, rule.Scope)
		}
		of, _, _ := strings.Cut(string(rule.Token), ":")
		if of != "" && !slices.Contains(strings.Fields(area.tokens), of) {
			t.Errorf("%s is opened by %s", key, rule.Token)
		}
		if of == "topics" && rule.Scope != "card-annotation" { // comments and marks have a scope of their own
			t.Errorf("%s is opened by %s, and needs a CSRF token of the scope %s", key, rule.Token, rule.Scope)
		}
	}
}

func TestAccessTokensOpenWhatTheirScopeSaysAndNothingElse(t *testing.T) { // BY-052
	spec := contractOf(t)
	for _, name := range closed {
		if rule, listed := spec.routes[name]; !listed || rule.Token != "" {
			t.Errorf("%s is open to access tokens with %q, or not there", name, rule.Token)
		}
	}
	for _, name := range []string{"AccessTokens", "CreateAccessToken", "RevokeAccessToken"} {
		if !spec.routes[name].OneSelf {
			t.Errorf("%s is open to an admin who acts as the person", name)
		}
	}
	known := spec.check["GET /profile"].Spec.Components.Schemas["TokenScope"].Value.Enum
	opens := map[sessions.TokenScope]int{}
	for _, rule := range spec.routes {
		opens[rule.Token]++
	}
	delete(opens, "")
	for scope := range opens {
		if !slices.Contains(known, any(string(scope))) {
			t.Errorf("the contract does not have the scope %s", scope)
		}
	}
	opens[sessions.ReadCalendar]++ // opens an address outside of the contract
	if len(opens) != len(known) {
		t.Errorf("%d scopes open something, the contract has %d", len(opens), len(known))
	}
	readable := func(scope sessions.TokenScope) bool { // the area of a scope to write has a scope to read
		return opens[sessions.TokenScope(strings.TrimSuffix(string(scope), ":write")+":read")] > 0
	}
	for _, r := range spec.check {
		name := web.NameOf(r.Operation)
		rule := spec.routes[name]
		scope, reads := rule.Token, rule.Scope == "" && r.Method == http.MethodGet
		switch {
		case scope == "":
			if rule.TokenToo != "" {
				t.Errorf("%s has a second scope only", name)
			}
		case rule.Public || rule.Guest || rule.OneSelf && scope != sessions.WriteWebhooks: // no token acts as another
			t.Errorf("%s is not for everybody who is signed in", name)
		case strings.HasSuffix(string(scope), ":read") != reads && (!reads || readable(scope)):
			t.Errorf("%s has the scope %s, and is a %s", name, scope, r.Method)
		}
	}
}

// What the contract says of an operation names what exists, and fits its method.
func TestTheAccessOfAnOperationNamesWhatExists(t *testing.T) {
	spec := contractOf(t)
	csrf := spec.check["GET /profile"].Spec.Components.Schemas["CSRFScope"].Value.Enum
	models := []string{
		announcements.Name, approvals.Name, audit.Name, board.Name, notifications.Name, organisation.Name, proofs.Name,
		reports.Name, sales.Name, search.Name, timeline.Name, topics.Name, webhooks.Name,
	}
	for _, r := range spec.check {
		name := web.NameOf(r.Operation)
		rule, write := spec.routes[name], r.Method != http.MethodGet
		if rule.Scope != "" && !slices.Contains(csrf, any(rule.Scope)) {
			t.Errorf("%s needs a CSRF token of the scope %q", name, rule.Scope)
		}
		if needs := write && !rule.Public && name != "Logout"; needs != (rule.Scope != "") { // D-24
			t.Errorf("%s %s needs a CSRF token of the scope %q", r.Method, name, rule.Scope)
		}
		if !write && (rule.Gateless || rule.OneCommand) {
			t.Errorf("%s is a read, and open as a write", name)
		}
		if rule.Needs != "" && policy.Of(domain.Admin)[rule.Needs] == nil {
			t.Errorf("%s needs the ability %q, which nobody has", name, rule.Needs)
		}
		for _, model := range slices.Concat(rule.Shows, rule.CatchesUp) {
			if !slices.Contains(models, model) {
				t.Errorf("%s waits for %q", name, model)
			}
		}
	}
}

func TestAnOperationWithoutAccessIsClosedAndOneThatIsMisspeltStopsTheStart(t *testing.T) {
	open := openapi3.NewSecurityRequirements()
	for what, c := range map[string]struct {
		fields map[string]any
		open   *openapi3.SecurityRequirements
		listed bool
		fails  bool
	}{
		"nothing":                   {},
		"only a scope":              {fields: map[string]any{"x-csrf-scope": "card"}},
		"access":                    {fields: map[string]any{"x-access": map[string]any{}}, listed: true},
		"public":                    {open: open, listed: true},
		"public and access":         {fields: map[string]any{"x-access": map[string]any{}}, open: open, fails: true},
		"an unknown member":         {fields: map[string]any{"x-access": map[string]any{"show": []any{"board"}}}, fails: true},
		"another case":              {fields: map[string]any{"x-access": map[string]any{"Guest": true}}, fails: true},
		"a wrong type":              {fields: map[string]any{"x-access": map[string]any{"shows": "board"}}, fails: true},
		"public and of the web app": {fields: map[string]any{"x-web": "main"}, open: open, listed: true},
		"public and a scope":        {fields: map[string]any{"x-csrf-scope": "card"}, open: open, fails: true},
		"an unknown field": {
			fields: map[string]any{"x-access": map[string]any{}, "x-csrf": "card"}, fails: true,
		},
	} {
		doc := &openapi3.T{Paths: openapi3.NewPaths(openapi3.WithPath("/x", &openapi3.PathItem{
			Get: &openapi3.Operation{OperationID: "look", Extensions: c.fields, Security: c.open},
		}))}
		routes, err := web.NewRoutes(doc)
		if _, listed := routes["Look"]; listed != c.listed || (err != nil) != c.fails {
			t.Errorf("%s: listed %v, %v", what, listed, err)
		}
	}
}
