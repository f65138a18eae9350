package picture

import (
	"bytes"

	"github.com/bep/imagemeta"
)

var metaFormats = map[string]imagemeta.ImageFormat{"jpeg": imagemeta.JPEG, "png": imagemeta.PNG}

// turnOf returns the orientation stored in a photograph. It returns upright if the tags are
// invalid.
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
