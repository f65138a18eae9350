package artwork

import "math"

// motif draws an illustration of about 2*size in width around a point.
type motif func(c *canvas, x, y, size float64)

func strawberry(c *canvas, x, y, s float64) {
	red, dark := hex("#d7263d"), hex("#8f1327")
	body := (&path{}).move(x, y-.55*s).cube(x+.45*s, y-.8*s, x+1.0*s, y-.45*s, x+.85*s, y+.05*s)
	body.cube(x+.72*s, y+.5*s, x+.3*s, y+.85*s, x, y+1.05*s).cube(x-.3*s, y+.85*s, x-.72*s, y+.5*s, x-.85*s, y+.05*s)
	body.cube(x-1.0*s, y-.45*s, x-.45*s, y-.8*s, x, y-.55*s).close()
	c.fill(body, radial{x - .25*s, y - .2*s, 1.5 * s, stops{{0, red.lighter(.25)}, {.5, red}, {1, dark}}})
	for row := range 5 {
		n := 5 - row
		for i := range n {
			px := x + (float64(i)-float64(n-1)/2)*.3*s
			py := y - .25*s + float64(row)*.26*s
			c.fill(leaf(px, py, .11*s, .09*s, math.Pi/2), hex("#f9d56e"))
		}
	}
	green := hex("#3f8f3a")
	for i := range 7 {
		a := math.Pi*(.08+.14*float64(i)) + .0
		c.fill(leaf(x, y-.62*s, .62*s, .26*s, a-.02), green.mix(hex("#255f2a"), float64(i%2)*.6))
	}
	c.stroke((&path{}).move(x, y-.62*s).quad(x+.05*s, y-.9*s, x+.2*s, y-1.05*s), .08*s, hex("#255f2a"))
}

func citrus(flesh, rind rgb) motif {
	return func(c *canvas, x, y, s float64) {
		c.disc(x, y, s, rind)
		c.disc(x, y, .93*s, rind.lighter(.75))
		c.disc(x, y, .86*s, flesh.lighter(.35))
		for i := range 10 {
			a := 2 * math.Pi * float64(i) / 10
			seg := (&path{}).move(.08*s, 0).line(.74*s, -.2*s).quad(.86*s, 0, .74*s, .2*s).close()
			c.fill(
				seg.by(rotation(a).then(translation(x, y))), radial{x, y, s, stops{{0, flesh.lighter(.3)}, {1, flesh}}},
			)
		}
		c.disc(x, y, .07*s, rind.lighter(.8))
		c.fill(leaf(x+.62*s, y-.72*s, .8*s, .4*s, -.5), hex("#4a8a3b"))
		c.fill(leaf(x+.55*s, y-.78*s, .6*s, .32*s, -1.2), hex("#2f6a2e"))
	}
}

func blueberries(c *canvas, x, y, s float64) {
	c.fill(leaf(x+.3*s, y-.5*s, .9*s, .45*s, -.7), hex("#4a8a4b"))
	c.fill(leaf(x-.2*s, y-.5*s, .8*s, .42*s, -2.3), hex("#356e3a"))
	for _, b := range [][3]float64{{-.5, -.1, .48}, {.45, -.12, .5}, {0, .38, .52}, {-.72, .55, .36}, {.75, .55, .38}} {
		bx, by, r := x+b[0]*s, y+b[1]*s, b[2]*s
		c.disc(bx, by, r, radial{
			bx - .35*r,
			by - .35*r,
			1.5 * r,
			stops{{0, hex("#7f97d8")}, {.45, hex("#3c4f9e")}, {1, hex("#1b2358")}},
		})
		c.fill(star(bx+.1*r, by-.2*r, .36*r, .17*r, 6), hex("#161c47"))
		c.disc(bx+.1*r, by-.2*r, .12*r, hex("#2f3d85"))
	}
}

func olives(c *canvas, x, y, s float64) {
	stem := (&path{}).move(x-1.0*s, y+.65*s).cube(x-.4*s, y+.3*s, x+.3*s, y+.1*s, x+1.0*s, y-.75*s)
	c.stroke(stem, .06*s, hex("#6b5a32"))
	for i := range 6 {
		t := float64(i) / 5
		px, py := x-.85*s+1.7*s*t, y+.55*s-1.15*s*t*t-.1*s*t
		c.fill(
			leaf(px, py, .75*s, .2*s, -.45-1.25*float64(1-i%2)+.9), hex("#7f9157").mix(hex("#4b5d33"), float64(i%3)*.4),
		)
		c.fill(leaf(px, py, .68*s, .18*s, -1.9+.15*float64(i)), hex("#93a46c").mix(hex("#56683a"), float64(i%2)*.6))
	}
	for _, o := range [][3]float64{{-.3, .55, .3}, {.25, .35, .27}, {.62, .02, .22}} {
		ox, oy, r := x+o[0]*s, y+o[1]*s, o[2]*s
		c.fill(ellipse(ox, oy, r*.85, r*1.1), radial{
			ox - .3*r,
			oy - .4*r,
			1.7 * r,
			stops{{0, hex("#b9c06a")}, {.5, hex("#7b8a35")}, {1, hex("#3f4a1b")}},
		})
		c.fill(ellipse(ox-.3*r, oy-.45*r, .12*r, .22*r), white.alpha(.6))
	}
}

