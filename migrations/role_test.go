package migrations_test

import (
	"errors"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func TestTheApplicationCanAppendToTheLogAndNeitherChangeNorRemoveWhatIsThere(t *testing.T) { // D-34
	dsn, err := migrations.AsApp(embeddedtest.DatabaseFrom(t, "migrated", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	app, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close(t.Context()) //nolint:errcheck // the test is over
	const event = `insert into events (position, stream_id, version, stream_type, type, data, metadata, command_id, occurred_at)
		values (1, gen_random_uuid(), 1, 'order', 'order-created', '{}', '{}', null, now())`
	const head = `insert into tree_heads (size, signed, signed_at) values (1, 'x', now())`
	for _, sql := range []string{event, head, "select * from events", "delete from board_cards", "create table scratch (n int)", "drop table board_cards"} {
		if _, err := app.Exec(t.Context(), sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		"update events set data = '{}'", "update events set occurred_at = now() where position = 1", "delete from events", "truncate events", "drop table events",
		"alter table events add column note text", "alter table events disable trigger all", "create rule r as on insert to events do instead nothing", "insert into events select * from events on conflict (position) do update set data = '{}'",
		"update tree_heads set signed = 'y'", "delete from tree_heads", "truncate tree_heads",
	} {
		mayNot(t, app, sql)
	}
	_, _ = app.Exec(t.Context(), "grant update on events to "+migrations.AppRole) // PostgreSQL warns or fails
	mayNot(t, app, "update events set data = '{}'")
}

func mayNot(t *testing.T, conn *pgx.Conn, sql string) {
	t.Helper()
	var refused *pgconn.PgError
	if tag, err := conn.Exec(t.Context(), sql); !errors.As(err, &refused) || refused.Code != "42501" {
		t.Errorf("%s: %v, %v, want it refused", sql, tag, err)
	}
}

func TestADSNOfEitherFormNamesTheApplicationsRole(t *testing.T) {
	for dsn, want := range map[string]string{
		"host=/run dbname=x":                       "host=/run dbname=x role=proofboard_app",
		"postgres://u:p@h:5/x?sslmode=disable":     "postgres://u:p@h:5/x?role=proofboard_app&sslmode=disable",
		"postgresql:///x?host=/run&role=superuser": "postgresql:///x?host=%2Frun&role=proofboard_app",
	} {
		if got, err := migrations.AsApp(dsn); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", dsn, got, err, want)
		}
	}
}
