package backup

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/embedded"
)

func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pbb") //nolint:usetesting // a short path: it holds a socket
	if err == nil {
		err = os.Chmod(dir, 0o755) // the database's own user needs access
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func start(t *testing.T, dir string, settings map[string]string) *embedded.Postgres {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	pg, err := embedded.StartPostgres(ctx, embedded.PostgresConfig{Dir: dir, Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, pg) })
	return pg
}

func stop(t *testing.T, pg *embedded.Postgres) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := pg.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func ask(t *testing.T, pg *embedded.Postgres, sql string) (text string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pg.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	rows, err := conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(all)
}

func TestADatabaseIsRestoredToAMark(t *testing.T) { // BY-002
	dir := folder(t)
	archive := filepath.Join(dir, "archive")
	if err := errors.Join(os.Mkdir(archive, 0o700), os.Chmod(archive, 0o777)); err != nil {
		t.Fatal(err)
	}
	pg := start(
		t, filepath.Join(dir, "old"),
		map[string]string{"archive_mode": "on", "archive_command": "cp %p " + archive + "/%f"},
	)
	ask(t, pg, "create table kept (x text)")
	ask(t, pg, "insert into kept values ('before')")
	based, err := Base(t.Context(), pg.DSN(), filepath.Join(dir, "backup"))
	if err != nil || based.Bytes < 1<<20 || based.Start >= based.End {
		t.Fatalf("%+v, %v", based, err)
	}
	ask(t, pg, "insert into kept values ('after')")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := Mark(ctx, pg.DSN(), "here"); err != nil {
		t.Fatal(err)
	}
	ask(t, pg, "insert into kept values ('a mistake')")
	stop(t, pg)

	data := filepath.Join(dir, "new", "data")
	if err := os.MkdirAll(data, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(ctx, "tar", "--numeric-owner", "-xpf", filepath.Join(dir, "backup", Tar), "-C", data).
		CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	own(t, filepath.Join(dir, "old", "data"), data)
	signal := filepath.Join(data, "recovery.signal")
	if err := os.WriteFile(signal, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	own(t, data, signal)
	pg = start(t, filepath.Join(dir, "new"), map[string]string{
		"restore_command":        "cp " + archive + "/%f %p",
		"recovery_target_name":   "here",
		"recovery_target_action": "promote",
	})
	if got := ask(t, pg, "select x from kept order by x"); got != "[after before]" {
		t.Errorf("restored %s", got)
	}
}

// own makes the owner of another path the owner of this path.
func own(t *testing.T, like, path string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "chown", "--reference="+like, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := exec.CommandContext(t.Context(), "chmod", "--reference="+like, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestABackupIsNeitherOverwrittenNorLeftHalfMade(t *testing.T) {
	dir := folder(t)
	pg := start(t, filepath.Join(dir, "pg"), nil)
	to := filepath.Join(dir, "backup")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Base(ctx, pg.DSN(), to); err == nil {
		t.Error("a backup that was cancelled succeeded")
	}
	if _, err := os.Stat(filepath.Join(to, Tar)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it left a backup that looks whole: %v", err)
	}
	if _, err := Base(t.Context(), pg.DSN(), to); err != nil {
		t.Fatal(err)
	}
	if _, err := Base(t.Context(), pg.DSN(), to); !errors.Is(err, ErrThere) {
		t.Errorf("a second one into the same folder: %v", err)
	}
	if _, err := Mark(t.Context(), pg.DSN(), "here"); !errors.Is(err, ErrNoArchive) {
		t.Errorf("a mark without an archive: %v", err)
	}
}

func TestTheRoleOfTheDocumentsBacksUpAndWhatItLacksIsNamed(t *testing.T) {
	dir := folder(t)
	archive := filepath.Join(dir, "archive")
	if err := errors.Join(os.Mkdir(archive, 0o700), os.Chmod(archive, 0o777)); err != nil {
		t.Fatal(err)
	}
	pg := start(
		t, filepath.Join(dir, "pg"),
		map[string]string{"archive_mode": "on", "archive_command": "cp %p " + archive + "/%f"},
	)
	admin, err := pgx.Connect(t.Context(), pg.AdminDSN())
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background()) //nolint:errcheck // the test is over
	do := func(sql string) {
		t.Helper()
		if _, err := admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	do("create role service login password 'secret'")
	u, err := url.Parse(pg.AdminDSN())
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("service", "secret")
	grant := "grant execute on function pg_create_restore_point(text), pg_switch_wal() to service;"
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := Mark(ctx, u.String(), "here"); err == nil || !strings.Contains(err.Error(), grant) {
		t.Fatalf("%v, want %s", err, grant)
	}
	do(grant)
	if _, err := Mark(ctx, u.String(), "here"); err != nil {
		t.Errorf("after the named statement: %v", err)
	}
}

func TestABaseBackupIsTakenFromTheServerThatTheURLAsksFor(t *testing.T) {
	dir := folder(t)
	pg := start(t, filepath.Join(dir, "pg"), nil)
	u, err := url.Parse(pg.DSN())
	if err != nil {
		t.Fatal(err)
	}
	for attrs, works := range map[string]bool{"read-write": true, "primary": true, "prefer-standby": true, "standby": false} {
		q := u.Query()
		q.Set("target_session_attrs", attrs)
		of := *u
		of.RawQuery = q.Encode()
		_, err := Base(t.Context(), of.String(), filepath.Join(dir, attrs))
		if (err == nil) != works {
			t.Errorf("target_session_attrs=%s: %v", attrs, err)
		}
	}
}
