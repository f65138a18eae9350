package accounts

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/trustelem/zxcvbn/frequency"

	"github.com/proofboard/proofboard/domain"
)

// A password has 6 to 20 characters and is none of the most common ones (D-46).
const (
	minPassword = 6 // characters
	maxPassword = 20
	commonest   = 1000 // passwords that are refused
)

// Errors of passwords.
var (
	ErrPasswordLength = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "password.length",
		Message: "A password has 6 to 20 characters.",
	}
	ErrPasswordCommon = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "password.common",
		Message: "Many people use this password, so it is easy to guess. Please choose another one.",
	}
	ErrPasswordDiffers = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "password.differs",
		Message: "The two passwords differ. Please type the same password twice.",
	}
)

// common holds the most common passwords that are long enough to be chosen.
var common = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool, commonest)
	for _, p := range frequency.FrequencyLists["passwords"] {
		if utf8.RuneCountInString(p) >= minPassword {
			all[p] = true
		}
		if len(all) == commonest {
			break
		}
	}
	return all
})

// CheckPassword returns an error if nobody may choose this password.
func CheckPassword(password string) error {
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword, n > maxPassword, !domain.Storable(password):
		return ErrPasswordLength
	case common()[strings.ToLower(password)]:
		return ErrPasswordCommon
	}
	return nil
}
