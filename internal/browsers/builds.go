// Package browsers keeps what open pages need besides their data: the files of the build that a page
// was loaded from, and the crashes that people report.
package browsers

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Store reads and writes the tables of this package.
type Store struct {
	pool  *pgxpool.Pool
	clock func() time.Time
}

// New returns the store in a database.
func New(pool *pgxpool.Pool, clock func() time.Time) *Store { return &Store{pool, clock} }

const (
	// assets is the folder of the files whose names have a hash of their content. Only they can be
	// kept beside those of another build.
	assets = "assets"
	// keptFor is how long the files of a build are kept after the last process with it has ended. A
	// process marks its files every ten minutes.
	keptFor = 24 * time.Hour
)

// ofBuild finds the id that the build of the web app writes into its page.
var ofBuild = regexp.MustCompile(`<meta name="build" content="([0-9a-f]{16})"`)

// BuildOf returns the id of a build of the web app, or "" if it has none. A page has the id of the
// build that it was loaded from.
func BuildOf(app fs.FS) (string, error) {
	if app == nil {
		return "", nil
	}
	page, err := fs.ReadFile(app, "index.html")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if found := ofBuild.FindSubmatch(page); found != nil {
		return string(found[1]), nil
	}
	return "", nil
}

// Keep stores the files of the build that this process delivers, and marks them as used.
func (s *Store) Keep(ctx context.Context, app fs.FS) error {
	files, err := assetsOf(app)
	if err != nil || len(files) == 0 {
		return err
	}
	now := s.clock()
	rows, err := s.pool.Query(
		ctx, "update web_files set used_at = $2 where name = any($1) returning name", files, now,
	)
	if err != nil {
		return dberror.Of("files of the web app", err)
	}
	known, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return dberror.Of("files of the web app", err)
	}
	slices.Sort(known)
	for _, name := range files {
		if _, stored := slices.BinarySearch(known, name); stored {
			continue
		}
		content, err := fs.ReadFile(app, path.Join(assets, name))
		if err != nil {
			return err
		}
		// Another process with the same build may store it at the same time.
		_, err = s.pool.Exec(
			ctx, "insert into web_files (name, content, used_at) values ($1, $2, $3) on conflict (name) do nothing",
			name, content, now,
		)
		if err != nil {
			return dberror.Of("files of the web app", err)
		}
	}
	return nil
}

// assetsOf lists the names of the files in assets, without their compressed forms.
func assetsOf(app fs.FS) ([]string, error) {
	all, err := fs.ReadDir(app, assets)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, f := range all {
		if ending := path.Ext(f.Name()); !f.IsDir() && ending != ".br" && ending != ".zst" {
			names = append(names, f.Name())
		}
	}
	return names, err
}

// File returns a file of this build, or of one before it. It returns domain.ErrNotFound if no process
// had it within the last day.
func (s *Store) File(ctx context.Context, name string) (content []byte, err error) {
	if !fs.ValidPath(name) || len(name) > 200 {
		return nil, domain.ErrNotFound
	}
	err = s.pool.QueryRow(ctx, "select content from web_files where name = $1", name).Scan(&content)
	return content, dberror.Of("file of the web app", err)
}

// Sweep removes the files of builds that nobody delivers any more, and old reports.
func (s *Store) Sweep(ctx context.Context) error {
	now := s.clock()
	if _, err := s.pool.Exec(ctx, "delete from web_files where used_at < $1", now.Add(-keptFor)); err != nil {
		return dberror.Of("files of the web app", err)
	}
	_, err := s.pool.Exec(ctx, "delete from error_reports where last_at < $1", now.Add(-reportsKeptFor))
	return dberror.Of("error reports", err)
}
