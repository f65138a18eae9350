// Package commands handles every state change of the product. It authorises and validates a
// command, and appends its events exactly once. If a command appends none, because it was refused
// or had nothing to change, the package stores that outcome for repeats and for auditors.
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
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
)

// Request describes the sender of a command and where it was sent from.
type Request struct {
	Actor    domain.Actor
	ID       uuid.UUID // the Idempotency-Key, Nil for none (D-31)
	Via      string    // the surface it was sent from
	Request  string    // id of the HTTP request
	Expected *int      // the version the sender saw, nil for any (D-32)
	Cause    int64     // position of the event an automation reacts to
	Trace    string    // traceparent of the command's span, empty unless it is recorded
}

// Result says what a command did.
type Result struct {
	Stream   uuid.UUID
	Version  int          // of the stream
	Position int64        // of the command's last event, or of the stream's if nothing changed
	Repeated bool         // the command was handled before, and this is its first result
	Changed  bool         // the command has appended events now
	Order    *order.Order // a copy, set for commands on an order
}

// Config contains the dependencies of a bus. Every field is required.
type Config struct {
	Log      Log
	Outcomes Outcomes
	Slots    Slots
	Timers   Timers
	Storage  Storage
	Usage    Usage
	Leaders  Leaders
	Numbers  Numbers
	People   People
	Services Services
	// Hours returns the provider's business hours. They are zero if nobody has set them.
	Hours  func(ctx context.Context) (client.Hours, error)
	Logger *slog.Logger
	Clock  func() time.Time
}

// Bus handles commands. It is the last of eventhorizon's handlers that a command goes through.
type Bus struct {
	Config
	first eh.CommandHandler
}

var _ eh.CommandHandler = (*Bus)(nil)

// New returns a bus with these dependencies. A command goes through the middleware first, in this order.
func New(c Config, through ...eh.CommandHandlerMiddleware) *Bus {
	b := &Bus{Config: c}
	b.first = eh.UseCommandHandlerMiddleware(b, through...)
	return b
}

// maxAttempts limits how often the bus decides one command. It decides again when another command
// changed the stream first (D-32).
const maxAttempts = 6

// Do handles a command and appends its events. For an id that was handled before it returns the first result. If
// another command changes the stream first, the bus decides again; after maxAttempts it returns domain.ErrBusy. Errors
// the sender can act on are a *domain.Error.
func (b *Bus) Do(ctx context.Context, cmd Command, r Request) (Result, error) {
	m := &Message{Command: cmd, Request: r}
	err := b.first.HandleCommand(ctx, m)
	return m.Result, err
}

// HandleCommand handles a *Message and puts the result into it. See Do, which sends one through the middleware.
func (b *Bus) HandleCommand(ctx context.Context, c eh.Command) (err error) {
	m, ok := c.(*Message)
	if !ok {
		return fmt.Errorf("commands: %s is not a command of this product", c.CommandType())
	}
	m.Result, err = b.decide(ctx, m.Command, m.Request)
	return err
}

