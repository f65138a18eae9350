package eventlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
)

// Horizon implements eventhorizon's interfaces on the store. It keeps all metadata, also what is
// not in domain.Meta.
type Horizon struct{ s *Store }

var (
	_ eh.EventStore    = (*Horizon)(nil)
	_ eh.SnapshotStore = (*Horizon)(nil)
)

// NewHorizon returns the adapter. Closing it closes the store.
func NewHorizon(s *Store) *Horizon { return &Horizon{s} }

// Save implements eh.EventStore.
func (h *Horizon) Save(ctx context.Context, events []eh.Event, originalVersion int) error {
	failed := &eh.EventStoreError{Op: eh.EventStoreOpSave, AggregateVersion: originalVersion, Events: events}
	if failed.Err = h.save(ctx, events, originalVersion, failed); failed.Err != nil {
		return failed
	}
	return nil
}

func (h *Horizon) save(ctx context.Context, events []eh.Event, originalVersion int, failed *eh.EventStoreError) error {
	if len(events) == 0 {
		return eh.ErrMissingEvents
	}
	id, streamType := events[0].AggregateID(), events[0].AggregateType()
	failed.AggregateID, failed.AggregateType = id, streamType
	r := newRequest()
	r.stream, r.streamType, r.expected = id, string(streamType), originalVersion
	for i, e := range events {
		switch {
		case e.AggregateID() != id:
			return eh.ErrMismatchedEventAggregateIDs
		case e.AggregateType() != streamType:
			return eh.ErrMismatchedEventAggregateTypes
		case e.Version() != originalVersion+i+1:
			return eh.ErrIncorrectEventVersion
		}
		raw, schema, err := h.s.reg.Encode(e.EventType(), e.Data())
		if err != nil {
			return err
		}
		meta := maps.Clone(e.Metadata())
		if meta == nil {
			meta = map[string]any{}
		}
		if schema > 1 {
			meta["v"] = schema
		}
		m, err := json.Marshal(meta)
		if err != nil {
			return err
		}
		r.rows = append(r.rows, row{typ: string(e.EventType()), data: raw, meta: m, at: e.Timestamp()})
	}
	if err := r.prepare(ctx, h.s.cfg.Timeout, uuid.Nil); err != nil {
		return err
	}
	_, err := h.s.submit(ctx, r)
	if errors.Is(err, ErrConflict) {
		return fmt.Errorf("%w: %w", eh.ErrEventConflictFromOtherSave, err)
	}
	return err
}

// Load implements eh.EventStore.
func (h *Horizon) Load(ctx context.Context, id uuid.UUID) ([]eh.Event, error) {
	return h.LoadFrom(ctx, id, 1)
}

// LoadFrom implements eh.EventStore.
func (h *Horizon) LoadFrom(ctx context.Context, id uuid.UUID, version int) ([]eh.Event, error) {
	var out []eh.Event
	d := h.s.decoder(Filter{})
	err := h.s.query(
		ctx,
		"select "+columnList+" from events where stream_id = $1 and version >= $2 order by version",
		[]any{id, version},
		func(v [][]byte) error {
			e, err := d.event(v)
			if err != nil {
				return err
			}
			if u, ok := e.Data.(*codec.Unknown); ok {
				return fmt.Errorf("%w: %q version %d", codec.ErrUnregistered, u.Type, u.Version)
			}
			meta := map[string]any{}
			if err := json.Unmarshal(v[6], &meta); err != nil {
				return err
			}
			delete(meta, "v")
			meta["position"] = int(e.Position)
			out = append(out, HorizonEvent(e, meta))
			return nil
		},
	)
	if err == nil && len(out) == 0 {
		err = eh.ErrAggregateNotFound
	}
	if err != nil {
		return nil, &eh.EventStoreError{Err: err, Op: eh.EventStoreOpLoad, AggregateID: id}
	}
	return out, nil
}

// HorizonEvent returns an event as eventhorizon's type, with the given metadata.
func HorizonEvent(e domain.Event, meta map[string]any) eh.Event {
	return eh.NewEvent(
		e.Type, e.Data, e.OccurredAt, eh.ForAggregate(e.StreamType, e.Stream, e.Version), eh.WithMetadata(meta),
	)
}

// SaveSnapshot implements eh.SnapshotStore.
func (h *Horizon) SaveSnapshot(ctx context.Context, id uuid.UUID, sn eh.Snapshot) error {
	failed := &eh.EventStoreError{
		Op:               eh.EventStoreOpSaveSnapshot,
		AggregateID:      id,
		AggregateType:    sn.AggregateType,
		AggregateVersion: sn.Version,
	}
	if sn.State == nil {
		failed.Err = errors.New("the snapshot has no state")
		return failed
	}
	raw, err := json.Marshal(sn.State)
	if err == nil {
		err = h.s.SaveSnapshot(ctx, Snapshot{Stream: id, StreamType: sn.AggregateType, Version: sn.Version, State: raw})
	}
	if err != nil {
		failed.Err = err
		return failed
	}
	return nil
}

// LoadSnapshot implements eh.SnapshotStore: nil without an error if there is none.
func (h *Horizon) LoadSnapshot(ctx context.Context, id uuid.UUID) (*eh.Snapshot, error) {
	s, found, err := h.s.LoadSnapshot(ctx, id, 0)
	if err == nil && !found {
		return nil, nil //nolint:nilnil // the interface wants it so
	}
	sn := &eh.Snapshot{Version: s.Version, AggregateType: s.StreamType, Timestamp: s.TakenAt}
	if err == nil {
		sn.State, err = eh.CreateSnapshotData(id, s.StreamType)
	}
	if err == nil {
		err = json.Unmarshal(s.State, sn.State)
	}
	if err != nil {
		return nil, &eh.EventStoreError{Err: err, Op: eh.EventStoreOpLoadSnapshot, AggregateID: id}
	}
	return sn, nil
}

// Close implements eh.EventStore.
func (h *Horizon) Close() error { return h.s.Close() }
