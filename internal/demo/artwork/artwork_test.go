package artwork

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hhrutter/tiff"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

func sampleLabel() Label {
	return Label{
		Brand:       "Acme Foods",
		Initials:    "AF",
		Product:     "Strawberry Jam",
		Variety:     "with wild berries",
		Net:         "340 g",
		Claim:       "70% fruit",
		Story:       "We pick at sunrise.",
		Ingredients: "Strawberries, cane sugar, lemon juice.",
		Energy:      "1046 kJ",
		Serving:     "On toast.",
		Barcode:     "400638133393",
		Motif:       Strawberry,
		Back:        "#f6e7c8",
		Ink:         "#4a1420",
		Accent:      "#c2253c",
		Job:         "NL-1 Jam",
		Version:     1,
	}
}

func sampleBrand() Brand {
	return Brand{
		"Acme Foods",
		"AF",
		"Good things (grown slowly)",
		"#1f3b2d",
		"#e0843a",
		"#f7efdf",
		"www.acmefoods.test",
		Orange,
	}
}

// samples returns one design of every kind.
func samples() map[string]Design {
	b, l := sampleBrand(), sampleLabel()
	modern, scenic := l, l
	modern.Look, scenic.Look, scenic.LogoLow = Modern, Scenic, true
	text := []Chapter{
		{
			"Where it comes from",
			"A valley.",
			[]string{strings.Repeat("Every winter the valley wakes before the sun does. ", 12)},
		},
	}
	goods := []Product{{"Marmalade", "Thick cut.", "4.20", Orange}, {"Oil", "First pressing.", "12.50", Olive}}
	book := Brochure{
		Brand:    b,
		Title:    "The Harvest Book",
		Subtitle: "Range and stories",
		Edition:  "AUTUMN",
		Pages:    8,
		Chapters: text,
		Products: goods,
		Contact:  []string{"Acme"},
	}
	wide := book
	wide.Landscape, wide.Pages, wide.DarkCover = true, 5, true
	return map[string]Design{
		"label":     l.Design(),
		"modern":    modern.Design(),
		"scenic":    scenic.Design(),
		"brochure":  book.Design(),
		"landscape": wide.Design(),
		"card": Card{
			Brand:  b,
			Person: "Olivia Hart",
			Title:  "Head of marketing",
			Phone:  "+44",
			Email:  "o@acme.test",
			Job:    "NL-2",
		}.Design(),
		"poster": Poster{
			Brand:    b,
			Headline: []string{"Harvest", "Market"},
			When:     "Saturday",
			Where:    "Press House",
			Text:     "Forty stalls.",
			Night:    true,
		}.Design(),
		"flyer": Flyer{
			Brand:    b,
			Headline: "Winter box",
			Offer:    "-20%",
			Text:     "Six jars.",
			Items:    []string{"Free delivery"},
			Barcode:  "501234567890",
		}.Design(),
		"social": Social{Brand: b, Kicker: "New", Headline: "Season is open", Button: "Go", Look: Scenic}.Design(),
		"carton": Carton{
			Brand:   b,
			Product: "Crispbread",
			Variety: "Sea salt",
			Net:     "250 g",
			Barcode: "501234567890",
			Job:     "NL-3",
		}.Design(),
		"photo": Photo{Label: l, Wall: "#c9d6cf"}.Design(),
		"sheet": Sheet{b, "Wording", text}.Design(),
		"logo":  LogoSheet{b}.Design(),
	}
}

