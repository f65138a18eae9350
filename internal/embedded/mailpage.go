package embedded

import (
	"errors"
	"html/template"
	"net/http"
	"strings"
)

var mailTemplate = template.Must(template.New("mail").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Mail that was not sent</title>
<style>body{font:14px system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}li{margin:.5rem 0}pre{white-space:pre-wrap}</style>
{{with .One}}<p><a href="/dev/mail">All mail</a></p><h1>{{.Subject}}</h1><p>From {{.From}} to {{.To}}, {{.Date}}</p><pre>{{.Text}}</pre>
{{else}}<h1>Mail that was not sent</h1><p>No mail server is configured (SMTP_URL), so mail is kept here.</p>
<ul>{{range .All}}<li><a href="/dev/mail/{{.ID}}">{{.Subject}}</a> to {{.To}}, {{.Date}}</li>{{else}}<li>Nothing yet.</li>{{end}}</ul>{{end}}</html>`))

const mailShown = 200

// MailPage shows the mails of a folder below /dev/mail.
func MailPage(sink *MailSink) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var page struct {
			One *Mail
			All []Mail
		}
		if id := strings.Trim(strings.TrimPrefix(r.URL.Path, "/dev/mail"), "/"); id != "" {
			mail, err := sink.Read(id)
			if errors.Is(err, ErrNoMail) {
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
