package mailer

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/wneessen/go-mail"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/workers/relay"
)

// world fakes the dependencies of the mailer and records the mail it sent.
type world struct {
	brand    accounts.Client // of the customers
	done     map[ledger.Effect]bool
	sent     []string
	down     bool
	now      time.Time
	settings map[uuid.UUID]preferences.MailSettings
	zones    map[uuid.UUID]string
	unread   []notifications.Unmailed
	internal map[uuid.UUID]bool // topics on the internal tab
	pictured map[uuid.UUID][]proofs.Pictured
	files    map[string][]byte
}

func (w *world) Pictured(context.Context, []uuid.UUID) (map[uuid.UUID][]proofs.Pictured, error) {
	return w.pictured, nil
}

// opened is an open file of the store.
type opened struct{ *bytes.Reader }

func (opened) Close() error { return nil }

func (w *world) Read(_ context.Context, key string) (io.ReadSeekCloser, error) {
	content, ok := w.files[key]
	if !ok {
		return nil, errors.New("the store is down")
	}
	return opened{bytes.NewReader(content)}, nil
}

func (w *world) Done(_ context.Context, position int64, effect string) (bool, error) {
	return w.done[ledger.Effect{Position: position, Effect: effect}], nil
}

func (w *world) Once(ctx context.Context, effects []ledger.Effect, do func(context.Context, []bool) error) error {
	fresh := make([]bool, len(effects))
	for i, e := range effects {
		fresh[i] = !w.done[e]
	}
	if err := do(ctx, fresh); err != nil {
		return err
	}
	for _, e := range effects {
		w.done[e] = true
	}
	return nil
}

func (w *world) Orders(context.Context, []uuid.UUID) (map[uuid.UUID]*order.Summary, error) {
	all := map[uuid.UUID]*order.Summary{}
	for id, name := range map[uuid.UUID]string{jam: "Jam label", tea: "Tea <tin>"} {
		o := order.New(id)
		drafted := domain.Event{
			Position:   1,
			Stream:     id,
			Version:    1,
			StreamType: order.AggregateType,
			Type:       order.DraftedType,
			Data:       &order.Drafted{Client: "customer", Customer: acme},
		}
		if err := o.Apply(drafted); err != nil {
			return nil, err
		}
		o.Name, o.Status = name, order.InReview
		all[id] = &o.Summary
	}
	return all, nil
}

func (w *world) Find(_ context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error) {
	all := map[uuid.UUID]timeline.Stream{}
	for _, id := range ids {
		st := timeline.Stream{ID: id, Order: jam}
		if id == file || id == thread || w.internal[id] {
			st.Attachment, st.Kind = file, "customerReview"
		}
		if id != file && st.Attachment != uuid.Nil {
			st.Version, st.Internal = version, w.internal[id]
		}
		st.Thread = st.Version != uuid.Nil || id == talk
		all[id] = st
	}
	return all, nil
}

func (w *world) Names(context.Context, accounts.Wanted) (accounts.Names, error) {
	return accounts.Names{Clients: map[string]accounts.Client{"customer": w.brand}, People: map[uuid.UUID]accounts.User{
		olivia: {
			ID:         olivia,
			Firstname:  "Olivia",
			Lastname:   "Hart",
			Email:      "olivia@acme.test",
			Role:       domain.Owner,
			ClientID:   "customer",
			CustomerID: acme,
			TimeZone:   w.zones[olivia],
		},
		marta: {
			ID:        marta,
			Firstname: "Marta",
			Email:     "marta@studio.test",
			Role:      domain.Manager,
			ClientID:  "admin",
			TimeZone:  w.zones[marta],
		},
		tomas: {ID: tomas, Firstname: "Tomás"},
	}}, nil
}

func (w *world) BrandFile(_ context.Context, sha256 string) ([]byte, error) {
	if sha256 == "replaced" {
		return nil, domain.ErrNotFound
	}
	return []byte("\x89PNG a logo"), nil
}

func (w *world) MailSettings(_ context.Context, people ...uuid.UUID) (map[uuid.UUID]preferences.MailSettings, error) {
	all := map[uuid.UUID]preferences.MailSettings{}
	for _, p := range people {
		if all[p] = w.settings[p]; all[p] == nil {
			all[p] = preferences.DefaultMail()
		}
	}
	return all, nil
}

