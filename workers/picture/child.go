package picture

import (
	"bytes"
	"encoding/json"
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
	cpuTime   = 40        // seconds; the parent's time limit ends the child earlier
)

// header precedes the pictures in the child's answer, as a line of JSON.
type header struct {
	None          string `json:"none,omitempty"` // the reason why there are no pictures
	Thumbnail     int    `json:"thumbnail,omitempty"`
	Preview       int    `json:"preview,omitempty"`
	PreviewType   string `json:"previewType,omitempty"`
	PreviewWidth  int    `json:"previewWidth,omitempty"`
	PreviewHeight int    `json:"previewHeight,omitempty"`
	PreviewPages  int    `json:"previewPages,omitempty"`
}

// Task describes what a child process does.
type Task struct {
	Size  int64  // size of the file in bytes
	PDF   bool   // the file is a PDF, whose blocks the child requests; any other file is sent to it
	Cache string // folder for the compiled PDF renderer, or empty
	// MaxWidth and MaxHeight are set if the image is drawn again as a PNG.
	MaxWidth, MaxHeight int
}

// Child runs in the process that makes pictures. It limits its own resources, reads a file from in
// and writes the answer to out.
//
// Child ignores the signals that stop a service, because service managers often send them to all
// processes. The parent ends the child instead and knows that the file is not the cause. Otherwise,
// an image in progress would be recorded as one without a picture.
func Child(in io.Reader, out io.Writer, t Task) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if t.PDF {
		return t.pdf(in, out)
	}
	if err := Limit(); err != nil {
		return err
	}
	if t.Size < 0 || t.Size > MaxBytes {
		return fmt.Errorf("picture: %d bytes", t.Size)
	}
	content := make([]byte, t.Size)
	if _, err := io.ReadFull(in, content); err != nil {
		return err
	}
	return answer(out, func() (Pictures, error) {
		if t.MaxWidth > 0 && t.MaxHeight > 0 {
			return Redraw(content, t.MaxWidth, t.MaxHeight)
		}
		return Make(content)
	})
}

// pdf prepares the renderer before it sets the limits, because they forbid storing the compiled
// code. It reads no byte of the file until the limits apply.
func (t Task) pdf(in io.Reader, out io.Writer) error {
	renderer, err := newRenderer(t.Cache)
	if err != nil {
		return fmt.Errorf("picture: %w", err)
	}
	if err := Limit(); err != nil {
		return err
	}
	return answer(out, func() (Pictures, error) { return renderer.firstPage(newRemote(in, t.Size), t.Size) })
}

// answer writes a header and then the pictures that draw returns.
func answer(out io.Writer, draw func() (Pictures, error)) error {
	p, err := draw()
	h := header{
		Thumbnail:     len(p.Thumbnail),
		Preview:       len(p.Preview),
		PreviewType:   p.PreviewType,
		PreviewWidth:  p.PreviewWidth,
		PreviewHeight: p.PreviewHeight,
		PreviewPages:  p.PreviewPages,
	}
	if err != nil {
		h, p = header{None: err.Error()}, Pictures{}
	}
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	for _, part := range [][]byte{append(line, '\n'), p.Thumbnail, p.Preview} {
		if _, err := out.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// Limit limits the memory and CPU time of this process and forbids it to write files.
func Limit() error {
	debug.SetMemoryLimit(softLimit)
	if err := limitResources(); err != nil {
		return fmt.Errorf("picture: limit: %w", err)
	}
	return nil
}

var errAnswer = errors.New("it is not an answer")

// parse reads the child's answer. It validates everything, because the child has read an untrusted
// file.
func parse(answer []byte) (Pictures, error) {
	line, rest, ok := bytes.Cut(answer, []byte("\n"))
	var h header
	if !ok || json.Unmarshal(line, &h) != nil {
		return Pictures{}, errAnswer
	}
	if h.None != "" {
		return Pictures{}, none("%s", h.None)
	}
	if h.Thumbnail <= 0 || h.Preview < 0 || h.Thumbnail > len(rest) || h.Preview != len(rest)-h.Thumbnail {
		return Pictures{}, errAnswer
	}
	p := Pictures{
		Thumbnail:     rest[:h.Thumbnail],
		Preview:       rest[h.Thumbnail:],
		PreviewType:   h.PreviewType,
		PreviewWidth:  h.PreviewWidth,
		PreviewHeight: h.PreviewHeight,
		PreviewPages:  h.PreviewPages,
	}
	if w, height, ok := sizeOf(p.Thumbnail, "image/jpeg"); !ok || w > Width || height > Height {
		return Pictures{}, errAnswer
	}
	if h.Preview == 0 {
		return Pictures{Thumbnail: p.Thumbnail}, nil
	}
	if w, height, ok := sizeOf(p.Preview, h.PreviewType); !ok || w != h.PreviewWidth || height != h.PreviewHeight ||
		max(w, height) > PreviewSide || h.PreviewPages < 1 ||
		h.PreviewPages > maxDirectories {
		return Pictures{}, errAnswer
	}
	return p, nil
}
