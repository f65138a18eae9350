// Package embeddedtest provides real servers for tests. Each server starts on first use, once in a
// test binary. Each call gets a new database or bucket.
package embeddedtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/embedded"
)

// DatabaseURL is the environment variable with the URL of a server that several test binaries
// share.
const DatabaseURL = "PROOFBOARD_TEST_DATABASE_URL"

// Run runs the tests of a package and then stops what they started. Call it from TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }
func Run(m *testing.M) int {
	home, err := makeHome()
	if err != nil {
		fmt.Fprintln(os.Stderr, "embeddedtest:", err)
		return 1
	}
	shared = &servers{home: home, templates: map[string]string{}}
	code := m.Run()
	if err := shared.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "embeddedtest:", err)
		return 1
	}
	return code
}

// WithPostgres starts a temporary server, sets DatabaseURL to its URL and runs a command. All test
// binaries that the command starts share the server. WithPostgres returns the command's exit code.
func WithPostgres(ctx context.Context, command []string) (int, error) {
	if len(command) == 0 {
		return 2, errors.New("no command given")
	}
	home, err := makeHome()
	if err != nil {
		return 1, err
	}
	s := &servers{home: home}
	if err := s.startPostgres(ctx); err != nil {
		return 1, errors.Join(err, s.stop())
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), DatabaseURL+"="+s.dsn)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	err = cmd.Run()
	code := cmd.ProcessState.ExitCode()
	if _, ended := errors.AsType[*exec.ExitError](err); ended {
		err = nil
	}
	return code, errors.Join(err, s.stop())
}

// shared is a global variable set by Run, because the testing package offers no other way to pass
// state from TestMain to tests.
var shared *servers

type servers struct {
	home *home

	mu        sync.Mutex
	dsn       string
	postgres  *embedded.Postgres
	s3        *embedded.S3
	templates map[string]string
}

const patience = 60 * time.Second

// Database returns the DSN of an empty database. The database is dropped after the test.
func Database(t testing.TB) string {
	t.Helper()
	return database(t, "template1")
}

// DatabaseFrom returns the DSN of a database with content. prepare fills a template once for each
// key, for instance by migrating it, and each call gets a copy. prepare must close its connections.
func DatabaseFrom(t testing.TB, key string, prepare func(ctx context.Context, dsn string) error) string {
	t.Helper()
	s := running(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.templates[key]; !ok {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		name, dsn, err := s.create(ctx, "template1")
		if err != nil {
			t.Fatalf("create a database: %v", err)
		}
		if err := prepare(ctx, dsn); err != nil {
			t.Fatalf("prepare database %s: %v", key, errors.Join(err, s.drop(ctx, name)))
		}
		s.templates[key] = name
	}
	return s.database(t, s.templates[key])
}

func database(t testing.TB, template string) string {
	t.Helper()
	s := running(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.database(t, template)
}

func running(t testing.TB) *servers {
	t.Helper()
	if shared == nil {
		t.Fatal("this package's TestMain has to call embeddedtest.Run")
	}
	return shared
}

func (s *servers) database(t testing.TB, template string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	name, dsn, err := s.create(ctx, template)
	if err != nil {
		t.Fatalf("create a database: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.drop(ctx, name); err != nil {
			t.Errorf("drop database %s: %v", name, err)
		}
	})
	return dsn
}

func (s *servers) create(ctx context.Context, template string) (name, dsn string, err error) {
	if s.dsn == "" {
		if s.dsn = os.Getenv(DatabaseURL); s.dsn == "" {
			if err := s.startPostgres(ctx); err != nil {
				return "", "", err
			}
		}
	}
	name = "test_" + uuid.NewString()
	err = s.exec(
		ctx, "create database "+pgx.Identifier{name}.Sanitize()+" template "+pgx.Identifier{template}.Sanitize(),
	)
	if err != nil {
		return "", "", err
	}
	u, err := url.Parse(s.dsn)
	if err != nil {
		return "", "", err
	}
	u.Path = "/" + name
	return name, u.String(), nil
}

func (s *servers) drop(ctx context.Context, name string) error {
	return s.exec(ctx, "drop database if exists "+pgx.Identifier{name}.Sanitize()+" with (force)")
}

func (s *servers) exec(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, s.dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

func (s *servers) startPostgres(ctx context.Context) (err error) {
	s.postgres, err = embedded.StartPostgres(ctx, embedded.PostgresConfig{
		Dir: s.home.dir + "/pg", Settings: map[string]string{"max_connections": "400"}, // for all packages
	})
	if err != nil {
		return err
	}
	s.dsn = s.postgres.AdminDSN()
	return cheapLogins(ctx, s.dsn)
}

// cheapLogins reduces the hashing of a password from 4,096 rounds to one. 4,096 rounds take 18 ms
// with the race detector.
func cheapLogins(ctx context.Context, dsn string) error {
	u, err := url.Parse(dsn)
	if err != nil {
		return err
	}
	password, _ := u.User.Password()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var change string
	err = conn.QueryRow(ctx, "select format('alter role %I password %L', current_user, $1::text) from pg_settings where name = 'scram_iterations'", password).
		Scan(&change)
	if errors.Is(err, pgx.ErrNoRows) { // PostgreSQL older than 16
		return nil
	}
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "set scram_iterations = 1; "+change)
	return err
}

func (s *servers) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var failed error
	if s.postgres == nil && s.dsn != "" {
		for _, name := range s.templates {
			failed = errors.Join(failed, s.drop(ctx, name))
		}
	}
	if s.postgres != nil {
		failed = errors.Join(failed, s.postgres.Stop(ctx))
	}
	if s.s3 != nil {
		failed = errors.Join(failed, s.s3.Stop(ctx))
	}
	return errors.Join(failed, s.home.remove())
}
