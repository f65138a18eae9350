// Package idempotency stores the outcomes of commands that appended no events, in PostgreSQL.
package idempotency

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
)

// Store implements commands.Outcomes.
type Store struct{ pool *pgxpool.Pool }

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

var _ commands.Outcomes = (*Store)(nil)

// refusal is the stored form of a domain.Error.
type refusal struct {
	Code    domain.Code     `json:"code"`
	Reason  string          `json:"reason"`
	Message string          `json:"message"`
	Details []string        `json:"details,omitempty"`
	Refusal *domain.Refusal `json:"refusal,omitempty"`
}

// Find returns the stored outcome of a command, or nil if none is stored. It returns
// domain.ErrUnavailable if the database does not answer.
func (s *Store) Find(ctx context.Context, id uuid.UUID) (*commands.Outcome, error) {
	o := commands.Outcome{CommandID: id}
	var kept, state []byte
	err := s.pool.QueryRow(ctx, `select at, coalesce(actor, $2), coalesce(impersonator, $2), role, command, fingerprint, request, via, coalesce(stream_id, $2), version, position, refusal, state
		from command_outcomes where command_id = $1`, id, uuid.Nil).
		Scan(&o.At, &o.Meta.Actor, &o.Meta.Impersonator, &o.Meta.Role, &o.Meta.Command, &o.Meta.Fingerprint, &o.Meta.Request, &o.Meta.Via, &o.Stream, &o.Version, &o.Position, &kept, &state)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, domain.ErrUnavailable.From(fmt.Errorf("find an outcome: %w", err))
	}
	if kept != nil {
		var r refusal
		if err := json.Unmarshal(kept, &r); err != nil {
			return nil, fmt.Errorf("outcome of command %s: %w", id, err)
		}
		o.Error = &domain.Error{
			Code:    r.Code,
			Reason:  r.Reason,
			Message: r.Message,
			Details: r.Details,
			Refusal: r.Refusal,
		}
	}
	o.State = state
	return &o, nil
}

// Keep stores an outcome and returns nil. If one is already stored for the same command id, Keep
// leaves it in place and returns it.
func (s *Store) Keep(ctx context.Context, o commands.Outcome) (*commands.Outcome, error) {
	var kept []byte
	if e := o.Error; e != nil {
		var err error
		if kept, err = json.Marshal(refusal{e.Code, e.Reason, e.Message, e.Details, e.Refusal}); err != nil {
			return nil, err
		}
	}
	tag, err := s.pool.Exec(
		ctx,
		`insert into command_outcomes (command_id, at, actor, role, command, fingerprint, request, via, stream_id, version, position, refusal, state, impersonator)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, nullif($14, '00000000-0000-0000-0000-000000000000'::uuid)) on conflict (command_id) do nothing`,
		o.CommandID,
		o.At,
		o.Meta.Actor,
		o.Meta.Role,
		o.Meta.Command,
		o.Meta.Fingerprint,
		o.Meta.Request,
		o.Meta.Via,
		o.Stream,
		o.Version,
		o.Position,
		kept,
		[]byte(o.State),
		o.Meta.Impersonator,
	)
	if err != nil {
		return nil, fmt.Errorf("keep an outcome: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return s.Find(ctx, o.CommandID)
	}
	return nil, nil
}
