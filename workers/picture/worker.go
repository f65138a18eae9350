package picture

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	maxErrors = 4 << 10
	lastWait  = 5 * time.Second // for the pipes to close after the child has ended
)

// environment is all that a child knows of environment variables, because its parent's may contain
// secrets. A child has one processor: each further one would take memory for threads from what the
// pictures have, so that the images that fit would depend on the machine.
var environment = []string{"GOTRACEBACK=none", "GOMAXPROCS=1"}

var (
	errTooSlow   = errors.New("it makes no progress")
	errTooCostly = errors.New("it takes too much computing time")
	errLeft      = errors.New("the process ended")
)

// worker is the parent's side of a child process.
type worker struct {
	Process
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errs   *bounded
	served int           // files that it has drawn
	used   time.Duration // CPU time up to the file that it draws
	began  int64         // bytes of memory before its first file
	grown  int64         // bytes that it has more since

	mu    sync.Mutex
	why   error // why it was killed
	ended bool
}

// start starts a child and waits until it can draw, however long that takes: a child that draws PDFs
// may have to compile the renderer. ctx ends the wait.
func (p Process) start(ctx context.Context, options ...string) (*worker, error) {
	//nolint:gosec,noctx // G204: it is this program itself. It may live longer than ctx.
	cmd := exec.Command(p.Program, slices.Concat(p.Args, options)...)
	c := &worker{Process: p, cmd: cmd, errs: &bounded{most: maxErrors}}
	if c.Time == 0 {
		c.Time = MaxTime
	}
	if c.CPU == 0 {
		c.CPU = MaxCPU
	}
	cmd.Env = environment
	cmd.Dir = "/"
	cmd.Stderr = c.errs
	cmd.SysProcAttr = attributes()
	cmd.WaitDelay = lastWait
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("picture: start: %w", err)
	}
	c.in, c.out = in, bufio.NewReaderSize(out, maxLine)
	var m message
	stop := context.AfterFunc(ctx, func() { c.kill(context.Cause(ctx)) })
	err = readLine(c.out, &m)
	stop()
	if err == nil && m.Ready {
		c.began, _ = memory(cmd.Process.Pid)
		return c, nil
	}
	c.end()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return nil, fmt.Errorf("picture: start: %v: %s", c.cmd.ProcessState, c.said())
}

// kill ends the child with its group.
func (c *worker) kill(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.why != nil || c.ended {
		return
	}
	c.why = why
	_ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL)
}

// end ends the child, unless it has ended.
func (c *worker) end() {
	c.kill(errLeft)
	_ = c.wait()
}

// wait waits until the child has ended, and returns how. Only the first call knows.
func (c *worker) wait() error {
	_ = c.in.Close()
	err := c.cmd.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	return err
}

func (c *worker) said() []byte { return bytes.TrimSpace(c.errs.kept) }

// draw lets the child draw a file. After an error the child must be ended.
func (c *worker) draw(ctx context.Context, t task, file io.ReadSeeker) (Pictures, error) {
	stop := context.AfterFunc(ctx, func() { c.kill(context.Cause(ctx)) })
	defer stop()
	w := c.watch()
	made, err := c.exchange(t, file, w)
	w.stop()
	if err == nil {
		c.served++
		if used, ok := cpuTime(c.cmd.Process.Pid); ok {
			c.used = used
		}
		if has, ok := memory(c.cmd.Process.Pid); ok {
			c.grown = has - c.began
		}
		return made, nil
	}
	if f, ok := errors.AsType[*faultError](err); ok {
		return Pictures{}, f.error
	}
	if errors.Is(err, ErrNone) {
		return Pictures{}, err
	}
	return Pictures{}, c.verdict(ctx, err)
}

// faultError is an error of the file that is drawn.
type faultError struct{ error }

// exchange sends a task, answers the requests for blocks of the file, and reads the answer.
func (c *worker) exchange(t task, file io.ReadSeeker, w *watch) (Pictures, error) {
	if err := writeLine(c.in, t); err != nil {
		return Pictures{}, err
	}
	block := make([]byte, 0, blockSize)
	at, asked := int64(-1), int64(0)
	for {
		var m message
		if err := readLine(c.out, &m); err != nil {
			return Pictures{}, err
		}
		if m.Length == 0 {
			return c.answer(&m)
		}
		asked += m.Length
		if m.Offset < 0 || m.Length < 0 || m.Length > blockSize || m.Offset > t.Size-m.Length || asked > maxAsked {
			return Pictures{}, none(Unreadable, "%w", errAsked)
		}
		block = block[:m.Length]
		w.pause()
		err := read(file, &at, m.Offset, block)
		w.resume()
		if err != nil {
			return Pictures{}, &faultError{fmt.Errorf("picture: read: %w", err)}
		}
		if _, err := c.in.Write(block); err != nil {
			return Pictures{}, err
		}
	}
}

// read reads the bytes at an offset into block. at is where the file stands.
func read(file io.ReadSeeker, at *int64, offset int64, block []byte) error {
	if *at != offset {
		if _, err := file.Seek(offset, io.SeekStart); err != nil {
			return err
		}
	}
	_, err := io.ReadFull(file, block)
	*at = offset + int64(len(block))
	return err
}

func (c *worker) answer(m *message) (Pictures, error) {
	if m.None != "" {
		return Pictures{}, none(knownReason(m.Reason), "%s", strings.ToValidUTF8(m.None, "?"))
	}
	return m.pictures(c.out)
}

// verdict waits for the end of the child and returns what it means for the file that it was drawing.
// err is how its answer broke off.
func (c *worker) verdict(ctx context.Context, err error) error {
	if errors.Is(err, errAnswer) {
		c.kill(errLeft)
	}
	grace := time.AfterFunc(lastWait, func() { c.kill(errLeft) })
	state := c.wait()
	grace.Stop()
	ended := c.cmd.ProcessState
	status, _ := ended.Sys().(syscall.WaitStatus)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(c.why, errTooCostly), ended.UserTime()+ended.SystemTime()-c.used >= c.CPU:
		return none(TooCostly, "%w", errTooCostly)
	case errors.Is(c.why, errTooSlow):
		return fmt.Errorf("%w: %w", ErrBusy, errTooSlow)
	case errors.Is(c.why, errLeft):
		return none(Unreadable, "%w", errAnswer)
	case status.Signaled() && status.Signal() == syscall.SIGKILL:
		// Somebody else killed it, for example the kernel because the machine has no memory left.
		return fmt.Errorf("%w: %w", ErrBusy, state)
	case c.served > 0:
		// What it drew before may be the cause. The file is tried again in a child that is new.
		return fmt.Errorf("%w: in a process that had drawn others: %w: %s", ErrBusy, state, c.said())
	case status.ExitStatus() == outOfMemory && !bytes.Contains(c.said(), []byte("panic: ")):
		return none(TooCostly, "%w: %s", state, c.said())
	}
	return none(Unreadable, "%w: %s", state, c.said())
}

// outOfMemory is the exit status of a Go program that gets no memory, and also of one that panics.
const outOfMemory = 2

// bounded stores the first bytes written to it.
type bounded struct {
	kept []byte
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	b.kept = append(b.kept, p[:min(b.most-len(b.kept), len(p))]...)
	return len(p), nil
}
