package artwork

import (
	"fmt"
	"image"
	"math"
	"strings"
)

// Brochure is a document of several pages: a cover, articles in columns, products, figures and a
// back cover.
type Brochure struct {
	Brand     Brand
	Title     string
	Subtitle  string
	Edition   string
	Landscape bool
	Pages     int // 4 to 8
	Chapters  []Chapter
	Products  []Product
	Contact   []string
	Version   int
	Columns   int  // columns of text; 0 is 2
	DarkCover bool // the cover has the main colour as its background
}

// Chapter is an article with its paragraphs.
type Chapter struct {
	Title, Lead string
	Text        []string
}

// Product is an entry of the product range.
type Product struct {
	Name, Text, Price string
	Motif             Motif
}

// Design returns the layout of the brochure on A4 pages.
func (b Brochure) Design() Design {
	size := Size{794, 1123}
	if b.Landscape {
		size = Size{1123, 794}
	}
	n := max(4, min(8, b.Pages))
	d := Design{Title: b.Title, draw: func(c *canvas, page int) { b.page(c, page, n) }}
	for range n {
		d.Sizes = append(d.Sizes, size)
	}
	return d
}

func (b Brochure) page(c *canvas, page, n int) {
	c.rect(c.full(), white)
	switch page {
	case 0:
		b.cover(c)
	case n - 1:
		b.back(c)
	case 2, 5:
		b.products(c, page)
		b.folio(c, page)
	case 4:
		b.figures(c)
		b.folio(c, page)
	default:
		b.story(c, page)
		b.folio(c, page)
	}
}

func (b Brochure) colours() (main, accent, paper rgb) {
	return hex(b.Brand.Main), hex(b.Brand.Accent), hex(b.Brand.Paper)
}

func (b Brochure) cover(c *canvas) {
	main, accent, paper := b.colours()
	back, ink := paper, main
	if b.DarkCover {
		back, ink = main, paper
	}
	c.rect(c.full(), back)
	art := Rect{0, c.h * .36, c.w, c.h * .5}
	hills(c, art, accent.lighter(.3), accent, main, hex("#fff1c9"), float64(len(b.Title)))
	b.Brand.Motif.art()(c, c.w*.74, art.Y+art.H*.42, math.Min(c.w, c.h)*.15)
	c.rect(Rect{0, art.Y + art.H, c.w, c.h}, back)
	c.spot("cover picture", art)
	m := c.w * .075
	b.Brand.lockup(c, m, 54, 58, ink)
	st := style{face: bold, size: 76, ink: ink, stretch: .86, track: -.01}
	y := 214.0
	for _, l := range st.wrap(b.Title, c.w-2*m) {
		c.text(m, y, l, st)
		y += 74
	}
	c.spot("title", Rect{m - 6, 150, c.w - 2*m, y - 210})
	c.text(m, y-24, b.Subtitle, style{face: italic, size: 24, ink: ink})
	c.text(m, c.h-62, b.Edition, style{face: medium, size: 17, ink: ink, track: .16})
	c.right(c.w-m, c.h-62, b.Brand.Site, style{face: mono, size: 16, ink: ink})
	c.rect(Rect{0, c.h - 22, c.w, 22}, accent)
}

func (b Brochure) folio(c *canvas, page int) {
	main, accent, _ := b.colours()
	m := c.w * .075
	small := style{face: medium, size: 12, ink: main.alpha(.75), track: .1}
	c.line(m, c.h-58, c.w-m, c.h-58, .8, main.alpha(.35))
	number := fmt.Sprintf("%02d", page+1)
	if page%2 == 1 {
		c.text(m, c.h-36, number, style{face: bold, size: 14, ink: accent.darker(.1)})
		c.text(m+34, c.h-36, strings.ToUpper(b.Title), small)
	} else {
		c.right(c.w-m, c.h-36, number, style{face: bold, size: 14, ink: accent.darker(.1)})
		c.right(c.w-m-34, c.h-36, strings.ToUpper(b.Brand.Name), small)
	}
	c.spot("page number", Rect{m - 4, c.h - 52, 60, 22})
}

func (b Brochure) chapter(page int) Chapter {
	return b.Chapters[(page/2)%len(b.Chapters)]
}

