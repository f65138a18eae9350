package proofs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/projections/query"
)

// Thumbnails remembers which files have a preview. It is no projection: previews are made beside the log and can be made again.
type Thumbnails struct{ pool *pgxpool.Pool }

// NewThumbnails returns the thumbnails of a database.
func NewThumbnails(pool *pgxpool.Pool) *Thumbnails { return &Thumbnails{pool} }

// Known says whether a file was looked at already.
func (t *Thumbnails) Known(ctx context.Context, sha256 string) (known bool, err error) {
	err = t.pool.QueryRow(ctx, "select exists (select from thumbnails where sha256 = $1)", sha256).Scan(&known)
	return known, query.Failed("thumbnails", err)
}

// Keep notes where a file's preview is; an empty key says that none can be made.
func (t *Thumbnails) Keep(ctx context.Context, sha256, key string, at time.Time) error {
	_, err := t.pool.Exec(ctx, "insert into thumbnails (sha256, key, made_at) values ($1, $2, $3) on conflict (sha256) do update set key = excluded.key, made_at = excluded.made_at", sha256, key, at)
	return query.Failed("thumbnails", err)
}
