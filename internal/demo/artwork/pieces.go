package artwork

import (
	"fmt"
	"math"
	"strings"
)

// Brand is the visual identity of a customer.
type Brand struct {
	Name, Initials, Claim string
	Main, Accent, Paper   string // "#rrggbb"
	Site                  string
	Motif                 Motif
}

func (b Brand) lockup(c *canvas, x, y, size float64, ink rgb) {
	c.emblem(x+size/2, y+size/2, size/2, b.Initials, hex(b.Accent), contrast(hex(b.Accent)))
	room := c.w - x - size*1.25 - 40
	st := style{face: bold, size: size * .5, ink: ink, track: .08}.fit(b.Name, room)
	c.text(x+size*1.25, y+size*.52, b.Name, st)
	c.text(x+size*1.26, y+size*.86, b.Claim, style{face: italic, size: size * .24, ink: ink}.fit(b.Claim, room))
	c.spot("logo", Rect{x - 6, y - 6, size*1.25 + st.width(b.Name) + 16, size + 12})
}

// Card is a business card with both sides on one sheet.
type Card struct {
	Brand     Brand
	Person    string
	Title     string
	Phone     string
	Email     string
	Job       string
	Version   int
	Dark      bool // the front has the main colour as its background
	LogoRight bool
}

// Design returns the layout of the card.
func (k Card) Design() Design {
	return onePage(k.Brand.Name+" business card", 1500, 720, func(c *canvas) {
		c.rect(c.full(), white)
		k.front(c, Rect{110, 120, 600, 388})
		k.back(c, Rect{790, 120, 600, 388})
		c.text(110, 620, k.Job+fmt.Sprintf("   V%d", k.Version), style{face: medium, size: 14, ink: black})
		c.text(
			110, 642, "85 x 55 mm, 350 gsm uncoated, spot colours "+k.Brand.Main+" and "+k.Brand.Accent,
			style{face: regular, size: 12, ink: hex("#666666")},
		)
		for i, ink := range []rgb{cyan, magenta, yellow, black, hex(k.Brand.Main), hex(k.Brand.Accent)} {
			c.rect(Rect{1200 + float64(i)*32, 606, 32, 32}, ink)
		}
	})
}

func cropMarks(c *canvas, r Rect) {
	for _, x := range []float64{r.X, r.X + r.W} {
		c.line(x, r.Y-12, x, r.Y-36, 1, black)
		c.line(x, r.Y+r.H+12, x, r.Y+r.H+36, 1, black)
	}
	for _, y := range []float64{r.Y, r.Y + r.H} {
		c.line(r.X-12, y, r.X-36, y, 1, black)
		c.line(r.X+r.W+12, y, r.X+r.W+36, y, 1, black)
	}
}

func (k Card) front(c *canvas, r Rect) {
	main, accent, paper := hex(k.Brand.Main), hex(k.Brand.Accent), hex(k.Brand.Paper)
	back, ink := paper, main
	if k.Dark {
		back, ink = main, paper
	}
	c.rect(r.Inset(-9), back)
	k.Brand.Motif.art()(c, r.X+r.W*.5, r.Y+r.H*.36, 74)
	c.spot("illustration", Rect{r.X + r.W*.5 - 95, r.Y + 40, 190, 200})
	st := style{face: bold, size: 44, ink: ink, track: .14}.fit(strings.ToUpper(k.Brand.Name), r.W-110)
	c.centred(r.X+r.W/2, r.Y+r.H*.76, strings.ToUpper(k.Brand.Name), st)
	c.centred(r.X+r.W/2, r.Y+r.H*.86, k.Brand.Claim, style{face: italic, size: 19, ink: ink})
	c.spot("name", Rect{r.X + 60, r.Y + r.H*.64, r.W - 120, 100})
	c.rect(Rect{r.X - 9, r.Y + r.H - 3, r.W + 18, 12}, accent)
	cropMarks(c, r)
}

func (k Card) back(c *canvas, r Rect) {
	main, accent, paper := hex(k.Brand.Main), hex(k.Brand.Accent), hex(k.Brand.Paper)
	c.rect(r.Inset(-9), paper)
	c.rect(Rect{r.X - 9, r.Y - 9, 26, r.H + 18}, accent)
	x := r.X + 60
	c.text(x, r.Y+92, k.Person, style{face: bold, size: 38, ink: main})
	c.text(x, r.Y+124, k.Title, style{face: italic, size: 20, ink: accent.darker(.1)})
	c.spot("person", Rect{x - 8, r.Y + 54, 360, 82})
	at := style{face: regular, size: 18, ink: main}
	for i, l := range []string{k.Phone, k.Email, k.Brand.Site} {
		c.disc(x+5, r.Y+222+float64(i)*34, 4.5, accent)
		c.text(x+24, r.Y+228+float64(i)*34, l, at)
	}
	c.spot("contact", Rect{x - 8, r.Y + 202, 340, 104})
	lx := r.X + r.W - 100
	if !k.LogoRight {
		lx = r.X + r.W - 150
	}
	c.emblem(lx, r.Y+100, 46, k.Brand.Initials, main, contrast(main))
	c.spot("logo", Rect{lx - 52, r.Y + 48, 104, 104})
	cropMarks(c, r)
}

