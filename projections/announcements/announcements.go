// Package announcements is the read model of what the provider announces.
package announcements

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "announcements"

var table = &rowset.Table{Name: "announcements", Key: []string{"id"}}

// Projection folds the events of announcements.
func Projection() engine.Projection {
	return engine.Projection{
		Name:   Name,
		Tables: []*rowset.Table{table},
		Gather: engine.Briefly,
		Reducers: engine.Reducers{
			announcement.PublishedType: engine.On(
				func(b *rowset.Batch, e domain.Event, d *announcement.Published) error {
					b.Upsert(table, e.Stream, rowset.Set{
						"content":      d.Content,
						"starts":       d.Starts,
						"ends":         ends(d.Content),
						"withdrawn":    false,
						"published_at": e.OccurredAt,
						"version":      e.Version,
						"position":     e.Position,
					})
					return nil
				},
			),
			announcement.ChangedType: engine.On(func(b *rowset.Batch, e domain.Event, d *announcement.Changed) error {
				b.Update(
					table,
					e.Stream,
					"content",
					d.Content,
					"starts",
					d.Starts,
					"ends",
					ends(d.Content),
					"version",
					e.Version,
					"position",
					e.Position,
				)
				return nil
			}),
			announcement.WithdrawnType: engine.On(
				func(b *rowset.Batch, e domain.Event, _ *announcement.Withdrawn) error {
					b.Update(table, e.Stream, "withdrawn", true, "version", e.Version, "position", e.Position)
					return nil
				},
			),
		},
	}
}

// ends returns when content ends, or nil for an open end.
func ends(c announcement.Content) any {
	if c.Ends.IsZero() {
		return nil
	}
	return c.Ends
}

// Announcement is one row.
type Announcement struct {
	ID uuid.UUID
	announcement.Content
	Withdrawn bool
	Published time.Time
	Version   int
}

// State returns whether people are shown the announcement.
func (a Announcement) State(now time.Time) announcement.State {
	if a.Withdrawn {
		return announcement.Retracted
	}
	return a.StateAt(now)
}

// Most is the largest number of announcements in an answer.
const Most = 200

// Queries reads the read model.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// Newest returns the newest announcements, at most Most.
func (q *Queries) Newest(ctx context.Context) ([]Announcement, error) {
	return q.list(ctx, "true")
}

// Open returns the newest announcements that are shown or will be, at most Most.
func (q *Queries) Open(ctx context.Context, now time.Time) ([]Announcement, error) {
	return q.list(ctx, "not withdrawn and (ends is null or ends > $2)", now)
}

func (q *Queries) list(ctx context.Context, which string, args ...any) ([]Announcement, error) {
	rows, err := q.pool.Query(
		ctx,
		"select id, content, withdrawn, published_at, version from announcements where "+which+
			" order by published_at desc, id limit $1",
		append([]any{Most}, args...)...,
	)
	if err != nil {
		return nil, dberror.Of("announcements", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (a Announcement, err error) {
		return a, row.Scan(&a.ID, &a.Content, &a.Withdrawn, &a.Published, &a.Version)
	})
	return found, dberror.Of("announcements", err)
}