func coffee(c *canvas, x, y, s float64) {
	for _, b := range [][4]float64{{-.45, .1, .62, -.5}, {.5, .25, .55, .6}, {.1, -.5, .5, 1.4}} {
		m := rotation(b[3]).then(translation(x+b[0]*s, y+b[1]*s))
		r := b[2] * s
		c.fill(ellipse(0, 0, r, r*.68).by(m), radial{
			x + b[0]*s - .3*r,
			y + b[1]*s - .3*r,
			1.5 * r,
			stops{{0, hex("#9b6a44")}, {.6, hex("#5d3820")}, {1, hex("#2e1a0e")}},
		})
		c.stroke((&path{}).move(-r*.92, 0).cube(-r*.3, -r*.35, r*.3, r*.35, r*.92, 0).by(m), .09*r, hex("#24130a"))
	}
	c.fill(leaf(x-.2*s, y-.6*s, .9*s, .4*s, -2.6), hex("#3f6b3c"))
	c.fill(leaf(x+.45*s, y-.5*s, .8*s, .36*s, -.5), hex("#557f45"))
}

func hop(c *canvas, x, y, s float64) {
	for row := range 6 {
		t := float64(row) / 5
		n := []int{2, 3, 4, 3, 2, 1}[5-row]
		for i := range n {
			dx := (float64(i) - float64(n-1)/2) * .42 * s
			py := y + .85*s - t*1.55*s
			tip := hex("#8db33c").mix(hex("#4f7d22"), float64((i+row)%3)*.35)
			c.fill(leaf(x+dx*.8, py-.28*s, .62*s, .5*s, math.Pi/2+dx/s*-.5), tip)
			c.stroke(line(x+dx*.8, py-.22*s, x+dx*.85, py+.2*s), .018*s, hex("#3c5f1b").alpha(.5))
		}
	}
	c.stroke((&path{}).move(x, y-.95*s).quad(x+.1*s, y-1.2*s, x+.35*s, y-1.25*s), .07*s, hex("#4f7d22"))
	c.fill(leaf(x+.1*s, y-1.05*s, .75*s, .5*s, -.1), hex("#5f8f2e"))
	c.fill(leaf(x-.05*s, y-1.0*s, .7*s, .46*s, math.Pi+.15), hex("#4b7a24"))
}

func tomato(c *canvas, x, y, s float64) {
	red := hex("#d83a26")
	body := (&path{}).move(x, y-.6*s).
		cube(x+.5*s, y-.85*s, x+1.15*s, y-.5*s, x+1.05*s, y+.15*s).
		cube(x+.98*s, y+.75*s, x+.45*s, y+.9*s, x, y+.88*s)
	body.cube(x-.45*s, y+.9*s, x-.98*s, y+.75*s, x-1.05*s, y+.15*s).
		cube(x-1.15*s, y-.5*s, x-.5*s, y-.85*s, x, y-.6*s).
		close()
	c.fill(body, radial{x - .35*s, y - .3*s, 1.6 * s, stops{{0, red.lighter(.35)}, {.45, red}, {1, hex("#7c1710")}}})
	c.fill(ellipse(x-.48*s, y-.32*s, .1*s, .2*s), white.alpha(.5))
	for i := range 5 {
		c.fill(
			leaf(x, y-.58*s, .6*s, .2*s, 2*math.Pi*float64(i)/5+.3), hex("#3d7a33").mix(hex("#28562a"), float64(i%2)),
		)
	}
	c.stroke((&path{}).move(x, y-.58*s).quad(x, y-.85*s, x+.12*s, y-1.0*s), .1*s, hex("#28562a"))
}

func wheat(c *canvas, x, y, s float64) {
	gold := hex("#d9a441")
	for k := -1; k <= 1; k++ {
		lean := float64(k) * .42
		top, foot := x+lean*s*1.3, x+lean*s*.1
		c.stroke((&path{}).move(foot, y+1.1*s).quad(foot, y+.1*s, top, y-.65*s), .045*s, gold.darker(.2))
		for i := range 6 {
			t := float64(i) / 5
			px, py := top-lean*s*t*.75, y-.65*s+t*.85*s
			c.fill(leaf(px, py, .36*s, .17*s, -math.Pi/2+lean*.8+.65), gold.mix(gold.darker(.25), t*.5))
			c.fill(leaf(px, py, .36*s, .17*s, -math.Pi/2+lean*.8-.65), gold.lighter(.2))
		}
		c.fill(leaf(top, y-.62*s, .42*s, .17*s, -math.Pi/2+lean*.7), gold.lighter(.1))
	}
}

