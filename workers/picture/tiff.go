package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"slices"

	"github.com/hhrutter/tiff"
)

// Tags of TIFFs, and the values of them that matter here.
const (
	tagSubfile     = 254
	tagWidth       = 256
	tagBits        = 258
	tagCompression = 259
	tagPhotometric = 262
	tagFillOrder   = 266
	tagOrientation = 274
	tagSamples     = 277
	tagPlanar      = 284
	tagPredictor   = 317
	tagTileWidth   = 322
	tagInkSet      = 332

	notAPage = 1 | 4 // of the subfile: a smaller copy, or a mask

	uncompressed, ccittRLE, ccittG3, ccittG4, lzw, jpegInside, deflate, packBits, deflateOld = 1, 2, 3, 4, 5, 7, 8, 32773, 32946

	whiteIsZero, blackIsZero, rgb, palette, separated = 0, 1, 2, 3, 5
)

// Bounds of what is read of a TIFF's directories.
const (
	maxDirectories = 10_000
	maxEntries     = 1000
	maxValues      = 32 // of an entry
)

var errTIFF = errors.New("its directory cannot be read")

// directory describes one picture of a TIFF: the whole-number values of its tags.
type directory struct {
	at   int64 // in the file
	tags map[uint16][]uint32
}

// one returns the first value of a tag, or what stands for a missing one.
func (d directory) one(tag uint16, missing uint32) uint32 {
	if values := d.tags[tag]; len(values) > 0 {
		return values[0]
	}
	return missing
}

// isTIFF reports whether the decoder of TIFFs is to be asked by name: another one of the program may be registered as well, which
// knows neither CMYK nor JPEG inside.
func isTIFF(content []byte) bool {
	return bytes.HasPrefix(content, []byte("II*\x00")) || bytes.HasPrefix(content, []byte("MM\x00*"))
}

// pagesOf lists the pages of a TIFF: its pictures but for masks and smaller copies of others.
func pagesOf(content []byte) (pages []directory, err error) {
	var order binary.ByteOrder = binary.LittleEndian
	if content[0] == 'M' {
		order = binary.BigEndian
	}
	seen := map[uint32]bool{}
	for next := at32(order, content, 4); next != 0 && !seen[next] && len(seen) < maxDirectories; {
		seen[next] = true
		var d directory
		if d, next, err = readDirectory(order, content, int64(next)); err != nil {
			return nil, err
		}
		if d.one(tagSubfile, 0)&notAPage == 0 {
			pages = append(pages, d)
		}
	}
	if len(pages) == 0 {
		return nil, errTIFF
	}
	return pages, nil
}

// at32 reads a number; 0 beyond the end.
func at32(order binary.ByteOrder, content []byte, at int64) uint32 {
	if at < 0 || at > int64(len(content))-4 {
		return 0
	}
	return order.Uint32(content[at:])
}

func readDirectory(order binary.ByteOrder, content []byte, at int64) (d directory, next uint32, err error) {
	if at > int64(len(content))-2 {
		return d, 0, errTIFF
	}
	count := int64(order.Uint16(content[at:]))
	end := at + 2 + 12*count
	if count > maxEntries || end > int64(len(content)) {
		return d, 0, errTIFF
	}
	d = directory{at, make(map[uint16][]uint32, count)}
	for ; at+2 < end; at += 12 {
		entry := content[at+2 : at+14]
		d.tags[order.Uint16(entry)] = values(order, content, entry)
	}
	return d, at32(order, content, end), nil
}

