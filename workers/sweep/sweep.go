// Package sweep removes files from the store that nobody needs any more.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/stored"
)

// How long files stay.
const (
	Temporary  = 24 * time.Hour      // an upload that was not completed, or was refused
	Completing = 15 * time.Minute    // an upload whose form has ended
	Removed    = 30 * 24 * time.Hour // the file of a deleted version (D-14)
	atATime    = 500
)

// Store is the file store.
type Store interface {
	// Older lists at most limit files under a prefix that were written before a moment.
	Older(ctx context.Context, prefix string, before time.Time, limit int) ([]string, error)
	// Delete removes a file; removing what is gone is no error.
	Delete(ctx context.Context, key string) error
}

// Grants are the forms that were handed out for uploads.
type Grants interface {
	EndedUploads(ctx context.Context, before time.Time, limit int) ([]accounts.Grant, error)
	ForgetUpload(ctx context.Context, id, person uuid.UUID) error
}

// Files knows which files versions show, and which not.
type Files interface {
	Removed(ctx context.Context, before time.Time, limit int) ([]stored.File, error)
	Swept(ctx context.Context, key string, at time.Time) error
	Pictures(ctx context.Context, of stored.File) (keys []string, err error)
	ForgetPictures(ctx context.Context, sha256 string) error
	RemoveLeft(
		ctx context.Context, before time.Time, limit int, remove func(ctx context.Context, key string) error,
	) (done int, err error)
}

// Config is what the jobs need; every field is required.
type Config struct {
	Store   Store
	Grants  Grants
	Files   Files
	CatchUp func(ctx context.Context) error // until Files has read the whole log
	Clock   func() time.Time
	Logger  *slog.Logger
}

// Uploads removes uploads that were not completed within a day, and files whose version was refused.
func (c Config) Uploads(ctx context.Context) error {
	before := c.Clock().Add(-Temporary)
	err := all(func() (int, error) {
		old, err := c.Store.Older(ctx, "temp/", before, atATime)
		for _, key := range old {
			err = errors.Join(err, c.Store.Delete(ctx, key))
		}
		return len(old), err
	})
	return errors.Join(err, c.left(ctx, before))
}

// Forms removes what was sent with forms that have ended, and gives their storage back. What is being completed right now has time to end.
func (c Config) Forms(ctx context.Context) error {
	return all(func() (int, error) {
		ended, err := c.Grants.EndedUploads(ctx, c.Clock().Add(-Completing), atATime)
		for _, g := range ended {
			var sent []string
			if err == nil {
				sent, err = c.Store.Older(ctx, fmt.Sprintf("temp/%s/%s/", g.Person, g.ID), c.Clock(), atATime)
			}
			for _, key := range sent {
				err = errors.Join(err, c.Store.Delete(ctx, key))
			}
			if err == nil {
				err = c.Grants.ForgetUpload(ctx, g.ID, g.Person)
			}
		}
		return len(ended), err
	})
}

// all does a part of the work after the other until one is not full; a failure ends it, and the next run goes on.
func all(part func() (done int, err error)) error {
	for {
		if done, err := part(); err != nil || done < atATime {
			return err
		}
	}
}

// left removes the files that no version came to show, and forgets those that one did.
func (c Config) left(ctx context.Context, before time.Time) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	return all(func() (int, error) { return c.Files.RemoveLeft(ctx, before, atATime, c.Store.Delete) })
}

// Versions removes the files of versions that were deleted 30 days ago, with their pictures. A file that another version shows
// stays.
func (c Config) Versions(ctx context.Context) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	return all(func() (int, error) {
		removed, err := c.Files.Removed(ctx, c.Clock().Add(-Removed), atATime)
		if err != nil {
			return 0, err
		}
		for _, f := range removed {
			if err := c.version(ctx, f); err != nil {
				return 0, err
			}
		}
		if len(removed) > 0 {
			c.Logger.InfoContext(ctx, "files of deleted versions were removed", "files", len(removed))
		}
		return len(removed), nil
	})
}

// version removes one file. Its row is marked when all of it is gone, so that what breaks off is done again.
func (c Config) version(ctx context.Context, f stored.File) error {
	pictures, err := c.Files.Pictures(ctx, f)
	if err != nil {
		return err
	}
	for _, key := range append(pictures, f.Key) {
		if err := c.Store.Delete(ctx, key); err != nil {
			return err
		}
	}
	if len(pictures) > 0 {
		if err := c.Files.ForgetPictures(ctx, f.SHA256); err != nil {
			return err
		}
	}
	return c.Files.Swept(ctx, f.Key, c.Clock())
}
