// Package work gives the workers what they use, and starts them.
package work

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/api/archives"
	"github.com/proofboard/proofboard/api/feed"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/internal/answers"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/internal/imports/requests"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/internal/transparency"
	"github.com/proofboard/proofboard/internal/trials"
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
	workerimports "github.com/proofboard/proofboard/workers/imports"
	"github.com/proofboard/proofboard/workers/mailer"
	workerpayments "github.com/proofboard/proofboard/workers/payments"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
	"github.com/proofboard/proofboard/workers/scheduler"
	"github.com/proofboard/proofboard/workers/sweep"
	"github.com/proofboard/proofboard/workers/thumbnails"
	"github.com/proofboard/proofboard/workers/webhooks"
	"github.com/proofboard/proofboard/workers/worktime"
)

// Workers does the background work of a process.
type Workers struct {
	*core.Process
	// preparing is held while the stream is created or updated.
	preparing sync.Mutex
}

// Start starts all background work. Each worker either runs in one process at a time or shares its
// work between processes through NATS.
//
// start runs a function at the same time. exports makes the exports of accounts.
func (w *Workers) Start(
	ctx context.Context,
	start func(string, func(context.Context) error),
	exports *archives.API,
) (err error) {
	auto := automations.Config{
		Log:       w.Follower,
		Bus:       w.Bus,
		Orders:    w.Live(),
		Streams:   w.Timeline,
		People:    w.Accounts,
		RoundOf:   w.roundOf,
		ReviewsOf: proofs.NewQueries(w.Pool).Reviews,
		Logger:    w.Log,
		CatchUp:   w.CatchUp,
		Tracer:    w.Tracer,
	}
	w.Follows.Store(true)
	start("projections", w.Runner.Run)
	if err := w.Adopt(ctx); err != nil {
		return err
	}
	if auto.Since, err = w.plantDemo(ctx); err != nil {
		return err
	}
	reminders := &automations.Reminders{
		Config: auto, DueBetween: w.Board.DueBetween, Hours: organisation.NewQueries(w.Pool).Hours, Clock: time.Now,
	}
	start("promotions", func(ctx context.Context) error { return automations.Promote(ctx, auto) })
	sold := w.billing(auto)
	start("billing", func(ctx context.Context) error { return billing.Follow(ctx, sold) })
	due := []scheduler.Job{{Name: "refused steps of billing", Every: 2 * time.Second, Do: sold.Retry}}
	if cards := w.Cards(); cards != nil {
		charged := w.payments(cards)
		start("payments", func(ctx context.Context) error { return workerpayments.Follow(ctx, charged) })
		due = append(
			due,
			scheduler.Job{Name: "notices of the payment provider", Every: 2 * time.Second, Do: charged.Notices},
			scheduler.Job{Name: "cards that were refused", Every: time.Hour, Do: charged.Retry},
			scheduler.Job{
				Name: "sweep payment notices", Every: time.Hour,
				Do: func(ctx context.Context) error { return cards.Store.Sweep(ctx, time.Now()) },
			},
		)
	}
	routed, tried, moved := w.approvals(), w.trials(), w.imports()
	start("approvals", func(ctx context.Context) error { return approvals.Follow(ctx, routed) })
	start("webhooks", func(ctx context.Context) error {
		return w.Leases.Lead(
			ctx, "webhooks", func(ctx context.Context, _ *lease.Lease) error { return webhooks.Run(ctx, w.webhooks()) },
		)
	})
	start("notifications", func(ctx context.Context) error { return automations.Notify(ctx, auto) })
	start("transparency log", func(ctx context.Context) error { return w.Tree.Run(ctx, w.Leases) })
	start("board snapshots", func(ctx context.Context) error {
		return w.Leases.Lead(
			ctx, "board snapshots", func(ctx context.Context, _ *lease.Lease) error { return w.AsOf.Follow(ctx) },
		)
	})
	start("relay", func(ctx context.Context) error { return w.withStream(ctx, "relay", w.relay) })
	later := jobs.New(w.Pool, time.Now)
	pictures, err := w.thumbnails(later.Rouse)
	if err != nil {
		return err
	}
	start("pictures", pictures.Run)
	start("thumbnails", func(ctx context.Context) error { return w.withStream(ctx, "thumbnails", pictures.Listen) })
	post, err := w.mailer(ctx)
	if err != nil {
		return err
	}
	start("mailer", func(ctx context.Context) error {
		return w.withStream(ctx, "mailer", func(ctx context.Context) error { return mailer.Run(ctx, post) })
	})
	start("jobs", func(ctx context.Context) error {
		return later.Run(ctx, w.Log, append(
			pictures.Workers(), w.BulkDownloads().Worker(), exports.Worker(), tried.Worker(), moved.Worker(),
		)...)
	})
	start("scheduler", func(ctx context.Context) error {
		return w.Leases.Lead(ctx, "scheduler", func(ctx context.Context, _ *lease.Lease) error {
			return scheduler.Run(ctx, w.Log, w.Meters.Jobs, slices.Concat(due, []scheduler.Job{
				{Name: "sweep sessions", Every: 10 * time.Minute, Do: w.Sessions.Sweep},
				{Name: "sweep links and failed sign-ins", Every: 10 * time.Minute, Do: w.Accounts.Sweep},
				{
					Name: "sweep kept answers", Every: 10 * time.Minute,
					Do: func(ctx context.Context) error { return answers.Sweep(ctx, w.Pool, time.Now()) },
				},
				{Name: "sweep second factors", Every: 10 * time.Minute, Do: w.SecondFactors.Sweep},
				{
					Name: "delete accounts and people", Every: time.Hour,
					Do: func(ctx context.Context) error { return w.Offboard(ctx, time.Now) },
				},
				{Name: "sweep what browsers left", Every: time.Hour, Do: w.Browsers.Sweep},
				{Name: "sweep guests", Every: time.Hour, Do: w.Guests.Sweep},
				{Name: "mail to guests", Every: time.Minute, Do: post.Guests},
				{
					Name: "adopt what earlier versions left", Every: 10 * time.Minute,
					Do: func(ctx context.Context) error {
						return errors.Join(
							w.Transfers.Adopt(ctx),
							tried.Trials.Adopt(ctx),
							moved.Table.Adopt(ctx),
							w.Leases.Forget(ctx, "bulk downloads", "exports of accounts", "imports"),
						)
					},
				},
				{Name: "sweep bulk downloads", Every: 10 * time.Minute, Do: w.BulkDownloads().Sweep},
				{Name: "sweep exports of accounts", Every: 10 * time.Minute, Do: exports.Sweep},
				{Name: "sweep uploads", Every: 30 * time.Minute, Do: w.sweep().Uploads},
				{Name: "sweep ended upload forms", Every: 5 * time.Minute, Do: w.sweep().Ended},
				{Name: "sweep unfinished uploads in parts", Every: time.Hour, Do: w.sweep().Parts},
				{Name: "sweep files of deleted versions", Every: time.Hour, Do: w.sweep().Versions},
				{Name: "pictures that are missing", Every: 5 * time.Minute, Do: pictures.Queue},
				{Name: "mail about what is not read", Every: post.Every(), Do: post.Late},
				{Name: "reminders of invoices and trials", Every: time.Hour, Do: post.Remind},
				{Name: "daily mail", Every: post.Every(), Do: post.Digest},
				{Name: "working time", Every: w.workTime().Every(), Do: w.workTime().Look},
				{Name: "cycles of subscriptions", Every: time.Minute, Do: sold.Tick},
				{Name: "reminders of approvers", Every: time.Minute, Do: routed.Remind},
				{Name: "reminders of due dates", Every: 10 * time.Minute, Do: reminders.Look},
				{Name: "sweep trials of workflows", Every: time.Hour, Do: tried.Sweep},
				{Name: "sweep imports", Every: time.Hour, Do: moved.Sweep},
				{Name: "publish the log's head", Every: 10 * time.Minute, Do: w.PublishHead},
			})...)
		})
	})
	return nil
}

