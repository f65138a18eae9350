// Package commands takes every change there is: it authorises, validates, makes it happen once, and keeps what was refused.
package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// Command is a change somebody wants. It is refused or stored as events of one stream.
type Command interface {
	eh.Command
	handle(ctx context.Context, w *work) error
}

// Request is what comes with a command: who sends it and from where.
type Request struct {
	Actor    domain.Actor
	ID       uuid.UUID // the Idempotency-Key, Nil for none (D-31)
	Via      string    // the surface
	Request  string    // id of the HTTP request
	Expected *int      // the version the sender saw, nil for any (D-32)
	Cause    int64     // position of the event an automation reacts to
	Trace    string    // traceparent of the command's span, empty unless it is recorded
}

// Done is what a command came to.
type Done struct {
	Stream   uuid.UUID
	Version  int          // of the stream
	Position int64        // of the command's last event; of the stream's last one if nothing had to change
	Repeated bool         // the same command was done before: this is the first result
	Order    *order.Order // a copy, for commands on an order
}

// Config is what a bus needs; every field is required.
type Config struct {
	Log      Log
	Outcomes Outcomes
	Slots    Slots
	Timers   Timers
	Storage  Storage
	People   People
	Logger   *slog.Logger
	Clock    func() time.Time
}

// Bus handles commands.
type Bus struct{ Config }

// New returns a bus.
func New(c Config) *Bus { return &Bus{c} }

// maxTries is how often a command is decided anew when somebody else was faster (D-32).
const maxTries = 6

type requestKey struct{}

// With puts a request into a context for HandleCommand.
func With(ctx context.Context, r Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// HandleCommand is Do for callers that speak eventhorizon; the context carries the request (see With).
func (b *Bus) HandleCommand(ctx context.Context, c eh.Command) error {
	cmd, ok := c.(Command)
	if !ok {
		return fmt.Errorf("commands: %s is not a command of this product", c.CommandType())
	}
	r, ok := ctx.Value(requestKey{}).(Request)
	if !ok {
		return errors.New("commands: no request in the context")
	}
	_, err := b.Do(ctx, cmd, r)
	return err
}

var _ eh.CommandHandler = (*Bus)(nil)

// Do handles a command: it answers an earlier result for a repeated id, decides, appends, and decides anew when
// somebody else was faster. Errors are *domain.Error where the sender can do something about them.
func (b *Bus) Do(ctx context.Context, cmd Command, r Request) (Done, error) {
	meta := domain.Meta{
		Actor:   r.Actor.ID,
		Role:    r.Actor.Role,
		Command: string(cmd.CommandType()),
		Request: r.Request,
		Via:     r.Via,
		Cause:   r.Cause,
		Trace:   r.Trace,
	}
	if r.ID != uuid.Nil {
		meta.Fingerprint = fingerprint(cmd, r.Actor)
		switch o, err := b.Outcomes.Find(ctx, r.ID); {
		case err != nil:
			return Done{}, err
		case o != nil:
			return o.repeat(meta)
		}
	}
	for range maxTries {
		done, outrun, err := b.try(ctx, cmd, r, meta)
		if !outrun {
			return done, err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return Done{}, domain.ErrBusy
}

// try decides once, against what this process knows. It is outrun if the log turned out to know more; what the sender
// expected (D-32) is held against the log, so that only a version other than the log's is stale.
func (b *Bus) try(ctx context.Context, cmd Command, r Request, meta domain.Meta) (done Done, outrun bool, err error) {
	w := &work{bus: b, by: r.Actor, at: b.Clock(), jitter: rand.Uint32()}
	defer w.release()
	err = cmd.handle(ctx, w)
	if err == nil {
		err = w.expect(r.Expected)
	}
	if err != nil || w.nothingRecorded() {
		if changed, e := w.refresh(ctx); e != nil || changed {
			return Done{}, e == nil, e
		}
		done, err = b.withoutEvents(ctx, w, r, meta, err)
		return done, false, err
	}
	a, err := w.append(ctx, meta, r.ID)
	switch {
	case err != nil:
		return Done{}, errors.Is(err, domain.ErrStaleVersion), err
	case a.Repeated:
		done, err = b.repeated(ctx, a.Command, meta)
		return done, false, err
	}
	return w.done(a.Position), false, nil
}

// withoutEvents ends a command that was refused or had nothing to do: perhaps it was done before, and else it is kept.
func (b *Bus) withoutEvents(ctx context.Context, w *work, r Request, meta domain.Meta, refusal error) (Done, error) {
	if r.ID != uuid.Nil {
		if c, found, err := b.Log.ByCommand(ctx, r.ID); err != nil {
			return Done{}, err
		} else if found {
			return b.repeated(ctx, c, meta)
		}
	}
	done := w.done(0)
	if o, keep := newOutcome(w, r, meta, done, refusal); keep {
		first, err := b.Outcomes.Keep(ctx, o)
		if err != nil {
			b.Logger.ErrorContext(ctx, "an outcome was not kept", "error", err, "type", meta.Command)
			return Done{}, domain.ErrUnavailable.From(err)
		}
		if first != nil {
			return first.repeat(meta)
		}
	}
	return done, refusal
}

// repeated answers the first result of a command that is in the log (D-31).
func (b *Bus) repeated(ctx context.Context, c Appended, meta domain.Meta) (Done, error) {
	if c.Meta.Fingerprint != meta.Fingerprint {
		return Done{}, domain.ErrKeyReused
	}
	done := Done{Stream: c.Stream, Version: c.Version, Position: c.Position, Repeated: true}
	if c.StreamType == order.AggregateType {
		o, err := b.Log.OrderAsOf(ctx, c.Stream, c.Position)
		if err != nil {
			return Done{}, err
		}
		done.Order = o
	}
	return done, nil
}

// fingerprint tells a repeated command from another one that reuses its key.
func fingerprint(cmd Command, by domain.Actor) string {
	h := sha256.New()
	h.Write(by.ID[:])
	h.Write([]byte(cmd.CommandType()))
	var plain any = cmd
	if w, ok := cmd.(interface{ withoutTexts() any }); ok {
		plain = w.withoutTexts() // a fingerprint is stored, and must not help to guess what was erased
	}
	if err := json.NewEncoder(h).Encode(plain); err != nil {
		return "" // a command is plain data: this does not happen, and an empty fingerprint matches only itself
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}
