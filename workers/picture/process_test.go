package picture_test

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/picture/picturetest"
)

var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "picture")
	if err == nil {
		cache = filepath.Join(dir, "cache")
		program, err = picturetest.Build(context.Background(), dir)
	}
	code := 1
	if err == nil {
		code = m.Run()
	} else {
		_, _ = os.Stderr.WriteString(err.Error() + "\n")
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func process(args ...string) picture.Process { return picture.Process{Program: program, Args: args} }

func make1(t *testing.T, p picture.Process, content []byte) (picture.Pictures, error) {
	t.Helper()
	return p.Make(t.Context(), bytes.NewReader(content), int64(len(content)))
}

func drawing(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		for y := range h {
			img.Set(x, y, color.RGBA{uint8(x), uint8(y), 90, 255})
		}
	}
	return img
}

func asPNG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAnotherProcessMakesThePicture(t *testing.T) { // SH-289
	made, err := make1(t, process("picture"), asPNG(t, drawing(632, 480)))
	if err != nil {
		t.Fatal(err)
	}
	head, err := jpeg.DecodeConfig(bytes.NewReader(made.Thumbnail))
	if err != nil || head.Width != 316 || head.Height != 240 || made.Preview != nil {
		t.Errorf("%dx%d, a preview of %d bytes, %v", head.Width, head.Height, len(made.Preview), err)
	}
}

func TestHoweverTheProcessEndsThereIsNoPictureAndNothingElse(t *testing.T) {
	content := asPNG(t, drawing(40, 40))
	for _, what := range []string{"crash", "garbage", "flood", "promise", "lie", "nothing"} {
		if _, err := make1(t, process(what), content); !errors.Is(err, picture.ErrNone) || len(err.Error()) > 6<<10 {
			t.Errorf("%s: %.200v", what, err)
		}
	}
}

// The kernel kills a process when the machine has no memory left, which is not the file's fault.
func TestAProcessThatSomebodyKillsSaysNothingAboutTheFile(t *testing.T) {
	if _, err := make1(t, process("kill"), []byte("x")); !errors.Is(err, picture.ErrBusy) ||
		errors.Is(err, picture.ErrNone) {
		t.Error(err)
	}
}

func TestAProcessThatCannotBeginSaysNothingAboutTheFile(t *testing.T) {
	if _, err := make1(t, process("unable"), []byte("x")); err == nil || errors.Is(err, picture.ErrNone) ||
		!strings.Contains(err.Error(), "it cannot begin") {
		t.Error(err)
	}
}

// CPU time belongs to the file (D-91).
func TestAFileThatTakesTooMuchComputingTimeHasNoPictureForGood(t *testing.T) {
	p := process("spin")
	p.CPU = 200 * time.Millisecond
	if _, err := make1(t, p, []byte("x")); !errors.Is(err, picture.ErrNone) ||
		picture.ReasonOf(err) != picture.TooCostly {
		t.Error(err)
	}
}

func TestAProcessThatHangsIsKilledWithItsChildren(t *testing.T) {
	note := filepath.Join(t.TempDir(), "pid")
	p := process("hang", note)
	p.Time = 2 * time.Second
	// Time by the clock belongs to the moment (D-91).
	if _, err := make1(t, p, bytes.Repeat([]byte("x"), 1<<20)); !errors.Is(err, picture.ErrBusy) ||
		errors.Is(err, picture.ErrNone) {
		t.Fatal(err)
	}
	b, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(b))
	if err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return !alive(pid) })
}

// until waits for a state.
func until(t *testing.T, reached func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !reached(); {
		if time.Now().After(end) {
			t.Fatal("it is not reached")
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// alive reports whether a process is running. It returns false for a zombie.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := bytes.Cut(stat, []byte(") "))
	return !bytes.HasPrefix(after, []byte("Z"))
}

func TestTheProcessKnowsNoSecretsAndWritesNoFiles(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://secret")
	if _, err := make1(t, process("environment"), []byte("x")); err == nil ||
		!strings.Contains(err.Error(), `environment: "GOTRACEBACK=none,GOMAXPROCS=1"`) {
		t.Errorf("it sees more: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if _, err := make1(t, process("write", file), []byte("x")); !errors.Is(err, picture.ErrNone) {
		t.Errorf("write: %v", err)
	}
	if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
		t.Errorf("it wrote %q", b)
	}
}

var errGone = errors.New("the store is gone")

// broken is a store that fails after some bytes.
type broken struct{ left int }

func (b *broken) Seek(int64, int) (int64, error) { return 0, nil }

func (b *broken) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errGone
	}
	n := min(b.left, len(p))
	b.left -= n
	return n, nil
}

