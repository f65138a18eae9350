// Package migrations holds the database schema as goose SQL files, embedded.
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

// Up brings the database to the newest schema. Several processes may call it at once: one works,
// the others wait.
func Up(ctx context.Context, dsn string) error {
	return with(dsn, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
}

// Version is the schema version of the database; pending says whether Up has something to do.
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
	// Branches hand out numbers before they are merged: a database may be past a number that it has
	// not seen.
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
