package domain_test

import (
	"errors"
	"testing"

	"github.com/proofboard/proofboard/domain"
)

// A name that people cannot read, or that shows as another one, is refused.
func TestANameIsLegible(t *testing.T) {
	for _, name := range []string{"Jam", "Etikett für Zoë", "果酱", "مربى", "👩\u200d🎨 Studio", "می\u200cخواهم", "№ 7 – A/B", "é"} {
		if err := domain.Legible(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for what, name := range map[string]string{
		"nothing":              "",
		"a space":              " ",
		"a hidden space":       "\u200b",
		"a hidden joiner":      "\u200d",
		"a mark on nothing":    "\u0301",
		"a filler":             "\u3164",
		"a line break":         "Jam\nlabel",
		"a line separator":     "Jam\u2028label",
		"a tab":                "Jam\tlabel",
		"a turned direction":   "Jam\u202elebal",
		"an isolate":           "Jam\u2066label\u2069",
		"a hidden hyphen":      "Jam\u00adlabel",
		"a zero byte":          "Jam\x00",
		"no text":              "Jam\xff",
		"a tag":                "Jam\U000e0041",
		"a private character":  "Jam\ue000",
		"a byte order mark":    "\ufeffJam",
		"a word joiner inside": "Ja\u2060m",
	} {
		if err := domain.Legible(name); !errors.Is(err, domain.ErrIllegible) {
			t.Errorf("%s is accepted", what)
		}
	}
}