func TestAFaultOfTheStoreIsNoFaultOfTheFile(t *testing.T) {
	if _, err := process("picture").Make(t.Context(), &broken{100}, 1000); !errors.Is(err, errGone) ||
		errors.Is(err, picture.ErrNone) {
		t.Errorf("a store that breaks off: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := process("picture").Make(ctx, strings.NewReader("x"), 1); !errors.Is(err, context.Canceled) ||
		errors.Is(err, picture.ErrNone) {
		t.Errorf("a server that stops: %v", err)
	}
	if _, err := (picture.Process{Program: program + "-is-not-there"}).Make(t.Context(), strings.NewReader("x"),
		1); err == nil ||
		errors.Is(err, picture.ErrNone) {
		t.Errorf("a process that does not start: %v", err)
	}
}

// Stopping a service often signals its child processes as well.
func TestAServiceThatIsStoppedSpoilsNoPicture(t *testing.T) {
	content := asPNG(t, drawing(40, 40))
	cmd := exec.Command(program, "picture")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	line := func(want string) {
		t.Helper()
		if got, err := said.ReadString('\n'); err != nil || !strings.HasPrefix(got, want) {
			t.Fatalf("%q, %v, want %s", got, err, want)
		}
	}
	line(`{"ready":true}`)
	if _, err := fmt.Fprintf(in, "{\"size\":%d}\n", len(content)); err != nil {
		t.Fatal(err)
	}
	line(`{"length":`) // it is reading now
	for _, s := range []os.Signal{syscall.SIGTERM, os.Interrupt, syscall.SIGHUP} {
		err = errors.Join(err, cmd.Process.Signal(s))
	}
	_, last := in.Write(content)
	line(`{"thumbnail":`)
	closed := in.Close() // so that it ends
	_, rest := io.Copy(io.Discard, said)
	if err = errors.Join(err, last, closed, rest, cmd.Wait()); err != nil {
		t.Error(err)
	}
}

// slow is a store that answers slowly.
type slow struct {
	io.ReadSeeker
	wait time.Duration
}

func (s slow) Read(p []byte) (int, error) {
	<-time.After(s.wait)
	return s.ReadSeeker.Read(p)
}

func TestWaitingForTheStoreDoesNotCount(t *testing.T) {
	content := asPNG(t, drawing(40, 40))
	p := process("picture")
	p.Time = time.Second
	if _, err := p.Make(
		t.Context(), slow{bytes.NewReader(content), 700 * time.Millisecond}, int64(len(content)),
	); err != nil {
		t.Error(err) // two reads: the content and the end of the file
	}
}

// claiming returns a PNG whose header states a large size and which has almost no data.
func claiming(t *testing.T, w, h uint32) []byte {
	t.Helper()
	b := asPNG(t, drawing(4, 4))
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

// bomb returns a PNG of a few kilobytes that decodes to w x h pixels of one colour, with one bit
// per pixel.
func bomb(t *testing.T, w, h int) []byte {
	t.Helper()
	be := binary.BigEndian
	b := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(name string, data []byte) {
		body := append([]byte(name), data...)
		b = be.AppendUint32(append(be.AppendUint32(b, uint32(len(data))), body...), crc32.ChecksumIEEE(body))
	}
	chunk("IHDR", append(be.AppendUint32(be.AppendUint32(nil, uint32(w)), uint32(h)), 1, 3, 0, 0, 0))
	chunk("PLTE", []byte{255, 255, 255, 0, 0, 0})
	var pixels bytes.Buffer
	z, err := zlib.NewWriterLevel(&pixels, zlib.BestSpeed)
	if err == nil {
		_, err = z.Write(make([]byte, h*(1+(w+7)/8)))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	chunk("IDAT", pixels.Bytes())
	chunk("IEND", nil)
	return b
}

func TestBrokenAndOversizedImagesMakeNoPicture(t *testing.T) { // SH-288
	whole := asPNG(t, drawing(200, 200))
	for what, content := range map[string][]byte{
		"text": []byte("hello"), "a cut PNG": whole[:len(whole)/2], "a header only": whole[:30],
		"50,000 x 50,000": claiming(t, 50_000, 50_000), "a line of 2 billion": claiming(t, 2_000_000_000, 1), "both huge": claiming(t, 2_000_000_000, 2_000_000_000),
		"a bomb": bomb(t, 20_000, 20_000), "a script": []byte("GIF89a/*<script>alert(1)</script>*/=1"), "an SVG": []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
	} {
		if _, err := make1(t, process("picture"), content); !errors.Is(err, picture.ErrNone) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestALargeImageIsShownByAPreview(t *testing.T) { // SH-289
	made, err := make1(t, process("picture"), bomb(t, 20_000, 4_000))
	if err != nil {
		t.Fatal(err)
	}
	if made.PreviewWidth != picture.PreviewSide || made.PreviewHeight != 819 || made.PreviewType != "image/jpeg" ||
		len(made.Preview) == 0 ||
		len(made.Thumbnail) == 0 {
		t.Errorf("a %s of %dx%d, %d bytes", made.PreviewType, made.PreviewWidth, made.PreviewHeight, len(made.Preview))
	}
}
