package eventlog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
)

// Append adds events to a stream, all or none, and returns when they are durable. Errors:
// ErrConflict (the stream or a guard is not at the expected version), ErrPassed (the log is beyond
// Until), ErrUnavailable (nothing was appended), ErrOutcomeUnknown, ErrClosed, ErrTooManyEvents,
// codec.ErrEventTooLarge, the context's error (nothing was appended), or an error that is a fault of the caller. Once the events were
// sent to the database, a cancelled context is ignored and the outcome is always returned.
func (s *Store) Append(ctx context.Context, a Append) (Result, error) {
	r, err := s.request(ctx, a)
	if err != nil {
		return Result{}, err
	}
	return s.submit(ctx, r)
}

// request validates and encodes an append, in the goroutine of the caller.
func (s *Store) request(ctx context.Context, a Append) (*request, error) {
	r := newRequest()
	r.stream, r.streamType, r.expected, r.guards = a.Stream, string(a.StreamType), a.Expected, a.Guards
	r.until = a.Until
	var meta [2]struct {
		schema int
		raw    []byte
		known  *envelope
	}
	for i := range a.Events {
		e := &a.Events[i]
		raw, schema, err := s.reg.Encode(e.Type, e.Data)
		if err != nil {
			return nil, err
		}
		m := &meta[0]
		if m.raw != nil && m.schema != schema {
			m = &meta[1]
		}
		if m.raw == nil || m.schema != schema {
			m.schema, m.known = schema, nil
			stored := &envelope{Meta: a.Meta}
			if schema > 1 {
				stored.Schema = schema
			}
			if m.raw, err = json.Marshal(stored); err != nil {
				return nil, fmt.Errorf("event store: encoding metadata: %w", err)
			}
			if !bytes.ContainsRune(m.raw, utf8.RuneError) && !bytes.Contains(m.raw, []byte(`\ufffd`)) {
				m.known = stored // else a text was not UTF-8, and decoding brings another
			}
		}
		r.rows = append(r.rows, row{typ: string(e.Type), data: raw, meta: m.raw, known: m.known, at: e.OccurredAt})
	}
	return r, r.prepare(ctx, s.cfg.Timeout, a.CommandID)
}

// row is one encoded event.
type row struct {
	typ   string
	data  []byte
	meta  []byte
	known *envelope // what meta says, for readers in this process; nil if they have to decode it
	at    time.Time
}

// request is an append that the writer handles.
type request struct {
	stream     uuid.UUID
	streamType string
	expected   int
	command    uuid.UUID
	explicit   bool // the caller named the command
	guards     []Guard
	until      int64 // the last head after which it may be appended, or 0
	passed     bool  // the log is beyond that, which is all that is wrong
	rows       []row
	size       int
	deadline   time.Time
	state      atomic.Int32
	sent       bool // it was sent on a connection that broke, so the outcome is unknown
	done       chan outcome
}

// The states of a request. The goroutine that first changes it from waiting decides its fate.
const (
	waiting int32 = iota
	taken
	withdrawn
)

type outcome struct {
	position  int64 // of the last event
	duplicate bool
	err       error
}

var requests = sync.Pool{New: func() any { return &request{done: make(chan outcome, 1)} }}

func newRequest() *request {
	r := requests.Get().(*request)
	clear(r.rows)
	*r = request{done: r.done, rows: r.rows[:0]}
	return r
}

func (r *request) version() int { return r.expected + len(r.rows) }

// beyond reports whether a head of the log is beyond the last one after which this may be appended.
func (r *request) beyond(head int64) bool { return r.until > 0 && head > r.until }

// prepare checks everything that the database would reject, because one bad append must not fail
// its whole batch.
func (r *request) prepare(ctx context.Context, timeout time.Duration, command uuid.UUID) error {
	switch {
	case len(r.rows) == 0:
		return ErrNoEvents
	case len(r.rows) > MaxEvents:
		return ErrTooManyEvents.Saying("This changes too much at once: %d events, at most %d.", len(r.rows), MaxEvents)
	case len(r.guards) > MaxGuards:
		return ErrTooManyEvents.Saying(
			"This depends on too much at once: %d guards, at most %d.", len(r.guards), MaxGuards,
		)
	case r.stream == uuid.Nil:
		return errors.New("event store: no stream id")
	case r.expected < 0 || r.expected > 1<<30:
		return fmt.Errorf("event store: expected version %d", r.expected)
	case !storable(r.streamType):
		return fmt.Errorf("event store: stream type %q", r.streamType)
	}
	for _, g := range r.guards {
		if g.Stream == r.stream || g.Stream == uuid.Nil || g.Version < 0 || g.Version > 1<<30 {
			return fmt.Errorf("event store: guard on %s at version %d", g.Stream, g.Version)
		}
	}
	r.size = 0
	for i := range r.rows {
		x := &r.rows[i]
		if max(len(x.data), len(x.meta)) > codec.MaxEventSize {
			return codec.ErrEventTooLarge
		}
		if y := x.at.Year(); x.at.IsZero() || y < 1 || y > 9999 {
			return fmt.Errorf("event store: %s has no usable time: %v", x.typ, x.at)
		}
		if !storable(x.typ) || !utf8.Valid(x.data) || !utf8.Valid(x.meta) {
			return fmt.Errorf("event store: %q is not UTF-8 text", x.typ)
		}
		r.size += len(x.data) + len(x.meta) + 128
	}
	if r.command, r.explicit = command, command != uuid.Nil; !r.explicit {
		// The id is random and rises with time, so that the index grows at one end.
		var err error
		if r.command, err = uuid.NewV7(); err != nil {
			return fmt.Errorf("event store: %w", err)
		}
	}
	r.deadline = time.Now().Add(timeout)
	if d, ok := ctx.Deadline(); ok && d.Before(r.deadline) {
		r.deadline = d
	}
	return nil
}

