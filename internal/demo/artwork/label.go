package artwork

import (
	"fmt"
	"math"
	"strings"
)

// Label is a wrap-around product label on a print sheet of 1600 x 1000 pixels.
type Label struct {
	Brand       string
	Initials    string
	Product     string // at most two words
	Variety     string
	Net         string
	Claim       string
	Story       string
	Ingredients string
	Energy      string
	Serving     string
	Barcode     string // twelve digits
	Look        Look
	Motif       Motif
	Back, Ink   string // "#rrggbb"
	Accent      string
	Directions  string // instructions for use; they replace the nutrition table
	Job         string
	Version     int
	LogoLow     bool // the logo is below the name
}

// Look is the style of a label.
type Look int

// The looks: framed, plain, and with a scene.
const (
	Classic Look = iota
	Modern
	Scenic
)

// Motif is the illustration on a label.
type Motif string

// The motifs.
const (
	Strawberry Motif = "strawberry"
	Orange     Motif = "orange"
	Lemon      Motif = "lemon"
	Blueberry  Motif = "blueberry"
	Olive      Motif = "olive"
	Coffee     Motif = "coffee"
	Hop        Motif = "hop"
	Tomato     Motif = "tomato"
	Wheat      Motif = "wheat"
	Loaf       Motif = "loaf"
	Chamomile  Motif = "chamomile"
	Rose       Motif = "rose"
	Chili      Motif = "chili"
	Honey      Motif = "honey"
)

func (m Motif) art() motif {
	switch m {
	case Strawberry:
		return strawberry
	case Orange:
		return citrus(hex("#f08a24"), hex("#e2711d"))
	case Lemon:
		return citrus(hex("#f7dc4a"), hex("#eec41c"))
	case Blueberry:
		return blueberries
	case Coffee:
		return coffee
	case Hop:
		return hop
	case Tomato:
		return tomato
	case Wheat:
		return wheat
	case Loaf:
		return loaf
	case Chamomile:
		return flower(hex("#fdfdf6"), hex("#f2b21c"))
	case Rose:
		return flower(hex("#e79aa8"), hex("#b8415f"))
	case Chili:
		return chili
	case Honey:
		return honey
	default:
		return olives
	}
}

// labelTrim is the area of the label after trimming.
var labelTrim = Rect{90, 84, 1420, 800}

// Design returns the layout of the label.
func (l Label) Design() Design {
	d := onePage(l.Brand+" "+l.Product, 1600, 1000, func(c *canvas) {
		c.rect(c.full(), white)
		l.art(c)
		c.stroke(rounded(labelTrim, 26), 2, dieInk)
		c.stroke(rounded(labelTrim.Inset(-9), 30), 1, cyan, 6, 4)
		c.stroke(rounded(labelTrim.Inset(12), 18), 1, hex("#16a34a"), 2, 5)
		c.printMarks(labelTrim, l.Job, fmt.Sprintf("V%d", l.Version), hex(l.Back), hex(l.Accent))
	})
	d.boxes = boxes{trim: labelTrim, bleed: labelTrim.Inset(-9)}
	return d
}

// art draws the printed area with its bleed, without printer's marks.
func (l Label) art(c *canvas) {
	back, ink, accent := hex(l.Back), hex(l.Ink), hex(l.Accent)
	c.rect(labelTrim.Inset(-9), back)
	front := Rect{labelTrim.X + 340, labelTrim.Y, 740, labelTrim.H}
	side := Rect{labelTrim.X, labelTrim.Y, 340, labelTrim.H}
	far := Rect{front.X + front.W, labelTrim.Y, 340, labelTrim.H}
	switch l.Look {
	case Modern:
		l.modern(c, front, back, accent)
	case Scenic:
		l.scenic(c, front, back, ink, accent)
	default:
		l.classic(c, front, back, ink, accent)
	}
	l.declaration(c, side.Inset(30), ink)
	l.words(c, far.Inset(30), ink, accent)
	c.line(front.X, front.Y, front.X, front.Y+front.H, 1, ink.alpha(.25))
	c.line(far.X, far.Y, far.X, far.Y+far.H, 1, ink.alpha(.25))
}

func (l Label) logo(c *canvas, x, y float64, ink, accent rgb) {
	st := style{face: bold, size: 30, ink: ink, track: .28}
	text := strings.ToUpper(l.Brand)
	st = st.fit(text, 430)
	c.emblem(x, y, 38, l.Initials, accent, contrast(accent))
	c.centred(x, y+76, text, st)
	w := math.Max(st.width(text), 80)
	c.spot("logo", Rect{x - w/2 - 10, y - 44, w + 20, 130})
}

