package picture

import (
	"image"
	"image/draw"
)

// fit reduces an image until it fits; it never enlarges. Each target pixel is the mean of the
// source pixels that it covers. fit buffers one row of the source at a time.
func fit(src image.Image, maxWidth, maxHeight int) *image.RGBA {
	from := src.Bounds()
	w, h := from.Dx(), from.Dy()
	scale := min(float64(maxWidth)/float64(w), float64(maxHeight)/float64(h), 1)
	width, height := max(1, int(float64(w)*scale)), max(1, int(float64(h)*scale))
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	if scale == 1 {
		draw.Draw(small, small.Rect, src, from.Min, draw.Src)
		return small
	}
	columns, rows := shares(w, width), shares(h, height)
	row := image.NewRGBA(image.Rect(0, 0, w, 1))
	sums, next := make([]float32, 4*width), make([]float32, 4*width)
	area := float32(width) / float32(w) * float32(height) / float32(h)
	for y, share := range rows {
		draw.Draw(row, row.Rect, src, image.Pt(from.Min.X, from.Min.Y+y), draw.Src)
		for x, s := range columns {
			p := row.Pix[4*x : 4*x+4 : 4*x+4]
			add(sums[4*s.to:], p, s.first*share.first)
			if s.first < 1 {
				add(sums[4*s.to+4:], p, (1-s.first)*share.first)
			}
			if share.first < 1 {
				add(next[4*s.to:], p, s.first*(1-share.first))
				if s.first < 1 {
					add(next[4*s.to+4:], p, (1-s.first)*(1-share.first))
				}
			}
		}
		if y+1 == len(rows) || rows[y+1].to != share.to {
			out := small.Pix[share.to*small.Stride:]
			for i, sum := range sums {
				out[i] = uint8(min(sum*area+0.5, 255))
			}
			sums, next = next, sums
			clear(next)
		}
	}
	return small
}

func add(to []float32, p []uint8, weight float32) {
	t := to[:4:4]
	for i := range t {
		t[i] += float32(p[i]) * weight
	}
}

// share holds the part of a source pixel that goes to the target pixel in which it begins. The rest
// goes to the next target pixel.
type share struct {
	to    int
	first float32
}

// shares distributes n source pixels over a smaller number of target pixels.
func shares(n, over int) []share {
	all := make([]share, n)
	for i := range all {
		to := i * over / n
		end := (i + 1) * over // in units of 1/n of a target pixel
		all[i] = share{to, 1}
		if boundary := (to + 1) * n; end > boundary && to+1 < over {
			all[i].first = float32(boundary-i*over) / float32(over)
		}
	}
	return all
}
