package picture

import (
	"bufio"
	"io"
)

const keptBlocks = 64 // blocks of a PDF that the child caches

// remote is the file as the child reads it. The child requests blocks, because the first page of a
// PDF may need only a small part of a large file. It caches the most recently used blocks.
type remote struct {
	requests io.Writer
	answers  *bufio.Reader
	size     int64
	at       int64
	blocks   map[int64][]byte
	used     []int64 // numbers of the blocks, the most recently used last
}

func newRemote(requests io.Writer, answers *bufio.Reader, size int64) *remote {
	return &remote{requests: requests, answers: answers, size: size, blocks: map[int64][]byte{}}
}

// whole reads the whole file without caching it.
func (r *remote) whole() ([]byte, error) {
	content := make([]byte, r.size)
	for at := int64(0); at < r.size; at += blockSize {
		if err := r.request(at, content[at:min(at+blockSize, r.size)]); err != nil {
			return nil, err
		}
	}
	return content, nil
}

// request reads the bytes at an offset into block.
func (r *remote) request(offset int64, block []byte) error {
	if err := writeLine(r.requests, message{Offset: offset, Length: int64(len(block))}); err != nil {
		return err
	}
	_, err := io.ReadFull(r.answers, block)
	return err
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
	if err := r.request(offset, block); err != nil {
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
