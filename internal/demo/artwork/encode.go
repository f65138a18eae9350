package artwork

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"

	"github.com/hhrutter/tiff"
)

// Format is a file format.
type Format string

// Formats of a design. Browsers show the first three, show a TIFF only after conversion, and cannot
// show a PSD.
const (
	PNG  Format = "png"
	JPEG Format = "jpg"
	PDF  Format = "pdf"
	TIFF Format = "tif"
	PSD  Format = "psd"
)

// ContentType returns the media type of the format.
func (f Format) ContentType() string {
	switch f {
	case PNG:
		return "image/png"
	case JPEG:
		return "image/jpeg"
	case TIFF:
		return "image/tiff"
	case PSD:
		return "image/vnd.adobe.photoshop"
	default:
		return "application/pdf"
	}
}

func encode(img *image.RGBA, f Format) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch f {
	case PNG:
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	case JPEG:
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: 84})
	case TIFF:
		err = tiff.Encode(&b, img, &tiff.Options{Compression: tiff.Deflate, Predictor: true})
	default:
		writePSD(&b, img)
	}
	return b.Bytes(), err
}

// writePSD writes a flattened PSD with 8-bit RGB and run-length encoding (Adobe Photoshop File
// Formats Specification).
func writePSD(b *bytes.Buffer, img *image.RGBA) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(b, binary.BigEndian, v) // writing to a buffer cannot fail
		}
	}
	b.WriteString("8BPS")
	put(uint16(1), [6]byte{}, uint16(3), uint32(h), uint32(w), uint16(8), uint16(3))
	put(uint32(0)) // no colour table
	// One image resource, 1005: the resolution is 300 pixels per inch.
	put(uint32(28))
	b.WriteString("8BIM")
	put(
		uint16(1005), uint16(0), uint32(16), uint32(300<<16), uint16(1), uint16(1), uint32(300<<16), uint16(1),
		uint16(1),
	)
	put(uint32(0)) // no layers
	put(uint16(1)) // run-length encoding
	var rows bytes.Buffer
	plane := make([]byte, w)
	for channel := range 3 {
		for y := range h {
			for x := range w {
				plane[x] = img.Pix[img.PixOffset(x, y)+channel]
			}
			n := rows.Len()
			packBits(&rows, plane)
			put(uint16(rows.Len() - n))
		}
	}
	b.Write(rows.Bytes())
}

// packBits encodes a row with Apple's PackBits run-length encoding.
func packBits(b *bytes.Buffer, row []byte) {
	for i := 0; i < len(row); {
		n := 1
		for i+n < len(row) && n < 128 && row[i+n] == row[i] {
			n++
		}
		if n > 1 {
			b.WriteByte(byte(257 - n))
			b.WriteByte(row[i])
			i += n
			continue
		}
		for i+n < len(row) && n < 128 && (i+n+1 >= len(row) || row[i+n] != row[i+n+1]) {
			n++
		}
		b.WriteByte(byte(n - 1))
		b.Write(row[i : i+n])
		i += n
	}
}

func deflate(raw []byte) []byte {
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.DefaultCompression)
	if err != nil {
		return nil // the level is a valid constant
	}
	_, _ = z.Write(raw) // writing to a buffer cannot fail
	_ = z.Close()
	return b.Bytes()
}
