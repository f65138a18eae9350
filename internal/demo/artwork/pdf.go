package artwork

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"slices"
	"strconv"
	"strings"
)

// perPixel is the number of points per page pixel.
const perPixel = 72.0 / 96

// document builds a PDF 1.7 file (ISO 32000-1).
type document struct {
	objects [][]byte // index n is object n+1
	fonts   [faces]int
	used    [faces]map[uint16]bool // used glyphs by face
	alphas  map[string]int
	images  map[*image.RGBA]int
	pages   []int
	parent  int
}

func newDocument() *document {
	d := &document{alphas: map[string]int{}, images: map[*image.RGBA]int{}}
	d.parent = d.reserve()
	return d
}

func (d *document) reserve() int {
	d.objects = append(d.objects, nil)
	return len(d.objects)
}

func (d *document) add(body string) int {
	d.objects = append(d.objects, []byte(body))
	return len(d.objects)
}

func (d *document) stream(dict string, data []byte) int {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<<%s/Length %d>>\nstream\n", dict, len(data))
	b.Write(data)
	b.WriteString("\nendstream")
	d.objects = append(d.objects, b.Bytes())
	return len(d.objects)
}

func num(f float64) string {
	return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64)
}

func nums(fs ...float64) string {
	parts := make([]string, len(fs))
	for i, f := range fs {
		parts[i] = num(f)
	}
	return strings.Join(parts, " ")
}

// font returns the object number of a face. It marks the characters of text for embedding.
func (d *document) font(f face, text string) int {
	if d.fonts[f] == 0 {
		d.fonts[f] = d.reserve()
		d.used[f] = map[uint16]bool{}
	}
	t := typeOf(f)
	for _, r := range text {
		d.used[f][t.glyphs[fromWinAnsi(toWinAnsi(r))].id] = true
	}
	return d.fonts[f]
}

// embed writes the fonts with the used glyphs.
func (d *document) embed() {
	for f := range faces {
		if d.fonts[f] == 0 {
			continue
		}
		t := typeOf(f)
		ttf, err := subset(t.ttf, d.used[f])
		if err != nil {
			ttf = t.ttf // embeds the whole font instead
		}
		file := d.stream(fmt.Sprintf("/Filter/FlateDecode/Length1 %d", len(ttf)), deflate(ttf))
		flags, slant := 32, 0
		switch f {
		case italic, boldItalic:
			flags, slant = 32|64, -12
		case mono:
			flags = 32 | 1
		}
		name := "PROOFB+" + t.name
		descriptor := d.add(
			fmt.Sprintf(
				"<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%s]/ItalicAngle %d/Ascent %s/Descent %s/CapHeight %s/StemV 88/FontFile2 %d 0 R>>",
				name,
				flags,
				nums(t.x0*1000, t.y0*1000, t.x1*1000, t.y1*1000),
				slant,
				num(t.ascent*1000),
				num(-t.descent*1000),
				num(t.capHeight*1000),
				file,
			),
		)
		var widths strings.Builder
		for code := 32; code < 256; code++ {
			widths.WriteString(num(t.widths[code]*1000) + " ")
		}
		d.objects[d.fonts[f]-1] = fmt.Appendf(
			nil,
			"<</Type/Font/Subtype/TrueType/BaseFont/%s/FirstChar 32/LastChar 255/Widths[%s]/FontDescriptor %d 0 R/Encoding/WinAnsiEncoding>>",
			name,
			strings.TrimSpace(widths.String()),
			descriptor,
		)
	}
}

func (d *document) alpha(a float64) int {
	key := num(a)
	if id, ok := d.alphas[key]; ok {
		return id
	}
	d.alphas[key] = d.add("<</Type/ExtGState/ca " + key + "/CA " + key + ">>")
	return d.alphas[key]
}

func (d *document) image(img *image.RGBA) int {
	if id, ok := d.images[img]; ok {
		return id
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, img, &jpeg.Options{Quality: 84}) // cannot fail: no image is too large
	d.images[img] = d.stream(
		fmt.Sprintf(
			"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode",
			img.Rect.Dx(),
			img.Rect.Dy(),
		),
		b.Bytes(),
	)
	return d.images[img]
}

// boxes are the page boxes of a print page: the trimmed area and the area with bleed. Empty boxes
// are omitted.
type boxes struct{ trim, bleed Rect }