func (b Brochure) story(c *canvas, page int) {
	main, accent, paper := b.colours()
	ch := b.chapter(page)
	m := c.w * .075
	head := Rect{0, 0, c.w, c.h * .3}
	if c.w > c.h {
		head = Rect{c.w * .62, 0, c.w * .38, c.h - 76}
	}
	if page == 3 {
		c.picture(head, b.photo(head.W/head.H), 0)
	} else {
		hills(c, head, accent.lighter(.45), accent.lighter(.1), main, hex("#fff6dc"), float64(page)*1.9)
		hx, hy := head.Centre()
		c.disc(hx, hy, math.Min(head.W, head.H)*.34, paper.alpha(.85))
		b.Brand.Motif.art()(c, hx, hy, math.Min(head.W, head.H)*.22)
	}
	c.spot(fmt.Sprintf("picture %d", page+1), head)
	x, w, y := m, c.w-2*m, head.H+84
	if c.w > c.h {
		w, y = c.w*.62-2*m, 110
	}
	st := style{face: bold, size: 42, ink: main, stretch: .9}
	top := y
	for _, l := range st.wrap(ch.Title, w) {
		c.text(x, y, l, st)
		y += 46
	}
	c.spot(fmt.Sprintf("heading %d", page+1), Rect{x - 6, top - 40, w, y - top + 4})
	y = c.block(x, y-6, w, 27, ch.Lead, style{face: italic, size: 19, ink: accent.darker(.25)}) + 14
	cols := max(2, b.Columns)
	const gap = 26.0
	cw := (w - gap*float64(cols-1)) / float64(cols)
	body := style{face: regular, size: 14.5, ink: black}
	var lines []string
	for i, p := range ch.Text {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, body.wrap(p, cw)...)
	}
	per := (len(lines) + cols - 1) / cols
	limit := int((c.h - 90 - y) / 21)
	per = min(max(per, 1), max(limit, 1))
	for i, l := range lines {
		col := i / per
		if col >= cols {
			break
		}
		c.text(x+float64(col)*(cw+gap), y+float64(i%per)*21, l, body)
	}
	c.spot(fmt.Sprintf("text %d", page+1), Rect{x - 6, y - 18, cw + 12, float64(per) * 21})
	if foot := y + float64(per)*21 + 24; foot < c.h-190 {
		c.rect(Rect{x, foot, w, 96}, paper)
		c.rect(Rect{x, foot, 6, 96}, accent)
		c.block(x+28, foot+38, w-56, 28, "“"+ch.Lead+"”", style{face: boldItalic, size: 19, ink: main})
		c.spot(fmt.Sprintf("quote %d", page+1), Rect{x, foot, w, 96})
		b.strip(c, Rect{x, foot + 124, w, c.h - 82 - foot - 124}, page)
	}
}

// photo returns a product photograph with an aspect ratio.
func (b Brochure) photo(aspect float64) *image.RGBA {
	shot := Photo{Wall: b.Brand.Paper, Warm: true, Label: Label{
		Brand:    b.Brand.Name,
		Initials: b.Brand.Initials,
		Product:  "No. 1",
		Variety:  b.Brand.Claim,
		Claim:    "Small batches",
		Net:      "340 g",
		Barcode:  "501234567890",
		Motif:    b.Brand.Motif,
		Back:     b.Brand.Paper,
		Ink:      b.Brand.Main,
		Accent:   b.Brand.Accent,
	}}
	return cropped(shot.Design().picture(map[string]Spot{}, .6), aspect)
}

// strip fills the free space below an article with pictures of products.
func (b Brochure) strip(c *canvas, r Rect, page int) {
	if r.H < 90 {
		return
	}
	r.H = math.Min(r.H, 250)
	_, accent, _ := b.colours()
	const n, gap = 3, 16.0
	w := (r.W - gap*(n-1)) / n
	for i := range n {
		tile := Rect{r.X + float64(i)*(w+gap), r.Y, w, r.H}
		back := accent.lighter(.35 + .2*float64(i))
		c.round(tile, 8, down(tile, back, back.lighter(.4)))
		x, y := tile.Centre()
		b.Products[(page+i*2)%len(b.Products)].Motif.art()(c, x, y, math.Min(tile.W, tile.H)*.32)
	}
	c.spot(fmt.Sprintf("strip %d", page+1), r)
}

