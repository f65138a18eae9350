package artwork

import (
	"image/color"
	"math"
	"strconv"
)

// rgb is a colour with components from 0 to 1; a is the opacity.
type rgb struct{ r, g, b, a float64 }

// hex parses "#rrggbb". It is meant for constants and reports no errors.
func hex(s string) rgb {
	n, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil || len(s) != 7 {
		return rgb{a: 1}
	}
	return rgb{float64(n>>16&255) / 255, float64(n>>8&255) / 255, float64(n&255) / 255, 1}
}

var (
	white = rgb{1, 1, 1, 1}
	black = rgb{0.07, 0.07, 0.08, 1}
)

func (c rgb) alpha(a float64) rgb { c.a *= a; return c }

// mix returns the colour between c and d at t, where 0 is c and 1 is d.
func (c rgb) mix(d rgb, t float64) rgb {
	return rgb{c.r + (d.r-c.r)*t, c.g + (d.g-c.g)*t, c.b + (d.b-c.b)*t, c.a + (d.a-c.a)*t}
}

func (c rgb) darker(t float64) rgb  { return c.mix(rgb{0, 0, 0, c.a}, t) }
func (c rgb) lighter(t float64) rgb { return c.mix(rgb{1, 1, 1, c.a}, t) }

func (c rgb) light() bool { return .3*c.r+.59*c.g+.11*c.b > .6 }

func (c rgb) premultiplied() color.RGBA {
	return color.RGBA{byte(c.r*c.a*255 + .5), byte(c.g*c.a*255 + .5), byte(c.b*c.a*255 + .5), byte(c.a*255 + .5)}
}

// paint returns the colour of each point.
type paint interface{ at(x, y float64) rgb }

func (c rgb) at(float64, float64) rgb { return c }

type stop struct {
	t float64
	c rgb
}

type stops []stop

func (s stops) at(t float64) rgb {
	if t <= s[0].t {
		return s[0].c
	}
	for i := 1; i < len(s); i++ {
		if t <= s[i].t {
			return s[i-1].c.mix(s[i].c, (t-s[i-1].t)/(s[i].t-s[i-1].t))
		}
	}
	return s[len(s)-1].c
}

// linear is a gradient from one point to another.
type linear struct {
	x0, y0, x1, y1 float64
	stops          stops
}

func (l linear) at(x, y float64) rgb {
	dx, dy := l.x1-l.x0, l.y1-l.y0
	return l.stops.at(((x-l.x0)*dx + (y-l.y0)*dy) / (dx*dx + dy*dy))
}

// radial is a gradient from a centre to a circle.
type radial struct {
	cx, cy, r float64
	stops     stops
}

func (g radial) at(x, y float64) rgb { return g.stops.at(math.Hypot(x-g.cx, y-g.cy) / g.r) }

func down(r Rect, from, to rgb) linear {
	return linear{r.X, r.Y, r.X, r.Y + r.H, stops{{0, from}, {1, to}}}
}

func glow(cx, cy, r float64, from, to rgb) radial {
	return radial{cx, cy, r, stops{{0, from}, {1, to}}}
}

// texture computes its colours by a function, for instance from a picture bent around a jar. Only
// raster output supports it.
type texture func(x, y float64) rgb

func (t texture) at(x, y float64) rgb { return t(x, y) }

// ramp is a gradient with precomputed steps, for raster output.
type ramp struct {
	t     func(x, y float64) float64
	steps [513]rgb
}

func (r *ramp) at(x, y float64) rgb {
	return r.steps[int(math.Max(0, math.Min(1, r.t(x, y)))*512)]
}

func prepared(p paint) paint {
	var r ramp
	var s stops
	switch g := p.(type) {
	case linear:
		dx, dy := g.x1-g.x0, g.y1-g.y0
		n := dx*dx + dy*dy
		dx, dy = dx/n, dy/n
		s, r.t = g.stops, func(x, y float64) float64 { return (x-g.x0)*dx + (y-g.y0)*dy }
	case radial:
		s, r.t = g.stops, func(x, y float64) float64 {
			dx, dy := x-g.cx, y-g.cy
			return math.Sqrt(dx*dx+dy*dy) / g.r
		}
	default:
		return p
	}
	for i := range r.steps {
		r.steps[i] = s.at(float64(i) / 512)
	}
	return &r
}
