// Command withpostgres starts a temporary PostgreSQL, sets PROOFBOARD_TEST_DATABASE_URL to its URL
// and runs a command.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code, err := embeddedtest.WithPostgres(ctx, os.Args[1:])
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpostgres:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}
