package picture_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/proofboard/proofboard/workers/picture"
)

// cache is a folder that the tests of this package share, so that the renderer is compiled once.
var cache string

func firstPage(t *testing.T, document []byte) (picture.Pictures, error) {
	t.Helper()
	return pool(t).FirstPage(t.Context(), bytes.NewReader(document), int64(len(document)), false)
}

// pool returns a pool whose processes do what args say.
func pool(t *testing.T, args ...string) *picture.Pool {
	t.Helper()
	if len(args) == 0 {
		args = []string{"picture"}
	}
	p := process(args...)
	p.Cache = cache
	all := picture.NewPool(p)
	t.Cleanup(all.Close)
	return all
}

// shown decodes a thumbnail.
func shown(t *testing.T, made picture.Pictures) image.Image {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(made.Thumbnail))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// isAbout reports whether a point of a picture has approximately a colour. The point is given as
// fractions of the width and the height.
func isAbout(img image.Image, x, y float64, r, g, b uint8) bool {
	at := img.At(int(x*float64(img.Bounds().Dx())), int(y*float64(img.Bounds().Dy())))
	r2, g2, b2, _ := at.RGBA()
	near := func(a uint32, b uint8) bool { return max(int(a>>8), int(b))-min(int(a>>8), int(b)) < 24 }
	return near(r2, r) && near(g2, g) && near(b2, b)
}

// document returns a PDF with one page, with these dictionary entries and this content.
func document(entries, content string, objects ...string) []byte {
	all := append([]string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R" + entries + ">>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
	}, objects...)
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	places := make([]int, len(all))
	for i, o := range all {
		places[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(all)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(all)+1, table)
	return b.Bytes()
}

const redAtTheTopLeft = "1 0 0 rg 0 700 200 200 re f 0 0 1 rg 400 0 200 200 re f"

func TestTheFirstPageOfAPDFIsDrawn(t *testing.T) { // BY-048
	for what, c := range map[string]struct {
		entries       string
		width, height int
		red, blue     [2]float64
	}{
		"upright":                 {"/MediaBox[0 0 600 900]", 160, 240, [2]float64{0.1, 0.1}, [2]float64{0.9, 0.95}},
		"turned by a quarter":     {"/MediaBox[0 0 600 900]/Rotate 90", 316, 210, [2]float64{0.9, 0.1}, [2]float64{0.05, 0.9}},
		"cropped to its left":     {"/MediaBox[0 0 600 900]/CropBox[0 0 300 900]", 80, 240, [2]float64{0.1, 0.1}, [2]float64{-1, -1}},
		"a crop box beyond it":    {"/MediaBox[0 0 600 900]/CropBox[-100 -100 700 1000]", 160, 240, [2]float64{0.1, 0.1}, [2]float64{0.9, 0.95}},
		"as large as a billboard": {"/MediaBox[0 0 600 900]/UserUnit 20", 160, 240, [2]float64{0.1, 0.1}, [2]float64{0.9, 0.95}},
	} {
		made, err := firstPage(t, document(c.entries, redAtTheTopLeft))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		img := shown(t, made)
		if w, h := img.Bounds().
			Dx(),
			img.Bounds().
				Dy(); max(w, c.width)-min(w, c.width) > 1 ||
			max(h, c.height)-min(h, c.height) > 1 {
			t.Errorf("%s: %dx%d", what, w, h)
		}
		if !isAbout(img, c.red[0], c.red[1], 255, 0, 0) ||
			c.blue[0] >= 0 && !isAbout(img, c.blue[0], c.blue[1], 0, 0, 255) ||
			!isAbout(img, 0.5, 0.5, 255, 255, 255) {
			t.Errorf("%s: it shows something else", what)
		}
		if made.Preview != nil {
			t.Errorf("%s: it has a preview of %d bytes, though browsers show PDFs", what, len(made.Preview))
		}
	}
}

