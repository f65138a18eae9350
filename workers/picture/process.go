package picture

import (
	"bytes"
	"context"
	"image"
	"io"
	"time"
)

// Limits that the parent enforces. The clock alone never decides that a file has no picture: on a
// busy machine any file takes long.
const (
	MaxCPU    = 40 * time.Second // of CPU time for a file
	MaxTime   = 2 * time.Minute  // without progress, not counting the time spent waiting for the file's bytes
	progress  = time.Second      // of CPU time: a child that uses as much in MaxTime makes progress
	maxAnswer = 64 << 20         // bytes of the pictures of a file
)

// Process makes pictures in child processes, one for each file. A Pool uses children again.
type Process struct {
	Program string        // path of this binary
	Args    []string      // arguments before the options
	Time    time.Duration // time limit without progress; 0 is MaxTime
	CPU     time.Duration // CPU time for a file; 0 is MaxCPU
	Cache   string        // folder for the compiled PDF renderer, or empty
}

// Make sends an image of size bytes to a child and returns the pictures that the child makes. If no
// picture can be made of the file, the error wraps ErrNone. It wraps ErrBusy if that is due to the
// moment. Other errors come from the file, from the context, or from starting the process.
func (p Process) Make(ctx context.Context, file io.ReadSeeker, size int64) (Pictures, error) {
	return p.once(ctx, file, task{Size: size})
}

// Redraw sends an image of size bytes to a child, which draws it again as a PNG of at most the given
// pixels. The errors are those of Make.
func (p Process) Redraw(
	ctx context.Context,
	file io.ReadSeeker,
	size int64,
	maxWidth, maxHeight int,
) (drawn []byte, width, height int, err error) {
	made, err := p.once(ctx, file, task{Size: size, MaxWidth: maxWidth, MaxHeight: maxHeight})
	if err == nil &&
		(made.PreviewType != "image/png" || made.PreviewWidth > maxWidth || made.PreviewHeight > maxHeight) {
		err = none(Unreadable, "%w", errAnswer)
	}
	return made.Preview, made.PreviewWidth, made.PreviewHeight, err
}

func (p Process) once(ctx context.Context, file io.ReadSeeker, t task) (Pictures, error) {
	if t.Size > MaxBytes {
		return Pictures{}, none(TooLarge, "%d bytes", t.Size)
	}
	c, err := p.start(ctx)
	if err != nil {
		return Pictures{}, err
	}
	defer c.end()
	return c.draw(ctx, t, file)
}

func sizeOf(picture []byte, contentType string) (width, height int, ok bool) {
	head, format, err := image.DecodeConfig(bytes.NewReader(picture))
	return head.Width, head.Height, err == nil && "image/"+format == contentType && head.Width > 0 && head.Height > 0 &&
		(format == "jpeg" || format == "png")
}
