package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"maps"
	"slices"
	"testing"

	"github.com/hhrutter/tiff"
)

// Tags that only the tests write.
const (
	tagLength, tagOffsets, tagRows, tagCounts           = 257, 273, 278, 279
	tagTileLength, tagTileOffsets, tagTileCounts, extra = 323, 324, 325, 338
)

// asTIFF returns a TIFF with one strip, or one tile if more has a tile size. It adds the tags in
// more to the tags that the pixels require.
func asTIFF(w, h int, samples, bits uint16, pixels []byte, more map[uint16]uint16) []byte {
	le := binary.LittleEndian
	shorts := map[uint16]uint16{
		tagWidth:       uint16(w),
		tagLength:      uint16(h),
		tagCompression: uncompressed,
		tagSamples:     samples,
		tagRows:        uint16(h),
	}
	maps.Copy(shorts, more)
	offsets, counts := uint16(tagOffsets), uint16(tagCounts)
	if _, tiled := more[tagTileWidth]; tiled {
		offsets, counts = tagTileOffsets, tagTileCounts
		delete(shorts, tagRows)
	}
	b := append([]byte("II*\x00"), make([]byte, 4)...)
	b = append(b, pixels...)
	bitsAt := len(b)
	for range samples {
		b = le.AppendUint16(b, bits)
	}
	le.PutUint32(b[4:], uint32(len(b)))
	all := append(slices.Collect(maps.Keys(shorts)), tagBits, offsets, counts)
	slices.Sort(all)
	b = le.AppendUint16(b, uint16(len(all)))
	for _, tag := range all {
		kind, count, value := uint16(3), uint32(1), uint32(shorts[tag])
		switch tag {
		case tagBits:
			if count, value = uint32(samples), uint32(bitsAt); samples == 1 {
				value = uint32(bits)
			} else if samples == 2 {
				value = uint32(bits)<<16 | uint32(bits)
			}
		case offsets:
			kind, value = 4, 8
		case counts:
			kind, value = 4, uint32(len(pixels))
		}
		b = le.AppendUint32(le.AppendUint32(le.AppendUint16(le.AppendUint16(b, tag), kind), count), value)
	}
	return le.AppendUint32(b, 0)
}

// withDirectories appends copies of a TIFF's directory with these subfile types.
func withDirectories(content []byte, subfiles ...uint32) []byte {
	le := binary.LittleEndian
	first := content[le.Uint32(content[4:]) : len(content)-4]
	b := slices.Clone(content)
	for _, subfile := range subfiles {
		le.PutUint32(b[len(b)-4:], uint32(len(b)))
		b = le.AppendUint16(b, le.Uint16(first)+1)
		b = le.AppendUint32(le.AppendUint32(le.AppendUint16(le.AppendUint16(b, tagSubfile), 4), 1), subfile)
		b = le.AppendUint32(append(b, first[2:]...), 0)
	}
	return b
}

// fourths returns w x h pixels with one value in each quarter.
func fourths(w, h int, values [4][]byte) (pixels []byte) {
	for y := range h {
		for x := range w {
			pixels = append(pixels, values[2*(2*y/h)+2*x/w]...)
		}
	}
	return pixels
}

var (
	inks = [4][]byte{
		{0, 255, 255, 0},
		{255, 0, 255, 0},
		{255, 255, 0, 0},
		{0, 0, 255, 0},
	} // the colours of the quarters
	lights = [4][]byte{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}}
)

func showsQuarters(t *testing.T, what string, picture []byte, want [4]int) {
	t.Helper()
	for i, c := range corners(opened(t, picture)) {
		if !near(c, colours[want[i]]) {
			t.Errorf("%s: quarter %d is %v", what, i, c)
		}
	}
}

