package program

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/api/feed"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/internal/answers"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/internal/imports/jobs"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/internal/trials"
	hooks "github.com/proofboard/proofboard/internal/webhooks"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/projections/stored"
	"github.com/proofboard/proofboard/projections/timeline"
	readwebhooks "github.com/proofboard/proofboard/projections/webhooks"
	"github.com/proofboard/proofboard/workers/approvals"
	"github.com/proofboard/proofboard/workers/automations"
	"github.com/proofboard/proofboard/workers/billing"
	"github.com/proofboard/proofboard/workers/bulkdownload"
	workerimports "github.com/proofboard/proofboard/workers/imports"
	"github.com/proofboard/proofboard/workers/mailer"
	workerpayments "github.com/proofboard/proofboard/workers/payments"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
	"github.com/proofboard/proofboard/workers/scheduler"
	"github.com/proofboard/proofboard/workers/sweep"
	"github.com/proofboard/proofboard/workers/thumbnails"
	"github.com/proofboard/proofboard/workers/webhooks"
)

// work starts all background work. Each worker either runs in one process at a time or shares its
// work between processes through NATS.
func (p *Program) work(ctx context.Context, start func(string, func(context.Context) error)) (err error) {
	auto := automations.Config{
		Log:       p.Follower,
		Bus:       p.Bus,
		Orders:    p.live(),
		Streams:   p.Timeline,
		People:    p.Accounts,
		RoundOf:   p.roundOf,
		ReviewsOf: proofs.NewQueries(p.pool).Reviews,
		Logger:    p.log,
		CatchUp:   p.catchUp,
		Tracer:    p.tracer,
	}
	p.runs.Store(true)
	start("projections", p.Runner.Run)
	if err := p.adopt(ctx); err != nil {
		return err
	}
	if auto.Since, err = p.plantDemo(ctx); err != nil {
		return err
	}
	start("promotions", func(ctx context.Context) error { return automations.Promote(ctx, auto) })
	sold := p.billing(auto)
	start("billing", func(ctx context.Context) error { return billing.Follow(ctx, sold) })
	jobs := []scheduler.Job{{Name: "refused steps of billing", Every: 2 * time.Second, Do: sold.Retry}}
	if cards := p.cards(); cards != nil {
		charged := p.payments(cards)
		start("payments", func(ctx context.Context) error { return workerpayments.Follow(ctx, charged) })
		jobs = append(
			jobs,
			scheduler.Job{Name: "notices of the payment provider", Every: 2 * time.Second, Do: charged.Notices},
			scheduler.Job{Name: "cards that were refused", Every: time.Hour, Do: charged.Retry},
			scheduler.Job{
				Name: "sweep payment notices", Every: time.Hour,
				Do: func(ctx context.Context) error { return cards.Store.Sweep(ctx, time.Now()) },
			},
		)
	}
	routed, tried := p.approvals(), p.trials()
	start("approvals", func(ctx context.Context) error { return approvals.Follow(ctx, routed) })
	start("webhooks", func(ctx context.Context) error {
		return p.Leases.Lead(
			ctx, "webhooks", func(ctx context.Context, _ *lease.Lease) error { return webhooks.Run(ctx, p.webhooks()) },
		)
	})
	start("notifications", func(ctx context.Context) error { return automations.Notify(ctx, auto) })
	start("transparency log", func(ctx context.Context) error { return p.Tree.Run(ctx, p.Leases) })
	start("board snapshots", func(ctx context.Context) error {
		return p.Leases.Lead(
			ctx, "board snapshots", func(ctx context.Context, _ *lease.Lease) error { return p.AsOf.Follow(ctx) },
		)
	})
	start("relay", func(ctx context.Context) error { return p.withStream(ctx, "relay", p.relay) })
	pictures, err := p.thumbnails()
	if err != nil {
		return err
	}
	start("pictures", pictures.Run)
	start("thumbnails", func(ctx context.Context) error { return p.withStream(ctx, "thumbnails", pictures.Listen) })
	post, err := p.mailer(ctx)
	if err != nil {
		return err
	}
	start("mailer", func(ctx context.Context) error {
		return p.withStream(ctx, "mailer", func(ctx context.Context) error { return mailer.Run(ctx, post) })
	})
	start("bulk downloads", func(ctx context.Context) error {
		return p.Leases.Lead(
			ctx, "bulk downloads",
			func(ctx context.Context, _ *lease.Lease) error { return p.bulkDownloads().Run(ctx) },
		)
	})
	start("exports of accounts", func(ctx context.Context) error {
		return p.Leases.Lead(
			ctx, "exports of accounts", func(ctx context.Context, _ *lease.Lease) error { return p.archives.Run(ctx) },
		)
	})
	moved := p.imports()
	start("imports", func(ctx context.Context) error {
		return p.Leases.Lead(
			ctx, "imports", func(ctx context.Context, _ *lease.Lease) error { return moved.Run(ctx) },
		)
	})
	start("scheduler", func(ctx context.Context) error {
		return p.Leases.Lead(ctx, "scheduler", func(ctx context.Context, _ *lease.Lease) error {
			return scheduler.Run(ctx, p.log, p.meters.jobs, slices.Concat(jobs, []scheduler.Job{
				{Name: "sweep sessions", Every: 10 * time.Minute, Do: p.Sessions.Sweep},
				{Name: "sweep links and failed sign-ins", Every: 10 * time.Minute, Do: p.Accounts.Sweep},
				{
					Name: "sweep kept answers", Every: 10 * time.Minute,
					Do: func(ctx context.Context) error { return answers.Sweep(ctx, p.pool, time.Now()) },
				},
				{Name: "sweep second factors", Every: 10 * time.Minute, Do: p.SecondFactors.Sweep},
				{
					Name: "delete accounts and people", Every: time.Hour,
					Do: func(ctx context.Context) error { return p.Offboard(ctx, time.Now) },
				},
				{Name: "sweep what browsers left", Every: time.Hour, Do: p.Browsers.Sweep},
				{Name: "sweep guests", Every: time.Hour, Do: p.Guests.Sweep},
				{Name: "mail to guests", Every: time.Minute, Do: post.Guests},
				{Name: "sweep bulk downloads", Every: 10 * time.Minute, Do: p.bulkDownloads().Sweep},
				{Name: "sweep exports of accounts", Every: 10 * time.Minute, Do: p.archives.Sweep},
				{Name: "sweep uploads", Every: 30 * time.Minute, Do: p.sweep().Uploads},
				{Name: "sweep ended upload forms", Every: 5 * time.Minute, Do: p.sweep().Ended},
				{Name: "sweep unfinished uploads in parts", Every: time.Hour, Do: p.sweep().Parts},
				{Name: "sweep files of deleted versions", Every: time.Hour, Do: p.sweep().Versions},
				{Name: "pictures that are missing", Every: 5 * time.Minute, Do: pictures.Queue},
				{Name: "mail about what is not read", Every: post.Every(), Do: post.Late},
				{Name: "reminders of invoices and trials", Every: time.Hour, Do: post.Remind},
				{Name: "daily mail", Every: post.Every(), Do: post.Digest},
				{Name: "working time", Every: p.workTime().Every(), Do: p.workTime().Look},
				{Name: "cycles of subscriptions", Every: time.Minute, Do: sold.Tick},
				{Name: "reminders of approvers", Every: time.Minute, Do: routed.Remind},
				// Asking for a trial is no event and wakes nobody: few ask, and nobody waits nearly always. Then this is one
				// query of an empty index, which costs less than another connection that listens.
				{Name: "trials of workflows", Every: 2 * time.Second, Do: tried.Try},
				{Name: "sweep trials of workflows", Every: time.Hour, Do: tried.Sweep},
				{Name: "sweep imports", Every: time.Hour, Do: moved.Sweep},
				{Name: "publish the log's head", Every: 10 * time.Minute, Do: p.PublishHead},
			})...)
		})
	})
	return nil
}

