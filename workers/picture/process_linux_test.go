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
	if !strings.Contains(err.Error(), "out of memory") {
		t.Errorf("it ended by something else: %.300v", err)
	}
}

func TestAProcessTakesAtMost512MB(t *testing.T) {
	out, err := exec.Command(program, "measure", "0").Output()
	if err != nil {
		t.Fatal(err)
	}
	if mb, err := strconv.Atoi(strings.TrimSpace(string(out))); err != nil || mb < 100 || mb > 512 {
		t.Errorf("it had %d MB, %v", mb, err)
	}
}
