package artwork

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/gofont/gosmallcaps"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face identifies a font.
type face int

const (
	regular face = iota
	bold
	italic
	boldItalic
	medium
	smallCaps
	mono
	faces
)

func (f face) source() (name string, ttf []byte) {
	switch f {
	case bold:
		return "GoBold", gobold.TTF
	case italic:
		return "GoItalic", goitalic.TTF
	case boldItalic:
		return "GoBoldItalic", gobolditalic.TTF
	case medium:
		return "GoMedium", gomedium.TTF
	case smallCaps:
		return "GoSmallcaps", gosmallcaps.TTF
	case mono:
		return "GoMono", gomono.TTF
	default:
		return "GoRegular", goregular.TTF
	}
}

// glyph is an outline at font size 1, with y pointing down.
type glyph struct {
	id      uint16
	outline *path
	advance float64
}

// typeface is a font with the outlines of the Windows Latin 1 characters.
type typeface struct {
	name            string
	ttf             []byte
	glyphs          map[rune]glyph
	ascent, descent float64
	capHeight       float64
	x0, y0, x1, y1  float64 // bounding box of all glyphs, with y pointing up
	widths          [256]float64
}

var typefaces = sync.OnceValues(func() ([faces]*typeface, error) {
	var all [faces]*typeface
	for f := range faces {
		t, err := readFace(f)
		if err != nil {
			return all, err
		}
		all[f] = t
	}
	return all, nil
})

// typeOf returns a font. The fonts are embedded in the program and always parse (see
// TestFontsParse).
func typeOf(f face) *typeface {
	all, err := typefaces()
	if err != nil {
		panic(err)
	}
	return all[f]
}

func readFace(f face) (*typeface, error) {
	name, ttf := f.source()
	fnt, err := opentype.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("artwork: font %s: %w", name, err)
	}
	t := &typeface{name: name, ttf: ttf, glyphs: map[rune]glyph{}}
	var buf sfnt.Buffer
	em := fixed.I(int(fnt.UnitsPerEm()))
	per := float64(em)
	m, err := fnt.Metrics(&buf, em, font.HintingNone)
	if err != nil {
		return nil, fmt.Errorf("artwork: font %s: %w", name, err)
	}
	t.ascent, t.descent, t.capHeight = float64(m.Ascent)/per, float64(m.Descent)/per, float64(m.CapHeight)/per
	if box, err := fnt.Bounds(&buf, em, font.HintingNone); err == nil {
		t.x0, t.x1 = float64(box.Min.X)/per, float64(box.Max.X)/per
		t.y0, t.y1 = -float64(box.Max.Y)/per, -float64(box.Min.Y)/per
	}
	for code := 32; code < 256; code++ {
		r := fromWinAnsi(byte(code))
		g, err := readGlyph(fnt, &buf, r, em)
		if err != nil {
			return nil, fmt.Errorf("artwork: font %s: %q: %w", name, r, err)
		}
		t.glyphs[r] = g
		t.widths[code] = g.advance
	}
	return t, nil
}

func readGlyph(fnt *opentype.Font, buf *sfnt.Buffer, r rune, em fixed.Int26_6) (glyph, error) {
	i, err := fnt.GlyphIndex(buf, r)
	if err != nil {
		return glyph{}, err
	}
	segments, err := fnt.LoadGlyph(buf, i, em, nil)
	if err != nil {
		return glyph{}, err
	}
	p := &path{}
	per := float64(em)
	at := func(q fixed.Point26_6) point { return point{float64(q.X) / per, float64(q.Y) / per} }
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.add(moveTo, at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			p.add(lineTo, at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			p.add(quadTo, at(s.Args[0]), at(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			p.add(cubeTo, at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
		}
	}
	advance, err := fnt.GlyphAdvance(buf, i, em, font.HintingNone)
	return glyph{uint16(i), p, float64(advance) / per}, err
}

// winAnsi lists the characters of codes 0x80 to 0x9f.
const winAnsi = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

func fromWinAnsi(b byte) rune {
	if b >= 0x80 && b < 0xa0 {
		return []rune(winAnsi)[b-0x80]
	}
	return rune(b)
}

func toWinAnsi(r rune) byte {
	if r < 0x80 || r >= 0xa0 && r < 0x100 {
		return byte(r)
	}
	for i, w := range []rune(winAnsi) {
		if w == r {
			return byte(0x80 + i)
		}
	}
	return '?'
}

// style describes how text is set. A stretch below 1 makes it narrower. track is the space after
// each letter, in multiples of the font size.
type style struct {
	face    face
	size    float64
	ink     rgb
	track   float64
	stretch float64
	angle   float64
}

func (s style) wide() float64 {
	if s.stretch == 0 {
		return 1
	}
	return s.stretch
}

func (s style) with(ink rgb) style { s.ink = ink; return s }

// width returns the width of a text without the space after its last letter.
func (s style) width(text string) float64 {
	t := typeOf(s.face)
	w, n := 0.0, 0
	for _, r := range text {
		w += t.glyphs[fromWinAnsi(toWinAnsi(r))].advance
		n++
	}
	if n == 0 {
		return 0
	}
	return s.size * s.wide() * (w + s.track*float64(n-1))
}

// fit returns the style with the largest size, up to its own, at which the text is no wider than w.
func (s style) fit(text string, w float64) style {
	if now := s.width(text); now > w {
		s.size *= w / now
	}
	return s
}

// outline returns the outline of a text with its baseline at the origin.
func (s style) outline(text string) *path {
	t := typeOf(s.face)
	out := &path{}
	x := 0.0
	for _, r := range text {
		g := t.glyphs[fromWinAnsi(toWinAnsi(r))]
		out.join(g.outline.by(scaling(s.size*s.wide(), s.size).then(translation(x, 0))))
		x += s.size * s.wide() * (g.advance + s.track)
	}
	return out
}

// outlineOnArc returns the outline of a text along a circle, centred at an angle. If below is set,
// the text at the bottom of the circle is upright.
func (s style) outlineOnArc(text string, cx, cy, r, middle float64, below bool) *path {
	t := typeOf(s.face)
	turn := 1.0
	if below {
		turn = -1
	}
	angle := middle - turn*s.width(text)/2/r
	out := &path{}
	for _, c := range text {
		g := t.glyphs[fromWinAnsi(toWinAnsi(c))]
		half := s.size * s.wide() * g.advance / 2
		angle += turn * half / r
		m := scaling(s.size*s.wide(), s.size).then(translation(-half, 0)).then(rotation(angle + turn*math.Pi/2))
		sin, cos := math.Sincos(angle)
		out.join(g.outline.by(m.then(translation(cx+r*cos, cy+r*sin))))
		angle += turn * (half + s.size*s.wide()*s.track) / r
	}
	return out
}

// wrap splits a text into lines no wider than w.
func (s style) wrap(text string, w float64) []string {
	var lines []string
	for para := range strings.SplitSeq(text, "\n") {
		now := ""
		for word := range strings.FieldsSeq(para) {
			next := word
			if now != "" {
				next = now + " " + word
			}
			if now != "" && s.width(next) > w {
				lines = append(lines, now)
				next = word
			}
			now = next
		}
		lines = append(lines, now)
	}
	return lines
}