func render(t *testing.T, d Design, f Format) File {
	t.Helper()
	file, err := d.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Set ARTWORK_DIR to a folder to write the samples there.
func TestWriteSamples(t *testing.T) {
	dir := os.Getenv("ARTWORK_DIR")
	if dir == "" {
		t.Skip("ARTWORK_DIR is not set")
	}
	for name, d := range samples() {
		for _, f := range []Format{PNG, PDF} {
			if err := os.WriteFile(filepath.Join(dir, name+"."+string(f)), render(t, d, f).Content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestFontsParse(t *testing.T) {
	all, err := typefaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if len(f.glyphs) < 200 || f.widths['m'] <= f.widths['i'] && f.name != "GoMono" {
			t.Errorf("%s has %d glyphs, m is %f and i is %f wide", f.name, len(f.glyphs), f.widths['m'], f.widths['i'])
		}
	}
}

func TestPicturesDecodeInTheirSize(t *testing.T) {
	decoders := map[Format]func(io.Reader) (image.Image, error){PNG: png.Decode, JPEG: jpeg.Decode, TIFF: tiff.Decode}
	for name, d := range samples() {
		for f, decode := range decoders {
			if name != "logo" && name != "photo" {
				continue
			}
			file := render(t, d, f)
			img, err := decode(bytes.NewReader(file.Content))
			if err != nil {
				t.Fatalf("%s as %s: %v", name, f, err)
			}
			if s := img.Bounds().
				Size(); s.X != file.Width || s.Y != file.Height || float64(s.X) != d.Sizes[0].W ||
				float64(s.Y) != d.Sizes[0].H {
				t.Errorf("%s as %s is %v, said to be %d x %d", name, f, s, file.Width, file.Height)
			}
			if n := colours(img); n < 50 {
				t.Errorf("%s as %s has %d colours", name, f, n)
			}
		}
	}
}

func TestEveryDesignHasItsColours(t *testing.T) {
	for name, d := range samples() {
		if n := colours(d.picture(map[string]Spot{}, small)); n < 50 {
			t.Errorf("%s has %d colours", name, n)
		}
	}
}

// small is a zoom at which drawing is fast.
const small = .25

func colours(img image.Image) int {
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			r, g, bl, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, bl >> 8}] = true
		}
	}
	return len(seen)
}

func TestTheSameDesignGivesTheSameBytes(t *testing.T) {
	for name, d := range samples() {
		if !bytes.Equal(render(t, d, PDF).Content, render(t, samples()[name], PDF).Content) {
			t.Errorf("%s as PDF differs from itself", name)
		}
		if !bytes.Equal(
			d.picture(map[string]Spot{}, small).Pix, samples()[name].picture(map[string]Spot{}, small).Pix,
		) {
			t.Errorf("%s differs from itself", name)
		}
	}
}

func TestVersionsOfADesignDiffer(t *testing.T) {
	one := sampleLabel()
	moved, red := one, one
	moved.LogoLow, red.Accent = true, "#1c53c2"
	a, b, c := one.Design().
		picture(map[string]Spot{}, small),
		moved.Design().
			picture(map[string]Spot{}, small),
		red.Design().
			picture(map[string]Spot{}, small)
	if n := different(a, b); n < 2000 {
		t.Errorf("moving the logo changes %d pixels", n)
	}
	if n := different(a, c); n < 1000 {
		t.Errorf("another colour changes %d pixels", n)
	}
}

func different(a, b *image.RGBA) (n int) {
	for i := 0; i < len(a.Pix); i += 4 {
		if a.Pix[i] != b.Pix[i] || a.Pix[i+1] != b.Pix[i+1] || a.Pix[i+2] != b.Pix[i+2] {
			n++
		}
	}
	return n
}

// unpackPSD decodes a flattened PSD (Adobe Photoshop File Formats Specification).
func unpackPSD(t *testing.T, raw []byte) *image.RGBA {
	t.Helper()
	if string(raw[:4]) != "8BPS" || binary.BigEndian.Uint16(raw[4:]) != 1 || binary.BigEndian.Uint16(raw[12:]) != 3 ||
		binary.BigEndian.Uint16(raw[24:]) != 3 {
		t.Fatalf("the header is % x", raw[:26])
	}
	h, w := int(binary.BigEndian.Uint32(raw[14:])), int(binary.BigEndian.Uint32(raw[18:]))
	at := 26
	for range 3 { // colour table, resources, layers
		at += 4 + int(binary.BigEndian.Uint32(raw[at:]))
	}
	if binary.BigEndian.Uint16(raw[at:]) != 1 {
		t.Fatal("the data is not run-length encoded")
	}
	lengths, data := raw[at+2:], raw[at+2+2*3*h:]
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for row := range 3 * h {
		n := int(binary.BigEndian.Uint16(lengths[2*row:]))
		packed, x := data[:n], 0
		data = data[n:]
		for i := 0; i < len(packed); {
			k := int(int8(packed[i]))
			i++
			for j := range max(k+1, 1-k) {
				img.Pix[img.PixOffset(x, row%h)+row/h] = packed[i]
				if x++; k >= 0 && j < k {
					i++
				}
			}
			i++
		}
		if x != w {
			t.Fatalf("row %d has %d pixels of %d", row, x, w)
		}
	}
	if len(data) != 0 {
		t.Errorf("%d bytes too many", len(data))
	}
	return img
}

