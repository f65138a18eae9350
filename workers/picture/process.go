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

// What the parent allows.
const (
	MaxTime   = 30 * time.Second // beside waiting for the file's bytes
	maxAnswer = 64 << 20
	maxErrors = 4 << 10
	lastWait  = 5 * time.Second // for pipes after the end
)

// Process makes pictures in a child process, one for each file.
type Process struct {
	Program string        // this binary
	Args    []string      // before the options and the file's size, which is the last
	Time    time.Duration // MaxTime where it is 0
	Cache   string        // folder for the compiled PDF renderer, empty for none
}

var errTooSlow = errors.New("it takes too long")

// Make sends size bytes of an image to a child and reads its pictures. However the child ends, the error is ErrNone with the reason; any
// other error is the reader's, the context's, or that no process could be started.
func (p Process) Make(ctx context.Context, file io.Reader, size int64) (Pictures, error) {
	if size > MaxBytes {
		return Pictures{}, none("%d bytes", size)
	}
	return p.run(ctx, size, nil, nil, func(clock *stopwatch) input { return &stream{r: file, clock: clock} })
}

// FirstPage lets a child read what it needs of a PDF of size bytes and draw its first page. Its errors are those of Make.
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

// input is what a child reads.
type input interface {
	io.Reader
	failed() error // of the file behind it
}

// run starts a child that reads from what feed returns. It closes extra, which the child inherits.
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
	cmd.Env = []string{"GOTRACEBACK=none"}              // nothing of ours, least of all a secret
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
		_ = extra.Close() // the child's end of the pipe must be the only one, so that it closes with the child
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

// stopwatch ends a child that takes too long. It stands still while the store is waited for.
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

// stream is an image on its way to the child.
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

// fault keeps the error of a file that could not be read.
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

// bounded keeps the first bytes; a strict one fails when there are more, which ends who writes.
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
