// Package api serves the product over HTTP: the calls of openapi.yaml, the websocket, health and
// the web app.
package api

import (
	"context"
	"io/fs"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/klauspost/compress/gzhttp"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	apiaccounts "github.com/proofboard/proofboard/api/accounts"
	apiapprovals "github.com/proofboard/proofboard/api/approvals"
	"github.com/proofboard/proofboard/api/archives"
	apiaudit "github.com/proofboard/proofboard/api/audit"
	apibilling "github.com/proofboard/proofboard/api/billing"
	"github.com/proofboard/proofboard/api/calendar"
	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/feed"
	apifiles "github.com/proofboard/proofboard/api/files"
	"github.com/proofboard/proofboard/api/guests"
	apiimports "github.com/proofboard/proofboard/api/imports"
	"github.com/proofboard/proofboard/api/operations"
	"github.com/proofboard/proofboard/api/orders"
	apiproofs "github.com/proofboard/proofboard/api/proofs"
	apireports "github.com/proofboard/proofboard/api/reports"
	"github.com/proofboard/proofboard/api/shell"
	apitopics "github.com/proofboard/proofboard/api/topics"
	"github.com/proofboard/proofboard/api/web"
	apiwebhooks "github.com/proofboard/proofboard/api/webhooks"
)

// Config has the dependencies of the API. Every field is required unless its comment says
// otherwise.
type Config struct {
	web.Ports // without Routes and Bounds, which the contract says

	// Areas gives each area the ports that it uses. The server does what the calls of all areas need.
	Areas    func(*web.Server) *Areas
	Realtime http.Handler                       // the websocket
	Ready    func(context.Context) []Dependency // state of the dependencies
	App      fs.FS                              // the built web app, nil for none
	Mail     http.Handler                       // shows mail that was not sent, nil for none
}

// Areas implements contract.Server: each area answers its own calls.
type Areas struct {
	*OrdersAPI
	*ProofsAPI
	*TopicsAPI
	*GuestsAPI
	*AuditAPI
	*OperationsAPI
	*AccountsAPI
	*FilesAPI
	*ArchivesAPI
	*ShellAPI
	*BillingAPI
	*ApprovalsAPI
	*FeedAPI
	*ReportsAPI
	*WebhooksAPI
	*ImportsAPI
	*CalendarAPI
}

// The areas by names that can stand beside each other in a struct.
type (
	OrdersAPI     = orders.API
	ProofsAPI     = apiproofs.API
	TopicsAPI     = apitopics.API
	GuestsAPI     = guests.API
	AuditAPI      = apiaudit.API
	OperationsAPI = operations.API
	AccountsAPI   = apiaccounts.API
	FilesAPI      = apifiles.API
	ArchivesAPI   = archives.API
	ShellAPI      = shell.API
	BillingAPI    = apibilling.API
	ApprovalsAPI  = apiapprovals.API
	FeedAPI       = feed.API
	ReportsAPI    = apireports.API
	WebhooksAPI   = apiwebhooks.API
	ImportsAPI    = apiimports.API
	CalendarAPI   = calendar.API
)

var _ contract.Server = (*Areas)(nil)

// New returns the handler of everything the product serves, and the areas.
func New(c Config) (http.Handler, *Areas, error) {
	spec, err := publish()
	if err != nil {
		return nil, nil, err
	}
	c.Routes, c.Bounds = spec.routes, spec.bounds
	w := web.New(c.Ports)
	s := c.Areas(w)
	calls := func(side web.Side) http.Handler {
		r := chi.NewRouter()
		r.NotFound(func(rw http.ResponseWriter, r *http.Request) { w.Fail(rw, r, web.ErrNoRoute) })
		r.MethodNotAllowed(func(rw http.ResponseWriter, r *http.Request) { w.Fail(rw, r, web.ErrMethod) })
		r.Use(web.OnSide(side))
		return contract.Handler(contract.Adapter{
			Router:       r,
			Server:       s,
			Authenticate: w.Authenticate,
			Validate:     w.Validate(spec.check),
			Once:         w.Once,
			Operation:    w.Prepare,
			BadRequest:   func(rw http.ResponseWriter, r *http.Request, err error) { w.Fail(rw, r, web.Invalid(err)) },
			Failed:       w.Fail,
		})
	}
	gzip, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.CompressionLevel(3))
	if err != nil {
		return nil, nil, err
	}

	r := chi.NewRouter()
	r.Use(w.Observe, w.Recover, w.Protect, w.OwnHost)
	r.Get(
		"/healthz",
		func(rw http.ResponseWriter, _ *http.Request) {
			web.WriteJSON(rw, 200, map[string]string{"status": "ok"})
		},
	)
	r.Get("/readyz", readyz(c.Ready))
	r.Handle("/metrics", promhttp.HandlerFor(c.Metrics, promhttp.HandlerOpts{}))
	r.Method(http.MethodGet, "/api/openapi.yaml", gzip(spec.asYAML))
	r.Method(http.MethodGet, "/api/openapi.json", gzip(spec.asJSON))
	r.Get("/api/docs", func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, docsPage, http.StatusFound)
	})
	r.Handle(web.RealtimePath, c.Realtime)
	if c.Mail != nil {
		r.Handle("/dev/mail", web.OnlyHere(c.Mail))
		r.Handle("/dev/mail/*", web.OnlyHere(c.Mail))
	}
	r.Get(calendar.Path, s.CalendarFeed)
	r.Get(apiaccounts.UnsubscribePath, s.UnsubscribePage)
	r.Post(apiaccounts.UnsubscribePath, s.Unsubscribe)
	r.Route("/api", func(r chi.Router) {
		r.Use(w.Limit, func(next http.Handler) http.Handler { return gzip(next) })
		both := calls(web.BothSides)
		r.Mount("/c", sideOrToken("c", calls(web.CustomerSide), both))
		r.Mount("/d", sideOrToken("d", calls(web.DeskSide), both))
		if c.CardForms {
			r.Post(apibilling.WebhookPath, s.Webhook)
		}
		r.Mount("/", both)
	})
	if c.App != nil {
		page, err := verifier(c.App, s.Transparency.Keys())
		if err != nil {
			return nil, nil, err
		}
		for _, path := range []string{"/verify", "/" + verifierFile} {
			r.Method(http.MethodGet, path, gzip(page))
			r.Method(http.MethodHead, path, gzip(page))
		}
		own, err := pages(c.App, w, c.Accounts, c.Logger)
		if err != nil {
			return nil, nil, err
		}
		r.NotFound(gzip(webApp(c.App, own, s.ShellAPI.Browsers.File)))
	}
	return r, s, nil
}

// docsPage is the page of the web app that shows the contract.
const docsPage = "/developers"

// sideOrToken serves a path under /c or /d. In the contract only the token calls have the suffix.
func sideOrToken(prefix string, suffixed, plain http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := chi.RouteContext(r.Context())
		if rc.RoutePath == "/token" {
			rc.RoutePath = "/" + prefix + "/token"
			plain.ServeHTTP(w, r)
			return
		}
		suffixed.ServeHTTP(w, r)
	})
}
