// Package migrations contains the database schema as SQL files of goose.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// FS holds the migrations: NNNNN_name.sql.
//
//go:embed *.sql
var FS embed.FS

// Up migrates the database to the newest schema. Several processes may call it at once: one
// migrates, the others wait. Migrations give way to requests that hold a lock. Up returns a
// *NewerError if a newer build has migrated the database.
func Up(ctx context.Context, dsn string) error { return up(ctx, dsn, FS) }

func up(ctx context.Context, dsn string, files fs.FS) error {
	return with(dsn, files, func(db *sql.DB, p *goose.Provider) error {
		var pending bool // without its own table goose would create it, which prepare says whether the role may
		err := db.QueryRowContext(ctx, "select to_regclass('goose_db_version') is null").Scan(&pending)
		if err == nil && !pending {
			pending, err = p.HasPending(ctx)
		}
		if err == nil && pending {
			err = prepare(ctx, db)
		}
		if err != nil {
			return err
		}
		if err := yielding(ctx, func() error {
			_, err := p.Up(ctx)
			return err
		}); err != nil {
			return err
		}
		version, err := p.GetDBVersion(ctx)
		if newest := newest(files); err == nil && version > newest {
			return &NewerError{version, newest}
		}
		return err
	})
}

// Version returns the schema version of the database. pending reports whether Up has something to
// do.
func Version(ctx context.Context, dsn string) (version int64, pending bool, err error) {
	err = with(dsn, FS, func(_ *sql.DB, p *goose.Provider) error {
		if pending, err = p.HasPending(ctx); err != nil {
			return err
		}
		version, err = p.GetDBVersion(ctx)
		return err
	})
	return version, pending, err
}

func with(dsn string, files fs.FS, do func(*sql.DB, *goose.Provider) error) error {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, fmt.Sprintf("set lock_timeout = %d", yieldAfter.Milliseconds()))
		return err
	}))
	defer func() { _ = db.Close() }()
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	// Migrations get their numbers on branches. A database may have a migration with a higher
	// number than one that was merged later.
	p, err := goose.NewProvider(
		goose.DialectPostgres, db, files, goose.WithSessionLocker(locker), goose.WithAllowOutofOrder(true),
	)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if err := do(db, p); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// Newest returns the number of the newest migration that this build knows.
func Newest() int64 { return newest(FS) }

// Count returns how many migrations this build knows. It rises with each one, also with one that is
// merged late and has a lower number than others.
func Count() int64 {
	names, _ := fs.Glob(FS, "*.sql") // the pattern is valid
	return int64(len(names))
}

func newest(files fs.FS) (newest int64) {
	entries, _ := fs.ReadDir(files, ".") // an embedded folder can be read
	for _, f := range entries {
		if version, err := goose.NumericComponent(f.Name()); err == nil {
			newest = max(newest, version)
		}
	}
	return newest
}