func (b Brochure) products(c *canvas, page int) {
	main, accent, paper := b.colours()
	m := c.w * .075
	c.rect(Rect{0, 0, c.w, 14}, accent)
	c.text(m, 96, "The range", style{face: bold, size: 42, ink: main, stretch: .9})
	c.text(
		m, 126, "Prices per unit, delivered, valid until the next edition",
		style{face: italic, size: 16, ink: accent.darker(.25)},
	)
	c.spot(fmt.Sprintf("heading %d", page+1), Rect{m - 6, 56, 420, 78})
	cols, rows := 2, 3
	if c.w > c.h {
		cols, rows = 3, 2
	}
	const gap = 22.0
	w := (c.w - 2*m - gap*float64(cols-1)) / float64(cols)
	h := (c.h - 156 - 82 - gap*float64(rows-1)) / float64(rows)
	for i := range cols * rows {
		p := b.Products[(i+page)%len(b.Products)]
		r := Rect{m + float64(i%cols)*(w+gap), 156 + float64(i/cols)*(h+gap), w, h}
		c.round(r, 10, paper)
		pic := Rect{r.X, r.Y, r.W, r.H * .52}
		c.round(pic, 10, glow(pic.X+pic.W/2, pic.Y+pic.H*.4, pic.W*.7, accent.lighter(.65), accent.lighter(.25)))
		x, y := pic.Centre()
		p.Motif.art()(c, x, y, math.Min(pic.W, pic.H)*.3)
		c.text(r.X+18, pic.Y+pic.H+32, p.Name, style{face: bold, size: 18, ink: main}.fit(p.Name, r.W-110))
		c.right(r.X+r.W-18, pic.Y+pic.H+32, p.Price, style{face: bold, size: 17, ink: accent.darker(.25)})
		c.block(r.X+18, pic.Y+pic.H+58, r.W-36, 19, p.Text, style{face: regular, size: 14, ink: black})
		c.spot(fmt.Sprintf("product %d", i+1), r)
		c.spot(fmt.Sprintf("price %d", i+1), Rect{r.X + r.W - 84, pic.Y + pic.H + 12, 72, 28})
	}
}

func (b Brochure) figures(c *canvas) {
	main, accent, paper := b.colours()
	m := c.w * .075
	c.rect(c.full(), paper)
	c.text(m, 96, "The year in figures", style{face: bold, size: 42, ink: main, stretch: .9})
	c.spot("heading 5", Rect{m - 6, 56, 420, 50})
	chart := Rect{m, 150, c.w - 2*m, c.h*.46 - 60}
	values := []float64{.42, .48, .55, .51, .63, .7, .66, .78, .84, .81, .9, .97}
	step := chart.W / float64(len(values))
	for i := range 5 {
		y := chart.Y + chart.H*float64(i)/4
		c.line(chart.X, y, chart.X+chart.W, y, .7, main.alpha(.25))
		c.text(chart.X, y-5, fmt.Sprintf("%d t", 40*(4-i)), style{face: regular, size: 10, ink: main.alpha(.7)})
	}
	for i, v := range values {
		bar := Rect{chart.X + 28 + float64(i)*(step-2.4), chart.Y + chart.H*(1-v), step * .55, chart.H * v}
		c.rect(bar, down(bar, accent, accent.darker(.25)))
		c.centred(bar.X+bar.W/2, chart.Y+chart.H+18, "JFMAMJJASOND"[i:i+1], style{face: medium, size: 12, ink: main})
	}
	c.spot("chart", chart)
	y := chart.Y + chart.H + 66
	box := (c.w - 2*m - 2*18) / 3
	for i, f := range [][2]string{{"38", "farms in the circle"}, {"92%", "reach the shelf in 48 h"}, {"1.6 m", "jars, bags and loaves"}} {
		r := Rect{m + float64(i)*(box+18), y, box, 112}
		c.round(r, 8, main)
		c.centred(r.X+r.W/2, r.Y+60, f[0], style{face: bold, size: 44, ink: paper, stretch: .9})
		c.centred(r.X+r.W/2, r.Y+90, f[1], style{face: regular, size: 14, ink: paper})
	}
	c.spot("figures", Rect{m, y, c.w - 2*m, 112})
	y += 150
	if c.h-y > 200 {
		c.block(m, y+10, c.w-2*m, 20, b.Chapters[0].Text[0], style{face: regular, size: 14, ink: black})
		c.spot("text 5", Rect{m - 6, y - 12, c.w - 2*m + 12, 120})
	}
}

