// Package picturetest builds the process that makes pictures for tests: their own binary cannot be it, for the race detector
// needs more memory than the process may have.
package picturetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build builds the process into a folder and answers its path. Its first argument is what it does: picture, or a fault.
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
