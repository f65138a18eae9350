package accounts

import (
	"bytes"
	"io"
	"net/http"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func TestMailComesForWhatStaysUnreadUntilItsOneClickLinkEndsIt(t *testing.T) { // BD-309
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Millisecond)
	owner, manager := w.SignedIn(t, "owner"), w.SignedIn(t, "manager")
	if got := owner.MailSettings(t); got.Asked != contract.AtOnce || *got.NewOrders != contract.AtOnce ||
		got.Comments != contract.AtOnce || *got.Decisions != contract.AtOnce || got.Changes != contract.Daily { // D-78
		t.Errorf("for those who never chose: %+v", got)
	}
	for _, wrong := range []any{harness.MailModes("at-once", "weekly", "off"), map[string]any{"asked": "off"}, nil} {
		if a := owner.Call(t, http.MethodPut, harness.SettingsPath, wrong); a.Status != http.StatusBadRequest &&
			a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d %s", wrong, a.Status, a.Body)
		}
	}
	harness.Settle(t, w.SignedIn(t, "admin")) // a sign-in reloads the profile too
	elsewhere, others := harness.Listen(t, owner), harness.Listen(t, manager)
	harness.MustCall[contract.NotificationSettingsAnswer](
		t,
		owner,
		http.MethodPut,
		harness.SettingsPath,
		harness.MailModes("off", "off", "at-once"),
	)
	elsewhere.Expect(t, "reload-profile")
	if got := owner.MailSettings(t); got.Asked != contract.Off || got.Comments != contract.Off ||
		got.Changes != contract.AtOnce {
		t.Errorf("what was chosen: %+v", got)
	}

	move := func(name string) uuid.UUID {
		o := w.InProgress(t, name)
		harness.MustWrite(
			t, manager, http.MethodPut, "/order/"+o.String()+"/move-progress",
			map[string]any{"moveto": "in-review", "via": "status"},
		)
		return o
	}
	o := move("Marmalade jar")
	has := func(p *harness.Person, what string) func() bool {
		return func() bool {
			for _, m := range harness.MailsTo(t, sink, p) {
				if strings.Contains(m.Subject, what) {
					return true
				}
			}
			return false
		}
	}
	harness.Eventually(t, "mail about the move", has(owner, "Marmalade jar"))
	first := harness.MailsTo(t, sink, owner)[0]
	if !strings.Contains(first.Subject, "Marmalade jar") ||
		!strings.Contains(first.Text, w.Base+"/orders/detail/"+o.String()) ||
		!strings.Contains(first.HTML, o.String()) {
		t.Errorf("the mail is %+v", first)
	}
	if has(manager, "moved the order")() {
		t.Error("the manager, who wants a daily mail about changes, has one about the move")
	}

	m, err := netmail.ReadMessage(bytes.NewReader(first.Raw))
	if err != nil {
		t.Fatal(err)
	}
	link := strings.Trim(m.Header.Get("List-Unsubscribe"), "<>")
	if !strings.HasPrefix(link, w.Base+"/unsubscribe/") ||
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
		owner.MailSettings(t).Changes != contract.AtOnce {
		t.Errorf("looking the link up: %d, the settings are %+v", status, owner.MailSettings(t))
	}
	for range 2 {
		if status, page := visit(http.MethodPost, link); status != http.StatusOK || strings.Contains(page, "<form") {
			t.Errorf("one click: %d %s", status, page)
		}
	}
	if got := owner.MailSettings(t); got.Changes != contract.Off || got.Asked != contract.Off {
		t.Errorf("after it: %+v", got)
	}
	harness.MustCall[contract.NotificationSettingsAnswer](
		t, w.SignedIn(t, "operator"), http.MethodPut, harness.SettingsPath, harness.MailModes("at-once", "off", "off"),
	)
	last2 := move("Plum jar")
	harness.MustWrite(
		t, manager, http.MethodPut, "/order/"+last2.String()+"/assign",
		map[string]any{"operatorId": harness.Cast["operator"].ID},
	)
	harness.Eventually(t, "somebody else's mail about what came later", has(w.SignedIn(t, "operator"), "Plum jar"))
	if has(owner, "Plum jar")() {
		t.Error("mail comes although it was ended")
	}
	for _, m := range others.Told() {
		if m.Event == "reload-profile" {
			t.Error("somebody else hears of the settings")
		}
	}
}