// contrast returns an ink colour that is readable on a background.
func contrast(back rgb) rgb {
	if back.light() {
		return black
	}
	return white
}

func (l Label) classic(c *canvas, r Rect, back, ink, accent rgb) {
	paper := back.lighter(.5)
	c.rect(Rect{r.X, r.Y - 9, r.W, r.H + 18}, glow(r.X+r.W/2, r.Y+r.H/2, r.W*.75, paper, back))
	c.stroke(rounded(r.Inset(24), 14), 4, ink)
	c.stroke(rounded(r.Inset(33), 9), 1.4, ink)
	cx, _ := r.Centre()
	for _, p := range [][2]float64{{r.X + 33, r.Y + 33}, {r.X + r.W - 33, r.Y + 33}, {r.X + 33, r.Y + r.H - 33}, {r.X + r.W - 33, r.Y + r.H - 33}} {
		c.disc(p[0], p[1], 17, back)
		c.fill(star(p[0], p[1], 14, 6, 8), accent)
	}
	top, name := r.Y+105, r.Y+560
	if l.LogoLow {
		top, name = r.Y+640, r.Y+430
	}
	l.logo(c, cx, top, ink, accent)
	art := Rect{cx - 125, r.Y + 212, 250, 250}
	if l.LogoLow {
		art.Y = r.Y + 80
	}
	ax, ay := art.Centre()
	c.disc(ax, ay, 148, accent.alpha(.14))
	l.Motif.art()(c, ax, ay, 100)
	c.spot("illustration", art)
	l.name(c, cx, name, r.W-130, ink, accent)
	ribbon := r.Y + r.H - 122
	if l.LogoLow {
		ribbon = r.Y + 553
	}
	l.claimRibbon(c, cx, ribbon, accent)
	c.centred(cx, r.Y+r.H-48, l.Net, style{face: bold, size: 25, ink: ink, track: .08})
	c.spot("net weight", Rect{cx - 90, r.Y + r.H - 76, 180, 38})
}

func (l Label) name(c *canvas, cx, base, w float64, ink, accent rgb) {
	text := strings.ToUpper(l.Product)
	st := style{face: bold, size: 96, ink: ink, stretch: .82, track: .03}.fit(text, w)
	c.centred(cx, base, text, st)
	sub := style{face: italic, size: 35, ink: accent.darker(.12)}.fit(l.Variety, w)
	c.centred(cx, base+54, l.Variety, sub)
	half := sub.width(l.Variety)/2 + 24
	for _, d := range []float64{-1, 1} {
		c.line(cx+d*half, base+43, cx+d*(half+60), base+43, 2, accent)
		c.fill(star(cx+d*(half+76), base+43, 8, 3.5, 4), accent)
	}
	tw := st.width(text)
	c.spot("name", Rect{cx - tw/2 - 8, base - st.size*.8, tw + 16, st.size*.8 + 12})
	c.spot("variety", Rect{cx - half - 10, base + 20, 2*half + 20, 48})
}

func (l Label) claimRibbon(c *canvas, cx, y float64, accent rgb) {
	st := style{face: medium, size: 21, ink: contrast(accent), track: .12}.fit(strings.ToUpper(l.Claim), 460)
	text := strings.ToUpper(l.Claim)
	half := st.width(text)/2 + 34
	dark := accent.darker(.35)
	for _, d := range []float64{-1, 1} {
		c.fill(
			polygon(
				cx+d*(half-10), y-14, cx+d*(half+38), y-14, cx+d*(half+20), y+8, cx+d*(half+38), y+30, cx+d*(half-10),
				y+30,
			),
			dark,
		)
	}
	c.rect(Rect{cx - half, y - 23, 2 * half, 44}, accent)
	c.centred(cx, y+7, text, st)
	c.spot("claim", Rect{cx - half - 38, y - 24, 2*half + 76, 56})
}