// billing returns what runs subscriptions and makes invoices.
func (w *Workers) billing(auto automations.Config) billing.Config {
	return billing.Config{
		Log:      w.Follower,
		Bus:      w.Bus,
		Load:     w.Store.LoadTo,
		At:       w.Store.At,
		Refusals: refusals.NewStore(w.Pool),
		Sales:    w.Sales,
		CatchUp: func(ctx context.Context, position int64) error {
			return w.Runner.WaitFor(ctx, sales.Name, position)
		},
		Promote: func(ctx context.Context, customer uuid.UUID, position int64) error {
			for _, name := range []string{organisation.Name, board.Name} {
				if err := w.Runner.WaitFor(ctx, name, position); err != nil {
					return err
				}
			}
			return auto.PromoteOf(ctx, customer, position)
		},
		KeepParties: w.Accounts.KeepParties,
		PrefixOf: func(ctx context.Context, issuer string) (string, error) {
			terms, err := w.Sales.Selling(ctx, issuer)
			return terms.Numbering(), err
		},
		Clock:  time.Now,
		Pace:   rate.NewLimiter(billing.Pace, 1),
		Logger: w.Log,
	}
}

// approvals returns what moves orders on when their workflow has ended.
func (w *Workers) approvals() approvals.Config {
	return approvals.Config{
		Log:     w.Follower,
		Bus:     w.Bus,
		CatchUp: w.CatchUp,
		OrdersCatchUp: func(ctx context.Context, position int64) error {
			return w.Runner.WaitFor(ctx, board.Name, position)
		},
		StreamsOf: w.Timeline.Find,
		RoutedOf:  w.Board.RoutedOf,
		ReviewsOf: proofs.NewQueries(w.Pool).Reviews,
		InReview:  w.Board.RoutedInReview,
		Clock:     time.Now,
		Logger:    w.Log,
		Tracer:    w.Tracer,
	}
}

