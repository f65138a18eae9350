// Package mailer sends mail to people who are asked for something: a mention, a review. It is fed by JetStream.
package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wneessen/go-mail"

	"github.com/proofboard/proofboard/accounts"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/telemetry"
	"github.com/proofboard/proofboard/workers/relay"
)

// Sender delivers one message.
type Sender interface {
	Send(ctx context.Context, m *mail.Msg) error
}

// Ledger remembers what was sent.
type Ledger interface {
	Effect(ctx context.Context, position int64, effect string) (bool, error)
	RecordEffect(ctx context.Context, position int64, effect string) error
}

// Orders finds orders as they are now.
type Orders interface {
	Orders(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*order.Order, error)
}

// People finds people.
type People interface {
	Names(ctx context.Context, w accounts.Wanted) (accounts.Names, error)
}

// Config is what the mailer needs; every field is required but Meters and Tracer.
type Config struct {
	JetStream jetstream.JetStream
	Sender    Sender
	Ledger    Ledger
	Orders    Orders
	People    People
	From      string
	PublicURL string
	Logger    *slog.Logger
	Meters    *relay.Meters
	Tracer    *telemetry.Tracer
}

// subjects says which notifications are worth a mail; %s is who asks, and the order's name.
var subjects = map[inbox.Kind]string{
	inbox.Mentioned:       "%s mentioned you in %s",
	inbox.ReviewRequested: "%s asks for your review of %s",
}

const effect = "mail"

// Run sends mail until ctx ends. A message that comes again finds in the ledger that it was sent.
func Run(ctx context.Context, c Config) error {
	return relay.Consumer{
		Name: relay.Mailer, Subjects: []string{"events." + string(inbox.NotifiedType) + ".>"}, JetStream: c.JetStream, Logger: c.Logger, Meters: c.Meters, Tracer: c.Tracer,
	}.Consume(ctx, c.handle)
}

func (c Config) handle(ctx context.Context, e relay.Message) error {
	var d inbox.Notified
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return err
	}
	subject, worth := subjects[d.Kind]
	if !worth {
		return nil
	}
	if sent, err := c.Ledger.Effect(ctx, e.Position, effect); err != nil || sent {
		return err
	}
	m, err := c.write(ctx, e.Stream, d, subject)
	if errors.Is(err, errNobody) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := c.Sender.Send(ctx, m); err != nil {
		return fmt.Errorf("mailer: %w", err)
	}
	return c.Ledger.RecordEffect(ctx, e.Position, effect)
}

var errNobody = errors.New("nobody to write to")

func (c Config) write(ctx context.Context, to uuid.UUID, d inbox.Notified, subject string) (*mail.Msg, error) {
	names, err := c.People.Names(ctx, accounts.Wanted{People: []uuid.UUID{to, d.By}})
	if err != nil {
		return nil, err
	}
	orders, err := c.Orders.Orders(ctx, []uuid.UUID{d.Order})
	if err != nil {
		return nil, err
	}
	person, known := names.People[to]
	o := orders[d.Order]
	if !known || o == nil {
		return nil, errNobody
	}
	m := mail.NewMsg()
	if err := errors.Join(m.FromFormat("Proofboard", c.From), m.AddToFormat(person.Name(), person.Email)); err != nil {
		return nil, fmt.Errorf("%w: %w", errNobody, err)
	}
	by := names.People[d.By]
	m.Subject(fmt.Sprintf(subject, by.Name(), o.Details.Name))
	m.SetDate()
	m.SetMessageID()
	m.SetBodyString(mail.TypeTextPlain, fmt.Sprintf("Hello %s,\n\n%s.\n\n%s\n", person.Firstname, fmt.Sprintf(subject, by.Name(), "'"+o.Details.Name+"'"), c.link(d)))
	return m, nil
}

// link leads to the comment or the proof.
func (c Config) link(d inbox.Notified) string {
	at := c.PublicURL + "/orders/detail/" + d.Order.String()
	if d.Proof == uuid.Nil {
		return at
	}
	q := url.Values{"versionId": {d.Version.String()}}
	if d.Topic != uuid.Nil {
		q.Set("commentId", d.Topic.String())
		q.Set("public", fmt.Sprint(d.Public))
	}
	return at + "/attachments/" + d.Proof.String() + "?" + q.Encode()
}

// SMTP sends through a mail server.
type SMTP struct{ Client *mail.Client }

// NewSMTP returns a sender for smtp://user:password@host:port, or smtps://.
func NewSMTP(address string) (SMTP, error) {
	u, err := url.Parse(address)
	if err != nil {
		return SMTP{}, errors.New("mailer: SMTP_URL is not a URL")
	}
	options := []mail.Option{mail.WithTimeout(20 * time.Second), mail.WithTLSPortPolicy(mail.TLSOpportunistic)}
	if u.Scheme == "smtps" {
		options = append(options, mail.WithSSLPort(false))
	}
	if p := u.Port(); p != "" {
		var port int
		if _, err := fmt.Sscan(p, &port); err != nil {
			return SMTP{}, fmt.Errorf("mailer: port %s of SMTP_URL: %w", p, err)
		}
		options = append(options, mail.WithPort(port))
	}
	if password, ok := u.User.Password(); ok {
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	client, err := mail.NewClient(u.Hostname(), options...)
	if err != nil {
		return SMTP{}, fmt.Errorf("mailer: %w", err)
	}
	return SMTP{client}, nil
}

// Send implements Sender.
func (s SMTP) Send(ctx context.Context, m *mail.Msg) error {
	return s.Client.DialAndSendWithContext(ctx, m)
}
