package artwork

import "math"

// Photo is a product photograph: a jar or a bottle with a label, on a table.
type Photo struct {
	Label  Label
	Bottle bool
	Wall   string // "#rrggbb"
	Warm   bool   // light of the late afternoon
}

// Design returns the scene. Only raster formats can render it.
func (p Photo) Design() Design {
	d := onePage(p.Label.Brand+" "+p.Label.Product+" photo", 1400, 1050, p.scene)
	d.grain = 7
	return d
}

func (p Photo) scene(c *canvas) {
	wall, table := hex(p.Wall), hex("#8a6342")
	light := hex("#fff6e6")
	if p.Warm {
		light, table = hex("#ffc98a"), hex("#75492b")
	}
	c.rect(Rect{0, 0, 1400, 760}, glow(420, 180, 1150, wall.mix(light, .7), wall.darker(.3)))
	for i := range 22 { // draws blurred lights
		x, y := math.Mod(float64(i)*331+90, 1400), math.Mod(float64(i)*157+40, 600)
		r := 26 + math.Mod(float64(i)*29, 58)
		c.disc(x, y, r, light.alpha(.07+.012*float64(i%5)))
	}
	c.rect(
		Rect{0, 745, 1400, 305},
		linear{0, 745, 0, 1050, stops{{0, table.darker(.25)}, {.15, table.lighter(.12)}, {1, table.darker(.35)}}},
	)
	for i := range 13 { // draws the boards of the table
		y := 745 + math.Pow(float64(i)/12, 1.7)*305
		c.line(0, y, 1400, y+6, 1.4, table.darker(.5).alpha(.35))
	}
	c.rect(
		Rect{0, 738, 1400, 16},
		linear{0, 738, 0, 754, stops{{0, wall.darker(.45).alpha(0)}, {1, table.darker(.5).alpha(.8)}}},
	)
	art := p.Label.Motif.art()
	for i, s := range [][3]float64{{250, 850, 88}, {1120, 872, 104}, {1270, 800, 66}, {130, 930, 64}} {
		c.shadow(ellipse(s[0]+10, s[1]+s[2]*.98, s[2]*.85, s[2]*.18), 18, 0, black.alpha(.6))
		if i != 2 || p.Label.Motif != Coffee {
			art(c, s[0], s[1], s[2])
		}
	}
	p.vessel(c, light)
	c.rect(c.full(), radial{700, 480, 1000, stops{{0, black.alpha(0)}, {.6, black.alpha(0)}, {1, black.alpha(.42)}}})
}

// vessel draws the jar or the bottle at the middle of the table.
func (p Photo) vessel(c *canvas, light rgb) {
	const cx, foot = 690.0, 900.0
	half, top := 205.0, 330.0
	body := rounded(Rect{cx - half, top, 2 * half, foot - top}, 56)
	tint := hex(p.Label.Accent).darker(.2)
	if p.Bottle {
		half, top = 150, 400
		body = (&path{}).move(cx-half, foot-30).
			line(cx-half, top+40).
			cube(cx-half, top-110, cx-48, top-90, cx-48, top-220).
			line(cx-48, 110).
			line(cx+48, 110)
		body.line(cx+48, top-220).cube(cx+48, top-90, cx+half, top-110, cx+half, top+40).line(cx+half, foot-30)
		body.quad(cx+half, foot, cx+half-30, foot).line(cx-half+30, foot).quad(cx-half, foot, cx-half, foot-30).close()
		tint = hex("#3d2a14")
	}
	c.shadow(ellipse(cx+70, foot-6, half*1.25, 34), 44, 0, black.alpha(.75))
	c.shadow(ellipse(cx, foot-2, half*.98, 12), 12, 0, black.alpha(.8))
	c.fill(body, linear{
		cx - half,
		0,
		cx + half,
		0,
		stops{{0, tint.darker(.55)}, {.12, tint.lighter(.1)}, {.4, tint}, {.8, tint.darker(.3)}, {1, tint.darker(.7)}},
	})
	if p.Bottle {
		c.round(Rect{cx - 58, 74, 116, 84}, 12, linear{
			cx - 58,
			0,
			cx + 58,
			0,
			stops{{0, hex("#5d4a17")}, {.3, hex("#e6c86a")}, {.6, hex("#b08d2f")}, {1, hex("#4c3a0d")}},
		})
	} else {
		lid := Rect{cx - half + 6, top - 74, 2*half - 12, 96}
		c.round(lid, 16, linear{
			lid.X,
			0,
			lid.X + lid.W,
			0,
			stops{
				{0, hex("#4e4e50")},
				{.2, hex("#e9e9ea")},
				{.45, hex("#a9aaad")},
				{.8, hex("#d9d9db")},
				{1, hex("#3d3d40")},
			},
		})
		for i := range 46 {
			x := lid.X + 6 + float64(i)*(lid.W-12)/45
			c.line(x, lid.Y+26, x, lid.Y+lid.H-8, 2, black.alpha(.14))
		}
		c.round(Rect{lid.X, lid.Y, lid.W, 20}, 10, white.alpha(.35))
	}
	p.wrap(c, cx, half, top+70, foot-46)
	c.fill(rounded(Rect{cx - half*.8, top + 30, half * .13, foot - top - 90}, half*.06), light.alpha(.34))
	c.fill(rounded(Rect{cx + half*.78, top + 40, half * .06, foot - top - 110}, half*.03), light.alpha(.22))
}

// wrap draws the front of the label, bent around the vessel.
func (p Photo) wrap(c *canvas, cx, half, y0, y1 float64) {
	front := Rect{labelTrim.X + 340, labelTrim.Y, 740, labelTrim.H}
	const zoom = .75
	r := newRaster(1600, 1000, zoom)
	p.Label.art(newCanvas(r, 1600, 1000, 1, map[string]Spot{}))
	const span = 1.25 // radians on either side
	edge := math.Sin(span) * half
	sag := half * .085
	shape := (&path{}).move(cx-edge, y0).
		quad(cx, y0+2*sag, cx+edge, y0).
		line(cx+edge, y1).
		quad(cx, y1+2*sag, cx-edge, y1).
		close()
	c.fill(shape, texture(func(x, y float64) rgb {
		t := math.Max(-1, math.Min(1, (x-cx)/half))
		u := (math.Asin(t)/span + 1) / 2
		bow := sag * (1 - (x-cx)*(x-cx)/(edge*edge))
		v := (y - y0 - bow) / (y1 - y0)
		px := sample(r.img, (front.X+u*front.W)*zoom, (front.Y+v*front.H)*zoom)
		shade := .35 + .75*math.Max(0, math.Cos(math.Asin(t)+.5))
		return rgb{math.Min(1, px.r*shade), math.Min(1, px.g*shade), math.Min(1, px.b*shade), 1}
	}))
	c.spots["label"] = Spot{1, Rect{cx - edge, y0, 2 * edge, y1 - y0}}
	c.spots["lid"] = Spot{1, Rect{cx - half, y0 - 144, 2 * half, 90}}
	c.spots["shadow"] = Spot{1, Rect{cx + half*.4, y1 + 10, half * 1.2, 60}}
}
