package memory

import (
	"bufio"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

const asChild = "PROOFBOARD_MEMORY_CHILD"

// TestMain lets the test binary play the process that is watched: it starts one of its kind, which takes
// 64 MB.
func TestMain(m *testing.M) {
	switch os.Getenv(asChild) {
	case "parent":
		os.Exit(playParent())
	case "child":
		os.Exit(playChild())
	default:
		os.Exit(m.Run())
	}
}

const taken = 64 << 20

func playParent() int {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asChild+"=child")
	cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
	if err := cmd.Run(); err != nil {
		return 1
	}
	return 0
}

// playChild takes the memory when it reads a line, says so, and ends when its input ends.
func playChild() int {
	in := bufio.NewReader(os.Stdin)
	_, _ = os.Stdout.WriteString("small\n")
	_, _ = in.ReadString('\n')
	// The race detector keeps notes on memory of Go, and none on this.
	block, err := syscall.Mmap(-1, 0, taken, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return 1
	}
	for i := range block {
		block[i] = byte(i)
	}
	_, _ = os.Stdout.WriteString("large\n")
	_, _ = in.ReadString('\n')
	return int(block[0])
}

func TestTheMemoryOfAProcessIsThatOfAllItStarted(t *testing.T) { // D-92
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), asChild+"=parent")
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
	says := bufio.NewReader(out)
	await := func(want string) {
		t.Helper()
		if got, err := says.ReadString('\n'); err != nil || got != want+"\n" {
			t.Fatalf("%q: %v", got, err)
		}
	}
	await("small")
	before, err := Of(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	watch, err := Join(t.Context(), cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	await("large")
	if alone, err := Alone(cmd.Process.Pid); err != nil || alone > before {
		t.Errorf("a process without its child: %d bytes, %v", alone, err)
	}
	// What the processes share with this one counts less when it uses more of it.
	now, err := Of(cmd.Process.Pid)
	if grown := now - before; err != nil || grown < taken-noise || grown > taken+16<<20 {
		t.Errorf("grown by %d MB, %v", grown>>20, err)
	}
	if u := watch.Stop(); u.Grown < taken-noise || u.Grown > taken+16<<20 || u.Peak-u.Before < taken-noise {
		t.Errorf("watched: %+v", u)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := Of(cmd.Process.Pid); err == nil {
		t.Error("a process that has ended has memory")
	}
}

func TestWhatEndsMeanwhileHidesNoGrowth(t *testing.T) { // D-92
	w := &Watch{before: 100, lowest: 100, peak: 100}
	for _, now := range []int64{110, 40, 90, 60} {
		w.saw(now)
	}
	if w.peak != 110 || w.grown != 50 {
		t.Errorf("%d at most, grown by %d", w.peak, w.grown)
	}
}
