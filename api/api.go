// Package api serves the product over HTTP: the calls of openapi.yaml, the websocket, health and
// the web app.
package api

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/klauspost/compress/gzhttp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/mod/sumdb/note"

	apiaccounts "github.com/proofboard/proofboard/api/accounts"
	apiapprovals "github.com/proofboard/proofboard/api/approvals"
	"github.com/proofboard/proofboard/api/archives"
	apiaudit "github.com/proofboard/proofboard/api/audit"
	apibilling "github.com/proofboard/proofboard/api/billing"
	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/feed"
	apifiles "github.com/proofboard/proofboard/api/files"
	"github.com/proofboard/proofboard/api/guests"
	apiimports "github.com/proofboard/proofboard/api/imports"
	"github.com/proofboard/proofboard/api/operations"
	"github.com/proofboard/proofboard/api/orders"
	"github.com/proofboard/proofboard/api/present"
	apiproofs "github.com/proofboard/proofboard/api/proofs"
	"github.com/proofboard/proofboard/api/read"
	apireports "github.com/proofboard/proofboard/api/reports"
	"github.com/proofboard/proofboard/api/shell"
	apitopics "github.com/proofboard/proofboard/api/topics"
	"github.com/proofboard/proofboard/api/web"
	apiwebhooks "github.com/proofboard/proofboard/api/webhooks"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/activity"
	"github.com/proofboard/proofboard/internal/accounts/factors"
	invited "github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/answers"
	"github.com/proofboard/proofboard/internal/browsers"
	"github.com/proofboard/proofboard/internal/imports/jobs"
	"github.com/proofboard/proofboard/internal/onboarding"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/internal/telemetry"
	hooks "github.com/proofboard/proofboard/internal/webhooks"
	"github.com/proofboard/proofboard/projections/announcements"
	"github.com/proofboard/proofboard/projections/approvals"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/reports"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
	"github.com/proofboard/proofboard/projections/webhooks"
)

// Config has the dependencies of the API. Every field is required unless its comment says
// otherwise.
type Config struct {
	Bus           web.Bus
	Accounts      *accounts.Store
	Sessions      *sessions.Store
	Guests        *invited.Store
	Preferences   *preferences.Store
	Activity      *activity.Store
	Transfers     *transfers.Store
	CSRF          secrets.CSRF
	Devices       secrets.DeviceTokens
	Proxies       []netip.Prefix // proxies whose X-Forwarded-For is trusted
	Board         *board.Queries
	Sales         *sales.Queries
	Reports       *reports.Queries
	Imports       *jobs.Store
	Cards         *apibilling.Cards // nil: no payments by card
	Notices       *payments.Store
	Refusals      *refusals.Store
	Outcomes      commands.Outcomes
	Usage         func(ctx context.Context, customer uuid.UUID) (subscription.Usage, error)
	Proofs        *proofs.Queries
	Pictures      *proofs.Thumbnails
	Topics        *topics.Queries
	Timeline      *timeline.Queries
	Notifications *notifications.Queries
	Announced     *announcements.Queries
	Workflows     *approvals.Queries
	Webhooks      *webhooks.Queries
	WebhookStore  *hooks.Store
	Sender        *hooks.Sender
	Browsers      *browsers.Store
	AsOf          *asof.Reader
	Organisation  *organisation.Queries
	SecondFactors *factors.Store
	Audit         *audit.Queries
	Projections   operations.Projections
	Machinery     func(context.Context) (operations.Machinery, error)
	Texts         web.Texts
	Wait          web.Waiter
	Head          func(context.Context) (int64, error) // last position of the log
	Files         apifiles.Store
	Storage       apifiles.Storage
	CheckSpace    func(bytes int64) error                     // returns domain.ErrStorageFull if the file store's disk has no room for so many bytes; nil if that is unknown
	LeaveFile     func(ctx context.Context, key string) error // lets a stored file be removed later, unless a version shows it then
	FoundFile     func(ctx context.Context, key string) error // revokes LeaveFile
	BulkDownloads apifiles.BulkDownloads
	Archives      archives.Files
	SignedHead    func(context.Context) (string, error) // the signed head of the log
	Signer        note.Signer                           // the log's current key
	Transparency  apiaudit.Transparency
	Invitations   web.Invitations
	Answers       *answers.Store
	GuestZone     *time.Location                                      // time zone of the times that guests are shown
	Hosts         []string                                            // names of the product besides loopback names, in lower case
	Warnings      func(context.Context) ([]operations.Warning, error) // for operators
	MailOff       bool                                                // no mail server is set up
	PublicURL     string                                              // address under which people reach the product, without a slash at its end
	LinkLife      time.Duration                                       // how long a link to a file works
	FilesOrigin   string                                              // origin of files, for the content security policy
	TourVideo     string                                              // address of the video of a tour; may be empty
	ChatScript    string                                              // script of a chat widget for customers; may be empty
	Realtime      http.Handler                                        // the websocket
	Feed          *publicevents.Reader                                // what other software may follow
	// Shrink makes a small JPEG of a picture of so many bytes. It returns nil if that cannot be done.
	Shrink func(ctx context.Context, picture io.ReadSeeker, size int64) ([]byte, error)
	// Redraw draws a picture again as a PNG of at most the given pixels, or returns nil.
	Redraw func(ctx context.Context, picture io.ReadSeeker, size int64, maxWidth, maxHeight int) (*apiaccounts.Drawn, error)
	// Database returns a context that ends when the database stops answering. Its cause is the
	// error to answer with. Nil if the database is not watched.
	Database     func() context.Context
	Ready        func(context.Context) []Dependency                      // state of the dependencies
	Metrics      *prometheus.Registry                                    // registry that is served, and that the API's own metrics are added to
	Tracer       *telemetry.Tracer                                       // nil for no traces
	WorkReminder time.Duration                                           // time after which a person is asked whether they still work
	WorkAnswer   time.Duration                                           // time to answer, after which the timer stops
	Demo         func(context.Context) ([]apiaccounts.DemoPerson, error) // people a visitor can sign in as; none outside a demo
	DemoPassword string
	Office       onboarding.Office // brings people in
	Web          fs.FS             // the built web app, nil for none
	WebBuild     string            // its id
	Mail         http.Handler      // shows mail that was not sent, nil for none
	Unsubscribe  preferences.UnsubscribeTokens
	Tell         func(person uuid.UUID, event string, data any) // sends a live message to a person's browsers
	Logger       *slog.Logger
	Clock        func() time.Time
	NewID        func() uuid.UUID
}

