package mailer

import (
	"context"
	"errors"
	"time"
	_ "time/tzdata" // time zone data, for machines that have none

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/eventstore/ledger"
	"github.com/proofboard/proofboard/projections/notifications"
)

const (
	keptLate   = 24 * time.Hour     // after an outage, single mails skip older notifications
	keptDaily  = 3 * 24 * time.Hour // daily mails skip older notifications
	digestHour = 8                  // in the person's time zone
)

// groupOf returns the mail setting that applies to a kind of notification.
func groupOf(k inbox.Kind) preferences.MailGroup {
	switch k {
	case inbox.Mentioned, inbox.ReviewRequested, inbox.ApprovalAsked, inbox.ApprovalDue, inbox.ApprovalOverdue,
		inbox.Assigned, inbox.CollaboratorAdded, inbox.EstimateAsked,
		inbox.OrderDue, inbox.OrderOverdue:
		return preferences.MailAsked
	case inbox.OrderPublished:
		return preferences.MailNewOrders
	case inbox.Commented, inbox.MessageWritten:
		return preferences.MailComments
	case inbox.OrderApproved, inbox.OrderReturned, inbox.VersionApproved, inbox.VersionRevised, inbox.VersionRejected:
		return preferences.MailDecisions
	}
	return preferences.MailChanges
}

func mailing(mode preferences.MailMode) notifications.Mailing {
	m := notifications.Mailing{Mode: string(mode), Effect: effect}
	fallback := preferences.DefaultMail()
	for _, k := range inbox.Kinds() {
		g := groupOf(k)
		m.Kinds = append(
			m.Kinds, notifications.MailKind{Kind: string(k), Group: string(g), Default: string(fallback[g])},
		)
	}
	return m
}

// Every returns the interval between two runs of Late and of Digest.
func (c Config) Every() time.Duration { return min(max(c.Wait/4, time.Second), time.Minute) }

// Late sends mails about notifications that have stayed unread for Wait, to people who chose immediate
// mail. What has come together is in one mail for each setting, so that ten comments are not ten mails.
func (c Config) Late(ctx context.Context) error {
	now := c.Clock()
	m := mailing(preferences.MailAtOnce)
	m.From, m.Until, m.SinceChanged = now.Add(-keptLate), now.Add(-c.Wait), true
	return c.everyone(ctx, m, func(_ uuid.UUID, all []notifications.Unmailed) error {
		groups := map[preferences.MailGroup][]notifications.Unmailed{}
		for _, n := range all {
			groups[groupOf(n.Kind)] = append(groups[groupOf(n.Kind)], n)
		}
		var errs []error
		for _, together := range groups {
			errs = append(errs, c.prompt(ctx, together))
		}
		return errors.Join(errs...)
	})
}

// Digest sends the daily mails that are due. A daily mail lists the unread notifications from
// before 08:00 in the person's time zone.
func (c Config) Digest(ctx context.Context) error {
	now := c.Clock()
	m := mailing(preferences.MailDaily)
	m.From, m.Until = now.Add(-keptDaily), now
	return c.everyone(ctx, m, func(person uuid.UUID, all []notifications.Unmailed) error {
		names, err := c.People.Names(ctx, accounts.Wanted{People: []uuid.UUID{person}})
		if err != nil {
			return err
		}
		due := dueAt(now, names.People[person].TimeZone)
		var old []notifications.Unmailed
		for _, n := range all {
			if !n.At.After(due) {
				old = append(old, n)
			}
		}
		if len(old) == 0 {
			return nil
		}
		return c.digest(ctx, person, due, old)
	})
}

// dueAt returns the most recent 08:00 in a time zone. An unknown zone counts as UTC.
func dueAt(now time.Time, zone string) time.Time {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		loc = time.UTC
	}
	y, month, d := now.In(loc).Date()
	due := time.Date(y, month, d, digestHour, 0, 0, 0, loc)
	if due.After(now) {
		due = time.Date(y, month, d-1, digestHour, 0, 0, 0, loc)
	}
	return due
}

// errSent rolls back the ledger entries: today's mail has already been sent.
var errSent = errors.New("sent today")

// digest sends a person's daily mail, once a day. It records the notifications in the mail, so that
// no other mail repeats them.
func (c Config) digest(ctx context.Context, person uuid.UUID, due time.Time, all []notifications.Unmailed) error {
	today := ledger.Effect{Effect: "daily mail " + person.String() + " " + due.Format(time.DateOnly)}
	if sent, err := c.Ledger.Done(ctx, today.Position, today.Effect); err != nil || sent {
		return err
	}
	effects := []ledger.Effect{today}
	for _, n := range all {
		effects = append(effects, ledger.Effect{Position: n.Position, Effect: effect})
	}
	err := c.Ledger.Once(ctx, effects, func(ctx context.Context, fresh []bool) error {
		if !fresh[0] {
			return errSent
		}
		var left []notifications.Unmailed
		for i, n := range all {
			if fresh[i+1] {
				left = append(left, n)
			}
		}
		s, err := c.sight(ctx, person, left)
		if err != nil || len(s.seen) == 0 {
			return err
		}
		m, err := c.digestMail(ctx, s, due)
		return c.send(ctx, m, err)
	})
	if errors.Is(err, errSent) {
		return nil
	}
	return err
}

// everyone calls do with the unread notifications of each person. An error for one person does not
// stop the mail of the others.
func (c Config) everyone(
	ctx context.Context,
	m notifications.Mailing,
	do func(uuid.UUID, []notifications.Unmailed) error,
) error {
	var errs []error
	for ctx.Err() == nil {
		page, err := c.Inbox.Unmailed(ctx, m)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		more := len(page) == notifications.MaxUnmailed
		for len(page) > 0 {
			n := 1
			for n < len(page) && page[n].Person == page[0].Person {
				n++
			}
			if n == len(page) && more && n < notifications.MaxUnmailed {
				break // the rest of this person's notifications are on the next page
			}
			m.After = page[0].Person
			errs = append(errs, do(page[0].Person, page[:n]))
			page = page[n:]
		}
		if !more {
			break
		}
	}
	return errors.Join(errs...)
}
