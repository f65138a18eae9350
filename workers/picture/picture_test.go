package picture

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strconv"
	"testing"

	"github.com/hhrutter/tiff"
	"golang.org/x/image/bmp"
)

func encoded(t *testing.T, format string, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, img)
	case "jpeg":
		err = jpeg.Encode(&b, img, nil)
	case "gif":
		err = gif.Encode(&b, img, nil)
	case "bmp":
		err = bmp.Encode(&b, img)
	case "tiff":
		err = tiff.Encode(&b, img, &tiff.Options{Compression: tiff.Deflate})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func plain(w, h int, c color.Color) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		for y := range h {
			img.Set(x, y, c)
		}
	}
	return img
}

// quarters returns an image with a red, green, blue and yellow quarter, by rows from the top left.
func quarters(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		for y := range h {
			img.Set(x, y, colours[2*(2*y/h)+2*x/w])
		}
	}
	return img
}

var colours = []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}}

func near(a, b color.Color) bool {
	r, g, bl, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	off := func(x, y uint32) bool { return max(x, y)-min(x, y) < 0x2000 }
	return off(r, r2) && off(g, g2) && off(bl, b2)
}

func opened(t *testing.T, picture []byte) image.Image {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// corners returns the colours at the centres of the four quarters.
func corners(img image.Image) (at [4]color.Color) {
	b := img.Bounds()
	for i := range at {
		at[i] = img.At(b.Min.X+b.Dx()/4+i%2*b.Dx()/2, b.Min.Y+b.Dy()/4+i/2*b.Dy()/2)
	}
	return at
}

func TestAThumbnailIsAJPEGThatFitsItsFrame(t *testing.T) { // SH-289
	for _, format := range []string{"png", "jpeg", "gif", "bmp", "tiff"} {
		for _, c := range []struct{ w, h, wantW, wantH int }{{632, 480, 316, 240}, {1000, 100, 316, 31}, {100, 1000, 24, 240}, {20, 10, 20, 10}, {1, 2000, 1, 240}} {
			made, err := Make(encoded(t, format, plain(c.w, c.h, colours[2])))
			if err != nil {
				t.Errorf("%s of %dx%d: %v", format, c.w, c.h, err)
				continue
			}
			got, kind, err := image.DecodeConfig(bytes.NewReader(made.Thumbnail))
			if err != nil || kind != "jpeg" || got.Width != c.wantW || got.Height != c.wantH {
				t.Errorf("%s of %dx%d became a %s of %dx%d: %v", format, c.w, c.h, kind, got.Width, got.Height, err)
			}
		}
	}
}

func TestASmallerPictureShowsTheMeanOfWhatItStandsFor(t *testing.T) { // SH-289
	made, err := Make(encoded(t, "png", quarters(901, 701)))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range corners(opened(t, made.Thumbnail)) {
		if !near(c, colours[i]) {
			t.Errorf("quarter %d is %v", i, c)
		}
	}
	stripes := image.NewGray(image.Rect(0, 0, 3000, 2000))
	for i := range stripes.Pix {
		stripes.Pix[i] = uint8(i % 2 * 255)
	}
	for i, c := range corners(fit(stripes, 300, 200)) {
		if !near(c, color.Gray{127}) {
			t.Errorf("stripes become %v in quarter %d", c, i)
		}
	}
}

func TestEachSourcePixelCountsOnce(t *testing.T) {
	for _, c := range [][2]int{{10, 10}, {10, 3}, {7, 5}, {1000, 999}, {17_000, 4096}, {5, 1}} {
		n, over := c[0], c[1]
		sums := make([]float64, over+1)
		for _, s := range shares(n, over) {
			sums[s.to] += float64(s.first)
			sums[s.to+1] += 1 - float64(s.first)
		}
		for i, sum := range sums[:over] {
			if want := float64(n) / float64(over); sum < want-0.01 || sum > want+0.01 {
				t.Errorf("%d over %d: pixel %d is made of %.3f, want %.3f", n, over, i, sum, want)
			}
		}
	}
}

func TestWhatIsTransparentBecomesWhite(t *testing.T) { // SH-289
	half := plain(50, 50, color.NRGBA{255, 0, 0, 128})
	for what, c := range map[string]struct {
		img  image.Image
		want color.Color
	}{"clear": {image.NewRGBA(half.Rect), color.White}, "half red": {half, color.RGBA{255, 127, 127, 255}}} {
		made, err := Make(encoded(t, "png", c.img))
		if err != nil {
			t.Fatal(err)
		}
		if got := opened(t, made.Thumbnail).At(25, 25); !near(got, c.want) {
			t.Errorf("%s is %v", what, got)
		}
	}
}

// exif returns a TIFF structure that contains only an orientation.
func exif(order binary.AppendByteOrder, o uint16) []byte {
	b := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint16(order.AppendUint32(b, 8), 1)
	b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, 0x0112), 3), 1)
	b = order.AppendUint16(order.AppendUint16(b, o), 0)
	return order.AppendUint32(b, 0)
}

