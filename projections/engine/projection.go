// Package engine maintains read models: tables that are computed from the event log. A projection
// reads the log after its checkpoint, and commits rows and checkpoint in one transaction, so every
// event is applied exactly once.
package engine

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Projection describes one read model. A migration creates its tables, and only the projection
// writes them. They have no foreign keys and no identity columns, because a rebuild replaces them
// by copies. Each row is written and read by the events of one stream only, so that streams can be
// divided into parts (Runner.Spread).
type Projection struct {
	Name     string // lower case letters, digits and _
	Tables   []*rowset.Table
	Reducers Reducers
	NoMeta   bool // no reducer reads an event's Meta, which makes a rebuild faster
	// Gather is the time to wait for more events before a page is applied, because a transaction
	// costs as much for one event as for many. A caller that waits for the projection in this
	// process ends the wait.
	Gather time.Duration
}

// Values of Gather that people do not notice.
const (
	Briefly = 25 * time.Millisecond
	Barely  = 10 * time.Millisecond  // for cards that others see moving
	Calmly  = 100 * time.Millisecond // for what orders do to other things, such as the meters of a plan
	Seldom  = 500 * time.Millisecond // for figures about many orders
)

// Reducers has a function for each event type that the projection handles.
type Reducers map[eh.EventType]Reducer

// Reducer writes the meaning of an event into the batch, as absolute values, so that applying it
// twice equals applying it once. An error or a panic parks the event's stream in this projection,
// and nothing of the event is stored.
type Reducer func(b *rowset.Batch, e domain.Event) error

// On returns a reducer for events whose data is a T.
func On[T any](f func(b *rowset.Batch, e domain.Event, d *T) error) Reducer {
	return func(b *rowset.Batch, e domain.Event) error {
		d, ok := e.Data.(*T)
		if !ok {
			return fmt.Errorf("%s has data %T, want %T", e.Type, e.Data, d)
		}
		return f(b, e, d)
	}
}

var identifier = regexp.MustCompile(`^[a-z][a-z0-9_]{0,50}$`)

const nextSuffix = "__next" // suffix of the tables and the checkpoint of a rebuild

func (p Projection) check() error {
	if !identifier.MatchString(p.Name) {
		return fmt.Errorf("projections: bad name %q", p.Name)
	}
	if len(p.Tables) == 0 || len(p.Reducers) == 0 {
		return fmt.Errorf("projections: %s has no tables or no reducers", p.Name)
	}
	for _, t := range p.Tables {
		if !identifier.MatchString(t.Name) || len(t.Key) == 0 {
			return fmt.Errorf("projections: %s: bad table %q", p.Name, t.Name)
		}
	}
	return nil
}

func (p Projection) filter() eventlog.Filter {
	f := eventlog.Filter{
		Types:   []eh.EventType{operations.SkippedType},
		Lenient: true,
		Shared:  []eh.EventType{operations.SkippedType},
	}
	for t := range p.Reducers {
		f.Types = append(f.Types, t)
	}
	return f
}

// apply runs the reducer of an event. It returns a panic as an error.
func (p Projection) apply(b *rowset.Batch, e domain.Event) (err error) {
	switch d := e.Data.(type) {
	case *codec.Undecodable:
		return d.Err
	case *codec.Unknown:
		return fmt.Errorf("%s version %d is newer than this build", e.Type, d.Version)
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: panic: %v", e.Type, r)
		}
	}()
	return p.Reducers[e.Type](b, e)
}

// ErrUnknownProjection says that the runner has no projection of that name.
var ErrUnknownProjection = errors.New("projections: no such projection")