// Poster is an event poster of 1200 x 1697 pixels.
type Poster struct {
	Brand    Brand
	Headline []string
	When     string
	Where    string
	Text     string
	Version  int
	Night    bool
}

// Design returns the layout of the poster.
func (p Poster) Design() Design {
	return onePage(strings.Join(p.Headline, " "), 1200, 1697, func(c *canvas) {
		main, accent, paper := hex(p.Brand.Main), hex(p.Brand.Accent), hex(p.Brand.Paper)
		sky, near, sun, ink := accent.mix(hex("#ffd7a0"), .55), main, hex("#fff1c9"), main
		if p.Night {
			sky, near, sun, ink = main.darker(.35), main.darker(.65), accent.darker(.08), paper
		}
		hills(c, c.full(), sky, accent, near, sun, 3.1)
		for i := range 60 {
			if p.Night {
				x, y := math.Mod(float64(i)*197.3, 1200), math.Mod(float64(i)*113.7, 640)
				c.disc(x, y, 1.2+math.Mod(float64(i)*.37, 2), paper.alpha(.8))
			}
		}
		k := style{face: medium, size: 30, ink: ink, track: .3}
		c.text(92, 132, strings.ToUpper(p.Brand.Name), k)
		c.right(1108, 132, "Nº "+fmt.Sprint(6+p.Version), k)
		c.line(92, 158, 1108, 158, 3, ink)
		y := 330.0
		for _, l := range p.Headline {
			st := style{face: bold, size: 240, ink: ink, stretch: .72, track: -.015}.fit(strings.ToUpper(l), 1016)
			y += st.size*.72 - 100
			c.text(84, y, strings.ToUpper(l), st)
			y += 138
		}
		c.spot("headline", Rect{80, 200, 1040, y - 320})
		p.Brand.Motif.art()(c, 860, 1010, 190)
		c.spot("illustration", Rect{650, 800, 420, 420})
		c.fill(star(300, 1050, 168, 152, 36), paper)
		c.stroke(ellipse(300, 1050, 136, 136), 3, main)
		c.centred(300, 1030, "FREE", style{face: bold, size: 62, ink: main})
		c.centred(300, 1078, "entry for all", style{face: italic, size: 32, ink: main})
		c.spot("seal", Rect{132, 882, 336, 336})
		foot := Rect{0, 1360, 1200, 337}
		c.rect(foot, paper)
		c.text(92, 1444, p.When, style{face: bold, size: 54, ink: main}.fit(p.When, 650))
		c.text(92, 1494, p.Where, style{face: medium, size: 30, ink: accent.darker(.15)})
		c.spot("date", Rect{84, 1392, 620, 116})
		c.block(92, 1546, 640, 30, p.Text, style{face: regular, size: 21, ink: main})
		c.spot("text", Rect{84, 1520, 656, 120})
		p.Brand.lockup(c, 800, 1420, 92, main)
		c.text(800, 1590, p.Brand.Site, style{face: mono, size: 22, ink: main})
	})
}

// Flyer is an A5 handout with an offer.
type Flyer struct {
	Brand    Brand
	Headline string
	Offer    string
	Text     string
	Items    []string
	Barcode  string
	Version  int
	Flipped  bool // the picture is below the text
}

