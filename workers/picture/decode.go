package picture

import (
	"bytes"
	"image"
	"image/draw"
	_ "image/gif"  // registers a format that pictures are made of
	_ "image/jpeg" // as above
	_ "image/png"  // as above

	_ "golang.org/x/image/bmp" // as above
)

// source is an image whose header was read and which is not decoded yet.
type source struct {
	head   image.Config
	format string
	turn   orient
	pages  int
	decode func() (image.Image, error)
}

// look reads the header of an image. If there are several pages, it reads the first.
func look(content []byte) (source, error) {
	if isTIFF(content) {
		return lookAtTIFF(content)
	}
	head, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return source{}, err
	}
	return source{
		head,
		format,
		turnOf(content, format),
		1,
		func() (image.Image, error) { return decode(content, format, head) },
	}, nil
}

func lookAtTIFF(content []byte) (source, error) {
	pages, err := pagesOf(content)
	if err == nil {
		err = pages[0].check()
	}
	if err != nil {
		return source{}, err
	}
	head, err := pages[0].head(content)
	return source{
		head,
		"tiff",
		pages[0].turn(),
		len(pages),
		func() (image.Image, error) { return pages[0].decode(content) },
	}, err
}

// decode decodes the first picture of a file. The first frame of an animation may cover only a part
// of it.
func decode(content []byte, format string, head image.Config) (image.Image, error) {
	full, _, err := image.Decode(bytes.NewReader(content))
	whole := image.Rect(0, 0, head.Width, head.Height)
	if err != nil || format != "gif" || full.Bounds() == whole {
		return full, err
	}
	if head.Width*head.Height > (budget-len(content))/4 {
		return nil, none(TooLarge, "%d x %d pixels", head.Width, head.Height)
	}
	canvas := image.NewRGBA(whole)
	draw.Draw(canvas, full.Bounds(), full, full.Bounds().Min, draw.Src)
	return canvas, nil
}
