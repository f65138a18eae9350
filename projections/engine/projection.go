// Package engine keeps read models: tables that are a fold of the event log. Each projection reads the log after
// its checkpoint and commits rows and checkpoint in one transaction: every event is applied exactly once.
package engine

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/internal/eventstore"
)

// Projection is one read model. Its tables exist (a migration makes them) and belong to it alone: no foreign keys, no
// identity columns, for a rebuild replaces them by copies. Each row is written and read by the events of one stream
// only, so that streams may be spread over parts (Runner.Spread).
type Projection struct {
	Name     string // lower case letters, digits and _
	Tables   []*Table
	Reducers Reducers
	NoMeta   bool // no reducer looks at an event's Meta: a rebuild is faster without
	// Gather is how long events are gathered before they are applied, for a transaction costs as much for one as for many. Whoever waits for the
	// projection in this process ends it.
	Gather time.Duration
}

// Times to Gather that nobody notices.
const (
	Briefly = 25 * time.Millisecond
	Barely  = 10 * time.Millisecond // for what others see move
)

// Table is a table of a projection. Key are the columns of its primary key.
type Table struct {
	Name string
	Key  []string
}

// Reducers hold a small function for each event type the projection cares about.
type Reducers map[eh.EventType]Reducer

// Reducer writes what an event means into the batch, as absolute values: applying it twice is applying it once.
// An error (or panic) parks the event's stream in this projection; nothing of the event is kept.
type Reducer func(b *Batch, e domain.Event) error

// On is a reducer of an event whose data is a T.
func On[T any](f func(b *Batch, e domain.Event, d *T) error) Reducer {
	return func(b *Batch, e domain.Event) error {
		d, ok := e.Data.(*T)
		if !ok {
			return fmt.Errorf("%s has data %T, want %T", e.Type, e.Data, d)
		}
		return f(b, e, d)
	}
}

var identifier = regexp.MustCompile(`^[a-z][a-z0-9_]{0,50}$`)

const nextSuffix = "__next" // of the tables and the checkpoint of a rebuild

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

func (p Projection) filter() eventstore.Filter {
	f := eventstore.Filter{
		Types:   []eh.EventType{operations.SkippedType},
		Lenient: true,
		Shared:  []eh.EventType{operations.SkippedType},
	}
	for t := range p.Reducers {
		f.Types = append(f.Types, t)
	}
	return f
}

// apply runs the reducer of an event; a panic is an error.
func (p Projection) apply(b *Batch, e domain.Event) (err error) {
	switch d := e.Data.(type) {
	case *eventstore.Undecodable:
		return d.Err
	case *eventstore.Unknown:
		return fmt.Errorf("%s version %d is newer than this build", e.Type, d.Version)
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: panic: %v", e.Type, r)
		}
	}()
	return p.Reducers[e.Type](b, e)
}

// ErrUnknownProjection names a projection that the runner does not have.
var ErrUnknownProjection = errors.New("projections: no such projection")
