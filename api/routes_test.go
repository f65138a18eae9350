package api

import (
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/internal/accounts/sessions"
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
	v := validator(t)
	methods := map[string]string{}
	for _, r := range v {
		methods[strings.ToUpper(r.Operation.OperationID[:1])+r.Operation.OperationID[1:]] = r.Method
	}
	routes := opened()
	for _, name := range closed {
		if rule, listed := routes[name]; !listed || rule.Token != "" {
			t.Errorf("%s is open to access tokens with %q, or not there", name, rule.Token)
		}
	}
	for _, name := range []string{"AccessTokens", "CreateAccessToken", "RevokeAccessToken"} {
		if !routes[name].OneSelf {
			t.Errorf("%s is open to an admin who acts as the person", name)
		}
	}
	known := v["GET /profile"].Spec.Components.Schemas["TokenScope"].Value.Enum
	seen := map[string]bool{}
	for scope, operations := range tokenScopes {
		if !slices.Contains(known, any(string(scope))) {
			t.Errorf("the contract does not have the scope %s", scope)
		}
		for _, name := range operations {
			rule, listed := routes[name]
			reads := rule.Scope == "" && methods[name] == "GET"
			switch {
			case !listed || seen[name]:
				t.Errorf("%s is not an operation, or has two scopes", name)
			case rule.Public || rule.Guest || rule.OneSelf && scope != sessions.WriteWebhooks: // no token acts as another
				t.Errorf("%s is not for everybody who is signed in", name)
			case strings.HasSuffix(string(scope), ":read") != reads && (!reads || readable(scope)):
				t.Errorf("%s has the scope %s, and is a %s", name, scope, methods[name])
			}
			seen[name] = true
		}
	}
	if len(tokenScopes) != len(known) {
		t.Errorf("%d scopes open something, the contract has %d", len(tokenScopes), len(known))
	}
}

// readable reports whether the area of a scope to write has a scope to read.
func readable(scope sessions.TokenScope) bool {
	_, has := tokenScopes[sessions.TokenScope(strings.TrimSuffix(string(scope), ":write")+":read")]
	return has
}
