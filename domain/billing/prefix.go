package billing

import "regexp"

// DefaultPrefix begins the numbers of orders and invoices of a client that chose none (D-87).
const DefaultPrefix = "PB"

var prefixes = regexp.MustCompile(`^[A-Z]{2,5}$`)

// IsPrefix reports whether numbers may begin with a text: 2 to 5 capital letters. 'PBC' began the credit notes of
// earlier builds, so that its invoices could get a number that is taken.
func IsPrefix(s string) bool { return prefixes.MatchString(s) && s != "PBC" }
