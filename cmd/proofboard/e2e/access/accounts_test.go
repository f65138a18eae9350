package access

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
)

// call is a row of the table: a call about an account, and the status that each person gets, in the form of
// harness.Status. body is the request's body, or a function that returns a new one for each person.
type call struct {
	call string // method and path
	body any
	who  string
}

// callers are the people of the table of accounts. owner, both and looker are of one account, beta owns another, and
// reseller owns the client of the account that resold owns.
var callers = []string{"admin", "manager", "cso", "owner", "both", "looker", "beta", "reseller", "resold"}

// People who manage an account may make its calls. Other people of the account get 403, and for everybody else it does
// not exist (D-45).
const (
	managesDirect = "200 admin; 404" // an account of the provider, and what is sold to it
	managesClient = "200 admin reseller; 404"
	managesAcme   = "200 admin owner; 403 both looker; 404"
	sees          = "404 provider reseller; 200"
	buys          = "403 both looker; 404 provider reseller; 200"
	provides      = "403 customers cso; 200"
	cards         = "403 both looker; 404 provider reseller; 409" // without Stripe none are taken
	confirms      = "403 both looker; 409 admin owner; 404"       // the account has a plan that needs no estimate
	withoutIt     = "403 both looker; 404 provider reseller; 409" // owners of an account that has no such plan
	withoutPlan   = "403 both looker; 404"                        // what an account does not have
)