// server implements contract.Server: each area answers its own calls.
type server struct {
	*ordersAPI
	*proofsAPI
	*topicsAPI
	*guestsAPI
	*auditAPI
	*operationsAPI
	*accountsAPI
	*filesAPI
	*archivesAPI
	*shellAPI
	*billingAPI
	*approvalsAPI
	*feedAPI
	*reportsAPI
	*webhooksAPI
	*importsAPI
}

// The areas by names that can stand beside each other in a struct.
type (
	ordersAPI     = orders.API
	proofsAPI     = apiproofs.API
	topicsAPI     = apitopics.API
	guestsAPI     = guests.API
	auditAPI      = apiaudit.API
	operationsAPI = operations.API
	accountsAPI   = apiaccounts.API
	filesAPI      = apifiles.API
	archivesAPI   = archives.API
	shellAPI      = shell.API
	billingAPI    = apibilling.API
	approvalsAPI  = apiapprovals.API
	feedAPI       = feed.API
	reportsAPI    = apireports.API
	webhooksAPI   = apiwebhooks.API
	importsAPI    = apiimports.API
)

var _ contract.Server = (*server)(nil)

// areas gives each area the ports that it uses.
func (c *Config) areas(w *web.Server) *server {
	shown := &present.Proofs{Files: c.Files, LinkLife: c.LinkLife, Timeline: c.Timeline}
	reader := &read.Reader{
		Accounts: c.Accounts,
		Board:    c.Board,
		Proofs:   c.Proofs,
		Topics:   c.Topics,
		AsOf:     c.AsOf,
		Timeline: c.Timeline,
		Wait:     c.Wait,
		Clock:    c.Clock,
	}
	comments := &apitopics.API{Ports: apitopics.Ports{
		Web: w, Read: reader, Accounts: c.Accounts, Activity: c.Activity, AsOf: c.AsOf, Board: c.Board, Bus: c.Bus,
		Logger: c.Logger, Texts: c.Texts, Timeline: c.Timeline, Topics: c.Topics,
	}}
	events := &apiaudit.API{Ports: apiaudit.Ports{
		Read: reader, Accounts: c.Accounts, AsOf: c.AsOf, Audit: c.Audit, Board: c.Board,
		Clock: c.Clock, Head: c.Head, Logger: c.Logger, PublicURL: c.PublicURL, Texts: c.Texts, Timeline: c.Timeline,
		Transparency: c.Transparency,
	}}
	sold := &apibilling.API{Ports: apibilling.Ports{
		Web: w, Bus: c.Bus, Sales: c.Sales, Cards: c.Cards, Usage: c.Usage, Clock: c.Clock, Texts: c.Texts,
		Accounts: c.Accounts, Board: c.Board,
	}}
	return &server{
		ordersAPI: &orders.API{Ports: orders.Ports{
			Web: w, Read: reader, Show: shown, Accounts: c.Accounts, Activity: c.Activity,
			Preferences: c.Preferences, AsOf: c.AsOf, Board: c.Board,
			Bus: c.Bus, Clock: c.Clock, Links: c.Files, LinkLife: c.LinkLife, Logger: c.Logger,
			Proofs: c.Proofs, Timeline: c.Timeline, Topics: c.Topics,
			WorkAnswer: c.WorkAnswer, WorkReminder: c.WorkReminder,
		}},
		proofsAPI: &apiproofs.API{Ports: apiproofs.Ports{
			Read: reader, Show: shown, Accounts: c.Accounts, Bus: c.Bus, Topics: c.Topics,
			Pictures: c.Pictures, Clock: c.Clock,
		}},
		topicsAPI: comments,
		guestsAPI: &guests.API{Ports: guests.Ports{
			Web: w, Show: shown, Comments: comments, Accounts: c.Accounts, Invited: c.Guests, Board: c.Board,
			Bus: c.Bus, CSRF: c.CSRF, Clock: c.Clock, GuestZone: c.GuestZone, Logger: c.Logger,
			Proofs: c.Proofs, PublicURL: c.PublicURL, Texts: c.Texts, Topics: c.Topics,
		}},
		auditAPI: events,
		archivesAPI: &archives.API{Ports: archives.Ports{
			Accounts:   c.Accounts,
			Transfers:  c.Transfers,
			Board:      c.Board,
			Proofs:     c.Proofs,
			Topics:     c.Topics,
			Texts:      c.Texts,
			Files:      c.Archives,
			History:    events.Narrate,
			Certify:    events.Certify,
			SignedHead: c.SignedHead,
			Signer:     c.Signer,
			Tell:       c.Tell,
			Clock:      c.Clock,
			Logger:     c.Logger,
			NewID:      c.NewID,
			LinkLife:   c.LinkLife,
		}},
		operationsAPI: &operations.API{Ports: operations.Ports{
			Accounts:    c.Accounts,
			Audit:       c.Audit,
			Browsers:    c.Browsers,
			Bus:         c.Bus,
			Clock:       c.Clock,
			Head:        c.Head,
			Notices:     c.Notices,
			Refusals:    c.Refusals,
			Sales:       c.Sales,
			Machinery:   c.Machinery,
			Projections: c.Projections,
			Warnings:    c.Warnings,
		}},
		accountsAPI: &apiaccounts.API{Ports: apiaccounts.Ports{
			Web:           w,
			Accounts:      c.Accounts,
			SessionStore:  c.Sessions,
			Preferences:   c.Preferences,
			Board:         c.Board,
			Bus:           c.Bus,
			CSRF:          c.CSRF,
			ChatScript:    c.ChatScript,
			Clock:         c.Clock,
			Demo:          c.Demo,
			DemoPassword:  c.DemoPassword,
			Logger:        c.Logger,
			MailOff:       c.MailOff,
			Office:        c.Office,
			Organisation:  c.Organisation,
			SecondFactors: c.SecondFactors,
			Security:      c.Audit,
			Shrink:        c.Shrink,
			Redraw:        c.Redraw,
			Notifications: c.Notifications,
			Tell:          c.Tell,
			Texts:         c.Texts,
			Timeline:      c.Timeline,
			Topics:        c.Topics,
			TourVideo:     c.TourVideo,
			Unsubscribe:   c.Unsubscribe,
			Plan:          sold.Describe,
		}},
		shellAPI: &shell.API{Ports: shell.Ports{
			Web:       w,
			Accounts:  c.Accounts,
			Activity:  c.Activity,
			Announced: c.Announced,
			Browsers:  c.Browsers,
			Bus:       c.Bus,
			Clock:     c.Clock,
			WebBuild:  c.WebBuild,
			Tell:      c.Tell,
			SellsPlans: func(ctx context.Context) (bool, error) {
				return c.Sales.Offers(ctx, domain.DirectClient)
			},
		}},
		billingAPI: sold,
		approvalsAPI: &apiapprovals.API{Ports: apiapprovals.Ports{
			Web: w, Bus: c.Bus, Workflows: c.Workflows, Board: c.Board, Proofs: c.Proofs, Accounts: c.Accounts,
			Texts: c.Texts, Clock: c.Clock,
		}},
		webhooksAPI: &apiwebhooks.API{Ports: apiwebhooks.Ports{
			Web: w, Bus: c.Bus, Endpoints: c.Webhooks, Store: c.WebhookStore, Sender: c.Sender, Rates: c.Accounts,
			Head: c.Head, Clock: c.Clock,
		}},
		feedAPI: &feed.API{Ports: feed.Ports{Web: w, Events: c.Feed}},
		reportsAPI: &apireports.API{Ports: apireports.Ports{
			Accounts: c.Accounts, Board: c.Board, Clock: c.Clock, Logger: c.Logger, Reports: c.Reports,
		}},
		importsAPI: &apiimports.API{Ports: apiimports.Ports{
			Web: w, Accounts: c.Accounts, Jobs: c.Imports, Clock: c.Clock,
		}},
		filesAPI: &apifiles.API{Ports: apifiles.Ports{
			Web: w, Read: reader, Accounts: c.Accounts, Transfers: c.Transfers, Board: c.Board,
			BulkDownloads: c.BulkDownloads, Bus: c.Bus, Clock: c.Clock, Files: c.Files,
			FoundFile: c.FoundFile, LeaveFile: c.LeaveFile, LinkLife: c.LinkLife,
			Logger: c.Logger, NewID: c.NewID, Proofs: c.Proofs, CheckSpace: c.CheckSpace, Storage: c.Storage,
		}},
	}
}

