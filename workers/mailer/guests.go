package mailer

import (
	"context"
	"errors"
	text "text/template"
	"time"

	"github.com/google/uuid"
	"github.com/wneessen/go-mail"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
)

// Invited stores the accounts of guests.
type Invited interface {
	Find(ctx context.Context, id uuid.UUID) (guests.Guest, error)
	Unsent(ctx context.Context, before time.Time) ([]uuid.UUID, error)
	LinkSent(ctx context.Context, id uuid.UUID) error
	End(ctx context.Context, id uuid.UUID, at time.Time) error
	Forget(ctx context.Context, id uuid.UUID) error
}

// Invitations returns, from the log, the current state of a guest and of the order that the guest
// is invited to.
type Invitations interface {
	Look(ctx context.Context, id uuid.UUID) (guest.Guest, order.Order, error)
}

// Texts decrypts sealed links.
type Texts interface {
	Open(ctx context.Context, texts ...*string) error
}

const (
	keptBack  = time.Minute // how long the event has to arrive before the job sends the link
	abandoned = time.Hour   // the server died before the event, which will not come
)

// Guests sends the links that were not sent when their guests were invited.
func (c Config) Guests(ctx context.Context) error {
	ids, err := c.Invited.Unsent(ctx, c.Clock().Add(-keptBack))
	errs := []error{err}
	for _, id := range ids {
		errs = append(errs, c.invite(ctx, id))
	}
	return errors.Join(errs...)
}

// invite sends a guest their link, once. It removes the link before it writes the ledger, so a
// crash in between does not cause a second mail.
func (c Config) invite(ctx context.Context, id uuid.UUID) error {
	once := []ledger.Effect{{Effect: "guest mail " + id.String()}}
	return c.Ledger.Once(ctx, once, func(ctx context.Context, fresh []bool) error {
		known, err := c.Invited.Find(ctx, id)
		switch {
		case errors.Is(err, domain.ErrNotFound): // the guest was erased
			return nil
		case err != nil:
			return err
		case known.Link == "" || !fresh[0]:
			return c.Invited.LinkSent(ctx, id)
		}
		g, o, err := c.Invitations.Look(ctx, id)
		switch {
		case errors.Is(err, domain.ErrNotFound) && c.Clock().Sub(known.CreatedAt) > abandoned:
			return c.Invited.Forget(ctx, id)
		case errors.Is(err, domain.ErrNotFound):
			return errNotInvited // the account is stored before the event
		case err != nil:
			return err
		case g.Alive(c.Clock()) != nil || !o.Exists() || o.Deleted:
			return c.Invited.LinkSent(ctx, id)
		}
		m, err := c.invitation(ctx, known, g, o)
		if err := c.send(ctx, m, err); err != nil {
			return err
		}
		return c.Invited.LinkSent(ctx, id)
	})
}

var errNotInvited = errors.New("mailer: a guest is not invited yet")

// welcome is the content of an invitation.
type welcome struct {
	Name, Inviter, Order, Message, Link, Until string
	WithPassword                               bool
	Brand                                      brand
}

var plainWelcome = text.Must(text.New("guest").Parse(`Hello {{.Name}},

{{.Inviter}} asks you to review proofs of "{{.Order}}".
{{with .Message}}
{{.}}
{{end}}
Review them here, without an account:
{{.Link}}

The link is yours alone and works until {{.Until}}.{{if .WithPassword}} It asks for a password, which {{.Inviter}} tells you.{{end}}

{{.Brand.Name}}
`))

var htmlWelcome = page("guest", `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>{{.Order}}</title></head>
<body style="font:15px/1.5 system-ui,sans-serif;color:#1c2430;max-width:36rem;margin:0 auto;padding:1rem">
{{template "head" .Brand}}
<p>Hello {{.Name}},</p>
<p>{{.Inviter}} asks you to review proofs of &ldquo;{{.Order}}&rdquo;.</p>
{{with .Message}}<p style="white-space:pre-line;border-left:3px solid #cbd5e1;padding-left:.8rem">{{.}}</p>
{{end}}<p><a href="{{.Link}}" rel="noreferrer" style="color:#1d4ed8">Review the proofs</a>, without an account.</p>
<p style="font-size:13px;color:#5b6472;margin-top:2rem">The link is yours alone and works until {{.Until}}.{{if .WithPassword}} It asks for a password, which {{.Inviter}} tells you.{{end}}</p>
</body></html>
`)

func (c Config) invitation(ctx context.Context, known guests.Guest, g guest.Guest, o order.Order) (*mail.Msg, error) {
	link := known.Link
	if err := c.Texts.Open(ctx, &link); err != nil {
		return nil, err
	}
	names, err := c.People.Names(ctx, accounts.Wanted{People: []uuid.UUID{g.Inviter}})
	if err != nil {
		return nil, err
	}
	b, err := c.brandOf(ctx, o.Client)
	if err != nil {
		return nil, err
	}
	w := welcome{
		Brand:        b,
		Name:         known.Name,
		Inviter:      "Somebody",
		Order:        o.Name,
		Message:      known.Message,
		Link:         guests.URL(b.base, link),
		WithPassword: known.HasPassword(),
		Until: g.Expires.In(c.GuestZone).
			Format("02 Jan 2006 15:04") +
			" (UTC" + g.Expires.In(c.GuestZone).
			Format("-07:00") +
			")",
	}
	if u, there := names.People[g.Inviter]; there {
		w.Inviter = u.Name()
	}
	m, err := c.message(
		b, known.Name, known.Email, w.Inviter+" asks you to review "+w.Order, "guest-"+known.ID.String(),
	)
	if err != nil {
		return nil, err
	}
	return m, errors.Join(m.SetBodyTextTemplate(plainWelcome, w), m.AddAlternativeHTMLTemplate(htmlWelcome, w))
}
