package eventstore

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// checker checks the authenticators of rows. Without keys it accepts all.
type checker struct {
	keys     *Keyring
	boundary *Boundary
	buf      []byte
}

func newChecker(keys *Keyring) checker { return checker{keys: keys, boundary: keys.Boundary()} }

// check returns ErrForged for a row whose authenticator is wrong, or missing where there has to be one.
func (c *checker) check(columns [][]byte) error {
	if c.keys == nil {
		return nil
	}
	auth := columns[fields]
	if auth == nil {
		if c.boundary == nil || int64(binary.BigEndian.Uint64(columns[0])) <= c.boundary.Position {
			return nil
		}
		return ErrForged
	}
	if !c.keys.valid(auth, &c.buf, func(b []byte) []byte { return appendRecord(b, columns) }) {
		return ErrForged
	}
	return nil
}

// UnreadableError says which stored event cannot be read. It is a refusal too: the stream takes no commands until somebody has dealt
// with it.
type UnreadableError struct {
	Stream   uuid.UUID
	Position int64
	Type     eh.EventType
	Err      error
}

func unreadable(e domain.Event, err error) error {
	return &UnreadableError{Stream: e.Stream, Position: e.Position, Type: e.Type, Err: err}
}

// Error implements error.
func (e *UnreadableError) Error() string {
	return fmt.Sprintf("position %d (%s): %v", e.Position, e.Type, e.Err)
}

// Unwrap gives the cause and, for whoever asks, the refusal.
func (e *UnreadableError) Unwrap() []error { return []error{e.Err, e.Refusal()} }

// Refusal returns what a person is answered.
func (e *UnreadableError) Refusal() *domain.Error {
	return domain.ErrUnreadable.Saying(
		"This cannot be changed or shown in full at the moment: event %d (%s) of its history cannot be read. The administrator finds it under Operations.",
		e.Position,
		e.Type,
	)
}

// ErrKeys: the newest events were authenticated with other keys.
var ErrKeys = errors.New(
	"event key: none of the newest events was authenticated with a key of the file: it is another installation's, or was made anew; put the right one back",
)

// checkKeys refuses keys that are not those of this log: with them every event would look forged. It settles the boundary of a log that has
// no event yet.
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
		if err := s.cfg.Keys.Settle(Boundary{}); err != nil {
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
			if len(v[0]) == authSize && s.cfg.Keys.find(v[0][:authIDSize]) != nil {
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
