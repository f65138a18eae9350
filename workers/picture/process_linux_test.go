package picture_test

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/workers/picture"
)

// Only Linux limits the memory of a process.

func TestAProcessThatWantsTooMuchMemoryEnds(t *testing.T) {
	_, err := make1(t, process("hog"), []byte("x"))
	if !errors.Is(err, picture.ErrNone) || !strings.Contains(err.Error(), "exit status") {
		t.Fatalf("two gigabytes: %.300v", err)
	}
	// What the Go runtime says at its end differs: "out of memory", or a fault of the garbage
	// collector, which does not check its own allocations.
	said := strings.Split(err.Error(), "held ")
	held, _, _ := strings.Cut(said[len(said)-1], "\n")
	if mb, err := strconv.Atoi(held); err != nil || mb < 256 || mb > 448 {
		t.Errorf("it ended with %d MB, %v", mb, err)
	}
}

func TestAProcessTakesAtMost512MB(t *testing.T) {
	out, err := exec.Command(program, "measure").Output()
	if err != nil {
		t.Fatal(err)
	}
	if mb, err := strconv.Atoi(strings.TrimSpace(string(out))); err != nil || mb < 100 || mb > 512 {
		t.Errorf("it had %d MB, %v", mb, err)
	}
}
