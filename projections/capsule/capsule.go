// Package capsule exports the history of one order without personal data, so that others can replay
// it. It contains everything that decided the course of the order, and nothing that identifies
// people or companies.
package capsule

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
)

// Format names the file's format.
const Format = "proofboard capsule 1"

// MaxBytes is the largest size of a capsule.
const MaxBytes = 64 << 20

// ErrInvalid says that a file is not a capsule, or that it was changed.
var ErrInvalid = errors.New("capsule: this is not a capsule, or it was changed")

// Capsule is the history of an order without personal data (BY-026). Pseudonyms replace people,
// companies, texts, files and ids. They mean something within this capsule only.
type Capsule struct {
	Format string    `json:"format"`
	Build  string    `json:"build"` // of the program that wrote it
	Order  uuid.UUID `json:"order"` // a pseudonym
	Events []Event   `json:"events"`
	State  string    `json:"state"` // SHA-256 of what the events fold to, hex
}

// Event is one event in the form that aggregates receive.
type Event struct {
	Position   int64            `json:"position"` // as in the log
	Stream     uuid.UUID        `json:"stream"`
	StreamType eh.AggregateType `json:"streamType"`
	Version    int              `json:"version"` // counts in the stream, from 1
	Type       eh.EventType     `json:"type"`
	Schema     int              `json:"schema"`
	Data       json.RawMessage  `json:"data"`
	At         time.Time        `json:"at"`
	Actor      uuid.UUID        `json:"actor,omitzero"`
	Role       domain.Role      `json:"role,omitempty"`
	Command    string           `json:"command,omitempty"`
	Via        string           `json:"via,omitempty"`
	After      string           `json:"after"` // SHA-256 of the stream's state after it, hex
}

// Make returns the capsule of an order's events, which are in the order of the log.
func Make(id uuid.UUID, events []domain.Event, reg *codec.Registry, build string) (Capsule, error) {
	p := pseudonyms{key: make([]byte, 32), texts: map[string]int{}}
	if _, err := rand.Read(p.key); err != nil {
		return Capsule{}, err
	}
	c := Capsule{Format: Format, Build: build, Order: p.id(id)}
	for _, e := range events {
		data, err := p.data(e.Data)
		if err != nil {
			return Capsule{}, fmt.Errorf("capsule: position %d: %w", e.Position, err)
		}
		raw, schema, err := reg.Encode(e.Type, data)
		if err != nil {
			return Capsule{}, fmt.Errorf("capsule: position %d: %w", e.Position, err)
		}
		c.Events = append(c.Events, Event{
			Position:   e.Position,
			Stream:     p.id(e.Stream),
			StreamType: e.StreamType,
			Version:    e.Version,
			Type:       e.Type,
			Schema:     schema,
			Data:       raw,
			At:         e.OccurredAt,
			Actor:      p.id(e.Meta.Actor),
			Role:       e.Meta.Role,
			Command:    e.Meta.Command,
			Via:        e.Meta.Via,
		})
	}
	var err error
	c.State, err = c.fold(reg, func(i int, after string, _ aggregate) error {
		c.Events[i].After = after
		return nil
	})
	return c, err
}

// Step is an event that was replayed.
type Step struct {
	Event
	State json.RawMessage // of its stream, after the event
	Same  bool            // the state is the one that the capsule recorded
}

// Replay folds the events of the capsule and calls do for each of them. It reports whether the
// final state is the one that the capsule recorded. It returns ErrInvalid if the events cannot be
// folded.
func (c Capsule) Replay(reg *codec.Registry, do func(Step) error) (same bool, err error) {
	state, err := c.fold(reg, func(i int, after string, a aggregate) error {
		raw, err := json.Marshal(a)
		if err != nil {
			return err
		}
		return do(Step{Event: c.Events[i], State: raw, Same: after == c.Events[i].After})
	})
	return err == nil && state == c.State, err
}

// aggregate folds the events of a stream.
type aggregate interface {
	Apply(e domain.Event) error
}

var aggregates = map[eh.AggregateType]func(uuid.UUID) aggregate{
	order.AggregateType: func(id uuid.UUID) aggregate { return order.New(id) },
	proof.AggregateType: func(id uuid.UUID) aggregate { return proof.New(id) },
	topic.AggregateType: func(id uuid.UUID) aggregate { return topic.New(id) },
	guest.AggregateType: func(id uuid.UUID) aggregate { return guest.New(id) },
}

// fold folds all streams and returns one hash over them, in the order of their first events.
func (c Capsule) fold(
	reg *codec.Registry,
	after func(i int, hash string, a aggregate) error,
) (state string, err error) {
	streams, begun := map[uuid.UUID]aggregate{}, []uuid.UUID(nil)
	for i, e := range c.Events {
		a := streams[e.Stream]
		if a == nil {
			build := aggregates[e.StreamType]
			if build == nil {
				return "", fmt.Errorf("%w: position %d: a stream of type %q", ErrInvalid, e.Position, e.StreamType)
			}
			a = build(e.Stream)
			streams[e.Stream], begun = a, append(begun, e.Stream)
		}
		data, err := reg.Decode(e.Type, e.Schema, e.Data)
		if err == nil {
			err = a.Apply(domain.Event{
				Position:   e.Position,
				Stream:     e.Stream,
				StreamType: e.StreamType,
				Version:    e.Version,
				Type:       e.Type,
				Data:       data,
				OccurredAt: e.At,
				Meta:       domain.Meta{Actor: e.Actor, Role: e.Role, Command: e.Command, Via: e.Via},
			})
		}
		if err != nil {
			return "", fmt.Errorf("%w: position %d: %w", ErrInvalid, e.Position, err)
		}
		raw, err := json.Marshal(a)
		if err != nil {
			return "", err
		}
		sum := sha256.Sum256(raw)
		if err := after(i, hex.EncodeToString(sum[:]), a); err != nil {
			return "", err
		}
	}
	all := sha256.New()
	for _, id := range begun {
		raw, err := json.Marshal(streams[id])
		if err != nil {
			return "", err
		}
		fmt.Fprintf(all, "%d ", len(raw))
		all.Write(raw)
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// Write writes the capsule as JSON.
func (c Capsule) Write(w io.Writer) error {
	raw, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(raw, '\n'))
	return err
}

// Read reads a capsule. It returns ErrInvalid for anything else.
func Read(r io.Reader) (c Capsule, err error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return c, err
	}
	if len(raw) > MaxBytes {
		return c, fmt.Errorf("%w: more than %d MB", ErrInvalid, MaxBytes>>20)
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return Capsule{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if c.Format != Format || len(c.Events) == 0 {
		return Capsule{}, ErrInvalid
	}
	return c, nil
}
