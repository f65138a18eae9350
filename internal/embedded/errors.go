package embedded

import "errors"

// Kinds of start-up failures. Every error of this package that an operator can fix wraps one of
// them and says what to do.
var (
	ErrProgramMissing = errors.New("program missing")
	ErrInUse          = errors.New("data folder in use")
	ErrDataVersion    = errors.New("data folder of another PostgreSQL version")
	ErrNotOwner       = errors.New("data folder of another user")
	ErrNotReachable   = errors.New("folder out of reach")
	ErrPathTooLong    = errors.New("socket path too long")
	ErrPortInUse      = errors.New("port in use")
)
