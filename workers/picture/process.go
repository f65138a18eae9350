package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
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
	Args    []string      // before the file's size, which is the last
	Time    time.Duration // MaxTime where it is 0
}

var errTooSlow = errors.New("it takes too long")

// Make sends size bytes of a file to a child and reads its pictures. However the child ends, the error is ErrNone with the reason; any
// other error is the reader's, the context's, or that no process could be started.
func (p Process) Make(ctx context.Context, file io.Reader, size int64) (Pictures, error) {
	if size > MaxBytes {
		return Pictures{}, none("%d bytes", size)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	most := p.Time
	if most == 0 {
		most = MaxTime
	}
	in := &source{r: file, left: most, timer: time.AfterFunc(most, func() { cancel(errTooSlow) }), since: time.Now()}
	defer in.timer.Stop()
	out, errs := &bounded{most: maxAnswer, strict: true}, &bounded{most: maxErrors}
	cmd := exec.CommandContext(ctx, p.Program, append(slices.Clone(p.Args), strconv.FormatInt(size, 10))...) //nolint:gosec // G204: it is this program itself.
	cmd.Env = []string{"GOTRACEBACK=none"}                                                                   // nothing of ours, least of all a secret
	cmd.Dir = "/"
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, errs
	cmd.SysProcAttr = attributes()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = lastWait
	if err := cmd.Start(); err != nil {
		return Pictures{}, fmt.Errorf("picture: start: %w", err)
	}
	err := cmd.Wait()
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
	return head.Width, head.Height, err == nil && "image/"+format == contentType && head.Width > 0 && head.Height > 0 && (format == "jpeg" || format == "png")
}

// source is the file on its way. While the store is waited for, the child's time stands still.
type source struct {
	r     io.Reader
	timer *time.Timer
	mu    sync.Mutex
	left  time.Duration
	since time.Time
	err   error // of the reader
}

func (s *source) Read(p []byte) (int, error) {
	s.timer.Stop()
	s.left -= time.Since(s.since)
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.mu.Lock()
		s.err = err
		s.mu.Unlock()
	}
	s.since = time.Now()
	s.timer.Reset(max(s.left, 0))
	return n, err
}

func (s *source) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
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
