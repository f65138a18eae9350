// Package migrations contains the database schema as SQL files of goose.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"

	_ "github.com/jackc/pgx/v5/stdlib" // the database/sql driver "pgx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// FS holds the migrations: NNNNN_name.sql.
//
//go:embed *.sql
var FS embed.FS

// Up migrates the database to the newest schema. Several processes may call it at once: one
// migrates, the others wait.
func Up(ctx context.Context, dsn string) error {
	return with(dsn, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
}

// Version returns the schema version of the database. pending reports whether Up has something to
// do.
func Version(ctx context.Context, dsn string) (version int64, pending bool, err error) {
	err = with(dsn, func(p *goose.Provider) error {
		if pending, err = p.HasPending(ctx); err != nil {
			return err
		}
		version, err = p.GetDBVersion(ctx)
		return err
	})
	return version, pending, err
}

func with(dsn string, do func(*goose.Provider) error) error {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	defer func() { _ = db.Close() }()
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	// Migrations get their numbers on branches. A database may have a migration with a higher
	// number than one that was merged later.
	p, err := goose.NewProvider(
		goose.DialectPostgres, db, FS, goose.WithSessionLocker(locker), goose.WithAllowOutofOrder(true),
	)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if err := do(p); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// Newest returns the number of the newest migration that this build knows.
func Newest() (newest int64) {
	files, _ := FS.ReadDir(".") // an embedded folder can be read
	for _, f := range files {
		if version, err := goose.NumericComponent(f.Name()); err == nil {
			newest = max(newest, version)
		}
	}
	return newest
}
