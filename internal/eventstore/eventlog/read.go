package eventlog

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/record"
)

// Load returns the events of a stream from a version on (1: all), in order; none if there are none.
func (s *Store) Load(ctx context.Context, stream uuid.UUID, fromVersion int) ([]domain.Event, error) {
	return s.events(
		ctx, "select "+columnList+" from events where stream_id = $1 and version >= $2 order by version", stream,
		fromVersion,
	)
}

// LoadTo returns the events of a stream up to a global position.
func (s *Store) LoadTo(ctx context.Context, stream uuid.UUID, maxPosition int64) ([]domain.Event, error) {
	return s.events(
		ctx, "select "+columnList+" from events where stream_id = $1 and position <= $2 order by version", stream,
		maxPosition,
	)
}

// LoadStreams returns the events of several streams up to a global position, in the order of the
// log.
func (s *Store) LoadStreams(ctx context.Context, streams []uuid.UUID, maxPosition int64) ([]domain.Event, error) {
	return s.events(
		ctx, "select "+columnList+" from events where stream_id = any ($1) and position <= $2 order by position",
		streams, maxPosition,
	)
}

// Read returns up to limit events after a position, in order, and fails with ErrGap if a position
// is missing.
func (s *Store) Read(ctx context.Context, after int64, limit int) ([]domain.Event, error) {
	page, err := s.ReadPage(ctx, after, limit, Filter{})
	return page.Events, err
}

// Filter selects the events to decode. The zero value selects all.
type Filter struct {
	Types []eh.EventType
	// Lenient: an event that cannot be decoded comes with *codec.Undecodable as its data instead of
	// failing the page.
	Lenient bool
	// NoMeta: events may come without Meta. Decoding it costs as much as decoding the data.
	NoMeta bool
	// Bare are types whose events come without their data, which is checked but not decoded.
	Bare []eh.EventType
	// Part selects the streams of one part if they are divided into Parts (PartOf). Events of
	// Shared types belong to every part.
	Part, Parts int
	Shared      []eh.EventType
}

func (f Filter) takes(stored string) bool {
	return f.Types == nil || slices.Contains(f.Types, eh.EventType(stored))
}

func (f Filter) mine(stream uuid.UUID, stored string) bool {
	return f.Parts <= 1 || PartOf(stream, f.Parts) == f.Part || slices.Contains(f.Shared, eh.EventType(stored))
}

// PartOf returns the part, counted from 0, that a stream belongs to.
func PartOf(stream uuid.UUID, parts int) int {
	return int(binary.BigEndian.Uint16(stream[14:])) % max(1, parts)
}

// Page is a range of the log.
type Page struct {
	Events []domain.Event // the events that the filter selects
	Last   int64          // position of the last event that was read; the requested position if there was none
	Count  int            // number of events that were read
	More   bool           // there may be more events after these; if false, subscribers are woken when there are
}

// A page ends early at maxPageBytes of data and metadata, so that no reader of the log needs more
// memory.
const maxPageBytes = 8 << 20

var errFullPage = errors.New("the page is full")