// withEXIF inserts the structure into a JPEG after other segments, or into a PNG before its pixels.
func withEXIF(t *testing.T, format string, img image.Image, exif []byte) []byte {
	t.Helper()
	b := encoded(t, format, img)
	if format == "png" {
		chunk := append(binary.BigEndian.AppendUint32(nil, uint32(len(exif))), append([]byte("eXIf"), exif...)...)
		chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
		return append(append(append([]byte{}, b[:33]...), chunk...), b[33:]...)
	}
	segment := append([]byte("Exif\x00\x00"), exif...)
	app1 := append(binary.BigEndian.AppendUint16([]byte{0xFF, 0xE1}, uint16(len(segment)+2)), segment...)
	xmp := append(
		[]byte("http://ns.adobe.com/xap/1.0/\x00"),
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"/>`...) // a segment of the same kind
	before := append([]byte{0xFF, 0xE0, 0, 4, 'x', 'y', 0xFF, 0xE1, 0, byte(len(xmp) + 2)}, xmp...)
	return append(append(append([]byte{}, b[:2]...), append(before, app1...)...), b[2:]...)
}

func TestAPhotographStandsUpright(t *testing.T) { // SH-289
	// Positions of the stored image's quarters after turning, by EXIF orientation.
	turns := map[uint16][4]int{
		1: {0, 1, 2, 3},
		2: {1, 0, 3, 2},
		3: {3, 2, 1, 0},
		4: {2, 3, 0, 1},
		5: {0, 2, 1, 3},
		6: {2, 0, 3, 1},
		7: {3, 1, 2, 0},
		8: {1, 3, 0, 2},
		9: {0, 1, 2, 3},
		0: {0, 1, 2, 3},
	}
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for o, want := range turns {
			for _, format := range []string{"jpeg", "png"} {
				made, err := Make(withEXIF(t, format, quarters(600, 200), exif(order, o)))
				if err != nil {
					t.Fatal(err)
				}
				img := opened(t, made.Thumbnail)
				if standing := img.Bounds().
					Dy() >
					img.Bounds().
						Dx(); standing != (o >= 5 && o <= 8) || img.Bounds().Dx() > Width ||
					img.Bounds().Dy() > Height {
					t.Errorf("%s, orientation %d: %v", format, o, img.Bounds())
				}
				for i, c := range corners(img) {
					if !near(c, colours[want[i]]) {
						t.Errorf("%s, orientation %d: quarter %d is %v", format, o, i, c)
					}
				}
			}
		}
	}
}

func TestBrokenEXIFTurnsNothing(t *testing.T) { // check 18
	whole := exif(binary.LittleEndian, 6)
	var broken [][]byte
	for cut := range len(whole) - 6 {
		broken = append(broken, whole[:cut])
	}
	loop := append([]byte{}, whole...)
	binary.LittleEndian.PutUint32(loop[len(loop)-4:], 8) // the next directory is the same one
	for _, b := range append(broken, append([]byte("II*\x00"), 0xFF, 0xFF, 0xFF, 0xFF), []byte("II*\x00\x08\x00\x00\x00\xFF\xFF"), append([]byte("MM\x00*"), whole[4:]...)) {
		for _, format := range []string{"jpeg", "png"} {
			made, err := Make(withEXIF(t, format, quarters(40, 20), b))
			if err != nil {
				t.Fatalf("%s, %x: %v", format, b, err)
			}
			if head, _, err := image.DecodeConfig(bytes.NewReader(made.Thumbnail)); err != nil || head.Width != 40 {
				t.Errorf("%s, %x: %d wide, %v", format, b, head.Width, err)
			}
		}
	}
	if made, err := Make(withEXIF(t, "jpeg", quarters(40, 20), loop)); err != nil ||
		opened(t, made.Thumbnail).Bounds().Dx() != 20 {
		t.Errorf("directories in a circle: %v", err)
	}
	for _, cut := range [][]byte{{0xFF, 0xE1, 0xFF, 0xFF}, {0xFF, 0xE1, 0, 0}, {0xFF, 0xFF, 0xFF}} {
		if got := turnOf(append([]byte{0xFF, 0xD8}, cut...), "jpeg"); got > upright {
			t.Errorf("%x turns by %d", cut, got)
		}
	}
}

