package proofs

import "github.com/jackc/pgx/v5/pgxpool"

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
