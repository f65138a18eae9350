package proofs

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Attachment is an attachment with versions, newest first. The rules of proof.Facts apply to it
// too.
type Attachment struct {
	ID       uuid.UUID
	Version  int   // of the last event
	Position int64 // of the last event
	proof.Facts
	AddedBy uuid.UUID
	Newest  []Version
	Count   int   // of its versions, including those that are not in Newest
	Checked bool  // one of its versions is checked
	Since   int64 // the least of its versions' Since
}

// Version is a version with the pictures made of its file.
type Version struct {
	proof.Version
	Thumbnail string // key of the thumbnail, empty if there is none (yet)
	Preview   Preview
	Picture   Picture
}

// Only returns the attachment with the versions for which keep returns true.
func (a Attachment) Only(keep func(proof.Version) bool) Attachment {
	a.Newest = slices.DeleteFunc(slices.Clone(a.Newest), func(v Version) bool { return !keep(v.Version) })
	return a
}

// Find returns one of the newest versions. It returns proof.ErrVersionUnknown if it is not there.
func (a Attachment) Find(version uuid.UUID) (Version, error) {
	i := slices.IndexFunc(a.Newest, func(v Version) bool { return v.ID == version })
	if i < 0 {
		return Version{}, proof.ErrVersionUnknown
	}
	return a.Newest[i], nil
}

// Queries reads the tables of proofs.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries on a database.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// OfOrder lists the attachments of an order with all their versions, newest first. It needs two
// queries.
func (q *Queries) OfOrder(ctx context.Context, orderID uuid.UUID) ([]Attachment, error) {
	return q.attachments(ctx, "order_id = $2", orderID)
}

// One returns an attachment with all its versions, or domain.ErrNotFound.
func (q *Queries) One(ctx context.Context, id uuid.UUID) (Attachment, error) {
	found, err := q.attachments(ctx, "id = $2", id)
	if err == nil && len(found) == 0 {
		err = dberror.Of("attachment", pgx.ErrNoRows)
	}
	if err != nil {
		return Attachment{}, err
	}
	return found[0], nil
}

// Bare lists the attachments of an order, newest first, without their versions.
func (q *Queries) Bare(ctx context.Context, orderID uuid.UUID) ([]Attachment, error) {
	return q.bare(ctx, "order_id = $2", orderID)
}

func (q *Queries) attachments(ctx context.Context, where string, id uuid.UUID) ([]Attachment, error) {
	found, err := q.bare(ctx, where, id)
	if err != nil {
		return nil, err
	}
	byID := make(map[uuid.UUID]*Attachment, len(found))
	ids := make([]uuid.UUID, len(found))
	for i := range found {
		byID[found[i].ID], ids[i] = &found[i], found[i].ID
	}
	return found, q.versions(ctx, byID, "v.attachment_id = any($3)", ids)
}

// bare reads the attachments that meet a condition on $2.
func (q *Queries) bare(ctx context.Context, where string, of any) ([]Attachment, error) {
	rows, err := q.pool.Query(
		ctx,
		`select id, order_id, kind, left(name, $3), starting_tab, by_customer, internal_disabled, public_disabled, coalesce(added_by, $1), added_at, version, position
		, coalesce(v.count, 0), coalesce(v.checked, false), coalesce(v.since, 0)
		from proof_attachments a left join lateral (select count(*), bool_or(checked) as checked, min(since) as since from proof_versions v where v.attachment_id = a.id) v on true
		where `+where+` order by added_at desc, id limit 1000`,
		uuid.Nil,
		of,
		proof.MaxFileName,
	)
	if err != nil {
		return nil, dberror.Of("attachments", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (a Attachment, err error) {
		return a, row.Scan(
			&a.ID, &a.Order, &a.Kind, &a.Name, &a.StartingTab, &a.ByCustomer, &a.InternalDisabled, &a.PublicDisabled,
			&a.AddedBy, &a.AddedAt, &a.Version, &a.Position, &a.Count, &a.Checked, &a.Since,
		)
	})
	return found, dberror.Of("attachments", err)
}

// versions adds the versions that meet a condition to their attachments.
func (q *Queries) versions(ctx context.Context, into map[uuid.UUID]*Attachment, where string, args ...any) error {
	rows, err := q.pool.Query(
		ctx,
		`select v.attachment_id, v.id, v.number, left(v.file_name, $2), left(v.content_type, 255), v.key, v.size, v.sha256, v.width, v.height, v.checked, v.approval_cleared,
		coalesce(v.uploaded_by, $1), v.uploaded_at, v.since, coalesce(t.key, ''), coalesce(t.preview_key, ''), coalesce(t.preview_type, ''), coalesce(t.preview_width, 0), coalesce(t.preview_height, 0), coalesce(t.preview_pages, 0),
		coalesce(t.reason, ''), t.next_at is not null,
		case when t.reason <> '' then (select max(due_at) from jobs where `+pictureJob+` and due_at > now()) end
		from proof_versions v left join thumbnails t on t.sha256 = v.sha256 where `+where+` order by v.attachment_id, v.number desc`,
		append([]any{uuid.Nil, proof.MaxFileName}, args...)...)
	if err != nil {
		return dberror.Of("versions", err)
	}
	var attachment uuid.UUID
	var v Version
	var checked, wanted bool
	var at time.Time
	var reason string
	var next *time.Time
	f := &v.File
	_, err = pgx.ForEachRow(
		rows,
		[]any{
			&attachment,
			&v.ID,
			&v.Number,
			&f.Name,
			&f.ContentType,
			&f.Key,
			&f.Size,
			&f.SHA256,
			&f.Width,
			&f.Height,
			&checked,
			&v.ApprovalCleared,
			&v.By,
			&at,
			&v.Since,
			&v.Thumbnail,
			&v.Preview.Key,
			&v.Preview.ContentType,
			&v.Preview.Width,
			&v.Preview.Height,
			&v.Preview.Pages,
			&reason,
			&wanted,
			&next,
		},
		func() error {
			v.At, v.State, v.ApprovedSHA256 = at, proof.Open, ""
			if checked {
				v.State, v.ApprovedSHA256 = proof.Checked, f.SHA256
			}
			v.Picture = pictureOf(&v, reason, wanted, next)
			if a := into[attachment]; a != nil {
				a.Newest = append(a.Newest, v)
			}
			return nil
		},
	)
	return dberror.Of("versions", err)
}
