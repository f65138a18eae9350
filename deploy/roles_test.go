package deploy_test

import (
	"context"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/migrations"
)

// rolesSQL returns the statements of roles.sh, and the query whose rows are run before them.
func rolesSQL(t *testing.T) (makes, rest string) {
	t.Helper()
	_, sql, _ := strings.Cut(read(t, "roles.sh"), "<<'SQL'\n")
	sql, _, _ = strings.Cut(sql, "\nSQL")
	makes, rest, ok := strings.Cut(sql, `\gexec`)
	if !ok {
		t.Fatal("roles.sh makes no roles")
	}
	return makes, strings.NewReplacer(
		":'password'", "'owns'", ":'runtime'", "'runs'", `:"database"`, "postgres",
	).Replace(rest)
}

func TestTheRolesOfComposeMigrateAndRun(t *testing.T) {
	dir, err := os.MkdirTemp("", "pbr") //nolint:usetesting // a short path: it holds a socket
	if err == nil {
		err = os.Chmod(dir, 0o755) // the database's own user needs access
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	pg, err := embedded.StartPostgres(t.Context(), embedded.PostgresConfig{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pg.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	as := func(role, password string) string {
		u, err := url.Parse(pg.AdminDSN())
		if err != nil {
			t.Fatal(err)
		}
		u.Path = "/postgres"
		if role != "" {
			u.User = url.UserPassword(role, password)
		}
		return u.String()
	}
	exec := func(dsn, sql string) error {
		conn, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			return err
		}
		defer conn.Close(context.Background()) //nolint:errcheck // the test is over
		_, err = conn.Exec(t.Context(), sql)
		return err
	}
	makes, rest := rolesSQL(t)
	for range 2 { // it may run again
		conn, err := pgx.Connect(t.Context(), as("", ""))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := conn.Query(t.Context(), makes)
		if err != nil {
			t.Fatal(err)
		}
		statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range append(statements, rest) {
			if _, err := conn.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		_ = conn.Close(t.Context())
	}
	service, runtime := as("proofboard_service", "owns"), as("proofboard_runtime", "runs")
	if err := migrations.Up(t.Context(), service); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(t.Context(), runtime); err != nil {
		t.Errorf("a process that finds the newest schema: %v", err)
	}
	app, err := migrations.AsApp(runtime)
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"update leases set since = now()", "select from events", "create table x__next (like board_cards)"} {
		if err := exec(app, sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"vacuum (full) people", "vacuum full pg_statistic", "select pg_switch_wal()", "checkpoint"} {
		if err := exec(runtime, sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	refused := regexp.MustCompile(`42501`)
	for _, sql := range []string{"delete from events", "update events set data = null", "drop table events", "alter table events disable trigger all", "set role proofboard_service"} {
		if err := exec(runtime, sql); err == nil || !refused.MatchString(err.Error()) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if err := exec(service, "delete from goose_db_version where version_id = 95"); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(
		t.Context(),
		runtime,
	); err == nil ||
		!strings.Contains(err.Error(), "run proofboard migrate first") {
		t.Errorf("a process that finds an older schema: %v", err)
	}
}
