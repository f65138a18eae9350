package topics_test

import (
	"testing"

	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/topics"
)

// A cursor that the API handed out is read as it was. Anything else is refused.
func TestCursorsAreReadAsTheyWereWritten(t *testing.T) {
	const topic = "1772442000000001_0b5a2f7c-8f0e-4d7e-9a53-6f1d3d0a4c11"
	projectiontest.Cursors(t, topics.ParseCursor, map[string]bool{
		topic:               true,
		topic + "." + topic: true,
		topic + ".":         false,
		"_" + topic:         false,
		"17724420":          false,
		"":                  false,
	})
}

func FuzzParseCursor(f *testing.F) { projectiontest.FuzzCursors(f, topics.ParseCursor) }
