package artwork

import "image"

// surface is where a design is drawn: a picture or a page of a PDF.
type surface interface {
	fill(p *path, with paint)
	stroke(p *path, width float64, c rgb, dash []float64)
	text(x, y float64, s string, st style)
	picture(r Rect, img *image.RGBA, radius float64)
	shadow(p *path, blur, dx, dy float64, c rgb)
}

// canvas is one page of a design. Lengths are page pixels.
type canvas struct {
	surface
	w, h  float64
	page  int // from 1
	spots map[string]Spot
	m     matrix // applied to all that is drawn
	scale float64
}

// Spot is a named place in a design, for marks that point at it.
type Spot struct {
	Page int
	Rect Rect
}

func newCanvas(on surface, w, h float64, page int, spots map[string]Spot) *canvas {
	return &canvas{surface: on, w: w, h: h, page: page, spots: spots, m: identity, scale: 1}
}

// inside is a canvas that draws moved and scaled, for a design within another.
func (c *canvas) inside(x, y, scale float64) *canvas {
	d := *c
	d.m = scaling(scale, scale).then(translation(x, y)).then(c.m)
	d.scale = c.scale * scale
	return &d
}

func (c *canvas) full() Rect { return Rect{0, 0, c.w, c.h} }

// spot remembers where something is.
func (c *canvas) spot(name string, r Rect) {
	p, q := c.m.apply(point{r.X, r.Y}), c.m.apply(point{r.X + r.W, r.Y + r.H})
	c.spots[name] = Spot{c.page, Rect{p.x, p.y, q.x - p.x, q.y - p.y}}
}

func (c *canvas) fill(p *path, with paint) {
	if c.m == identity {
		c.surface.fill(p, with)
		return
	}
	c.surface.fill(p.by(c.m), moved(with, c.m, c.scale))
}

// moved carries a gradient along with what it fills.
func moved(with paint, m matrix, scale float64) paint {
	switch g := with.(type) {
	case linear:
		p, q := m.apply(point{g.x0, g.y0}), m.apply(point{g.x1, g.y1})
		return linear{p.x, p.y, q.x, q.y, g.stops}
	case radial:
		p := m.apply(point{g.cx, g.cy})
		return radial{p.x, p.y, g.r * scale, g.stops}
	}
	return with
}

func (c *canvas) stroke(p *path, width float64, ink rgb, dash ...float64) {
	scaled := make([]float64, len(dash))
	for i, d := range dash {
		scaled[i] = d * c.scale
	}
	c.surface.stroke(p.by(c.m), width*c.scale, ink, scaled)
}

func (c *canvas) rect(r Rect, with paint)                  { c.fill(rectangle(r), with) }
func (c *canvas) round(r Rect, radius float64, with paint) { c.fill(rounded(r, radius), with) }
func (c *canvas) disc(x, y, r float64, with paint)         { c.fill(ellipse(x, y, r, r), with) }
func (c *canvas) line(x0, y0, x1, y1, width float64, ink rgb) {
	c.stroke(line(x0, y0, x1, y1), width, ink)
}

func (c *canvas) picture(r Rect, img *image.RGBA, radius float64) {
	p := c.m.apply(point{r.X, r.Y})
	c.surface.picture(Rect{p.x, p.y, r.W * c.scale, r.H * c.scale}, img, radius*c.scale)
}

func (c *canvas) shadow(p *path, blur, dx, dy float64, ink rgb) {
	c.surface.shadow(p.by(c.m), blur*c.scale, dx*c.scale, dy*c.scale, ink)
}

// text sets a line with its baseline at y.
func (c *canvas) text(x, y float64, s string, st style) {
	p := c.m.apply(point{x, y})
	st.size *= c.scale
	c.surface.text(p.x, p.y, s, st)
}

func (c *canvas) centred(x, y float64, s string, st style) { c.text(x-st.width(s)/2, y, s, st) }
func (c *canvas) right(x, y float64, s string, st style)   { c.text(x-st.width(s), y, s, st) }

// around sets a text along a circle, its middle at an angle.
func (c *canvas) around(s string, x, y, r, middle float64, below bool, st style) {
	c.fill(st.outlineOnArc(s, x, y, r, middle, below), st.ink)
}

// block sets wrapped text from its first baseline and returns the baseline after the last line.
func (c *canvas) block(x, y, w, leading float64, s string, st style) float64 {
	for _, l := range st.wrap(s, w) {
		c.text(x, y, l, st)
		y += leading
	}
	return y
}

func (c *canvas) blockCentred(x, y, w, leading float64, s string, st style) float64 {
	for _, l := range st.wrap(s, w) {
		c.centred(x, y, l, st)
		y += leading
	}
	return y
}