// ReadPage reads up to limit events after a position, checks that none is missing (ErrGap), and
// decodes those that the filter selects. It reads fewer events if these have more than 8 MB.
func (s *Store) ReadPage(ctx context.Context, after int64, limit int, f Filter) (Page, error) {
	fits := int(s.fits.Load())
	if fits > 0 { // the rows after a full page would be read in vain
		limit = min(limit, fits)
	}
	page, size := Page{Last: after}, 0
	sql, args := "select "+columnList+" from events where position > $1 order by position limit $2", []any{after, limit}
	if f.Types != nil {
		sql = `select position, stream_id, version, stream_type, case when w then type end, case when w then data end,
			case when w then metadata end, command_id, occurred_at, case when w then auth end
			from (select *, type = any ($3) as w from events where position > $1 order by position limit $2) e`
		names := make([]string, len(f.Types))
		for i, t := range f.Types {
			names[i] = string(t)
		}
		args = append(args, names)
	}
	d := s.decoder(f)
	err := s.query(ctx, sql, args, func(v [][]byte) error {
		position := int64(binary.BigEndian.Uint64(v[0]))
		if position != page.Last+1 {
			return fmt.Errorf("%w: %d follows %d", ErrGap, position, page.Last)
		}
		page.Last, page.Count = position, page.Count+1
		if v[4] == nil || !f.mine(uuid.UUID(v[1]), string(v[4])) {
			return nil
		}
		e, err := d.event(v)
		if err != nil {
			return err
		}
		page.Events = append(page.Events, e)
		if size += len(v[5]) + len(v[6]); size >= maxPageBytes {
			return errFullPage
		}
		return nil
	})
	full := errors.Is(err, errFullPage)
	switch {
	case full:
		err = nil
		s.fits.Store(int64(page.Count))
	case page.Count == fits: // later events may be smaller
		s.fits.Store(min(2*int64(fits), math.MaxInt32))
	}
	page.More = full || page.Count == limit
	return page, err
}

