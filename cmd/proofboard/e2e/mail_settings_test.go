package e2e

import (
	"bytes"
	"io"
	"net/http"
	netmail "net/mail"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/internal/embedded"
)

func mailModes(asked, comments, changes string) map[string]any {
	return map[string]any{"asked": asked, "comments": comments, "changes": changes}
}

const settingsPath = "/profile/notification-settings"

func (p *person) mailSettings(t *testing.T) contract.NotificationSettings {
	t.Helper()
	return ok[contract.NotificationSettingsAnswer](t, p, http.MethodGet, settingsPath, nil).Data.Settings
}

// mailSite starts a separate program that writes its mail to a folder.
func mailSite(t *testing.T, wait time.Duration) (*site, *embedded.MailSink) {
	t.Helper()
	dir := folder(t)
	log, f, err := logger(dir)
	if err != nil {
		t.Fatal(err)
	}
	cfg := settings(dir)
	cfg.MailFrom, cfg.MailWait = "proofboard@studio.test", wait
	w, err := openWith(cfg, seed(), log, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
	sink, err := embedded.OpenMailSink(filepath.Join(dir, "mail"))
	if err != nil {
		t.Fatal(err)
	}
	return w, sink
}

// mailsTo returns the mails to a person, newest first.
func mailsTo(t *testing.T, sink *embedded.MailSink, to *person) (all []embedded.Mail) {
	t.Helper()
	list, err := sink.List(100)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if len(m.To) == 1 && m.To[0] == to.Email {
			full, err := sink.Read(m.ID)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, full)
		}
	}
	return all
}

func TestMailComesForWhatStaysUnreadUntilItsOneClickLinkEndsIt(t *testing.T) { // BD-309
	beside(t)
	w, sink := mailSite(t, time.Millisecond)
	owner, manager := w.as(t, "owner"), w.as(t, "manager")
	if got := owner.mailSettings(t); got.Asked != contract.AtOnce || got.Comments != contract.Daily ||
		got.Changes != contract.Daily {
		t.Errorf("for those who never chose: %+v", got)
	}
	for _, wrong := range []any{mailModes("at-once", "weekly", "off"), map[string]any{"asked": "off"}, nil} {
		if a := owner.call(t, http.MethodPut, settingsPath, wrong); a.status != http.StatusBadRequest &&
			a.status != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d %s", wrong, a.status, a.body)
		}
	}
	elsewhere, others := listen(t, owner), listen(t, manager)
	ok[contract.NotificationSettingsAnswer](t, owner, http.MethodPut, settingsPath, mailModes("off", "off", "at-once"))
	elsewhere.expect(t, "reload-profile")
	if got := owner.mailSettings(t); got.Asked != contract.Off || got.Comments != contract.Off ||
		got.Changes != contract.AtOnce {
		t.Errorf("what was chosen: %+v", got)
	}

	move := func(name string) uuid.UUID {
		o := w.inProgress(t, name)
		write(
			t, manager, http.MethodPut, "/order/"+o.String()+"/move-progress",
			map[string]any{"moveto": "in-review", "via": "status"},
		)
		return o
	}
	o := move("Marmalade jar")
	has := func(p *person, what string) func() bool {
		return func() bool {
			for _, m := range mailsTo(t, sink, p) {
				if strings.Contains(m.Subject, what) {
					return true
				}
			}
			return false
		}
	}
	eventually(t, "mail about both moves", func() bool { return len(mailsTo(t, sink, owner)) == 2 })
	first := mailsTo(t, sink, owner)[0]
	if !strings.Contains(first.Subject, "Marmalade jar") ||
		!strings.Contains(first.Text, w.base+"/orders/detail/"+o.String()) ||
		!strings.Contains(first.HTML, o.String()) {
		t.Errorf("the mail is %+v", first)
	}
	if n := len(mailsTo(t, sink, manager)); n != 0 {
		t.Errorf("the manager, who wants a daily mail, has %d", n)
	}

	m, err := netmail.ReadMessage(bytes.NewReader(first.Raw))
	if err != nil {
		t.Fatal(err)
	}
	link := strings.Trim(m.Header.Get("List-Unsubscribe"), "<>")
	if !strings.HasPrefix(link, w.base+"/unsubscribe/") ||
		m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Fatalf("the headers are %q, %q", link, m.Header.Get("List-Unsubscribe-Post"))
	}
	visit := func(method, url string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(
			t.Context(), method, url, strings.NewReader("List-Unsubscribe=One-Click"),
		)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(b)
	}
	last := link[len(link)-1:]
	for _, url := range []string{link[:len(link)-1], link + "A", link[:len(link)-9] + "AAAAAAAA" + last} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if status, _ := visit(method, url); status != http.StatusNotFound {
				t.Errorf("%s of a forged link: %d", method, status)
			}
		}
	}
	if status, page := visit(
		http.MethodGet, link,
	); status != http.StatusOK || !strings.Contains(page, `<form method="post">`) ||
		owner.mailSettings(t).Changes != contract.AtOnce {
		t.Errorf("looking the link up: %d, the settings are %+v", status, owner.mailSettings(t))
	}
	for range 2 {
		if status, page := visit(http.MethodPost, link); status != http.StatusOK || strings.Contains(page, "<form") {
			t.Errorf("one click: %d %s", status, page)
		}
	}
	if got := owner.mailSettings(t); got.Changes != contract.Off || got.Asked != contract.Off {
		t.Errorf("after it: %+v", got)
	}
	ok[contract.NotificationSettingsAnswer](
		t, w.as(t, "operator"), http.MethodPut, settingsPath, mailModes("off", "off", "at-once"),
	)
	last2 := move("Plum jar")
	write(
		t, manager, http.MethodPut, "/order/"+last2.String()+"/assign",
		map[string]any{"operatorId": cast["operator"].ID},
	)
	eventually(t, "somebody else's mail about what came later", has(w.as(t, "operator"), "Plum jar"))
	if has(owner, "Plum jar")() {
		t.Error("mail comes although it was ended")
	}
	for _, m := range others.told() {
		if m.Event == "reload-profile" {
			t.Error("somebody else hears of the settings")
		}
	}
}
