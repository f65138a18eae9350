package harness

import (
	"net/http"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/internal/embedded"
)

// MailModes returns the body that sets when a person gets mail. What it does not name stays.
func MailModes(asked, comments, changes string) map[string]any {
	return map[string]any{"asked": asked, "comments": comments, "changes": changes}
}

// SettingsPath is the path of a person's mail settings.
const SettingsPath = "/profile/notification-settings"

// MailSettings returns the person's mail settings.
func (p *Person) MailSettings(t *testing.T) contract.NotificationSettings {
	t.Helper()
	return MustCall[contract.NotificationSettingsAnswer](t, p, http.MethodGet, SettingsPath, nil).Data.Settings
}

// MailSite starts a separate program that writes its mail to a folder.
func MailSite(t *testing.T, wait time.Duration) (*Site, *embedded.MailSink) {
	t.Helper()
	dir := Folder(t)
	log, f, err := Logger(dir)
	if err != nil {
		t.Fatal(err)
	}
	cfg := Settings(dir)
	cfg.MailFrom, cfg.MailWait = "proofboard@studio.test", wait
	w, err := OpenWith(cfg, Seed(), log, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	sink, err := embedded.OpenMailSink(filepath.Join(dir, "mail"))
	if err != nil {
		t.Fatal(err)
	}
	return w, sink
}

// MailsTo returns the mails to a person, newest first.
func MailsTo(t *testing.T, sink *embedded.MailSink, to *Person) (all []embedded.Mail) {
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

// Behind returns the parameters of a link. They are behind "#", so that no server gets them.
func Behind(t testing.TB, u *url.URL) url.Values {
	t.Helper()
	q, err := url.ParseQuery(u.EscapedFragment())
	if err != nil || u.RawQuery != "" {
		t.Fatalf("the link %s: %v", u, err)
	}
	return q
}