// calls returns the table of the calls about accounts.
func calls(t *testing.T) []call {
	t.Helper()
	acme, resold, unknown := harness.Acme.String(), harness.Resold.String(), uuid.NewString()
	announcement, thePlan, invoice := "/announcements/"+unknown, "/plans/"+unknown, "/billing/invoices/"+unknown
	estimate := "/payg/orders/" + harness.Draft(t, "owner").String() + "/estimate"
	company := func(name string) any { // accounts keep the names that other tests know
		return map[string]any{"name": name, "address": "1 Road", "country": "SE", "contact": "Kim"}
	}
	announced := map[string]any{
		"html": "<p>We move.</p>", "lasting": false, "roles": []string{}, "clients": []string{},
		"styles": map[string]string{"backgroundColor": "#1e3a8a", "textColor": "#ffffff"},
	}
	plan := map[string]any{
		"name": "Of the matrix", "price": 1, "currency": "EUR", "term": "month", "hours": -1, "orders": -1,
		"activeOrders": -1, "storage": -1,
	}
	return []call{
		// Customers and clients (SH-085, SH-086) and their brands.
		{"GET /customers", nil, "200 admin reseller; 403"},
		{"GET /customers?clientId=customer", nil, "200 admin; 404 reseller; 403"},
		{"GET /people?everyone=true", nil, "200 admin reseller; 403"},
		{"GET /customers/" + resold, nil, managesClient},
		{"GET /customers/" + acme, nil, managesDirect},
		{"GET /customers/" + unknown, nil, harness.Nobody},
		{"PUT /customers/" + resold, map[string]any{"company": company("Resold")}, managesClient},
		{"PUT /customers/" + resold, map[string]any{"terms": map[string]any{
			"packageId": "", "maximumActiveOrder": -1, "isPayg": false, "storage": -1, "additionalStorage": 0,
		}}, managesClient},
		{"POST /customers", func() any {
			return map[string]any{
				"clientId": harness.ResellerClient, "name": "New one", "owner": owner(),
			}
		}, managesClient},
		{"POST /customers", func() any {
			return map[string]any{
				"clientId": domain.DirectClient, "name": "New one", "owner": owner(),
			}
		}, managesDirect},
		{"GET /clients", nil, adminOnly},
		{"POST /clients", func() any {
			return map[string]any{
				"id":    "c" + strings.ReplaceAll(uuid.NewString(), "-", ""),
				"name":  "New one",
				"owner": owner(),
			}
		}, adminOnly},
		{"GET /clients/brightside", nil, managesClient},
		{"GET /clients/none", nil, harness.Nobody},
		{"PUT /clients/brightside", company("Brightside"), managesClient},
		{
			"PUT /clients/brightside/branding",
			map[string]any{
				"name":             "Brightside",
				"senderName":       "",
				"colour":           "#c2410c",
				"logo":             "",
				"favicon":          "",
				"imagePlaceholder": "",
			},
			managesClient,
		},
		{
			"POST /clients/brightside/brand-files",
			map[string]any{"kind": "favicon", "image": harness.Picture(t, 8)},
			managesClient,
		},
		{"PUT /clients/brightside/hosts", map[string]any{"hosts": []string{}}, adminOnly},
		{"PUT /clients/customer/sign-up", map[string]any{"open": false}, adminOnly},
		{"GET /r/profile", nil, "200 reseller resold; 403"},

		// What surrounds the pages.
		{"GET /general/business-hours", nil, everybody},
		{"GET /general/business-hours/settings", nil, adminOnly},
		{"PUT /general/business-hours/settings", weekly(), adminOnly},
		{"GET /g/announcements", nil, everybody},
		{"GET /announcements", nil, adminOnly},
		{"POST /announcements", announced, adminOnly},
		{"POST /announcements/preview", map[string]any{"html": "<p>x</p>"}, adminOnly},
		{"PUT " + announcement, announced, adminMissing},
		{"DELETE " + announcement, nil, adminMissing},
		{"PUT " + announcement + "/dismissal", nil, harness.Nobody},
		{"GET /getting-started", nil, adminOnly},
		{"PUT /profile/tour/dashboard", map[string]any{"data": false}, "403 manager cso; 200"},

		// What is sold, and how it is paid.
		{"GET /package", nil, sees},
		{"PUT /package", map[string]any{"planId": unknown}, "403 both looker; 404"},
		{"PUT /package/cancel-upgrade", nil, withoutIt},
		{"PUT /package/cancel-downgrade", nil, withoutIt},
		{"PUT /package/leave", map[string]any{"until": "2027-01-01"}, withoutPlan},
		{"DELETE /package/leave", nil, withoutIt},
		{"PUT /package/reactivate", nil, withoutPlan},
		{"PUT /package/cancel", nil, withoutPlan},
		{"PUT /profile/continue-subscription", nil, withoutPlan},
		{"GET /sellers/customer/plans", nil, managesDirect},
		{"POST /sellers/customer/plans", plan, managesDirect},
		{"GET /sellers/customer/terms", nil, managesDirect},
		{
			"PUT /sellers/customer/terms",
			map[string]any{"taxRate": 0, "paymentDays": 14, "bankDetails": ""},
			managesDirect,
		},
		{"GET /sellers/brightside/plans", nil, managesClient},
		{"GET /sellers/brightside/terms", nil, managesClient},
		{"GET /sellers/customer/packs", nil, managesDirect},
		{"PUT /sellers/customer/packs", map[string]any{"packs": []any{}, "version": 0}, managesDirect},
		{"GET /sellers/brightside/packs", nil, managesClient},
		{"GET /sellers/nobody/plans", nil, harness.Nobody},
		{"GET /sellers/nobody/terms", nil, harness.Nobody},
		{"GET /sellers/nobody/packs", nil, harness.Nobody},
		{"GET /sellers/nobody/invoices", nil, harness.Nobody},
		{"GET /retail", nil, buys},
		{"PUT /retail/" + unknown + "/stop", nil, withoutIt},
		{"PUT /retail/" + unknown + "/keep", nil, withoutIt},
		{"PUT /cart", map[string]any{"items": []any{}}, buys},
		{"POST /cart/checkout", map[string]any{
			"items": []any{map[string]any{"id": unknown, "qty": 1, "type": "once"}}, "quoteHash": "x",
		}, withoutIt},
		{"GET /payg", nil, sees},
		{"GET /payg/customers", nil, provides},
		{"GET " + estimate, nil, "200 admin owner both looker; 404"},
		{"POST " + estimate, map[string]any{"price": 1, "currency": "EUR", "taxRate": 0, "allocated": 0}, confirms},
		{"GET /billing/payment-methods", nil, buys},
		{"POST /billing/payment-methods/entry", nil, cards},
		{"POST /billing/payment-methods", map[string]any{"entryId": "x"}, cards},
		{"PUT /billing/payment-methods/" + unknown, map[string]any{"change": "activate"}, withoutPlan},
		{"DELETE /billing/payment-methods/" + unknown, nil, withoutPlan},
		{"POST " + invoice + "/card-payment", nil, cards},
		{"PUT " + invoice + "/card-payment", nil, cards},
		{"PUT " + thePlan, plan, harness.Nobody},
		{"DELETE " + thePlan, nil, harness.Nobody},
		{"PUT " + thePlan + "/offer", nil, harness.Nobody},
		{"GET /billing/invoices", nil, buys},
		{"GET /billing/invoices?customerId=" + acme, nil, managesAcme},
		{"GET " + invoice, nil, harness.Nobody},
		{"PUT " + invoice + "/payment", map[string]any{"on": "2026-01-01"}, harness.Nobody},
		{"PUT " + invoice + "/payment/correction", map[string]any{"on": "2026-01-01"}, harness.Nobody},
		{"PUT " + invoice + "/void", map[string]any{"reason": "x"}, harness.Nobody},
		{"GET /billing/invoices/" + unknown + "/pdf", nil, harness.Nobody},
		{"PUT " + invoice + "/credit", map[string]any{"reason": "x"}, harness.Nobody},
		{"GET /billing/payments", nil, buys},
		{"GET /billing/payments?customerId=" + acme, nil, managesAcme},
		{"GET /billing/payments/" + unknown, nil, harness.Nobody},
		{"GET /billing/meters/storage", nil, sees},
		{"GET /billing/meters/hours?customerId=" + acme, nil, "200 admin owner both looker; 404"},
		{"GET /customers/" + acme + "/membership", nil, managesDirect},
		{"GET /customers/" + resold + "/membership", nil, managesClient},
		{"GET /sellers/customer/invoices", nil, managesDirect},
		{"GET /sellers/brightside/invoices", nil, managesClient},

		// Everybody imports what they may create by hand.
		{"POST /imports", an("orders", "customerId", acme), managesAcme},
		{"POST /imports", an("trello", "customerId", acme), managesAcme},
		{"POST /imports", an("planka", "customerId", resold), "200 admin reseller resold; 404"},
		{"POST /imports", an("people", "customerId", acme), managesAcme},
		{"POST /imports", an("people", "customerId", resold), "200 admin reseller resold; 404"},
		{"POST /imports", an("people", "clientId", "admin"), "200 admin; 404 customers; 403"},
		{"POST /imports", an("people", "clientId", "nobody"), harness.Nobody},
		{"POST /imports", an("customers", "clientId", "customer"), managesDirect},
		{"POST /imports", an("customers", "clientId", "brightside"), managesClient},
		{"POST /imports", an("orders", "clientId", "brightside"), harness.Nobody},
		{"POST /imports", an("orders", "customerId", uuid.NewString()), harness.Nobody},
	}
}

