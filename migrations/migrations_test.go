package migrations_test

import (
	"database/sql"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/pressly/goose/v3"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
)

// A database of a version whose branch was merged before others is past numbers that it has not
// seen.
func TestADatabaseIsUpgradedThoughItIsPastANumberItHasNotSeen(t *testing.T) {
	dsn := embeddedtest.Database(t)
	then := fstest.MapFS{}
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name == "00017_account_keys.sql" || name == "00020_audit.sql" || name > "00021_leases.sql" {
			continue
		}
		text, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		then[name] = &fstest.MapFile{Data: text}
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	old, err := goose.NewProvider(goose.DialectPostgres, db, then)
	if err == nil {
		_, err = old.Up(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, pending, err := migrations.Version(t.Context(), dsn); err != nil || !pending {
		t.Fatalf("pending %t, %v", pending, err)
	}
	if err := migrations.Up(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	if at, pending, err := migrations.Version(t.Context(), dsn); err != nil || pending || at < 22 {
		t.Errorf("at %d, pending %t, %v", at, pending, err)
	}
}

// Whoever was here before the profile gate closed for them has not been told of it; whoever comes later has no time.
func TestAnUpgradeLeavesTheProfileGateOpenForPeopleWhoWereHere(t *testing.T) { // D-290
	dsn := embeddedtest.Database(t)
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	then, err := goose.NewProvider(goose.DialectPostgres, db, migrations.FS)
	if err == nil {
		_, err = then.UpTo(t.Context(), 98)
	}
	if err != nil {
		t.Fatal(err)
	}
	const add = "insert into people (id, email, password, firstname) values (gen_random_uuid(), $1, '', 'Kim')"
	_, err = db.ExecContext(t.Context(), add, "before@example.test")
	if err == nil {
		err = migrations.Up(t.Context(), dsn)
	}
	if err == nil {
		_, err = db.ExecContext(t.Context(), add, "after@example.test")
	}
	if err != nil {
		t.Fatal(err)
	}
	for email, want := range map[string]string{"before@example.test": "infinity", "after@example.test": ""} {
		var got string
		if err := db.QueryRowContext(
			t.Context(), "select coalesce(gate_after::text, '') from people where email = $1", email,
		).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", email, got, want, err)
		}
	}
}