// Unmailed returns what the real query does, but also notifications that were mailed. Only the
// ledger then prevents a second mail.
func (w *world) Unmailed(ctx context.Context, m notifications.Mailing) (all []notifications.Unmailed, err error) {
	for _, n := range w.unread {
		s, _ := w.MailSettings(ctx, n.Person)
		if n.At.After(m.From) && !n.At.After(m.Until) && string(s[n.Person][groupOf(n.Kind)]) == m.Mode &&
			bytes.Compare(n.Person[:], m.After[:]) > 0 {
			all = append(all, n)
		}
	}
	slices.SortStableFunc(all, func(a, b notifications.Unmailed) int { return bytes.Compare(a.Person[:], b.Person[:]) })
	return all, nil
}

func (w *world) Send(_ context.Context, m *mail.Msg) error {
	if w.down {
		return errors.New("the mail server is down")
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		return err
	}
	w.sent = append(w.sent, b.String())
	return nil
}

var jam, tea, acme, olivia, marta, tomas, file, version, thread, talk = uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()

// noon is the start of the tests, in UTC.
var noon = time.Date(2030, 6, 3, 12, 0, 0, 0, time.UTC)

func notified(t *testing.T, position int64, n inbox.Notified) relay.Message {
	t.Helper()
	data, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	return relay.Message{Position: position, Stream: olivia, Data: data}
}

func setUp() (*world, Config) {
	w := &world{
		done:     map[ledger.Effect]bool{},
		now:      noon,
		settings: map[uuid.UUID]preferences.MailSettings{},
		zones:    map[uuid.UUID]string{},
		internal: map[uuid.UUID]bool{},
	}
	return w, Config{
		Sender:      w,
		Ledger:      w,
		Orders:      w,
		Streams:     w,
		People:      w,
		Preferences: w,
		Inbox:       w,
		Pictures:    w,
		Files:       w,
		Tokens:      preferences.NewUnsubscribeTokens([]byte("a key")),
		SalesShow:   func(context.Context, int64) error { return nil },
		WhyRefused:  func(code string) string { return "Because of " + code + "." },
		From:        "proofboard@studio.test",
		PublicURL:   "https://proofs.test",
		BillPace:    rate.NewLimiter(rate.Inf, 1),
		Wait:        2 * time.Minute,
		Clock:       func() time.Time { return w.now },
		Logger:      slog.New(slog.DiscardHandler),
	}
}

// arrives adds an unread notification to a person's inbox.
func (w *world) arrives(person uuid.UUID, k inbox.Kind, o uuid.UUID, at time.Time) notifications.Unmailed {
	n := notifications.Unmailed{
		Notified: inbox.Notified{Message: uuid.New(), Kind: k, Order: o, By: tomas, Status: string(order.InReview)},
		Person:   person,
		Position: int64(len(w.unread) + 1),
		At:       at,
	}
	w.unread = append(w.unread, n)
	return n
}