func TestATIFFInPrintersColoursHasAPreview(t *testing.T) { // BD-151 SH-288
	plain := asTIFF(60, 40, 4, 8, fourths(60, 40, inks), map[uint16]uint16{tagPhotometric: separated})
	ink := &image.CMYK{Pix: fourths(60, 40, inks), Stride: 240, Rect: image.Rect(0, 0, 60, 40)}
	files := map[string][]byte{"as it is": plain}
	for what, how := range map[string]tiff.CompressionType{"LZW": tiff.LZW, "deflate": tiff.Deflate} {
		var b bytes.Buffer
		if err := tiff.Encode(&b, ink, &tiff.Options{Compression: how, Predictor: true}); err != nil {
			t.Fatal(err)
		}
		files[what] = b.Bytes()
	}
	for what, content := range files {
		made, err := Make(content)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if made.PreviewWidth != 60 || made.PreviewHeight != 40 || made.PreviewType != "image/jpeg" {
			t.Errorf("%s: a %s of %dx%d", what, made.PreviewType, made.PreviewWidth, made.PreviewHeight)
		}
		showsQuarters(t, what, made.Preview, [4]int{0, 1, 2, 3})
		showsQuarters(t, what, made.Thumbnail, [4]int{0, 1, 2, 3})
	}
}

