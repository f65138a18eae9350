package picture

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orient is how a camera was held: the values of EXIF's tag.
type orient uint16

const upright orient = 1

const tag = 0x0112

// swaps says whether width and height change places.
func (o orient) swaps() bool { return o >= 5 }

// turned stands an image upright.
func turned(src *image.RGBA, o orient) *image.RGBA {
	if o <= upright {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if o.swaps() {
		size = image.Rect(0, 0, h, w)
	}
	dst := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			var sx, sy int
			switch o {
			case 2:
				sx, sy = w-1-x, y
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sx, sy = x, h-1-y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, h-1-x
			case 7:
				sx, sy = w-1-y, h-1-x
			default: // 8
				sx, sy = w-1-y, x
			}
			from := sy*src.Stride + 4*sx
			copy(dst.Pix[y*dst.Stride+4*x:][:4], src.Pix[from:from+4])
		}
	}
	return dst
}

// orientation reads how an image is to be turned; upright where nothing valid says so.
func orientation(content []byte, format string) orient {
	switch format {
	case "tiff":
		return inTIFF(content)
	case "jpeg":
		return inTIFF(exifOfJPEG(content))
	case "png":
		return inTIFF(exifOfPNG(content))
	}
	return upright
}

// exifOfJPEG is the TIFF structure of the first APP1 segment that holds EXIF, before the picture begins.
func exifOfJPEG(b []byte) []byte {
	const app1, startOfScan = 0xE1, 0xDA
	for i := 2; i+4 <= len(b) && b[i] == 0xFF; {
		marker, size := b[i+1], int(binary.BigEndian.Uint16(b[i+2:]))
		if marker == 0xFF { // filling
			i++
			continue
		}
		if marker == startOfScan || size < 2 || i+2+size > len(b) {
			return nil
		}
		segment := b[i+4 : i+2+size]
		if exif, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok && marker == app1 {
			return exif
		}
		i += 2 + size
	}
	return nil
}

// exifOfPNG is the content of the eXIf chunk.
func exifOfPNG(b []byte) []byte {
	const signature, around = 8, 12 // a chunk's length, name and checksum
	for i := signature; i+around <= len(b); {
		size := int(binary.BigEndian.Uint32(b[i:]))
		if size > len(b)-i-around {
			return nil
		}
		if string(b[i+4:i+8]) == "eXIf" {
			return b[i+8 : i+8+size]
		}
		i += around + size
	}
	return nil
}

// inTIFF looks the tag up in the first directory.
func inTIFF(b []byte) orient {
	if len(b) < 8 {
		return upright
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch string(b[:4]) {
	case "II*\x00":
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return upright
	}
	at := int(order.Uint32(b[4:]))
	if at < 8 || at+2 > len(b) {
		return upright
	}
	const entry, short = 12, 3
	for n := range int(order.Uint16(b[at:])) {
		i := at + 2 + n*entry
		if i+entry > len(b) {
			break
		}
		if order.Uint16(b[i:]) != tag {
			continue
		}
		if o := orient(order.Uint16(b[i+8:])); order.Uint16(b[i+2:]) == short && o >= upright && o <= 8 {
			return o
		}
		break
	}
	return upright
}