func loaf(c *canvas, x, y, s float64) {
	crust := hex("#b9772f")
	body := (&path{}).move(x-1.05*s, y+.25*s).
		cube(x-1.2*s, y-.45*s, x-.5*s, y-.7*s, x, y-.7*s).
		cube(x+.5*s, y-.7*s, x+1.2*s, y-.45*s, x+1.05*s, y+.25*s)
	body.cube(x+1.0*s, y+.62*s, x-1.0*s, y+.62*s, x-1.05*s, y+.25*s).close()
	c.fill(body, radial{x - .2*s, y - .5*s, 1.5 * s, stops{{0, crust.lighter(.4)}, {.5, crust}, {1, hex("#6b3d12")}}})
	for i := -1; i <= 1; i++ {
		c.fill(leaf(x+float64(i)*.55*s-.28*s, y-.02*s, .62*s, .2*s, -.75), hex("#f2d9a8"))
	}
}

func flower(petal, heart rgb) motif {
	return func(c *canvas, x, y, s float64) {
		c.stroke((&path{}).move(x, y+.2*s).quad(x+.1*s, y+.8*s, x-.15*s, y+1.25*s), .05*s, hex("#5d7a52"))
		c.fill(leaf(x, y+.95*s, .8*s, .3*s, -.55), hex("#7c9a6c"))
		c.fill(leaf(x, y+1.0*s, .75*s, .28*s, math.Pi+.6), hex("#64845a"))
		for i := range 12 {
			c.fill(leaf(x, y, .95*s, .42*s, 2*math.Pi*float64(i)/12), petal.mix(petal.darker(.18), float64(i%2)))
		}
		for i := range 8 {
			c.fill(leaf(x, y, .58*s, .34*s, 2*math.Pi*float64(i)/8+.2), petal.lighter(.3))
		}
		c.disc(x, y, .2*s, heart)
		c.disc(x, y, .13*s, heart.darker(.2))
	}
}

func chili(c *canvas, x, y, s float64) {
	for k, lean := range []float64{-.25, .35} {
		red := []rgb{hex("#c4221f"), hex("#e2452b")}[k]
		m := rotation(lean).then(translation(x+(float64(k)-.5)*.5*s, y))
		body := (&path{}).move(-.22*s, -.6*s).
			cube(-.35*s, 0, -.2*s, .7*s, .35*s, 1.1*s).
			cube(.15*s, .6*s, .3*s, 0, .22*s, -.6*s).
			close()
		c.fill(body.by(m), red)
		c.fill(
			(&path{}).move(-.12*s, -.5*s).
				cube(-.2*s, 0, -.1*s, .4*s, .1*s, .75*s).
				cube(-.02*s, .3*s, -.05*s, 0, -.02*s, -.5*s).
				close().
				by(m),
			white.alpha(.25),
		)
		c.fill(ellipse(0, -.62*s, .27*s, .14*s).by(m), hex("#3f7a35"))
		c.stroke((&path{}).move(0, -.65*s).quad(.02*s, -.9*s, .18*s, -1.05*s).by(m), .1*s, hex("#2d5f2a"))
	}
}

func honey(c *canvas, x, y, s float64) {
	for _, h := range [][3]float64{{0, 0, 1}, {-.78, -.45, .85}, {.78, -.45, .7}, {0, -.9, .75}, {-.78, .45, .6}, {.78, .45, .9}, {0, .9, .55}} {
		hexagon := &path{}
		for i := range 6 {
			sin, cos := math.Sincos(math.Pi/3*float64(i) + math.Pi/6)
			if px, py := x+h[0]*s+.46*s*cos, y+h[1]*s+.46*s*sin; i == 0 {
				hexagon.move(px, py)
			} else {
				hexagon.line(px, py)
			}
		}
		c.fill(hexagon.close(), hex("#f2b021").mix(hex("#c97a0a"), 1-h[2]))
		c.stroke(hexagon, .05*s, hex("#8a4f05"))
	}
}

// hills draws layers of land under a sky. It draws no sun if the sun's colour is transparent.
func hills(c *canvas, r Rect, sky, far, near, sun rgb, seed float64) {
	c.rect(r, down(r, sky, sky.lighter(.55)))
	if sun.a > 0 {
		c.disc(r.X+.68*r.W, r.Y+.36*r.H, .13*r.H, sun)
		c.disc(r.X+.68*r.W, r.Y+.36*r.H, .2*r.H, sun.alpha(.25))
	}
	const layers = 5
	for i := range layers {
		t := float64(i) / (layers - 1)
		base := r.Y + r.H*(.48+.13*float64(i))
		p := (&path{}).move(r.X, r.Y+r.H).line(r.X, base)
		const steps = 40
		for k := range steps + 1 {
			u := float64(k) / steps
			wave := math.Sin(u*(5+2*float64(i))+seed+float64(i)*1.7)*.06 +
				math.Sin(u*(13-float64(i))+seed*2.3+float64(i))*.025
			p.line(r.X+u*r.W, math.Min(base+wave*r.H, r.Y+r.H))
		}
		ink := far.mix(near, t)
		c.fill(
			p.line(r.X+r.W, r.Y+r.H).close(),
			linear{r.X, base - .1*r.H, r.X, r.Y + r.H, stops{{0, ink}, {1, ink.darker(.18)}}},
		)
	}
}
