package picture_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/proofboard/proofboard/workers/picture"
)

// counting returns a pool, and a function that returns how many processes it has started.
func counting(t *testing.T) (*picture.Pool, func() int) {
	t.Helper()
	note := filepath.Join(t.TempDir(), "processes")
	return pool(t, "counted", note), func() int {
		b, err := os.ReadFile(note)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Count(b, []byte("\n"))
	}
}

func draw(t *testing.T, p *picture.Pool, content []byte, alone bool) error {
	t.Helper()
	_, err := p.Make(t.Context(), bytes.NewReader(content), int64(len(content)), alone)
	return err
}

func TestAProcessDrawsSeveralFilesAndIsReplacedAfterAFailure(t *testing.T) { // D-91
	p, started := counting(t)
	good := asPNG(t, drawing(40, 40))
	for i, c := range []struct {
		what    string
		content []byte
		alone   bool
		want    int // processes
	}{
		{"the first file", good, false, 1},
		{"the second", good, false, 1},
		{"the third", asPNG(t, drawing(30, 90)), false, 1},
		{"one that is broken", []byte("broken"), false, 1},
		{"the next", good, false, 2},
		{"one that is tried again", good, true, 3},
		{"the next", good, false, 3},
	} {
		if err := draw(t, p, c.content, c.alone); (err != nil) != (string(c.content) == "broken") {
			t.Errorf("%d, %s: %v", i, c.what, err)
		}
		if got := started(); got != c.want {
			t.Errorf("%d, %s: %d processes, want %d", i, c.what, got, c.want)
		}
	}
}

func TestAProcessIsReplacedInTime(t *testing.T) {
	p, started := counting(t)
	for range 60 {
		if err := draw(t, p, asPNG(t, drawing(4, 4)), false); err != nil {
			t.Fatal(err)
		}
	}
	if got := started(); got != 2 {
		t.Errorf("60 files were drawn by %d processes", got)
	}
}

// What fits must not depend on which file came before.
func TestALargeFileLeavesItsMemoryToNoOther(t *testing.T) {
	p, started := counting(t)
	large := bomb(t, 9_000, 9_000)
	for range 2 {
		if err := draw(t, p, large, false); err != nil {
			t.Fatal(err)
		}
	}
	if got := started(); runtime.GOOS == "linux" && got != 2 {
		t.Errorf("%d processes", got)
	}
}

func TestAPDFShowsNothingOfThePDFBefore(t *testing.T) {
	p, started := counting(t)
	for _, c := range []struct {
		content    string
		red, white bool
	}{{redAtTheTopLeft, true, false}, {"", false, true}, {redAtTheTopLeft, true, false}} {
		content := document("/MediaBox[0 0 600 900]", c.content)
		made, err := p.FirstPage(t.Context(), bytes.NewReader(content), int64(len(content)), false)
		if err != nil {
			t.Fatal(err)
		}
		img := shown(t, made)
		if isAbout(img, 0.1, 0.1, 255, 0, 0) != c.red || isAbout(img, 0.1, 0.1, 255, 255, 255) != c.white {
			t.Errorf("%q is not what is drawn", c.content)
		}
	}
	if got := started(); got != 1 {
		t.Errorf("%d processes", got)
	}
}

func TestWhatAFileLacksIsSaidInOneWord(t *testing.T) {
	p := pool(t)
	for want, content := range map[picture.Reason][]byte{
		picture.TooLarge:   claiming(t, 50_000, 50_000),
		picture.Unreadable: []byte("hello"),
	} {
		if err := draw(t, p, content, false); picture.ReasonOf(err) != want || !errors.Is(err, picture.ErrNone) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := firstPage(t, protected(t)); picture.ReasonOf(err) != picture.Locked {
		t.Errorf("%v, want %s", err, picture.Locked)
	}
}

// A compilation belongs to no file and is never ended by the clock (check 40). Whoever waits for one
// that is interrupted begins alone.
func TestACompilationThatIsInterruptedIsDoneByTheNext(t *testing.T) {
	p := process("picture")
	p.Cache = filepath.Join(t.TempDir(), "cache")
	p.Time = 1 // a clock that would end it at once
	ctx, cancel := context.WithCancel(t.Context())
	first := exec.CommandContext(ctx, program, "picture", "--pdf", "--cache="+p.Cache)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return !free(t, filepath.Join(p.Cache, "lock")) })
	ready := make(chan error, 2)
	for range 2 {
		all := picture.NewPool(p)
		t.Cleanup(all.Close)
		go func() { ready <- all.Prepare(t.Context()) }()
	}
	cancel()
	if err := first.Wait(); err == nil {
		t.Error("it was not interrupted")
	}
	for range 2 {
		if err := <-ready; err != nil {
			t.Error(err)
		}
	}
	compiled, err := filepath.Glob(filepath.Join(p.Cache, "wazero-*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	whole := 0
	for _, name := range compiled {
		if !strings.HasSuffix(name, ".tmp") {
			whole++
		}
	}
	if whole != 1 {
		t.Errorf("%q", compiled)
	}
}

// free reports whether nobody holds the lock of a file.
func free(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer func() { _ = f.Close() }()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
