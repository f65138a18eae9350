package picture

import (
	"context"
	"io"
	"time"
)

// idleTime is how long a child is kept that draws nothing.
const idleTime = time.Minute

// maxGrowth is how many bytes of memory a child may keep for itself between two files. Memory that it
// has used in pieces may be missing as a whole.
const maxGrowth = 64 << 20

// Pool makes pictures in child processes that draw several files, one after the other: one child
// that draws images and one that draws PDFs. A child is replaced after any file without a picture,
// so that it cannot harm the next, and after a number of files.
type Pool struct{ images, pdfs *seat }

// NewPool returns a pool of processes. Close ends them.
func NewPool(p Process) *Pool {
	return &Pool{newSeat(p), newSeat(p, "--pdf", "--cache="+p.Cache)}
}

// Prepare starts the child that draws PDFs. If this program has not compiled the renderer yet, that
// takes long on a busy machine, so it has no limit but ctx.
func (p *Pool) Prepare(ctx context.Context) error {
	return p.pdfs.use(ctx, false, func(*worker) error { return nil })
}

// Make makes the pictures of an image of size bytes. alone demands a child that has drawn no other
// file. The errors are those of Process.Make.
func (p *Pool) Make(ctx context.Context, file io.ReadSeeker, size int64, alone bool) (Pictures, error) {
	if size > MaxBytes {
		return Pictures{}, none(TooLarge, "%d bytes", size)
	}
	return p.images.draw(ctx, file, size, alone)
}

// FirstPage draws the first page of a PDF of size bytes. The child reads only the blocks it needs.
// alone and the errors are those of Make.
func (p *Pool) FirstPage(ctx context.Context, file io.ReadSeeker, size int64, alone bool) (Pictures, error) {
	return p.pdfs.draw(ctx, file, size, alone)
}

// Close ends the children that draw nothing.
func (p *Pool) Close() {
	p.images.close()
	p.pdfs.close()
}

// seat has at most one child.
type seat struct {
	process Process
	options []string
	taken   chan struct{} // has one element while somebody uses the seat
	child   *worker
	idle    *time.Timer
}

func newSeat(p Process, options ...string) *seat {
	s := &seat{process: p, options: options, taken: make(chan struct{}, 1)}
	s.idle = time.AfterFunc(idleTime, s.close)
	return s
}

func (s *seat) draw(ctx context.Context, file io.ReadSeeker, size int64, alone bool) (made Pictures, err error) {
	err = s.use(ctx, alone, func(c *worker) error {
		made, err = c.draw(ctx, task{Size: size}, file)
		return err
	})
	return made, err
}

// use passes the child to do, and ends it if do returns an error.
func (s *seat) use(ctx context.Context, alone bool, do func(*worker) error) error {
	select {
	case s.taken <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-s.taken }()
	s.idle.Stop()
	defer s.idle.Reset(idleTime)
	if s.child != nil && alone && s.child.served > 0 {
		s.leave()
	}
	if s.child == nil {
		c, err := s.process.start(ctx, s.options...)
		if err != nil {
			return err
		}
		s.child = c
	}
	err := do(s.child)
	if err != nil || s.child.spent() {
		s.leave()
	}
	return err
}

func (s *seat) leave() {
	s.child.end()
	s.child = nil
}

// close ends the child, unless somebody uses it.
func (s *seat) close() {
	select {
	case s.taken <- struct{}{}:
	default:
		return
	}
	defer func() { <-s.taken }()
	if s.child != nil {
		s.leave()
	}
}

// spent reports whether a child may not have what the next file may use.
func (c *worker) spent() bool {
	return c.served >= maxServed || c.grown > maxGrowth || c.used > processTime-2*MaxCPU
}
