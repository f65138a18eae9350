package stored

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/dberror"
)

// Files finds files to remove: those of deleted versions, and uploads that no version shows.
type Files struct{ pool *pgxpool.Pool }

// NewFiles returns the files of a database.
func NewFiles(pool *pgxpool.Pool) *Files { return &Files{pool} }

// File is a file to remove from the store.
type File struct{ Key, SHA256 string }

// Removed lists files that no version shows since a moment and that are still in the store.
func (f *Files) Removed(ctx context.Context, before time.Time, limit int) ([]File, error) {
	rows, err := f.pool.Query(
		ctx,
		`select distinct key, sha256 from stored_files f where removed_at < $1 and not exists (select from swept_files s where s.key = f.key)
		and not exists (select from stored_files o where o.key = f.key and (o.removed_at is null or o.removed_at >= $1)) order by key limit $2`,
		before,
		limit,
	)
	if err != nil {
		return nil, dberror.Of("stored files", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[File])
	return all, dberror.Of("stored files", err)
}

// OfCustomer lists files that versions of a customer's orders show and that are still in the store.
func (f *Files) OfCustomer(ctx context.Context, customer uuid.UUID, limit int) ([]File, error) {
	rows, err := f.pool.Query(
		ctx,
		`select distinct v.key, v.sha256 from proof_versions v join proof_attachments a on a.id = v.attachment_id
		join board_cards c on c.id = a.order_id where c.customer = $1
		and not exists (select from swept_files s where s.key = v.key) order by v.key limit $2`,
		customer, limit,
	)
	if err != nil {
		return nil, dberror.Of("files of a customer", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[File])
	return all, dberror.Of("files of a customer", err)
}

// Swept stores that a file was removed from the store.
func (f *Files) Swept(ctx context.Context, key string, at time.Time) error {
	_, err := f.pool.Exec(ctx, "insert into swept_files (key, at) values ($1, $2) on conflict do nothing", key, at)
	return dberror.Of("stored files", err)
}

// Pictures returns the keys of the pictures made from a file, if no other file in the store has the
// same bytes.
func (f *Files) Pictures(ctx context.Context, of File) (keys []string, err error) {
	var thumbnail, preview string
	err = f.pool.QueryRow(ctx, `select key, preview_key from thumbnails t where sha256 = $1 and not exists (
		select from stored_files s where s.sha256 = t.sha256 and s.key <> $2 and not exists (select from swept_files w where w.key = s.key))`, of.SHA256, of.Key).Scan(&thumbnail, &preview)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	for _, key := range []string{thumbnail, preview} {
		if key != "" {
			keys = append(keys, key)
		}
	}
	return keys, dberror.Of("thumbnails", err)
}

// ForgetPictures removes the keys of the pictures made from these bytes.
func (f *Files) ForgetPictures(ctx context.Context, sha256 string) error {
	_, err := f.pool.Exec(ctx, "delete from thumbnails where sha256 = $1", sha256)
	return dberror.Of("thumbnails", err)
}

// Leave stores that no version shows a file yet. A repeated call restarts the time after which the
// file is removed, because its upload is tried again.
func (f *Files) Leave(ctx context.Context, key string, at time.Time) error {
	_, err := f.pool.Exec(
		ctx,
		"insert into left_files (key, since) values ($1, $2) on conflict (key) do update set since = excluded.since",
		key, at,
	)
	return dberror.Of("left files", err)
}

// RemoveLeft removes files that were left before a moment, at most limit of them. Files that a
// version or a client's watermark shows by now are kept, and only their notes are removed. The rows
// are locked meanwhile, so an upload that is tried again waits. While a stream is parked its files
// are unknown, so nothing is removed.
func (f *Files) RemoveLeft(
	ctx context.Context,
	before time.Time,
	limit int,
	remove func(ctx context.Context, key string) error,
) (done int, err error) {
	err = pgx.BeginFunc(ctx, f.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(
			ctx,
			`select key, exists (select from stored_files f where f.key = l.key) or exists (select from client_watermarks w where w.key = l.key)
			from left_files l where since < $1
			and not exists (select from parked_streams where projection = $3) order by since limit $2 for update`,
			before,
			limit,
			Name,
		)
		if err != nil {
			return err
		}
		type file struct {
			Key   string
			Shown bool
		}
		left, err := pgx.CollectRows(rows, pgx.RowToStructByPos[file])
		if err != nil {
			return err
		}
		keys := make([]string, len(left))
		for i, l := range left {
			if keys[i] = l.Key; l.Shown {
				continue
			}
			if err := remove(ctx, l.Key); err != nil {
				return err
			}
		}
		done = len(keys)
		_, err = tx.Exec(ctx, "delete from left_files where key = any($1)", keys)
		return err
	})
	return done, dberror.Of("left files", err)
}

// Found removes the note of a file that a version shows now.
func (f *Files) Found(ctx context.Context, key string) error {
	_, err := f.pool.Exec(ctx, "delete from left_files where key = $1", key)
	return dberror.Of("left files", err)
}
