package domain

import "time"

// ErrZone refuses the name of a time zone that the database of time zones does not have.
var ErrZone = &Error{
	Code:    Invalid,
	Reason:  "time_zone.unknown",
	Message: "This time zone is not known. Choose one of the list, such as Europe/Berlin.",
}

// CheckZone returns ErrZone unless a text is the name of a time zone. "Local" is the one of this machine, which
// nobody means.
func CheckZone(name string) error {
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == "Local" {
		return ErrZone
	}
	return nil
}
