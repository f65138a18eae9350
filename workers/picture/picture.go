// Package picture makes small pictures and previews of uploaded images, and draws the first pages of PDFs, in a process of its own
// with limits of its own: whatever a file does to the decoder, it does there (check 18).
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
)

// Size of a thumbnail and most of a preview in pixels, and what browsers show themselves.
const (
	Width, Height  = 316, 240
	PreviewSide    = 4096
	browserSide    = 16_384
	browserPixels  = 50_000_000
	quality        = 82
	previewQuality = 90
)

// MaxBytes is the largest image that pictures are made of. PDFs are read in parts, so they may be larger.
const MaxBytes = 100 << 20

// maxPreview bounds a preview with transparency; a larger one is made without.
const maxPreview = 24 << 20

// Pictures are what was made of an image, upright.
type Pictures struct {
	Thumbnail []byte // a JPEG that fits Width x Height
	Preview   []byte // of at most PreviewSide a side, nil where browsers show the image itself
	// PreviewType is image/jpeg, or image/png where the image has transparent parts.
	PreviewType   string
	PreviewWidth  int
	PreviewHeight int
	PreviewPages  int // of the file; the preview shows the first
}

// ErrNone says that no picture can be made of a file.
var ErrNone = errors.New("no picture can be made of it")

func none(why string, args ...any) error {
	return fmt.Errorf("%w: "+why, append([]any{ErrNone}, args...)...)
}

// PDF is the content type of files whose first page is drawn.
const PDF = "application/pdf"

// Readable reports whether files of this type are tried.
func Readable(contentType string) bool {
	switch contentType {
	case "image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", PDF:
		return true
	}
	return false
}

// Make makes the pictures of an image. What its head says is looked at before it is decoded: one that would not fit into
// the process has none. Of several pages it takes the first. All errors are ErrNone.
func Make(content []byte) (Pictures, error) {
	found, err := look(content)
	if err != nil {
		return Pictures{}, none("%w", err)
	}
	head, turn := found.head, found.turn
	if head.Width <= 0 || head.Height <= 0 || head.Width > budget/head.Height ||
		head.Width*head.Height > (budget-len(content))/depth(head.ColorModel) {
		return Pictures{}, none("%d x %d pixels", head.Width, head.Height)
	}
	full, err := found.decode()
	if err != nil {
		return Pictures{}, none("%w", err)
	}
	width, height := full.Bounds().Dx(), full.Bounds().Dy()
	if width <= 0 || height <= 0 {
		return Pictures{}, none("it is empty")
	}
	var made Pictures
	if found.format == "tiff" || max(width, height) > browserSide || width*height > browserPixels {
		shown := turned(fit(full, PreviewSide, PreviewSide), turn)
		if err := made.preview(shown); err != nil {
			return Pictures{}, err
		}
		made.PreviewPages = found.pages
		full, turn = shown, upright
	}
	w, h := Width, Height
	if turn.swaps() {
		w, h = h, w
	}
	if made.Thumbnail, err = asJPEG(turned(fit(full, w, h), turn), quality); err != nil {
		return Pictures{}, none("%w", err)
	}
	return made, nil
}

// depth is how many bytes of memory a pixel takes once decoded.
func depth(m color.Model) int {
	if _, ok := m.(color.Palette); ok {
		return 1
	}
	switch m {
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	case color.YCbCrModel:
		return 3
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	return 4
}

func (p *Pictures) preview(shown *image.RGBA) (err error) {
	p.PreviewWidth, p.PreviewHeight = shown.Rect.Dx(), shown.Rect.Dy()
	if !shown.Opaque() {
		var b bytes.Buffer
		if err := png.Encode(&b, shown); err != nil {
			return none("%w", err)
		}
		if b.Len() <= maxPreview {
			p.Preview, p.PreviewType = b.Bytes(), "image/png"
			return nil
		}
	}
	if p.Preview, err = asJPEG(shown, previewQuality); err != nil {
		return none("%w", err)
	}
	p.PreviewType = "image/jpeg"
	return nil
}

// asJPEG shows what is transparent as white.
func asJPEG(img *image.RGBA, quality int) ([]byte, error) {
	for i := 0; i+3 < len(img.Pix); i += 4 {
		p := img.Pix[i : i+4 : i+4]
		white := 255 - p[3]
		p[0], p[1], p[2], p[3] = p[0]+white, p[1]+white, p[2]+white, 255
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality})
	return b.Bytes(), err
}
