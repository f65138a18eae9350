package eventstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// Load returns the events of a stream from a version on (1: all), in order; none if there are none.
func (s *Store) Load(ctx context.Context, stream uuid.UUID, fromVersion int) ([]domain.Event, error) {
	return s.events(
		ctx, "select "+columnList+" from events where stream_id = $1 and version >= $2 order by version", stream,
		fromVersion,
	)
}

// LoadTo returns the events of a stream up to a global position: the stream as it was then.
func (s *Store) LoadTo(ctx context.Context, stream uuid.UUID, maxPosition int64) ([]domain.Event, error) {
	return s.events(
		ctx, "select "+columnList+" from events where stream_id = $1 and position <= $2 order by version", stream,
		maxPosition,
	)
}

// LoadStreams returns the events of several streams up to a global position, in the order of the log.
func (s *Store) LoadStreams(ctx context.Context, streams []uuid.UUID, maxPosition int64) ([]domain.Event, error) {
	return s.events(
		ctx, "select "+columnList+" from events where stream_id = any ($1) and position <= $2 order by position",
		streams, maxPosition,
	)
}

// Read returns up to limit events after a position, in order, and fails with ErrGap if a position is missing.
func (s *Store) Read(ctx context.Context, after int64, limit int) ([]domain.Event, error) {
	page, err := s.ReadPage(ctx, after, limit, Filter{})
	return page.Events, err
}

// Filter says which events to decode; the zero value takes all.
type Filter struct {
	Types []eh.EventType
	// Lenient: an event that cannot be decoded comes with *Undecodable as its data instead of failing the page.
	Lenient bool
	// NoMeta: events may come without their Meta, which costs as much to decode as their data.
	NoMeta bool
	// Bare are types whose events come without their data: it is checked, and not decoded.
	Bare []eh.EventType
	// Part is the part of the streams to take, where they are spread over Parts (PartOf), and of Shared types everything.
	Part, Parts int
	Shared      []eh.EventType
}

func (f Filter) takes(stored string) bool {
	return f.Types == nil || slices.Contains(f.Types, eh.EventType(stored))
}

func (f Filter) mine(stream uuid.UUID, stored string) bool {
	return f.Parts <= 1 || PartOf(stream, f.Parts) == f.Part || slices.Contains(f.Shared, eh.EventType(stored))
}

// PartOf says which of several parts a stream belongs to, from 0.
func PartOf(stream uuid.UUID, parts int) int {
	return int(binary.BigEndian.Uint16(stream[14:])) % max(1, parts)
}

// Page is a stretch of the log.
type Page struct {
	Events []domain.Event // those that the filter takes
	Last   int64          // position of the last event looked at; the position asked for if there was none
	Count  int            // events looked at
	More   bool           // there may be more events after these; if false, a wake follows when there are
}

// maxPageBytes of data and metadata end a page early, so that nobody who goes through the log holds more of it.
const maxPageBytes = 8 << 20

var errFullPage = errors.New("the page is full")

// ReadPage looks at up to limit events after a position, checks that none is missing (ErrGap), and decodes those that
// the filter takes. It looks at fewer where these hold more than 8 MB.
func (s *Store) ReadPage(ctx context.Context, after int64, limit int, f Filter) (Page, error) {
	fits := int(s.fits.Load())
	if fits > 0 { // the rows behind a full page are sent in vain
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
	case page.Count == fits: // events may be smaller from here on
		s.fits.Store(min(2*int64(fits), math.MaxInt32))
	}
	page.More = full || page.Count == limit
	return page, err
}

// Each calls do for every event after a position that the filter takes, up to and including position last, reading
// pages of pageSize ahead of do.
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

// ByCommand finds what a command appended.
func (s *Store) ByCommand(ctx context.Context, id uuid.UUID) (c Command, found bool, err error) {
	// The events of one append stand together, and each append has a command id on its first event.
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
		return Command{}, false, s.readError(err)
	}
	c.StreamType, c.OccurredAt = eh.AggregateType(streamType), c.OccurredAt.UTC()
	if err := json.Unmarshal(meta, &c.Meta); err != nil {
		return Command{}, false, fmt.Errorf("%w: metadata at %d: %w", ErrUndecodable, c.First, err)
	}
	return c, true, nil
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

