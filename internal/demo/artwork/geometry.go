// Package artwork draws the demo's design files: labels, cartons, cards, posters, social posts and
// brochures. It writes PNG, JPEG, TIFF, PSD and PDF files. The same design always gives the same
// bytes.
package artwork

import "math"

// Rect is a rectangle in page pixels (1/96 inch in a PDF), measured from the top left.
type Rect struct{ X, Y, W, H float64 }

// Inset returns r reduced by d on every side.
func (r Rect) Inset(d float64) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

// Centre returns the centre of the rectangle.
func (r Rect) Centre() (x, y float64) { return r.X + r.W/2, r.Y + r.H/2 }

// Within returns a part of r, given as fractions of its size.
func (r Rect) Within(x, y, w, h float64) Rect {
	return Rect{r.X + x*r.W, r.Y + y*r.H, w * r.W, h * r.H}
}

type point struct{ x, y float64 }

// matrix maps (x, y) to (a*x + c*y + e, b*x + d*y + f).
type matrix struct{ a, b, c, d, e, f float64 }

func translation(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }

func rotation(angle float64) matrix {
	s, c := math.Sincos(angle)
	return matrix{c, s, -s, c, 0, 0}
}

func scaling(x, y float64) matrix { return matrix{a: x, d: y} }

// then returns the matrix that applies m first and n second.
func (m matrix) then(n matrix) matrix {
	return matrix{
		n.a*m.a + n.c*m.b, n.b*m.a + n.d*m.b,
		n.a*m.c + n.c*m.d, n.b*m.c + n.d*m.d,
		n.a*m.e + n.c*m.f + n.e, n.b*m.e + n.d*m.f + n.f,
	}
}

func (m matrix) apply(p point) point { return point{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f} }

type verb uint8

const (
	moveTo  verb = iota // 1 point
	lineTo              // 1 point
	quadTo              // 2 points
	cubeTo              // 3 points
	closeIt             // none
)

func (v verb) points() int { return [...]int{1, 1, 2, 3, 0}[v] }

// path is an outline of lines and Bézier curves.
type path struct {
	verbs []verb
	pts   []point
}

func (p *path) add(v verb, pts ...point) *path {
	p.verbs = append(p.verbs, v)
	p.pts = append(p.pts, pts...)
	return p
}

func (p *path) move(x, y float64) *path { return p.add(moveTo, point{x, y}) }
func (p *path) line(x, y float64) *path { return p.add(lineTo, point{x, y}) }
func (p *path) quad(x1, y1, x, y float64) *path {
	return p.add(quadTo, point{x1, y1}, point{x, y})
}

func (p *path) cube(x1, y1, x2, y2, x, y float64) *path {
	return p.add(cubeTo, point{x1, y1}, point{x2, y2}, point{x, y})
}
func (p *path) close() *path { return p.add(closeIt) }

func (p *path) join(q *path) {
	p.verbs = append(p.verbs, q.verbs...)
	p.pts = append(p.pts, q.pts...)
}

func (p *path) by(m matrix) *path {
	q := &path{verbs: p.verbs, pts: make([]point, len(p.pts))}
	for i, pt := range p.pts {
		q.pts[i] = m.apply(pt)
	}
	return q
}

func (p *path) bounds() (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, q := range p.pts {
		x0, y0, x1, y1 = math.Min(x0, q.x), math.Min(y0, q.y), math.Max(x1, q.x), math.Max(y1, q.y)
	}
	return x0, y0, x1, y1
}

// polylines converts the path to straight lines. A closed path ends at its first point.
func (p *path) polylines() [][]point {
	var all [][]point
	var now []point
	flush := func() {
		if len(now) > 1 {
			all = append(all, now)
		}
		now = nil
	}
	i := 0
	for _, v := range p.verbs {
		pts := p.pts[i : i+v.points()]
		i += v.points()
		switch v {
		case moveTo:
			flush()
			now = []point{pts[0]}
		case lineTo:
			now = append(now, pts[0])
		case quadTo, cubeTo:
			now = flatten(now, pts)
		case closeIt:
			if len(now) > 1 {
				now = append(now, now[0])
			}
			flush()
		}
	}
	flush()
	return all
}

func flatten(line, curve []point) []point {
	if len(line) == 0 {
		return line
	}
	a := line[len(line)-1]
	long := 0.0
	for i, q := range curve {
		before := a
		if i > 0 {
			before = curve[i-1]
		}
		long += math.Hypot(q.x-before.x, q.y-before.y)
	}
	n := int(math.Min(64, 4+long/6))
	for k := 1; k <= n; k++ {
		t := float64(k) / float64(n)
		s := 1 - t
		if len(curve) == 2 {
			line = append(line, point{
				s*s*a.x + 2*s*t*curve[0].x + t*t*curve[1].x,
				s*s*a.y + 2*s*t*curve[0].y + t*t*curve[1].y,
			})
			continue
		}
		line = append(line, point{
			s*s*s*a.x + 3*s*s*t*curve[0].x + 3*s*t*t*curve[1].x + t*t*t*curve[2].x,
			s*s*s*a.y + 3*s*s*t*curve[0].y + 3*s*t*t*curve[1].y + t*t*t*curve[2].y,
		})
	}
	return line
}