// values reads the first values of an entry, if they are whole numbers.
func values(order binary.ByteOrder, content, entry []byte) []uint32 {
	size := map[uint16]int64{1: 1, 3: 2, 4: 4}[order.Uint16(entry[2:])] // bytes, 16 and 32 bits
	count := int64(order.Uint32(entry[4:]))
	from := entry[8:]
	if size*count > 4 {
		offset := int64(order.Uint32(from))
		count = min(count, maxValues)
		if offset > int64(len(content))-size*count {
			return nil
		}
		from = content[offset:]
	}
	if size == 0 {
		return nil
	}
	all := make([]uint32, count)
	for i := range all {
		switch value := from[int64(i)*size:]; size {
		case 1:
			all[i] = uint32(value[0])
		case 2:
			all[i] = uint32(order.Uint16(value))
		case 4:
			all[i] = order.Uint32(value)
		}
	}
	return all
}

// check lets pass what the decoder is known to read as it is meant. Of many other kinds it makes a picture that is not the file's, and
// somebody would approve that: they have none.
func (d directory) check() error {
	bits, samples, compression := d.tags[tagBits], d.one(tagSamples, 1), d.one(tagCompression, 0)
	if len(bits) == 0 {
		bits = []uint32{1}
	}
	depth := bits[0]
	photometric, known := d.tags[tagPhotometric]
	if !known || len(photometric) != 1 || uint32(len(bits)) != samples ||
		slices.ContainsFunc(bits, func(b uint32) bool { return b != depth }) {
		return fmt.Errorf("%d samples of %v bits", samples, bits)
	}
	grey := photometric[0] == whiteIsZero || photometric[0] == blackIsZero
	switch kind := [2]uint32{samples, depth}; {
	case grey && samples == 1 && (depth == 1 || depth == 8 || depth == 16):
	case photometric[0] == palette && samples == 1 && depth == 8:
	case photometric[0] == rgb && (kind == [2]uint32{3, 8} || kind == [2]uint32{4, 8} || kind == [2]uint32{3, 16} || kind == [2]uint32{4, 16}):
	case photometric[0] == separated && kind == [2]uint32{4, 8} && d.one(tagInkSet, 1) == 1:
	default:
		return fmt.Errorf("%d samples of %d bits that stand for %d", samples, depth, photometric[0])
	}
	if samples > 1 && d.one(tagPlanar, 1) != 1 {
		return errors.New("its samples are kept in planes")
	}
	ccitt := compression == ccittRLE || compression == ccittG3 || compression == ccittG4
	switch compression {
	case uncompressed, lzw, deflate, deflateOld, packBits:
	case ccittRLE, ccittG3, ccittG4:
		if depth != 1 || photometric[0] != whiteIsZero { // the decoder shows an inverted fax as one that is not
			return errors.New("a fax that is not black on white")
		}
	case jpegInside: // of colours it is not certain what the JPEG's own stand for
		if !grey || depth != 8 {
			return errors.New("a JPEG of colours inside")
		}
	default:
		return fmt.Errorf("compression %d", compression)
	}
	if d.one(tagFillOrder, 1) != 1 && !ccitt {
		return errors.New("its bits are in reverse")
	}
	if predictor := d.one(tagPredictor, 1); predictor != 1 && (predictor != 2 || depth == 1) {
		return fmt.Errorf("predictor %d", predictor)
	}
	if tile := d.one(tagTileWidth, 0); tile != 0 {
		byRow := depth == 8 &&
			(photometric[0] == rgb || photometric[0] == separated) // of these the decoder passes over what fills a tile up
		if depth == 16 && photometric[0] == rgb || ccitt || !byRow && d.one(tagWidth, 0)%tile != 0 {
			return errors.New("tiles that the decoder misplaces")
		}
	}
	return nil
}

// turn is how the picture is to be turned.
func (d directory) turn() orient {
	if o := d.one(tagOrientation, 1); o >= 1 && o <= 8 {
		return orient(o)
	}
	return upright
}

func (d directory) head(content []byte) (image.Config, error) {
	return tiff.DecodeConfigAt(bytes.NewReader(content), d.at)
}

func (d directory) decode(content []byte) (image.Image, error) {
	return tiff.DecodeAt(bytes.NewReader(content), d.at)
}
