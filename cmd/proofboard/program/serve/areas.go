package serve

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
	"github.com/proofboard/proofboard/api/calendar"
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
	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/internal/imports/requests"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/internal/refusals"
	"github.com/proofboard/proofboard/internal/transparency"
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
func (s *Server) areas(
	w *web.Server,
	cards *apibilling.Cards,
	events *publicevents.Reader,
	unsubscribe preferences.UnsubscribeTokens,
	build string,
) *api.Areas {
	proofQueries, topicQueries, logged := proofs.NewQueries(s.Pool), topics.NewQueries(s.Pool), audit.NewQueries(s.Pool)
	linkLife := s.Config.S3.Links()
	shown := &present.Proofs{Files: s.Files, LinkLife: linkLife, Timeline: s.Timeline}
	marks := watermarks.New(s.Pool, time.Now)
	reader := &read.Reader{
		Accounts:   s.Accounts,
		Watermarks: marks,
		Board:      s.Board,
		Proofs:     proofQueries,
		Topics:     topicQueries,
		AsOf:       s.AsOf,
		Timeline:   s.Timeline,
		Wait:       s.Runner,
		Clock:      time.Now,
	}
	comments := &apitopics.API{Ports: apitopics.Ports{
		Web: w, Read: reader, Accounts: s.Accounts, Activity: s.Activity, AsOf: s.AsOf, Board: s.Board, Bus: s.Bus,
		Logger: s.Log, Texts: s.Vault, Timeline: s.Timeline, Topics: topicQueries,
	}}
	history := &apiaudit.API{Ports: apiaudit.Ports{
		Read:         reader,
		Accounts:     s.Accounts,
		AsOf:         s.AsOf,
		Audit:        logged,
		Board:        s.Board,
		Clock:        time.Now,
		Head:         s.Store.Head,
		Logger:       s.Log,
		PublicURL:    w.PublicURL,
		Texts:        s.Vault,
		Timeline:     s.Timeline,
		Transparency: s.transparency(),
	}}
	sold := &apibilling.API{Ports: apibilling.Ports{
		Web: w, Bus: s.Bus, Sales: s.Sales, Cards: cards, Usage: s.Usage().Shown, Clock: time.Now, Texts: s.Vault,
		Accounts: s.Accounts, Board: s.Board,
	}}
	return &api.Areas{
		CalendarAPI: &calendar.API{Ports: calendar.Ports{
			Web: w, Read: reader, Accounts: s.Accounts, Board: s.Board, Sales: s.Sales, Clock: time.Now,
		}},
		OrdersAPI: &orders.API{Ports: orders.Ports{
			Web: w, Read: reader, Show: shown, Accounts: s.Accounts, Offers: s.Offers, Activity: s.Activity,
			Organisation: organisation.NewQueries(s.Pool), Preferences: s.Preferences, AsOf: s.AsOf, Board: s.Board,
			Bus: s.Bus, Clock: time.Now, Links: s.Files, LinkLife: linkLife, Logger: s.Log,
			Proofs: proofQueries, Reports: s.Reports, Timeline: s.Timeline, Topics: topicQueries,
			WorkAnswer: s.Config.Work.Answer, WorkReminder: s.Config.Work.Remind,
		}},
		ProofsAPI: &apiproofs.API{Ports: apiproofs.Ports{
			Read: reader, Show: shown, Accounts: s.Accounts, Bus: s.Bus, Topics: topicQueries,
			Pictures: proofs.NewThumbnails(s.Pool), Clock: time.Now,
		}},
		TopicsAPI: comments,
		GuestsAPI: &guests.API{Ports: guests.Ports{
			Web: w, Show: shown, Comments: comments, Accounts: s.Accounts, Invited: s.Guests, Board: s.Board,
			Bus: s.Bus, CSRF: w.CSRF, Clock: time.Now, GuestZone: s.Config.GuestZone(), Logger: s.Log,
			Proofs: proofQueries, PublicURL: w.PublicURL, Texts: s.Vault, Topics: topicQueries,
		}},
		AuditAPI: history,
		ArchivesAPI: &archives.API{Ports: archives.Ports{
			Accounts:   s.Accounts,
			Transfers:  s.Transfers,
			Board:      s.Board,
			Proofs:     proofQueries,
			Topics:     topicQueries,
			Texts:      s.Vault,
			Files:      objects.Zips{Store: s.Files},
			History:    history.Narrate,
			Certify:    history.Certify,
			SignedHead: s.Tree.SignHead,
			Signer:     s.AuditKeys.Signers[0],
			Tell:       s.Tell,
			Clock:      time.Now,
			Logger:     s.Log,
			NewID:      uuid.New,
			LinkLife:   linkLife,
		}},
		OperationsAPI: &operations.API{Ports: operations.Ports{
			Accounts:    s.Accounts,
			Audit:       logged,
			Browsers:    s.Browsers,
			Bus:         s.Bus,
			Clock:       time.Now,
			Head:        s.Store.Head,
			Notices:     payments.NewStore(s.Pool),
			Refusals:    refusals.NewStore(s.Pool),
			Sales:       s.Sales,
			Machinery:   s.Machinery,
			Projections: s.Runner,
			Warnings:    s.Warnings,
		}},
		AccountsAPI: &apiaccounts.API{Ports: apiaccounts.Ports{
			Web:           w,
			Accounts:      s.Accounts,
			Offers:        s.Offers,
			SessionStore:  s.Sessions,
			Preferences:   s.Preferences,
			Board:         s.Board,
			Bus:           s.Bus,
			CSRF:          w.CSRF,
			ChatScript:    s.Config.ChatScript,
			Clock:         time.Now,
			Demo:          s.demoPeople,
			DemoPassword:  demo.Password,
			Logger:        s.Log,
			MailOff:       s.Config.SMTPURL == "",
			Office:        s.Office(),
			Organisation:  organisation.NewQueries(s.Pool),
			SecondFactors: s.SecondFactors,
			Security:      logged,
			Shrink:        s.shrink,
			Redraw:        s.redraw,
			Notifications: notifications.NewQueries(s.Pool),
			Tell:          s.Tell,
			Texts:         s.Vault,
			Timeline:      s.Timeline,
			Topics:        topicQueries,
			TourVideo:     s.Config.TourVideo,
			Unsubscribe:   unsubscribe,
			Plan:          sold.Describe,
		}},
		ShellAPI: &shell.API{Ports: shell.Ports{
			Organisation: organisation.NewQueries(s.Pool),
			Web:          w,
			Accounts:     s.Accounts,
			Activity:     s.Activity,
			Announced:    announcements.NewQueries(s.Pool),
			Browsers:     s.Browsers,
			Bus:          s.Bus,
			Clock:        time.Now,
			WebBuild:     build,
			Tell:         s.Tell,
			SellsPlans: func(ctx context.Context) (bool, error) {
				return s.Sales.Offers(ctx, domain.DirectClient)
			},
		}},
		BillingAPI: sold,
		ApprovalsAPI: &apiapprovals.API{Ports: apiapprovals.Ports{
			Web:       w,
			Bus:       s.Bus,
			Workflows: approvals.NewQueries(s.Pool),
			Trials:    trials.New(s.Pool),
			Board:     s.Board,
			Proofs:    proofQueries,
			Accounts:  s.Accounts,
			Texts:     s.Vault,
			Clock:     time.Now,
		}},
		WebhooksAPI: &apiwebhooks.API{Ports: apiwebhooks.Ports{
			Web:       w,
			Bus:       s.Bus,
			Endpoints: webhooks.NewQueries(s.Pool),
			Store:     s.Webhooks,
			Sender:    s.WebhookSender(),
			Rates:     s.Accounts,
			Head:      s.Store.Head,
			Clock:     time.Now,
		}},
		FeedAPI: &feed.API{Ports: feed.Ports{Web: w, Events: events}},
		ReportsAPI: &apireports.API{Ports: apireports.Ports{
			Organisation: organisation.NewQueries(s.Pool),
			Accounts:     s.Accounts, Board: s.Board, Clock: time.Now, Logger: s.Log, Reports: s.Reports,
		}},
		ImportsAPI: &apiimports.API{Ports: apiimports.Ports{
			Web: w, Accounts: s.Accounts, Imports: requests.NewStore(s.Pool), Clock: time.Now,
		}},
		FilesAPI: &apifiles.API{Ports: apifiles.Ports{
			Watermarks:    marks,
			Web:           w,
			Read:          reader,
			Accounts:      s.Accounts,
			Transfers:     s.Transfers,
			Board:         s.Board,
			BulkDownloads: s.BulkDownloads(),
			Bus:           s.Bus,
			Clock:         time.Now,
			Files:         s.Files,
			FoundFile:     stored.NewFiles(s.Pool).Found,
			LeaveFile:     s.leaveFile,
			LinkLife:      linkLife,
			Logger:        s.Log,
			NewID:         uuid.New,
			Proofs:        proofQueries,
			CheckSpace:    s.CheckFileSpace(),
			Storage:       s.Storage(),
		}},
	}
}

func (s *Server) transparency() transparency.Service {
	return transparency.Service{
		Tree:    s.Tree,
		Signers: s.AuditKeys,
		Issuer:  &certificate.Issuer{Log: s.Store, Tree: s.Tree, Keys: s.AuditKeys},
	}
}

// demoPeople returns the people as whom a visitor can sign in, if the server has the demo.
func (s *Server) demoPeople(ctx context.Context) ([]apiaccounts.DemoPerson, error) {
	begun, err := s.Demo().Begun(ctx)
	if err != nil || !begun || !s.Config.WantsDemo() {
		return nil, err
	}
	var people []apiaccounts.DemoPerson
	for _, d := range demo.People() {
		door := "customer"
		if d.Desk {
			door = "desk"
		}
		people = append(
			people,
			apiaccounts.DemoPerson{
				Name:    d.Name(),
				Email:   d.Email,
				Role:    string(d.Role),
				Company: d.Company,
				Signin:  door,
			},
		)
	}
	return people, nil
}