func storable(text string) bool {
	return text != "" && utf8.ValidString(text) && strings.IndexByte(text, 0) < 0
}

func (s *Store) submit(ctx context.Context, r *request) (Result, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return Result{}, ErrClosed
	}
	if err := s.writer.enqueue(ctx, r); err != nil {
		return Result{}, err
	}
	var out outcome
	select {
	case out = <-r.done:
	case <-ctx.Done():
		if r.state.CompareAndSwap(waiting, withdrawn) {
			return Result{}, Cancelled(ctx)
		}
		out = <-r.done
	}
	res, err := s.answer(r, out)
	requests.Put(r)
	return res, err
}

// answer returns the outcome of a request. For a repeated command it reads from the log where the
// first one ended.
func (s *Store) answer(r *request, out outcome) (Result, error) {
	if out.err == nil && !out.duplicate {
		return Result{Stream: r.stream, Position: out.position, Version: r.version()}, nil
	}
	if out.err != nil && (!errors.Is(out.err, ErrConflict) || !r.explicit) {
		return Result{}, out.err
	}
	ctx, cancel := context.WithDeadline(context.Background(), later(r.deadline, time.Now().Add(time.Second)))
	defer cancel()
	c, found, err := s.lookUp(ctx, r.command)
	if err != nil {
		if out.err != nil { // the conflict is certain: nothing was appended now
			return Result{}, out.err
		}
		return Result{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	}
	if !found {
		if out.err != nil {
			return Result{}, out.err
		}
		return Result{}, fmt.Errorf("event store: command %s is in the log but was not found", r.command)
	}
	res := c.Result()
	if r.sent {
		// The connection broke during the commit, so these may be our own events.
		if res.Duplicate, err = s.differs(ctx, r, c); err != nil {
			return Result{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
		}
	}
	return res, nil
}

// lookUp is ByCommand that tries again after broken connections, until ctx ends.
func (s *Store) lookUp(ctx context.Context, command uuid.UUID) (c Command, found bool, err error) {
	for {
		if c, found, err = s.ByCommand(ctx, command); err == nil || !errors.Is(err, ErrUnavailable) {
			return c, found, err
		}
		t := time.NewTimer(firstBackoff)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return c, false, err
		}
	}
}

// differs reports whether the log holds other events for this command than those of the request.
func (s *Store) differs(ctx context.Context, r *request, c Command) (bool, error) {
	if c.Stream != r.stream || c.Version != r.version() || c.Position-c.First+1 != int64(len(r.rows)) {
		return true, nil
	}
	i, other := 0, false
	err := s.query(
		ctx,
		"select type, data from events where position between $1 and $2 order by position",
		[]any{c.First, c.Position},
		func(v [][]byte) error {
			other = other || i >= len(r.rows) || string(v[0]) != r.rows[i].typ || !bytes.Equal(v[1], r.rows[i].data)
			i++
			return nil
		},
	)
	return other || i != len(r.rows), err
}

// Cancelled is the error of a context that ended before anything was appended.
func Cancelled(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", ErrUnavailable, ctx.Err())
	}
	return ctx.Err()
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Stored turns the records of an append that succeeded into the events the log now holds.
func (a Append) Stored(res Result) []domain.Event {
	out := make([]domain.Event, len(a.Events))
	n := len(a.Events)
	for i, e := range a.Events {
		out[i] = domain.Event{
			Position:   res.Position - int64(n-1-i),
			Stream:     a.Stream,
			Version:    res.Version - (n - 1 - i),
			StreamType: a.StreamType,
			Type:       e.Type,
			Data:       e.Data,
			Meta:       a.Meta,
			OccurredAt: e.OccurredAt.UTC().Truncate(time.Microsecond),
		}
	}
	out[0].CommandID = a.CommandID
	return out
}