// Design returns the layout of the flyer.
func (f Flyer) Design() Design {
	return onePage(f.Headline, 874, 1240, func(c *canvas) {
		main, accent, paper := hex(f.Brand.Main), hex(f.Brand.Accent), hex(f.Brand.Paper)
		c.rect(c.full(), paper)
		top, text := 0.0, 730.0
		if f.Flipped {
			top, text = 440, 120
		}
		art := Rect{0, top, 874, 620}
		c.rect(art, glow(437, top+300, 560, accent.lighter(.35), accent))
		for i := range 24 {
			s, co := math.Sincos(2 * math.Pi * float64(i) / 24)
			s2, co2 := math.Sincos(2*math.Pi*float64(i)/24 + .12)
			if i%2 == 0 {
				c.fill(polygon(437, top+310, 437+co*310, top+310+s*310, 437+co2*310, top+310+s2*310), white.alpha(.16))
			}
		}
		f.Brand.Motif.art()(c, 437, top+310, 200)
		c.spot("illustration", Rect{237, top + 100, 400, 420})
		c.fill(star(700, top+500, 132, 118, 28), main)
		c.centred(700, top+496, f.Offer, style{face: bold, size: 62, ink: paper, stretch: .85}.fit(f.Offer, 200))
		c.centred(700, top+536, "this month only", style{face: italic, size: 21, ink: paper})
		c.spot("offer", Rect{568, top + 368, 264, 264})
		f.Brand.lockup(c, 60, top+44, 66, contrast(accent))
		y := text
		for _, l := range (style{face: bold, size: 82, stretch: .85}).wrap(f.Headline, 760) {
			c.text(60, y, l, style{face: bold, size: 82, ink: main, stretch: .85})
			y += 84
		}
		c.spot("headline", Rect{52, text - 56, 770, y - text + 8})
		end := c.block(60, y-20, 750, 36, f.Text, style{face: regular, size: 25, ink: main})
		c.spot("text", Rect{52, y - 34, 760, end - y + 18})
		list := end + 16
		if f.Flipped {
			list = 1088
		}
		for i, it := range f.Items {
			x := 60 + float64(i%2)*380
			row := list + float64(i/2)*44
			c.disc(x+10, row-8, 10, accent)
			c.text(x+34, row, it, style{face: medium, size: 24, ink: main})
		}
		c.line(0, 1138, 874, 1138, 2, main)
		c.stroke(line(0, 1138, 874, 1138), 2, main, 10, 8)
		c.text(60, 1196, f.Brand.Site, style{face: mono, size: 20, ink: main})
		c.barcode(640, 1146, 1.6, 66, f.Barcode)
	})
}

// Social is a square post of 1080 pixels.
type Social struct {
	Brand    Brand
	Kicker   string
	Headline string
	Button   string
	Look     Look
	Version  int
}

// Design returns the layout of the post.
func (s Social) Design() Design {
	return onePage(s.Headline, 1080, 1080, func(c *canvas) {
		main, accent, paper := hex(s.Brand.Main), hex(s.Brand.Accent), hex(s.Brand.Paper)
		ink := main
		head := style{face: bold, size: 92, stretch: .84, track: -.01}
		switch s.Look {
		case Scenic:
			hills(c, c.full(), accent.lighter(.35), accent, main, hex("#fff3cf"), float64(len(s.Headline)))
			s.Brand.Motif.art()(c, 780, 730, 170)
		case Modern:
			c.rect(c.full(), main)
			c.disc(840, 720, 380, accent)
			c.stroke(ellipse(840, 720, 412, 412), 4, paper.alpha(.5))
			s.Brand.Motif.art()(c, 800, 720, 225)
			ink = paper
		default:
			c.rect(c.full(), paper)
			c.stroke(rectangle(Rect{48, 48, 984, 984}), 5, main)
			c.disc(760, 720, 250, accent.alpha(.18))
			s.Brand.Motif.art()(c, 760, 720, 185)
		}
		c.spot("illustration", Rect{520, 500, 480, 480})
		c.text(104, 150, strings.ToUpper(s.Kicker), style{face: medium, size: 26, ink: ink, track: .24})
		c.spot("kicker", Rect{96, 118, 520, 44})
		y := 268.0
		for _, l := range head.wrap(s.Headline, 880) {
			c.text(100, y, l, head.with(ink))
			y += 94
		}
		c.spot("headline", Rect{92, 190, 900, y - 270})
		st := style{face: bold, size: 28, ink: contrast(accent)}
		back := accent
		if s.Look == Modern {
			back, st.ink = paper, main
		}
		w := st.width(s.Button) + 72
		c.round(Rect{100, 800, w, 72}, 36, back)
		c.text(136, 846, s.Button, st)
		c.spot("button", Rect{96, 796, w + 8, 80})
		on := ink
		if s.Look == Scenic {
			on = paper
		}
		s.Brand.lockup(c, 100, 920, 74, on)
	})
}

// Carton is the unfolded net of a folding box, on a sheet of 1700 x 1180 pixels.
type Carton struct {
	Brand   Brand
	Product string
	Variety string
	Net     string
	Barcode string
	Job     string
	Version int
	Wide    bool // the name spans the whole front
}

