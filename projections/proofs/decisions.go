package proofs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Review is the newest version of a file for customer review, with what was decided about it on the
// order's workflow.
type Review struct {
	Order      uuid.UUID
	Attachment uuid.UUID
	ByCustomer bool
	Name       string
	Version    uuid.UUID
	Number     int
	Uploaded   time.Time
	Since      int64 // position of the event that added its file
	Checked    bool  // approved
	Journey    proof.Journey
	Reasons    map[int64]Reason // of rejections, by the position of the decision
	Positions  []int64          // of the votes of the journey
}

// Reason is why a person rejected a version. The text is sealed with their key.
type Reason struct {
	By   uuid.UUID
	Text string
}

// maxReviews is the largest number of files in an answer, for each order asked for.
const maxReviews = 500

// Reviews returns the files for customer review of orders, those that were added first in front.
func (q *Queries) Reviews(ctx context.Context, orders []uuid.UUID) ([]Review, error) {
	rows, err := q.pool.Query(
		ctx,
		`select a.order_id, a.id, a.by_customer, a.name, v.id, v.number, v.uploaded_at, v.since, v.checked
		from proof_attachments a join lateral (
			select * from proof_versions v where v.attachment_id = a.id order by v.number desc limit 1
		) v on true
		where a.order_id = any($1) and a.kind = $2 order by a.order_id, a.added_at, a.id limit $3`,
		orders, string(proof.CustomerReview), maxReviews*len(orders),
	)
	if err != nil {
		return nil, dberror.Of("reviews", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Review, err error) {
		return r, row.Scan(
			&r.Order, &r.Attachment, &r.ByCustomer, &r.Name, &r.Version, &r.Number, &r.Uploaded, &r.Since, &r.Checked,
		)
	})
	if err != nil || len(list) == 0 {
		return nil, dberror.Of("reviews", err)
	}
	return list, dberror.Of("decisions", q.decided(ctx, list))
}

// decided adds the decisions about the files that the versions have now.
func (q *Queries) decided(ctx context.Context, list []Review) error {
	of, ids := map[uuid.UUID]*Review{}, make([]uuid.UUID, len(list))
	for i := range list {
		ids[i], of[list[i].Version] = list[i].Version, &list[i]
	}
	rows, err := q.pool.Query(
		ctx,
		`select d.version_id, d.position, d.workflow, d.edition, d.anew, d.step, d.seat, d.person, d.approved, d.reason, d.decided_at
		from proof_decisions d join proof_versions v on v.id = d.version_id
		where d.version_id = any($1) and d.position > v.since order by d.position`,
		ids,
	)
	if err != nil {
		return err
	}
	var version uuid.UUID
	var reason string
	var d proof.Decision
	_, err = pgx.ForEachRow(rows, []any{
		&version, &d.Position, &d.Workflow, &d.Edition, &d.Anew, &d.Step, &d.Seat, &d.By, &d.Approved, &reason, &d.At,
	}, func() error {
		r := of[version]
		if d.Anew {
			r.Positions = nil
		}
		r.Journey, r.Positions = r.Journey.With(d), append(r.Positions, d.Position)
		if reason != "" {
			if r.Reasons == nil {
				r.Reasons = map[int64]Reason{}
			}
			r.Reasons[d.Position] = Reason{d.By, reason}
		}
		return nil
	})
	if err != nil {
		return err
	}
	rows, err = q.pool.Query(
		ctx,
		`select r.version_id, r.step, r.began, r.overdue from proof_reminders r join proof_versions v on v.id = r.version_id
		where r.version_id = any($1) and r.position > v.since order by r.position`,
		ids,
	)
	if err != nil {
		return err
	}
	var reminder proof.Reminder
	_, err = pgx.ForEachRow(rows, []any{&version, &reminder.Step, &reminder.Began, &reminder.Overdue}, func() error {
		of[version].Journey = of[version].Journey.After(reminder)
		return nil
	})
	return err
}