// Each calls do for every event after a position that the filter selects, up to and including
// position last. It reads pages of pageSize ahead of do.
func (s *Store) Each(ctx context.Context, after, last int64, pageSize int, f Filter, do func(Page) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type read struct {
		page Page
		err  error
	}
	pages := make(chan read, 1)
	go func() {
		defer close(pages)
		for at := after; at < last; {
			p, err := s.ReadPage(ctx, at, int(min(int64(pageSize), last-at)), f)
			if err == nil && p.Count == 0 {
				err = fmt.Errorf("%w: nothing after %d, want up to %d", ErrGap, at, last)
			}
			select {
			case pages <- read{p, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
			at = p.Last
		}
	}()
	for r := range pages {
		if r.err != nil {
			return r.err
		}
		if err := do(r.page); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// ByCommand returns what a command appended.
func (s *Store) ByCommand(ctx context.Context, id uuid.UUID) (c Command, found bool, err error) {
	// The events of an append are adjacent, and the first one has the append's command id.
	const sql = `select c.stream_id, c.stream_type, c.position, c.metadata, c.occurred_at, l.position, l.version
		from events c, lateral (
			select e.position, e.version from events e
			where e.position >= c.position and e.position < coalesce(
				(select n.position from events n where n.position > c.position and n.command_id is not null order by n.position limit 1),
				9223372036854775807)
			order by e.position desc limit 1) l
		where c.command_id = $1`
	var meta []byte
	var streamType string
	c.ID = id
	err = s.pool.QueryRow(ctx, sql, id).
		Scan(&c.Stream, &streamType, &c.First, &meta, &c.OccurredAt, &c.Position, &c.Version)
	if errors.Is(err, pgx.ErrNoRows) {
		return Command{}, false, nil
	}
	if err != nil {
		return Command{}, false, s.Error(err)
	}
	c.StreamType, c.OccurredAt = eh.AggregateType(streamType), c.OccurredAt.UTC()
	if err := json.Unmarshal(meta, &c.Meta); err != nil {
		return Command{}, false, fmt.Errorf("%w: metadata at %d: %w", codec.ErrUndecodable, c.First, err)
	}
	return c, true, nil
}

// Known returns which of some streams have events.
func (s *Store) Known(ctx context.Context, streams []uuid.UUID) (map[uuid.UUID]bool, error) {
	rows, err := s.pool.Query(
		ctx, "select stream_id from events where stream_id = any($1) and version = 1", streams,
	)
	if err != nil {
		return nil, s.Error(err)
	}
	known := map[uuid.UUID]bool{}
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error { known[id] = true; return nil })
	if err != nil {
		return nil, s.Error(err)
	}
	return known, nil
}

func (s *Store) events(ctx context.Context, sql string, args ...any) ([]domain.Event, error) {
	var out []domain.Event
	d := s.decoder(Filter{})
	var faults []int
	d.lenient = true
	err := s.query(ctx, sql, args, func(v [][]byte) error {
		e, err := d.event(v)
		if bad(e) != nil {
			faults = append(faults, len(out))
		}
		out = append(out, e)
		return err
	})
	if err == nil {
		err = s.omit(ctx, out, faults)
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// bad returns why an event cannot be read, nil if it can be read.
func bad(e domain.Event) error {
	switch d := e.Data.(type) {
	case *codec.Undecodable:
		return d.Err
	case *codec.Unknown:
		return fmt.Errorf("%w: version %d is newer than this build", codec.ErrUndecodable, d.Version)
	}
	return nil
}

// omit replaces events that cannot be read and that an operator has skipped. For the first other
// one it returns an *UnreadableError. It does not change an event whose type this build does not
// know: aggregates fail on it, other readers ignore it.
func (s *Store) omit(ctx context.Context, events []domain.Event, faults []int) error {
	for _, i := range faults {
		e := &events[i]
		skipped := false
		if s.cfg.Skipped != nil {
			var err error
			if skipped, err = s.cfg.Skipped(ctx, s, e.Position); err != nil {
				return err
			}
		}
		_, unknown := e.Data.(*codec.Unknown)
		switch why := bad(*e); {
		case skipped:
			e.Data = &domain.Omitted{Type: e.Type, Reason: why.Error()}
		case !unknown:
			return Unreadable(*e, why)
		}
	}
	return nil
}

// LoadReadable is LoadStreams without the streams that have an event that cannot be read. It
// returns that event of each such stream.
func (s *Store) LoadReadable(
	ctx context.Context,
	streams []uuid.UUID,
	maxPosition int64,
) ([]domain.Event, []*UnreadableError, error) {
	events, err := s.LoadStreams(ctx, streams, maxPosition)
	var at *UnreadableError
	var left []*UnreadableError
	for errors.As(err, &at) {
		left = append(left, at)
		streams = slices.DeleteFunc(slices.Clone(streams), func(id uuid.UUID) bool { return id == at.Stream })
		events, err = s.LoadStreams(ctx, streams, maxPosition)
	}
	return events, left, err
}

// query calls do for every row with its columns in binary form, which are valid during the call.
func (s *Store) query(ctx context.Context, sql string, args []any, do func([][]byte) error) error {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return s.Error(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows.RawValues()); err != nil {
			return err
		}
	}
	return s.Error(rows.Err())
}

// envelope is the stored metadata: that of the event and the schema version of its data (1 if
// absent).
type envelope struct {
	domain.Meta
	Schema int `json:"v,omitempty"`
}

// decoder turns rows into events. It remembers values that repeat from row to row.
type decoder struct {
	reg        *codec.Registry
	checker    checker
	lenient    bool
	noMeta     bool
	bare       []eh.EventType
	streamType eh.AggregateType
	known      *envelope     // the metadata of the next row, if it need not be decoded
	shared     *codec.Shared // the data of the next row, if others read it too
	raw        []byte
	meta       envelope
}

func (s *Store) decoder(f Filter) decoder {
	return decoder{reg: s.reg, checker: newChecker(s.cfg.Keys), lenient: f.Lenient, noMeta: f.NoMeta, bare: f.Bare}
}

func (d *decoder) event(v [][]byte) (domain.Event, error) {
	e := domain.Event{
		Position:   int64(binary.BigEndian.Uint64(v[0])),
		Stream:     uuid.UUID(v[1]),
		Version:    int(binary.BigEndian.Uint32(v[2])),
		OccurredAt: record.FromMicros(int64(binary.BigEndian.Uint64(v[8]))),
	}
	if string(d.streamType) != string(v[3]) {
		d.streamType = eh.AggregateType(v[3])
	}
	e.StreamType = d.streamType
	if v[7] != nil {
		e.CommandID = uuid.UUID(v[7])
	}
	if err := d.checker.check(v); err != nil {
		e.Type = eh.EventType(v[4])
		if d.lenient {
			e.Data = &codec.Undecodable{Raw: append(json.RawMessage(nil), v[5]...), Err: err}
			return e, nil
		}
		return e, Unreadable(e, err)
	}
	err := d.content(&e, v[4], v[5], v[6])
	return e, err
}

// content decodes the type, the data and the metadata of an event.
func (d *decoder) content(e *domain.Event, typ, data, meta []byte) error {
	switch {
	case d.known != nil:
		d.raw, d.meta = nil, *d.known
	case d.raw != nil && string(d.raw) == string(meta):
	case d.noMeta && !bytes.Contains(meta, schemaKey):
		d.raw, d.meta = nil, envelope{}
	default:
		d.meta = envelope{}
		if err := json.Unmarshal(meta, &d.meta); err != nil {
			d.raw = nil
			if d.lenient {
				e.Type = eh.EventType(typ)
				e.Data = &codec.Undecodable{
					Raw: append(json.RawMessage(nil), data...),
					Err: fmt.Errorf("%w: metadata: %w", codec.ErrUndecodable, err),
				}
				return nil
			}
			e.Type = eh.EventType(typ)
			return Unreadable(*e, fmt.Errorf("%w: metadata: %w", codec.ErrUndecodable, err))
		}
		d.raw = append(d.raw[:0], meta...)
	}
	e.Meta = d.meta.Meta
	schema := max(d.meta.Schema, 1)
	t := d.reg.Find(typ, schema)
	if t == nil {
		e.Type = eh.EventType(typ)
		e.Data = &codec.Unknown{Type: e.Type, Version: schema, Raw: append(json.RawMessage(nil), data...)}
		return nil
	}
	if e.Type = t.Name(); slices.Contains(d.bare, e.Type) {
		return nil
	}
	var err error
	if d.shared != nil {
		e.Data, err = d.shared.Decode(t, schema, data)
	} else {
		e.Data, err = t.Decode(schema, data)
	}
	if err != nil && d.lenient {
		e.Data = &codec.Undecodable{Version: schema, Raw: append(json.RawMessage(nil), data...), Err: err}
	} else if err != nil {
		return Unreadable(*e, err)
	}
	return nil
}

// schemaKey is part of all metadata of data with a schema version other than 1.
var schemaKey = []byte(`"v"`)

// ReadStream returns the events of a stream from a version on, up to a position, that the filter
// selects.
func (s *Store) ReadStream(
	ctx context.Context,
	stream uuid.UUID,
	fromVersion int,
	maxPosition int64,
	f Filter,
) ([]domain.Event, error) {
	names := make([]string, len(f.Types))
	for i, t := range f.Types {
		names[i] = string(t)
	}
	var out []domain.Event
	d := s.decoder(f)
	const sql = "select " + columnList + ` from events
		where stream_id = $1 and version >= $2 and position <= $3 and ($4 or type = any ($5)) order by version`
	err := s.query(ctx, sql, []any{stream, fromVersion, maxPosition, f.Types == nil, names}, func(v [][]byte) error {
		e, err := d.event(v)
		out = append(out, e)
		return err
	})
	return out, err
}

// Raw returns the stored data of an event, nil for none, and its schema version.
func (s *Store) Raw(ctx context.Context, position int64) (data json.RawMessage, schema int, err error) {
	var meta []byte
	if err := s.pool.QueryRow(ctx, "select data, metadata from events where position = $1", position).
		Scan(&data, &meta); err != nil {
		return nil, 0, s.Error(err)
	}
	var m envelope
	_ = json.Unmarshal(meta, &m) // the decoder reports what is wrong with it
	return data, max(m.Schema, 1), nil
}
