package picture

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
)

// Parent and child exchange lines of JSON. The parent sends a task. The child requests blocks of its
// file until it has what it needs, each of which the parent answers with that many bytes, and then
// sends an answer, which its pictures follow. Then the parent may send another task.
const (
	maxLine   = 8 << 10 // bytes of a line
	blockSize = 256 << 10
	maxAsked  = 512 << 20 // bytes of a file that a child may request, repeated blocks included
)

// task describes what a child draws. A file of which no PDF is drawn is an image.
type task struct {
	Size int64 `json:"size"` // of the file in bytes
	// MaxWidth and MaxHeight are set if the image is drawn again as a PNG.
	MaxWidth  int `json:"maxWidth,omitempty"`
	MaxHeight int `json:"maxHeight,omitempty"`
}

// message is a line that a child sends: that it is ready, a request for a block, or an answer.
type message struct {
	Ready bool `json:"ready,omitempty"`

	Offset int64 `json:"offset,omitempty"`
	Length int64 `json:"length,omitempty"` // 0: no request

	None          string `json:"none,omitempty"` // why there are no pictures
	Reason        Reason `json:"reason,omitempty"`
	Thumbnail     int    `json:"thumbnail,omitempty"`
	Preview       int    `json:"preview,omitempty"`
	PreviewType   string `json:"previewType,omitempty"`
	PreviewWidth  int    `json:"previewWidth,omitempty"`
	PreviewHeight int    `json:"previewHeight,omitempty"`
	PreviewPages  int    `json:"previewPages,omitempty"`
}

var (
	errAnswer = errors.New("it is not an answer")
	errAsked  = errors.New("it asks for what it may not have")
)

func readLine(r *bufio.Reader, into any) error {
	line, err := r.ReadSlice('\n')
	if err != nil {
		if errors.Is(err, bufio.ErrBufferFull) {
			return errAnswer
		}
		return err
	}
	if json.Unmarshal(line, into) != nil {
		return errAnswer
	}
	return nil
}

func writeLine(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// pictures reads the pictures that follow an answer. It validates everything, because the child has
// read an untrusted file.
func (m *message) pictures(from io.Reader) (Pictures, error) {
	if m.Thumbnail <= 0 || m.Preview < 0 || m.Thumbnail > maxAnswer || m.Preview > maxAnswer-m.Thumbnail {
		return Pictures{}, errAnswer
	}
	both := make([]byte, m.Thumbnail+m.Preview)
	if _, err := io.ReadFull(from, both); err != nil {
		return Pictures{}, err
	}
	p := Pictures{
		Thumbnail:     both[:m.Thumbnail],
		Preview:       both[m.Thumbnail:],
		PreviewType:   m.PreviewType,
		PreviewWidth:  m.PreviewWidth,
		PreviewHeight: m.PreviewHeight,
		PreviewPages:  m.PreviewPages,
	}
	if w, height, ok := sizeOf(p.Thumbnail, "image/jpeg"); !ok || w > Width || height > Height {
		return Pictures{}, errAnswer
	}
	if m.Preview == 0 {
		return Pictures{Thumbnail: p.Thumbnail}, nil
	}
	if w, height, ok := sizeOf(p.Preview, m.PreviewType); !ok || w != m.PreviewWidth || height != m.PreviewHeight ||
		max(w, height) > PreviewSide || m.PreviewPages < 1 ||
		m.PreviewPages > maxDirectories {
		return Pictures{}, errAnswer
	}
	return p, nil
}
