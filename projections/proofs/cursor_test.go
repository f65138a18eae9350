package proofs

import "testing"

// A cursor that the API handed out is read as it was. Anything else is refused.
func TestCursorsAreReadAsTheyWereWritten(t *testing.T) {
	for text, good := range map[string]bool{
		"0b5a2f7c-8f0e-4d7e-9a53-6f1d3d0a4c11.12": true,
		"0b5a2f7c-8f0e-4d7e-9a53-6f1d3d0a4c11":    false,
		"0b5a2f7c.12":                             false,
		"":                                        false,
		".":                                       false,
	} {
		c, err := ParseCursor(text)
		if (err == nil) != good || good && c.String() != text {
			t.Errorf("%q is read as %q: %v", text, c, err)
		}
	}
}

func FuzzParseCursor(f *testing.F) {
	f.Add("x")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseCursor(s)
		if err != nil {
			return
		}
		again, err := ParseCursor(c.String())
		if err != nil || again.String() != c.String() {
			t.Errorf("%q is read as %q and then as %q: %v", s, c, again, err)
		}
	})
}
