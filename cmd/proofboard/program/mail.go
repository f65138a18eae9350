package program

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"github.com/proofboard/proofboard/api/operations"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/workers/mailer"
)

var mailTemplate = template.Must(template.New("mail").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Mail that was not sent</title>
<style>body{font:14px system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}li{margin:.5rem 0}pre{white-space:pre-wrap}</style>
{{with .One}}<p><a href="/dev/mail">All mail</a></p><h1>{{.Subject}}</h1><p>From {{.From}} to {{.To}}, {{.Date}}</p><pre>{{.Text}}</pre>
{{else}}<h1>Mail that was not sent</h1><p>No mail server is configured (SMTP_URL), so mail is kept here.</p>
<ul>{{range .All}}<li><a href="/dev/mail/{{.ID}}">{{.Subject}}</a> to {{.To}}, {{.Date}}</li>{{else}}<li>Nothing yet.</li>{{end}}</ul>{{end}}</html>`))

const mailShown = 200

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
		Inbox:       notifications.NewQueries(p.pool),
		Tokens:      tokens,
		Pictures:    proofs.NewQueries(p.pool),
		Files:       p.store,
		Invited:     p.Accounts,
		Invitations: p.Invitations,
		Texts:       p.Vault,
		GuestZone:   p.cfg.GuestZone(),
		From:        p.cfg.MailFrom,
		PublicURL:   p.publicURL(),
		Wait:        p.cfg.MailWait,
		Clock:       time.Now,
		Logger:      p.log,
		Meters:      p.relays,
		Tracer:      p.tracer,
	}, err
}

func (p *Program) unsubscribeTokens(ctx context.Context) (accounts.UnsubscribeTokens, error) {
	key, err := p.Accounts.Key(ctx, "unsubscribe")
	return accounts.NewUnsubscribeTokens(key), err
}

// sinkSender stores mail in a folder instead of sending it.
type sinkSender struct{ sink *embedded.MailSink }

// Send implements mailer.Sender.
func (s sinkSender) Send(ctx context.Context, m *mail.Msg) error { return s.sink.Send(ctx, m) }

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
		return sinkSender{sink}, nil, nil
	}
	return sinkSender{sink}, p.demoOnly(mailPage(sink)), nil
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

// warnings returns problems of the configuration that the operator should know.
func (p *Program) warnings() []operations.Warning {
	var all []operations.Warning
	if p.cfg.Exposed() && p.cfg.SMTPURL == "" {
		all = append(all, operations.Warning{
			Reason:  "mail.not_sent",
			Message: "The product listens beyond this machine and has no mail server, so invitations and notifications are not sent: they stay in the data folder. Set SMTP_URL.",
		})
	}
	return all
}

func mailPage(sink *embedded.MailSink) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var page struct {
			One *embedded.Mail
			All []embedded.Mail
		}
		if id := strings.Trim(strings.TrimPrefix(r.URL.Path, "/dev/mail"), "/"); id != "" {
			mail, err := sink.Read(id)
			if errors.Is(err, embedded.ErrNoMail) {
				http.NotFound(w, r)
				return
			}
			if err != nil {
				http.Error(w, "this mail cannot be read", http.StatusInternalServerError)
				return
			}
			page.One = &mail
		} else {
			all, err := sink.List(mailShown)
			if err != nil {
				http.Error(w, "the mail cannot be read", http.StatusInternalServerError)
				return
			}
			page.All = all
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = mailTemplate.Execute(w, page) // the client may have disconnected
	})
}
