package memory

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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
	w := &Watch{lowest: map[string]int64{"itself": 100 << 20}}
	for _, now := range []map[string]int64{
		{"itself": 70 << 20, "draws": 40 << 20},
		{"itself": 40 << 20},
		{"itself": 50 << 20, "draws": 40 << 20},
		{"itself": 60 << 20},
	} {
		w.saw(now)
	}
	if want := (Used{Peak: 110 << 20, Grown: 50 << 20, Where: "draws +40, itself +10"}); w.used != want {
		t.Errorf("%+v, want %+v", w.used, want)
	}
}

// All products on a machine share the pages of their program. The share of one grows when another ends,
// which is no growth of what it needs.
func TestThePagesOfFilesAreNotCounted(t *testing.T) { // D-92
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if _, err := file.Write(bytes.Repeat([]byte{1}, taken)); err != nil {
		t.Fatal(err)
	}
	before, err := Alone(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	mapped, err := syscall.Mmap(int(file.Fd()), 0, taken, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(mapped, []byte{1}); n != taken {
		t.Fatalf("%d of %d bytes are there", n, taken)
	}
	if now, err := Alone(os.Getpid()); err != nil || now > before+taken/2 {
		t.Errorf("grown by %d MB, %v", (now-before)>>20, err)
	}
	if err := syscall.Munmap(mapped); err != nil {
		t.Fatal(err)
	}
}
