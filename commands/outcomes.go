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

// Outcomes stores the results of commands that appended no events. Auditors read the refusals
// (BY-025), and a repeated command receives its first result (D-31).
type Outcomes interface {
	Find(ctx context.Context, commandID uuid.UUID) (*Outcome, error) // nil for none
	// Keep stores an outcome. If one is already stored for this command id, Keep leaves it in place
	// and returns it as first.
	Keep(ctx context.Context, o Outcome) (first *Outcome, err error)
}

// Outcome is the result of a command that appended no events.
type Outcome struct {
	CommandID uuid.UUID
	Meta      domain.Meta
	Stream    uuid.UUID
	Version   int
	Position  int64
	At        time.Time
	Error     *domain.Error   // the refusal; nil if the command had nothing to change
	State     json.RawMessage // the order at that time, returned to a repeated command
}

// newOutcome returns the outcome of a command without events, and whether to store it. It stores
// each conflict and each forbidden command, and the success of a command that has an id. It does
// not store domain.ErrUnreadable: the sender may repeat the command once the stream is repaired.
func newOutcome(w *work, r Request, meta domain.Meta, done Result, refusal error) (Outcome, bool) {
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

// repeat returns this outcome as the result of a repeated command. It returns domain.ErrKeyReused
// if the first command with this id was a different one.
func (o *Outcome) repeat(meta domain.Meta) (Result, error) {
	if o.Meta.Fingerprint != meta.Fingerprint {
		return Result{}, domain.ErrKeyReused
	}
	if o.Error != nil {
		return Result{}, o.Error
	}
	done := Result{Stream: o.Stream, Version: o.Version, Position: o.Position, Repeated: true}
	if o.State != nil {
		done.Order = order.New(o.Stream)
		if err := json.Unmarshal(o.State, done.Order); err != nil {
			return Result{}, err
		}
	}
	return done, nil
}
