// Package sweep removes unused files from the file store.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/files"
	"github.com/proofboard/proofboard/projections/stored"
)

// Retention times of files.
const (
	Temporary  = 24 * time.Hour      // for an upload that was not completed, or was refused
	Completing = 15 * time.Minute    // for an upload after its form has expired
	InParts    = 8 * 24 * time.Hour  // for what was sent in parts and is known to nobody; an upload in parts lasts a week
	Removed    = 30 * 24 * time.Hour // for the file of a deleted version (D-14)
	atATime    = 500
)

// Store lists and deletes files.
type Store interface {
	// Older returns the keys of at most limit files that have the prefix and were written before a
	// time.
	Older(ctx context.Context, prefix string, before time.Time, limit int) ([]string, error)
	// Delete removes a file. It returns no error if the file does not exist.
	Delete(ctx context.Context, key string) error
	// UnfinishedBefore returns at most limit files in parts that have the prefix, were begun before a
	// time and are unfinished.
	UnfinishedBefore(ctx context.Context, prefix string, before time.Time, limit int) ([]files.Unfinished, error)
	// RemoveParts removes the parts of a file. It returns no error if there are none.
	RemoveParts(ctx context.Context, of files.Unfinished) error
}

// Grants finds and removes the permissions to upload (see transfers.Grant).
type Grants interface {
	EndedUploads(ctx context.Context, before time.Time, limit int) ([]transfers.Grant, error)
	ForgetUpload(ctx context.Context, id, person uuid.UUID) error
}

// Files finds the files that no version uses.
type Files interface {
	Removed(ctx context.Context, before time.Time, limit int) ([]stored.File, error)
	OfCustomer(ctx context.Context, customer uuid.UUID, limit int) ([]stored.File, error)
	Swept(ctx context.Context, key string, at time.Time) error
	Pictures(ctx context.Context, of stored.File) (keys []string, err error)
	ForgetPictures(ctx context.Context, sha256 string) error
	RemoveLeft(
		ctx context.Context, before time.Time, limit int, remove func(ctx context.Context, key string) error,
	) (done int, err error)
}

// Config holds the dependencies of the jobs. Every field is required.
type Config struct {
	Store   Store
	Grants  Grants
	Files   Files
	CatchUp func(ctx context.Context) error // waits until Files has read the whole log
	Clock   func() time.Time
	Logger  *slog.Logger
}

// Uploads removes uploads that were not completed within a day, and files whose version was
// refused.
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

// Ended removes uploads whose form or time has expired, and releases the storage reserved for them. An
// upload that is being completed has Completing to finish.
func (c Config) Ended(ctx context.Context) error {
	return all(func() (int, error) {
		ended, err := c.Grants.EndedUploads(ctx, c.Clock().Add(-Completing), atATime)
		for _, g := range ended {
			if err == nil {
				err = c.sent(ctx, g)
			}
			if err == nil {
				err = c.Grants.ForgetUpload(ctx, g.ID, g.Person)
			}
		}
		return len(ended), err
	})
}

// sent removes what was sent of an upload.
func (c Config) sent(ctx context.Context, g transfers.Grant) error {
	if g.StoreID != "" {
		if err := c.Store.RemoveParts(ctx, files.Unfinished{Key: g.Key, ID: g.StoreID}); err != nil {
			return err
		}
	}
	folder := "temp/"
	if g.Key != "" {
		folder = "parts/"
	}
	sent, err := c.Store.Older(ctx, fmt.Sprintf("%s%s/%s/", folder, g.Person, g.ID), c.Clock(), atATime)
	for _, key := range sent {
		err = errors.Join(err, c.Store.Delete(ctx, key))
	}
	return err
}

// Parts removes what was sent in parts and is known to nobody, for example because the database was
// restored to an earlier state.
func (c Config) Parts(ctx context.Context) error {
	before := c.Clock().Add(-InParts)
	return all(func() (int, error) {
		unfinished, err := c.Store.UnfinishedBefore(ctx, "parts/", before, atATime)
		for _, of := range unfinished {
			err = errors.Join(err, c.Store.RemoveParts(ctx, of))
		}
		joined, failed := c.Store.Older(ctx, "parts/", before, atATime)
		err = errors.Join(err, failed)
		for _, key := range joined {
			err = errors.Join(err, c.Store.Delete(ctx, key))
		}
		return max(len(unfinished), len(joined)), err
	})
}

// all calls part until it handles less than a full batch. It returns the first error; the next run
// of the job handles the rest.
func all(part func() (done int, err error)) error {
	for {
		if done, err := part(); err != nil || done < atATime {
			return err
		}
	}
}

// left removes the files that no version uses. It removes the records of files that a version does
// use.
func (c Config) left(ctx context.Context, before time.Time) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	return all(func() (int, error) { return c.Files.RemoveLeft(ctx, before, atATime, c.Store.Delete) })
}

// Versions removes the files and pictures of versions that were deleted 30 days ago. It leaves a
// file that another version uses.
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

// Account removes the files of a customer that was deleted.
func (c Config) Account(ctx context.Context, customer uuid.UUID) error {
	return all(func() (int, error) {
		files, err := c.Files.OfCustomer(ctx, customer, atATime)
		for _, f := range files {
			if err := c.version(ctx, f); err != nil {
				return 0, err
			}
		}
		return len(files), err
	})
}

// version removes one file and its pictures. It marks the row last, so an interrupted removal is
// repeated.
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
