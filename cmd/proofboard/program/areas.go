package program

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api"
	apiaccounts "github.com/proofboard/proofboard/api/accounts"
	apiapprovals "github.com/proofboard/proofboard/api/approvals"
	"github.com/proofboard/proofboard/api/archives"
	apiaudit "github.com/proofboard/proofboard/api/audit"
	apibilling "github.com/proofboard/proofboard/api/billing"
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
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/demo"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/internal/imports/jobs"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/internal/trials"
	"github.com/proofboard/proofboard/internal/watermarks"
	"github.com/proofboard/proofboard/projections/announcements"
	"github.com/proofboard/proofboard/projections/approvals"
	"github.com/proofboard/proofboard/projections/audit"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/organisation"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/stored"
	"github.com/proofboard/proofboard/projections/topics"
	"github.com/proofboard/proofboard/projections/webhooks"
)

// areas gives each area of the API the ports that it uses. build is the id of the web app.
func (p *Program) areas(
	w *web.Server,
	cards *apibilling.Cards,
	events *publicevents.Reader,
	unsubscribe preferences.UnsubscribeTokens,
	build string,
) *api.Areas {
	proofQueries, topicQueries, logged := proofs.NewQueries(p.pool), topics.NewQueries(p.pool), audit.NewQueries(p.pool)
	linkLife := p.cfg.S3.Links()
	shown := &present.Proofs{Files: p.store, LinkLife: linkLife, Timeline: p.Timeline}
	marks := watermarks.New(p.pool, time.Now)
	reader := &read.Reader{
		Accounts:   p.Accounts,
		Watermarks: marks,
		Board:      p.Board,
		Proofs:     proofQueries,
		Topics:     topicQueries,
		AsOf:       p.AsOf,
		Timeline:   p.Timeline,
		Wait:       p.Runner,
		Clock:      time.Now,
	}
	comments := &apitopics.API{Ports: apitopics.Ports{
		Web: w, Read: reader, Accounts: p.Accounts, Activity: p.Activity, AsOf: p.AsOf, Board: p.Board, Bus: p.Bus,
		Logger: p.log, Texts: p.Vault, Timeline: p.Timeline, Topics: topicQueries,
	}}
	history := &apiaudit.API{Ports: apiaudit.Ports{
		Read:         reader,
		Accounts:     p.Accounts,
		AsOf:         p.AsOf,
		Audit:        logged,
		Board:        p.Board,
		Clock:        time.Now,
		Head:         p.Store.Head,
		Logger:       p.log,
		PublicURL:    w.PublicURL,
		Texts:        p.Vault,
		Timeline:     p.Timeline,
		Transparency: p.transparency(),
	}}
	sold := &apibilling.API{Ports: apibilling.Ports{
		Web: w, Bus: p.Bus, Sales: p.Sales, Cards: cards, Usage: p.usage().Shown, Clock: time.Now, Texts: p.Vault,
		Accounts: p.Accounts, Board: p.Board,
	}}
	return &api.Areas{
		OrdersAPI: &orders.API{Ports: orders.Ports{
			Web: w, Read: reader, Show: shown, Accounts: p.Accounts, Activity: p.Activity,
			Preferences: p.Preferences, AsOf: p.AsOf, Board: p.Board,
			Bus: p.Bus, Clock: time.Now, Links: p.store, LinkLife: linkLife, Logger: p.log,
			Proofs: proofQueries, Timeline: p.Timeline, Topics: topicQueries,
			WorkAnswer: p.cfg.Work.Answer, WorkReminder: p.cfg.Work.Remind,
		}},
		ProofsAPI: &apiproofs.API{Ports: apiproofs.Ports{
			Read: reader, Show: shown, Accounts: p.Accounts, Bus: p.Bus, Topics: topicQueries,
			Pictures: proofs.NewThumbnails(p.pool), Clock: time.Now,
		}},
		TopicsAPI: comments,
		GuestsAPI: &guests.API{Ports: guests.Ports{
			Web: w, Show: shown, Comments: comments, Accounts: p.Accounts, Invited: p.Guests, Board: p.Board,
			Bus: p.Bus, CSRF: w.CSRF, Clock: time.Now, GuestZone: p.cfg.GuestZone(), Logger: p.log,
			Proofs: proofQueries, PublicURL: w.PublicURL, Texts: p.Vault, Topics: topicQueries,
		}},
		AuditAPI: history,
		ArchivesAPI: &archives.API{Ports: archives.Ports{
			Accounts:   p.Accounts,
			Transfers:  p.Transfers,
			Board:      p.Board,
			Proofs:     proofQueries,
			Topics:     topicQueries,
			Texts:      p.Vault,
			Files:      objects.Zips{Store: p.store},
			History:    history.Narrate,
			Certify:    history.Certify,
			SignedHead: p.Tree.SignHead,
			Signer:     p.AuditKeys.Signers[0],
			Tell:       p.tell,
			Clock:      time.Now,
			Logger:     p.log,
			NewID:      uuid.New,
			LinkLife:   linkLife,
		}},
		OperationsAPI: &operations.API{Ports: operations.Ports{
			Accounts:    p.Accounts,
			Audit:       logged,
			Browsers:    p.Browsers,
			Bus:         p.Bus,
			Clock:       time.Now,
			Head:        p.Store.Head,
			Notices:     payments.NewStore(p.pool),
			Refusals:    refusals.NewStore(p.pool),
			Sales:       p.Sales,
			Machinery:   p.machinery,
			Projections: p.Runner,
			Warnings:    p.warnings,
		}},
		AccountsAPI: &apiaccounts.API{Ports: apiaccounts.Ports{
			Web:           w,
			Accounts:      p.Accounts,
			SessionStore:  p.Sessions,
			Preferences:   p.Preferences,
			Board:         p.Board,
			Bus:           p.Bus,
			CSRF:          w.CSRF,
			ChatScript:    p.cfg.ChatScript,
			Clock:         time.Now,
			Demo:          p.demoPeople,
			DemoPassword:  demo.Password,
			Logger:        p.log,
			MailOff:       p.cfg.SMTPURL == "",
			Office:        p.office(),
			Organisation:  organisation.NewQueries(p.pool),
			SecondFactors: p.SecondFactors,
			Security:      logged,
			Shrink:        p.shrink,
			Redraw:        p.redraw,
			Notifications: notifications.NewQueries(p.pool),
			Tell:          p.tell,
			Texts:         p.Vault,
			Timeline:      p.Timeline,
			Topics:        topicQueries,
			TourVideo:     p.cfg.TourVideo,
			Unsubscribe:   unsubscribe,
			Plan:          sold.Describe,
		}},
		ShellAPI: &shell.API{Ports: shell.Ports{
			Organisation: organisation.NewQueries(p.pool),
			Web:          w,
			Accounts:     p.Accounts,
			Activity:     p.Activity,
			Announced:    announcements.NewQueries(p.pool),
			Browsers:     p.Browsers,
			Bus:          p.Bus,
			Clock:        time.Now,
			WebBuild:     build,
			Tell:         p.tell,
			SellsPlans: func(ctx context.Context) (bool, error) {
				return p.Sales.Offers(ctx, domain.DirectClient)
			},
		}},
		BillingAPI: sold,
		ApprovalsAPI: &apiapprovals.API{Ports: apiapprovals.Ports{
			Web:       w,
			Bus:       p.Bus,
			Workflows: approvals.NewQueries(p.pool),
			Trials:    trials.New(p.pool),
			Board:     p.Board,
			Proofs:    proofQueries,
			Accounts:  p.Accounts,
			Texts:     p.Vault,
			Clock:     time.Now,
		}},
		WebhooksAPI: &apiwebhooks.API{Ports: apiwebhooks.Ports{
			Web:       w,
			Bus:       p.Bus,
			Endpoints: webhooks.NewQueries(p.pool),
			Store:     p.Webhooks,
			Sender:    p.webhookSender(),
			Rates:     p.Accounts,
			Head:      p.Store.Head,
			Clock:     time.Now,
		}},
		FeedAPI: &feed.API{Ports: feed.Ports{Web: w, Events: events}},
		ReportsAPI: &apireports.API{Ports: apireports.Ports{
			Organisation: organisation.NewQueries(p.pool),
			Accounts:     p.Accounts, Board: p.Board, Clock: time.Now, Logger: p.log, Reports: p.Reports,
		}},
		ImportsAPI: &apiimports.API{Ports: apiimports.Ports{
			Web: w, Accounts: p.Accounts, Jobs: jobs.NewStore(p.pool), Clock: time.Now,
		}},
		FilesAPI: &apifiles.API{Ports: apifiles.Ports{
			Watermarks:    marks,
			Web:           w,
			Read:          reader,
			Accounts:      p.Accounts,
			Transfers:     p.Transfers,
			Board:         p.Board,
			BulkDownloads: p.bulkDownloads(),
			Bus:           p.Bus,
			Clock:         time.Now,
			Files:         p.store,
			FoundFile:     stored.NewFiles(p.pool).Found,
			LeaveFile:     p.leaveFile,
			LinkLife:      linkLife,
			Logger:        p.log,
			NewID:         uuid.New,
			Proofs:        proofQueries,
			CheckSpace:    p.checkFileSpace(),
			Storage:       p.storage(p.slots),
		}},
	}
}