// owner is a new person who owns a new account.
func owner() map[string]any {
	return map[string]any{"firstname": "Ola", "lastname": "Berg", "emailAddress": uuid.NewString() + "@people.test"}
}

// an is a request to import a file.
func an(kind, account, id string) any {
	return map[string]any{"kind": kind, "fileName": "x.csv", "size": 10, account: id}
}

// weekly are business hours in which every day is alike.
func weekly() any {
	days := make([]map[string]int, 7)
	for i := range days {
		days[i] = map[string]int{"opens": 540, "closes": 1080}
	}
	return map[string]any{"timeZone": "Europe/Berlin", "days": days, "holidays": []any{}, "description": ""}
}

// Everybody makes every call about accounts.
func TestAccountsAreOpenToWhomTheDocumentsSayAndNobodyElse(
	t *testing.T,
) { // BY-051 D-25 D-26 D-45 D-49 D-52 D-53 D-58 D-60 D-61 SH-085 SH-086 SH-097 SH-098
	for _, c := range calls(t) {
		method, path, _ := strings.Cut(c.call, " ")
		for _, name := range callers {
			body := c.body
			if made, ok := body.(func() any); ok {
				body = made()
			}
			harness.Expect(t, harness.Status(t, c.who, name), name, method, path, body)
		}
		harness.Forgive(t) // imports are limited
	}
}