// billing returns what runs subscriptions and makes invoices.
func (p *Program) billing(auto automations.Config) billing.Config {
	return billing.Config{
		Log:      p.Follower,
		Bus:      p.Bus,
		Load:     p.Store.LoadTo,
		At:       p.Store.At,
		Refusals: refusals.NewStore(p.pool),
		Sales:    p.Sales,
		CatchUp: func(ctx context.Context, position int64) error {
			return p.Runner.WaitFor(ctx, sales.Name, position)
		},
		Promote: func(ctx context.Context, customer uuid.UUID, position int64) error {
			for _, name := range []string{organisation.Name, board.Name} {
				if err := p.Runner.WaitFor(ctx, name, position); err != nil {
					return err
				}
			}
			return auto.PromoteOf(ctx, customer, position)
		},
		KeepParties: p.Accounts.KeepParties,
		PrefixOf: func(ctx context.Context, issuer string) (string, error) {
			terms, err := p.Sales.Selling(ctx, issuer)
			return terms.Numbering(), err
		},
		Clock:  time.Now,
		Pace:   rate.NewLimiter(billing.Pace, 1),
		Logger: p.log,
	}
}

// approvals returns what moves orders on when their workflow has ended.
func (p *Program) approvals() approvals.Config {
	return approvals.Config{
		Log:     p.Follower,
		Bus:     p.Bus,
		CatchUp: p.catchUp,
		OrdersCatchUp: func(ctx context.Context, position int64) error {
			return p.Runner.WaitFor(ctx, board.Name, position)
		},
		StreamsOf: p.Timeline.Find,
		RoutedOf:  p.Board.RoutedOf,
		ReviewsOf: proofs.NewQueries(p.pool).Reviews,
		InReview:  p.Board.RoutedInReview,
		Clock:     time.Now,
		Logger:    p.log,
		Tracer:    p.tracer,
	}
}

