package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Refused is a command that was refused, with its sender and the rule that refused it (BY-025).
type Refused struct {
	ID    uuid.UUID // of the command
	At    time.Time
	Actor uuid.UUID // Nil for the system
	// Impersonator is the admin who did it in the actor's name (D-48), or Nil if the actor did.
	Impersonator uuid.UUID
	Role         string
	Command      string
	Via          string
	Reason       string
	Message      string
	Details      []string
	Refusal      *domain.Refusal // the rule of a refused move or action
	Order        Order
}

// Place is the end of a page of refusals.
type Place struct {
	At time.Time
	ID uuid.UUID
}

// Refusals lists the commands refused before a place, newest first. The zero place starts at the
// newest. It ignores the types and the surface of the filter.
func (q *Queries) Refusals(ctx context.Context, f Filter, before Place, limit int) ([]Refused, error) {
	var a args
	none := a.add(uuid.Nil)
	where := []string{"c.refusal is not null"}
	if !before.At.IsZero() {
		where = append(where, "(c.at, c.command_id) < ("+a.add(before.At)+", "+a.add(before.ID)+")")
	}
	if !f.From.IsZero() {
		where = append(where, "c.at >= "+a.add(f.From))
	}
	if !f.To.IsZero() {
		where = append(where, "c.at <= "+a.add(f.To))
	}
	if f.Person != uuid.Nil {
		where = append(where, "c.actor = "+a.add(f.Person))
	}
	if f.Order != uuid.Nil {
		order := a.add(f.Order)
		where = append(
			where,
			"(c.stream_id = "+order+" or c.stream_id in (select id from timeline_streams where order_id = "+order+"))",
		)
	}
	rows, err := q.pool.Query(
		ctx,
		`select c.command_id, c.at, coalesce(c.actor, `+none+`), coalesce(c.impersonator, `+none+`), c.role, c.command, c.via, c.refusal::text,
		coalesce(s.order_id, `+none+`), coalesce(b.prefix, ''), coalesce(b.number, 0), coalesce(b.name, '')
		from command_outcomes c left join timeline_streams s on s.id = c.stream_id left join board_cards b on b.id = s.order_id
		where `+strings.Join(
			where,
			" and ",
		)+" order by c.at desc, c.command_id desc limit "+a.add(
			limit,
		),
		a...)
	if err != nil {
		return nil, dberror.Of("refusals", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Refused, err error) {
		var kept []byte
		if err := row.Scan(
			&r.ID,
			&r.At,
			&r.Actor,
			&r.Impersonator,
			&r.Role,
			&r.Command,
			&r.Via,
			&kept,
			&r.Order.ID,
			&r.Order.Number.Prefix,
			&r.Order.Number.N,
			&r.Order.Name,
		); err != nil {
			return r, err
		}
		var why struct {
			Reason  string          `json:"reason"`
			Message string          `json:"message"`
			Details []string        `json:"details"`
			Refusal *domain.Refusal `json:"refusal"`
		}
		if err := json.Unmarshal(kept, &why); err != nil {
			return r, fmt.Errorf("outcome of command %s: %w", r.ID, err)
		}
		r.Reason, r.Message, r.Details, r.Refusal = why.Reason, why.Message, why.Details, why.Refusal
		return r, nil
	})
	return found, dberror.Of("refusals", err)
}
