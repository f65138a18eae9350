package artwork

import (
	"fmt"
	"math"
)

var (
	cyan    = hex("#00a0df")
	magenta = hex("#e4007e")
	yellow  = hex("#ffe800")
	dieInk  = hex("#e4007e")
)

// printMarks draws the printer's marks around the trimmed sheet: crop marks, register marks, colour
// bars and the slug line.
func (c *canvas) printMarks(trim Rect, job, version string, spotInks ...rgb) {
	const off, long = 14.0, 30.0
	for _, x := range []float64{trim.X, trim.X + trim.W} {
		c.line(x, trim.Y-off, x, trim.Y-off-long, 1, black)
		c.line(x, trim.Y+trim.H+off, x, trim.Y+trim.H+off+long, 1, black)
	}
	for _, y := range []float64{trim.Y, trim.Y + trim.H} {
		c.line(trim.X-off, y, trim.X-off-long, y, 1, black)
		c.line(trim.X+trim.W+off, y, trim.X+trim.W+off+long, y, 1, black)
	}
	cx, cy := trim.Centre()
	for _, p := range [][2]float64{{cx, trim.Y - 32}, {cx, trim.Y + trim.H + 32}, {trim.X - 32, cy}, {trim.X + trim.W + 32, cy}} {
		c.registerMark(p[0], p[1])
	}
	inks := append([]rgb{cyan, magenta, yellow, black}, spotInks...)
	x, y := trim.X+50, trim.Y-44
	for i, ink := range inks {
		c.rect(Rect{x + float64(i)*26, y, 26, 20}, ink)
		c.stroke(rectangle(Rect{x + float64(i)*26, y, 26, 20}), .6, black)
	}
	x = trim.X + trim.W - 50 - 11*22
	for i := range 11 {
		c.rect(Rect{x + float64(i)*22, y, 22, 20}, white.mix(black, float64(i)/10))
	}
	c.stroke(rectangle(Rect{x, y, 11 * 22, 20}), .6, black)
	c.slug(Rect{trim.X + 50, trim.Y + trim.H + 20, trim.W/2 - 110, 24}, job, version)
	c.legend(Rect{trim.X + trim.W - 50 - 300, trim.Y + trim.H + 20, 300, 24})
}

func (c *canvas) registerMark(x, y float64) {
	c.stroke(ellipse(x, y, 7, 7), 1, black)
	c.line(x-12, y, x+12, y, 1, black)
	c.line(x, y-12, x, y+12, 1, black)
}

func (c *canvas) slug(r Rect, job, version string) {
	small := style{face: medium, size: 11, ink: black}
	c.text(r.X, r.Y+10, job+"   "+version, small)
	c.text(
		r.X, r.Y+24, "Northlight Studio   CMYK + die, 300 dpi   Not for print before approval",
		style{face: regular, size: 10, ink: hex("#666666")},
	)
}

func (c *canvas) legend(r Rect) {
	small := style{face: regular, size: 10, ink: hex("#666666")}
	for i, l := range []struct {
		name string
		ink  rgb
		dash []float64
	}{{"Die line", dieInk, nil}, {"Bleed 3 mm", cyan, []float64{5, 3}}, {"Safe area", hex("#16a34a"), []float64{2, 3}}} {
		x := r.X + float64(i)*100
		c.stroke(line(x, r.Y+6, x+26, r.Y+6), 1.4, l.ink, l.dash...)
		c.text(x+32, r.Y+10, l.name, small)
	}
}

// EAN-13 encoding (GS1 General Specifications 5.2): seven modules for each digit, in three sets.
var (
	eanOdd = [10]string{
		"0001101",
		"0011001",
		"0010011",
		"0111101",
		"0100011",
		"0110001",
		"0101111",
		"0111011",
		"0110111",
		"0001011",
	}
	eanParity = [10]string{
		"LLLLLL",
		"LLGLGG",
		"LLGGLG",
		"LLGGGL",
		"LGLLGG",
		"LGGLLG",
		"LGGGLL",
		"LGLGLG",
		"LGLGGL",
		"LGGLGL",
	}
)

