// Package api serves the product over HTTP: the calls of openapi.yaml, the websocket, health and the web app.
package api

import (
	"context"
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

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

// Bus takes commands.
type Bus interface {
	Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Done, error)
}

// Waiter waits until a projection shows a position (D-30); domain.ErrUnavailable if it takes over two seconds.
type Waiter interface {
	WaitFor(ctx context.Context, projection string, position int64) error
}

// Files is the file store.
type Files interface {
	// PostForm is a form that posts one file of at most maxBytes to key, good until expires.
	PostForm(
		ctx context.Context, key, contentType string, maxBytes int64, expires time.Duration,
	) (url string, fields map[string]string, err error)
	// Link is a URL that reads key for a while, to be shown inline.
	Link(ctx context.Context, key, fileName, contentType string, expires time.Duration) (string, error)
	// Inspect reads what was uploaded to key: its bytes decide type, size and hash.
	Inspect(ctx context.Context, key string) (Uploaded, error)
	// Keep copies an upload to where it stays; domain.ErrNotFound if it is not the one of this tag any more.
	Keep(ctx context.Context, from, tag, to string) error
	// Remove removes all files whose keys begin with a prefix; none is no error.
	Remove(ctx context.Context, prefix string) error
}

// Storage is what customers may store and do.
type Storage interface {
	Of(ctx context.Context, customer uuid.UUID) (proofs.Use, error)
	// Reserve has grant keep so many bytes more, if they fit; domain.ErrNotEnoughStorage if not.
	Reserve(ctx context.Context, customer uuid.UUID, bytes int64, grant func(context.Context) error) error
}

// Uploaded is what the bytes of a file say.
type Uploaded struct {
	Size          int64
	ContentType   string
	SHA256        string
	Tag           string // the store's own, of these bytes
	Width, Height int
}

// BulkDownloads makes a zip of an order's files for a person.
type BulkDownloads interface {
	Request(ctx context.Context, by domain.Actor, id, orderID uuid.UUID) (accounts.Download, error)
	Find(ctx context.Context, by domain.Actor, id uuid.UUID) (d accounts.Download, link string, err error)
}

// Texts opens what people wrote: it is sealed in the log and in the read models (D-33).
type Texts interface {
	Seal(ctx context.Context, person uuid.UUID, text string) (string, error)
	Open(ctx context.Context, texts ...*string) error
}

// Config is what the API needs; every field is required unless it says so.
type Config struct {
	Bus           Bus
	Accounts      *accounts.Store
	CSRF          accounts.CSRF
	Devices       accounts.DeviceTokens
	Proxies       []netip.Prefix // those whose X-Forwarded-For is believed
	Board         *board.Queries
	Proofs        *proofs.Queries
	Topics        *topics.Queries
	Timeline      *timeline.Queries
	Notifications *notifications.Queries
	AsOf          *asof.Reader
	Audit         *audit.Queries
	Projections   Projections
	Machinery     func(context.Context) (Machinery, error)
	Texts         Texts
	Wait          Waiter
	Head          func(context.Context) (int64, error) // the log's last position
	Files         Files
	Storage       Storage
	Room          func(bytes int64) error                     // domain.ErrStorageFull if the disk of the file store has no room for so much, nil where that is not known
	LeaveFile     func(ctx context.Context, key string) error // has a kept file removed later, unless a version shows it then
	FoundFile     func(ctx context.Context, key string) error // takes that back
	BulkDownloads BulkDownloads
	Transparency  Transparency
	Invitations   Guests
	GuestZone     *time.Location // time zone of the times that guests are shown
	Hosts         []string       // names that the product answers under besides loopback ones, in lower case
	Warnings      []Warning      // what the operator should know about the configuration
	PublicURL     string         // where people reach the product, without a slash at its end
	LinkLife      time.Duration  // how long a link to a file works
	FilesOrigin   string         // where browsers fetch files from, for the content security policy
	Realtime      http.Handler   // the websocket
	// Database returns a context that ends, with what to answer as its cause, when the database stops to answer. Nil: nobody watches it.
	Database     func() context.Context
	Ready        func(context.Context) []Dependency          // how what the product leans on is now
	Metrics      *prometheus.Registry                        // served, and counted into
	Tracer       *telemetry.Tracer                           // nil for no traces
	WorkReminder time.Duration                               // a working time that runs as long is asked about
	WorkAnswer   time.Duration                               // and stops if nobody answers for as long
	Demo         func(context.Context) ([]DemoPerson, error) // whom a visitor can sign in as; nobody outside a demo
	DemoPassword string
	Web          fs.FS        // the built web app, nil for none
	Mail         http.Handler // shows mail that was not sent, nil for none
	Unsubscribe  accounts.UnsubscribeTokens
	Tell         func(person uuid.UUID, event string, data any) // sends a live message to a person's browsers
	Spec         []byte                                         // openapi.yaml
	Logger       *slog.Logger
	Clock        func() time.Time
	NewID        func() uuid.UUID
}

