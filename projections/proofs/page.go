package proofs

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
)

// PageVersions is the number of versions on a page of an order's files.
const PageVersions = 200

// Cursor is the start of a page of an order's files: right after a version of an attachment.
type Cursor struct {
	Attachment uuid.UUID
	Number     int // of the version
}

// String returns the form that callers receive. ParseCursor reads it.
func (c Cursor) String() string { return fmt.Sprintf("%s.%d", c.Attachment, c.Number) }

// ParseCursor reads the result of String.
func ParseCursor(s string) (c Cursor, err error) {
	var id string
	if _, err := fmt.Sscanf(strings.Replace(s, ".", " ", 1), "%s %d", &id, &c.Number); err != nil {
		return c, err
	}
	c.Attachment, err = uuid.Parse(id)
	return c, err
}

// Page returns one page of an order's attachments and their versions, both newest first. The
// versions of one attachment may be spread over several pages. If only is not nil, it limits the
// result to these attachments. next is the cursor of the next page, nil on the last page.
func (q *Queries) Page(
	ctx context.Context,
	orderID uuid.UUID,
	only []uuid.UUID,
	after *Cursor,
) (found []Attachment, next *Cursor, err error) {
	var from Cursor
	if after != nil {
		from = *after
	}
	// If the cursor's attachment was deleted meanwhile, the list ends. The earlier pages are out of
	// date then anyway.
	rows, err := q.pool.Query(
		ctx,
		`select a.id, v.id, v.number from proof_attachments a join proof_versions v on v.attachment_id = a.id
		left join proof_attachments c on c.id = $3 where a.order_id = $1 and ($2::uuid[] is null or a.id = any($2))
		and ($4 or a.added_at < c.added_at or a.added_at = c.added_at and (a.id > c.id or a.id = c.id and v.number < $5))
		order by a.added_at desc, a.id, v.number desc limit $6`,
		orderID,
		only,
		from.Attachment,
		after == nil,
		from.Number,
		PageVersions+1,
	)
	if err != nil {
		return nil, nil, dberror.Of("versions", err)
	}
	var attachments, versions []uuid.UUID
	var attachment, version uuid.UUID
	var number int
	_, err = pgx.ForEachRow(rows, []any{&attachment, &version, &number}, func() error {
		if len(versions) == PageVersions {
			next = &from
			return nil
		}
		from = Cursor{attachment, number}
		attachments, versions = append(attachments, attachment), append(versions, version)
		return nil
	})
	if err != nil {
		return nil, nil, dberror.Of("versions", err)
	}
	if found, err = q.bare(ctx, "id = any($2)", attachments); err != nil {
		return nil, nil, err
	}
	byID := make(map[uuid.UUID]*Attachment, len(found))
	for i := range found {
		byID[found[i].ID] = &found[i]
	}
	return found, next, q.versions(ctx, byID, "v.id = any($3)", versions)
}
