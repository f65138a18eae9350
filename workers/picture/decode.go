package picture

import (
	"bytes"
	"image"
	"image/draw"
	_ "image/gif"  // one of the formats that pictures are made of
	_ "image/jpeg" // another
	_ "image/png"  // another

	_ "golang.org/x/image/bmp" // another
)

// source is an image that was looked at and not decoded yet.
type source struct {
	head   image.Config
	format string
	turn   orient
	pages  int
	decode func() (image.Image, error)
}

// look reads what an image says of itself. Of several pages the first is meant.
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

// decode reads the first picture of a file. The first one of an animation may cover a part of it only.
func decode(content []byte, format string, head image.Config) (image.Image, error) {
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