// DemoPerson is somebody a visitor of the demo can sign in as.
type DemoPerson struct{ Name, Email, Role, Company, Signin string }

// server implements contract.StrictServerInterface.
type server struct {
	Config
	meters *meters
}

var _ contract.StrictServerInterface = (*server)(nil)

const (
	maxBody        = 1 << 20
	requestTimeout = 30 * time.Second
)

// New returns the handler of everything the product serves.
func New(c Config) (http.Handler, error) {
	s := &server{c, newMeters(c.Metrics)}
	check, err := newValidator(c.Spec)
	if err != nil {
		return nil, err
	}
	calls := func(side side) http.Handler {
		r := chi.NewRouter()
		r.NotFound(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, errNoRoute) })
		r.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, errMethod) })
		r.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), sideKey{}, side)))
			})
		})
		return contract.Handler(contract.Adapter{
			Router:       r,
			Server:       s,
			Authenticate: s.authenticate,
			Validate:     s.validate(check),
			Operation:    s.prepare,
			BadRequest:   func(w http.ResponseWriter, r *http.Request, err error) { s.fail(w, r, invalid(err)) },
			Failed:       s.fail,
		})
	}
	gzip, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.CompressionLevel(3))
	if err != nil {
		return nil, err
	}

	r := chi.NewRouter()
	r.Use(s.observe, s.recover, s.protect, s.ownHost)
	r.Get(
		"/healthz",
		func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, map[string]string{"status": "ok"}) },
	)
	r.Get("/readyz", s.readyz)
	r.Handle("/metrics", promhttp.HandlerFor(c.Metrics, promhttp.HandlerOpts{}))
	r.Get("/api/openapi.yaml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		_, _ = w.Write(c.Spec)
	})
	r.Handle(realtimePath, c.Realtime)
	if c.Mail != nil {
		r.Handle("/dev/mail", onlyHere(c.Mail))
		r.Handle("/dev/mail/*", onlyHere(c.Mail))
	}
	r.Get(unsubscribePath, s.unsubscribePage)
	r.Post(unsubscribePath, s.unsubscribe)
	r.Route("/api", func(r chi.Router) {
		r.Use(s.limit, func(next http.Handler) http.Handler { return gzip(next) })
		both := calls(both)
		r.Mount("/c", s.sideOrToken("c", calls(customers), both))
		r.Mount("/d", s.sideOrToken("d", calls(desk), both))
		r.Mount("/", both)
	})
	if c.Web != nil {
		page, err := verifier(c.Web, c.Transparency.Keys())
		if err != nil {
			return nil, err
		}
		for _, path := range []string{"/verify", "/" + verifierFile} {
			r.Method(http.MethodGet, path, gzip(page))
			r.Method(http.MethodHead, path, gzip(page))
		}
		r.NotFound(gzip(webApp(c.Web)))
	}
	return r, nil
}

// sideOrToken serves a path under /c or /d. Only the token calls have the suffix in the contract itself.
func (s *server) sideOrToken(prefix string, suffixed, plain http.Handler) http.Handler {
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
