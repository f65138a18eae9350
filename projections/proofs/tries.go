package proofs

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Try is a file whose pictures are due.
type Try struct {
	proof.File
	Attempts int // including this one
}

// Want notes that pictures of a file are wanted, unless the file is known.
func (t *Thumbnails) Want(ctx context.Context, sha256 string, now time.Time) error {
	_, err := t.pool.Exec(
		ctx, `insert into thumbnails (sha256, made_at, next_at) values ($1, $2, $2) on conflict (sha256) do nothing`,
		sha256, now,
	)
	return dberror.Of("thumbnails", err)
}

// Queue makes due what nobody would try otherwise: files of versions that are not known, because
// their message was lost; files that have no picture according to an earlier version of what draws;
// and pictures that a process of an earlier build has replaced by none.
func (t *Thumbnails) Queue(ctx context.Context, drawing int, now time.Time) error {
	if _, err := t.pool.Exec(ctx, `insert into thumbnails (sha256, made_at, next_at)
		select distinct sha256, $1::timestamptz, $1::timestamptz from proof_versions v
		where not exists (select from thumbnails t where t.sha256 = v.sha256) on conflict (sha256) do nothing`, now); err != nil {
		return dberror.Of("thumbnails", err)
	}
	_, err := t.pool.Exec(ctx, `update thumbnails set next_at = $1, attempts = 0
		where key = '' and next_at is null and (drawing < $2 or reason = '')`, now, drawing)
	return dberror.Of("thumbnails", err)
}

// Hurry makes every file due that waits for its next try.
func (t *Thumbnails) Hurry(ctx context.Context, now time.Time) error {
	_, err := t.pool.Exec(ctx, `update thumbnails set next_at = $1 where key = '' and next_at > $1`, now)
	return dberror.Of("thumbnails", err)
}

// Again makes a file due that waits for its next try. Its pauses begin short again.
func (t *Thumbnails) Again(ctx context.Context, sha256 string, now time.Time) error {
	_, err := t.pool.Exec(
		ctx, `update thumbnails set next_at = $2, attempts = 1 where sha256 = $1 and key = '' and next_at > $2`,
		sha256, now,
	)
	return dberror.Of("thumbnails", err)
}

// Claim returns the file that is due the longest and that no process is at, if there is one, and
// keeps it from others until a moment. Without pdfs it leaves out PDFs.
func (t *Thumbnails) Claim(ctx context.Context, now, until time.Time, pdfs bool) (found Try, ok bool, err error) {
	f := &found.File
	err = t.pool.QueryRow(ctx, `with due as (
			select t.sha256, v.* from thumbnails t cross join lateral (
				select content_type, key as file, size from proof_versions where sha256 = t.sha256 order by uploaded_at desc limit 1) v
			where t.key = '' and t.next_at <= $1 and (t.claimed_until is null or t.claimed_until <= $1)
			and ($3 or v.content_type <> 'application/pdf') order by t.next_at limit 1 for update of t skip locked)
		update thumbnails t set claimed_until = $2, attempts = t.attempts + 1 from due where t.sha256 = due.sha256
		returning t.sha256, due.content_type, due.file, due.size, t.attempts`, now, until, pdfs).
		Scan(&f.SHA256, &f.ContentType, &f.Key, &f.Size, &found.Attempts)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, false, nil
	}
	return found, err == nil, dberror.Of("thumbnails", err)
}

// Hold keeps a claimed file from others until a later moment.
func (t *Thumbnails) Hold(ctx context.Context, sha256 string, until time.Time) error {
	_, err := t.pool.Exec(
		ctx, "update thumbnails set claimed_until = $2 where sha256 = $1 and key = ''", sha256, until,
	)
	return dberror.Of("thumbnails", err)
}

// Release gives a claimed file back as if nobody had tried it.
func (t *Thumbnails) Release(ctx context.Context, sha256 string) error {
	_, err := t.pool.Exec(
		ctx,
		`update thumbnails set claimed_until = null, attempts = greatest(attempts - 1, 0) where sha256 = $1 and key = ''`,
		sha256,
	)
	return dberror.Of("thumbnails", err)
}

// Keep stores the keys of a claimed file's pictures.
func (t *Thumbnails) Keep(ctx context.Context, sha256 string, m Made, drawing int, now time.Time) error {
	p := m.Preview
	_, err := t.pool.Exec(
		ctx,
		`update thumbnails set key = $2, made_at = $3, preview_key = $4, preview_type = $5, preview_width = $6, preview_height = $7,
		preview_pages = $8, drawing = $9, reason = '', next_at = null, claimed_until = null where sha256 = $1`,
		sha256,
		m.Key,
		now,
		p.Key,
		p.ContentType,
		p.Width,
		p.Height,
		p.Pages,
		drawing,
	)
	return dberror.Of("thumbnails", err)
}

// None stores that no picture can be made of a claimed file.
func (t *Thumbnails) None(ctx context.Context, sha256, reason string, drawing int, now time.Time) error {
	_, err := t.pool.Exec(
		ctx,
		`update thumbnails set made_at = $2, drawing = $3, reason = $4, next_at = null, claimed_until = null
		where sha256 = $1 and key = ''`,
		sha256, now, drawing, reason,
	)
	return dberror.Of("thumbnails", err)
}

// Later stores why a claimed file has no picture yet, and when it is tried again.
func (t *Thumbnails) Later(ctx context.Context, sha256, reason string, next time.Time) error {
	_, err := t.pool.Exec(
		ctx,
		`update thumbnails set reason = $2, next_at = $3, claimed_until = null where sha256 = $1 and key = ''`,
		sha256, reason, next,
	)
	return dberror.Of("thumbnails", err)
}

// Showing is a version that shows a file.
type Showing struct {
	Attachment uuid.UUID
	Position   int64 // of the event that added the version
}

// Showing lists the versions that show a file.
func (t *Thumbnails) Showing(ctx context.Context, sha256 string) ([]Showing, error) {
	rows, err := t.pool.Query(
		ctx,
		"select attachment_id, position from proof_versions where sha256 = $1 order by position limit 1000",
		sha256,
	)
	if err != nil {
		return nil, dberror.Of("thumbnails", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Showing])
	return all, dberror.Of("thumbnails", err)
}
