package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestPostgresKeepsItsDataOverARestart(t *testing.T) {
	cfg := embedded.PostgresConfig{Dir: publicDir(t)}
	first := startPostgres(t, cfg)
	query(t, first.DSN(), "create table kept (x text)")
	query(t, first.DSN(), "insert into kept values ('here')")
	stop(t, first)
	if !gone(first.PID()) {
		t.Error("the server is still there")
	}
	second := startPostgres(t, cfg)
	if got := query(t, second.DSN(), "select x from kept"); got != "here" {
		t.Errorf("got %q", got)
	}
}

func TestNobodyEntersPostgresWithoutAPasswordAndTheServiceIsNoSuperuser(t *testing.T) {
	dir := publicDir(t)
	pg := startPostgres(t, embedded.PostgresConfig{Dir: dir})
	secured(t, dir, pg)
	if got := query(
		t, pg.DSN(), "select (rolsuper or rolcreaterole)::text from pg_roles where rolname = current_user",
	); got != "false" {
		t.Error("the service logs in as somebody who may change roles")
	}
	for _, sql := range []string{"create table mine (n int)", "create extension pg_trgm", "set role proofboard_app", "select pg_switch_wal()::text", "checkpoint", "select pg_create_restore_point('here')::text"} {
		query(t, pg.DSN(), sql)
	}
	info, err := os.Stat(filepath.Join(dir, "passwords.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("passwords.json: %v, %v", info, err)
	}
	stop(t, pg)
	if err := os.Remove(filepath.Join(dir, "passwords.json")); err != nil {
		t.Fatal(err)
	}
	again := startPostgres(t, embedded.PostgresConfig{Dir: dir}) // as after a restore without passwords
	if again.DSN() == pg.DSN() {
		t.Error("new passwords are the old ones")
	}
	secured(t, dir, again)
}

func TestDataThatLetEverybodyInIsTakenOver(t *testing.T) {
	dir := publicDir(t)
	first := startPostgres(t, embedded.PostgresConfig{Dir: dir})
	for _, sql := range []string{ // as older builds created it: the superuser owns everything
		"alter database proofboard owner to postgres", "drop owned by proofboard", "create table kept (n bigint generated always as identity, x text default 'here')", "create sequence alone",
		"create view seen as select * from kept", "create function one() returns int language sql as 'select 1'", "create extension pg_trgm", "insert into kept default values",
		"create table board (n int)", "grant usage, create on schema public to proofboard_app", "alter table board owner to proofboard_app",
	} {
		query(t, first.AdminDSN(), sql)
	}
	stop(t, first)
	hba := filepath.Join(dir, "data", "pg_hba.conf")
	if err := errors.Join(
		os.Remove(filepath.Join(dir, "passwords.json")),
		os.WriteFile(hba, []byte("local all all trust\nlocal replication all trust\n"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	second := startPostgres(t, embedded.PostgresConfig{Dir: dir})
	secured(t, dir, second)
	for _, c := range []struct{ sql, want string }{
		{"select x from kept", "here"}, {"select one()::text", "1"}, {"insert into kept default values returning n::text", "2"}, {"drop view seen", ""}, {"alter table kept add y int", ""},
		{"alter sequence alone restart", ""}, {"select tableowner::text from pg_tables where tablename = 'kept'", "proofboard"},
		{"select tableowner::text from pg_tables where tablename = 'board'", "proofboard_app"}, {"alter table board add column m int", ""},
	} {
		if got := query(t, second.DSN(), c.sql); got != c.want {
			t.Errorf("%s: %q, want %q", c.sql, got, c.want)
		}
	}
}

// secured checks that a server admits nobody without the right password.
func secured(t *testing.T, dir string, pg *embedded.Postgres) {
	t.Helper()
	hba, err := os.ReadFile(filepath.Join(dir, "data", "pg_hba.conf"))
	if err != nil || strings.Contains(string(hba), "trust") {
		t.Errorf("pg_hba.conf: %v\n%s", err, hba)
	}
	for _, role := range []string{"postgres", "proofboard"} {
		for _, user := range []*url.Userinfo{url.User(role), url.UserPassword(role, "guess")} {
			u, err := url.Parse(pg.DSN())
			if err != nil {
				t.Fatal(err)
			}
			u.User = user
			if conn, err := pgx.Connect(t.Context(), u.String()); err == nil {
				_ = conn.Close(t.Context())
				t.Errorf("%s entered without the password", role)
			}
		}
	}
	if got := query(t, pg.DSN(), "select current_user"); got != "proofboard" {
		t.Errorf("the service is %q", got)
	}
}

func TestPostgresNeverTradesDurability(t *testing.T) {
	pg := startPostgres(t, embedded.PostgresConfig{Dir: publicDir(t), Settings: map[string]string{
		"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "work_mem": "5MB",
	}})
	got := query(
		t,
		pg.DSN(),
		"select name||'='||setting from pg_settings where name in ('fsync','synchronous_commit','full_page_writes','work_mem','jit','listen_addresses') order by name",
	)
	if want := "fsync=on,full_page_writes=on,jit=off,listen_addresses=,synchronous_commit=on,work_mem=5120"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestPostgresWorksInAwkwardPlaces(t *testing.T) {
	for name, place := range map[string]func(t *testing.T) string{
		"a path too long for a socket": func(t *testing.T) string {
			return filepath.Join(publicDir(t), strings.Repeat("long/", 20), "pg")
		},
		"a path with spaces and quotes": func(t *testing.T) string {
			return filepath.Join(publicDir(t), `it's "my" data, 100%`)
		},
		"below a folder that only this user may enter": func(t *testing.T) string {
			shut := publicDir(t)
			if err := os.Chmod(shut, 0o700); err != nil {
				t.Fatal(err)
			}
			return filepath.Join(shut, "pg")
		},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := embedded.PostgresConfig{Dir: place(t)}
			for range 2 {
				pg := startPostgres(t, cfg)
				if got := query(t, pg.DSN(), "select current_database()"); got != "proofboard" {
					t.Errorf("got %q", got)
				}
				stop(t, pg)
			}
		})
	}
	t.Run("a path too long even for the temporary folder", func(t *testing.T) {
		tmp := filepath.Join(publicDir(t), strings.Repeat("t", 90))
		if err := os.MkdirAll(tmp, 0o755); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(publicDir(t), strings.Repeat("d", 90))
		t.Setenv("TMPDIR", tmp)
		_, err := embedded.StartPostgres(t.Context(), embedded.PostgresConfig{Dir: dir})
		refused(t, err, embedded.ErrPathTooLong, "--data", "TMPDIR")
	})
}

func TestPostgresNeverRunsAsRoot(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("this system does not show what a process may do")
	}
	for mode, most := range map[os.FileMode]int{0o755: 0, 0o700: 1} {
		t.Run(fmt.Sprintf("in a folder of mode %o it has at most %d capabilities", mode, most), func(t *testing.T) {
			dir := publicDir(t)
			if err := os.Chmod(dir, mode); err != nil {
				t.Fatal(err)
			}
			if wd, _ := os.Getwd(); mode == 0o755 && closed(wd) {
				t.Skip("the programs are in a closed folder")
			}
			pg := startPostgres(t, embedded.PostgresConfig{Dir: filepath.Join(dir, "pg")})
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pg.PID()))
			if err != nil {
				t.Fatal(err)
			}
			var uid int
			var caps uint64
			for line := range strings.Lines(string(status)) {
				_, _ = fmt.Sscanf(line, "Uid: %d", &uid)
				_, _ = fmt.Sscanf(line, "CapPrm: %x", &caps)
			}
			if uid == 0 || bits.OnesCount64(caps) > most {
				t.Errorf("uid %d with capabilities %x", uid, caps)
			}
		})
	}
}

