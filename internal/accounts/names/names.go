// Package names refuses names of people and brands that could deceive whoever gets a mail (D-83).
package names

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"

	"github.com/proofboard/proofboard/domain"
)

// ErrLinks refuses a name with an address of the web.
var ErrLinks = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "name.links",
	Message: "A name contains no address of the web, such as example.com. Take it out.",
}

var dotted = regexp.MustCompile(`[\pL\pN-]+(?:\.[\pL\pN-]+)+`)

// Links reports whether a name contains an address of the web, which mail programs show as a link.
func Links(name string) bool {
	text := strings.ToLower(norm.NFKC.String(name))
	if strings.Contains(text, "://") || strings.Contains(text, "www.") {
		return true
	}
	for _, host := range dotted.FindAllString(text, -1) {
		if _, public := publicsuffix.PublicSuffix(host); public {
			return true
		}
	}
	return false
}

// lookAlikes are letters of other scripts, digits and signs that look like a Latin letter.
var lookAlikes = strings.NewReplacer(
	"а", "a", "в", "b", "е", "e", "ё", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t",
	"у", "y", "х", "x", "і", "i", "ї", "i", "ј", "j", "ѕ", "s", "ԁ", "d", "ɡ", "g", "һ", "h", "ӏ", "l", "ո", "n",
	"ս", "u", "α", "a", "β", "b", "ε", "e", "η", "n", "ι", "i", "κ", "k", "ν", "v", "ο", "o", "ρ", "p", "τ", "t",
	"υ", "u", "χ", "x", "γ", "y", "ı", "i", "ł", "l", "ø", "o", "đ", "d", "ß", "ss", "æ", "ae",
	"0", "o", "1", "l", "5", "s", "|", "l", "$", "s", "@", "a", "rn", "m", "vv", "w", "i", "l",
)

// Looks returns what a name looks like: two names with the same result can be taken for each other.
func Looks(name string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) {
			return -1 // marks on letters
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, lookAlikes.Replace(lookAlikes.Replace(bare)))
}