func TestPSDHoldsThePicture(t *testing.T) {
	d := sampleLabel().Design()
	want := d.picture(map[string]Spot{}, 1)
	if n := different(want, unpackPSD(t, render(t, d, PSD).Content)); n != 0 {
		t.Errorf("%d pixels differ", n)
	}
}

var (
	objectHead = regexp.MustCompile(`^(\d+) 0 obj\n`)
	reference  = regexp.MustCompile(`(\d+) 0 R`)
	lengthOf   = regexp.MustCompile(`/Length (\d+)>>\nstream\n`)
)

// checkPDF parses the file as a strict reader does: startxref, the cross-reference table, every
// object and every stream. It returns the objects by number, with decompressed streams.
func checkPDF(t *testing.T, raw []byte) map[int]string {
	t.Helper()
	if !bytes.HasPrefix(raw, []byte("%PDF-1.7\n")) || !bytes.HasSuffix(raw, []byte("%%EOF\n")) {
		t.Fatal("not a PDF from head to tail")
	}
	tail := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(raw)
	start, err := strconv.Atoi(string(tail[1]))
	if err != nil || !bytes.HasPrefix(raw[start:], []byte("xref\n0 ")) {
		t.Fatalf("startxref %d leads elsewhere", start)
	}
	lines := strings.Split(string(raw[start:]), "\n")
	count, err := strconv.Atoi(strings.TrimPrefix(lines[1], "0 "))
	if err != nil {
		t.Fatal(err)
	}
	objects := map[int]string{}
	for i := 1; i < count; i++ {
		if len(lines[2+i]) != 19 { // twenty bytes with the line feed
			t.Fatalf("entry %d is %q", i, lines[2+i])
		}
		off, err := strconv.Atoi(lines[2+i][:10])
		if err != nil {
			t.Fatal(err)
		}
		head := objectHead.FindSubmatch(raw[off:])
		if head == nil || string(head[1]) != strconv.Itoa(i) {
			t.Fatalf("entry %d leads to %q", i, raw[off:off+20])
		}
		objects[i] = objectBody(t, raw[off+len(head[0]):])
	}
	if !strings.Contains(string(raw[start:]), "/Size "+strconv.Itoa(count)) {
		t.Error("the trailer counts wrong")
	}
	for n, body := range objects {
		dict, _, _ := strings.Cut(body, "stream\n")
		for _, r := range reference.FindAllStringSubmatch(dict, -1) {
			if to, err := strconv.Atoi(r[1]); err != nil || objects[to] == "" {
				t.Errorf("object %d refers to %s, which is not there", n, r[1])
			}
		}
	}
	return objects
}

