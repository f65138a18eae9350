package mailer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	NewEmailToken(ctx context.Context, person uuid.UUID, address string) (string, error)
	ChangingEmail(ctx context.Context, person uuid.UUID) (wanted, replaced string, err error)
	ForgetReplacedEmail(ctx context.Context, person uuid.UUID) error
}

// linkMail is a mail with a link to a person. Its texts are formats of the client's name.
type linkMail struct {
	purpose                     accounts.Purpose // empty if the link has no token
	state                       member.State     // in which a person gets it
	path                        string           // of the page that a link without a token opens
	subject, lead, button, note string
}

var (
	invitationMail = linkMail{
		accounts.ForInvitation, member.Invited, "", "You are invited to %s",
		"You are invited to %s. Choose a password to join.", "Join", "The link works once, for three days.",
	}
	resetMail = linkMail{
		accounts.ForReset, member.Active, "", "Reset your password for %s",
		"Somebody asked to reset the password of your account at %s. If it was not you, ignore this mail.",
		"Choose a new password", "The link works once, for an hour.",
	}
	verificationMail = linkMail{
		accounts.ForVerification, member.Active, "", "Verify your e-mail address for %s",
		"Please confirm that this address belongs to your account at %s.", "Verify the address",
		"The link works once, for three days.",
	}
	emailMail = linkMail{
		accounts.ForEmail, member.Active, "", "Confirm your new e-mail address for %s",
		"Please confirm that this is the new address of your account at %s. Until then the old one stays.",
		"Use this address", "The link works once, for a day.",
	}
	// movedMail goes to the old address.
	movedMail = linkMail{
		"", member.Active, "/forgot-password", "Your e-mail address for %s was changed",
		"The e-mail address of your account at %s was changed, and this address is no longer used. " +
			"If it was not you, tell the people you work with there at once.",
		"Forgot the password?", "This is the last mail to this address.",
	}
	claimedMail = linkMail{
		"", member.Active, "/forgot-password", "You have an account at %s already",
		"Somebody wanted to use this address for another account at %s. You have an account already. " +
			"If it was you, sign in with it. If not, ignore this mail.",
		"Forgot the password?", "Nothing was changed.",
	}
	browserLinkMail = linkMail{
		accounts.ForBrowser, member.Active, "", "Your link to sign in to %s",
		"Somebody entered the right password of your account at %s in a new browser. Because many wrong ones were " +
			"tried before, a new browser needs this link as well. If it was not you, change your password at once.",
		"Sign in with this browser", "The link works once, for 15 minutes, in the browser in which you open it.",
	}
	tokenMail = linkMail{
		"", member.Active, "/settings#tokens", "A new access token for %s",
		"An access token was created, with which other software can use your account at %s. " +
			"If it was not you, revoke it and change your password.",
		"Show my access tokens", "The token itself is in no mail.",
	}
)

var linkMails = map[eh.EventType]linkMail{
	member.InvitedType:               invitationMail,
	member.InvitationRenewedType:     invitationMail,
	member.ResetRequestedType:        resetMail,
	member.VerificationRequestedType: verificationMail,
	member.RegisteredType:            verificationMail,
	member.EmailChangeRequestedType:  emailMail,
	member.EmailChangedType:          movedMail,
	member.AddressClaimedType:        claimedMail,
	member.TokenCreatedType:          tokenMail,
	member.SignInLinkRequestedType:   browserLinkMail,
	member.PasswordChangedType:       passwordMail,
	member.FactorAddedType:           addedMail,
	member.FactorRemovedType:         removedMail,
	member.RecoveryUsedType:          recoveryMail,
	member.BrowserAddedType:          browserMail,
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
	if eh.EventType(e.Type) == member.PasswordChangedType {
		var d member.PasswordChanged
		if err := json.Unmarshal(e.Data, &d); err != nil || d.Way == member.Elsewhere { // one mail is enough
			return err
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
		if u.Email, err = c.addressFor(ctx, eh.EventType(e.Type), u); err != nil || u.Email == "" {
			return err
		}
		says, err := c.particular(ctx, e, l)
		if err != nil || says == nil {
			return err
		}
		m, err := c.withLink(ctx, e.Position, *says, u)
		if err := c.send(ctx, m, err); err != nil || eh.EventType(e.Type) != member.EmailChangedType {
			return err
		}
		return c.Members.ForgetReplacedEmail(ctx, u.ID)
	})
}

// addressFor returns the address that the mail of an event goes to, or "" if that is no longer known.
func (c Config) addressFor(ctx context.Context, e eh.EventType, u accounts.User) (string, error) {
	if e != member.EmailChangeRequestedType && e != member.EmailChangedType {
		return u.Email, nil
	}
	wanted, replaced, err := c.Members.ChangingEmail(ctx, u.ID)
	switch {
	case err != nil || e == member.EmailChangeRequestedType:
		return wanted, err
	case replaced == "" && wanted != "":
		return "", errNotReplaced // the event is stored before the address is replaced
	}
	return replaced, nil
}

var errNotReplaced = errors.New("mailer: an address is not replaced yet")

// linkTexts are the texts of a mail with a link.
type linkTexts struct {
	Name, Lead, Button, Link, Note string
	Brand                          brand
}

var plainLink = text.Must(text.New("link").Parse(`Hello {{.Name}},

{{.Lead}}

{{.Button}}:
{{.Link}}

{{.Note}}

{{.Brand.Name}}
`))

var htmlLink = page("link", `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>{{.Brand.Name}}</title></head>
<body style="font:15px/1.5 system-ui,sans-serif;color:#1c2430;max-width:36rem;margin:0 auto;padding:1rem">
{{template "head" .Brand}}
<p>Hello {{.Name}},</p>
<p>{{.Lead}}</p>
<p><a href="{{.Link}}" rel="noreferrer" style="display:inline-block;color:#1c2430;font-weight:600;text-decoration:none;border:2px solid {{.Brand.Colour}};border-radius:8px;padding:.5rem 1rem">{{.Button}}</a></p>
<p style="font-size:13px;color:#5b6472;margin-top:2rem">{{.Note}}</p>
</body></html>
`)

func (c Config) withLink(ctx context.Context, position int64, l linkMail, u accounts.User) (*mail.Msg, error) {
	b, err := c.brandOf(ctx, u.ClientID)
	if err != nil {
		return nil, err
	}
	link := b.base + l.path
	if l.purpose != "" {
		token, err := c.token(ctx, l.purpose, u)
		if err != nil {
			return nil, err
		}
		link = l.purpose.Link(b.base, u, token)
	}
	return c.button(
		b, u, fmt.Sprintf(l.subject, b.Name), fmt.Sprintf("account-%d", position),
		linkTexts{u.Firstname, fmt.Sprintf(l.lead, b.Name), l.button, link, l.note, b},
	)
}

// button returns a mail with one link, which looks like a button.
func (c Config) button(b brand, to accounts.User, subject, id string, texts linkTexts) (*mail.Msg, error) {
	m, err := c.message(b, to.Name(), to.Email, subject, id)
	if err != nil {
		return nil, err
	}
	return m, errors.Join(m.SetBodyTextTemplate(plainLink, texts), m.AddAlternativeHTMLTemplate(htmlLink, texts))
}

func (c Config) token(ctx context.Context, p accounts.Purpose, u accounts.User) (string, error) {
	if p == accounts.ForEmail {
		return c.Members.NewEmailToken(ctx, u.ID, u.Email)
	}
	return c.Members.NewToken(ctx, u.ID, p)
}
