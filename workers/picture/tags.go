package picture

import (
	"bytes"

	"github.com/bep/imagemeta"
)

// tags are what a file says of its pixels beside the head that decoders read; the zero value is nothing.
type tags struct {
	turn        orient
	samples     uint16 // of a pixel
	photometric uint16 // what a TIFF's samples stand for
	planar      uint16 // how a TIFF keeps them
}

var metaFormats = map[string]imagemeta.ImageFormat{"jpeg": imagemeta.JPEG, "png": imagemeta.PNG, "tiff": imagemeta.TIFF}

// tagsOf reads them from the first directory. Broken ones turn nothing.
func tagsOf(content []byte, format string) (t tags) {
	known, ok := metaFormats[format]
	if !ok {
		return t
	}
	wanted := map[string]*uint16{"Orientation": (*uint16)(&t.turn), "SamplesPerPixel": &t.samples, "PhotometricInterpretation": &t.photometric, "PlanarConfiguration": &t.planar}
	_, err := imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(content), ImageFormat: known, Sources: imagemeta.EXIF,
		ShouldHandleTag: func(i imagemeta.TagInfo) bool { return i.Namespace == "IFD0" && wanted[i.Tag] != nil },
		HandleTag: func(i imagemeta.TagInfo) error {
			if v, ok := i.Value.(uint16); ok {
				*wanted[i.Tag] = v
			}
			return nil
		},
	})
	if err != nil || t.turn > 8 {
		t.turn = upright
	}
	return t
}

// What a TIFF's samples stand for.
const (
	rgb       = 2
	separated = 5 // CMYK
)

// readable says whether the decoder reads the samples as they are meant: it takes one of a grey pixel and four of a CMYK one
// whatever there are, and would show a picture that is not the file's.
func (t tags) readable() bool {
	switch {
	case t.samples <= 1 || t.photometric == rgb: // of these the decoder looks itself
		return true
	case t.planar > 1:
		return false
	}
	return t.photometric == separated && t.samples == 4
}