// sheet draws a page.
type sheet struct {
	doc       *document
	w, h      float64
	content   bytes.Buffer
	resources map[string]map[string]int // object number by kind and name
}

func (d *document) page(w, h float64) *sheet {
	s := &sheet{doc: d, w: w, h: h, resources: map[string]map[string]int{}}
	fmt.Fprintf(
		&s.content,
		"%s 0 0 -%s 0 %s cm\n",
		num(perPixel),
		num(perPixel),
		num(h*perPixel),
	) // page pixels, with y pointing down
	return s
}

// finish adds the page to the document.
func (s *sheet) finish(b boxes) {
	d := s.doc
	content := d.stream("/Filter/FlateDecode", deflate(s.content.Bytes()))
	var res strings.Builder
	for _, kind := range []string{"Font", "XObject", "ExtGState", "Shading"} {
		names := make([]string, 0, len(s.resources[kind]))
		for name := range s.resources[kind] {
			names = append(names, name)
		}
		slices.Sort(names)
		if len(names) > 0 {
			res.WriteString("/" + kind + "<<")
			for _, name := range names {
				fmt.Fprintf(&res, "/%s %d 0 R", name, s.resources[kind][name])
			}
			res.WriteString(">>")
		}
	}
	box := func(name string, r Rect) string {
		if r.W == 0 {
			return ""
		}
		return fmt.Sprintf(
			"/%s[%s]", name, nums(r.X*perPixel, (s.h-r.Y-r.H)*perPixel, (r.X+r.W)*perPixel, (s.h-r.Y)*perPixel),
		)
	}
	d.pages = append(
		d.pages,
		d.add(fmt.Sprintf(
			"<</Type/Page/Parent %d 0 R/MediaBox[0 0 %s]%s%s/Resources<<%s>>/Contents %d 0 R>>",
			d.parent,
			nums(s.w*perPixel, s.h*perPixel),
			box("BleedBox", b.bleed),
			box("TrimBox", b.trim),
			res.String(),
			content,
		)),
	)
}

