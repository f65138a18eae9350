package commands

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// Outcomes keeps what commands came to that left no event: refusals, for auditors (BY-025) and for repeats, and
// commands that had nothing to do, for repeats (D-31).
type Outcomes interface {
	Find(ctx context.Context, commandID uuid.UUID) (*Outcome, error) // nil for none
	// Keep stores an outcome; it returns the one that was kept under this command id before, if there is one.
	Keep(ctx context.Context, o Outcome) (first *Outcome, err error)
}

// Outcome is a command that appended nothing.
type Outcome struct {
	CommandID uuid.UUID
	Meta      domain.Meta
	Stream    uuid.UUID
	Version   int
	Position  int64
	At        time.Time
	Error     *domain.Error   // nil: there was nothing to do
	State     json.RawMessage // of the order then, for answering a repeat
}

// newOutcome says what to keep: every refusal by state, role or object, and whatever a repeat of this id must answer. That a stream cannot be
// read is no decision: the command may be repeated when somebody has dealt with it.
func newOutcome(w *work, r Request, meta domain.Meta, done Done, refusal error) (Outcome, bool) {
	o := Outcome{
		CommandID: r.ID,
		Meta:      meta,
		Stream:    done.Stream,
		Version:   done.Version,
		Position:  done.Position,
		At:        w.at,
	}
	if refusal == nil {
		if r.ID == uuid.Nil {
			return o, false
		}
		if done.Order != nil {
			state, err := json.Marshal(done.Order)
			if err != nil {
				return o, false
			}
			o.State = state
		}
		return o, true
	}
	if errors.Is(refusal, domain.ErrUnreadable) || !errors.As(refusal, &o.Error) ||
		o.Error.Code != domain.Conflict && o.Error.Code != domain.Forbidden {
		return o, false
	}
	if o.CommandID == uuid.Nil {
		o.CommandID = uuid.New()
	}
	return o, true
}

// repeat answers a command that came to this before.
func (o *Outcome) repeat(meta domain.Meta) (Done, error) {
	if o.Meta.Fingerprint != meta.Fingerprint {
		return Done{}, domain.ErrKeyReused
	}
	if o.Error != nil {
		return Done{}, o.Error
	}
	done := Done{Stream: o.Stream, Version: o.Version, Position: o.Position, Repeated: true}
	if o.State != nil {
		done.Order = order.New(o.Stream)
		if err := json.Unmarshal(o.State, done.Order); err != nil {
			return Done{}, err
		}
	}
	return done, nil
}
