package mailer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/workers/relay"
)

// Mails about what is dangerous for an account. Nobody can switch them off (D-79).

// Browsers returns the browser and the address of a session, which are in no event.
type Browsers interface {
	OpenedBy(ctx context.Context, session uuid.UUID) (browser, address string, err error)
}

const notYou = "If it was not you, change your password, and end your other sessions in the settings."

// told is the mail about something that is done. It has a link to the settings of how one signs in.
func told(subject, lead string) linkMail {
	return linkMail{"", member.Active, "/settings#security", subject, lead, "Show my settings", notYou}
}

var (
	passwordMail = told("Your password for %s was changed", "The password of your account at %s was changed.")
	addedMail    = told("A second factor was added to your account at %s",
		"A second factor was added to your account at %s. It is asked for after the password.")
	codesMail = told("New recovery codes for your account at %s",
		"New recovery codes were made for your account at %s. The ones before do not work any more.")
	removedMail = told("A second factor was removed from your account at %s",
		"A second factor was removed from your account at %s.")
	recoveryMail = told("A recovery code was used at %s",
		"Somebody signed in to your account at %s with one of your recovery codes. It is used up.")
	browserMail = told("A new browser signed in to your account at %s",
		"A browser that you had not used before signed in to your account at %s.")
)

// particular returns the mail of an event with what its data say. It is nil if there is nothing to say.
func (c Config) particular(ctx context.Context, e relay.Message, l linkMail) (*linkMail, error) {
	switch eh.EventType(e.Type) {
	case member.InvitationRenewedType:
		var d member.InvitationRenewed
		if err := json.Unmarshal(
			e.Data,
			&d,
		); err != nil ||
			d.Copied { // a mailed link would replace the one that was shown
			return nil, err
		}
	case member.FactorAddedType, member.FactorRemovedType:
		var f member.Factor
		if err := json.Unmarshal(e.Data, &f); err != nil {
			return nil, err
		}
		switch {
		case f.Kind != member.Recovery:
		case eh.EventType(e.Type) == member.FactorRemovedType: // the codes go with the last factor
			return nil, nil
		default:
			l = codesMail
		}
	case member.BrowserAddedType:
		var d member.BrowserAdded
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return nil, err
		}
		browser, address, err := c.Browsers.OpenedBy(ctx, d.Session)
		if err != nil {
			return nil, err
		}
		l.path = "/settings#sessions"
		if from := strings.Trim(browser+", "+address, ", "); from != "" {
			l.lead += " It was " + strings.ReplaceAll(from, "%", "%%") + "."
		}
	}
	return &l, nil
}

// ownersMail is a mail to the owners of an account. {client} stands for the client's name, {person} for
// the name of somebody, {on} for the day of the deletion and {in} for how far it is ahead.
type ownersMail struct{ subject, lead, button, path, note string }

const keepIt = "If you want to keep the account, take the deletion back before that day."

var ownersMails = map[eh.EventType]ownersMail{
	customer.DeletionRequestedType: {
		"Your account at {client} will be deleted on {on}",
		"An owner asked for the deletion of your account at {client}. It is final on {on}: orders, files and people are deleted then.",
		"See the account",
		"/settings#delete-account",
		keepIt,
	},
	customer.DeletionTakenBackType: {
		"Your account at {client} stays",
		"An owner took the deletion of your account at {client} back. Nothing is deleted.",
		"See the account", "/settings", "You need not do anything.",
	},
	customer.DeletionNearType: {
		"Your account at {client} will be deleted {in}",
		"Your account at {client} is deleted on {on}: orders, files and people are gone after that.",
		"Keep the account", "/settings#delete-account", keepIt,
	},
	member.ImpersonatedType: {
		"An admin acts as {person}",
		"An admin of the design service acts as {person} in your account at {client}, for half an hour at most. " +
			"They can change neither passwords nor second factors, nor delete the account.",
		"See the security log", "/settings#security-log", "If you did not ask for help, ask the design service why.",
	},
}

func ownersEvents() []eh.EventType {
	var all []eh.EventType
	for t := range ownersMails {
		all = append(all, t)
	}
	return all
}

// ownersMail sends the mail that an event causes to the owners of its account, once to each.
func (c Config) ownersMail(ctx context.Context, e relay.Message) error {
	if c.Clock().Sub(e.OccurredAt) > stale {
		return nil
	}
	m := ownersMails[eh.EventType(e.Type)]
	client, of, facts, err := c.accountOf(ctx, e)
	if err != nil {
		return err
	}
	if facts == nil { // the deletion was taken back
		return nil
	}
	team, err := c.Owners.Team(ctx, client, of)
	if err != nil {
		return err
	}
	b, err := c.brandOf(ctx, client)
	if err != nil {
		return err
	}
	for _, u := range team {
		if u.Role != domain.Owner || u.CustomerID != of {
			continue
		}
		once := []ledger.Effect{{Position: e.Position, Effect: "owners mail " + u.ID.String()}}
		if err := c.Ledger.Once(ctx, once, func(ctx context.Context, fresh []bool) error {
			if !fresh[0] {
				return nil
			}
			says := strings.NewReplacer(append(facts(u), "{client}", b.Name)...)
			msg, err := c.button(
				b, u, says.Replace(m.subject), fmt.Sprintf("%d-owners-%s", e.Position, u.ID),
				linkTexts{u.Firstname, says.Replace(m.lead), m.button, b.base + m.path, m.note, b},
			)
			return c.send(ctx, msg, err)
		}); err != nil {
			return err
		}
	}
	return nil
}

// accountOf returns the account that an event is about, and what its mail says in the time zone of a
// reader. facts is nil if there is nothing to say any more.
func (c Config) accountOf(
	ctx context.Context,
	e relay.Message,
) (client string, of uuid.UUID, facts func(accounts.User) []string, err error) {
	if eh.EventType(e.Type) == member.ImpersonatedType {
		u, err := c.Members.ByMembership(ctx, e.Stream)
		return u.ClientID, u.CustomerID, func(accounts.User) []string { return []string{"{person}", u.Name()} }, err
	}
	account, err := c.Owners.FindCustomer(ctx, e.Stream)
	if err != nil {
		return "", uuid.Nil, nil, err
	}
	var d struct {
		On   time.Time `json:"on"`   // of a request
		Days int       `json:"days"` // of a reminder
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return "", uuid.Nil, nil, err
	}
	in := "tomorrow"
	if d.Days > 1 {
		in = "in a week"
	}
	if eh.EventType(e.Type) == customer.DeletionNearType {
		if account.DeletesAt == nil {
			return "", uuid.Nil, nil, nil
		}
		d.On = *account.DeletesAt
	}
	return account.ClientID, e.Stream, func(u accounts.User) []string {
		return []string{"{on}", written(d.On, u), "{in}", in}
	}, nil
}