// webhooks returns what sends what happens to webhooks.
func (p *Program) webhooks() webhooks.Config {
	return webhooks.Config{
		Log:    p.Store,
		Models: p.live(),
		CatchUp: func(ctx context.Context, position int64) error {
			if err := p.catchUp(ctx, position); err != nil {
				return err
			}
			return p.Runner.WaitFor(ctx, readwebhooks.Name, position)
		},
		Open:   readwebhooks.NewQueries(p.pool).Open,
		Store:  p.Webhooks,
		Send:   p.webhookSender().Send,
		Body:   feed.Message,
		Bus:    p.Bus,
		Clock:  time.Now,
		Logger: p.log,
	}
}

// webhookSender returns what reaches the receivers of webhooks.
func (p *Program) webhookSender() *hooks.Sender {
	return hooks.NewSender(p.cfg.PrivateTargets(), nil, time.Now)
}

// trials returns what tries drafts of workflows on past reviews.
func (p *Program) trials() approvals.TrialConfig {
	return approvals.TrialConfig{
		Trials:     trials.New(p.pool),
		ApprovedOf: p.Board.ApprovedOf,
		ReviewsOf:  proofs.NewQueries(p.pool).Reviews,
		Load:       p.Store.LoadReadable,
		Clock:      time.Now,
		Logger:     p.log,
	}
}

// imports returns what brings in the files that people move in with.
func (p *Program) imports() workerimports.Config {
	return workerimports.Config{
		Jobs:     jobs.NewStore(p.pool),
		Known:    p.Store.Known,
		Bus:      p.Bus,
		People:   p.office(),
		Accounts: p.Accounts,
		Clock:    time.Now,
		Logger:   p.log,
	}
}

// roundOf returns the review that an order is in.
func (p *Program) roundOf(ctx context.Context, id uuid.UUID) (route.Round, error) {
	o, err := p.Board.One(ctx, domain.Actor{Role: domain.System}, id)
	return o.Reviewed, err
}

