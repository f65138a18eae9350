// Package codec encodes and decodes the data of events: it knows each event type, its schema
// version, and how older versions become the current one.
package codec

import (
	"errors"

	"github.com/proofboard/proofboard/domain"
)

// MaxEventSize is the largest size of one event's data or metadata, encoded, in bytes.
const MaxEventSize = 1 << 20

// Errors of encoding and decoding.
var (
	ErrEventTooLarge = &domain.Error{
		Code:    domain.TooLarge,
		Reason:  "event.too_large",
		Message: "This is too large to be stored.",
	}
	ErrUnregistered = errors.New("event store: event type not registered")
	ErrUndecodable  = errors.New("event store: an event cannot be decoded")
)
