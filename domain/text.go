package domain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Storable reports whether every store accepts the text: it is valid UTF-8 without the zero byte,
// which PostgreSQL rejects.
func Storable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// ErrIllegible refuses a name that people could not read, or not as it is.
var ErrIllegible = &Error{
	Code:    Invalid,
	Reason:  "name.illegible",
	Message: "A name shows at least one character, and has no line breaks or hidden characters. Type it again.",
}

// joiners are hidden characters that some scripts and emoji need.
const joiners = "\u200c\u200d"

// blanks are letters and symbols that show nothing.
const blanks = "\u115f\u1160\u2800\u3164\uffa0"

// Legible returns ErrIllegible unless a name shows at least one character, and has neither line breaks nor
// characters that are hidden or turn its direction.
func Legible(name string) error {
	shows := false
	for _, r := range name {
		switch {
		case strings.ContainsRune(joiners, r):
		case r == utf8.RuneError, !unicode.IsGraphic(r):
			return ErrIllegible
		case !unicode.In(r, unicode.Z, unicode.M) && !strings.ContainsRune(blanks, r):
			shows = true
		}
	}
	if !shows {
		return ErrIllegible
	}
	return nil
}

// ValidReason reports whether a reason has 1 to 255 characters, not counting surrounding spaces.
func ValidReason(s string) bool {
	n := utf8.RuneCountInString(strings.TrimSpace(s))
	return n >= 1 && n <= 255 && Storable(s)
}

// Shorten cuts a text to a number of characters and ends it with an ellipsis. New texts are
// bounded; texts already in a log may be longer.
func Shorten(s string, characters int) string {
	if utf8.RuneCountInString(s) <= characters {
		return s
	}
	return string([]rune(s)[:characters-1]) + "…"
}