// protected returns a PDF with a password.
func protected(t *testing.T) []byte {
	t.Helper()
	locked := fpdf.New("P", "pt", "A4", "")
	locked.SetProtection(0, "secret", "owner")
	locked.AddPage()
	var b bytes.Buffer
	if err := locked.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAPDFThatCannotBeOpenedHasNoPicture(t *testing.T) {
	whole := document("/MediaBox[0 0 600 900]", redAtTheTopLeft)
	for what, content := range map[string][]byte{"with a password": protected(t), "cut": whole[:60], "text": []byte("hello"), "without pages": bytes.Replace(whole, []byte("3 0 R]/Count 1"), []byte("     ]/Count 0"), 1)} {
		if _, err := firstPage(t, content); !errors.Is(err, picture.ErrNone) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// deflated returns a compressed stream of n bytes: a text followed by spaces.
func deflated(t *testing.T, text string, n int) string {
	t.Helper()
	var b strings.Builder
	z := zlib.NewWriter(&b)
	_, err := io.WriteString(z, text)
	for left := n; left > 0 && err == nil; left -= 1 << 20 {
		_, err = z.Write(bytes.Repeat([]byte(" "), 1<<20))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A malicious document has a picture or none, but never takes more time or memory than the limits
// allow (check 18).
func TestHostilePDFsEndWithinTheLimits(t *testing.T) {
	page := "/MediaBox[0 0 600 900]"
	bomb := deflated(t, "1 0 0 rg ", 1<<30)
	picture1 := deflated(t, "", 64<<20)
	loop := strings.Repeat("q 1 0 0 RG 0 0 m 600 900 l S Q /A Do ", 200)
	for what, content := range map[string][]byte{
		"a gigabyte of content":        document(page, "", fmt.Sprintf("<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream", len(bomb), bomb)),
		"an image of 50,000 x 50,000":  document(page+"/Resources<</XObject<</A 5 0 R>>>>", "600 0 0 900 0 0 cm /A Do", fmt.Sprintf("<</Type/XObject/Subtype/Image/Width 50000/Height 50000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length %d>>stream\n%s\nendstream", len(picture1), picture1)),
		"a form that draws itself":     document(page+"/Resources<</XObject<</A 5 0 R>>>>", "/A Do", fmt.Sprintf("<</Type/XObject/Subtype/Form/BBox[0 0 600 900]/Resources<</XObject<</A 5 0 R>>>>/Length %d>>stream\n%s\nendstream", len(loop), loop)),
		"a page that is its own child": document("/MediaBox[0 0 600 900]/Kids[3 0 R]/Type/Pages/Count 100000000", redAtTheTopLeft),
		"a page without an end":        document("/MediaBox[0 0 1e30 1e30]", redAtTheTopLeft),
		"a million brackets":           document(page+"/X"+strings.Repeat("[", 1_000_000), redAtTheTopLeft),
		"a script":                     document(page+"/AA<</O<</S/JavaScript/JS(while(true){})>>>>", redAtTheTopLeft),
	} {
		if what == "a gigabyte of content" {
			content = bytes.Replace(content, []byte("/Contents 4 0 R"), []byte("/Contents 5 0 R"), 1)
		}
		_, err := firstPage(t, content)
		if err != nil && !errors.Is(err, picture.ErrNone) {
			t.Errorf("%s: %v", what, err)
		}
		t.Logf("%s: %.120v", what, err)
	}
}

// counted counts the bytes that are read from a file.
type counted struct {
	io.ReadSeeker
	read int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadSeeker.Read(p)
	c.read += n
	return n, err
}

func TestOfALargePDFOnlyThePartsOfItsFirstPageAreRead(t *testing.T) { // BY-048
	filling := strings.Repeat("0 0 0 rg ", 7<<20)
	large := document(
		"/MediaBox[0 0 600 900]", redAtTheTopLeft,
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(filling), filling),
	)
	file := &counted{ReadSeeker: bytes.NewReader(large)}
	made, err := pool(t).FirstPage(t.Context(), file, int64(len(large)), false)
	if err != nil {
		t.Fatal(err)
	}
	if !isAbout(shown(t, made), 0.1, 0.1, 255, 0, 0) {
		t.Error("it shows something else")
	}
	if file.read > 2<<20 {
		t.Errorf("%d of %d bytes were read", file.read, len(large))
	}
}

// unreadable returns an error after its first bytes.
type unreadable struct{ *bytes.Reader }

func (unreadable) Read([]byte) (int, error) { return 0, errGone }

func TestAFaultOfTheStoreIsNoFaultOfThePDF(t *testing.T) {
	content := document("/MediaBox[0 0 600 900]", redAtTheTopLeft)
	if _, err := pool(t).FirstPage(
		t.Context(), unreadable{bytes.NewReader(content)}, int64(len(content)), false,
	); !errors.Is(err, errGone) ||
		errors.Is(err, picture.ErrNone) {
		t.Errorf("a store that is gone: %v", err)
	}
}

func TestAProcessGetsNothingButBlocksOfItsFile(t *testing.T) {
	content := make([]byte, 256<<10)
	for _, what := range []string{"before", "beyond", "much", "negative", "often"} {
		if _, err := pool(t, "ask", what).FirstPage(t.Context(), bytes.NewReader(content),
			int64(len(content)), false); !errors.Is(err, picture.ErrNone) ||
			!strings.Contains(err.Error(), "it asks for what it may not have") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestTheRendererIsCompiledOnce(t *testing.T) {
	content := document("/MediaBox[0 0 600 900]", redAtTheTopLeft)
	var before string
	for range 2 {
		if _, err := firstPage(t, content); err != nil {
			t.Fatal(err)
		}
		var files []string
		err := filepath.Walk(cache, func(path string, info os.FileInfo, err error) error {
			if err == nil && !info.IsDir() && info.Name() != "lock" {
				files = append(files, fmt.Sprint(path, info.Size(), info.ModTime()))
			}
			return err
		})
		if err != nil || len(files) != 1 || before != "" && before != files[0] {
			t.Fatalf("%q, then %q, %v", before, files, err)
		}
		before = files[0]
	}
}

func TestWithoutAFolderForItTheRendererIsCompiledEachTime(t *testing.T) {
	p := process("picture")
	p.Cache = filepath.Join(os.DevNull, "folder")
	all := picture.NewPool(p)
	t.Cleanup(all.Close)
	content := document("/MediaBox[0 0 600 900]", redAtTheTopLeft)
	if _, err := all.FirstPage(t.Context(), bytes.NewReader(content), int64(len(content)), false); err != nil {
		t.Error(err)
	}
}
