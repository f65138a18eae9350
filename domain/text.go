package domain

import (
	"strings"
	"unicode/utf8"
)

// Storable reports whether every store accepts the text: it is valid UTF-8 without the zero byte,
// which PostgreSQL rejects.
func Storable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

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
