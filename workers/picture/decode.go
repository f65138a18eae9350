package picture

import (
	"bytes"
	"image"
	"image/draw"
	_ "image/gif"  // one of the formats that pictures are made of
	_ "image/jpeg" // another
	_ "image/png"  // another

	"github.com/hhrutter/tiff"
	_ "golang.org/x/image/bmp" // another
)

// isTIFF says whether the decoder of TIFFs is to be asked by name: another one of the program may be registered as well, which
// knows neither CMYK nor JPEG inside.
func isTIFF(content []byte) bool {
	return bytes.HasPrefix(content, []byte("II*\x00")) || bytes.HasPrefix(content, []byte("MM\x00*"))
}

func headOf(content []byte) (head image.Config, format string, err error) {
	if isTIFF(content) {
		head, err = tiff.DecodeConfig(bytes.NewReader(content))
		return head, "tiff", err
	}
	return image.DecodeConfig(bytes.NewReader(content))
}

// decode reads the first picture of a file. The first one of an animation may cover a part of it only.
func decode(content []byte, format string, head image.Config) (image.Image, error) {
	if format == "tiff" {
		return tiff.Decode(bytes.NewReader(content))
	}
	full, _, err := image.Decode(bytes.NewReader(content))
	whole := image.Rect(0, 0, head.Width, head.Height)
	if err != nil || format != "gif" || full.Bounds() == whole {
		return full, err
	}
	if head.Width*head.Height > (budget-len(content))/4 {
		return nil, none("%d x %d pixels", head.Width, head.Height)
	}
	canvas := image.NewRGBA(whole)
	draw.Draw(canvas, full.Bounds(), full, full.Bounds().Min, draw.Src)
	return canvas, nil
}
