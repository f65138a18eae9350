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

// What the process that makes pictures may use. Its writable memory is held by the kernel where there is one that can; with the
// program's own pages it stays below 512 MB.
const (
	maxData   = 448 << 20 // bytes, of which the runtime needs a part itself
	softLimit = 400 << 20 // where the collector works hard
	budget    = 352 << 20 // for a file and its pixels
	cpuTime   = 40        // seconds; the parent ends it by the clock before
)

// header stands before the pictures in the child's answer: a line of JSON.
type header struct {
	None          string `json:"none,omitempty"` // why there are none
	Thumbnail     int    `json:"thumbnail,omitempty"`
	Preview       int    `json:"preview,omitempty"`
	PreviewType   string `json:"previewType,omitempty"`
	PreviewWidth  int    `json:"previewWidth,omitempty"`
	PreviewHeight int    `json:"previewHeight,omitempty"`
	PreviewPages  int    `json:"previewPages,omitempty"`
}

// Task is what a child is started for.
type Task struct {
	Size  int64  // bytes of the file
	PDF   bool   // it is a PDF, whose blocks the child asks for; else an image, which it is sent
	Cache string // folder for the compiled PDF renderer, empty for none
}

// Child is the process that makes pictures: it limits itself, reads a file from in and answers to out.
//
// Who stops a service often tells all its processes. The child leaves its end to its parent, which knows that it is not the
// file's fault: else an image that was on its way would be one of which no picture can be made.
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
	return answer(out, func() (Pictures, error) { return Make(content) })
}

// pdf prepares the renderer before the limits hold, for they forbid keeping what was compiled. No byte of the file is read
// until then.
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

// answer writes the pictures that draw makes: a header, then the pictures.
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

// Limit bounds this process: memory, time, and that it writes no files.
func Limit() error {
	debug.SetMemoryLimit(softLimit)
	if err := limitResources(); err != nil {
		return fmt.Errorf("picture: limit: %w", err)
	}
	return nil
}

var errAnswer = errors.New("it is not an answer")

// parse reads the child's answer. It comes from a process that read a hostile file, so nothing in it is believed unseen.
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
