package artwork

import (
	"fmt"
	"image"
)

// Design is a drawing with one page or more.
type Design struct {
	Title string
	Sizes []Size
	draw  func(c *canvas, page int) // page counts from 0
	boxes boxes
	grain float64 // noise of photographs
}

// Size is the size of a page in page pixels.
type Size struct{ W, H float64 }

// File is a rendered file.
type File struct {
	Content       []byte
	Format        Format
	Width, Height int             // in pixels; 0 for a PDF
	Pages         []Size          // page sizes in page pixels
	Spots         map[string]Spot // named places for comments, in page pixels
}

// Render returns the rendered file. Raster formats contain the first page only.
func (d Design) Render(f Format) (File, error) {
	out := File{Format: f, Spots: map[string]Spot{}}
	if f == PDF {
		doc := newDocument()
		for i, size := range d.Sizes {
			s := doc.page(size.W, size.H)
			d.draw(newCanvas(s, size.W, size.H, i+1, out.Spots), i)
			s.finish(d.boxes)
		}
		out.Content, out.Pages = doc.bytes(d.Title), d.Sizes
		return out, nil
	}
	img := d.picture(out.Spots, 1)
	out.Width, out.Height = img.Rect.Dx(), img.Rect.Dy()
	out.Pages = d.Sizes[:1]
	var err error
	if out.Content, err = encode(img, f); err != nil {
		return File{}, fmt.Errorf("artwork: %s as %s: %w", d.Title, f, err)
	}
	return out, nil
}

// picture draws the first page as a raster image.
func (d Design) picture(spots map[string]Spot, zoom float64) *image.RGBA {
	size := d.Sizes[0]
	r := newRaster(size.W, size.H, zoom)
	d.draw(newCanvas(r, size.W, size.H, 1, spots), 0)
	if d.grain > 0 {
		r.grain(d.grain)
	}
	return r.img
}

func onePage(title string, w, h float64, draw func(c *canvas)) Design {
	return Design{Title: title, Sizes: []Size{{w, h}}, draw: func(c *canvas, _ int) { draw(c) }}
}
