package picture

import (
	"errors"
	"fmt"
)

// Drawing is the version of what draws pictures. It is raised whenever files that had no picture may
// have one, so that they are tried again.
const Drawing = 1

// Reason says in one word why a file has no picture. Reasons are stored.
type Reason string

// Reasons that belong to the file: it has no picture for good.
const (
	Unsupported Reason = "unsupported" // pictures are not made of files of this type
	Unreadable  Reason = "unreadable"  // it is damaged, or of a kind that cannot be drawn
	Locked      Reason = "locked"      // it is a PDF with a password
	TooLarge    Reason = "too_large"   // it has too many bytes or pixels
	TooCostly   Reason = "too_costly"  // it takes more computing time or memory than a file may use
)

// Reasons that belong to the moment: the file is tried again.
const (
	Busy  Reason = "busy"  // the machine was too busy
	Store Reason = "store" // the file could not be read or its picture not be stored
)

// ErrNone means that no picture can be made of a file, now or later.
var ErrNone = errors.New("no picture can be made of it")

// ErrBusy means that no picture was made because of the moment, for example because the machine was
// too busy. Another try may succeed.
var ErrBusy = errors.New("no picture could be made of it now")

// noneError is an error that wraps ErrNone.
type noneError struct {
	reason Reason
	err    error
}

func (n *noneError) Error() string   { return fmt.Sprintf("%v: %v", ErrNone, n.err) }
func (n *noneError) Unwrap() []error { return []error{ErrNone, n.err} }

func none(reason Reason, why string, args ...any) error {
	return &noneError{reason, fmt.Errorf(why, args...)}
}

// asNone returns an error that wraps ErrNone. It keeps a reason that is known.
func asNone(err error) error {
	if errors.Is(err, ErrNone) {
		return err
	}
	return none(Unreadable, "%w", err)
}

// ReasonOf returns why an error of this package means that there is no picture.
func ReasonOf(err error) Reason {
	if n, ok := errors.AsType[*noneError](err); ok {
		return n.reason
	}
	switch {
	case errors.Is(err, ErrNone):
		return Unreadable
	case errors.Is(err, ErrBusy):
		return Busy
	}
	return Store
}

// knownReason returns a reason that a child has sent, which may be anything.
func knownReason(sent Reason) Reason {
	switch sent {
	case Locked, TooLarge, TooCostly:
		return sent
	}
	return Unreadable
}
