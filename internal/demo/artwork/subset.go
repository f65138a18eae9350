package artwork

import (
	"encoding/binary"
	"errors"
	"slices"
)

// subset returns a TrueType font that has only the outlines of the used glyphs. It omits the tables
// that a PDF does not need.
func subset(ttf []byte, used map[uint16]bool) ([]byte, error) {
	tables := map[string][]byte{}
	if len(ttf) < 12 {
		return nil, errFont
	}
	for i := range int(binary.BigEndian.Uint16(ttf[4:])) {
		row := ttf[12+16*i:]
		off, n := binary.BigEndian.Uint32(row[8:]), binary.BigEndian.Uint32(row[12:])
		if int(off)+int(n) > len(ttf) {
			return nil, errFont
		}
		tables[string(row[:4])] = ttf[off : off+n]
	}
	head, loca, glyf := tables["head"], tables["loca"], tables["glyf"]
	if len(head) < 54 || len(loca) == 0 || len(glyf) == 0 {
		return nil, errFont
	}
	long := binary.BigEndian.Uint16(head[50:]) == 1
	at := func(g int) int {
		if long {
			return int(binary.BigEndian.Uint32(loca[4*g:]))
		}
		return 2 * int(binary.BigEndian.Uint16(loca[2*g:]))
	}
	count := int(binary.BigEndian.Uint16(tables["maxp"][4:]))
	keep := map[uint16]bool{0: true}
	var add func(g uint16)
	add = func(g uint16) {
		if int(g) >= count {
			return
		}
		keep[g] = true
		for _, part := range components(glyf[at(int(g)):at(int(g)+1)]) {
			if !keep[part] {
				add(part)
			}
		}
	}
	for g := range used {
		add(g)
	}
	var outlines []byte
	places := binary.BigEndian.AppendUint32(nil, 0)
	for g := range count {
		if keep[uint16(g)] {
			outlines = append(outlines, glyf[at(g):at(g+1)]...)
			for len(outlines)%4 != 0 {
				outlines = append(outlines, 0)
			}
		}
		places = binary.BigEndian.AppendUint32(places, uint32(len(outlines)))
	}
	wide := slices.Clone(head)
	binary.BigEndian.PutUint16(wide[50:], 1)
	binary.BigEndian.PutUint32(wide[8:], 0)      // the checksum of the whole file, which viewers do not check
	if post := tables["post"]; len(post) >= 32 { // version 3 has no glyph names
		tables["post"] = append([]byte{0, 3, 0, 0}, post[4:32]...)
	}
	tables["head"], tables["loca"], tables["glyf"] = wide, places, outlines
	return assemble(tables), nil
}

var errFont = errors.New("artwork: not a TrueType font")

// components returns the glyphs that a composite glyph consists of.
func components(g []byte) []uint16 {
	if len(g) < 10 || int16(binary.BigEndian.Uint16(g)) >= 0 {
		return nil
	}
	var parts []uint16
	for i := 10; i+4 <= len(g); {
		flags := binary.BigEndian.Uint16(g[i:])
		parts = append(parts, binary.BigEndian.Uint16(g[i+2:]))
		if flags&0x20 == 0 { // this was the last component
			break
		}
		i += 6
		if flags&0x01 != 0 { // the offsets are 16-bit
			i += 2
		}
		switch {
		case flags&0x08 != 0:
			i += 2
		case flags&0x40 != 0:
			i += 4
		case flags&0x80 != 0:
			i += 8
		}
	}
	return parts
}

// assemble returns a font file with the tables that a viewer needs, in alphabetical order.
func assemble(tables map[string][]byte) []byte {
	names := []string{"cmap", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "post", "prep"}
	names = slices.DeleteFunc(names, func(n string) bool { return tables[n] == nil })
	n := len(names)
	power := 1
	log := 0
	for power*2 <= n {
		power, log = power*2, log+1
	}
	out := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, v := range []int{n, power * 16, log, n*16 - power*16} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	off := 12 + 16*n
	var body []byte
	for _, name := range names {
		t := tables[name]
		padded := append(slices.Clone(t), make([]byte, (4-len(t)%4)%4)...)
		var sum uint32
		for i := 0; i < len(padded); i += 4 {
			sum += binary.BigEndian.Uint32(padded[i:])
		}
		out = append(out, name...)
		out = binary.BigEndian.AppendUint32(out, sum)
		out = binary.BigEndian.AppendUint32(out, uint32(off+len(body)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(t)))
		body = append(body, padded...)
	}
	return append(out, body...)
}
