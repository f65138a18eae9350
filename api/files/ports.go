// Package files answers the calls of the API about uploads, downloads, storage and watermarks.
package files

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/internal/watermarks"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
)

// Ports are the dependencies of the calls.
type Ports struct {
	Web           *web.Server
	Read          *read.Reader
	Accounts      *accounts.Store
	Transfers     *transfers.Store
	Board         *board.Queries
	BulkDownloads BulkDownloads
	Bus           web.Bus
	Clock         func() time.Time
	Files         Store
	FoundFile     func(ctx context.Context, key string) error // revokes LeaveFile
	LeaveFile     func(ctx context.Context, key string) error // lets a stored file be removed later, unless a version shows it then
	LinkLife      time.Duration                               // how long a link to a file works
	Logger        *slog.Logger
	NewID         func() uuid.UUID
	Proofs        *proofs.Queries
	CheckSpace    func(bytes int64) error // returns domain.ErrStorageFull if the file store's disk has no room for so many bytes; nil if that is unknown
	Storage       Storage
	Watermarks    *watermarks.Store
}

// API answers the calls.
type API struct{ Ports }

// Store is the file store.
type Store interface {
	// PostForm returns a form that posts one file of at most maxBytes to key, valid until expires.
	PostForm(
		ctx context.Context, key, contentType string, maxBytes int64, expires time.Duration,
	) (url string, fields map[string]string, err error)
	// BeginParts prepares a file that is sent in parts, and returns the id by which the store knows them.
	BeginParts(ctx context.Context, key, contentType string) (id string, err error)
	// LinkPart returns a URL to which the part with that number, so many bytes and that MD5 in base64 is
	// put, valid until expires.
	LinkPart(
		ctx context.Context, of objects.Unfinished, number int, bytes int64, sum string, expires time.Duration,
	) (string, error)
	// Parts returns the parts that have arrived. It returns domain.ErrNotFound if they were joined or
	// removed.
	Parts(ctx context.Context, of objects.Unfinished) ([]objects.Part, error)
	// JoinParts makes a file of its parts. It returns domain.ErrNotFound if they were removed; it may do
	// so if they were joined before.
	JoinParts(ctx context.Context, of objects.Unfinished, parts []objects.Part) error
	// RemoveParts removes the parts of a file that were not joined. It is no error if there are none.
	RemoveParts(ctx context.Context, of objects.Unfinished) error
	// Link returns a URL that reads key for a while, shown inline.
	Link(ctx context.Context, key, fileName, contentType string, expires time.Duration) (string, error)
	// Has reports whether the store has a file.
	Has(ctx context.Context, key string) (bool, error)
	// Inspect reads an uploaded file. Its bytes decide type, size and hash.
	Inspect(ctx context.Context, key string) (objects.Uploaded, error)
	// Keep copies an upload to its permanent key. It returns domain.ErrNotFound if the upload no
	// longer has this tag.
	Keep(ctx context.Context, from, tag, to string) error
	// Remove deletes all files whose keys begin with a prefix. It is no error if there are none.
	Remove(ctx context.Context, prefix string) error
}

// Storage decides how much customers may store.
type Storage interface {
	Of(ctx context.Context, customer uuid.UUID) (proofs.Use, error)
	// Reserve counts bytes for the time of grant, if they fit. It returns
	// domain.ErrNotEnoughStorage if they do not.
	Reserve(ctx context.Context, customer uuid.UUID, bytes int64, grant func(context.Context) error) error
}

// BulkDownloads makes a zip of an order's files for a person.
type BulkDownloads interface {
	Request(ctx context.Context, by domain.Actor, id, orderID uuid.UUID) (transfers.Download, error)
	Find(ctx context.Context, by domain.Actor, id uuid.UUID) (d transfers.Download, link string, err error)
}
