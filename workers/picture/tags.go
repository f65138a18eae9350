package picture

import (
	"bytes"

	"github.com/bep/imagemeta"
)

var metaFormats = map[string]imagemeta.ImageFormat{"jpeg": imagemeta.JPEG, "png": imagemeta.PNG}

// turnOf reads how a photograph is to be turned. Broken tags turn nothing.
func turnOf(content []byte, format string) (turn orient) {
	known, ok := metaFormats[format]
	if !ok {
		return upright
	}
	_, err := imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(content), ImageFormat: known, Sources: imagemeta.EXIF,
		ShouldHandleTag: func(i imagemeta.TagInfo) bool { return i.Namespace == "IFD0" && i.Tag == "Orientation" },
		HandleTag: func(i imagemeta.TagInfo) error {
			if v, ok := i.Value.(uint16); ok {
				turn = orient(v)
			}
			return nil
		},
	})
	if err != nil || turn > 8 {
		return upright
	}
	return turn
}