// webhooks returns what sends what happens to webhooks.
func (w *Workers) webhooks() webhooks.Config {
	return webhooks.Config{
		Log:    w.Store,
		Models: w.Live(),
		CatchUp: func(ctx context.Context, position int64) error {
			if err := w.CatchUp(ctx, position); err != nil {
				return err
			}
			return w.Runner.WaitFor(ctx, readwebhooks.Name, position)
		},
		Open:   readwebhooks.NewQueries(w.Pool).Open,
		Store:  w.Webhooks,
		Send:   w.WebhookSender().Send,
		Body:   feed.Message,
		Bus:    w.Bus,
		Clock:  time.Now,
		Logger: w.Log,
	}
}

// trials returns what tries drafts of workflows on past reviews.
func (w *Workers) trials() approvals.TrialConfig {
	return approvals.TrialConfig{
		Trials:     trials.New(w.Pool),
		ApprovedOf: w.Board.ApprovedOf,
		ReviewsOf:  proofs.NewQueries(w.Pool).Reviews,
		Load:       w.Store.LoadReadable,
		Clock:      time.Now,
		Logger:     w.Log,
	}
}

// imports returns what brings in the files that people move in with.
func (w *Workers) imports() workerimports.Config {
	return workerimports.Config{
		Table:    requests.NewStore(w.Pool),
		Known:    w.Store.Known,
		Bus:      w.Bus,
		People:   w.Office(),
		Accounts: w.Accounts,
		Offers:   w.Offers.Entries,
		Clock:    time.Now,
		Logger:   w.Log,
	}
}

// roundOf returns the review that an order is in.
func (w *Workers) roundOf(ctx context.Context, id uuid.UUID) (route.Round, error) {
	o, err := w.Board.One(ctx, domain.Actor{Role: domain.System}, id)
	return o.Reviewed, err
}

func (w *Workers) sweep() sweep.Config {
	return sweep.Config{
		Store:   w.Files,
		Grants:  w.Transfers,
		Files:   stored.NewFiles(w.Pool),
		CatchUp: func(ctx context.Context) error { return w.CaughtUp(ctx, stored.Name) },
		Clock:   time.Now,
		Logger:  w.Log,
	}
}

func (w *Workers) relay(ctx context.Context) error {
	return relay.Run(
		ctx,
		relay.Config{
			Log:       w.Follower,
			Times:     w.Store,
			JetStream: w.JetStream,
			Clock:     time.Now,
			Logger:    w.Log,
			Meters:    w.Relays,
			Tracer:    w.Tracer,
		},
	)
}

func (w *Workers) thumbnails(rouse func()) (*thumbnails.Worker, error) {
	pictures, err := w.Pictures()
	if err != nil {
		return nil, err
	}
	return thumbnails.New(thumbnails.Config{
		JetStream: w.JetStream,
		Files:     w.Files,
		Pictures:  picture.NewPool(pictures),
		Table:     proofs.NewThumbnails(w.Pool),
		CatchUp: func(ctx context.Context, position int64) error {
			return w.Runner.WaitFor(ctx, proofs.Name, position)
		},
		Tell: func(ctx context.Context, attachment uuid.UUID, position int64) {
			shown := relay.Message{Position: position, Stream: attachment, Type: string(proof.VersionAddedType)}
			w.Announce(ctx, engine.Commit{Projection: timeline.Name, Position: position, Events: shown.Events()})
		},
		Rouse:  rouse,
		Logger: w.Log,
		Clock:  time.Now,
		Meters: w.Relays,
		Tracer: w.Tracer,
	}), nil
}

// withStream runs a function that uses JetStream until ctx ends. It handles a NATS server that
// starts late, is unavailable for a time, or loses its data.
func (w *Workers) withStream(ctx context.Context, name string, run func(context.Context) error) error {
	for wait := 200 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, 5*time.Second) {
		w.preparing.Lock() // of several workers that start at once, one creates the stream
		err := relay.Prepare(ctx, w.JetStream)
		w.preparing.Unlock()
		if err == nil {
			err = run(ctx)
		}
		if err != nil && ctx.Err() == nil {
			w.Log.Warn("starts again soon", "worker", name, "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
	return nil
}

func (w *Workers) workTime() worktime.Config {
	set := w.Config.Work
	return worktime.Config{
		Limits:   worktime.Limits{Remind: set.Remind, Answer: set.Answer, Away: set.Away},
		Board:    w.Board,
		Activity: w.Activity,
		Bus:      w.Bus,
		Clock:    time.Now,
		Logger:   w.Log,
		Tell:     w.Tell,
	}
}

// PublishHead signs the head of the log and stores it in the folder and in the file store, unless
// they already contain it.
func (w *Workers) PublishHead(ctx context.Context) error {
	return w.Tree.Publish(ctx, translog.Folder(w.Config.AuditHeadsFolder()), transparency.Heads{S3: w.Files.S3})
}
