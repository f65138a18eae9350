// Package approvals is the read model of the approval workflows of accounts.
package approvals

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/workflow"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "approvals"

var (
	workflows = &rowset.Table{Name: "approval_workflows", Key: []string{"stream", "id"}}
	choices   = &rowset.Table{Name: "approval_choices", Key: []string{"stream"}}
)

// Projection folds the events of workflows.
func Projection() engine.Projection {
	return engine.Projection{
		Name:   Name,
		Tables: []*rowset.Table{workflows, choices},
		Gather: engine.Briefly,
		Reducers: engine.Reducers{
			workflow.DraftSavedType:     engine.On(draftSaved),
			workflow.DraftDiscardedType: engine.On(draftDiscarded),
			workflow.PublishedType:      engine.On(published),
			workflow.RetiredType: engine.On(func(b *rowset.Batch, e domain.Event, d *workflow.Retired) error {
				return set(b, e, d.Workflow, "phase", string(workflow.OutOfForce), "draft", nil)
			}),
			workflow.ChosenType: engine.On(func(b *rowset.Batch, e domain.Event, d *workflow.Chosen) error {
				b.Upsert(choices, e.Stream, rowset.Set{
					"workflow": rowset.Optional(d.Workflow), "position": e.Position,
				})
				return nil
			}),
		},
	}
}

func set(b *rowset.Batch, e domain.Event, id uuid.UUID, pairs ...any) error {
	b.Update(workflows, rowset.Key(e.Stream, id), append(pairs, "changed_at", e.OccurredAt, "position", e.Position)...)
	return nil
}

func draftSaved(b *rowset.Batch, e domain.Event, d *workflow.DraftSaved) error {
	draft, err := json.Marshal(d.Draft)
	if err != nil {
		return err
	}
	return b.Exec(
		`insert into {approval_workflows} (id, stream, phase, draft, changed_at, position)
		values ($1, $2, $3, $4, $5, $6)
		on conflict (stream, id) do update set draft = excluded.draft, changed_at = excluded.changed_at, position = excluded.position`,
		d.Workflow, e.Stream, string(workflow.Drafted), string(draft), e.OccurredAt, e.Position,
	)
}

// draftDiscarded removes a workflow that was never published.
func draftDiscarded(b *rowset.Batch, e domain.Event, d *workflow.DraftDiscarded) error {
	err := b.Exec(
		"delete from {approval_workflows} where stream = $1 and id = $2 and edition = 0", e.Stream, d.Workflow,
	)
	if err != nil {
		return err
	}
	return set(b, e, d.Workflow, "draft", nil)
}

func published(b *rowset.Batch, e domain.Event, d *workflow.Published) error {
	content, err := json.Marshal(d.Draft)
	if err != nil {
		return err
	}
	return set(
		b, e, d.Workflow,
		"phase", string(workflow.InForce), "draft", nil, "published", string(content), "edition", d.Edition,
	)
}

// Workflow is a workflow of an account.
type Workflow struct {
	workflow.Workflow
	Chosen    bool // new orders pin it
	ChangedAt time.Time
}

// Queries reads the read model.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

const columns = `w.id, w.phase, w.draft, w.published, w.edition, w.changed_at, coalesce(c.workflow = w.id, false)
	from approval_workflows w left join approval_choices c on c.stream = w.stream`

// Of returns the workflows of an account, at most workflow.MaxWorkflows: the one of new orders first, then
// those in force, drafts, and retired ones, each by its last change.
func (q *Queries) Of(ctx context.Context, customer uuid.UUID) ([]Workflow, error) {
	rows, err := q.pool.Query(
		ctx,
		"select "+columns+` where w.stream = $1 order by coalesce(c.workflow = w.id, false) desc,
		array_position('{published,draft,retired}', w.phase), w.changed_at desc, w.id limit $2`,
		workflow.StreamOf(customer), workflow.MaxWorkflows,
	)
	if err != nil {
		return nil, dberror.Of("workflows", err)
	}
	found, err := pgx.CollectRows(rows, scan)
	return found, dberror.Of("workflows", err)
}

// One returns a workflow of an account, or domain.ErrNotFound.
func (q *Queries) One(ctx context.Context, customer, id uuid.UUID) (Workflow, error) {
	rows, err := q.pool.Query(
		ctx, "select "+columns+" where w.stream = $1 and w.id = $2", workflow.StreamOf(customer), id,
	)
	if err != nil {
		return Workflow{}, dberror.Of("workflow", err)
	}
	w, err := pgx.CollectExactlyOneRow(rows, scan)
	return w, dberror.Of("workflow", err)
}

func scan(row pgx.CollectableRow) (w Workflow, err error) {
	return w, row.Scan(&w.ID, &w.Phase, &w.Draft, &w.Published, &w.Edition, &w.ChangedAt, &w.Chosen)
}
