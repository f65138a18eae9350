// Package serve gives the API and the websocket what they use.
package serve

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api"
	apiaccounts "github.com/proofboard/proofboard/api/accounts"
	"github.com/proofboard/proofboard/api/archives"
	"github.com/proofboard/proofboard/api/operations"
	"github.com/proofboard/proofboard/api/realtime"
	apiweb "github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands/idempotency"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/answers"
	"github.com/proofboard/proofboard/internal/browsers"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/projections/stored"
	"github.com/proofboard/proofboard/web"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/scheduler"
)

// Server answers HTTP and websockets.
type Server struct {
	*core.Process
	HTTP *http.Server
	// Archives makes exports of accounts, which is background work.
	Archives *archives.API
	hub      *realtime.Hub
	health   *health.Monitor
	pulse    *health.Pulse
}

// New returns a server for a process. It serves no requests before somebody lets HTTP serve.
func New(ctx context.Context, p *core.Process) (*Server, error) {
	s := &Server{Process: p, pulse: health.NewPulse(p.DSN, p.Log)}
	return s, s.open(ctx)
}

// Run does what belongs to a server beside answering requests, until ctx ends. start runs a function at the same time.
func (s *Server) Run(start func(string, func(context.Context) error)) {
	start("pulse of the database", func(ctx context.Context) error { s.pulse.Run(ctx); return nil })
	if s.Part != core.Worker {
		start("realtime", s.hub.Run)
		start("files of the web app", s.keepWebFiles)
	}
}

func (s *Server) open(ctx context.Context) error {
	key, err := s.ServerKeys.Key(ctx, "csrf")
	if err != nil {
		return err
	}
	deviceKey, err := s.ServerKeys.Key(ctx, "devices")
	if err != nil {
		return err
	}
	answersKey, err := s.ServerKeys.Key(ctx, "answers")
	if err != nil {
		return err
	}
	tokens, err := s.UnsubscribeTokens(ctx)
	if err != nil {
		return err
	}
	app, err := web.App()
	if err != nil {
		return err
	}
	build, err := browsers.BuildOf(app)
	if err != nil {
		return err
	}
	for _, w := range s.settingWarnings() {
		s.Log.WarnContext(ctx, w.Message, "reason", w.Reason)
	}
	live := s.Live()
	s.health = s.monitor()
	s.Meters.Registry.MustRegister(s.health)
	s.hub = realtime.New(realtime.Config{
		CatchUp:  s.CatchUp,
		Reached:  s.Runner.Reached,
		Sessions: s.Sessions,
		People:   s.Accounts,
		Activity: s.Activity,
		Reader:   live,
		NATS:     s.NATS,
		Logger:   s.Log,
		Metrics:  s.Meters.Registry,
		Tracer:   s.Tracer,
	})
	events := publicevents.NewReader(s.Store, live, s.CatchUp)
	cards := s.Cards()
	handler, areas, err := api.New(api.Config{
		Ports: apiweb.Ports{
			Accounts:    s.Accounts,
			Sessions:    s.Sessions,
			Guests:      s.Guests,
			Invitations: s.Invitations,
			Answers:     answers.New(s.Pool, answersKey, time.Now, s.Log),
			Outcomes:    idempotency.New(s.Pool),
			CSRF:        secrets.NewCSRF(key),
			Devices:     secrets.NewDeviceTokens(deviceKey),
			Proxies:     s.Config.Proxies(),
			Hosts:       s.Config.OwnHosts(),
			PublicURL:   s.PublicURL(),
			FilesOrigin: s.FilesOrigin,
			ChatScript:  s.Config.ChatScript,
			Wait:        s.Runner,
			Head:        s.Store.Head,
			Database:    s.pulse.Context,
			Tracer:      s.Tracer,
			Metrics:     s.Meters.Registry,
			Logger:      s.Log,
			Clock:       time.Now,
			NewID:       uuid.New,
			CardForms:   cards != nil,
		},
		Areas:    func(w *apiweb.Server) *api.Areas { return s.areas(w, cards, events, tokens, build) },
		Realtime: s.hub,
		Ready:    s.Dependencies,
		App:      app,
		Mail:     s.mailPage(),
	})
	if err != nil {
		return err
	}
	s.Archives = areas.ArchivesAPI
	if s.Part == core.Worker {
		handler = probesOnly(handler)
	}
	s.HTTP = &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       35 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	s.HTTP.RegisterOnShutdown(events.Stop)
	return nil
}

// keepWebFiles keeps the files of this process's web app for open pages, and marks them as used.
func (s *Server) keepWebFiles(ctx context.Context) error {
	return scheduler.Run(ctx, s.Log, nil, scheduler.Job{
		Name: "keep the files of the web app", Every: 10 * time.Minute,
		Do: func(ctx context.Context) error {
			app, err := web.App()
			if err != nil {
				return err
			}
			return s.Browsers.Keep(ctx, app)
		},
	})
}

// shrink makes a small JPEG of a picture, in a process of its own. It returns nil if that cannot be
// done, and domain.ErrUnavailable if it cannot be done now.
func (s *Server) shrink(ctx context.Context, file io.ReadSeeker, size int64) ([]byte, error) {
	pictures, err := s.Pictures()
	if err != nil {
		return nil, err
	}
	made, err := pictures.Make(ctx, file, size)
	if errors.Is(err, picture.ErrNone) {
		return nil, nil
	}
	return made.Thumbnail, unavailable(err)
}

// redraw draws a picture again as a PNG, in a process of its own. It returns nil if that cannot be
// done, and domain.ErrUnavailable if it cannot be done now.
func (s *Server) redraw(
	ctx context.Context,
	file io.ReadSeeker,
	size int64,
	maxWidth, maxHeight int,
) (*apiaccounts.Drawn, error) {
	pictures, err := s.Pictures()
	if err != nil {
		return nil, err
	}
	drawn, width, height, err := pictures.Redraw(ctx, file, size, maxWidth, maxHeight)
	if errors.Is(err, picture.ErrNone) {
		return nil, nil
	}
	return &apiaccounts.Drawn{PNG: drawn, Width: width, Height: height}, unavailable(err)
}

// unavailable asks a person to try again after an error that is due to the moment.
func unavailable(err error) error {
	if errors.Is(err, picture.ErrBusy) {
		return domain.ErrUnavailable.From(err)
	}
	return err
}

// probesOnly serves only the health checks and metrics, for a process that serves no users.
func probesOnly(all http.Handler) http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		mux.Handle(path, all)
	}
	return mux
}

// mailPage returns a page that shows the mails of a demo without a mail server, or nil. Only the demo has this page,
// because mails contain secret links.
func (s *Server) mailPage() http.Handler {
	if s.Mails == nil || !s.Config.WantsDemo() {
		return nil
	}
	page := embedded.MailPage(s.Mails)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if people, err := s.demoPeople(r.Context()); err != nil || len(people) == 0 {
			http.NotFound(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
}

// settingWarnings returns problems of the configuration that the operator should know.
func (s *Server) settingWarnings() (all []operations.Warning) {
	if s.Config.Exposed() && s.Config.SMTPURL == "" {
		all = append(all, operations.Warning{
			Reason:  "mail.not_sent",
			Message: "The product listens beyond this machine and has no mail server, so invitations and notifications are not sent: they stay in the data folder. Set SMTP_URL.",
		})
	}
	return all
}

func (s *Server) leaveFile(ctx context.Context, key string) error {
	return stored.NewFiles(s.Pool).Leave(ctx, key, time.Now())
}