func (p *Program) bulkDownloads() bulkdownload.Config {
	return bulkdownload.Config{
		Table:      p.Transfers,
		Orders:     p.Board,
		Proofs:     proofs.NewQueries(p.pool),
		People:     p.Accounts,
		Files:      objects.Zips{Store: p.store},
		Tell:       p.tell,
		CheckSpace: p.checkFileSpace(),
		Clock:      time.Now,
		Logger:     p.log,
		LinkLife:   p.cfg.S3.Links(),
	}
}

func (p *Program) sweep() sweep.Config {
	return sweep.Config{
		Store:   p.store,
		Grants:  p.Transfers,
		Files:   stored.NewFiles(p.pool),
		CatchUp: func(ctx context.Context) error { return p.caughtUp(ctx, stored.Name) },
		Clock:   time.Now,
		Logger:  p.log,
	}
}

func (p *Program) leaveFile(ctx context.Context, key string) error {
	return stored.NewFiles(p.pool).Leave(ctx, key, time.Now())
}

// catchUp waits until the read models of the automations include a log position.
func (p *Program) catchUp(ctx context.Context, position int64) error {
	for _, name := range []string{board.Name, proofs.Name, timeline.Name} {
		if err := p.Runner.WaitFor(ctx, name, position); err != nil {
			return err
		}
	}
	return nil
}

func (p *Program) relay(ctx context.Context) error {
	return relay.Run(
		ctx,
		relay.Config{
			Log:       p.Follower,
			Times:     p.Store,
			JetStream: p.js,
			Clock:     time.Now,
			Logger:    p.log,
			Meters:    p.relays,
			Tracer:    p.tracer,
		},
	)
}

// pictures returns what makes pictures of files, in processes of their own.
func (p *Program) pictures() (picture.Process, error) {
	program := p.cfg.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return picture.Process{}, fmt.Errorf("pictures: %w", err)
		}
	}
	// The path must be absolute, because the process that draws PDFs runs in another folder.
	cache, err := filepath.Abs(filepath.Join(p.cfg.Data, "cache", "pdf"))
	if err != nil {
		return picture.Process{}, fmt.Errorf("pictures: %w", err)
	}
	return picture.Process{Program: program, Args: []string{"picture"}, Cache: cache}, nil
}

func (p *Program) thumbnails() (*thumbnails.Worker, error) {
	pictures, err := p.pictures()
	if err != nil {
		return nil, err
	}
	return thumbnails.New(thumbnails.Config{
		JetStream: p.js,
		Files:     p.store,
		Pictures:  picture.NewPool(pictures),
		Table:     proofs.NewThumbnails(p.pool),
		CatchUp: func(ctx context.Context, position int64) error {
			return p.Runner.WaitFor(ctx, proofs.Name, position)
		},
		Tell: func(ctx context.Context, attachment uuid.UUID, position int64) {
			shown := relay.Message{Position: position, Stream: attachment, Type: string(proof.VersionAddedType)}
			p.announce(ctx, engine.Commit{Projection: timeline.Name, Position: position, Events: shown.Events()})
		},
		Logger: p.log,
		Clock:  time.Now,
		Meters: p.relays,
		Tracer: p.tracer,
	}), nil
}

// withStream runs a function that uses JetStream until ctx ends. It handles a NATS server that
// starts late, is unavailable for a time, or loses its data.
func (p *Program) withStream(ctx context.Context, name string, run func(context.Context) error) error {
	for wait := 200 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, 5*time.Second) {
		p.preparing.Lock() // of several workers that start at once, one creates the stream
		err := relay.Prepare(ctx, p.js)
		p.preparing.Unlock()
		if err == nil {
			err = run(ctx)
		}
		if err != nil && ctx.Err() == nil {
			p.log.Warn("starts again soon", "worker", name, "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
	return nil
}
