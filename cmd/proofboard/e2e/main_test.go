// Package e2e tests the whole program over HTTP, with its real PostgreSQL, NATS and S3 gateway.
package e2e

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/workers/picture/picturetest"
)

// world is the program that most tests share; TestMain starts it.
var (
	world    *site
	worldDir string // its data
)

// afterwards closes what tests have started and share.
var afterwards []func() error

// serveEnv makes this test binary a server on the data folder that it names, for the tests that kill one.
const serveEnv = "PROOFBOARD_E2E_SERVE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(serveEnv); dir != "" {
		os.Exit(serve(dir))
	}
	if member := os.Getenv(memberEnv); member != "" {
		os.Exit(beMember(member))
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := makeFolder()
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		err = makePictures(dir)
	}
	if err == nil {
		worldDir = dir
		world, err = open(dir, seed())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	code := m.Run()
	for _, f := range afterwards {
		if err := f(); err != nil {
			fmt.Fprintln(os.Stderr, "e2e:", err)
			code = 1
		}
	}
	if err := world.close(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	return code
}

// picturesEnv names the program that makes pictures, to the servers that tests start as well: this binary is none.
const picturesEnv = "PROOFBOARD_E2E_PICTURES"

func makePictures(dir string) error {
	program, err := picturetest.Build(context.Background(), dir)
	if err != nil {
		return err
	}
	return os.Setenv(picturesEnv, program)
}

// makeFolder makes a data folder that the database's user can pass and whose path is short enough for a socket.
func makeFolder() (string, error) {
	dir, err := os.MkdirTemp("", "pbe")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	return dir, err
}

func folder(t *testing.T) string {
	t.Helper()
	dir, err := makeFolder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// settings keeps to the embedded services, whatever the environment of the tests names.
func settings(dir string) config.Config {
	no := false
	return config.Config{Listen: "127.0.0.1:0", Data: dir, LogLevel: "warn", Demo: &no, S3: config.S3{Bucket: "proofboard"}, Program: os.Getenv(picturesEnv)}
}

func logger(dir string) (*slog.Logger, *os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "test.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	return slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelWarn})), f, err
}

// serve is the server process that tests kill: it says where it listens in the file "address".
func serve(dir string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	log, f, err := logger(dir)
	if err != nil {
		return 1
	}
	defer func() { _ = f.Close() }()
	p, err := program.Open(ctx, settings(dir), log)
	if err != nil {
		log.Error("open", "error", err)
		return 1
	}
	address := filepath.Join(dir, "address")
	if err := errors.Join(os.WriteFile(address+".new", []byte(p.Addr()), 0o600), os.Rename(address+".new", address)); err != nil {
		log.Error("address", "error", err)
		return 1
	}
	err = p.Run(ctx)
	if err = errors.Join(err, p.Close()); err != nil {
		log.Error("run", "error", err)
		return 1
	}
	return 0
}

const patience = 20 * time.Second

// eventually polls until ok, at most for patience.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("it did not happen: %s", what)
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}