func TestKillingTheServerLeavesNothingBehind(t *testing.T) {
	for _, who := range []string{"this user", "this user below a folder of its own", "a normal user"} {
		t.Run("as "+who, func(t *testing.T) {
			dir := publicDir(t)
			if who == "this user below a folder of its own" {
				if err := os.Chmod(dir, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			var cred *syscall.Credential
			if who == "a normal user" {
				cred = nobody(t)
				if err := os.Chown(dir, int(cred.Uid), int(cred.Gid)); err != nil {
					t.Fatal(err)
				}
			}
			for round := range 3 {
				began := time.Now()
				cmd, out := play(t, "server", dir, cred)
				var pg, s3 int
				line, err := out.ReadString('\n')
				if _, scan := fmt.Sscanf(line, "ready %d %d", &pg, &s3); scan != nil {
					t.Fatalf("round %d: %q: %v, %v", round, line, scan, err)
				}
				t.Logf("round %d: up after %s", round, time.Since(began).Round(time.Millisecond))
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
				if round == 1 {
					continue // the next start comes while the child processes are still ending
				}
				within(t, 5*time.Second, "PostgreSQL ends with its parent", func() bool { return gone(pg) })
				within(t, 5*time.Second, "the S3 gateway ends with its parent", func() bool { return gone(s3) })
			}
		})
	}
}

func TestANormalUserStartsPostgresAgainAndAgain(t *testing.T) {
	cred, dir := nobody(t), publicDir(t)
	if err := os.Chown(dir, int(cred.Uid), int(cred.Gid)); err != nil {
		t.Fatal(err)
	}
	_, out := play(t, "restarter", filepath.Join(dir, "pg"), cred)
	got, err := out.ReadString('\n')
	if want := fmt.Sprintf("restarted as %d\n", cred.Uid); got != want {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestPostgresStartsAfterItsOwnCrash(t *testing.T) {
	cfg := embedded.PostgresConfig{Dir: publicDir(t)}
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGQUIT} {
		pg := startPostgres(t, cfg)
		query(t, pg.DSN(), "create table if not exists kept (x text)")
		query(t, pg.DSN(), "insert into kept values ('"+signal.String()+"')")
		if err := syscall.Kill(pg.PID(), signal); err != nil {
			t.Fatal(err)
		}
		select {
		case <-pg.Done():
		case <-time.After(10 * time.Second):
			t.Fatal("Done is not closed")
		}
	}
	pg := startPostgres(t, cfg)
	if got := query(t, pg.DSN(), "select x from kept order by 1"); got != "killed,quit" {
		t.Errorf("got %q", got)
	}
}

func TestAProcessIDThatAnotherProgramHasNowIsNoObstacle(t *testing.T) {
	dir := publicDir(t)
	pg := startPostgres(t, embedded.PostgresConfig{Dir: dir})
	file := filepath.Join(dir, "data", "postmaster.pid")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	stop(t, pg)
	stale := strings.Replace(string(content), strconv.Itoa(pg.PID()), strconv.Itoa(os.Getpid()), 1)
	if err := os.WriteFile(file, []byte(stale), 0o600); err != nil {
		t.Fatal(err)
	}
	if dsn, running, err := embedded.FindPostgres(dir); running || err != nil {
		t.Errorf("found %s, %v", dsn, err)
	}
	startPostgres(t, embedded.PostgresConfig{Dir: dir})
}

func TestOneServerForOneDataFolder(t *testing.T) {
	dir := publicDir(t)
	if dsn, running, err := embedded.FindPostgres(dir); running || err != nil {
		t.Errorf("before the start: %s, %v", dsn, err)
	}
	pg := startPostgres(t, embedded.PostgresConfig{Dir: dir})
	t.Run("a second start is told who uses it", func(t *testing.T) {
		_, err := embedded.StartPostgres(t.Context(), embedded.PostgresConfig{Dir: dir})
		refused(t, err, embedded.ErrInUse, strconv.Itoa(os.Getpid()), "--data")
	})
	t.Run("another process finds the running one", func(t *testing.T) {
		dsn, running, err := embedded.FindPostgres(dir)
		if err != nil || !running || dsn != pg.DSN() {
			t.Fatalf("got %q %t %v, want %q", dsn, running, err, pg.DSN())
		}
		if got := query(t, dsn, "select current_database()"); got != "proofboard" {
			t.Errorf("got %q", got)
		}
	})
	stop(t, pg)
	if dsn, running, err := embedded.FindPostgres(dir); running || err != nil {
		t.Errorf("after the end: %s, %v", dsn, err)
	}
}

func TestPostgresSaysWhatToDo(t *testing.T) {
	t.Run("when it is not installed", func(t *testing.T) {
		_, err := embedded.StartPostgres(t.Context(), embedded.PostgresConfig{Dir: publicDir(t), BinDir: t.TempDir()})
		refused(t, err, embedded.ErrProgramMissing)
	})
	t.Run("when the data is of another version", func(t *testing.T) {
		dir := publicDir(t)
		if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "data", "PG_VERSION"), []byte("9.6\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := embedded.StartPostgres(t.Context(), embedded.PostgresConfig{Dir: dir})
		refused(t, err, embedded.ErrDataVersion, "PostgreSQL 9.6", "DATABASE_URL")
	})
	t.Run("when the data folder holds something else", func(t *testing.T) {
		dir := publicDir(t)
		if err := os.MkdirAll(filepath.Join(dir, "data", "photos"), 0o700); err != nil {
			t.Fatal(err)
		}
		_, err := embedded.StartPostgres(t.Context(), embedded.PostgresConfig{Dir: dir})
		refused(t, err, embedded.ErrInUse, "--data")
		if _, err := os.Stat(filepath.Join(dir, "data", "photos")); err != nil {
			t.Errorf("it is not there any more: %v", err)
		}
	})
	t.Run("when the data folder belongs to another user", func(t *testing.T) {
		cred, dir := nobody(t), publicDir(t)
		_, out := play(t, "restarter", dir, cred)
		said, _ := out.ReadString('\n')
		refused(
			t, errors.Join(embedded.ErrNotOwner, errors.New(said)), embedded.ErrNotOwner, embedded.ErrNotOwner.Error(),
			"chown", "--data",
		)
	})
	t.Run("when a setting is wrong", func(t *testing.T) {
		dir := publicDir(t)
		_, err := embedded.StartPostgres(
			t.Context(), embedded.PostgresConfig{Dir: dir, Settings: map[string]string{"work_mem": "much"}},
		)
		if err == nil || !strings.Contains(err.Error(), "work_mem") {
			t.Errorf("got %v", err)
		}
		startPostgres(t, embedded.PostgresConfig{Dir: dir}) // the failed start has released its lock
	})
}

func TestAnInstalledPostgresServes(t *testing.T) {
	installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(installed) == 0 {
		t.Skip("none is installed on this machine")
	}
	dir := publicDir(t)
	pg := startPostgres(t, embedded.PostgresConfig{Dir: dir, BinDir: installed[0]})
	version := query(t, pg.DSN(), "select current_setting('server_version_num')::int / 10000 || ''")
	query(t, pg.DSN(), "create table kept (x text)")
	stop(t, pg)
	// Without BinDir, the version that created the data runs it, even if others are installed.
	pg = startPostgres(t, embedded.PostgresConfig{Dir: dir})
	if got := query(t, pg.DSN(), "select current_setting('server_version_num')::int / 10000 || ''"); got != version {
		t.Errorf("made by %s, served by %s", version, got)
	}
}

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	prepared := 0
	prepare := func(t *testing.T) string {
		return embeddedtest.DatabaseFrom(t, "kept", func(_ context.Context, dsn string) error {
			prepared++
			query(t, dsn, "create table kept (x text)")
			return nil
		})
	}
	one, two, empty := prepare(t), prepare(t), embeddedtest.Database(t)
	query(t, one, "insert into kept values ('mine')")
	if got := query(t, two, "select count(*)::text from kept"); got != "0" || prepared != 1 {
		t.Errorf("got %s rows, prepared %d times", got, prepared)
	}
	if got := query(t, empty, "select count(*)::text from pg_tables where tablename = 'kept'"); got != "0" {
		t.Errorf("the empty database has %s", got)
	}
	if u, err := url.Parse(one); err != nil || u.Scheme != "postgres" {
		t.Errorf("got %s, %v", one, err)
	}
}
