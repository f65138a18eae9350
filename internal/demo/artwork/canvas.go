package artwork

import "image"

// surface is the target of drawing: a raster image or a page of a PDF.
type surface interface {
	fill(p *path, with paint)
	stroke(p *path, width float64, c rgb, dash []float64)
	text(x, y float64, s string, st style)
	picture(r Rect, img *image.RGBA, radius float64)
	shadow(p *path, blur, dy float64, c rgb)
}

// canvas is a page of a design. Lengths are in page pixels.
type canvas struct {
	surface
	w, h  float64
	page  int // counts from 1
	spots map[string]Spot
}

// Spot is a named place in a design, to which comment marks can point.
type Spot struct {
	Page int
	Rect Rect
}

func newCanvas(on surface, w, h float64, page int, spots map[string]Spot) *canvas {
	return &canvas{surface: on, w: w, h: h, page: page, spots: spots}
}

func (c *canvas) full() Rect { return Rect{0, 0, c.w, c.h} }

// spot records the place of an element.
func (c *canvas) spot(name string, r Rect) { c.spots[name] = Spot{c.page, r} }

func (c *canvas) stroke(p *path, width float64, ink rgb, dash ...float64) {
	c.surface.stroke(p, width, ink, dash)
}

func (c *canvas) rect(r Rect, with paint)                  { c.fill(rectangle(r), with) }
func (c *canvas) round(r Rect, radius float64, with paint) { c.fill(rounded(r, radius), with) }
func (c *canvas) disc(x, y, r float64, with paint)         { c.fill(ellipse(x, y, r, r), with) }
func (c *canvas) line(x0, y0, x1, y1, width float64, ink rgb) {
	c.stroke(line(x0, y0, x1, y1), width, ink)
}

func (c *canvas) centred(x, y float64, s string, st style) { c.text(x-st.width(s)/2, y, s, st) }
func (c *canvas) right(x, y float64, s string, st style)   { c.text(x-st.width(s), y, s, st) }

// around draws text along a circle, centred at an angle.
func (c *canvas) around(s string, x, y, r, middle float64, below bool, st style) {
	c.fill(st.outlineOnArc(s, x, y, r, middle, below), st.ink)
}

// block draws wrapped text from its first baseline and returns the baseline after the last line.
func (c *canvas) block(x, y, w, leading float64, s string, st style) float64 {
	for _, l := range st.wrap(s, w) {
		c.text(x, y, l, st)
		y += leading
	}
	return y
}
