package domain

import (
	"context"
	"errors"
	"fmt"
)

// Code is the class of an error; the API maps each to one HTTP status.
type Code string

const (
	Invalid         Code = "invalid"          // 400: the input breaks a rule of form
	Unauthenticated Code = "unauthenticated"  // 401: nobody is signed in
	Forbidden       Code = "forbidden"        // 403: this person may not do it
	NotFound        Code = "not_found"        // 404: it does not exist, or must look so
	Conflict        Code = "conflict"         // 409: the state does not allow it now
	TooLarge        Code = "too_large"        // 413: over a size limit
	Unprocessable   Code = "unprocessable"    // 422: well-formed but contradictory
	TooMany         Code = "too_many"         // 429: slow down
	Unavailable     Code = "unavailable"      // 503: try again soon
	Internal        Code = "internal_failure" // 500: our fault
)

// Error is the one type of error that callers see. Reason is stable and machine-readable
// (`order.move_not_allowed`). Message is for people and may change.
type Error struct {
	Code    Code
	Reason  string
	Message string
	Details []string // one line for each problem, if there are several
	Refusal *Refusal // why a state machine or a policy refused (D-08)
	cause   error
}

// Refusal explains a refused command: the rule, what is allowed now, and who could do it (D-08,
// BY-035).
type Refusal struct {
	Rule         string   `json:"rule"`
	From         string   `json:"from,omitempty"`
	To           string   `json:"to,omitempty"`
	Role         string   `json:"role"`
	Allowed      []string `json:"allowed"`
	AllowedRoles []string `json:"allowedRoles"`
	Ways         []Way    `json:"ways,omitempty"` // other ways to the same end
}

// Way is another way to what was refused: a surface, or a named action.
type Way struct {
	Via    string   `json:"via"` // board, status, review or action
	Action string   `json:"action,omitempty"`
	Label  string   `json:"label"` // of its button
	Roles  []string `json:"roles"` // roles that may use it
	Open   bool     `json:"open"`  // whether the refused person may use it now
}

func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Reason, e.Message, e.cause)
	}
	return e.Reason + ": " + e.Message
}

func (e *Error) Unwrap() error { return e.cause }

// Is makes errors.Is compare by reason, so that a declared error matches every copy with another
// message. It does not unwrap target: an error that wraps a declared one says more, and is not what
// was declared.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Reason == e.Reason
}

// Saying returns a copy with another message.
func (e *Error) Saying(format string, args ...any) *Error {
	c := *e
	c.Message = fmt.Sprintf(format, args...)
	return &c
}

// Because returns a copy with the refusal of a state machine or a policy.
func (e *Error) Because(r Refusal) *Error {
	c := *e
	c.Refusal = &r
	return &c
}

// From returns a copy that wraps a technical cause, which is logged and never shown.
func (e *Error) From(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// ReasonOf returns the reason of a declared error, "cancelled" for a cancelled context, and
// "internal" for anything else. There are only so many reasons, so metrics may use them as labels.
func ReasonOf(err error) string {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.Reason
	case errors.Is(err, context.Canceled):
		return "cancelled"
	default:
		return "internal"
	}
}

// Errors that any aggregate or adapter may return.
var (
	ErrNotFound     = &Error{Code: NotFound, Reason: "not_found", Message: "This does not exist or you may not see it."}
	ErrForbidden    = &Error{Code: Forbidden, Reason: "forbidden", Message: "You are not allowed to do this."}
	ErrStaleVersion = &Error{
		Code:    Conflict,
		Reason:  "stale_version",
		Message: "Somebody changed this in the meantime. Reload and try again.",
	}
	ErrBusy = &Error{
		Code:    Unavailable,
		Reason:  "busy",
		Message: "Too many people are changing this at once. Please try again.",
	}
	ErrKeyReused = &Error{
		Code:    Unprocessable,
		Reason:  "idempotency.key_reused",
		Message: "This Idempotency-Key was already used for another request.",
	}
	ErrUnavailable = &Error{
		Code:    Unavailable,
		Reason:  "unavailable",
		Message: "The service cannot do this right now. Please try again in a moment.",
	}
	ErrStorageFull = &Error{
		Code:    Unavailable,
		Reason:  "storage.full",
		Message: "The server's disk is full, so nothing was changed. Please tell the people who run it and try again later.",
	}
	// ErrNotEnoughStorage has the wording of the documents (SH-286).
	ErrNotEnoughStorage = &Error{
		Code:    Conflict,
		Reason:  "upload.not_enough_storage",
		Message: "Not Enough Storage",
		Details: []string{"Please upgrade your membership to continue uploading more attachments."},
	}
	ErrInvalid       = &Error{Code: Invalid, Reason: "invalid", Message: "The request is not valid."}
	ErrReasonMissing = &Error{
		Code:    Invalid,
		Reason:  "reason_required",
		Message: "Please give a reason of 1 to 255 characters.",
	}
)
