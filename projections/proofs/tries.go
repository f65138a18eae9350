package proofs

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/jobs"
)

// pictureJob finds the job of a thumbnail t. Pictures of PDFs are of a kind of their own, because a process draws them
// only once it can.
const pictureJob = "kind in ('" + string(jobs.Pictures) + "', '" + string(jobs.PDFs) + "') and id = md5(t.sha256)::uuid"

// Want notes that pictures of a file are wanted, unless the file is known.
func (t *Thumbnails) Want(ctx context.Context, sha256 string, now time.Time) error {
	if _, err := t.pool.Exec(
		ctx, `insert into thumbnails (sha256, made_at, next_at) values ($1, $2, $2) on conflict (sha256) do nothing`,
		sha256, now,
	); err != nil {
		return dberror.Of("thumbnails", err)
	}
	return t.adopt(ctx, "and t.sha256 = $3", sha256)
}

// adopt makes jobs of what is wanted and has none.
func (t *Thumbnails) adopt(ctx context.Context, which string, args ...any) error {
	for kind, of := range map[jobs.Kind]string{jobs.Pictures: "<>", jobs.PDFs: "="} {
		if err := jobs.Adopt(
			ctx,
			t.pool,
			kind,
			`select md5(t.sha256)::uuid, '', t.next_at from thumbnails t where t.key = ''
			and t.next_at is not null and (select content_type from proof_versions where sha256 = t.sha256
				order by uploaded_at desc limit 1) `+of+` $2 `+which,
			append([]any{proof.PDF}, args...)...); err != nil {
			return err
		}
	}
	return nil
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
	if _, err := t.pool.Exec(ctx, `update thumbnails set next_at = $1
		where key = '' and next_at is null and (drawing < $2 or reason = '')`, now, drawing); err != nil {
		return dberror.Of("thumbnails", err)
	}
	return t.adopt(ctx, "")
}

// Hurry makes every file due that waits for its next try.
func (t *Thumbnails) Hurry(ctx context.Context, now time.Time) error {
	return jobs.Hurry(ctx, t.pool, now, jobs.Pictures, jobs.PDFs)
}

// Again makes a file due that waits for its next try. Its pauses begin short again.
func (t *Thumbnails) Again(ctx context.Context, sha256 string, now time.Time) error {
	var id uuid.UUID
	if err := t.pool.QueryRow(ctx, "select md5($1)::uuid", sha256).Scan(&id); err != nil {
		return dberror.Of("thumbnails", err)
	}
	return jobs.HurryOne(ctx, t.pool, now, id, jobs.Pictures, jobs.PDFs)
}

// Wanted returns the file of which a job makes pictures, or domain.ErrNotFound if none are wanted any more.
func (t *Thumbnails) Wanted(ctx context.Context, job uuid.UUID) (f proof.File, err error) {
	err = t.pool.QueryRow(ctx, `select t.sha256, v.* from thumbnails t cross join lateral (
			select content_type, key as file, size from proof_versions where sha256 = t.sha256 order by uploaded_at desc limit 1) v
		where md5(t.sha256)::uuid = $1 and t.key = '' and t.next_at is not null`, job).
		Scan(&f.SHA256, &f.ContentType, &f.Key, &f.Size)
	return f, dberror.Of("thumbnails", err)
}

// Keep ends a job with the keys of its pictures.
func (t *Thumbnails) Keep(
	ctx context.Context, j jobs.Job, sha256 string, m Made, drawing int, now time.Time,
) error {
	p := m.Preview
	return t.with(
		ctx,
		func(tx pgx.Tx) error { return jobs.Finish(ctx, tx, j) },
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
}

// None ends a job of whose file no picture can be made.
func (t *Thumbnails) None(
	ctx context.Context, j jobs.Job, sha256, reason string, drawing int, now time.Time,
) error {
	return t.with(ctx, func(tx pgx.Tx) error { return jobs.Finish(ctx, tx, j) },
		`update thumbnails set made_at = $2, drawing = $3, reason = $4, next_at = null, claimed_until = null
		where sha256 = $1 and key = ''`,
		sha256, now, drawing, reason,
	)
}

// Later stores why a file has no picture yet, and when its job is tried again.
func (t *Thumbnails) Later(
	ctx context.Context, j jobs.Job, sha256, reason, problem string, next time.Time,
) error {
	return t.with(ctx, func(tx pgx.Tx) error { return jobs.Postpone(ctx, tx, j, next, problem) },
		"update thumbnails set reason = $2 where sha256 = $1 and key = ''", sha256, reason,
	)
}

// with stores what a try came to together with what becomes of its job. It returns jobs.ErrLost if the job is
// another's by now.
func (t *Thumbnails) with(ctx context.Context, job func(pgx.Tx) error, sql string, args ...any) error {
	err := pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		if err := job(tx); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, sql, args...)
		return err
	})
	if errors.Is(err, jobs.ErrLost) {
		return err
	}
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
