package embedded_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
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

// roleVariable is the environment variable that makes the test binary run a server instead of
// tests.
const roleVariable = "EMBEDDED_TEST_ROLE"

func TestMain(m *testing.M) {
	var err error
	switch role := os.Getenv(roleVariable); role {
	case "":
		os.Exit(embeddedtest.Run(m))
	case "server":
		err = playServer(os.Args[1])
	case "restarter":
		err = playRestarter(os.Args[1])
	default:
		err = fmt.Errorf("unknown role %s", role)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// playServer runs all services until its input ends or the process is killed.
func playServer(dir string) error {
	ctx := context.Background()
	pg, err := embedded.StartPostgres(ctx, embedded.PostgresConfig{Dir: filepath.Join(dir, "pg")})
	if err != nil {
		return err
	}
	s3, err := embedded.StartS3(ctx, embedded.S3Config{Dir: filepath.Join(dir, "s3")})
	if err != nil {
		return err
	}
	n, err := embedded.StartNATS(ctx, embedded.NATSConfig{Dir: filepath.Join(dir, "nats")})
	if err != nil {
		return err
	}
	fmt.Println("ready", pg.PID(), s3.PID())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return errors.Join(n.Stop(ctx), s3.Stop(ctx), pg.Stop(ctx))
}

// playRestarter starts and stops the services twice, as a user does on two days.
func playRestarter(dir string) error {
	ctx := context.Background()
	for _, sql := range []string{"create table kept (x int)", "insert into kept values (1)"} {
		pg, err := embedded.StartPostgres(ctx, embedded.PostgresConfig{Dir: dir})
		if err != nil {
			return err
		}
		conn, err := pgx.Connect(ctx, pg.DSN())
		if err != nil {
			return err
		}
		_, err = conn.Exec(ctx, sql)
		if err := errors.Join(err, conn.Close(ctx), pg.Stop(ctx)); err != nil {
			return err
		}
	}
	fmt.Println("restarted as", os.Getuid())
	return nil
}

// play starts this test binary in a role and kills it after the test.
func play(t *testing.T, role, dir string, cred *syscall.Credential) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if cred != nil { // another user can read neither the go command's folder nor this user's temporary files
		program = publicCopy(t, program)
	}
	cmd := exec.Command(program, dir)
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd, bufio.NewReader(out)
}

func publicCopy(t *testing.T, program string) string {
	t.Helper()
	b, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(publicDir(t), "embedded.test")
	if err := os.WriteFile(path, b, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// publicDir returns a temporary folder that every user may enter.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pbt") //nolint:usetesting // t.TempDir is closed to other users.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// nobody returns the credentials of an unprivileged user. Only root can switch to them.
func nobody(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can run a process as another user; the other tests run as a normal user then")
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Skip("there is no user nobody")
	}
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if closed(wd) {
		t.Skipf("%s is closed to other users, and with it the programs to start", wd)
	}
	uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// closed reports whether some users cannot enter dir.
func closed(dir string) bool {
	for ; dir != "/"; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err != nil || info.Mode()&0o001 == 0 {
			return true
		}
	}
	return false
}

func within(t *testing.T, d time.Duration, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(d)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", d, what)
		}
		<-time.After(5 * time.Millisecond)
	}
}

// gone reports whether a process has ended. It returns true for zombies too.
func gone(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if os.IsNotExist(err) || err == nil && len(b) == 0 {
		return true
	}
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}

func startPostgres(t *testing.T, cfg embedded.PostgresConfig) *embedded.Postgres {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	pg, err := embedded.StartPostgres(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, pg) })
	return pg
}

func stop(t *testing.T, s interface{ Stop(context.Context) error }) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func query(t *testing.T, dsn, sql string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(got, ",")
}

func refused(t *testing.T, err, kind error, says ...string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("got %v, want %v", err, kind)
	}
	for _, s := range says {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("%q does not say %q", err, s)
		}
	}
}