func TestATIFFHasAPreview(t *testing.T) {
	deep := image.NewNRGBA64(image.Rect(0, 0, 300, 200))
	grey := image.NewGray16(deep.Rect)
	for i := range deep.Pix {
		deep.Pix[i] = 255
	}
	for what, c := range map[string]struct {
		img  image.Image
		kind string
	}{
		"colours": {quarters(300, 200), "image/jpeg"}, "16 bits": {deep, "image/jpeg"}, "grey of 16 bits": {grey, "image/jpeg"},
		"transparent": {plain(300, 200, color.NRGBA{255, 0, 0, 100}), "image/png"},
	} {
		made, err := Make(encoded(t, "tiff", c.img))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		head, _, err := image.DecodeConfig(bytes.NewReader(made.Preview))
		if err != nil || made.PreviewType != c.kind || head.Width != 300 || head.Height != 200 ||
			made.PreviewWidth != 300 ||
			made.PreviewHeight != 200 ||
			len(made.Thumbnail) == 0 {
			t.Errorf("%s: a %s of %dx%d, %v", what, made.PreviewType, head.Width, head.Height, err)
		}
	}
	if made, err := Make(encoded(t, "png", quarters(300, 200))); err != nil || made.Preview != nil {
		t.Errorf("a PNG has a preview of %d bytes, %v", len(made.Preview), err)
	}
}

func TestOfSeveralPagesTheFirstIsShown(t *testing.T) {
	first := encoded(t, "tiff", plain(200, 100, colours[0]))
	at := binary.LittleEndian.Uint32(first[4:])
	n := binary.LittleEndian.Uint16(first[at:])
	next := at + 2 + 12*uint32(n)
	two := append([]byte{}, first...)
	second := append([]byte{}, first[at:next+4]...) // the same page again
	binary.LittleEndian.PutUint32(two[next:], uint32(len(two)))
	two = append(two, second...)
	made, err := Make(two)
	if err != nil || !near(opened(t, made.Preview).At(100, 50), colours[0]) {
		t.Error(err)
	}
}

func TestWhatCannotBeDecodedHasNoPicture(t *testing.T) {
	whole := encoded(t, "tiff", quarters(100, 100))
	for what, content := range map[string][]byte{"nothing": nil, "a cut TIFF": whole[:200], "a GIF of no size": []byte("GIF89a\x00\x00\x00\x00\x00\x00\x00;")} {
		if _, err := Make(content); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAnAnswerIsNotBelievedUnseen(t *testing.T) {
	small, large := encoded(t, "jpeg", plain(10, 10, colours[0])), encoded(t, "jpeg", plain(400, 10, colours[0]))
	believe := func(said []byte) (p Pictures, err error) {
		var m message
		from := bufio.NewReader(bytes.NewReader(said))
		if err = readLine(from, &m); err == nil {
			p, err = m.pictures(from)
		}
		return p, err
	}
	say := func(h string, parts ...[]byte) []byte {
		return append([]byte(h+"\n"), bytes.Join(parts, nil)...)
	}
	for what, answer := range map[string][]byte{
		"nothing": nil, "no line": []byte(`{"thumbnail":1}`), "no JSON": say("x"), "no thumbnail": say(`{}`), "too little": say(`{"thumbnail":9}`, []byte("x")),
		"too much": say(`{"thumbnail":1}`, []byte("xy")), "below nothing": say(`{"thumbnail":-1,"preview":2}`, []byte("x")), "HTML": say(`{"thumbnail":4}`, []byte("<ht>")),
		"a large thumbnail":    say(`{"thumbnail":`+strconv.Itoa(len(large))+`}`, large),
		"a preview that lies":  say(`{"thumbnail":`+strconv.Itoa(len(small))+`,"preview":`+strconv.Itoa(len(small))+`,"previewType":"image/jpeg","previewWidth":11,"previewHeight":10,"previewPages":1}`, small, small),
		"no pages":             say(`{"thumbnail":`+strconv.Itoa(len(small))+`,"preview":`+strconv.Itoa(len(small))+`,"previewType":"image/jpeg","previewWidth":10,"previewHeight":10}`, small, small),
		"another type":         say(`{"thumbnail":`+strconv.Itoa(len(small))+`,"preview":`+strconv.Itoa(len(small))+`,"previewType":"text/html","previewWidth":10,"previewHeight":10,"previewPages":1}`, small, small),
		"a GIF as a thumbnail": say(`{"thumbnail":`+strconv.Itoa(len(encoded(t, "gif", plain(9, 9, colours[0]))))+`}`, encoded(t, "gif", plain(9, 9, colours[0]))),
	} {
		if _, err := believe(answer); err == nil {
			t.Errorf("%s is believed", what)
		}
	}
	if p, err := believe(
		say(
			`{"thumbnail":`+strconv.Itoa(len(small))+`,"preview":`+strconv.Itoa(
				len(small),
			)+`,"previewType":"image/jpeg","previewWidth":10,"previewHeight":10,"previewPages":1}`,
			small,
			small,
		),
	); err != nil ||
		p.PreviewWidth != 10 {
		t.Errorf("a right one: %v", err)
	}
}
