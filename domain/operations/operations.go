// Package operations decides what operators may change about projections: which unreadable events
// one of them skips.
package operations

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of decisions. Each projection has one, see StreamOf.
const AggregateType eh.AggregateType = "projection"

// SkippedType is a stored name; it never changes.
const SkippedType eh.EventType = "projection.event_skipped"

// ErrReasonInvalid refuses a skip without a valid reason.
var ErrReasonInvalid = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "operations.reason_invalid",
	Message: "Say why in 1 to 255 characters.",
}

// Skipped makes a projection skip an event, now and in every rebuild (BY-017).
type Skipped struct {
	Projection string       `json:"projection" stream:"projection"`
	Stream     uuid.UUID    `json:"stream"`
	Position   int64        `json:"position"`
	Version    int          `json:"version"`
	Event      eh.EventType `json:"event"`
	Reason     string       `json:"reason"`
}

// Streams describes the streams of operationss.
var Streams = &domain.Streams[*Projection]{
	Type:     AggregateType,
	Says:     "One stream for each projection, with what operators decided about it. Its id is made from the name.",
	New:      New,
	Snapshot: 1,
	Place:    150,
	ID:       domain.IDFrom(StreamOf),
	Events: []domain.EventType{
		domain.Type[Skipped](SkippedType, "An operator made a projection leave out an event that it cannot apply."),
	},
}

var namespace = uuid.MustParse("0b5a2f7c-8f0e-5d7e-9a53-6f1d3d0a4c11")

// StreamOf returns the stream of decisions about a projection.
func StreamOf(projection string) uuid.UUID { return uuid.NewSHA1(namespace, []byte(projection)) }

// Projection has the decisions about one projection, folded from its events.
type Projection struct {
	domain.Base
	Skips []int64 // positions to skip
}

// New returns a projection without decisions.
func New(id uuid.UUID) *Projection { return &Projection{Base: domain.Base{ID: id}} }

// Skip skips an event. Repeating it has no effect.
func (p *Projection) Skip(s Skipped, at time.Time) error {
	s.Reason = strings.TrimSpace(s.Reason)
	if n := utf8.RuneCountInString(s.Reason); n < 1 || n > 255 || !utf8.ValidString(s.Reason) {
		return ErrReasonInvalid
	}
	if slices.Contains(p.Skips, s.Position) {
		return nil
	}
	p.Record(SkippedType, &s, at)
	return nil
}

// Apply folds one event.
func (p *Projection) Apply(e domain.Event) error {
	if err := p.Advance(e); err != nil {
		return err
	}
	d, ok := e.Data.(*Skipped)
	if !ok {
		return fmt.Errorf("operations: unknown event %s", e.Type)
	}
	p.Skips = append(p.Skips, d.Position)
	return nil
}
