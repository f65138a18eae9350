package notifications

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Unmailed is an unread notification for which no mail was sent.
type Unmailed struct {
	inbox.Notified
	Person   uuid.UUID
	Position int64
	At       time.Time
}

// Mailing limits the notifications to look for.
type Mailing struct {
	From, Until  time.Time  // from From, until Until
	Mode         string     // mode of the mail settings
	SinceChanged bool       // only those since the person chose this mode
	Kinds        []MailKind // every kind that mail may be sent for
	Effect       string     // name in the ledger of sent mail
	After        uuid.UUID  // only people after this one
}

// MailKind names the mail setting of a kind of notification, and its default.
type MailKind struct{ Kind, Group, Default string }

// MaxUnmailed is the largest number that Unmailed returns, which is more than one person has.
const MaxUnmailed = 10_000

// Unmailed lists notifications that people have not read and that no mail was sent for, by person,
// oldest first.
func (q *Queries) Unmailed(ctx context.Context, m Mailing) ([]Unmailed, error) {
	kinds, groups, defaults := make([]string, len(m.Kinds)), make([]string, len(m.Kinds)), make([]string, len(m.Kinds))
	for i, k := range m.Kinds {
		kinds[i], groups[i], defaults[i] = k.Kind, k.Group, k.Default
	}
	rows, err := q.pool.Query(
		ctx,
		`select n.id, n.kind, n.grp, n.order_id, coalesce(n.attachment_id, $1), coalesce(n.version_id, $1), coalesce(n.topic_id, $1), coalesce(n.comment_id, $1),
			n.public, coalesce(n.by_whom, $1), n.status, n.person, n.position, n.at
		from notifications n
		join unnest($2::text[], $3::text[], $4::text[]) k (kind, grp, fallback) on k.kind = n.kind
		left join mail_settings s on s.person = n.person and s.grp = k.grp
		where not n.is_read and n.at > $5 and n.at <= $6 and coalesce(s.mode, k.fallback) = $7 and (not $8 or s.changed_at is null or n.at >= s.changed_at)
			and not exists (select from effects e where e.position = n.position and e.effect = $9) and n.person > $10
		order by n.person, n.position limit $11`,
		uuid.Nil,
		kinds,
		groups,
		defaults,
		m.From,
		m.Until,
		m.Mode,
		m.SinceChanged,
		m.Effect,
		m.After,
		MaxUnmailed,
	)
	if err != nil {
		return nil, dberror.Of("notifications", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (u Unmailed, err error) {
		return u, row.Scan(
			&u.Message, &u.Kind, &u.Group, &u.Order, &u.Proof, &u.Version, &u.Topic, &u.Comment, &u.Public, &u.By,
			&u.Status, &u.Person, &u.Position, &u.At,
		)
	})
	return all, dberror.Of("notifications", err)
}
