package proofs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Thumbnails stores which pictures were made of files. It is not a projection, because pictures are
// made beside the log and can be made again.
type Thumbnails struct{ pool *pgxpool.Pool }

// NewThumbnails returns the thumbnails of a database.
func NewThumbnails(pool *pgxpool.Pool) *Thumbnails { return &Thumbnails{pool} }

// Made lists the pictures made of a file. An empty key means that the file has no picture.
type Made struct {
	Key     string // of the thumbnail
	Preview Preview
	At      time.Time
}

// Preview is the picture that replaces an image that browsers cannot show. The zero value means
// none.
type Preview struct {
	Key           string
	ContentType   string
	Width, Height int // pixels
	Pages         int // of the file; the preview shows the first
}

// Unseen is a version whose file was not examined yet.
type Unseen struct {
	Attachment uuid.UUID
	Version    uuid.UUID
	Number     int
	File       proof.File
	Position   int64
}

// Known reports whether a file was examined.
func (t *Thumbnails) Known(ctx context.Context, sha256 string) (known bool, err error) {
	err = t.pool.QueryRow(ctx, "select exists (select from thumbnails where sha256 = $1)", sha256).Scan(&known)
	return known, dberror.Of("thumbnails", err)
}

// Keep stores the keys of a file's pictures.
func (t *Thumbnails) Keep(ctx context.Context, sha256 string, m Made) error {
	p := m.Preview
	_, err := t.pool.Exec(
		ctx,
		`insert into thumbnails (sha256, key, made_at, preview_key, preview_type, preview_width, preview_height, preview_pages) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (sha256) do update set key = excluded.key, made_at = excluded.made_at, preview_key = excluded.preview_key, preview_type = excluded.preview_type,
		preview_width = excluded.preview_width, preview_height = excluded.preview_height, preview_pages = excluded.preview_pages`,
		sha256,
		m.Key,
		m.At,
		p.Key,
		p.ContentType,
		p.Width,
		p.Height,
		p.Pages,
	)
	return dberror.Of("thumbnails", err)
}

// Missing lists versions added before a moment whose files were not examined, the oldest first.
func (t *Thumbnails) Missing(ctx context.Context, before time.Time, limit int) ([]Unseen, error) {
	rows, err := t.pool.Query(
		ctx,
		`select attachment_id, id, number, left(file_name, 200), content_type, key, size, sha256, position from proof_versions v
		where uploaded_at < $1 and not exists (select from thumbnails t where t.sha256 = v.sha256) order by uploaded_at, id limit $2`,
		before,
		limit,
	)
	if err != nil {
		return nil, dberror.Of("thumbnails", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (u Unseen, err error) {
		f := &u.File
		return u, row.Scan(
			&u.Attachment, &u.Version, &u.Number, &f.Name, &f.ContentType, &f.Key, &f.Size, &f.SHA256, &u.Position,
		)
	})
	return all, dberror.Of("thumbnails", err)
}

// Pictured is a version whose file has a picture, with the fields that decide who sees it.
type Pictured struct {
	Attachment uuid.UUID
	Kind       proof.Kind
	ByCustomer bool
	Since      int64  // position of the event that added the version
	Thumbnail  string // key
}

// picturedOf is the number of versions of an order that are searched for one that the reader may
// see.
const picturedOf = 20

// Pictured returns the newest versions of each order whose files have pictures, the newest first.
func (q *Queries) Pictured(ctx context.Context, orders []uuid.UUID) (map[uuid.UUID][]Pictured, error) {
	rows, err := q.pool.Query(ctx, `select f.* from unnest($1::uuid[]) o (id) cross join lateral (
		select a.order_id, a.id, a.kind, a.by_customer, v.since, t.key from proof_attachments a
		join proof_versions v on v.attachment_id = a.id join thumbnails t on t.sha256 = v.sha256
		where a.order_id = o.id and t.key <> '' order by v.uploaded_at desc, v.id limit $2) f`, orders, picturedOf)
	if err != nil {
		return nil, dberror.Of("pictures", err)
	}
	all := make(map[uuid.UUID][]Pictured, len(orders))
	var of uuid.UUID
	var p Pictured
	_, err = pgx.ForEachRow(
		rows, []any{&of, &p.Attachment, &p.Kind, &p.ByCustomer, &p.Since, &p.Thumbnail},
		func() error {
			all[of] = append(all[of], p)
			return nil
		},
	)
	return all, dberror.Of("pictures", err)
}