func (b *Bus) decide(ctx context.Context, cmd Command, r Request) (Result, error) {
	meta := domain.Meta{
		Actor:   r.Actor.ID,
		Role:    r.Actor.Role,
		Command: string(TypeOf(cmd)),
		Request: r.Request,
		Via:     r.Via,
		Cause:   r.Cause,
		Trace:   r.Trace,

		Impersonator: r.Actor.Impersonator,
	}
	if r.ID != uuid.Nil {
		meta.Fingerprint = fingerprint(cmd, r.Actor)
		switch o, err := b.Outcomes.Find(ctx, r.ID); {
		case err != nil:
			return Result{}, err
		case o != nil:
			return o.repeat(meta)
		}
	}
	for attempt := range maxAttempts {
		done, conflicted, err := b.try(ctx, cmd, r, meta, attempt > 0)
		if !conflicted {
			return done, err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return Result{}, domain.ErrBusy
}

// try decides the command once, on the cached aggregates. It reports conflicted if the log
// contained newer events, and the caller must try again. The sender's expected version is stale
// only if it differs from the version in the log, not in the cache (D-32). exact makes it count
// what is used, instead of going by a recent reading, which is not always enough to decide.
func (b *Bus) try(
	ctx context.Context,
	cmd Command,
	r Request,
	meta domain.Meta,
	exact bool,
) (done Result, conflicted bool, err error) {
	w := &work{bus: b, by: r.Actor, at: b.Clock(), jitter: rand.Uint32(), exact: exact}
	defer w.release()
	err = cmd.handle(ctx, w)
	if errors.Is(err, errCount) {
		return Result{}, true, err
	}
	if err == nil {
		err = w.expect(r.Expected)
	}
	if err == nil {
		err = w.promise(ctx)
	}
	if err == nil {
		err = w.pin(ctx)
	}
	if err == nil {
		err = w.number(ctx)
	}
	if err != nil || w.nothingRecorded() {
		if changed, e := w.refresh(ctx); e != nil || changed {
			return Result{}, e == nil, e
		}
		done, err = b.finishWithoutEvents(ctx, w, r, meta, err)
		return done, false, err
	}
	a, err := w.append(ctx, meta, r.ID)
	switch {
	case err != nil:
		return Result{}, errors.Is(err, domain.ErrStaleVersion), err
	case a.Repeated:
		done, err = b.repeated(ctx, a.Command, meta)
		return done, false, err
	}
	done = w.done(a.Position)
	done.Changed = true
	return done, false, nil
}

// finishWithoutEvents finishes a command that was refused or had nothing to change. It returns the
// first result if the command was handled before. Otherwise it stores the outcome, if newOutcome
// asks for it.
func (b *Bus) finishWithoutEvents(
	ctx context.Context,
	w *work,
	r Request,
	meta domain.Meta,
	refusal error,
) (Result, error) {
	if r.ID != uuid.Nil {
		if c, found, err := b.Log.ByCommand(ctx, r.ID); err != nil {
			return Result{}, err
		} else if found {
			return b.repeated(ctx, c, meta)
		}
	}
	done := w.done(0)
	if o, keep := newOutcome(w, r, meta, done, refusal); keep {
		first, err := b.Outcomes.Keep(ctx, o)
		if err != nil {
			b.Logger.ErrorContext(ctx, "an outcome was not kept", "error", err, "type", meta.Command)
			return Result{}, domain.ErrUnavailable.From(err)
		}
		if first != nil {
			return first.repeat(meta)
		}
	}
	return done, refusal
}

// repeated returns the first result of a command that is stored in the log (D-31). It returns
// domain.ErrKeyReused if the stored command differs from this one.
func (b *Bus) repeated(ctx context.Context, c Appended, meta domain.Meta) (Result, error) {
	if c.Meta.Fingerprint != meta.Fingerprint {
		return Result{}, domain.ErrKeyReused
	}
	done := Result{Stream: c.Stream, Version: c.Version, Position: c.Position, Repeated: true}
	if c.StreamType == order.AggregateType {
		o, err := b.Log.OrderAsOf(ctx, c.Stream, c.Position)
		if err != nil {
			return Result{}, err
		}
		done.Order = o
	}
	return done, nil
}

// fingerprint returns a hash of the command and its sender. It distinguishes a repeated command
// from a different one that reuses its Idempotency-Key.
func fingerprint(cmd Command, by domain.Actor) string {
	h := sha256.New()
	h.Write(by.ID[:])
	h.Write([]byte(TypeOf(cmd)))
	var plain any = cmd
	if w, ok := cmd.(interface{ redacted() any }); ok {
		plain = w.redacted() // a stored fingerprint must not help to guess erased texts
	}
	if err := json.NewEncoder(h).Encode(plain); err != nil {
		return "" // cannot happen: a command is plain data
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}
