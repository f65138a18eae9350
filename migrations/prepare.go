package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// NewerError says that a newer build has migrated the database. Nothing is wrong with it, and during
// a rolling upgrade processes of the build before may go on with it.
type NewerError struct {
	Database, Build int64 // the newest migrations of both
}

func (e *NewerError) Error() string {
	return fmt.Sprintf(
		"a newer version of Proofboard has used this database (schema %d, this program knows %d): start that version, or restore a backup from before the upgrade",
		e.Database,
		e.Build,
	)
}

const (
	// yieldAfter is how long a migration waits for a lock. Requests queue behind it meanwhile. It is
	// much shorter than PostgreSQL waits before it looks for a deadlock (1 s) and ends one of the two,
	// which could be the request.
	yieldAfter = 200 * time.Millisecond
	// yieldPause gives the requests that waited their turn.
	yieldPause = 500 * time.Millisecond
	yieldTries = 400 // about five minutes
)

// yielding calls do again after it gave way to others that hold a lock.
func yielding(ctx context.Context, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		var pe *pgconn.PgError
		if !errors.As(err, &pe) || pe.Code != "55P03" && pe.Code != "40P01" || try == yieldTries {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(yieldPause):
		}
	}
}

// prepare makes what migrations need and their role may make, and names the statements for the rest.
func prepare(ctx context.Context, db *sql.DB) error {
	var role, database string
	var stranger bool
	if err := db.QueryRowContext(
		ctx,
		`select current_user, exists (select from pg_class where oid = to_regclass('goose_db_version') and not pg_has_role(relowner, 'usage'))`,
	).Scan(&role, &stranger); err != nil {
		return err
	}
	if stranger {
		return fmt.Errorf(
			"the database has an older schema than this program, and the role %s does not own it: run proofboard migrate first, with the role that does",
			role,
		)
	}
	var exists, creates, sets, owns, extends bool
	err := db.QueryRowContext(ctx, `select current_user, current_database(),
		exists (select from pg_roles where rolname = $1),
		(select rolcreaterole or rolsuper from pg_roles where rolname = current_user),
		has_schema_privilege('public', 'create'),
		exists (select from pg_extension where extname = 'pg_trgm') or has_database_privilege(current_database(), 'create')`, AppRole).
		Scan(&role, &database, &exists, &creates, &owns, &extends)
	if err != nil {
		return err
	}
	if !exists && creates { // who creates a role may administer it, but may not act as it before PostgreSQL is told so
		if _, err := db.ExecContext(ctx, "create role "+AppRole+" nologin"); err == nil {
			exists = true
		}
	}
	member := func() error {
		if !exists {
			return nil
		}
		right := "member"
		var version int
		if err := db.QueryRowContext(ctx, "select current_setting('server_version_num')::int").
			Scan(&version); err != nil {
			return err
		}
		if version >= 160000 {
			right = "set"
		}
		return db.QueryRowContext(ctx, "select pg_has_role($1, $2)", AppRole, right).Scan(&sets)
	}
	if err := member(); err != nil {
		return err
	}
	if exists && !sets {
		if _, err := db.ExecContext(ctx, "grant "+AppRole+" to current_user"); err == nil {
			if err := member(); err != nil {
				return err
			}
		}
	}
	var missing []string
	if !exists {
		missing = append(missing, "create role "+AppRole+" nologin;")
	}
	if !sets {
		missing = append(missing, "grant "+AppRole+" to "+quoted(role)+";")
	}
	if !owns || !extends {
		missing = append(missing, "alter database "+quoted(database)+" owner to "+quoted(role)+";")
	}
	if len(missing) > 0 {
		return fmt.Errorf(
			"the role %s lacks rights: a superuser of the database must run in it once: %s", role,
			strings.Join(missing, " "),
		)
	}
	return nil
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
