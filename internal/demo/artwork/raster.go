package artwork

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// raster draws into an image. zoom is the number of image pixels per page pixel.
type raster struct {
	img  *image.RGBA
	zoom float64
	z    vector.Rasterizer
	mask image.Alpha
}

func newRaster(w, h, zoom float64) *raster {
	r := &raster{img: image.NewRGBA(image.Rect(0, 0, int(math.Round(w*zoom)), int(math.Round(h*zoom)))), zoom: zoom}
	draw.Draw(r.img, r.img.Rect, image.White, image.Point{}, draw.Src)
	return r
}

// trace adds the part of a path that is within area to the rasterizer. It returns the bounding box
// of that part.
func (r *raster) trace(p *path, area image.Rectangle) image.Rectangle {
	if r.zoom != 1 {
		p = p.by(scaling(r.zoom, r.zoom))
	}
	x0, y0, x1, y1 := p.bounds()
	if !(x1 >= x0) || math.Abs(x0) > 1e6 || math.Abs(x1) > 1e6 || math.Abs(y0) > 1e6 || math.Abs(y1) > 1e6 {
		return image.Rectangle{}
	}
	box := image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1))).Intersect(area)
	if box.Empty() {
		return box
	}
	r.z.Reset(box.Dx(), box.Dy())
	dx, dy := float64(box.Min.X), float64(box.Min.Y)
	f := func(q point) (float32, float32) { return float32(q.x - dx), float32(q.y - dy) }
	i := 0
	for _, v := range p.verbs {
		pts := p.pts[i : i+v.points()]
		i += v.points()
		switch v {
		case moveTo:
			r.z.MoveTo(f(pts[0]))
		case lineTo:
			r.z.LineTo(f(pts[0]))
		case quadTo:
			ax, ay := f(pts[0])
			bx, by := f(pts[1])
			r.z.QuadTo(ax, ay, bx, by)
		case cubeTo:
			ax, ay := f(pts[0])
			bx, by := f(pts[1])
			cx, cy := f(pts[2])
			r.z.CubeTo(ax, ay, bx, by, cx, cy)
		case closeIt:
			r.z.ClosePath()
		}
	}
	return box
}

func (r *raster) fill(p *path, with paint) {
	if c, ok := with.(rgb); ok && c.a == 1 {
		if box, whole := r.wholePixels(p); whole {
			draw.Draw(r.img, box, image.NewUniform(c.premultiplied()), image.Point{}, draw.Src)
			return
		}
	}
	box := r.trace(p, r.img.Rect)
	if box.Empty() {
		return
	}
	if c, ok := with.(rgb); ok {
		r.z.DrawOp = draw.Over
		r.z.Draw(r.img, box, image.NewUniform(c.premultiplied()), image.Point{})
		return
	}
	mask := r.coverage(box)
	with = prepared(with)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := r.img.Pix[r.img.PixOffset(box.Min.X, y):]
		cover := mask.Pix[(y-box.Min.Y)*mask.Stride:]
		for x := range box.Dx() {
			if cover[x] == 0 {
				continue
			}
			c := with.at((float64(box.Min.X+x)+.5)/r.zoom, (float64(y)+.5)/r.zoom)
			if c.a > 0 {
				blend(row[4*x:4*x+4:4*x+4], c, float64(cover[x])/255)
			}
		}
	}
}

// wholePixels reports whether a path is a rectangle whose edges lie on pixel borders. Such a path
// needs no rasterizer.
func (r *raster) wholePixels(p *path) (image.Rectangle, bool) {
	if len(p.pts) != 4 || len(p.verbs) != 5 || p.pts[0].y != p.pts[1].y || p.pts[1].x != p.pts[2].x ||
		p.pts[2].y != p.pts[3].y ||
		p.pts[3].x != p.pts[0].x {
		return image.Rectangle{}, false
	}
	x0, y0, x1, y1 := p.pts[0].x*r.zoom, p.pts[0].y*r.zoom, p.pts[2].x*r.zoom, p.pts[2].y*r.zoom
	if x0 != math.Trunc(x0) || y0 != math.Trunc(y0) || x1 != math.Trunc(x1) || y1 != math.Trunc(y1) {
		return image.Rectangle{}, false
	}
	return image.Rect(int(x0), int(y0), int(x1), int(y1)).Intersect(r.img.Rect), true
}

// coverage returns the traced path as a mask of its bounding box.
func (r *raster) coverage(box image.Rectangle) *image.Alpha {
	if n := box.Dx() * box.Dy(); cap(r.mask.Pix) < n {
		r.mask.Pix = make([]byte, n)
	}
	r.mask.Pix = r.mask.Pix[:box.Dx()*box.Dy()]
	r.mask.Stride, r.mask.Rect = box.Dx(), image.Rect(0, 0, box.Dx(), box.Dy())
	r.z.DrawOp = draw.Src
	r.z.Draw(&r.mask, r.mask.Rect, image.Opaque, image.Point{})
	return &r.mask
}

func blend(px []byte, c rgb, cover float64) {
	a := c.a * cover
	px[0] = byte(float64(px[0])*(1-a) + c.r*a*255 + .5)
	px[1] = byte(float64(px[1])*(1-a) + c.g*a*255 + .5)
	px[2] = byte(float64(px[2])*(1-a) + c.b*a*255 + .5)
}

