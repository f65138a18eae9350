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

// TIFF tags and the tag values that this package uses.
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

	notAPage = 1 | 4 // flags of the subfile type: a smaller copy, or a mask

	uncompressed, ccittRLE, ccittG3, ccittG4, lzw, jpegInside, deflate, packBits, deflateOld = 1, 2, 3, 4, 5, 7, 8, 32773, 32946

	whiteIsZero, blackIsZero, rgb, palette, separated = 0, 1, 2, 3, 5
)

// Limits for reading a TIFF's directories.
const (
	maxDirectories = 10_000
	maxEntries     = 1000
	maxValues      = 32 // values of an entry that are read
)

var errTIFF = errors.New("its directory cannot be read")

// directory describes one picture of a TIFF. It holds the integer values of its tags.
type directory struct {
	at   int64 // offset in the file
	tags map[uint16][]uint32
}

// one returns the first value of a tag, or missing if the tag is absent.
func (d directory) one(tag uint16, missing uint32) uint32 {
	if values := d.tags[tag]; len(values) > 0 {
		return values[0]
	}
	return missing
}

// isTIFF reports whether content is a TIFF. TIFFs are not decoded through image.Decode, because the
// program may have registered another decoder that supports neither CMYK nor JPEG compression.
func isTIFF(content []byte) bool {
	return bytes.HasPrefix(content, []byte("II*\x00")) || bytes.HasPrefix(content, []byte("MM\x00*"))
}

// pagesOf returns the pages of a TIFF: all its pictures except masks and smaller copies.
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

// at32 returns the 32-bit number at an offset, or 0 beyond the end.
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

// values returns the first values of an entry, or nil if they are not integers.
func values(order binary.ByteOrder, content, entry []byte) []uint32 {
	size := map[uint16]int64{1: 1, 3: 2, 4: 4}[order.Uint16(entry[2:])] // sizes of 8, 16 and 32 bit integers
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

// check returns an error unless the decoder is known to decode this kind of TIFF correctly. The
// decoder produces a wrong picture for many other kinds. Somebody could approve a wrong picture, so
// those kinds get none.
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
		if depth != 1 || photometric[0] != whiteIsZero { // the decoder ignores the inversion of an inverted fax
			return errors.New("a fax that is not black on white")
		}
	case jpegInside: // the colour space of a colour JPEG inside a TIFF is uncertain
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
			(photometric[0] == rgb || photometric[0] == separated) // the decoder skips the padding of their tiles
		if depth == 16 && photometric[0] == rgb || ccitt || !byRow && d.one(tagWidth, 0)%tile != 0 {
			return errors.New("tiles that the decoder misplaces")
		}
	}
	return nil
}

// turn returns the orientation of the picture.
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
