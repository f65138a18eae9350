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

// Bus handles commands.
type Bus interface {
	Do(ctx context.Context, cmd commands.Command, r commands.Request) (commands.Done, error)
}

// Waiter waits until a projection has applied a position (D-30). It returns domain.ErrUnavailable
// after two seconds.
type Waiter interface {
	WaitFor(ctx context.Context, projection string, position int64) error
}

// Files is the file store.
type Files interface {
	// PostForm returns a form that posts one file of at most maxBytes to key, valid until expires.
	PostForm(
		ctx context.Context, key, contentType string, maxBytes int64, expires time.Duration,
	) (url string, fields map[string]string, err error)
	// Link returns a URL that reads key for a while, shown inline.
	Link(ctx context.Context, key, fileName, contentType string, expires time.Duration) (string, error)
	// Inspect reads an uploaded file. Its bytes decide type, size and hash.
	Inspect(ctx context.Context, key string) (Uploaded, error)
	// Keep copies an upload to its permanent key. It returns domain.ErrNotFound if the upload no
	// longer has this tag.
	Keep(ctx context.Context, from, tag, to string) error
	// Remove deletes all files whose keys begin with a prefix. It is no error if there are none.
	Remove(ctx context.Context, prefix string) error
}

// Storage decides how much customers may store.
type Storage interface {
	Of(ctx context.Context, customer uuid.UUID) (proofs.Use, error)
	// Reserve counts bytes for the time of grant, if they fit. It returns
	// domain.ErrNotEnoughStorage if they do not.
	Reserve(ctx context.Context, customer uuid.UUID, bytes int64, grant func(context.Context) error) error
}

// Uploaded describes the bytes of a file.
type Uploaded struct {
	Size          int64
	ContentType   string
	SHA256        string
	Tag           string // the store's identifier of these bytes
	Width, Height int
}

// BulkDownloads makes a zip of an order's files for a person.
type BulkDownloads interface {
	Request(ctx context.Context, by domain.Actor, id, orderID uuid.UUID) (accounts.Download, error)
	Find(ctx context.Context, by domain.Actor, id uuid.UUID) (d accounts.Download, link string, err error)
}

// Texts decrypts what people wrote. The log and the read models store it encrypted (D-33).
type Texts interface {
	Seal(ctx context.Context, person uuid.UUID, text string) (string, error)
	Open(ctx context.Context, texts ...*string) error
}

// Config has the dependencies of the API. Every field is required unless its comment says
// otherwise.
type Config struct {
	Bus           Bus
	Accounts      *accounts.Store
	CSRF          accounts.CSRF
	Devices       accounts.DeviceTokens
	Proxies       []netip.Prefix // proxies whose X-Forwarded-For is trusted
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
	Head          func(context.Context) (int64, error) // last position of the log
	Files         Files
	Storage       Storage
	Room          func(bytes int64) error                     // returns domain.ErrStorageFull if the file store's disk has no room for so many bytes; nil if that is unknown
	LeaveFile     func(ctx context.Context, key string) error // lets a stored file be removed later, unless a version shows it then
	FoundFile     func(ctx context.Context, key string) error // revokes LeaveFile
	BulkDownloads BulkDownloads
	Transparency  Transparency
	Invitations   Guests
	GuestZone     *time.Location // time zone of the times that guests are shown
	Hosts         []string       // names of the product besides loopback names, in lower case
	Warnings      []Warning      // warnings about the configuration for operators
	PublicURL     string         // address under which people reach the product, without a slash at its end
	LinkLife      time.Duration  // how long a link to a file works
	FilesOrigin   string         // origin of files, for the content security policy
	Realtime      http.Handler   // the websocket
	// Database returns a context that ends when the database stops answering. Its cause is the
	// error to answer with. Nil if the database is not watched.
	Database     func() context.Context
	Ready        func(context.Context) []Dependency          // state of the dependencies
	Metrics      *prometheus.Registry                        // registry that is served, and that the API's own metrics are added to
	Tracer       *telemetry.Tracer                           // nil for no traces
	WorkReminder time.Duration                               // time after which a person is asked whether they still work
	WorkAnswer   time.Duration                               // time to answer, after which the timer stops
	Demo         func(context.Context) ([]DemoPerson, error) // people a visitor can sign in as; none outside a demo
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

// DemoPerson is a person that a visitor of the demo can sign in as.
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

// sideOrToken serves a path under /c or /d. In the contract only the token calls have the suffix.
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