func TestAGreyTIFFWithJPEGInsideHasAPreview(t *testing.T) { // BD-151
	grey := image.NewGray(image.Rect(0, 0, 64, 32))
	draw.Draw(grey, grey.Rect, quarters(64, 32), image.Point{}, draw.Src)
	var inside bytes.Buffer
	if err := jpeg.Encode(&inside, grey, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	made, err := Make(
		asTIFF(
			64, 32, 1, 8, inside.Bytes(), map[uint16]uint16{tagPhotometric: blackIsZero, tagCompression: jpegInside},
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range corners(opened(t, made.Preview)) {
		if want := color.GrayModel.Convert(colours[i]); !near(c, want) {
			t.Errorf("quarter %d is %v instead of %v", i, c, want)
		}
	}
}

func TestATIFFStandsUpright(t *testing.T) { // SH-289
	turns := map[uint16][4]int{
		1: {0, 1, 2, 3},
		2: {1, 0, 3, 2},
		3: {3, 2, 1, 0},
		4: {2, 3, 0, 1},
		5: {0, 2, 1, 3},
		6: {2, 0, 3, 1},
		7: {3, 1, 2, 0},
		8: {1, 3, 0, 2},
	}
	for o, want := range turns {
		made, err := Make(
			asTIFF(60, 40, 3, 8, fourths(60, 40, lights), map[uint16]uint16{tagPhotometric: rgb, tagOrientation: o}),
		)
		if err != nil {
			t.Fatal(err)
		}
		if standing := made.PreviewHeight > made.PreviewWidth; standing != (o >= 5) {
			t.Errorf("orientation %d: %dx%d", o, made.PreviewWidth, made.PreviewHeight)
		}
		showsQuarters(t, "preview", made.Preview, want)
		showsQuarters(t, "thumbnail", made.Thumbnail, want)
	}
}

// A picture that differs from the file is worse than none, because somebody could approve it.
func TestATIFFThatTheDecoderMayShowOtherwiseHasNoPicture(t *testing.T) { // BD-151
	wide := func(samples, bits int) []byte { return make([]byte, 64*40*samples*bits/8) }
	var colourJPEG bytes.Buffer
	if err := jpeg.Encode(&colourJPEG, quarters(64, 40), nil); err != nil {
		t.Fatal(err)
	}
	type tags = map[uint16]uint16
	for what, content := range map[string][]byte{
		"CMYK with a spot colour":           asTIFF(64, 40, 5, 8, wide(5, 8), tags{tagPhotometric: separated}),
		"three inks":                        asTIFF(64, 40, 3, 8, wide(3, 8), tags{tagPhotometric: separated}),
		"four inks that are not CMYK":       asTIFF(64, 40, 4, 8, wide(4, 8), tags{tagPhotometric: separated, tagInkSet: 2}),
		"CMYK in planes":                    asTIFF(64, 40, 4, 8, wide(4, 8), tags{tagPhotometric: separated, tagPlanar: 2}),
		"CMYK of 16 bits":                   asTIFF(64, 40, 4, 16, wide(4, 16), tags{tagPhotometric: separated}),
		"grey with alpha":                   asTIFF(64, 40, 2, 8, wide(2, 8), tags{tagPhotometric: blackIsZero, extra: 2}),
		"Lab":                               asTIFF(64, 40, 3, 8, wide(3, 8), tags{tagPhotometric: 8}),
		"16 bits in tiles":                  asTIFF(60, 40, 3, 16, wide(3, 16), tags{tagPhotometric: rgb, tagTileWidth: 64, tagTileLength: 40}),
		"grey tiles that are filled up":     asTIFF(60, 40, 1, 8, wide(1, 8), tags{tagPhotometric: blackIsZero, tagTileWidth: 64, tagTileLength: 40}),
		"tiles in planes":                   asTIFF(64, 40, 3, 8, wide(3, 8), tags{tagPhotometric: rgb, tagPlanar: 2, tagTileWidth: 64, tagTileLength: 40}),
		"planes":                            asTIFF(64, 40, 3, 8, wide(3, 8), tags{tagPhotometric: rgb, tagPlanar: 2}),
		"a JPEG that may be RGB":            asTIFF(64, 40, 3, 8, colourJPEG.Bytes(), tags{tagPhotometric: rgb, tagCompression: jpegInside}),
		"bits in reverse":                   asTIFF(64, 40, 1, 1, wide(1, 1), tags{tagPhotometric: blackIsZero, tagFillOrder: 2}),
		"a fax that is white on black":      asTIFF(64, 40, 1, 1, []byte{0, 16, 1, 0, 16, 1}, tags{tagPhotometric: blackIsZero, tagCompression: ccittG4}),
		"a predictor of floating point":     asTIFF(64, 40, 3, 8, wide(3, 8), tags{tagPhotometric: rgb, tagPredictor: 3}),
		"what does not say what it means":   asTIFF(64, 40, 1, 8, wide(1, 8), nil),
		"samples of which some are missing": asTIFF(64, 40, 3, 8, wide(3, 8), tags{tagPhotometric: rgb, tagSamples: 4}),
	} {
		if made, err := Make(content); !errors.Is(err, ErrNone) {
			t.Errorf("%s: a preview of %d bytes, %v", what, len(made.Preview), err)
		}
	}
	for what, content := range map[string][]byte{
		"grey":            asTIFF(64, 40, 1, 8, wide(1, 8), tags{tagPhotometric: blackIsZero}),
		"grey tiles":      asTIFF(64, 40, 1, 8, wide(1, 8), tags{tagPhotometric: blackIsZero, tagTileWidth: 64, tagTileLength: 40}),
		"colour tiles":    asTIFF(60, 40, 3, 8, wide(3, 8), tags{tagPhotometric: rgb, tagTileWidth: 64, tagTileLength: 40}),
		"black and white": asTIFF(64, 40, 1, 1, wide(1, 1), tags{tagPhotometric: whiteIsZero}),
	} {
		if _, err := Make(content); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestThePagesOfATIFFAreCountedWithoutMasksAndSmallerCopies(t *testing.T) { // BD-151
	one := asTIFF(60, 40, 3, 8, fourths(60, 40, lights), map[uint16]uint16{tagPhotometric: rgb})
	loop := withDirectories(one, 0)
	binary.LittleEndian.PutUint32(loop[len(loop)-4:], binary.LittleEndian.Uint32(loop[4:]))
	for what, c := range map[string]struct {
		content []byte
		pages   int
	}{
		"one": {one, 1}, "three": {withDirectories(one, 2, 2), 3}, "a smaller copy and a mask": {withDirectories(one, 1, 4, 0), 2}, "a circle": {loop, 2},
	} {
		made, err := Make(c.content)
		if err != nil || made.PreviewPages != c.pages {
			t.Errorf("%s: %d pages, %v", what, made.PreviewPages, err)
			continue
		}
		showsQuarters(t, what, made.Preview, [4]int{0, 1, 2, 3})
	}
	for what, content := range map[string][]byte{"no directory": one[:8], "half a directory": one[:len(one)-20], "a directory beyond the end": append([]byte("II*\x00"), 0xFF, 0xFF, 0xFF, 0xFF)} {
		if _, err := Make(content); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// flatJPEG returns a JPEG in which each component has a single value, so that its blocks contain
// only their mean. It does not convert the components.
func flatJPEG(size int, progressive bool, components []byte, adobe bool) []byte {
	b := []byte{0xFF, 0xD8}
	segment := func(marker byte, data ...byte) {
		b = append(binary.BigEndian.AppendUint16(append(b, 0xFF, marker), uint16(len(data)+2)), data...)
	}
	if adobe {
		segment(0xEE, append([]byte("Adobe"), 0, 100, 0, 0, 0, 0, 0)...)
	}
	segment(0xDB, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	n := byte(len(components))
	frame, scan := []byte{8, byte(size >> 8), byte(size), byte(size >> 8), byte(size), n}, []byte{n}
	for i := range n {
		frame, scan = append(frame, i+1, 0x11, 0), append(scan, i+1, 0)
	}
	sof, end := byte(0xC0), byte(63)
	if progressive {
		sof, end = 0xC2, 0
	}
	segment(sof, frame...)
	dc := []byte{
		0x00,
		0,
		0,
		0,
		12,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
	} // twelve codes of four bits: the number of each category
	for category := range byte(12) {
		dc = append(dc, category)
	}
	segment(0xC4, dc...)
	segment(0xC4, append([]byte{0x10, 1}, make([]byte, 16)...)...) // one code of one bit: end of block
	segment(0xDA, append(scan, 0, end, 0)...)
	var bits, held int
	put := func(v, count int) {
		for i := count - 1; i >= 0; i-- {
			if bits, held = bits<<1|v>>i&1, held+1; held == 8 {
				if b = append(b, byte(bits)); byte(bits) == 0xFF {
					b = append(b, 0)
				}
				bits, held = 0, 0
			}
		}
	}
	for block := range (size / 8) * (size / 8) {
		for _, c := range components {
			mean := 8 * (int(c) - 128)
			if block > 0 {
				mean = 0 // the same as the previous block
			}
			category, v := 0, max(mean, -mean)
			for v>>category > 0 {
				category++
			}
			if mean < 0 {
				mean += 1<<category - 1
			}
			put(category, 4)
			put(mean, category)
			if !progressive {
				put(0, 1)
			}
		}
	}
	put(0x7F, 7)
	return append(b, 0xFF, 0xD9)
}

func TestJPEGsOfEveryWayHaveThumbnails(t *testing.T) { // SH-288
	orange := color.RGBA{255, 128, 0, 255}
	for what, c := range map[string]struct {
		content []byte
		want    color.Color
	}{
		"grey":                    {flatJPEG(64, false, []byte{90}, false), color.Gray{90}},
		"colours":                 {flatJPEG(64, false, []byte{128, 128, 128}, false), color.Gray{128}},
		"colours, progressive":    {flatJPEG(64, true, []byte{128, 128, 128}, false), color.Gray{128}},
		"RGB":                     {flatJPEG(64, false, []byte{255, 128, 0}, true), orange},
		"Adobe's CMYK":            {flatJPEG(64, false, []byte{255, 128, 0, 255}, true), orange}, // stored inverted
		"Adobe's, progressive":    {flatJPEG(64, true, []byte{255, 128, 0, 255}, true), orange},
		"Adobe's, half the black": {flatJPEG(64, false, []byte{255, 255, 255, 128}, true), color.Gray{128}},
	} {
		made, err := Make(c.content)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if got := opened(t, made.Thumbnail).At(30, 30); !near(got, c.want) || made.Preview != nil {
			t.Errorf("%s is %v, a preview of %d bytes", what, got, len(made.Preview))
		}
	}
}

func TestAnAnimationIsShownByItsFirstPictureWhereItStands(t *testing.T) { // SH-288
	palette := color.Palette{color.Transparent, colours[0], colours[2]}
	first, second := image.NewPaletted(image.Rect(50, 25, 100, 50), palette),
		image.NewPaletted(image.Rect(0, 0, 100, 50), palette)
	draw.Draw(first, first.Rect, image.NewUniform(colours[0]), image.Point{}, draw.Src)
	draw.Draw(second, second.Rect, image.NewUniform(colours[2]), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &gif.GIF{
		Image:  []*image.Paletted{first, second},
		Delay:  []int{1, 1},
		Config: image.Config{ColorModel: palette, Width: 100, Height: 50},
	}); err != nil {
		t.Fatal(err)
	}
	made, err := Make(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	img := opened(t, made.Thumbnail)
	if img.Bounds() != image.Rect(0, 0, 100, 50) {
		t.Fatal(img.Bounds())
	}
	for i, c := range corners(img) {
		if want := map[bool]color.Color{true: colours[0], false: color.White}[i == 3]; !near(c, want) {
			t.Errorf("quarter %d is %v", i, c)
		}
	}
}

func TestDeepAndTransparentPNGsHaveThumbnails(t *testing.T) { // SH-288
	deep := image.NewRGBA64(image.Rect(0, 0, 60, 40))
	draw.Draw(deep, deep.Rect, quarters(60, 40), image.Point{}, draw.Src)
	clear64 := image.NewNRGBA64(deep.Rect)
	draw.Draw(clear64, clear64.Rect, quarters(60, 40), image.Point{}, draw.Src)
	clear64.SetNRGBA64(0, 0, color.NRGBA64{})
	few := image.NewPaletted(deep.Rect, color.Palette{colours[0], colours[1], colours[2], colours[3]})
	draw.Draw(few, few.Rect, quarters(60, 40), image.Point{}, draw.Src)
	for what, img := range map[string]image.Image{"16 bits": deep, "16 bits with alpha": clear64, "2 bits": few} {
		made, err := Make(encoded(t, "png", img))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		showsQuarters(t, what, made.Thumbnail, [4]int{0, 1, 2, 3})
	}
}

// asBMP returns a BMP with a header of 40 bytes, a palette, and rows from bottom to top.
func asBMP(w, h int, bits, compression uint16, palette, rows []byte) []byte {
	le := binary.LittleEndian
	at := 54 + len(palette)
	b := le.AppendUint32(le.AppendUint32(le.AppendUint32([]byte("BM"), uint32(at+len(rows))), 0), uint32(at))
	b = le.AppendUint32(le.AppendUint32(le.AppendUint32(b, 40), uint32(w)), uint32(h))
	b = le.AppendUint32(le.AppendUint16(le.AppendUint16(b, 1), bits), uint32(compression))
	for _, v := range []int{len(rows), 2835, 2835, len(palette) / 4, 0} {
		b = le.AppendUint32(b, uint32(v))
	}
	return append(append(b, palette...), rows...)
}

func TestBMPsOfEveryDepth(t *testing.T) { // SH-288
	red, blue := []byte{0, 0, 255, 0}, []byte{255, 0, 0, 0}
	two := append(append([]byte{}, red...), blue...)
	full := bytes.Repeat([]byte{0, 0, 255}, 8)
	for what, c := range map[string]struct {
		content []byte
		none    bool // the browser shows the file; only the thumbnail is missing
	}{
		"1 bit":             {asBMP(8, 8, 1, 0, two, make([]byte, 4*8)), false},
		"4 bits":            {asBMP(8, 8, 4, 0, two, make([]byte, 4*8)), false},
		"8 bits":            {asBMP(8, 8, 8, 0, two, make([]byte, 8*8)), false},
		"24 bits":           {asBMP(8, 8, 24, 0, nil, bytes.Repeat(full, 8)), false},
		"24 bits, top down": {asBMP(8, -8, 24, 0, nil, bytes.Repeat(full, 8)), false},
		"32 bits":           {asBMP(8, 8, 32, 0, nil, bytes.Repeat(red, 64)), false},
		"16 bits":           {asBMP(8, 8, 16, 0, nil, bytes.Repeat([]byte{0, 0x7C}, 64)), true},
		"packed":            {asBMP(8, 8, 8, 1, two, append(bytes.Repeat([]byte{8, 0, 0, 0}, 8), 0, 1)), true},
	} {
		made, err := Make(c.content)
		if c.none {
			if !errors.Is(err, ErrNone) {
				t.Errorf("%s: %v; tell docs/operations.md", what, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else if got := opened(t, made.Thumbnail).At(4, 4); !near(got, colours[0]) {
			t.Errorf("%s is %v", what, got)
		}
	}
}