// stroke draws a line. It fills a long line in parts if the result is the same, because a thin
// frame covers few pixels of its bounding box.
func (r *raster) stroke(p *path, width float64, c rgb, dash []float64) {
	if x0, y0, x1, y1 := p.bounds(); c.a < 1 || (x1-x0)*(y1-y0) < 40_000 {
		r.fill(p.outline(width, dash), c)
		return
	}
	for _, l := range p.polylines() {
		for _, part := range dashes(l, dash) {
			const pieces = 24
			for i := 0; i+1 < len(part); i += pieces {
				piece := part[i:min(i+pieces+1, len(part))]
				q := (&path{}).move(piece[0].x, piece[0].y)
				for _, at := range piece[1:] {
					q.line(at.x, at.y)
				}
				r.fill(q.outline(width, nil), c)
				if width > 1.2 && (i > 0 || part[0] == part[len(part)-1]) {
					r.fill(ellipse(piece[0].x, piece[0].y, width/2, width/2), c)
				}
			}
		}
	}
}

func (r *raster) text(x, y float64, s string, st style) {
	m := translation(x, y)
	if st.angle != 0 {
		m = rotation(st.angle).then(m)
	}
	r.fill(st.outline(s).by(m), st.ink)
}

func (r *raster) picture(at Rect, img *image.RGBA, radius float64) {
	b := img.Rect
	sx, sy := float64(b.Dx())/at.W, float64(b.Dy())/at.H
	r.fill(rounded(at, radius), texture(func(x, y float64) rgb { return sample(img, (x-at.X)*sx, (y-at.Y)*sy) }))
}

// sample returns the interpolated colour of an image between its pixels.
func sample(img *image.RGBA, x, y float64) rgb {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	x, y = math.Max(0, math.Min(x-.5, float64(w-1))), math.Max(0, math.Min(y-.5, float64(h-1)))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, w-1), min(y0+1, h-1)
	fx, fy := x-float64(x0), y-float64(y0)
	read := func(x, y int) color.RGBA {
		i := img.PixOffset(x, y)
		return color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}
	}
	a, b, c, d := read(x0, y0), read(x1, y0), read(x0, y1), read(x1, y1)
	mix := func(a, b, c, d byte) float64 {
		top := float64(a)*(1-fx) + float64(b)*fx
		low := float64(c)*(1-fx) + float64(d)*fx
		return (top*(1-fy) + low*fy) / 255
	}
	return rgb{mix(a.R, b.R, c.R, d.R), mix(a.G, b.G, c.G, d.G), mix(a.B, b.B, c.B, d.B), 1}
}

// cropped returns the middle of an image with another aspect ratio.
func cropped(img *image.RGBA, aspect float64) *image.RGBA {
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	cw, ch := math.Min(w, h*aspect), math.Min(h, w/aspect)
	out := image.NewRGBA(image.Rect(0, 0, int(cw), int(ch)))
	draw.Draw(out, out.Rect, img, image.Pt(int((w-cw)/2), int((h-ch)*.6)), draw.Src)
	return out
}

// shadow draws a blurred path. Three box blurs approximate a Gaussian blur.
func (r *raster) shadow(p *path, blur, dy float64, c rgb) {
	radius := max(1, int(blur*r.zoom/2))
	p = p.by(translation(0, dy))
	margin := 3 * radius
	box := r.trace(p, r.img.Rect.Inset(-margin))
	if box.Empty() {
		return
	}
	core := r.coverage(box)
	w, h := box.Dx()+2*margin, box.Dy()+2*margin
	a, b := make([]uint16, w*h), make([]uint16, w*h)
	for y := range box.Dy() {
		for x := range box.Dx() {
			a[(y+margin)*w+x+margin] = uint16(core.Pix[y*core.Stride+x]) << 8
		}
	}
	for range 3 {
		boxBlur(b, a, w, h, radius)
		boxBlur(a, b, h, w, radius)
	}
	origin := box.Min.Sub(image.Pt(margin, margin))
	seen := image.Rect(0, 0, w, h).Add(origin).Intersect(r.img.Rect)
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		row := r.img.Pix[r.img.PixOffset(seen.Min.X, y):]
		for x := range seen.Dx() {
			if v := a[(y-origin.Y)*w+seen.Min.X-origin.X+x]; v > 0 {
				blend(row[4*x:4*x+4:4*x+4], c, float64(v)/65280)
			}
		}
	}
}

// boxBlur blurs the rows of src and writes them to the columns of dst. Calling it twice blurs in
// both directions.
func boxBlur(dst, src []uint16, w, h, radius int) {
	n := uint32(2*radius + 1)
	for y := range h {
		row := src[y*w : y*w+w]
		var sum uint32
		for x := range min(radius, w) {
			sum += uint32(row[x])
		}
		for x := range w {
			if x+radius < w {
				sum += uint32(row[x+radius])
			}
			dst[x*h+y] = uint16(sum / n)
			if x-radius >= 0 {
				sum -= uint32(row[x-radius])
			}
		}
	}
}

// grain adds camera noise from a generator with a fixed seed.
func (r *raster) grain(strength float64) {
	seed := uint32(2463534242)
	for i := 0; i < len(r.img.Pix); i += 4 {
		seed ^= seed << 13
		seed ^= seed >> 17
		seed ^= seed << 5
		d := (float64(seed>>16&255)/255 - .5) * strength
		for k := range 3 {
			r.img.Pix[i+k] = byte(math.Max(0, math.Min(255, float64(r.img.Pix[i+k])+d)))
		}
	}
}
