// Package mailer sends invitations to guests and members, links to reset passwords and to verify
// addresses, mail about what is dangerous for an account, and mail about notifications. Requests to a person
// are mailed when JetStream delivers their event. Jobs mail other unread notifications, after a
// while or once a day. No notification is mailed twice.
package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/wneessen/go-mail"
	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/workers/relay"
)

// Sender delivers one message.
type Sender interface {
	Send(ctx context.Context, m *mail.Msg) error
}

// Ledger records what was sent.
type Ledger interface {
	// Done reports whether an effect was done.
	Done(ctx context.Context, position int64, effect string) (bool, error)
	// Once calls do and then records the effects; see eventstore.
	Once(ctx context.Context, effects []ledger.Effect, do func(ctx context.Context, fresh []bool) error) error
}

// Orders returns the current state of orders.
type Orders interface {
	Orders(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*order.Summary, error)
}

// Streams returns the order that a file or a topic belongs to, and what limits its visibility.
type Streams interface {
	Find(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]timeline.Stream, error)
}

// People returns people, and the pictures of brands.
type People interface {
	Names(ctx context.Context, w accounts.Wanted) (accounts.Names, error)
	BrandFile(ctx context.Context, sha256 string) ([]byte, error)
}

// Preferences returns people's mail settings.
type Preferences interface {
	MailSettings(ctx context.Context, people ...uuid.UUID) (map[uuid.UUID]preferences.MailSettings, error)
}

// Inbox returns unread notifications.
type Inbox interface {
	Unmailed(ctx context.Context, m notifications.Mailing) ([]notifications.Unmailed, error)
}

// Pictures returns the versions of orders that have pictures, newest first.
type Pictures interface {
	Pictured(ctx context.Context, orders []uuid.UUID) (map[uuid.UUID][]proofs.Pictured, error)
}

// Files reads pictures from the file store.
type Files interface {
	Read(ctx context.Context, key string) (io.ReadSeekCloser, error)
}

// Config holds the dependencies of the mailer. Every field except Meters and Tracer is required.
type Config struct {
	JetStream   jetstream.JetStream
	Sender      Sender
	Ledger      Ledger
	Orders      Orders
	Streams     Streams
	People      People
	Preferences Preferences
	Inbox       Inbox
	Pictures    Pictures
	Files       Files
	Tokens      preferences.UnsubscribeTokens
	Members     Members
	Owners      Owners
	Browsers    Browsers
	Sales       Sales
	// SalesShow waits until the read model of sales shows a position.
	SalesShow func(ctx context.Context, position int64) error
	// WhyRefused says why the payment provider refused a card, by its code.
	WhyRefused  func(code string) string
	Invited     Invited
	Invitations Invitations
	Texts       Texts
	GuestZone   *time.Location // time zone of the times in mails to guests
	From        string
	PublicURL   string
	BillPace    *rate.Limiter
	Wait        time.Duration // how long a notification may stay unread before it is mailed
	Clock       func() time.Time
	Logger      *slog.Logger
	Meters      *relay.Meters
	Tracer      *telemetry.Tracer
}

// effect is the ledger's name for a handled notification: it was mailed, or there was nothing to
// mail.
const effect = "mail"

// BillPace is how many mails about bills are sent in a second. At the end of a month they are many, and can wait.
const BillPace rate.Limit = 25

// Run sends mail about requests to a person until ctx ends. The ledger prevents a second mail when
// an event is delivered again. Mails about bills have a queue of their own, so that nobody waits for a link
// to reset a password until the bills of a month are mailed.
func Run(ctx context.Context, c Config) error {
	queue := func(name string, types ...eh.EventType) relay.Consumer {
		return relay.Consumer{
			Name:      name,
			Types:     types,
			JetStream: c.JetStream,
			Logger:    c.Logger,
			Meters:    c.Meters,
			Tracer:    c.Tracer,
		}
	}
	requests := queue(relay.Mailer, slices.Concat(accountMails(), ownersEvents(), []eh.EventType{
		inbox.NotifiedType, guest.InvitedType, guest.RevokedType, webhook.PausedType,
	})...)
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() error { return requests.Consume(ctx, c.handle) })
	both.Go(func() error { return queue(relay.Bills, billEvents()...).Consume(ctx, c.billed) })
	return both.Wait()
}

func (c Config) handle(ctx context.Context, e relay.Message) error {
	if c.isAccountMail(e) {
		return c.accountMail(ctx, e)
	}
	if _, is := ownersMails[eh.EventType(e.Type)]; is {
		return c.ownersMail(ctx, e)
	}
	switch eh.EventType(e.Type) {
	case webhook.PausedType:
		return c.paused(ctx, e)
	case guest.InvitedType:
		return c.invite(ctx, e.Stream)
	case guest.RevokedType:
		return c.Invited.End(ctx, e.Stream, e.OccurredAt)
	}
	var d inbox.Notified
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return err
	}
	if groupOf(d.Kind) != preferences.MailAsked {
		return nil // the jobs handle it later
	}
	settings, err := c.Preferences.MailSettings(ctx, e.Stream)
	if err != nil || settings[e.Stream][preferences.MailAsked] != preferences.MailAtOnce {
		return err
	}
	return c.prompt(ctx, []notifications.Unmailed{
		{Notified: d, Person: e.Stream, Position: e.Position, At: e.OccurredAt},
	})
}

// prompt sends the mail about notifications of one person that have the same setting. It leaves out those
// that were mailed already.
func (c Config) prompt(ctx context.Context, all []notifications.Unmailed) error {
	effects := make([]ledger.Effect, len(all))
	for i, n := range all {
		effects[i] = ledger.Effect{Position: n.Position, Effect: effect}
	}
	return c.Ledger.Once(ctx, effects, func(ctx context.Context, fresh []bool) error {
		var left []notifications.Unmailed
		for i, n := range all {
			if fresh[i] {
				left = append(left, n)
			}
		}
		if len(left) == 0 {
			return nil
		}
		w, err := c.sight(ctx, left[0].Person, left)
		if err != nil || len(w.seen) == 0 {
			return err
		}
		m, err := c.promptMail(ctx, w)
		return c.send(ctx, m, err)
	})
}

var errNobody = errors.New("nobody to write to")

func (c Config) send(ctx context.Context, m *mail.Msg, err error) error {
	if errors.Is(err, errNobody) {
		return nil
	}
	if err == nil {
		err = c.Sender.Send(ctx, m)
	}
	if err != nil {
		return fmt.Errorf("mailer: %w", err)
	}
	return nil
}
