package proofs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/dberror"
)

// PictureState says how far the picture of a version is.
type PictureState string

// States of pictures.
const (
	PictureMade    PictureState = "made"
	PictureMaking  PictureState = "making"
	PictureWaiting PictureState = "waiting" // the last try failed because of the moment
	PictureNone    PictureState = "none"    // it cannot have one
)

// Unsupported is the reason of files of which no pictures are made.
const Unsupported = "unsupported"

// Picture says how far the picture of a version is. The zero value means that this is not known.
type Picture struct {
	State  PictureState
	Reason string    // in one word, of states without a picture
	Next   time.Time // when a waiting picture is tried again
}

func pictureOf(v *Version, reason string, wanted bool, next *time.Time) Picture {
	switch {
	case v.Thumbnail != "":
		return Picture{State: PictureMade}
	case !proof.Pictured(v.File.ContentType):
		return Picture{State: PictureNone, Reason: Unsupported}
	case reason != "" && !wanted:
		return Picture{State: PictureNone, Reason: reason}
	case reason != "" && next != nil:
		return Picture{State: PictureWaiting, Reason: reason, Next: *next}
	}
	return Picture{State: PictureMaking}
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
	return q.pictured(ctx, `join thumbnails t on t.sha256 = v.sha256 where a.order_id = o.id and t.key <> ''`, orders)
}

// Pending returns the newest versions of each order whose pictures are being made, the newest first.
func (q *Queries) Pending(ctx context.Context, orders []uuid.UUID) (map[uuid.UUID][]Pictured, error) {
	return q.pictured(ctx, `left join thumbnails t on t.sha256 = v.sha256
		where a.order_id = o.id and v.content_type = any($3)
		and (t.sha256 is null or t.key = '' and (t.reason = '' or t.next_at is not null and not exists (
			select from jobs where `+pictureJob+` and due_at > now())))`, orders, proof.PicturedTypes())
}

func (q *Queries) pictured(
	ctx context.Context, which string, orders []uuid.UUID, args ...any,
) (map[uuid.UUID][]Pictured, error) {
	rows, err := q.pool.Query(ctx, `select f.* from unnest($1::uuid[]) o (id) cross join lateral (
		select a.order_id, a.id, a.kind, a.by_customer, v.since, coalesce(t.key, '') from proof_attachments a
		join proof_versions v on v.attachment_id = a.id `+which+
		` order by v.uploaded_at desc, v.id limit $2) f`, append([]any{orders, picturedOf}, args...)...)
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
