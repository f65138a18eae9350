package domain

import (
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
)

// Aggregate is the state that the events of a stream lead to. Apply must not fail on an event that the
// aggregate recorded. Its JSON form is what snapshots keep.
type Aggregate interface {
	Apply(e Event) error
	Root() *Base
}

// Streams describes the streams of one kind of aggregate. It is declared once, beside the aggregate. What is
// done with every kind of stream goes by the list in domain/catalogue.
type Streams[A Aggregate] struct {
	Type     eh.AggregateType    // its stored name, which never changes
	Says     string              // one or two sentences about its streams
	New      func(uuid.UUID) A   // the state of a stream without events
	Snapshot int                 // rises when the state or the fold changes; older snapshots are ignored then
	Place    int                 // in the order in which a command locks streams; 0: at any time, below the lock on another
	ID       func(any) uuid.UUID // of the stream of what it is named after; nil where that is its id
	Missing  bool                // whether most of its streams have no events, and are asked for all the same
	Events   []EventType
}

// Any returns the same without the type of the aggregate.
func (s *Streams[A]) Any() *Streams[Aggregate] {
	id := s.ID
	if id == nil {
		id = IDFrom(func(id uuid.UUID) uuid.UUID { return id })
	}
	return &Streams[Aggregate]{
		Type:     s.Type,
		Says:     s.Says,
		New:      func(id uuid.UUID) Aggregate { return s.New(id) },
		Snapshot: s.Snapshot,
		Place:    s.Place,
		ID:       id,
		Missing:  s.Missing,
		Events:   s.Events,
	}
}

// IDFrom is for Streams.ID: of returns the id of the stream of what it is named after.
func IDFrom[K any](of func(K) uuid.UUID) func(any) uuid.UUID {
	return func(key any) uuid.UUID { return of(key.(K)) }
}
