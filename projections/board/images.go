package board

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Image is an image in an order, with the fields that decide who sees it.
type Image struct {
	Order      order.Summary
	Attachment uuid.UUID
	Kind       proof.Kind
	ByCustomer bool
	proof.Version
	Thumbnail string // key
}

// Gallery says which images are wanted. The zero value means all of them.
type Gallery struct {
	Search  string // a part of the name of file or order, or the order's number
	Order   uuid.UUID
	Service uuid.UUID
	After   ImageCursor
	Limit   int
}

// ImageCursor is the last image of a page of the gallery. The zero value is before the first image.
type ImageCursor struct {
	At      time.Time
	Version uuid.UUID
}

// String returns the cursor as callers send it back.
func (c ImageCursor) String() string { return fmt.Sprintf("%d.%s", c.At.UnixMicro(), c.Version) }

// ParseImageCursor reads what String returned.
func ParseImageCursor(s string) (c ImageCursor, err error) {
	at, version, _ := strings.Cut(s, ".")
	micros, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return ImageCursor{}, err
	}
	if c.Version, err = uuid.Parse(version); err != nil {
		return ImageCursor{}, err
	}
	c.At = time.UnixMicro(micros).UTC()
	if c.String() != s {
		return ImageCursor{}, domain.ErrInvalid
	}
	return c, nil
}

// shownStatuses are those in which the customer's people see what others uploaded.
var shownStatuses = slices.DeleteFunc(
	slices.Clone(order.Statuses),
	func(s order.Status) bool { return !s.ShowsFiles() },
)

// seen returns the condition under which a person may look at a version v of the attachment a, if they
// may see its order c. It says in SQL what policy.SeesFile says, but for files for internal review,
// which are not part of a gallery.
func (w *where) seen(to domain.Actor, v string) string {
	if to.Role.SeesAllFiles() || to.Role == domain.System {
		return "true"
	}
	shown := "a.by_customer or c.status = any(" + w.arg(shownStatuses) + ")"
	if to.Role.IsCustomer() {
		shown += " or " + v + ".since > 0 and " + v + ".since < c.shown_until"
	}
	return "(" + shown + ")"
}

// Images lists the newest image that a person may see of each attachment of the orders that they may
// see, the newest first.
func (q *Queries) Images(ctx context.Context, to domain.Actor, g Gallery) ([]Image, error) {
	w := visible(to)
	w.add("a.kind <> ?", proof.InternalReview)
	w.conditions = append(
		w.conditions, "v.content_type like 'image/%'", "t.key <> ''", w.seen(to, "v"),
		`not exists (select from proof_versions n where n.attachment_id = v.attachment_id and n.number > v.number
			and n.content_type like 'image/%' and `+w.seen(to, "n")+")",
	)
	if !g.After.At.IsZero() {
		w.conditions = append(
			w.conditions, "(v.uploaded_at < "+w.arg(g.After.At)+" or v.uploaded_at = "+w.arg(g.After.At)+" and v.id > "+
				w.arg(g.After.Version)+")",
		)
	}
	if g.Order != uuid.Nil {
		w.add("c.id = ?", g.Order)
	}
	if g.Service != uuid.Nil {
		w.add("c.service = ?", g.Service)
	}
	if text := strings.TrimSpace(g.Search); text != "" {
		part := w.arg("%" + forLike.Replace(text) + "%")
		found := "v.file_name ilike " + part + " or c.name ilike " + part
		if number, ok := order.Named(text); ok {
			found += " or c.number = " + w.arg(number.N)
			if number.Prefix != "" {
				found += " and c.prefix = " + w.arg(number.Prefix)
			}
		}
		w.conditions = append(w.conditions, "("+found+")")
	}
	rows, err := q.pool.Query(
		ctx,
		"select "+columns+`, a.id, a.kind, a.by_customer, v.since, v.id, v.number, left(v.file_name, 200), left(v.content_type, 255),
		v.key, v.size, v.width, v.height, v.uploaded_at, t.key
		from proof_versions v join thumbnails t on t.sha256 = v.sha256 join proof_attachments a on a.id = v.attachment_id
		join board_cards c on c.id = a.order_id
		where `+strings.Join(
			w.conditions,
			" and ",
		)+" order by v.uploaded_at desc, v.id limit "+w.arg(
			g.Limit,
		),
		w.args...)
	if err != nil {
		return nil, dberror.Of("images", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (i Image, err error) {
		f := &i.File
		c, err := scan(
			row, &i.Attachment, &i.Kind, &i.ByCustomer, &i.Since, &i.ID, &i.Number, &f.Name, &f.ContentType,
			&f.Key, &f.Size, &f.Width, &f.Height, &i.At, &i.Thumbnail,
		)
		i.Order = c.Summary
		return i, err
	})
	return all, dberror.Of("images", err)
}
