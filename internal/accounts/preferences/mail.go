package preferences

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// MailGroup is a group of notifications that share one mail setting.
type MailGroup string

// MailMode is when a person gets mail about unread notifications.
type MailMode string

// Groups and modes.
const (
	MailAsked     MailGroup = "asked"      // reviews, approvals, mentions and assignments
	MailNewOrders MailGroup = "new-orders" // orders that were placed
	MailComments  MailGroup = "comments"   // other comments
	MailDecisions MailGroup = "decisions"  // approved, or sent back for changes
	MailChanges   MailGroup = "changes"    // status changes and everything else

	MailAtOnce MailMode = "at-once"
	MailDaily  MailMode = "daily"
	MailOff    MailMode = "off"
)

// MailSettings holds the mode of each group.
type MailSettings map[MailGroup]MailMode

// DefaultMail returns the settings of people who have not changed them: mail at once about what somebody
// else did for them, and once a day about the rest (D-78).
func DefaultMail() MailSettings {
	return MailSettings{
		MailAsked:     MailAtOnce,
		MailNewOrders: MailAtOnce,
		MailComments:  MailAtOnce,
		MailDecisions: MailAtOnce,
		MailChanges:   MailDaily,
	}
}

// ErrMailSettings means that settings are incomplete or contain unknown groups or modes.
var ErrMailSettings = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "profile.mail_settings",
	Message: "Choose at once, daily or off for each kind of notification.",
}

func (m MailSettings) valid() bool {
	all := DefaultMail()
	for g, mode := range m {
		if _, known := all[g]; !known || !slices.Contains([]MailMode{MailAtOnce, MailDaily, MailOff}, mode) {
			return false
		}
	}
	return len(m) == len(all)
}

// MailSettings returns the settings of people. The result has an entry for everyone requested.
func (s *Store) MailSettings(ctx context.Context, people ...uuid.UUID) (map[uuid.UUID]MailSettings, error) {
	all := make(map[uuid.UUID]MailSettings, len(people))
	for _, p := range people {
		all[p] = DefaultMail()
	}
	rows, err := s.pool.Query(ctx, "select person, grp, mode from mail_settings where person = any($1)", people)
	if err != nil {
		return nil, dberror.Of("mail settings", err)
	}
	var person uuid.UUID
	var group MailGroup
	var mode MailMode
	_, err = pgx.ForEachRow(rows, []any{&person, &group, &mode}, func() error {
		all[person][group] = mode
		return nil
	})
	return all, dberror.Of("mail settings", err)
}

// SetMail stores a person's settings. It returns ErrMailSettings if they are invalid.
func (s *Store) SetMail(ctx context.Context, person uuid.UUID, m MailSettings) error {
	if !m.valid() {
		return ErrMailSettings
	}
	groups := slices.Sorted(maps.Keys(m))
	modes := make([]string, len(groups))
	for i, g := range groups {
		modes[i] = string(m[g])
	}
	_, err := s.pool.Exec(ctx, `insert into mail_settings (person, grp, mode, changed_at)
		select u.id, c.grp, c.mode, $4 from users u, unnest($2::text[], $3::text[]) c (grp, mode) where u.id = $1
		on conflict (person, grp) do update set mode = excluded.mode, changed_at = excluded.changed_at where mail_settings.mode <> excluded.mode`,
		person, groups, modes, s.clock().UTC().Truncate(time.Microsecond))
	return dberror.Of("mail settings", err)
}

// Subscription is what the unsubscribe link in a mail ends: mail about a group, or the daily mail.
type Subscription string

// DailyMail is the subscription to the daily mail. Ending it turns off all groups that the daily
// mail includes.
const DailyMail Subscription = "daily-mail"

// codes identify subscriptions in tokens. They must never change.
var codes = map[Subscription]byte{
	Subscription(MailAsked):     1,
	Subscription(MailComments):  2,
	Subscription(MailChanges):   3,
	DailyMail:                   4,
	Subscription(MailNewOrders): 5,
	Subscription(MailDecisions): 6,
}

// Unsubscribe ends a subscription. Repeating it has no effect.
func (s *Store) Unsubscribe(ctx context.Context, person uuid.UUID, from Subscription) error {
	all, err := s.MailSettings(ctx, person)
	if err != nil {
		return err
	}
	m := all[person]
	for g, mode := range m {
		if Subscription(g) == from || from == DailyMail && mode == MailDaily {
			m[g] = MailOff
		}
	}
	return s.SetMail(ctx, person, m)
}

// UnsubscribeTokens creates and reads the tokens of unsubscribe links. A token identifies a person
// and a subscription. It never expires and is valid for nothing else.
type UnsubscribeTokens struct{ signer secrets.Signer }

// NewUnsubscribeTokens returns the tokens that are signed with a key.
func NewUnsubscribeTokens(key []byte) UnsubscribeTokens {
	return UnsubscribeTokens{secrets.NewSigner(key)}
}

const subjectSize = 16 + 1 // a person and a code

// Token returns the token of a person's subscription.
func (u UnsubscribeTokens) Token(person uuid.UUID, from Subscription) string {
	return u.signer.Sign(slices.Concat(person[:], []byte{codes[from]}), toUnsubscribe)
}

// Read returns the person and the subscription of a token. It returns false if the token was not
// signed with this key.
func (u UnsubscribeTokens) Read(token string) (person uuid.UUID, from Subscription, ok bool) {
	subject, ok := u.signer.Open(token, subjectSize, toUnsubscribe)
	if !ok {
		return uuid.Nil, "", false
	}
	for s, code := range codes {
		if code == subject[subjectSize-1] {
			return uuid.UUID(subject[:16]), s, true
		}
	}
	return uuid.Nil, "", false
}

func toUnsubscribe(subject []byte) []byte { return slices.Concat([]byte("unsubscribe\x00"), subject) }
