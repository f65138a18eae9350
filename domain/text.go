package domain

import (
	"strings"
	"unicode/utf8"
)

// Storable says whether text can be kept everywhere: valid UTF-8 without the zero byte, which no text column takes.
func Storable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// ValidReason says whether a person gave a reason: 1 to 255 characters, spaces around it aside.
func ValidReason(s string) bool {
	n := utf8.RuneCountInString(strings.TrimSpace(s))
	return n >= 1 && n <= 255 && Storable(s)
}

// Shorten cuts text that has more than a number of characters, and says so by an ellipsis. What is written today has bounds; texts that
// are already in a log may exceed them.
func Shorten(s string, characters int) string {
	if utf8.RuneCountInString(s) <= characters {
		return s
	}
	return string([]rune(s)[:characters-1]) + "…"
}