// outline converts a line of a width to an area. All its parts have the same direction, so that
// overlaps do not cancel out.
func (p *path) outline(width float64, dash []float64) *path {
	out := &path{}
	for _, line := range p.polylines() {
		for _, part := range dashes(line, dash) {
			for i := 1; i < len(part); i++ {
				segment(out, part[i-1], part[i], width/2)
				if i+1 < len(part) && width > 1.2 {
					out.join(ellipse(part[i].x, part[i].y, width/2, width/2))
				}
			}
			if n := len(part); n > 2 && part[0] == part[n-1] {
				out.join(ellipse(part[0].x, part[0].y, width/2, width/2))
			}
		}
	}
	return out
}

func segment(out *path, a, b point, half float64) {
	dx, dy := b.x-a.x, b.y-a.y
	long := math.Hypot(dx, dy)
	if long == 0 {
		return
	}
	nx, ny := -dy/long*half, dx/long*half
	out.move(a.x-nx, a.y-ny).line(b.x-nx, b.y-ny).line(b.x+nx, b.y+ny).line(a.x+nx, a.y+ny).close()
}

// dashes cuts a line into dashes and gaps of the given lengths.
func dashes(line []point, dash []float64) [][]point {
	if len(dash) == 0 {
		return [][]point{line}
	}
	var out [][]point
	now := []point{line[0]}
	k, left, on := 0, dash[0], true
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		for {
			d := math.Hypot(b.x-a.x, b.y-a.y)
			if d <= left {
				left -= d
				if on {
					now = append(now, b)
				}
				break
			}
			t := left / d
			a = point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
			if on {
				out = append(out, append(now, a))
			}
			on, k = !on, (k+1)%len(dash)
			left, now = dash[k], []point{a}
		}
	}
	if on && len(now) > 1 {
		out = append(out, now)
	}
	return out
}

func rectangle(r Rect) *path {
	return (&path{}).move(r.X, r.Y).line(r.X+r.W, r.Y).line(r.X+r.W, r.Y+r.H).line(r.X, r.Y+r.H).close()
}

// kappa is the control point distance with which a cubic curve approximates a quarter circle of
// radius 1.
const kappa = 0.5522847498

func rounded(r Rect, radius float64) *path {
	q := math.Min(radius, math.Min(r.W, r.H)/2)
	k := q * (1 - kappa)
	x0, y0, x1, y1 := r.X, r.Y, r.X+r.W, r.Y+r.H
	p := &path{}
	p.move(x0+q, y0).line(x1-q, y0).cube(x1-k, y0, x1, y0+k, x1, y0+q)
	p.line(x1, y1-q).cube(x1, y1-k, x1-k, y1, x1-q, y1)
	p.line(x0+q, y1).cube(x0+k, y1, x0, y1-k, x0, y1-q)
	return p.line(x0, y0+q).cube(x0, y0+k, x0+k, y0, x0+q, y0).close()
}

func ellipse(cx, cy, rx, ry float64) *path {
	kx, ky := rx*kappa, ry*kappa
	p := (&path{}).move(cx, cy-ry)
	p.cube(cx+kx, cy-ry, cx+rx, cy-ky, cx+rx, cy).cube(cx+rx, cy+ky, cx+kx, cy+ry, cx, cy+ry)
	return p.cube(cx-kx, cy+ry, cx-rx, cy+ky, cx-rx, cy).cube(cx-rx, cy-ky, cx-kx, cy-ry, cx, cy-ry).close()
}

func polygon(pts ...float64) *path {
	p := (&path{}).move(pts[0], pts[1])
	for i := 2; i+1 < len(pts); i += 2 {
		p.line(pts[i], pts[i+1])
	}
	return p.close()
}

func line(x0, y0, x1, y1 float64) *path { return (&path{}).move(x0, y0).line(x1, y1) }

// star returns a star with n points at the outer radius. With many points and similar radii it
// looks like a seal.
func star(cx, cy, outer, inner float64, n int) *path {
	p := &path{}
	for i := range 2 * n {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		s, c := math.Sincos(math.Pi*float64(i)/float64(n) - math.Pi/2)
		if i == 0 {
			p.move(cx+r*c, cy+r*s)
		} else {
			p.line(cx+r*c, cy+r*s)
		}
	}
	return p.close()
}

// leaf returns a leaf that points from (x, y) in a direction.
func leaf(x, y, long, wide, angle float64) *path {
	p := (&path{}).move(0, 0).
		cube(long*.25, -wide*.7, long*.7, -wide*.6, long, 0).
		cube(long*.7, wide*.6, long*.25, wide*.7, 0, 0).
		close()
	return p.by(rotation(angle).then(translation(x, y)))
}

// arc returns a line along a circle, from one angle to another.
func arc(cx, cy, r, from, to float64) *path {
	p := &path{}
	n := int(math.Max(8, math.Abs(to-from)*r/6))
	for i := range n + 1 {
		s, c := math.Sincos(from + (to-from)*float64(i)/float64(n))
		if i == 0 {
			p.move(cx+r*c, cy+r*s)
		} else {
			p.line(cx+r*c, cy+r*s)
		}
	}
	return p
}
