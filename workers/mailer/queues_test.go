package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wneessen/go-mail"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/workers/relay"
)

// posted passes on the subjects of mails. It is also a ledger in which nothing was done yet.
type posted chan string

func (p posted) Send(_ context.Context, m *mail.Msg) error {
	p <- strings.Join(m.GetGenHeader(mail.HeaderSubject), "")
	return nil
}

func (posted) Done(context.Context, int64, string) (bool, error) { return false, nil }

func (posted) Once(
	ctx context.Context, e []ledger.Effect, do func(ctx context.Context, fresh []bool) error,
) error {
	fresh := make([]bool, len(e))
	for i := range fresh {
		fresh[i] = true
	}
	return do(ctx, fresh)
}

// A request for a review is mailed before the many bills at the end of a month. The worker also receives messages of
// the previous version, whose subjects name a stream.
func TestMailToAPersonOvertakesBillsThatWait(t *testing.T) {
	nc, err := embeddedtest.NATS(t).Conn()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err == nil {
		err = relay.Prepare(t.Context(), js)
	}
	if err != nil {
		t.Fatal(err)
	}
	publish := func(position int64, kind eh.EventType, form string, stream uuid.UUID, data any) {
		t.Helper()
		d, err := json.Marshal(data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := json.Marshal(relay.Message{
			Position: position, Stream: stream, Version: 5, Type: string(kind), Data: d, OccurredAt: noon,
		})
		if err == nil {
			_, err = js.Publish(t.Context(), "events."+string(kind)+"."+form, m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const bills = 40
	for n := range bills {
		publish(int64(n+1), invoice.IssuedType, "v1", file, invoice.Issued{})
	}
	told := inbox.Notified{Kind: inbox.ReviewRequested, Order: jam, By: tomas}
	publish(bills+1, inbox.NotifiedType, olivia.String(), olivia, told)

	_, c := setUp()
	due := noon.AddDate(0, 0, 14)
	s := &shop{sales.Invoice{
		ID: file, Customer: acme, State: invoice.Open, Number: "PB-2030-000007", Due: &due, Version: 5,
	}}
	sent := make(posted, bills+1)
	c.Sender, c.Ledger, c.Sales, c.Owners, c.JetStream = sent, sent, s, s, js
	c.BillPace = rate.NewLimiter(rate.Every(time.Hour), 1) // after the first, bills wait
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, c) }()
	var mailed []string
	for len(mailed) < 2 {
		select {
		case subject := <-sent:
			mailed = append(mailed, subject)
		case err := <-ended:
			t.Fatal("the mailer ended: ", err)
		case <-time.After(time.Minute):
			t.Fatalf("mailed is only %q", mailed)
		}
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) && err != nil {
		t.Error(err)
	}
	all := strings.Join(mailed, "; ")
	if !strings.Contains(all, "Invoice PB-2030-000007") || !strings.Contains(all, "Jam_label") {
		t.Errorf("mailed is %s", all)
	}
}
