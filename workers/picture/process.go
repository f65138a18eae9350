package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Limits that the parent enforces.
const (
	MaxTime   = 30 * time.Second // of a child, without the time spent waiting for the file's bytes
	maxAnswer = 64 << 20
	maxErrors = 4 << 10
	lastWait  = 5 * time.Second // for the pipes to close after the child has ended
)

// Process makes pictures in child processes, one for each file.
type Process struct {
	Program string        // path of this binary
	Args    []string      // arguments before the options and the file's size
	Time    time.Duration // time limit; 0 is MaxTime
	Cache   string        // folder for the compiled PDF renderer, or empty
}

// environment is all that a child knows of environment variables, because its parent's may contain
// secrets. A child has one processor: each further one would take memory for threads from what the
// pictures have, so that the images that fit would depend on the machine.
var environment = []string{"GOTRACEBACK=none", "GOMAXPROCS=1"}

var errTooSlow = errors.New("it takes too long")

// Make sends an image of size bytes to a child and returns the pictures that the child makes. If
// the child fails, the error wraps ErrNone and contains the reason. Other errors come from the
// reader, from the context, or from starting the process.
func (p Process) Make(ctx context.Context, file io.Reader, size int64) (Pictures, error) {
	if size > MaxBytes {
		return Pictures{}, none("%d bytes", size)
	}
	return p.run(ctx, size, nil, nil, func(clock *stopwatch) input { return &stream{r: file, clock: clock} })
}

// Redraw sends an image of size bytes to a child, which draws it again as a PNG of at most the given
// pixels. The errors are those of Make.
func (p Process) Redraw(
	ctx context.Context,
	file io.Reader,
	size int64,
	maxWidth, maxHeight int,
) (drawn []byte, width, height int, err error) {
	if size > MaxBytes {
		return nil, 0, 0, none("%d bytes", size)
	}
	options := []string{"--max-width=" + strconv.Itoa(maxWidth), "--max-height=" + strconv.Itoa(maxHeight)}
	made, err := p.run(ctx, size, options, nil, func(clock *stopwatch) input { return &stream{r: file, clock: clock} })
	if err == nil &&
		(made.PreviewType != "image/png" || made.PreviewWidth > maxWidth || made.PreviewHeight > maxHeight) {
		err = none("%w", errAnswer)
	}
	return made.Preview, made.PreviewWidth, made.PreviewHeight, err
}

// FirstPage starts a child that draws the first page of a PDF of size bytes. The child requests the
// blocks it needs. The errors are those of Make.
func (p Process) FirstPage(ctx context.Context, file io.ReadSeeker, size int64) (Pictures, error) {
	requests, asks, err := os.Pipe()
	if err != nil {
		return Pictures{}, fmt.Errorf("picture: %w", err)
	}
	defer func() { _ = requests.Close() }()
	return p.run(ctx, size, []string{"--pdf", "--cache=" + p.Cache}, asks, func(clock *stopwatch) input {
		return &answering{requests: requests, file: file, size: size, clock: clock}
	})
}

// input is the data that a child reads.
type input interface {
	io.Reader
	failed() error // the error of the underlying file
}

// run starts a child that reads from what feed returns. The child inherits extra, which run closes.
func (p Process) run(
	ctx context.Context,
	size int64,
	options []string,
	extra *os.File,
	feed func(*stopwatch) input,
) (Pictures, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	most := p.Time
	if most == 0 {
		most = MaxTime
	}
	clock := startStopwatch(most, func() { cancel(errTooSlow) })
	defer clock.timer.Stop()
	in, out, errs := feed(clock), &bounded{most: maxAnswer, strict: true}, &bounded{most: maxErrors}
	args := append(slices.Concat(p.Args, options), strconv.FormatInt(size, 10))
	cmd := exec.CommandContext(ctx, p.Program, args...) //nolint:gosec // G204: it is this program itself.
	cmd.Env = environment
	cmd.Dir = "/"
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, errs
	cmd.SysProcAttr = attributes()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = lastWait
	if extra != nil {
		cmd.ExtraFiles = []*os.File{extra}
	}
	err := cmd.Start()
	if extra != nil {
		_ = extra.Close() // the pipe must close when the child ends
	}
	if err != nil {
		return Pictures{}, fmt.Errorf("picture: start: %w", err)
	}
	err = cmd.Wait()
	if failed := in.failed(); failed != nil {
		return Pictures{}, failed
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errTooSlow):
		return Pictures{}, none("%w", cause)
	case cause != nil:
		return Pictures{}, cause
	case err != nil:
		return Pictures{}, none("%w: %s", err, bytes.TrimSpace(errs.kept))
	}
	made, err := parse(out.kept)
	if err != nil && !errors.Is(err, ErrNone) {
		err = none("%w", err)
	}
	return made, err
}

func sizeOf(picture []byte, contentType string) (width, height int, ok bool) {
	head, format, err := image.DecodeConfig(bytes.NewReader(picture))
	return head.Width, head.Height, err == nil && "image/"+format == contentType && head.Width > 0 && head.Height > 0 &&
		(format == "jpeg" || format == "png")
}

// stopwatch ends a child that takes too long. It does not count the time spent waiting for the file
// store.
type stopwatch struct {
	timer *time.Timer
	left  time.Duration
	since time.Time
}

func startStopwatch(most time.Duration, over func()) *stopwatch {
	return &stopwatch{timer: time.AfterFunc(most, over), left: most, since: time.Now()}
}

func (s *stopwatch) pause() {
	s.timer.Stop()
	s.left -= time.Since(s.since)
}

func (s *stopwatch) resume() {
	s.since = time.Now()
	s.timer.Reset(max(s.left, 0))
}

// stream sends an image to the child.
type stream struct {
	r     io.Reader
	clock *stopwatch
	fault
}

func (s *stream) Read(p []byte) (int, error) {
	s.clock.pause()
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.set(err)
	}
	s.clock.resume()
	return n, err
}

// fault stores the error of a file that could not be read.
type fault struct {
	mu  sync.Mutex
	err error
}

func (f *fault) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

func (f *fault) failed() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// bounded stores the first bytes written to it. If strict, it returns an error for further bytes,
// which ends the writer.
type bounded struct {
	kept   []byte
	most   int
	strict bool
}

var errTooMuch = errors.New("it answers too much")

func (b *bounded) Write(p []byte) (int, error) {
	room := b.most - len(b.kept)
	if len(p) > room && b.strict {
		return 0, errTooMuch
	}
	b.kept = append(b.kept, p[:min(room, len(p))]...)
	return len(p), nil
}
