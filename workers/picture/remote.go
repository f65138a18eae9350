package picture

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// The child requests blocks of a PDF, because its first page may need only a small part of a large
// file. A request consists of two big-endian numbers: an offset (8 bytes) and a length (4 bytes).
// The answer has that many bytes.
const (
	requestSize = 12
	blockSize   = 256 << 10
	keptBlocks  = 64        // blocks that the child caches
	maxAsked    = 512 << 20 // bytes of a file that a child may request, repeated blocks included
	requestsFD  = 3         // file descriptor on which the child writes requests
)

var errAsked = errors.New("it asks for what it may not have")

// answering is the parent's side: an io.Reader of the requested bytes, in the order of the
// requests.
type answering struct {
	requests io.Reader
	file     io.ReadSeeker
	size     int64
	clock    *stopwatch
	asked    int64
	pending  []byte
	fault
}

func (a *answering) Read(p []byte) (int, error) {
	if len(a.pending) == 0 {
		if err := a.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, a.pending)
	a.pending = a.pending[n:]
	return n, nil
}

// next reads a request and loads its bytes.
func (a *answering) next() error {
	var request [requestSize]byte
	if _, err := io.ReadFull(a.requests, request[:]); err != nil {
		return io.EOF // the child has all it needs, or has ended
	}
	offset, length := int64(binary.BigEndian.Uint64(request[:8])), int64(binary.BigEndian.Uint32(request[8:]))
	a.asked += length
	if offset < 0 || length <= 0 || length > blockSize || offset > a.size-length || a.asked > maxAsked {
		return errAsked
	}
	a.clock.pause()
	defer a.clock.resume()
	if cap(a.pending) < int(length) {
		a.pending = make([]byte, length, blockSize)
	}
	a.pending = a.pending[:length]
	_, err := a.file.Seek(offset, io.SeekStart)
	if err == nil {
		_, err = io.ReadFull(a.file, a.pending)
	}
	if err != nil {
		a.pending = nil
		a.set(fmt.Errorf("picture: read: %w", err))
	}
	return err
}

// remote is the child's side: the file as PDFium reads it. It caches the most recently used blocks.
type remote struct {
	requests io.Writer
	answers  io.Reader
	size     int64
	at       int64
	blocks   map[int64][]byte
	used     []int64 // numbers of the blocks, the most recently used last
}

func newRemote(answers io.Reader, size int64) *remote {
	return &remote{
		requests: os.NewFile(requestsFD, "requests"),
		answers:  answers,
		size:     size,
		blocks:   map[int64][]byte{},
	}
}

// Read fills p up to the end of the file. It requests as many blocks as it needs.
func (r *remote) Read(p []byte) (n int, err error) {
	for n < len(p) && r.at < r.size {
		block, err := r.block(r.at / blockSize)
		if err != nil {
			return n, err
		}
		copied := copy(p[n:], block[r.at%blockSize:])
		n, r.at = n+copied, r.at+int64(copied)
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (r *remote) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return r.at, errAsked
	}
	r.at = offset
	return offset, nil
}

func (r *remote) block(number int64) ([]byte, error) {
	if block, ok := r.blocks[number]; ok {
		r.touch(number)
		return block, nil
	}
	var block []byte
	if len(r.used) < keptBlocks {
		block = make([]byte, blockSize)
	} else {
		oldest := r.used[0]
		block = r.blocks[oldest][:blockSize]
		delete(r.blocks, oldest)
		r.used = r.used[1:]
	}
	offset := number * blockSize
	block = block[:min(blockSize, r.size-offset)]
	request := binary.BigEndian.AppendUint64(make([]byte, 0, requestSize), uint64(offset))
	if _, err := r.requests.Write(binary.BigEndian.AppendUint32(request, uint32(len(block)))); err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(r.answers, block); err != nil {
		return nil, err
	}
	r.blocks[number] = block
	r.used = append(r.used, number)
	return block, nil
}

// touch marks a block as the most recently used.
func (r *remote) touch(number int64) {
	last := len(r.used) - 1
	if r.used[last] == number {
		return
	}
	for i, other := range r.used {
		if other == number {
			copy(r.used[i:], r.used[i+1:])
			r.used[last] = number
			return
		}
	}
}
