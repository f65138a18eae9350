package eventlog

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// Bounds of a portion, which is decoded before it is passed on.
const (
	portionBytes   = 1 << 20 // bytes of stored data and metadata; a single event may be larger
	portionRows    = 200
	portionStreams = 16
)

// ErrEnough ends Fold and At early. They return nil then.
var ErrEnough = errors.New("enough")

// Streams selects the events to fold.
type Streams struct {
	IDs   []uuid.UUID
	After int            // version of the first stream after which to begin
	UpTo  int64          // position of the last event to read
	Types []eh.EventType // nil for all
	Bare  []eh.EventType // types whose events come without their data
}

// Fold calls do for the events of streams, one stream after the other in the given order. Only a
// portion of the events is in memory at a time. If an event cannot be read, Fold leaves out the
// rest of its stream and calls left; if left is nil, it returns the error.
func (s *Store) Fold(ctx context.Context, w Streams, do func(domain.Event) error, left func(*UnreadableError)) error {
	ids, after, rows := w.IDs, w.After, portionRows
	var types []string
	for _, t := range w.Types {
		types = append(types, string(t))
	}
	const sql = "select " + columnList + ` from (
		select e.position as p, s.place, e.version as v from unnest($1::uuid[]) with ordinality s (id, place) join events e on e.stream_id = s.id
		where (s.place, e.version) > (1, $2) and e.position <= $3 and ($4::text[] is null or e.type = any ($4)) order by s.place, e.version limit $5) w
		join events on events.position = w.p order by w.place, w.v`
	for len(ids) > 0 {
		window := ids[:min(len(ids), portionStreams)]
		events, cut, err := s.portion(ctx, w.Bare, sql, window, after, w.UpTo, types, rows)
		if err != nil {
			return err
		}
		next, behind := len(window), 0 // where to continue
		if n := len(events); n == rows || cut {
			next, behind = slices.Index(window, events[n-1].Stream), events[n-1].Version
		}
		for i := range events {
			err := s.readable(ctx, events[i:i+1])
			var bad *UnreadableError
			if errors.As(err, &bad) && left != nil {
				left(bad)
				next, behind = slices.Index(window, bad.Stream)+1, 0
				break
			}
			if err == nil {
				err = do(events[i])
			}
			if errors.Is(err, ErrEnough) {
				return nil
			}
			if err != nil {
				return err
			}
		}
		ids, after, rows = ids[next:], behind, nextRows(len(events), cut)
	}
	return nil
}

// At calls do for the events at ascending positions, a portion at a time.
func (s *Store) At(ctx context.Context, positions []int64, do func([]domain.Event) error) error {
	const sql = "select " + columnList + " from events where position = any ($1) order by position"
	for rows := portionRows; len(positions) > 0; {
		window := positions[:min(len(positions), rows)]
		events, cut, err := s.portion(ctx, nil, sql, window)
		if err == nil {
			err = s.readable(ctx, events)
		}
		if err == nil && len(events) > 0 {
			err = do(events)
		}
		if errors.Is(err, ErrEnough) {
			return nil
		}
		if err != nil {
			return err
		}
		n := len(window)
		if cut {
			n = slices.Index(window, events[len(events)-1].Position) + 1
		}
		positions, rows = positions[n:], nextRows(len(events), cut)
	}
	return nil
}

// nextRows returns how many rows to read after a portion. Rows that do not fit would be read in
// vain.
func nextRows(got int, cut bool) int {
	if cut {
		return min(max(2*got, 4), portionRows)
	}
	return portionRows
}

// portion reads events until they take portionBytes. cut reports that there were more.
func (s *Store) portion(
	ctx context.Context,
	bare []eh.EventType,
	sql string,
	args ...any,
) (events []domain.Event, cut bool, err error) {
	d, taken := s.decoder(Filter{Lenient: true, Bare: bare}), 0
	err = s.query(ctx, sql, args, func(v [][]byte) error {
		if taken > portionBytes {
			return ErrEnough
		}
		e, err := d.event(v)
		if taken += len(v[6]); e.Data != nil {
			taken += len(v[5])
		}
		events = append(events, e)
		return err
	})
	if errors.Is(err, ErrEnough) {
		return events, true, nil
	}
	return events, false, err
}

// readable replaces events that an operator has skipped. For the first other event that cannot be
// read it returns an *UnreadableError.
func (s *Store) readable(ctx context.Context, events []domain.Event) error {
	var faults []int
	for i, e := range events {
		if bad(e) != nil {
			faults = append(faults, i)
		}
	}
	return s.omit(ctx, events, faults)
}