// bad returns why an event cannot be read, nil if it can.
func bad(e domain.Event) error {
	switch d := e.Data.(type) {
	case *Undecodable:
		return d.Err
	case *Unknown:
		return fmt.Errorf("%w: version %d is newer than this build", ErrUndecodable, d.Version)
	}
	return nil
}

// omit replaces events that cannot be read and that an operator has skipped; the first other one is an *UnreadableError. An event of a
// type that this build does not know is left as it is: who folds it fails, others pass over it.
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
		_, unknown := e.Data.(*Unknown)
		switch why := bad(*e); {
		case skipped:
			e.Data = &domain.Omitted{Type: e.Type, Reason: why.Error()}
		case !unknown:
			return unreadable(*e, why)
		}
	}
	return nil
}

// LoadReadable is LoadStreams that leaves out the streams with an event that cannot be read, and says which event of each that is.
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

// query hands every row to do as the bytes of its columns, valid during the call: numbers and ids in binary.
func (s *Store) query(ctx context.Context, sql string, args []any, do func([][]byte) error) error {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return s.readError(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows.RawValues()); err != nil {
			return err
		}
	}
	return s.readError(rows.Err())
}

// envelope is the stored metadata: the event's own and the schema version of its data (absent: 1).
type envelope struct {
	domain.Meta
	Schema int `json:"v,omitempty"`
}

// decoder turns rows into events and remembers what repeats from row to row.
type decoder struct {
	reg        *Registry
	checker    checker
	lenient    bool
	noMeta     bool
	bare       []eh.EventType
	streamType eh.AggregateType
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
		OccurredAt: fromMicros(int64(binary.BigEndian.Uint64(v[8]))),
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
			e.Data = &Undecodable{Raw: append(json.RawMessage(nil), v[5]...), Err: err}
			return e, nil
		}
		return e, unreadable(e, err)
	}
	switch {
	case d.raw != nil && string(d.raw) == string(v[6]):
	case d.noMeta && !bytes.Contains(v[6], schemaKey):
		d.raw, d.meta = nil, envelope{}
	default:
		d.meta = envelope{}
		if err := json.Unmarshal(v[6], &d.meta); err != nil {
			d.raw = nil
			if d.lenient {
				e.Type = eh.EventType(v[4])
				e.Data = &Undecodable{
					Raw: append(json.RawMessage(nil), v[5]...),
					Err: fmt.Errorf("%w: metadata: %w", ErrUndecodable, err),
				}
				return e, nil
			}
			e.Type = eh.EventType(v[4])
			return e, unreadable(e, fmt.Errorf("%w: metadata: %w", ErrUndecodable, err))
		}
		d.raw = append(d.raw[:0], v[6]...)
	}
	e.Meta = d.meta.Meta
	schema := max(d.meta.Schema, 1)
	t, known := d.reg.types[eh.EventType(v[4])]
	if !known || schema > t.version {
		e.Type = eh.EventType(v[4])
		e.Data = &Unknown{Type: e.Type, Version: schema, Raw: append(json.RawMessage(nil), v[5]...)}
		return e, nil
	}
	if e.Type = t.name; slices.Contains(d.bare, e.Type) {
		return e, nil
	}
	var err error
	if e.Data, err = t.decode(schema, v[5]); err != nil && d.lenient {
		e.Data = &Undecodable{Version: schema, Raw: append(json.RawMessage(nil), v[5]...), Err: err}
	} else if err != nil {
		return e, unreadable(e, err)
	}
	return e, nil
}

// schemaKey is in all metadata of data with a schema version other than 1.
var schemaKey = []byte(`"v"`)

const pgEpoch = 946684800_000000 // 2000-01-01 in microseconds of Unix time

func fromMicros(sinceEpoch int64) time.Time { return time.UnixMicro(sinceEpoch + pgEpoch).UTC() }

// ReadStream returns the events of one stream from a version on, up to a position, that the filter takes.
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

// Raw returns the data of one event as it is stored, nil for none, and its schema version.
func (s *Store) Raw(ctx context.Context, position int64) (data json.RawMessage, schema int, err error) {
	var meta []byte
	if err := s.pool.QueryRow(ctx, "select data, metadata from events where position = $1", position).
		Scan(&data, &meta); err != nil {
		return nil, 0, s.readError(err)
	}
	var m envelope
	_ = json.Unmarshal(meta, &m) // what is wrong with it the decoder says
	return data, max(m.Schema, 1), nil
}