// Design returns the layout of the carton.
func (k Carton) Design() Design {
	d := onePage(k.Brand.Name+" "+k.Product+" carton", 1700, 1180, func(c *canvas) {
		c.rect(c.full(), hex("#fbfbfa"))
		main, accent, paper := hex(k.Brand.Main), hex(k.Brand.Accent), hex(k.Brand.Paper)
		front := Rect{150, 330, 420, 560}
		side := Rect{570, 330, 240, 560}
		back := Rect{810, 330, 420, 560}
		end := Rect{1230, 330, 240, 560}
		glue := polygon(1470, 345, 1520, 370, 1520, 850, 1470, 875)
		top := Rect{810, 150, 420, 180}
		tuck := (&path{}).move(810, 150).
			line(816, 100).
			quad(820, 74, 850, 74).
			line(1190, 74).
			quad(1220, 74, 1224, 100).
			line(1230, 150).
			close()
		low := Rect{150, 890, 420, 180}
		flaps := [][2]Rect{{{578, 220, 224, 110}, {578, 890, 224, 110}}, {{1238, 220, 224, 110}, {1238, 890, 224, 110}}}
		outline := []*path{
			rectangle(front),
			rectangle(side),
			rectangle(back),
			rectangle(end),
			glue,
			rectangle(top),
			tuck,
			rectangle(low),
		}
		for _, pair := range flaps {
			for _, f := range pair {
				outline = append(outline, rounded(f, 14))
			}
		}
		for _, o := range outline[:8] {
			c.fill(o, paper)
		}
		for _, o := range outline[8:] {
			c.fill(o, accent)
		}
		c.rect(top, main)
		c.rect(low, main)
		c.rect(side, accent)
		c.rect(end, accent)
		k.panel(c, front)
		k.panel(c, back)
		k.spine(c, side)
		c.nutritionTable(
			end.X+16,
			end.Y+24,
			end.W-32,
			"100 g",
			[]nutrient{
				{"Energy", "1460 kJ", false},
				{"Fat", "2.1 g", false},
				{"Sugars", "3.4 g", true},
				{"Protein", "11 g", false},
				{"Salt", "1.1 g", false},
			},
			contrast(accent),
		)
		c.barcode(end.X+end.W/2-90, end.Y+end.H-150, 1.6, 100, k.Barcode)
		k.Brand.Motif.art()(c, top.X+top.W/2, top.Y+top.H/2, 54)
		c.centred(low.X+low.W/2, low.Y+96, k.Brand.Site, style{face: medium, size: 24, ink: paper, track: .1})
		for _, o := range outline {
			c.stroke(o, 2, dieInk)
		}
		for _, x := range []float64{570, 810, 1230, 1470} {
			c.stroke(line(x, 332, x, 888), 3, white)
			c.stroke(line(x, 332, x, 888), 1.6, hex("#16a34a"), 9, 6)
		}
		c.spot("glue flap", Rect{1466, 345, 60, 530})
		c.text(150, 240, "Folding carton, outside", style{face: bold, size: 22, ink: black})
		c.text(150, 268, k.Job+fmt.Sprintf("   V%d", k.Version), style{face: medium, size: 15, ink: black})
		c.text(
			150, 290, "GC1 300 gsm, cut (magenta), crease (green)", style{face: regular, size: 14, ink: hex("#666666")},
		)
		for i, ink := range []rgb{cyan, magenta, yellow, black, main, accent} {
			c.rect(Rect{1300 + float64(i)*30, 1080, 30, 24}, ink)
		}
	})
	return d
}

func (k Carton) panel(c *canvas, r Rect) {
	main, accent := hex(k.Brand.Main), hex(k.Brand.Accent)
	cx, _ := r.Centre()
	c.emblem(cx, r.Y+72, 40, k.Brand.Initials, main, contrast(main))
	c.spot("logo", Rect{cx - 48, r.Y + 24, 96, 96})
	c.disc(cx, r.Y+258, 128, accent.alpha(.25))
	k.Brand.Motif.art()(c, cx, r.Y+258, 92)
	c.spot("illustration", Rect{cx - 120, r.Y + 140, 240, 240})
	w := r.W - 90
	if k.Wide {
		w = r.W - 24
	}
	text := strings.ToUpper(k.Product)
	st := style{face: bold, size: 66, ink: main, stretch: .82}.fit(text, w)
	c.centred(cx, r.Y+446, text, st)
	c.spot("name", Rect{cx - st.width(text)/2 - 6, r.Y + 446 - st.size*.8, st.width(text) + 12, st.size})
	c.centred(cx, r.Y+482, k.Variety, style{face: italic, size: 23, ink: accent.darker(.2)}.fit(k.Variety, r.W-60))
	c.centred(cx, r.Y+532, k.Net, style{face: bold, size: 22, ink: main})
	c.spot("net weight", Rect{cx - 60, r.Y + 508, 120, 34})
}

func (k Carton) spine(c *canvas, r Rect) {
	accent := hex(k.Brand.Accent)
	ink := contrast(accent)
	st := style{
		face:    bold,
		size:    54,
		ink:     ink,
		stretch: .85,
		track:   .06,
		angle:   -math.Pi / 2,
	}.fit(strings.ToUpper(k.Product), r.H-120)
	c.text(r.X+r.W/2+st.size*.36, r.Y+r.H-54, strings.ToUpper(k.Product), st)
	c.spot("spine", r.Inset(30))
}