// read parses a mail into headers, plain text and HTML.
func read(t *testing.T, raw string) (h netmail.Header, plain, html string) {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for r := multipart.NewReader(m.Body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if err != nil {
			break
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(quotedprintable.NewReader(p)); err != nil {
			t.Fatal(err)
		}
		kind, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		parts[kind] = strings.ReplaceAll(b.String(), "\r\n", "\n")
	}
	return m.Header, parts["text/plain"], parts["text/html"]
}

func TestAMentionIsMailedOnceWithALinkToTheComment(t *testing.T) {
	w, c := setUp()
	m := notified(t, 7, inbox.Notified{
		Kind:    inbox.Mentioned,
		Order:   jam,
		Proof:   file,
		Version: version,
		Topic:   thread,
		Public:  true,
		By:      tomas,
	})
	for range 3 { // the message is delivered again
		if err := c.handle(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.sent) != 1 {
		t.Fatalf("%d mails were sent", len(w.sent))
	}
	h, plain, html := read(t, w.sent[0])
	if !strings.Contains(h.Get("To"), "olivia@acme.test") ||
		!strings.Contains(h.Get("From"), "proofboard@studio.test") {
		t.Errorf("from %q to %q", h.Get("From"), h.Get("To"))
	}
	for _, part := range []string{"Tomás mentioned you in a comment", "Jam label", "https://proofs.test/orders/detail/" + jam.String(), "commentId=" + thread.String(), "public=true"} {
		if !strings.Contains(plain, part) || !strings.Contains(html, part) {
			t.Errorf("%q is missing in\n%s\n%s", part, plain, html)
		}
	}
}

func TestAMailAboutTheConversationLeadsToTheMessageOnTheOrder(t *testing.T) { // BY-061
	w, c := setUp()
	said := inbox.Notified{
		Kind: inbox.Mentioned, Order: jam, Topic: talk, Comment: uuid.New(), Public: true, By: tomas,
	}
	if err := c.handle(t.Context(), notified(t, 7, said)); err != nil {
		t.Fatal(err)
	}
	if len(w.sent) != 1 {
		t.Fatalf("%d mails were sent", len(w.sent))
	}
	_, plain, _ := read(t, w.sent[0])
	link := "https://proofs.test/orders/detail/" + jam.String() + "?commentId=" + said.Comment.String() + "&public=true"
	if !strings.Contains(plain, link) {
		t.Errorf("%s\n\nlacks %s", plain, link)
	}
}

// A mail shows the brand of its reader's client, also if the logo was replaced a moment ago.
func TestAMailCarriesTheBrandOfItsReadersClient(t *testing.T) { // D-49
	for logo, shown := range map[string]bool{"": false, "replaced": false, "stored": true} {
		w, c := setUp()
		w.brand = accounts.Client{
			Name:   "Harbor",
			Sender: "Harbor Orders",
			Brand:  "#7a1f5c",
			Logo:   logo,
			Hosts:  []string{"orders.harbor.test"},
		}
		m := notified(t, 7, inbox.Notified{Kind: inbox.Mentioned, Order: jam, Proof: file, Version: version, By: tomas})
		if err := c.handle(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if len(w.sent) != 1 {
			t.Fatalf("%q: %d mails", logo, len(w.sent))
		}
		raw := strings.ReplaceAll(strings.ReplaceAll(w.sent[0], "\r\n", "\n"), "=\n", "")
		for _, part := range []string{`"Harbor Orders" <proofboard@studio.test>`, "#7a1f5c", "https://orders.harbor.test/orders/detail/", "https://orders.harbor.test/unsubscribe/"} {
			if !strings.Contains(raw, part) {
				t.Errorf("%q: %q is missing in\n%s", logo, part, raw)
			}
		}
		if strings.Contains(raw, "cid:logo.png") != shown || strings.Contains(raw, "https://proofs.test") {
			t.Errorf("%q: %s", logo, raw)
		}
	}
}

func TestAMailShowsThePictureOfItsOrderThatItsReaderMaySee(t *testing.T) { // BY-048 D-13
	picture := []byte("\xff\xd8 a picture")
	for what, c := range map[string]struct {
		kind  proof.Kind
		store map[string][]byte
		shown bool
	}{
		"of a review":          {proof.CustomerReview, map[string][]byte{"thumbnails/a.jpg": picture}, true},
		"of a draft":           {proof.InternalReview, map[string][]byte{"thumbnails/a.jpg": picture}, false},
		"that cannot be read":  {proof.CustomerReview, nil, false},
		"that is far too much": {proof.CustomerReview, map[string][]byte{"thumbnails/a.jpg": make([]byte, 1<<20)}, false},
	} {
		w, config := setUp()
		w.files = c.store
		pictured := proofs.Pictured{Attachment: file, Kind: c.kind, Thumbnail: "thumbnails/a.jpg"}
		w.pictured = map[uuid.UUID][]proofs.Pictured{jam: {pictured}}
		if err := config.handle(
			t.Context(),
			notified(t, 7, inbox.Notified{
				Kind:    inbox.Mentioned,
				Order:   jam,
				Proof:   file,
				Version: version,
				Topic:   thread,
				Public:  true,
				By:      tomas,
			}),
		); err != nil {
			t.Fatal(err)
		}
		if len(w.sent) != 1 {
			t.Fatalf("%s: %d mails", what, len(w.sent))
		}
		mail := strings.ReplaceAll(strings.ReplaceAll(w.sent[0], "\r\n", "\n"), "=\n", "")
		linked, held := strings.Contains(mail, `src=3D"cid:order-1.jpg"`) ||
			strings.Contains(mail, `src="cid:order-1.jpg"`), strings.Contains(
			mail,
			base64.StdEncoding.EncodeToString(picture),
		)
		if linked != c.shown || held != c.shown || c.shown && !strings.Contains(mail, "Content-Id: <order-1.jpg>") {
			t.Errorf("a picture %s: shown in the text %v, in the mail %v\n%s", what, linked, held, mail)
		}
	}
}

func TestEveryMailCanBeEndedWithOneClickForItsKindOnly(t *testing.T) {
	for kind, want := range map[inbox.Kind]preferences.Subscription{inbox.Mentioned: "asked", inbox.OrderPublished: "new-orders", inbox.Commented: "comments", inbox.OrderApproved: "decisions", inbox.OrderMoved: "changes", "": preferences.DailyMail} {
		w, c := setUp()
		if kind == "" {
			w.arrives(olivia, inbox.OrderMoved, jam, noon.Add(-10*time.Hour))
			if err := c.Digest(t.Context()); err != nil {
				t.Fatal(err)
			}
		} else if err := c.prompt(t.Context(), []notifications.Unmailed{w.arrives(olivia, kind, jam, noon)}); err != nil {
			t.Fatal(err)
		}
		if len(w.sent) != 1 {
			t.Fatalf("%s: %d mails", want, len(w.sent))
		}
		h, plain, html := read(t, w.sent[0])
		link := strings.Trim(h.Get("List-Unsubscribe"), "<>")
		token, is := strings.CutPrefix(link, "https://proofs.test/unsubscribe/")
		if !is || h.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
			t.Errorf("%s: the headers are %q and %q", want, h.Get("List-Unsubscribe"), h.Get("List-Unsubscribe-Post"))
		}
		if person, from, ok := c.Tokens.Read(token); !ok || person != olivia || from != want {
			t.Errorf("the token ends %s of %s, want %s", from, person, want)
		}
		if !strings.Contains(plain, link) || !strings.Contains(html, link) {
			t.Errorf("%s: the text has no link to end it", want)
		}
	}
}

func TestModesDecideWhichMailTellsOfANotification(t *testing.T) { // D-78
	groups := map[inbox.Kind]preferences.MailGroup{
		inbox.Mentioned:       preferences.MailAsked,
		inbox.ReviewRequested: preferences.MailAsked,
		inbox.ApprovalAsked:   preferences.MailAsked,
		inbox.ApprovalDue:     preferences.MailAsked,
		inbox.ApprovalOverdue: preferences.MailAsked,
		inbox.Assigned:        preferences.MailAsked,
		inbox.OrderPublished:  preferences.MailNewOrders,
		inbox.Commented:       preferences.MailComments,
		inbox.MessageWritten:  preferences.MailComments,
		inbox.OrderApproved:   preferences.MailDecisions,
		inbox.OrderReturned:   preferences.MailDecisions,
		inbox.VersionApproved: preferences.MailDecisions,
		inbox.VersionRevised:  preferences.MailDecisions,
		inbox.VersionRejected: preferences.MailDecisions,

		inbox.EstimateAsked:     preferences.MailAsked,
		inbox.CollaboratorAdded: preferences.MailAsked,
		inbox.OrderDue:          preferences.MailAsked,
		inbox.OrderOverdue:      preferences.MailAsked,
	}
	for _, k := range inbox.Kinds() {
		group, known := groups[k]
		if !known {
			group = preferences.MailChanges
		}
		for _, mode := range []preferences.MailMode{preferences.MailAtOnce, preferences.MailDaily, preferences.MailOff} {
			w, c := setUp()
			settings := preferences.DefaultMail()
			for g := range settings {
				settings[g] = preferences.MailOff
			}
			settings[group] = mode
			w.settings[olivia] = settings
			n := w.arrives(olivia, k, jam, noon)
			step := func(what string, want int, do func(context.Context) error) {
				if err := do(t.Context()); err != nil {
					t.Fatal(err)
				}
				if len(w.sent) != want {
					t.Errorf("%s %s: %d mails after %s, want %d", k, mode, len(w.sent), what, want)
				}
				w.sent = nil
			}
			asked := group == preferences.MailAsked
			step(
				"it came", map[bool]int{true: 1}[mode == preferences.MailAtOnce && asked],
				func(ctx context.Context) error { return c.handle(ctx, notified(t, n.Position, n.Notified)) },
			)
			w.now = noon.Add(2*time.Minute - time.Second)
			step("a short while", 0, c.Late)
			w.now = noon.Add(2 * time.Minute)
			step("the wait", map[bool]int{true: 1}[mode == preferences.MailAtOnce && !asked], c.Late)
			step("the same wait again", 0, c.Late)
			w.now = noon.Add(20*time.Hour - time.Second)
			step("the night", 0, c.Digest)
			w.now = noon.Add(20 * time.Hour)
			step("eight o'clock", map[bool]int{true: 1}[mode == preferences.MailDaily], c.Digest)
		}
	}
}

// Ten comments in a minute are one mail. A decision is another one, because another link ends it.
func TestWhatCameTogetherIsOneMailForEachSetting(t *testing.T) { // D-78
	w, c := setUp()
	for range 3 {
		w.arrives(olivia, inbox.Commented, jam, noon)
	}
	w.arrives(olivia, inbox.Commented, tea, noon)
	w.arrives(olivia, inbox.OrderApproved, jam, noon)
	w.now = noon.Add(c.Wait)
	for range 3 {
		if err := c.Late(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var subjects []string
	for _, raw := range w.sent {
		h, plain, _ := read(t, raw)
		subject, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject"))
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, subject)
		if n := strings.Count(plain, "commented on a proof"); n != 0 && n != 4 {
			t.Errorf("a mail has %d of 4 comments:\n%s", n, plain)
		}
	}
	slices.Sort(subjects)
	want := []string{"Tomás approved the order: Jam label", "Tomás commented on a proof: Jam label (and 3 more)"}
	if !slices.Equal(subjects, want) {
		t.Errorf("%q, want %q", subjects, want)
	}
}

func TestTheDailyMailComesAtEightWhereThePersonIsOnceADayWithEachThingOnce(t *testing.T) {
	w, c := setUp()
	w.zones[olivia], w.zones[marta] = "America/New_York", "Nowhere/Unknown" // UTC-4 in June; UTC
	w.arrives(olivia, inbox.OrderMoved, jam, noon.Add(-time.Hour))
	w.arrives(olivia, inbox.TopicResolved, jam, noon.Add(-30*time.Minute))
	w.arrives(marta, inbox.OrderHeld, tea, noon.Add(-time.Hour)) // after 08:00 in her time zone
	look := func(at time.Time) (to []string) {
		t.Helper()
		w.now, w.sent = at, nil
		for range 3 { // restarts, and other processes
			if err := c.Digest(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, raw := range w.sent {
			h, _, _ := read(t, raw)
			to = append(to, h.Get("To"))
		}
		return to
	}
	if got := look(noon.Add(-time.Second)); got != nil {
		t.Errorf("a second before eight in New York: %v", got)
	}
	if got := look(noon); len(got) != 1 || !strings.Contains(got[0], "olivia") {
		t.Errorf("at eight in New York: %v", got)
	}
	w.arrives(olivia, inbox.OrderMoved, tea, noon.Add(-time.Minute)) // found late
	w.arrives(olivia, inbox.OrderMoved, tea, noon.Add(time.Minute))
	if got := look(noon.Add(19 * time.Hour)); got != nil {
		t.Errorf("a second mail on one day: %v", got)
	}
	if got := look(noon.Add(20 * time.Hour)); len(got) != 1 || !strings.Contains(got[0], "marta") {
		t.Errorf("at eight UTC: %v", got)
	}
	got := look(noon.Add(26 * time.Hour)) // the server was down at 08:00
	if len(got) != 1 || !strings.Contains(got[0], "olivia") {
		t.Fatalf("the next day: %v", got)
	}
	h, plain, _ := read(t, w.sent[0])
	if strings.Contains(plain, "Jam label") || strings.Count(plain, "moved the order") != 2 ||
		h.Get("Subject") != "2 notifications not read yet, in 1 order" {
		t.Errorf("%q\n%s", h.Get("Subject"), plain)
	}
}

func TestTheDailyMailGathersByOrderAndSaysNothingOfWhatMayNotBeSeen(t *testing.T) { // BD-019 D-33
	w, c := setUp()
	secret := uuid.New()
	w.internal[secret] = true
	daily := preferences.DefaultMail()
	daily[preferences.MailComments] = preferences.MailDaily
	w.settings[olivia], w.settings[marta] = daily, daily
	for i, o := range []uuid.UUID{jam, tea, jam} {
		w.arrives(olivia, inbox.OrderMoved, o, noon.Add(time.Duration(i-300)*time.Minute))
	}
	for _, who := range []uuid.UUID{olivia, marta} {
		w.arrives(who, inbox.Commented, jam, noon.Add(-280*time.Minute))
		inside := &w.unread[len(w.unread)-1]
		inside.Proof, inside.Version, inside.Topic = file, version, secret
	}
	if err := c.Digest(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(w.sent) != 2 {
		t.Fatalf("%d mails", len(w.sent))
	}
	for _, raw := range w.sent {
		h, plain, html := read(t, raw)
		if strings.Contains(h.Get("To"), "marta") {
			if !strings.Contains(plain, "Tomás commented on a proof") {
				t.Errorf("the studio hears nothing of its own tab:\n%s", plain)
			}
			continue
		}
		if strings.Contains(plain+html, "commented") || strings.Contains(plain+html, secret.String()) {
			t.Errorf("the customer hears of the internal tab:\n%s", plain)
		}
		if strings.Count(plain, "Jam label") != 1 || strings.Count(plain, "Tea <tin>") != 1 ||
			strings.Index(plain, "Jam") > strings.Index(plain, "Tea") ||
			!strings.Contains(html, "Tea &lt;tin&gt;") {
			t.Errorf("by order:\n%s\n%s", plain, html)
		}
	}
	if w.sent = nil; c.prompt(t.Context(), w.unread[3:4]) != nil || len(w.sent) != 0 {
		t.Errorf("a mail of its own tells of it: %v", w.sent)
	}
}

func TestADailyMailThatCannotBeSentComesLaterAsTheSameMail(t *testing.T) {
	w, c := setUp()
	w.arrives(olivia, inbox.OrderMoved, jam, noon.Add(-10*time.Hour))
	w.down = true
	if err := c.Digest(t.Context()); err == nil || len(w.done) != 0 {
		t.Fatalf("a failed mail counts as sent: %v", err)
	}
	var ids []string
	w.down = false
	for range 2 {
		clear(w.done) // the process died after sending and before recording it
		if err := c.Digest(t.Context()); err != nil {
			t.Fatal(err)
		}
		h, _, _ := read(t, w.sent[len(w.sent)-1])
		ids = append(ids, h.Get("Message-ID"))
	}
	if len(w.sent) != 2 || ids[0] != ids[1] || !strings.HasSuffix(ids[0], "@studio.test>") {
		t.Errorf("mail programs cannot tell that it is the same: %v", ids)
	}
}

func TestAFailingMailDelaysNobodyElses(t *testing.T) {
	w, c := setUp()
	w.arrives(olivia, inbox.OrderMoved, jam, noon.Add(-10*time.Hour))
	w.arrives(marta, inbox.OrderMoved, jam, noon.Add(-10*time.Hour))
	c.Sender = refusingOne{w, "olivia"}
	if err := c.Digest(t.Context()); err == nil || len(w.sent) != 1 ||
		!strings.Contains(w.sent[0], "marta@studio.test") {
		t.Errorf("%d mails, %v", len(w.sent), err)
	}
}

type refusingOne struct {
	*world
	who string
}

func (r refusingOne) Send(ctx context.Context, m *mail.Msg) error {
	if strings.Contains(strings.Join(m.GetToString(), ","), r.who) {
		return errors.New("550")
	}
	return r.world.Send(ctx, m)
}

func TestAMailThatCannotBeSentComesAgain(t *testing.T) {
	w, c := setUp()
	m := notified(t, 7, inbox.Notified{Kind: inbox.ReviewRequested, Order: jam, By: tomas})
	w.down = true
	if err := c.handle(t.Context(), m); err == nil || len(w.done) != 0 {
		t.Fatalf("a failed mail counts as sent: %v", err)
	}
	w.down = false
	if err := c.handle(t.Context(), m); err != nil || len(w.sent) != 1 {
		t.Errorf("%d mails, %v", len(w.sent), err)
	}
}

func TestADeletedOrderIsNotMailed(t *testing.T) {
	w, c := setUp()
	if err := c.handle(
		t.Context(), notified(t, 9, inbox.Notified{Kind: inbox.Mentioned, Order: uuid.New(), By: tomas}),
	); err != nil ||
		len(w.sent) != 0 {
		t.Errorf("%d mails, %v", len(w.sent), err)
	}
}

func TestTheAddressOfTheMailServerIsChecked(t *testing.T) {
	for _, good := range []string{"smtp://mail.test", "smtp://u:p@mail.test:587", "smtps://mail.test:465"} {
		if _, err := NewSMTP(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"smtp://", "smtp://u:geheim@mail.test:port"} {
		if _, err := NewSMTP(bad); err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