// eanCheck returns the check digit of twelve digits.
func eanCheck(digits string) int {
	sum := 0
	for i := range 12 {
		sum += int(digits[i]-'0') * (1 + 2*(i%2))
	}
	return (10 - sum%10) % 10
}

// eanModules returns the 95 bars (1) and spaces (0) of twelve digits and their check digit.
func eanModules(twelve string) (modules, all string) {
	all = fmt.Sprintf("%s%d", twelve[:12], eanCheck(twelve))
	modules = "101"
	for i, set := range eanParity[all[0]-'0'] {
		odd := eanOdd[all[i+1]-'0']
		if set == 'G' { // the right set, mirrored
			odd = mirrored(inverted(odd))
		}
		modules += odd
	}
	modules += "01010"
	for i := 7; i < 13; i++ {
		modules += inverted(eanOdd[all[i]-'0'])
	}
	return modules + "101", all
}

func inverted(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] ^= 1
	}
	return string(b)
}

func mirrored(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// barcode draws an EAN-13 in a white box with quiet zones. Its width is 113 modules.
func (c *canvas) barcode(x, y, module, height float64, twelve string) {
	modules, digits := eanModules(twelve)
	box := Rect{x, y, 113 * module, height + 9*module}
	c.rect(box, white)
	left := x + 11*module
	for i := 0; i < len(modules); {
		n := 1
		for i+n < len(modules) && modules[i+n] == modules[i] {
			n++
		}
		if modules[i] == '1' {
			h := height - 3*module
			if i < 3 || i >= 92 || i >= 45 && i < 50 {
				h += 5 * module
			}
			c.rect(Rect{left + float64(i)*module, y + 3*module, float64(n) * module, h - 3*module}, rgb{0, 0, 0, 1})
		}
		i += n
	}
	st := style{face: mono, size: 9.5 * module, ink: rgb{0, 0, 0, 1}}
	base := y + height + 5.5*module
	c.text(x+2*module, base, digits[:1], st)
	for i := range 12 {
		at := left + (3+7*float64(i)+.8)*module
		if i >= 6 {
			at += 5 * module
		}
		c.text(at, base, digits[i+1:i+2], st)
	}
	c.spot("barcode", box)
}

type nutrient struct {
	name, value string
	indent      bool
}

// nutritionTable draws the nutrition facts per 100 g and returns the height of the table.
func (c *canvas) nutritionTable(x, y, w float64, per string, rows []nutrient, ink rgb) float64 {
	head := style{face: bold, size: 15, ink: ink}
	cell := style{face: regular, size: 12.5, ink: ink}
	c.text(x+8, y+20, "Nutrition", head)
	c.right(x+w-8, y+20, "per "+per, cell)
	at := y + 30
	for i, r := range rows {
		weight := .8
		if i == 0 {
			weight = 2.5
		}
		c.line(x+6, at, x+w-6, at, weight, ink)
		left, st := x+8, cell
		if r.indent {
			left += 14
		} else {
			st.face = medium
		}
		c.text(left, at+15, r.name, st)
		c.right(x+w-8, at+15, r.value, st)
		at += 20
	}
	box := Rect{x, y, w, at - y + 4}
	c.stroke(rectangle(box), 1.5, ink)
	c.spot("nutrition", box)
	return box.H
}

// recycling draws the three chasing arrows.
func (c *canvas) recycling(x, y, r float64, ink rgb) {
	for i := range 3 {
		a := 2*math.Pi*float64(i)/3 - math.Pi/2
		c.stroke(arc(x, y, r, a+.25, a+1.65), r*.26, ink)
		s, co := math.Sincos(a + 1.75)
		head := polygon(0, -r*.38, r*.5, 0, 0, r*.38)
		c.fill(head.by(rotation(a+1.75+math.Pi/2).then(translation(x+r*co, y+r*s))), ink)
	}
}

// emblem draws a small round logo with two letters.
func (c *canvas) emblem(x, y, r float64, letters string, back, ink rgb) {
	c.disc(x, y, r, back)
	c.stroke(ellipse(x, y, r*.86, r*.86), r*.04, ink)
	st := style{face: bold, size: r * .95, ink: ink, stretch: .9, track: -.02}
	c.centred(x, y+r*.34, letters, st)
}
