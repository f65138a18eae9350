// Package webhooks is the read model of the webhooks of accounts and of the provider.
package webhooks

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "webhooks"

var table = &rowset.Table{Name: "webhook_endpoints", Key: []string{"id"}}

// Projection folds the events of webhooks, and those that end or halt the account that they belong to.
func Projection() engine.Projection {
	return engine.Projection{
		Name:   Name,
		Tables: []*rowset.Table{table},
		Gather: engine.Briefly,
		Reducers: engine.Reducers{
			webhook.AddedType: engine.On(added),
			webhook.ChangedType: engine.On(func(b *rowset.Batch, e domain.Event, d *webhook.Changed) error {
				return set(b, e, d.Endpoint, "host", d.Host, "types", append([]string{}, d.Types...))
			}),
			webhook.RotatedType: engine.On(func(b *rowset.Batch, e domain.Event, d *webhook.Rotated) error {
				return set(b, e, d.Endpoint)
			}),
			webhook.PausedType: engine.On(func(b *rowset.Batch, e domain.Event, d *webhook.Paused) error {
				return set(b, e, d.Endpoint, "state", string(webhook.Halted), "cause", string(d.Cause))
			}),
			webhook.ResumedType: engine.On(func(b *rowset.Batch, e domain.Event, d *webhook.Resumed) error {
				return set(b, e, d.Endpoint, "state", string(webhook.Active), "cause", "", "turned", e.Position)
			}),
			webhook.ReplayedType: engine.On(func(b *rowset.Batch, e domain.Event, d *webhook.Replayed) error {
				return set(b, e, d.Endpoint, "turned", e.Position, "replay", d.After, "replayed", e.Position)
			}),
			webhook.RemovedType: engine.On(func(b *rowset.Batch, _ domain.Event, d *webhook.Removed) error {
				b.Delete(table, d.Endpoint)
				return nil
			}),
			customer.DeletionRequestedType: leaving(true),
			customer.DeletionTakenBackType: leaving(false),
			customer.DeletedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *customer.WasDeleted) error {
				return b.Exec("delete from {webhook_endpoints} where customer = $1", e.Stream)
			}),
		},
	}
}

func added(b *rowset.Batch, e domain.Event, d *webhook.Added) error {
	b.Upsert(table, d.Endpoint, rowset.Set{
		"stream":     e.Stream,
		"client":     d.Home.Client,
		"customer":   rowset.Optional(d.Home.Customer),
		"host":       d.Host,
		"types":      append([]string{}, d.Types...),
		"state":      string(webhook.Active),
		"cause":      "",
		"leaving":    false,
		"added_by":   rowset.Optional(e.Meta.Actor),
		"added_at":   e.OccurredAt,
		"changed_at": e.OccurredAt,
		"added":      e.Position,
		"turned":     e.Position,
		"replay":     0,
		"replayed":   0,
		"position":   e.Position,
	})
	return nil
}

func set(b *rowset.Batch, e domain.Event, id uuid.UUID, pairs ...any) error {
	b.Update(table, id, append(pairs, "changed_at", e.OccurredAt, "position", e.Position)...)
	return nil
}

// leaving stops what an account is sent while its deletion is requested.
func leaving(is bool) engine.Reducer {
	return func(b *rowset.Batch, e domain.Event) error {
		return b.Exec("update {webhook_endpoints} set leaving = $2 where customer = $1", e.Stream, is)
	}
}

// Endpoint is an endpoint.
type Endpoint struct {
	webhook.Endpoint
	Home      webhook.Home
	Cause     webhook.Cause // of a pause
	Leaving   bool          // the deletion of its account is requested
	AddedAt   time.Time
	ChangedAt time.Time
	Added     int64 // position of its first event
	Turned    int64 // position of the last replay or resumption, or of the first event
	Replay    int64 // the last replay begins after this position
	Replayed  int64 // position of the last replay itself, 0 for none
}

// Queries reads the read model.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// Of returns the endpoints of a home, at most webhook.MaxEndpoints, the oldest first.
func (q *Queries) Of(ctx context.Context, h webhook.Home) ([]Endpoint, error) {
	return q.list(
		ctx, "where stream = $1 order by added_at, id limit $2", webhook.StreamOf(h), webhook.MaxEndpoints,
	)
}

// One returns an endpoint of a home, or domain.ErrNotFound.
func (q *Queries) One(ctx context.Context, h webhook.Home, id uuid.UUID) (Endpoint, error) {
	found, err := q.list(ctx, "where stream = $1 and id = $2", webhook.StreamOf(h), id)
	if err == nil && len(found) == 0 {
		err = domain.ErrNotFound
	}
	if err != nil {
		return Endpoint{}, err
	}
	return found[0], nil
}

// Open returns the endpoints that are sent something now, of all homes.
func (q *Queries) Open(ctx context.Context) ([]Endpoint, error) {
	return q.list(ctx, "where state = $1 and not leaving", string(webhook.Active))
}

func (q *Queries) list(ctx context.Context, which string, args ...any) ([]Endpoint, error) {
	rows, err := q.pool.Query(
		ctx,
		`select id, client, coalesce(customer, '00000000-0000-0000-0000-000000000000'), host, types, state, cause, leaving, added_at,
			changed_at, added, turned, replay, replayed from webhook_endpoints `+which,
		args...,
	)
	if err != nil {
		return nil, dberror.Of("webhooks", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Endpoint, err error) {
		return e, row.Scan(
			&e.ID, &e.Home.Client, &e.Home.Customer, &e.Host, &e.Types, &e.State, &e.Cause, &e.Leaving, &e.AddedAt,
			&e.ChangedAt, &e.Added, &e.Turned, &e.Replay, &e.Replayed,
		)
	})
	return found, dberror.Of("webhooks", err)
}
