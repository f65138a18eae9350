package projectiontest

import (
	"fmt"
	"testing"
)

// Cursors fails unless parse reads each good text as a cursor with this text, and refuses the others.
func Cursors[C fmt.Stringer](t *testing.T, parse func(string) (C, error), good map[string]bool) {
	t.Helper()
	for text, good := range good {
		if c, err := parse(text); (err == nil) != good || good && c.String() != text {
			t.Errorf("%q is read as %q: %v", text, c, err)
		}
	}
}

// FuzzCursors fails for a text that parse reads as a cursor whose own text is another one.
func FuzzCursors[C fmt.Stringer](f *testing.F, parse func(string) (C, error)) {
	f.Add("x")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := parse(s)
		if err != nil {
			return
		}
		again, err := parse(c.String())
		if err != nil || again.String() != c.String() {
			t.Errorf("%q is read as %q and then as %q: %v", s, c, again, err)
		}
	})
}
