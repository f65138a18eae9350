// Package harness starts the whole program with a real PostgreSQL, NATS and S3 gateway, and has
// what the end-to-end tests of all areas share: people, orders with files, calls over HTTP, load
// and faults.
package harness

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
	"github.com/proofboard/proofboard/commands/commandstest"
)

// World is the program that most tests share. TestMain starts it.
var (
	World    *Site
	worldDir string // its data folder
)

// Afterwards contains functions that close what the tests share.
var Afterwards []func() error

// Main builds the product, starts World and runs the tests of a package. It returns the exit code. Each change is
// made to the configuration of World.
func Main(m *testing.M, changes ...func(*config.Config)) int {
	if member := os.Getenv(natsEnv); member != "" {
		return serveNATS(member)
	}
	// A rare collection makes tests faster. The product must run as users run it: bounds are on its memory.
	if err := os.Unsetenv("GOGC"); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	dir, err := MakeFolder()
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		err = buildProduct(dir)
	}
	if err == nil {
		worldDir = dir
		World, err = Open(dir, Seed(), changes...)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	code := m.Run()
	for _, f := range Afterwards {
		if err := f(); err != nil {
			fmt.Fprintln(os.Stderr, "e2e:", err)
			code = 1
		}
	}
	if err := World.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	return code
}

// Product is the path of the program as users run it. Tests start and kill it, and the servers in
// this process use it to draw pictures. It is built without the race detector, because the report
// of a killed process would be lost.
var Product string

// builtProduct names a variable of the environment with the path of a program that is built already, so that
// not every package of tests builds it again.
const builtProduct = "PROOFBOARD_TEST_PRODUCT"

func buildProduct(dir string) error {
	if Product = os.Getenv(builtProduct); Product != "" {
		return nil
	}
	Product = filepath.Join(dir, "product")
	return Build(context.Background(), Product, "proofboard")
}

// Build compiles a program in cmd as `make build` does.
func Build(ctx context.Context, into, program string) error {
	cmd := exec.CommandContext(
		ctx, "go", "build", "-buildvcs=false", "-trimpath", "-o", into,
		"github.com/proofboard/proofboard/cmd/"+program,
	)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w: %s", program, err, out)
	}
	return nil
}

// MakeFolder creates a data folder that the database's user can access. Its path is short enough
// for a Unix socket.
func MakeFolder() (string, error) {
	dir, err := os.MkdirTemp("", "pbe")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	return dir, err
}

// Folder returns a new data folder that is removed after the test.
func Folder(t *testing.T) string {
	t.Helper()
	dir, err := MakeFolder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Settings returns a configuration that uses only the embedded services and ignores the environment
// of the tests.
func Settings(dir string) config.Config {
	no := false
	return config.Config{
		Listen:   "127.0.0.1:0",
		Data:     dir,
		LogLevel: "warn",
		Demo:     &no,
		S3:       config.S3{Bucket: "proofboard"},
		Program:  Product,

		WebhookTargets: []string{"127.0.0.1/32"}, // the receivers of the tests
	}
}

// Logger returns a logger that writes warnings to a file in a data folder. It panics if a command locks streams out of
// order.
func Logger(dir string) (*slog.Logger, *os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "test.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	text := slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelWarn})
	return slog.New(commandstest.Locks(text, func(r slog.Record) { panic(r.Message) })), f, err
}

const patience = time.Minute

// Eventually polls until ok returns true. It fails after the time limit in patience.
func Eventually(t *testing.T, what string, ok func() bool) {
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

// Today is the day where the demo's provider writes invoices: their dates are those of its time zone.
func Today() string {
	zone, err := time.LoadLocation("Europe/Stockholm")
	if err != nil {
		panic(err) // it is compiled into the tests
	}
	return time.Now().In(zone).Format(time.DateOnly)
}
