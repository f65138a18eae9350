package mailer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/wneessen/go-mail"

	"github.com/proofboard/proofboard/accounts"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/workers/relay"
)

// world is what the mailer looks at, and the mail it sent.
type world struct {
	done map[int64]bool
	sent []string
	down bool
}

func (w *world) Effect(_ context.Context, position int64, _ string) (bool, error) {
	return w.done[position], nil
}

func (w *world) RecordEffect(_ context.Context, position int64, _ string) error {
	w.done[position] = true
	return nil
}

func (w *world) Orders(context.Context, []uuid.UUID) (map[uuid.UUID]*order.Order, error) {
	return map[uuid.UUID]*order.Order{jam: {Details: order.Details{Name: "Jam label"}}}, nil
}

func (w *world) Names(context.Context, accounts.Wanted) (accounts.Names, error) {
	return accounts.Names{People: map[uuid.UUID]accounts.User{
		olivia: {ID: olivia, Firstname: "Olivia", Lastname: "Hart", Email: "olivia@acme.test"}, tomas: {ID: tomas, Firstname: "Tomás"},
	}}, nil
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

var jam, olivia, tomas, version, thread = uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()

func notified(t *testing.T, position int64, n inbox.Notified) relay.Message {
	t.Helper()
	data, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	return relay.Message{Position: position, Stream: olivia, Data: data}
}

func setUp() (*world, Config) {
	w := &world{done: map[int64]bool{}}
	return w, Config{Sender: w, Ledger: w, Orders: w, People: w, From: "proofboard@studio.test", PublicURL: "https://proofs.test", Logger: slog.New(slog.DiscardHandler)}
}

func TestAMentionIsMailedOnceWithALinkToTheComment(t *testing.T) {
	w, c := setUp()
	m := notified(t, 7, inbox.Notified{Kind: inbox.Mentioned, Order: jam, Proof: uuid.New(), Version: version, Topic: thread, Public: true, By: tomas})
	for range 3 { // it comes again
		if err := c.handle(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.sent) != 1 {
		t.Fatalf("%d mails were sent", len(w.sent))
	}
	text := strings.ReplaceAll(strings.ReplaceAll(w.sent[0], "=\r\n", ""), "=3D", "=")
	for _, part := range []string{"olivia@acme.test", "proofboard@studio.test", "mentioned you in", "https://proofs.test/orders/detail/" + jam.String(), "commentId=" + thread.String(), "public=true"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
}

func TestWhatAsksNobodyForAnythingIsNotMailed(t *testing.T) {
	w, c := setUp()
	for i, k := range []inbox.Kind{inbox.OrderMoved, inbox.Commented, inbox.TopicResolved} {
		if err := c.handle(t.Context(), notified(t, int64(i+1), inbox.Notified{Kind: k, Order: jam, By: tomas})); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.handle(t.Context(), notified(t, 9, inbox.Notified{Kind: inbox.Mentioned, Order: uuid.New(), By: tomas})); err != nil { // a deleted order
		t.Fatal(err)
	}
	if len(w.sent) != 0 {
		t.Errorf("%d mails were sent", len(w.sent))
	}
}

func TestAMailThatCannotBeSentComesAgain(t *testing.T) {
	w, c := setUp()
	m := notified(t, 7, inbox.Notified{Kind: inbox.ReviewRequested, Order: jam, By: tomas})
	w.down = true
	if err := c.handle(t.Context(), m); err == nil || w.done[7] {
		t.Fatalf("a failed mail counts as sent: %v", err)
	}
	w.down = false
	if err := c.handle(t.Context(), m); err != nil || len(w.sent) != 1 {
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