// New returns the handler of everything the product serves, and what makes the archives that people
// ask for.
func New(c Config) (http.Handler, *archives.API, error) {
	spec, err := publish()
	if err != nil {
		return nil, nil, err
	}
	w := web.New(web.Ports{
		Routes:      spec.routes,
		Bounds:      spec.bounds,
		Accounts:    c.Accounts,
		Sessions:    c.Sessions,
		Guests:      c.Guests,
		Invitations: c.Invitations,
		Answers:     c.Answers,
		Outcomes:    c.Outcomes,
		CSRF:        c.CSRF,
		Devices:     c.Devices,
		Proxies:     c.Proxies,
		Hosts:       c.Hosts,
		PublicURL:   c.PublicURL,
		FilesOrigin: c.FilesOrigin,
		ChatScript:  c.ChatScript,
		CardForms:   c.Cards != nil,
		Wait:        c.Wait,
		Head:        c.Head,
		Database:    c.Database,
		Tracer:      c.Tracer,
		Metrics:     c.Metrics,
		Logger:      c.Logger,
		Clock:       c.Clock,
		NewID:       c.NewID,
	})
	s := c.areas(w)
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
	r.Get(apiaccounts.UnsubscribePath, s.UnsubscribePage)
	r.Post(apiaccounts.UnsubscribePath, s.Unsubscribe)
	r.Route("/api", func(r chi.Router) {
		r.Use(w.Limit, func(next http.Handler) http.Handler { return gzip(next) })
		both := calls(web.BothSides)
		r.Mount("/c", sideOrToken("c", calls(web.CustomerSide), both))
		r.Mount("/d", sideOrToken("d", calls(web.DeskSide), both))
		if c.Cards != nil {
			r.Post(apibilling.WebhookPath, s.Webhook)
		}
		r.Mount("/", both)
	})
	if c.Web != nil {
		page, err := verifier(c.Web, c.Transparency.Keys())
		if err != nil {
			return nil, nil, err
		}
		for _, path := range []string{"/verify", "/" + verifierFile} {
			r.Method(http.MethodGet, path, gzip(page))
			r.Method(http.MethodHead, path, gzip(page))
		}
		own, err := pages(c.Web, w, c.Accounts, c.Logger)
		if err != nil {
			return nil, nil, err
		}
		r.NotFound(gzip(webApp(c.Web, own, c.Browsers.File)))
	}
	return r, s.archivesAPI, nil
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
