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
	"github.com/proofboard/proofboard/commands/idempotency"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/answers"
	"github.com/proofboard/proofboard/internal/browsers"
	"github.com/proofboard/proofboard/internal/demo"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/internal/health"
	"github.com/proofboard/proofboard/internal/imports/jobs"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/projections/announcements"
	"github.com/proofboard/proofboard/projections/approvals"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/stored"
	"github.com/proofboard/proofboard/projections/topics"
	"github.com/proofboard/proofboard/projections/webhooks"
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
	key, err := p.Accounts.Key(ctx, "csrf")
	if err != nil {
		return err
	}
	deviceKey, err := p.Accounts.Key(ctx, "devices")
	if err != nil {
		return err
	}
	answersKey, err := p.Accounts.Key(ctx, "answers")
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
	handler, archives, err := api.New(api.Config{
		Bus:           p.Bus,
		Accounts:      p.Accounts,
		Sessions:      p.Sessions,
		Guests:        p.Guests,
		Preferences:   p.Preferences,
		Activity:      p.Activity,
		Transfers:     p.Transfers,
		CSRF:          secrets.NewCSRF(key),
		Devices:       secrets.NewDeviceTokens(deviceKey),
		Proxies:       p.cfg.Proxies(),
		Board:         p.Board,
		Sales:         p.Sales,
		Reports:       p.Reports,
		Imports:       jobs.NewStore(p.pool),
		Cards:         p.cards(),
		Notices:       payments.NewStore(p.pool),
		Refusals:      refusals.NewStore(p.pool),
		Outcomes:      idempotency.New(p.pool),
		Usage:         p.usage().Shown,
		Proofs:        proofs.NewQueries(p.pool),
		Pictures:      proofs.NewThumbnails(p.pool),
		Topics:        topics.NewQueries(p.pool),
		Timeline:      p.Timeline,
		Texts:         p.Vault,
		Notifications: notifications.NewQueries(p.pool),
		Announced:     announcements.NewQueries(p.pool),
		Workflows:     approvals.NewQueries(p.pool),
		Webhooks:      webhooks.NewQueries(p.pool),
		WebhookStore:  p.Webhooks,
		Sender:        p.webhookSender(),
		Browsers:      p.Browsers,
		AsOf:          p.AsOf,
		Audit:         audit.NewQueries(p.pool),
		Transparency:  p.transparency(),
		Invitations:   p.Invitations,
		Answers:       answers.New(p.pool, answersKey, time.Now, p.log),
		GuestZone:     p.cfg.GuestZone(),
		PublicURL:     p.publicURL(),
		MailOff:       p.cfg.SMTPURL == "",
		Hosts:         p.cfg.OwnHosts(),
		Warnings:      p.warnings,
		Projections:   p.Runner,
		Machinery:     p.machinery,
		Wait:          p.Runner,
		Head:          p.Store.Head,
		Files:         p.store,
		Storage:       p.storage(p.slots),
		LeaveFile:     p.leaveFile,
		CheckSpace:    p.checkFileSpace(),
		FoundFile:     stored.NewFiles(p.pool).Found,
		BulkDownloads: p.bulkDownloads(),
		Archives:      objects.Zips{Store: p.store},
		SignedHead:    p.Tree.SignHead,
		Signer:        p.AuditKeys.Signers[0],
		LinkLife:      p.cfg.S3.Links(),
		FilesOrigin:   origin,
		TourVideo:     p.cfg.TourVideo,
		ChatScript:    p.cfg.ChatScript,
		Realtime:      p.hub,
		Feed:          events,
		Database:      p.pulse.Context,
		Ready:         p.dependencies,
		Metrics:       p.meters.registry,
		Tracer:        p.tracer,
		WorkReminder:  p.cfg.Work.Remind,
		WorkAnswer:    p.cfg.Work.Answer,
		Demo:          p.demoPeople,
		DemoPassword:  demo.Password,
		Office:        p.office(),
		Organisation:  organisation.NewQueries(p.pool),
		SecondFactors: p.SecondFactors,
		Shrink:        p.shrink,
		Redraw:        p.redraw,
		Web:           app,
		WebBuild:      build,
		Mail:          mail,
		Unsubscribe:   tokens,
		Tell:          p.tell,
		Logger:        p.log,
		Clock:         time.Now,
		NewID:         uuid.New,
	})
	if err != nil {
		return err
	}
	p.archives = archives
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
