package proofs

import (
	"context"

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

// Made lists the pictures made of a file.
type Made struct {
	Key     string // of the thumbnail
	Preview Preview
}

// Preview is the picture that replaces an image that browsers cannot show. The zero value means
// none.
type Preview struct {
	Key           string
	ContentType   string
	Width, Height int // pixels
	Pages         int // of the file; the preview shows the first
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
