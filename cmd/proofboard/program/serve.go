package program

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/proofboard/proofboard/api"
	apiaccounts "github.com/proofboard/proofboard/api/accounts"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/realtime"
	apiweb "github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/idempotency"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/answers"
	"github.com/proofboard/proofboard/internal/browsers"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/web"
	"github.com/proofboard/proofboard/workers/mailer"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
	"github.com/proofboard/proofboard/workers/scheduler"
)

// announce sends the changes that a projection has made visible to the websockets of all processes.
func (p *Program) announce(ctx context.Context, c engine.Commit) {
	if err := realtime.Announce(
		p.conn,
		realtime.Trace(ctx, p.tracer, c),
	); err != nil &&
		!errors.Is(err, nats.ErrConnectionClosed) {
		p.log.Warn("a change was not announced", "projection", c.Projection, "error", err)
	}
}

func (p *Program) serveFrom(ctx context.Context, origin string) error {
	key, err := p.ServerKeys.Key(ctx, "csrf")
	if err != nil {
		return err
	}
	deviceKey, err := p.ServerKeys.Key(ctx, "devices")
	if err != nil {
		return err
	}
	answersKey, err := p.ServerKeys.Key(ctx, "answers")
	if err != nil {
		return err
	}
	tokens, err := p.unsubscribeTokens(ctx)
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
	sender, mail, err := p.openMail()
	if err != nil {
		return err
	}
	p.sender = mailer.Counted(sender, p.meters.registry)
	for _, w := range p.settingWarnings() {
		p.log.WarnContext(ctx, w.Message, "reason", w.Reason)
	}
	live := p.live()
	p.pulse = health.NewPulse(p.dsn, p.log)
	p.health, p.relays = p.monitor(), relay.NewMeters(p.meters.registry)
	p.meters.registry.MustRegister(p.health)
	p.hub = realtime.New(realtime.Config{
		CatchUp:  p.catchUp,
		Reached:  p.Runner.Reached,
		Sessions: p.Sessions,
		People:   p.Accounts,
		Activity: p.Activity,
		Reader:   live,
		NATS:     p.conn,
		Logger:   p.log,
		Metrics:  p.meters.registry,
		Tracer:   p.tracer,
	})
	events := publicevents.NewReader(p.Store, live, p.catchUp)
	cards := p.cards()
	handler, areas, err := api.New(api.Config{
		Ports: apiweb.Ports{
			Accounts:    p.Accounts,
			Sessions:    p.Sessions,
			Guests:      p.Guests,
			Invitations: p.Invitations,
			Answers:     answers.New(p.pool, answersKey, time.Now, p.log),
			Outcomes:    idempotency.New(p.pool),
			CSRF:        secrets.NewCSRF(key),
			Devices:     secrets.NewDeviceTokens(deviceKey),
			Proxies:     p.cfg.Proxies(),
			Hosts:       p.cfg.OwnHosts(),
			PublicURL:   p.publicURL(),
			FilesOrigin: origin,
			ChatScript:  p.cfg.ChatScript,
			Wait:        p.Runner,
			Head:        p.Store.Head,
			Database:    p.pulse.Context,
			Tracer:      p.tracer,
			Metrics:     p.meters.registry,
			Logger:      p.log,
			Clock:       time.Now,
			NewID:       uuid.New,
			CardForms:   cards != nil,
		},
		Areas:    func(w *apiweb.Server) *api.Areas { return p.areas(w, cards, events, tokens, build) },
		Realtime: p.hub,
		Ready:    p.dependencies,
		App:      app,
		Mail:     mail,
	})
	if err != nil {
		return err
	}
	p.archives = areas.ArchivesAPI
	if p.part == Worker {
		handler = probesOnly(handler)
	}
	p.server = &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       35 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(p.log.Handler(), slog.LevelWarn),
	}
	p.server.RegisterOnShutdown(events.Stop)
	return nil
}

// keepWebFiles keeps the files of this process's web app for open pages, and marks them as used.
func (p *Program) keepWebFiles(ctx context.Context) error {
	return scheduler.Run(ctx, p.log, nil, scheduler.Job{
		Name: "keep the files of the web app", Every: 10 * time.Minute,
		Do: func(ctx context.Context) error {
			app, err := web.App()
			if err != nil {
				return err
			}
			return p.Browsers.Keep(ctx, app)
		},
	})
}

// shrink makes a small JPEG of a picture, in a process of its own. It returns nil if that cannot be
// done, and domain.ErrUnavailable if it cannot be done now.
func (p *Program) shrink(ctx context.Context, file io.ReadSeeker, size int64) ([]byte, error) {
	pictures, err := p.pictures()
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
func (p *Program) redraw(
	ctx context.Context,
	file io.ReadSeeker,
	size int64,
	maxWidth, maxHeight int,
) (*apiaccounts.Drawn, error) {
	pictures, err := p.pictures()
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

func (p *Program) live() *realtime.Live {
	return realtime.NewLive(present.NewCards(p.Accounts, p.Board, time.Now), p.Board, p.Timeline, p.AsOf, p.Sales)
}

// tell sends a live message to the browsers of a person.
func (p *Program) tell(person uuid.UUID, event string, data any) {
	if err := realtime.Tell(p.conn, person, event, data); err != nil {
		p.log.Warn("a person was not told", "event", event, "error", err)
	}
}