func (l Label) modern(c *canvas, r Rect, back, accent rgb) {
	c.rect(Rect{r.X, r.Y - 9, r.W, r.H + 18}, accent)
	on := contrast(accent)
	for row := range 18 {
		for col := range 16 {
			c.disc(r.X+28+float64(col)*46, r.Y+20+float64(row)*46, 3.2, on.alpha(.16))
		}
	}
	c.disc(r.X+r.W*.66, r.Y+r.H*.69, 236, back)
	l.Motif.art()(c, r.X+r.W*.66, r.Y+r.H*.69, 158)
	c.spot("illustration", Rect{r.X + r.W*.66 - 170, r.Y + r.H*.69 - 170, 340, 340})
	text := strings.ToUpper(l.Product)
	y := r.Y + 192
	for word := range strings.FieldsSeq(text) {
		st := style{face: bold, size: 124, ink: on, stretch: .76, track: -.01}.fit(word, r.W-90)
		c.text(r.X+44, y, word, st)
		y += st.size * .86
	}
	c.spot("name", Rect{r.X + 36, r.Y + 70, r.W - 120, y - r.Y - 150})
	c.text(r.X+48, y-58, l.Variety, style{face: italic, size: 32, ink: on})
	c.spot("variety", Rect{r.X + 40, y - 88, 380, 46})
	logo := r.Y + r.H - 128
	lx := r.X + 120
	if l.LogoLow {
		lx, logo = r.X+r.W-130, r.Y+158
	}
	c.emblem(lx, logo, 46, l.Initials, on, contrast(on))
	st := style{face: bold, size: 20, ink: on, track: .2}.fit(strings.ToUpper(l.Brand), 200)
	c.centred(lx, logo+80, strings.ToUpper(l.Brand), st)
	c.spot("logo", Rect{lx - 110, logo - 52, 220, 140})
	c.text(r.X+48, r.Y+70, strings.ToUpper(l.Claim), style{face: medium, size: 17, ink: on, track: .22})
	c.spot("claim", Rect{r.X + 40, r.Y + 50, 420, 28})
	c.right(r.X+r.W-44, r.Y+70, l.Net, style{face: bold, size: 24, ink: on})
	c.spot("net weight", Rect{r.X + r.W - 140, r.Y + 46, 104, 32})
}

func (l Label) scenic(c *canvas, r Rect, back, ink, accent rgb) {
	bleed := Rect{r.X, r.Y - 9, r.W, r.H + 18}
	hills(c, bleed, back, back.mix(accent, .45), accent.darker(.45), hex("#ffe3a3"), float64(len(l.Product)))
	cx := r.X + r.W/2
	cy := r.Y + 372
	c.shadow(star(cx, cy, 262, 250, 48), 26, 10, black.alpha(.45))
	c.fill(star(cx, cy, 262, 250, 48), ink)
	c.disc(cx, cy, 238, back.lighter(.82))
	c.stroke(ellipse(cx, cy, 226, 226), 3, ink)
	c.stroke(ellipse(cx, cy, 168, 168), 2, ink)
	ring := style{face: bold, size: 34, ink: ink, track: .14}
	c.around(strings.ToUpper(l.Brand), cx, cy, 184, -math.Pi/2, false, ring.fit(strings.ToUpper(l.Brand), 480))
	c.around(
		strings.ToUpper(l.Claim), cx, cy, 208, math.Pi/2, true,
		style{face: medium, size: 23, ink: ink, track: .12}.fit(strings.ToUpper(l.Claim), 430),
	)
	c.fill(star(cx-197, cy, 12, 5, 5), accent)
	c.fill(star(cx+197, cy, 12, 5, 5), accent)
	c.spot("logo", Rect{cx - 200, cy - 232, 400, 110})
	c.spot("claim", Rect{cx - 170, cy + 150, 340, 76})
	l.Motif.art()(c, cx, cy+8, 92)
	c.spot("illustration", Rect{cx - 120, cy - 125, 240, 250})
	plate := Rect{r.X, r.Y + 600, r.W, 132}
	if l.LogoLow {
		plate.Y += 30
	}
	c.rect(plate, ink)
	c.line(plate.X, plate.Y+8, plate.X+plate.W, plate.Y+8, 2, back)
	c.line(plate.X, plate.Y+plate.H-8, plate.X+plate.W, plate.Y+plate.H-8, 2, back)
	text := strings.ToUpper(l.Product)
	st := style{face: bold, size: 74, ink: contrast(ink), stretch: .8, track: .06}.fit(text, r.W-100)
	c.centred(cx, plate.Y+76, text, st)
	c.spot("name", Rect{cx - st.width(text)/2 - 8, plate.Y + 14, st.width(text) + 16, 72})
	c.centred(cx, plate.Y+113, l.Variety, style{face: italic, size: 27, ink: hex("#ffe3a3")})
	c.spot("variety", Rect{cx - 160, plate.Y + 88, 320, 34})
	c.right(r.X+r.W-36, r.Y+r.H-24, l.Net, style{face: bold, size: 25, ink: white})
	c.spot("net weight", Rect{r.X + r.W - 130, r.Y + r.H - 54, 110, 40})
}