func (b Brochure) back(c *canvas) {
	main, accent, paper := b.colours()
	c.rect(c.full(), main)
	cx := c.w / 2
	c.disc(cx, c.h*.36, 150, accent.alpha(.3))
	b.Brand.Motif.art()(c, cx, c.h*.36, 96)
	c.centred(cx, c.h*.36+220, b.Brand.Name, style{face: bold, size: 40, ink: paper, track: .08})
	c.centred(cx, c.h*.36+252, b.Brand.Claim, style{face: italic, size: 19, ink: paper})
	y := c.h - 150
	for _, l := range b.Contact {
		c.centred(cx, y, l, style{face: regular, size: 15, ink: paper})
		y += 23
	}
	c.spot("contact", Rect{cx - 190, c.h - 176, 380, y - c.h + 170})
	c.rect(Rect{0, c.h - 22, c.w, 22}, accent)
}

// Sheet is a page of text that customers supply: wording, a style guide or a list.
type Sheet struct {
	Brand    Brand
	Title    string
	Sections []Chapter
}

// Design returns the layout of the sheet on one A4 page.
func (s Sheet) Design() Design {
	return onePage(s.Title, 794, 1123, func(c *canvas) {
		main, accent := hex(s.Brand.Main), hex(s.Brand.Accent)
		c.rect(c.full(), white)
		s.Brand.lockup(c, 70, 60, 54, main)
		c.line(70, 136, 724, 136, 2, accent)
		c.text(70, 196, s.Title, style{face: bold, size: 30, ink: main})
		y := 244.0
		for i, sec := range s.Sections {
			top := y
			c.text(70, y, sec.Title, style{face: bold, size: 17, ink: accent.darker(.2)})
			y = c.block(70, y+26, 640, 21, sec.Lead, style{face: italic, size: 14.5, ink: black})
			for _, t := range sec.Text {
				c.disc(77, y-5, 2.5, main)
				y = c.block(92, y, 620, 21, t, style{face: regular, size: 14.5, ink: black})
			}
			c.spot(fmt.Sprintf("section %d", i+1), Rect{62, top - 20, 660, y - top + 4})
			y += 24
		}
		c.text(70, 1070, s.Brand.Site, style{face: mono, size: 12, ink: main})
	})
}

// LogoSheet shows the permitted forms of a brand's logo.
type LogoSheet struct{ Brand Brand }

// Design returns the layout of the sheet.
func (l LogoSheet) Design() Design {
	return onePage(l.Brand.Name+" logo", 1200, 800, func(c *canvas) {
		main, accent, paper := hex(l.Brand.Main), hex(l.Brand.Accent), hex(l.Brand.Paper)
		for i, f := range []struct{ back, ink rgb }{{white, main}, {paper, main}, {main, paper}, {accent, contrast(accent)}} {
			r := Rect{float64(i%2) * 600, float64(i/2) * 340, 600, 340}
			c.rect(r, f.back)
			size := 92.0
			if w := (style{face: bold, size: 46, track: .08}).width(l.Brand.Name) + 130; w > 520 {
				size *= 520 / w
			}
			l.Brand.lockup(c, r.X+50, r.Y+170-size/2, size, f.ink)
		}
		for i, ink := range []rgb{main, accent, paper} {
			x := float64(i) * 400
			c.rect(Rect{x, 680, 400, 120}, ink)
			c.text(
				x+24, 750, []string{l.Brand.Main, l.Brand.Accent, l.Brand.Paper}[i],
				style{face: mono, size: 24, ink: contrast(ink)},
			)
		}
		c.spot("colours", Rect{0, 680, 1200, 120})
	})
}
