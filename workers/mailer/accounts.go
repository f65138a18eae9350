package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"strings"
	text "text/template"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/wneessen/go-mail"

	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/workers/relay"
)

// Members returns people by their membership, and makes the links that they are sent.
type Members interface {
	ByMembership(ctx context.Context, stream uuid.UUID) (accounts.User, error)
	NewToken(ctx context.Context, person uuid.UUID, p accounts.Purpose) (string, error)
}

// linkMail is a mail with a link to a person. Its texts are formats of the client's name.
type linkMail struct {
	purpose                     accounts.Purpose
	state                       member.State // in which a person gets it
	path                        string       // of the page that the link opens
	subject, lead, button, note string
}

var (
	invitationMail = linkMail{
		accounts.ForInvitation, member.Invited, "/invitation", "You are invited to %s",
		"You are invited to %s. Choose a password to join.", "Join", "The link works once, for three days.",
	}
	resetMail = linkMail{
		accounts.ForReset, member.Active, "/reset-password", "Reset your password for %s",
		"Somebody asked to reset the password of your account at %s. If it was not you, ignore this mail.",
		"Choose a new password", "The link works once, for an hour.",
	}
	verificationMail = linkMail{
		accounts.ForVerification, member.Active, "/email-verification", "Verify your e-mail address for %s",
		"Please confirm that this address belongs to your account at %s.", "Verify the address",
		"The link works once, for three days.",
	}
)

var linkMails = map[eh.EventType]linkMail{
	member.InvitedType:               invitationMail,
	member.InvitationRenewedType:     invitationMail,
	member.ResetRequestedType:        resetMail,
	member.VerificationRequestedType: verificationMail,
	member.RegisteredType:            verificationMail,
}

// accountMails lists the events that cause a mail to the person.
func accountMails() []eh.EventType {
	var all []eh.EventType
	for t := range linkMails {
		all = append(all, t)
	}
	return all
}

func (Config) isAccountMail(e relay.Message) bool {
	_, is := linkMails[eh.EventType(e.Type)]
	return is
}

// accountMail sends the mail that an event of a membership causes, once. A mail that no longer fits
// the person's state is left out. Only the newest link of a purpose works, so a mail that is sent
// again after a crash does no harm.
func (c Config) accountMail(ctx context.Context, e relay.Message) error {
	l := linkMails[eh.EventType(e.Type)]
	if eh.EventType(e.Type) == member.RegisteredType {
		var d member.Registered
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		if d.Origin.Verifies() {
			return nil
		}
	}
	once := []ledger.Effect{{Position: e.Position, Effect: "account mail"}}
	return c.Ledger.Once(ctx, once, func(ctx context.Context, fresh []bool) error {
		if !fresh[0] {
			return nil
		}
		u, err := c.Members.ByMembership(ctx, e.Stream)
		if err != nil {
			return err // perhaps the read model does not show the person yet, so the message comes again
		}
		if u.State != l.state || l.purpose == accounts.ForVerification && u.Verified {
			return nil
		}
		m, err := c.withLink(ctx, e.Position, l, u)
		return c.send(ctx, m, err)
	})
}

// linkTexts are the texts of a mail with a link.
type linkTexts struct{ Name, Lead, Button, Link, Note, Client, Brand string }

var plainLink = text.Must(text.New("link").Parse(`Hello {{.Name}},

{{.Lead}}

{{.Button}}:
{{.Link}}

{{.Note}}

{{.Client}}
`))

var htmlLink = template.Must(template.New("link").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>{{.Client}}</title></head>
<body style="font:15px/1.5 system-ui,sans-serif;color:#1c2430;max-width:36rem;margin:0 auto;padding:1rem">
<p style="font-weight:600;border-bottom:3px solid {{.Brand}};padding-bottom:.5rem">{{.Client}}</p>
<p>Hello {{.Name}},</p>
<p>{{.Lead}}</p>
<p><a href="{{.Link}}" rel="noreferrer" style="color:#1d4ed8">{{.Button}}</a></p>
<p style="font-size:13px;color:#5b6472;margin-top:2rem">{{.Note}}</p>
</body></html>
`))

func (c Config) withLink(ctx context.Context, position int64, l linkMail, u accounts.User) (*mail.Msg, error) {
	names, err := c.People.Names(ctx, accounts.Wanted{Clients: []string{u.ClientID}})
	if err != nil {
		return nil, err
	}
	token, err := c.Members.NewToken(ctx, u.ID, l.purpose)
	if err != nil {
		return nil, err
	}
	of := names.Clients[u.ClientID]
	if of.Name == "" {
		of.Name = "Proofboard"
	}
	kind := "customer"
	if u.Role.IsProvider() {
		kind = "user"
	}
	query := url.Values{"token": {token}, "type": {kind}, "email": {u.Email}}
	if l.purpose == accounts.ForVerification {
		query = url.Values{"key": {token}, "user": {kind}, "email": {u.Email}}
	}
	texts := linkTexts{
		Name:   u.Firstname,
		Lead:   fmt.Sprintf(l.lead, of.Name),
		Button: l.button,
		Link:   c.PublicURL + l.path + "?" + query.Encode(),
		Note:   l.note,
		Client: of.Name,
		Brand:  of.Brand,
	}
	m := mail.NewMsg()
	if err := errors.Join(m.FromFormat(of.Name, c.From), m.AddToFormat(u.Name(), u.Email)); err != nil {
		return nil, fmt.Errorf("%w: %w", errNobody, err)
	}
	m.Subject(fmt.Sprintf(l.subject, of.Name))
	m.SetDateWithValue(c.Clock())
	_, host, _ := strings.Cut(c.From, "@")
	m.SetMessageIDWithValue(fmt.Sprintf("account-%d@%s", position, strings.Trim(host, "> ")))
	return m, errors.Join(m.SetBodyTextTemplate(plainLink, texts), m.AddAlternativeHTMLTemplate(htmlLink, texts))
}
