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
		announcements.Name, approvals.Name, board.Name, notifications.Name, organisation.Name, proofs.Name,
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
