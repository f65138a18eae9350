package eventlog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/record"
)

// checker checks the authenticators of rows. Without keys it accepts every row.
type checker struct {
	keys     *keyring.Keyring
	boundary *keyring.Boundary
	buf      []byte
}

func newChecker(keys *keyring.Keyring) checker { return checker{keys: keys, boundary: keys.Boundary()} }

// check returns ErrForged if the authenticator of a row is wrong, or if one is missing where it is
// required.
func (c *checker) check(columns [][]byte) error {
	if c.keys == nil {
		return nil
	}
	auth := columns[record.Fields]
	if auth == nil {
		if c.boundary == nil || int64(binary.BigEndian.Uint64(columns[0])) <= c.boundary.Position {
			return nil
		}
		return ErrForged
	}
	if !c.keys.Valid(auth, &c.buf, func(b []byte) []byte { return record.Append(b, columns) }) {
		return ErrForged
	}
	return nil
}

// UnreadableError names a stored event that cannot be read. It is a refusal too: the stream accepts
// no commands until an operator has handled the fault.
type UnreadableError struct {
	Stream   uuid.UUID
	Position int64
	Type     eh.EventType
	Err      error
}

func Unreadable(e domain.Event, err error) error {
	return &UnreadableError{Stream: e.Stream, Position: e.Position, Type: e.Type, Err: err}
}

// Error implements error.
func (e *UnreadableError) Error() string {
	return fmt.Sprintf("position %d (%s): %v", e.Position, e.Type, e.Err)
}

// Unwrap returns the cause and the refusal.
func (e *UnreadableError) Unwrap() []error { return []error{e.Err, e.Refusal()} }

// Refusal returns the answer for people.
func (e *UnreadableError) Refusal() *domain.Error {
	return domain.ErrUnreadable.Saying(
		"This cannot be changed or shown in full at the moment: event %d (%s) of its history cannot be read. The administrator finds it under Operations.",
		e.Position,
		e.Type,
	)
}

// ErrKeys means that the newest events were authenticated with other keys.
var ErrKeys = errors.New(
	"event key: none of the newest events was authenticated with a key of the file: it is another installation's, or was made anew; put the right one back",
)

// checkKeys rejects keys that do not belong to this log, because with them every event would look
// forged. It settles the boundary of a log without events.
func (s *Store) checkKeys(ctx context.Context) error {
	if s.cfg.Keys == nil {
		return nil
	}
	const newest = 200
	head, err := s.Head(ctx)
	if err != nil {
		return err
	}
	if head == 0 && s.cfg.Keys.Boundary() == nil {
		if err := s.cfg.Keys.Settle(keyring.Boundary{}); err != nil {
			s.log.Warn("event store: the event key's file cannot be written", "error", err)
		}
	}
	signed, known := 0, 0
	err = s.query(
		ctx,
		"select auth from events where position > $1 and auth is not null",
		[]any{head - newest},
		func(v [][]byte) error {
			signed++
			if len(v[0]) == keyring.AuthSize && s.cfg.Keys.Find(v[0][:keyring.AuthIDSize]) != nil {
				known++
			}
			return nil
		},
	)
	if err == nil && signed > 0 && known == 0 {
		err = ErrKeys
	}
	return err
}