func objectBody(t *testing.T, rest []byte) string {
	t.Helper()
	at := lengthOf.FindSubmatchIndex(rest)
	end := bytes.Index(rest, []byte("\nendobj\n"))
	if at == nil || at[0] > end {
		return string(rest[:end])
	}
	n, err := strconv.Atoi(string(rest[at[2]:at[3]]))
	if err != nil || !bytes.HasPrefix(rest[at[1]+n:], []byte("\nendstream\nendobj\n")) {
		t.Fatalf("a stream is not %d bytes long", n)
	}
	data := rest[at[1] : at[1]+n]
	if dict := rest[:at[0]]; bytes.Contains(dict, []byte("/FlateDecode")) {
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	return string(rest[:at[1]]) + string(data)
}

func TestPDFStructureHoldsForAStrictReader(t *testing.T) {
	for name, d := range samples() {
		objects := checkPDF(t, render(t, d, PDF).Content)
		pages := 0
		for _, o := range objects {
			if strings.HasPrefix(o, "<</Type/Page/") {
				pages++
			}
			if strings.Contains(o, "\nBT ") && !balanced(o) {
				t.Errorf("%s: q and Q do not match", name)
			}
		}
		if pages != len(d.Sizes) {
			t.Errorf("%s has %d pages, not %d", name, pages, len(d.Sizes))
		}
	}
}

func balanced(content string) bool {
	depth := 0
	for op := range strings.FieldsSeq(content) {
		switch op {
		case "q":
			depth++
		case "Q":
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

func TestPDFTextStaysText(t *testing.T) {
	objects := checkPDF(t, render(t, samples()["brochure"], PDF).Content)
	var all strings.Builder
	for _, o := range objects {
		all.WriteString(o)
	}
	for _, want := range []string{"(The Harvest Book) Tj", `\(grown slowly\)`, "(01) Tj"} {
		if found := strings.Contains(all.String(), want); found != (want != "(01) Tj") { // a cover has no page number
			t.Errorf("%q is in the pages: %v", want, found)
		}
	}
}

func TestEmbeddedFontsHoldTheGlyphsThatAreUsed(t *testing.T) {
	all := typeOf(bold)
	used := map[uint16]bool{all.glyphs['Å'].id: true, all.glyphs['g'].id: true}
	small, err := subset(all.ttf, used)
	if err != nil {
		t.Fatal(err)
	}
	if len(small) > len(all.ttf)/3 {
		t.Errorf("%d of %d bytes are left", len(small), len(all.ttf))
	}
	f, err := opentype.Parse(small)
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	for r, want := range map[rune]bool{'Å': true, 'g': true, 'x': false} {
		i, err := f.GlyphIndex(&buf, r)
		if err != nil {
			t.Fatal(err)
		}
		segments, err := f.LoadGlyph(&buf, i, 64<<6, nil)
		if err != nil || len(segments) > 0 != want {
			t.Errorf("%q has %d segments: %v", r, len(segments), err)
		}
	}
	if _, err := subset([]byte("no font"), used); err == nil {
		t.Error("rubbish is taken for a font")
	}
}

// scan reads an EAN-13 from an image as a scanner does, along one line.
func scan(img *image.RGBA, box Rect, module float64) string {
	y := int(box.Y + box.H*.4)
	var modules strings.Builder
	for i := range 95 {
		x := int(box.X + (11+float64(i)+.5)*module)
		if img.RGBAAt(x, y).G < 128 {
			modules.WriteByte('1')
		} else {
			modules.WriteByte('0')
		}
	}
	m := modules.String()
	if m[:3] != "101" || m[45:50] != "01010" || m[92:] != "101" {
		return "no guards in " + m
	}
	digits, sets := "", ""
	for i := range 12 {
		at := 3 + 7*i
		if i >= 6 {
			at += 5
		}
		for d, odd := range eanOdd {
			switch m[at : at+7] {
			case odd:
				digits, sets = digits+strconv.Itoa(d), sets+"L"
			case mirrored(inverted(odd)):
				digits, sets = digits+strconv.Itoa(d), sets+"G"
			case inverted(odd):
				digits += strconv.Itoa(d)
			}
		}
	}
	for d, p := range eanParity {
		if p == sets {
			return strconv.Itoa(d) + digits
		}
	}
	return "no parity in " + sets
}

func TestBarcodesScan(t *testing.T) {
	spots := map[string]Spot{}
	img := sampleLabel().Design().picture(spots, 1)
	if got := scan(img, spots["barcode"].Rect, 2); got != "4006381333931" { // a known code with check digit 1
		t.Errorf("the till reads %s", got)
	}
}

func TestSpotsLieOnTheirPages(t *testing.T) {
	for name, d := range samples() {
		file := render(t, d, PDF)
		if len(file.Spots) < 1 && name != "logo" {
			t.Errorf("%s names no places", name)
		}
		for spot, s := range file.Spots {
			if s.Page < 1 || s.Page > len(file.Pages) || s.Rect.W <= 0 || s.Rect.H <= 0 {
				t.Errorf("%s: %s is at %+v", name, spot, s)
			}
		}
	}
}

func BenchmarkLabel(b *testing.B) {
	for b.Loop() {
		if _, err := sampleLabel().Design().Render(PNG); err != nil {
			b.Fatal(err)
		}
	}
}