// facts draws the nutrition table of food, or the directions of other products. It returns the
// height.
func (l Label) facts(c *canvas, r Rect, ink rgb) float64 {
	if l.Directions == "" {
		return c.nutritionTable(r.X, r.Y, r.W, "100 g", []nutrient{
			{"Energy", l.Energy, false},
			{"Fat", "0.2 g", false},
			{"of which saturates", "0.1 g", true},
			{"Carbohydrate", "61 g", false},
			{"of which sugars", "58 g", true},
			{"Protein", "0.6 g", false},
			{"Salt", "0.02 g", false},
		}, ink)
	}
	c.text(r.X+14, r.Y+28, "How to use", style{face: bold, size: 16, ink: ink})
	end := c.block(r.X+14, r.Y+56, r.W-28, 20, l.Directions, style{face: regular, size: 14, ink: ink})
	box := Rect{r.X, r.Y, r.W, end - r.Y}
	c.stroke(rounded(box, 8), 1.5, ink)
	c.spot("directions", box)
	return box.H
}

func (l Label) declaration(c *canvas, r Rect, ink rgb) {
	small := style{face: regular, size: 12.5, ink: ink}
	head := style{face: bold, size: 14, ink: ink, track: .08}
	h := l.facts(c, r, ink)
	y := r.Y + h + 34
	c.text(r.X, y, "INGREDIENTS", head)
	end := c.block(r.X, y+22, r.W, 18, l.Ingredients, small)
	c.spot("ingredients", Rect{r.X - 4, y - 16, r.W + 8, end - y + 6})
	y = end + 16
	storage := "Keep in a cool, dry place. Refrigerate once opened and use within four weeks."
	serving := "SERVING IDEA"
	if l.Directions != "" {
		storage, serving = "Keep below 25 degrees and out of the sun. Use within twelve months of opening.", "GOOD TO KNOW"
	}
	c.text(r.X, y, "STORAGE", head)
	y = c.block(r.X, y+22, r.W, 18, storage, small) + 16
	c.text(r.X, y, serving, head)
	end = c.block(r.X, y+22, r.W, 18, l.Serving, small)
	c.spot("serving", Rect{r.X - 4, y - 16, r.W + 8, end - y + 6})
	box := Rect{r.X, r.Y + r.H - 90, r.W, 62}
	c.stroke(rectangle(box), 1.2, ink, 4, 3)
	c.text(box.X+12, box.Y+26, "Best before end / Lot", style{face: medium, size: 13, ink: ink})
	c.text(box.X+12, box.Y+48, "see lid", style{face: italic, size: 13, ink: ink})
	c.spot("best before", box)
}

func (l Label) heading() string {
	if l.Directions != "" {
		return "A little care, every day"
	}
	return "From our kitchen to your table"
}

func (l Label) words(c *canvas, r Rect, ink, accent rgb) {
	title := style{face: boldItalic, size: 27, ink: accent.mix(ink, .35)}
	y := c.block(r.X, r.Y+28, r.W, 32, l.heading(), title)
	end := c.block(r.X, y+8, r.W, 21, l.Story, style{face: regular, size: 15, ink: ink})
	c.spot("story", Rect{r.X - 4, r.Y, r.W + 8, end - r.Y})
	y = end + 18
	c.recycling(r.X+28, y+24, 18, ink)
	c.stroke(ellipse(r.X+96, y+24, 22, 22), 2, ink)
	c.centred(r.X+96, y+30, "BIO", style{face: bold, size: 15, ink: ink})
	c.stroke(rounded(Rect{r.X + 134, y + 4, 58, 40}, 8), 2, ink)
	c.centred(r.X+163, y+30, "GL 70", style{face: bold, size: 14, ink: ink})
	c.spot("seals", Rect{r.X, y - 4, 200, 56})
	y += 76
	c.block(
		r.X,
		y,
		r.W,
		17,
		"Produced for "+l.Brand+"\n14 Orchard Lane, Fairmead\nhello@"+strings.ToLower(
			strings.ReplaceAll(l.Brand, " ", ""),
		)+".test",
		style{face: regular, size: 12.5, ink: ink},
	)
	c.spot("address", Rect{r.X - 4, y - 18, r.W, 58})
	c.barcode(r.X+r.W/2-113, r.Y+r.H-170, 2, 110, l.Barcode)
}
