package board

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Section is what the orders of a part of somebody's own work wait for (BY-058).
type Section string

// Sections of customers, of operators, and of those who manage.
const (
	ToApprove  Section = "to-approve"
	ToAnswer   Section = "to-answer" // somebody else had the last word in a thread
	InQueue    Section = "waiting"
	OnTimer    Section = "running"
	SentBack   Section = "sent-back" // from a review
	ToDo       Section = "to-do"
	Unassigned Section = "unassigned"
	Overdue    Section = "overdue"
	LongReview Section = "long-review"
	Stuck      Section = "stuck" // nothing has changed for long
)

// MostWork is up to how many orders of a section are counted.
const MostWork = 100

// Agenda is what is asked for of somebody's own work.
type Agenda struct {
	Sections []Section
	Sight    Sight
	Asked    []uuid.UUID // orders with a workflow that ask this person now
	Now      time.Time
	LongAgo  time.Time // what has not changed since then is stuck
	Limit    int       // orders of a section
}

// Line is an order that waits for a person.
type Line struct {
	Card

	Section             Section
	Total               int       // orders of its section, at most MostWork+1
	Attachment, Version uuid.UUID // of the newest thread that waits for an answer
	Answers             int       // threads that wait for an answer
}

const (
	active = "'ready-to-go', 'in-progress', 'gr-revision', 'in-review'"
	// begun are the orders that are worked on or wait for it.
	begun = active + ", 'queue'"

	byDue = "c.due asc nulls last, c.id"
)

// threads is the SQL of the open threads of the order c that a person sees and in which somebody else
// had the last word.
func (g *Agenda) threads(w *where, to domain.Actor) string {
	side := "m.client_id = " + w.arg(to.ClientID)
	if to.CustomerID != uuid.Nil {
		side += " and m.customer_id = " + w.arg(to.CustomerID)
	}
	return ` from topics t join proof_attachments a on a.id = t.attachment_id
		left join lateral (select k.author from topic_comments k where k.topic_id = t.id order by k.at desc, k.id desc limit 1) last on true
		where t.order_id = c.id and not t.resolved and (t.public or ` + w.arg(g.Sight.Internal) + `)
			and (` + g.Sight.file(w, "v.id = t.version_id") + `)
			and not exists (select from account_members m where m.person = coalesce(last.author, t.author) and ` + side + `)`
}

// mine is the condition for the orders of a person: those of a customer's account, or those that
// somebody of the provider works on or manages.
func mine(w *where, to domain.Actor) string {
	switch {
	case to.Role.IsCustomer():
		return "true"
	case to.Role == domain.Operator:
		return "c.operator = " + w.arg(to.ID)
	}
	return "c.manager = " + w.arg(to.ID)
}

// managed is the condition for the orders that somebody manages, or nobody.
func managed(w *where, to domain.Actor) string { return "(" + mine(w, to) + " or c.manager is null)" }

