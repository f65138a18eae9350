package picture

import "image"

// orient is an image orientation, with the values of the EXIF tag.
type orient uint16

const upright orient = 1

// swaps reports whether the orientation exchanges width and height.
func (o orient) swaps() bool { return o >= 5 }

// turned returns the image upright.
func turned(src *image.RGBA, o orient) *image.RGBA {
	if o <= upright {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if o.swaps() {
		size = image.Rect(0, 0, h, w)
	}
	dst := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			var sx, sy int
			switch o {
			case 2:
				sx, sy = w-1-x, y
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sx, sy = x, h-1-y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, h-1-x
			case 7:
				sx, sy = w-1-y, h-1-x
			default: // 8
				sx, sy = w-1-y, x
			}
			from := sy*src.Stride + 4*sx
			copy(dst.Pix[y*dst.Stride+4*x:][:4], src.Pix[from:from+4])
		}
	}
	return dst
}
