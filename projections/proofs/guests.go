package proofs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// guests are the invitations to review attachments without an account.
var guests = &rowset.Table{Name: "guest_invitations", Key: []string{"id"}}

var guestReducers = engine.Reducers{
	guest.InvitedType: engine.On(func(b *rowset.Batch, e domain.Event, d *guest.Invited) error {
		b.Upsert(guests, e.Stream, rowset.Set{
			"order_id":      d.Order,
			"attachments":   d.Attachments,
			"inviter":       rowset.Optional(e.Meta.Actor),
			"invited_at":    e.OccurredAt,
			"expires_at":    d.Expires,
			"with_password": d.WithPassword,
			"entered_at":    nil,
			"revoked_at":    nil,
			"version":       e.Version,
			"position":      e.Position,
		})
		return nil
	}),
	guest.EnteredType: engine.On(func(b *rowset.Batch, e domain.Event, _ *guest.Entered) error {
		b.Update(guests, e.Stream, "entered_at", e.OccurredAt, "version", e.Version, "position", e.Position)
		return nil
	}),
	guest.RevokedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *guest.Revoked) error {
		b.Update(guests, e.Stream, "revoked_at", e.OccurredAt, "version", e.Version, "position", e.Position)
		return nil
	}),
}

// Invitation is an invitation to an order. The rules of guest.Guest apply to it too.
type Invitation struct {
	guest.Guest
	WithPassword bool
	InvitedAt    time.Time
	EnteredAt    *time.Time
	RevokedAt    *time.Time
}

const maxInvitations = 500

// Guests lists the invitations of an order, newest first, 500 at most.
func (q *Queries) Guests(ctx context.Context, orderID uuid.UUID) ([]Invitation, error) {
	rows, err := q.pool.Query(
		ctx,
		`select id, order_id, attachments, coalesce(inviter, $1), invited_at, expires_at, with_password, entered_at, revoked_at, version, position
		from guest_invitations where order_id = $2 order by invited_at desc, id limit $3`,
		uuid.Nil,
		orderID,
		maxInvitations,
	)
	if err != nil {
		return nil, dberror.Of("guests", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (i Invitation, err error) {
		err = row.Scan(
			&i.ID, &i.Order, &i.Attachments, &i.Inviter, &i.InvitedAt, &i.Expires, &i.WithPassword, &i.EnteredAt,
			&i.RevokedAt, &i.Version, &i.Position,
		)
		i.Entered, i.Revoked = i.EnteredAt != nil, i.RevokedAt != nil
		return i, err
	})
	return found, dberror.Of("guests", err)
}
