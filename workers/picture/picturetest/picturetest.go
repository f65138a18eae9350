// Package picturetest builds the child process that makes pictures in tests. A test binary cannot
// be that process, because the race detector needs more memory than the process may use.
package picturetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build builds the child program in dir and returns its path. The program's first argument selects
// what it does: make a picture, or fail in a certain way.
func Build(ctx context.Context, dir string) (string, error) {
	program := filepath.Join(dir, "picture")
	cmd := exec.CommandContext(
		ctx, "go", "build", "-trimpath", "-buildvcs=false", "-o", program,
		"github.com/proofboard/proofboard/workers/picture/picturetest/child",
	)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the picture process: %w: %s", err, out)
	}
	return program, nil
}
