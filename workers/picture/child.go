package picture

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// Resource limits of the child process. On Linux the kernel enforces maxData. Together with the
// program's own pages, the process stays below 512 MB.
const (
	maxData   = 448 << 20 // bytes of writable memory, including what the Go runtime needs
	softLimit = 400 << 20 // bytes above which the garbage collector works hard
	budget    = 352 << 20 // bytes for a file and its pixels
)

// Child describes a process that makes pictures.
type Child struct {
	PDF   bool   // it draws first pages of PDFs; otherwise it draws images
	Cache string // folder for the compiled PDF renderer, or empty
}

// Run draws files, one after the other, until in ends. It limits the resources of its process before
// it reads the first. PDFium starts anew for each PDF, and everything else is memory-safe, so nothing
// of a file reaches the pictures of the next.
//
// Run ignores the signals that stop a service, because service managers often send them to all
// processes. The parent ends the child instead and knows that the file is not the cause.
func (c Child) Run(in io.Reader, out io.Writer) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	draw := drawImage
	if c.PDF {
		// The limits forbid storing the compiled renderer, so it is prepared before.
		r, err := newRenderer(c.Cache)
		if err != nil {
			return fmt.Errorf("picture: %w", err)
		}
		draw = func(file *remote, _ task) (Pictures, error) { return r.firstPage(file, file.size) }
	}
	if err := Limit(); err != nil {
		return err
	}
	if err := writeLine(out, message{Ready: true}); err != nil {
		return err
	}
	tasks := bufio.NewReaderSize(in, maxLine)
	for {
		var t task
		if err := readLine(tasks, &t); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		made, err := draw(newRemote(out, tasks, t.Size), t)
		if err != nil && !errors.Is(err, ErrNone) {
			return err
		}
		if err := answer(out, made, err); err != nil {
			return err
		}
		debug.FreeOSMemory() // for the next file
	}
}

func drawImage(file *remote, t task) (Pictures, error) {
	if t.Size < 0 || t.Size > MaxBytes {
		return Pictures{}, none(TooLarge, "%d bytes", t.Size)
	}
	content, err := file.whole()
	if err != nil {
		return Pictures{}, err
	}
	if t.MaxWidth > 0 && t.MaxHeight > 0 {
		return Redraw(content, t.MaxWidth, t.MaxHeight)
	}
	return Make(content)
}

// answer writes an answer and then the pictures.
func answer(out io.Writer, p Pictures, err error) error {
	m := message{
		Thumbnail:     len(p.Thumbnail),
		Preview:       len(p.Preview),
		PreviewType:   p.PreviewType,
		PreviewWidth:  p.PreviewWidth,
		PreviewHeight: p.PreviewHeight,
		PreviewPages:  p.PreviewPages,
	}
	if err != nil {
		why := reasonless(err)
		m, p = message{None: why[:min(len(why), maxWhy)], Reason: ReasonOf(err)}, Pictures{}
	}
	if err := writeLine(out, m); err != nil {
		return err
	}
	for _, part := range [][]byte{p.Thumbnail, p.Preview} {
		if _, err := out.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// reasonless returns what an error says beside that there is no picture.
func reasonless(err error) string {
	if n, ok := errors.AsType[*noneError](err); ok {
		return n.err.Error()
	}
	return err.Error()
}

const maxWhy = 1 << 10 // bytes of what a child says about a file without pictures

// Limit limits the memory and CPU time of this process and forbids it to write files.
func Limit() error {
	debug.SetMemoryLimit(softLimit)
	if err := limitResources(); err != nil {
		return fmt.Errorf("picture: limit: %w", err)
	}
	return nil
}
