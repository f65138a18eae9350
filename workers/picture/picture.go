// Package picture makes thumbnails and previews of uploaded images, and draws the first pages of
// PDFs. It decodes files in a child process with resource limits, so that a malicious file can harm
// only that process (check 18).
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"

	"github.com/proofboard/proofboard/domain/proof"
)

// Size of a thumbnail and largest size of a preview, in pixels, and the types that browsers show.
const (
	Width, Height  = 316, 240
	PreviewSide    = 4096
	browserSide    = 16_384
	browserPixels  = 50_000_000
	quality        = 82
	previewQuality = 90
)

// MaxBytes is the size of the largest image that is decoded. PDFs may be larger, because they are
// read in blocks.
const MaxBytes = 100 << 20

// maxPreview is the largest size in bytes of a preview with transparency. A larger one is made
// without.
const maxPreview = 24 << 20

// Pictures holds the pictures made of an image, turned upright.
type Pictures struct {
	Thumbnail []byte // a JPEG of at most Width x Height pixels
	Preview   []byte // at most PreviewSide pixels a side; nil if browsers show the image itself
	// PreviewType is image/png if the image has transparent parts, else image/jpeg.
	PreviewType   string
	PreviewWidth  int
	PreviewHeight int
	PreviewPages  int // number of pages of the file; the preview shows the first
}

// Check returns an error that wraps ErrNone if no picture is made of a file, whatever is in it.
func Check(contentType string, size int64) error {
	switch {
	case !proof.Pictured(contentType):
		return none(Unsupported, "%s", contentType)
	case contentType != proof.PDF && size > MaxBytes, size > math.MaxInt32: // the largest size that PDFium can address
		return none(TooLarge, "%d bytes", size)
	}
	return nil
}

// Make makes the pictures of an image, or of the first page if it has several. It reads the header
// first and refuses an image that needs more memory than the process may use. All errors wrap
// ErrNone.
func Make(content []byte) (Pictures, error) {
	found, full, err := open(content)
	if err != nil {
		return Pictures{}, err
	}
	turn, width, height := found.turn, full.Bounds().Dx(), full.Bounds().Dy()
	var made Pictures
	if found.format == "tiff" || max(width, height) > browserSide || width*height > browserPixels {
		shown := turned(fit(full, PreviewSide, PreviewSide), turn)
		if err := made.preview(shown); err != nil {
			return Pictures{}, err
		}
		made.PreviewPages = found.pages
		full, turn = shown, upright
	}
	return made, made.thumbnail(full, turn)
}

// Redraw makes a PNG of an image as its preview, of at most the given pixels, beside the thumbnail.
// Nothing of the file itself is in it. All errors wrap ErrNone.
func Redraw(content []byte, maxWidth, maxHeight int) (Pictures, error) {
	found, full, err := open(content)
	if err != nil {
		return Pictures{}, err
	}
	if found.turn.swaps() {
		maxWidth, maxHeight = maxHeight, maxWidth
	}
	shown := turned(fit(full, maxWidth, maxHeight), found.turn)
	var b bytes.Buffer
	if err := png.Encode(&b, shown); err != nil {
		return Pictures{}, none(Unreadable, "%w", err)
	}
	made := Pictures{
		Preview: b.Bytes(), PreviewType: "image/png", PreviewWidth: shown.Rect.Dx(), PreviewHeight: shown.Rect.Dy(),
		PreviewPages: found.pages,
	}
	return made, made.thumbnail(shown, upright)
}

// open decodes an image, unless it needs more memory than the process may use.
func open(content []byte) (source, image.Image, error) {
	found, err := look(content)
	if err != nil {
		return found, nil, none(Unreadable, "%w", err)
	}
	head := found.head
	if head.Width <= 0 || head.Height <= 0 || head.Width > budget/head.Height ||
		head.Width*head.Height > (budget-len(content))/depth(head.ColorModel) {
		return found, nil, none(TooLarge, "%d x %d pixels", head.Width, head.Height)
	}
	full, err := found.decode()
	if err != nil {
		return found, nil, asNone(err)
	}
	if full.Bounds().Empty() {
		return found, nil, none(Unreadable, "it is empty")
	}
	return found, full, nil
}

func (p *Pictures) thumbnail(full image.Image, turn orient) (err error) {
	w, h := Width, Height
	if turn.swaps() {
		w, h = h, w
	}
	if p.Thumbnail, err = asJPEG(turned(fit(full, w, h), turn), quality); err != nil {
		return none(Unreadable, "%w", err)
	}
	return nil
}

// depth returns the bytes of memory that a decoded pixel takes.
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
			return none(Unreadable, "%w", err)
		}
		if b.Len() <= maxPreview {
			p.Preview, p.PreviewType = b.Bytes(), "image/png"
			return nil
		}
	}
	if p.Preview, err = asJPEG(shown, previewQuality); err != nil {
		return none(Unreadable, "%w", err)
	}
	p.PreviewType = "image/jpeg"
	return nil
}

// asJPEG encodes an image. It draws transparent parts as white.
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
