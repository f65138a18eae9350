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
