package domain_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/proofboard/proofboard/domain"
)

func TestAnErrorIsWhatWasDeclaredAndNotWhatWrapsIt(t *testing.T) {
	closed := fmt.Errorf("closed: %w", domain.ErrUnavailable)
	for name, c := range map[string]struct {
		err, target error
		want        bool
	}{
		"a copy with another message":          {domain.ErrUnavailable.Saying("later"), domain.ErrUnavailable, true},
		"an error that wraps the declared one": {closed, domain.ErrUnavailable, true},
		"that error and itself":                {closed, closed, true},
		"the declared one and what wraps it":   {domain.ErrUnavailable, closed, false},
		"two that wrap the same one":           {fmt.Errorf("lost: %w", domain.ErrUnavailable), closed, false},
		"another reason":                       {domain.ErrNotFound, domain.ErrUnavailable, false},
	} {
		if got := errors.Is(c.err, c.target); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
