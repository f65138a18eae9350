package program

import (
	"context"
	"net/http"
	"path/filepath"
	"time"

	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/api/operations"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/workers/mailer"
)

// mailer returns the configuration of the worker that sends notification mails.
func (p *Program) mailer(ctx context.Context) (mailer.Config, error) {
	tokens, err := p.unsubscribeTokens(ctx)
	return mailer.Config{
		JetStream:   p.js,
		Sender:      p.sender,
		Ledger:      p.Ledger,
		Orders:      p.live(),
		Streams:     p.Timeline,
		People:      p.Accounts,
		Preferences: p.Preferences,
		Inbox:       notifications.NewQueries(p.pool),
		Tokens:      tokens,
		Pictures:    proofs.NewQueries(p.pool),
		Files:       p.store,
		Members:     p.Accounts,
		Owners:      p.Accounts,
		Browsers:    p.Sessions,
		Sales:       p.Sales,
		SalesShow: func(ctx context.Context, position int64) error {
			return p.Runner.WaitFor(ctx, sales.Name, position)
		},
		WhyRefused:  payments.Sentence,
		Invited:     p.Guests,
		Invitations: p.Invitations,
		Texts:       p.Vault,
		GuestZone:   p.cfg.GuestZone(),
		From:        p.cfg.MailFrom,
		PublicURL:   p.publicURL(),
		BillPace:    rate.NewLimiter(mailer.BillPace, 1),
		Wait:        p.cfg.MailWait,
		Clock:       time.Now,
		Logger:      p.log,
		Meters:      p.relays,
		Tracer:      p.tracer,
	}, err
}

func (p *Program) unsubscribeTokens(ctx context.Context) (preferences.UnsubscribeTokens, error) {
	key, err := p.ServerKeys.Key(ctx, "unsubscribe")
	return preferences.NewUnsubscribeTokens(key), err
}

// openMail returns the sender of mail. In a demo without a mail server it also returns a page that
// shows the mails. Only the demo has this page, because mails contain secret links.
func (p *Program) openMail() (mailer.Sender, http.Handler, error) {
	if p.cfg.SMTPURL != "" {
		s, err := mailer.NewSMTP(p.cfg.SMTPURL)
		return s, nil, err
	}
	sink, err := embedded.OpenMailSink(filepath.Join(p.cfg.Data, "mail"))
	if err != nil {
		return nil, nil, err
	}
	if !p.cfg.WantsDemo() {
		return mailer.Folder{Sink: sink}, nil, nil
	}
	return mailer.Folder{Sink: sink}, p.demoOnly(embedded.MailPage(sink)), nil
}

// demoOnly serves a page only if the store contains the demo company.
func (p *Program) demoOnly(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if people, err := p.demoPeople(r.Context()); err != nil || len(people) == 0 {
			http.NotFound(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
}

// settingWarnings returns problems of the configuration that the operator should know.
func (p *Program) settingWarnings() (all []operations.Warning) {
	if p.cfg.Exposed() && p.cfg.SMTPURL == "" {
		all = append(all, operations.Warning{
			Reason:  "mail.not_sent",
			Message: "The product listens beyond this machine and has no mail server, so invitations and notifications are not sent: they stay in the data folder. Set SMTP_URL.",
		})
	}
	return all
}
