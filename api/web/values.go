package web

import (
	"strings"
)

// Convert converts each element of a list of strings to another type of strings.
func Convert[To, From ~string](in []From) []To {
	out := make([]To, len(in))
	for i, v := range in {
		out[i] = To(v)
	}
	return out
}

// Some returns a pointer to a value, nil for the zero value, which makes a field absent.
func Some[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// Value returns what a pointer points to, the zero value for nil.
func Value[T any](p *T) T {
	var zero T
	if p == nil {
		return zero
	}
	return *p
}

// List returns an empty list for nil, so that JSON never has null.
func List[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// Pages returns the number of pages of a list.
func Pages(total, limit int) int { return (total + limit - 1) / limit }

// SplitList splits a list that is joined by commas. It returns nil for an absent or empty one.
func SplitList(s *string) []string {
	if s == nil || *s == "" {
		return nil
	}
	return strings.Split(*s, ",")
}

// Either returns the body of a call that may be sent as JSON or as a form.
func Either[T any](json, form *T) *T {
	if json != nil {
		return json
	}
	return form
}
