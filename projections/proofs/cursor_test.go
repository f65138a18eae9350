package proofs_test

import (
	"testing"

	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/proofs"
)

// A cursor that the API handed out is read as it was. Anything else is refused.
func TestCursorsAreReadAsTheyWereWritten(t *testing.T) {
	projectiontest.Cursors(t, proofs.ParseCursor, map[string]bool{
		"0b5a2f7c-8f0e-4d7e-9a53-6f1d3d0a4c11.12": true,
		"0b5a2f7c-8f0e-4d7e-9a53-6f1d3d0a4c11":    false,
		"0b5a2f7c.12":                             false,
		"":                                        false,
		".":                                       false,
	})
}

func FuzzParseCursor(f *testing.F) { projectiontest.FuzzCursors(f, proofs.ParseCursor) }