// part returns the condition of the orders of a section, and their order.
func (g *Agenda) part(w *where, s Section, to domain.Actor) (condition, order string) {
	switch s {
	case ToApprove:
		reviews := "true" // as order.Summary.ReviewActions
		if to.Role == domain.Staff && !to.IsApprover {
			me := w.arg(to.ID)
			reviews = "(c.creator = " + me + " or " + me + " = any(c.collaborators))"
		}
		condition = "c.status = 'in-review' and (c.id = any(" + w.arg(
			g.Asked,
		) + ") or c.route is null and " + reviews + ")"
		return condition, byDue
	case ToAnswer:
		return "c.status in (" + active + ", 'on-hold') and " + mine(
			w,
			to,
		) + " and exists (select" + g.threads(
			w,
			to,
		) + ")", byDue
	case InQueue:
		return "c.status = 'queue'", "c.rank, c.id"
	case OnTimer:
		return "c.work_by = " + w.arg(to.ID), byDue
	case SentBack:
		return mine(w, to) + " and c.work_by is distinct from " + w.arg(to.ID) +
			" and (c.status = 'gr-revision' or c.status = 'in-progress' and c.shown_until > 0)", byDue
	case ToDo:
		return mine(w, to) + " and c.work_by is distinct from " + w.arg(to.ID) +
			" and (c.status = 'ready-to-go' or c.status = 'in-progress' and c.shown_until = 0)", byDue
	case Unassigned:
		return managed(w, to) + " and c.operator is null and c.status in (" + active + ")", byDue
	case Overdue:
		return managed(
			w,
			to,
		) + " and c.operator is not null and c.status in (" + begun + ") and " + g.late(
			w,
		), byDue
	case LongReview:
		return managed(w, to) + " and c.operator is not null and c.status = 'in-review' and c.review_began < " +
			w.arg(g.LongAgo) + " and not " + g.late(w), "c.review_began, c.id"
	case Stuck:
		return managed(
			w,
			to,
		) + " and c.operator is not null and c.status in ('ready-to-go', 'in-progress', 'gr-revision')" +
			" and c.updated_at < " + w.arg(
			g.LongAgo,
		) + " and not " + g.late(
			w,
		), "c.updated_at, c.id"
	}
	return "false", "c.id"
}

func (g *Agenda) late(w *where) string { return "coalesce(c.due < " + w.arg(g.Now) + ", false)" }

// Agenda returns the orders that wait for a person, by section in the order asked for, with one query.
func (q *Queries) Agenda(ctx context.Context, to domain.Actor, g Agenda) ([]Line, error) {
	if len(g.Sections) == 0 {
		return nil, nil
	}
	w := visible(to)
	seen, answer := w.sql(), "null::uuid, null::uuid, 0::bigint"
	parts, threads := make([]string, len(g.Sections)), ""
	for i, s := range g.Sections {
		condition, order := g.part(w, s, to)
		parts[i] = fmt.Sprintf(
			`select %d as section, c.*, row_number() over (order by %s) as nth from (
			select c.* from board_cards c where %s and not c.archived and not c.frozen and %s order by %s limit %d) c`,
			i, order, seen, condition, order, MostWork+1,
		)
		if s == ToAnswer {
			answer = "answer.attachment, answer.version, coalesce(answer.n, 0)"
			threads = fmt.Sprintf(
				` left join lateral (select count(*) as n, (array_agg(t.attachment_id order by t.opened_at desc, t.id))[1] as attachment,
				(array_agg(t.version_id order by t.opened_at desc, t.id))[1] as version%s) answer on c.section = %d`,
				g.threads(w, to),
				i,
			)
		}
	}
	sql := `select ` + listed + `, c.section, c.total, ` + answer + ` from (
		select c.*, count(*) over (partition by c.section) as total from (` + strings.Join(parts, " union all ") + `) c) c` + threads +
		` where c.nth <= ` + w.arg(g.Limit) + ` order by c.section, c.nth`
	lines, err := collect(ctx, q, sql, w.planned(), func(row pgx.CollectableRow) (l Line, err error) {
		var place, section int
		l.Card, err = scan(
			row, &place, &section, &l.Total, (*optionalID)(&l.Attachment), (*optionalID)(&l.Version), &l.Answers,
		)
		l.Place, l.Section = place, g.Sections[section]
		return l, err
	})
	return lines, dberror.Of("own work", err)
}

// RoutedFor returns the orders in review that a person sees and in whose workflow they are named, at
// most MostWork.
func (q *Queries) RoutedFor(ctx context.Context, to domain.Actor) ([]Routed, error) {
	w := visible(to)
	named := "jsonb_path_exists(c.route, '$.steps[*].approvers[*] ? (@ == $me)', jsonb_build_object('me', " +
		w.arg(to.ID.String()) + "::text))"
	found, err := collect(
		ctx, q, "select c.id"+reviewed+" from board_cards c where "+w.sql()+
			" and c.route is not null and c.status = 'in-review' and not c.archived and "+named+
			" order by c.id limit "+w.arg(MostWork),
		w.planned(), scanRouted,
	)
	return found, dberror.Of("routes in review", err)
}
