package migrations

import (
	"context"
	"errors"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func exec(t *testing.T, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// The request and the migration lock two tables in opposite order, as happened during a rolling upgrade.
func TestAMigrationGivesWayToARequestThatItWouldDeadlockWith(t *testing.T) {
	dsn := embeddedtest.Database(t)
	files := fstest.MapFS{
		"00001_tables.sql": {Data: []byte("-- +goose Up\ncreate table a (x int);\ncreate table b (x int);\n")},
		"00002_more.sql": {Data: []byte(
			"-- +goose Up\nalter table a add column y int;\nselect pg_sleep(0.3);\nalter table b add column y int;\n")},
	}
	if err := up(t.Context(), dsn, fstest.MapFS{"00001_tables.sql": files["00001_tables.sql"]}); err != nil {
		t.Fatal(err)
	}
	request := connect(t, dsn)
	exec(t, request, "begin")
	exec(t, request, "select from b")
	migrated := make(chan error, 1)
	go func() { migrated <- up(t.Context(), dsn, files) }()
	watch := connect(t, dsn)
	for locked := false; !locked; {
		if err := watch.QueryRow(t.Context(), "select exists (select from pg_locks where relation = 'a'::regclass and mode = 'AccessExclusiveLock')").
			Scan(&locked); err != nil {
			t.Fatal(err)
		}
	}
	exec(t, request, "select from a") // it waits for the migration, which waits for it
	begun := time.Now()
	exec(t, watch, "select from b") // another request does not wait for the first one
	if waited := time.Since(begun); waited > 2*time.Second {
		t.Errorf("another request waited %v", waited)
	}
	exec(t, request, "commit")
	if err := <-migrated; err != nil {
		t.Fatal(err)
	}
	exec(t, watch, "select y from b")
}

// Read models are rebuilt after a build that knows more migrations, whatever their numbers are.
func TestEveryMigrationCounts(t *testing.T) { // D-278
	if n := Count(); n < 70 || n > Newest() {
		t.Errorf("%d migrations, the newest is %d", n, Newest())
	}
}

func TestADatabaseThatANewerBuildMigratedIsNamedInOneSentence(t *testing.T) {
	dsn := embeddedtest.Database(t)
	if err := Up(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	exec(t, connect(t, dsn), "insert into goose_db_version (version_id, is_applied) values (99999, true)")
	newer := (*NewerError)(nil)
	err := Up(t.Context(), dsn)
	if !errors.As(err, &newer) || newer.Database != 99999 || newer.Build != Newest() ||
		strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("%v", err)
	}
}

func TestTheDocumentedRoleMigratesAndWhatItLacksIsNamed(t *testing.T) {
	dir, err := os.MkdirTemp("", "pbm") //nolint:usetesting // a short path: it holds a socket
	if err == nil {
		err = os.Chmod(dir, 0o755) // the database's own user needs access
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	pg, err := embedded.StartPostgres(t.Context(), embedded.PostgresConfig{Dir: dir}) // roles are of a server
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pg.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	admin := connect(t, pg.AdminDSN())
	as := func(role, database string) string {
		u, err := url.Parse(pg.AdminDSN())
		if err != nil {
			t.Fatal(err)
		}
		u.User, u.Path = url.UserPassword(role, "secret"), "/"+database
		return u.String()
	}
	exec(t, admin, "alter role proofboard_app rename to another")
	exec(t, admin, "create role service login password 'secret'")
	exec(t, admin, "create database product owner service")
	err = Up(t.Context(), as("service", "product"))
	want := `create role proofboard_app nologin; grant proofboard_app to "service";`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("%v, want %s", err, want)
	}
	exec(t, admin, want)
	if err := Up(t.Context(), as("service", "product")); err != nil {
		t.Errorf("after the named statements: %v", err)
	}
	exec(t, admin, "create database foreign_one")
	if err := Up(t.Context(), as("service", "foreign_one")); err == nil ||
		!strings.Contains(err.Error(), `alter database "foreign_one" owner to "service";`) {
		t.Errorf("on another's database: %v", err)
	}
	for _, sql := range []string{"drop database product", "drop role proofboard_app", "drop role service", "create role service createrole login password 'secret'", "create database product owner service"} {
		exec(t, admin, sql)
	}
	if err := Up(t.Context(), as("service", "product")); err != nil {
		t.Errorf("an owner who may create roles: %v", err)
	}
}
