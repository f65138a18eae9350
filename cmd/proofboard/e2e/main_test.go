// Package e2e tests the whole program over HTTP with a real PostgreSQL, NATS and S3 gateway.
package e2e

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
)

// world is the program that most tests share. TestMain starts it.
var (
	world    *site
	worldDir string // its data folder
)

// afterwards contains functions that close what the tests share.
var afterwards []func() error

func TestMain(m *testing.M) {
	if member := os.Getenv(natsEnv); member != "" {
		os.Exit(serveNATS(member))
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := makeFolder()
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		err = buildProduct(dir)
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

// product is the path of the program as users run it. Tests start and kill it, and the servers in
// this process use it to draw pictures. It is built without the race detector, because the report
// of a killed process would be lost.
var product string

func buildProduct(dir string) error {
	product = filepath.Join(dir, "product")
	cmd := exec.CommandContext(
		context.Background(), "go", "build", "-buildvcs=false", "-trimpath", "-o", product,
		"github.com/proofboard/proofboard/cmd/proofboard",
	)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the product: %w: %s", err, out)
	}
	return nil
}

// makeFolder creates a data folder that the database's user can access. Its path is short enough
// for a Unix socket.
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

// settings returns a configuration that uses only the embedded services and ignores the environment
// of the tests.
func settings(dir string) config.Config {
	no := false
	return config.Config{
		Listen:   "127.0.0.1:0",
		Data:     dir,
		LogLevel: "warn",
		Demo:     &no,
		S3:       config.S3{Bucket: "proofboard"},
		Program:  product,
	}
}

func logger(dir string) (*slog.Logger, *os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "test.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	return slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelWarn})), f, err
}

const patience = 20 * time.Second

// eventually polls until ok returns true. It fails after the time limit in patience.
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