// bytes returns the file. The title must be plain ASCII.
func (d *document) bytes(title string) []byte {
	d.embed()
	kids := make([]string, len(d.pages))
	for i, id := range d.pages {
		kids[i] = strconv.Itoa(id) + " 0 R"
	}
	d.objects[d.parent-1] = fmt.Appendf(nil, "<</Type/Pages/Count %d/Kids[%s]>>", len(kids), strings.Join(kids, " "))
	catalog := d.add(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/ViewerPreferences<</DisplayDocTitle true>>>>", d.parent))
	info := d.add("<</Title" + quoted(title) + "/Author(Northlight Studio)/Creator(Northlight Studio)>>")
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(d.objects))
	for i, o := range d.objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n", i+1)
		b.Write(o)
		b.WriteString("\nendobj\n")
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(d.objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(
		&b, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(d.objects)+1, catalog, info,
		start,
	)
	return b.Bytes()
}

// quoted returns a PDF string of Windows Latin 1 characters.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('(')
	for _, r := range s {
		switch c := toWinAnsi(r); {
		case c == '(' || c == ')' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 32 || c > 126:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + ")"
}

func (s *sheet) use(kind, prefix string, id int) string {
	if s.resources[kind] == nil {
		s.resources[kind] = map[string]int{}
	}
	name := prefix + strconv.Itoa(id)
	s.resources[kind][name] = id
	return name
}

func (s *sheet) op(parts ...string) {
	s.content.WriteString(strings.Join(parts, " "))
	s.content.WriteByte('\n')
}

func (s *sheet) trace(p *path) {
	i := 0
	var at point
	for _, v := range p.verbs {
		q := p.pts[i : i+v.points()]
		i += v.points()
		switch v {
		case moveTo:
			s.op(nums(q[0].x, q[0].y), "m")
		case lineTo:
			s.op(nums(q[0].x, q[0].y), "l")
		case quadTo:
			s.op(
				nums(
					at.x+(q[0].x-at.x)*2/3, at.y+(q[0].y-at.y)*2/3, q[1].x+(q[0].x-q[1].x)*2/3,
					q[1].y+(q[0].y-q[1].y)*2/3, q[1].x, q[1].y,
				),
				"c",
			)
		case cubeTo:
			s.op(nums(q[0].x, q[0].y, q[1].x, q[1].y, q[2].x, q[2].y), "c")
		case closeIt:
			s.op("h")
		}
		if len(q) > 0 {
			at = q[len(q)-1]
		}
	}
}

func (s *sheet) setAlpha(a float64) {
	if a < 1 {
		s.op("/"+s.use("ExtGState", "G", s.doc.alpha(a)), "gs")
	}
}

func (s *sheet) fill(p *path, with paint) {
	if len(p.verbs) == 0 {
		return
	}
	s.op("q")
	defer s.op("Q")
	switch g := with.(type) {
	case rgb:
		s.setAlpha(g.a)
		s.op(nums(g.r, g.g, g.b), "rg")
		s.trace(p)
		s.op("f")
	case linear:
		s.shade(p, g.stops, "/ShadingType 2/Coords["+nums(g.x0, g.y0, g.x1, g.y1)+"]")
	case radial:
		s.shade(p, g.stops, "/ShadingType 3/Coords["+nums(g.cx, g.cy, 0, g.cx, g.cy, g.r)+"]")
	}
}

// shade fills a path with a gradient. The whole fill has the opacity of the gradient's first
// colour.
func (s *sheet) shade(p *path, st stops, kind string) {
	function := make([]string, 0, len(st))
	var bounds, encodes []string
	for i := 1; i < len(st); i++ {
		a, b := st[i-1].c, st[i].c
		function = append(
			function, "<</FunctionType 2/Domain[0 1]/N 1/C0["+nums(a.r, a.g, a.b)+"]/C1["+nums(b.r, b.g, b.b)+"]>>",
		)
		encodes = append(encodes, "0 1")
		if i+1 < len(st) {
			bounds = append(bounds, num(st[i].t))
		}
	}
	id := s.doc.add(
		"<<" + kind + "/ColorSpace/DeviceRGB/Extend[true true]/Function<</FunctionType 3/Domain[0 1]/Functions[" +
			strings.Join(function, "") + "]/Bounds[" + strings.Join(bounds, " ") + "]/Encode[" +
			strings.Join(encodes, " ") + "]>>>>",
	)
	s.setAlpha(st[0].c.a)
	s.trace(p)
	s.op("W n")
	s.op("/"+s.use("Shading", "S", id), "sh")
}

func (s *sheet) stroke(p *path, width float64, c rgb, dash []float64) {
	s.op("q")
	s.setAlpha(c.a)
	s.op(nums(c.r, c.g, c.b), "RG", num(width), "w 1 J 1 j")
	if len(dash) > 0 {
		s.op("0 J [" + nums(dash...) + "] 0 d")
	}
	s.trace(p)
	s.op("S Q")
}

// text draws text as PDF text, so that it can be selected and searched.
func (s *sheet) text(x, y float64, text string, st style) {
	if text == "" {
		return
	}
	f := s.use("Font", "F", s.doc.font(st.face, text))
	sin, cos := math.Sincos(st.angle)
	s.op("q")
	s.setAlpha(st.ink.a)
	s.op(
		"BT", nums(st.ink.r, st.ink.g, st.ink.b), "rg /"+f, num(st.size), "Tf", num(st.track*st.size), "Tc",
		num(st.wide()*100), "Tz",
	)
	s.op(nums(cos, sin, sin, -cos, x, y), "Tm", quoted(text), "Tj ET Q")
}

func (s *sheet) picture(at Rect, img *image.RGBA, radius float64) {
	name := s.use("XObject", "I", s.doc.image(img))
	s.op("q")
	if radius > 0 {
		s.trace(rounded(at, radius))
		s.op("W n")
	}
	s.op(nums(at.W, 0, 0, -at.H, at.X, at.Y+at.H), "cm /"+name, "Do Q")
}

// shadow draws a few faint copies of a path, because a PDF has no blur.
func (s *sheet) shadow(p *path, blur, dy float64, c rgb) {
	x0, y0, x1, y1 := p.bounds()
	cx, cy := (x0+x1)/2, (y0+y1)/2
	const rings = 8
	for i := range rings {
		grow := blur * (.7 - 1.4*float64(i)/rings)
		m := translation(-cx, -cy).then(scaling(1+2*grow/math.Max(1, x1-x0), 1+2*grow/math.Max(1, y1-y0))).
			then(translation(cx, cy+dy))
		s.fill(p.by(m), c.alpha(1.0/rings))
	}
}
