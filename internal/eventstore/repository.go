package eventstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// Aggregate is folded from the events of one stream. Apply only remembers; it must not fail on an event it recorded.
type Aggregate interface {
	Apply(domain.Event) error
}

// Snapshotter is an aggregate whose whole state is its JSON form. The repository stores the state now and then, so that
// a long stream loads fast.
type Snapshotter interface {
	SnapshotSchema() int // rises when the state or the fold changes; older snapshots are ignored
}

// RepositoryOptions of a repository; zero values take the defaults named.
type RepositoryOptions struct {
	Cache         int // aggregates kept in memory, 10,000
	SnapshotEvery int // events between snapshots, 50; negative: none
}

// Repository loads the aggregates of one stream type and keeps the recently used ones in memory.
type Repository[A Aggregate] struct {
	store      *Store
	streamType eh.AggregateType
	create     func(uuid.UUID) A
	every      int
	cache      *lru[A]
	saving     chan struct{}
}

// NewRepository returns a repository of the aggregates that create makes.
func NewRepository[A Aggregate](
	s *Store,
	streamType eh.AggregateType,
	create func(uuid.UUID) A,
	o RepositoryOptions,
) *Repository[A] {
	if o.Cache <= 0 {
		o.Cache = 10_000
	}
	if o.SnapshotEvery == 0 {
		o.SnapshotEvery = 50
	}
	return &Repository[A]{
		store:      s,
		streamType: streamType,
		create:     create,
		every:      o.SnapshotEvery,
		cache:      newLRU[A](o.Cache),
		saving:     make(chan struct{}, 2),
	}
}

// Lock waits until this process's other commands on the stream are done. The handle must be unlocked. A command that
// locks several streams locks them in one agreed order (order, proof, topic, inbox); against all odds the wait ends
// with domain.ErrBusy.
func (r *Repository[A]) Lock(ctx context.Context, id uuid.UUID) (*Held[A], error) {
	if err := r.store.locks.lock(ctx, id); err != nil {
		return nil, err
	}
	return &Held[A]{repo: r, id: id}, nil
}

// Holder is a held stream of any type: what a guard needs.
type Holder interface {
	Guard() Guard
	Evict()
}

// Held is the exclusive use, in this process, of one stream.
type Held[A Aggregate] struct {
	repo     *Repository[A]
	id       uuid.UUID
	agg      A
	version  int
	snapshot int // version of the last snapshot known
	loaded   bool
	unlocked bool
}

// Load returns the aggregate and its version: a new one and 0 if the stream does not exist. It comes from the cache, or
// from the last snapshot and the events after it. It is the caller's until Unlock. A stream of another type is ErrNotFound.
func (h *Held[A]) Load(ctx context.Context) (agg A, version int, err error) {
	if h.loaded {
		return h.agg, h.version, nil
	}
	if e, ok := h.repo.cache.take(h.id); ok {
		h.repo.store.meters.hits.Inc()
		h.agg, h.version, h.snapshot, h.loaded = e.agg, e.version, e.snapshot, true
		return h.agg, h.version, nil
	}
	h.repo.store.meters.misses.Inc()
	if err := h.read(ctx); err != nil {
		var none A
		return none, 0, err
	}
	return h.agg, h.version, nil
}

// Version is the stream's version as loaded and appended to since.
func (h *Held[A]) Version() int { return h.version }

// ID is the stream's id.
func (h *Held[A]) ID() uuid.UUID { return h.id }

// Guard makes another stream's append conditional on this one being unchanged.
func (h *Held[A]) Guard() Guard { return Guard{Stream: h.id, Version: h.version} }

// Evict forgets the aggregate, so that the next Load reads the log: after a conflict, or if the caller changed it
// without appending.
func (h *Held[A]) Evict() {
	var none A
	h.agg, h.version, h.snapshot, h.loaded = none, 0, 0, false
}

// Refresh folds what other processes appended since the aggregate was loaded, and says whether there was anything. A
// refusal decided on a cached aggregate is final only when Refresh says no.
func (h *Held[A]) Refresh(ctx context.Context) (changed bool, err error) {
	if !h.loaded {
		_, _, err := h.Load(ctx)
		return true, err
	}
	events, err := h.repo.store.Load(ctx, h.id, h.version+1)
	if err != nil || len(events) == 0 {
		return false, err
	}
	return true, h.fold(events)
}

// Write is an append to a held stream.
type Write struct {
	Events    []Record
	Meta      domain.Meta
	CommandID uuid.UUID
}

// Append appends at the version loaded, guarded by other held streams, and applies the stored events to the aggregate.
// On a conflict all of them are evicted: load again, decide again. A duplicate is evicted too: nothing was appended.
func (h *Held[A]) Append(ctx context.Context, w Write, guards ...Holder) (Result, error) {
	if !h.loaded {
		return Result{}, errors.New("event store: append to a stream that was not loaded")
	}
	a := Append{
		Stream:     h.id,
		StreamType: h.repo.streamType,
		Expected:   h.version,
		Events:     w.Events,
		Meta:       w.Meta,
		CommandID:  w.CommandID,
	}
	for _, g := range guards {
		a.Guards = append(a.Guards, g.Guard())
	}
	res, err := h.repo.store.Append(ctx, a)
	switch {
	case errors.Is(err, ErrConflict):
		h.Evict()
		for _, g := range guards {
			g.Evict()
		}
		return res, err
	case err != nil, res.Duplicate:
		h.Evict() // the log may hold more than the aggregate knows
		return res, err
	}
	if err := h.fold(a.stored(res)); err != nil {
		// The events are durable and the next Load folds them anew; failing the command would be a lie.
		h.repo.store.log.Error(
			"event store: a stored event does not apply", "error", err, "stream", h.id, "position", res.Position,
		)
	}
	return res, nil
}

// Unlock gives the aggregate back to the cache and the stream to the next command. Calling it twice is harmless.
func (h *Held[A]) Unlock() {
	if h.unlocked {
		return
	}
	h.unlocked = true
	if h.loaded && h.version > 0 {
		h.keepSnapshot()
		h.repo.cache.put(h.id, entry[A]{agg: h.agg, version: h.version, snapshot: h.snapshot})
	}
	h.Evict()
	h.repo.store.locks.unlock(h.id)
}

// fold applies events; the aggregate is forgotten if one does not apply.
func (h *Held[A]) fold(events []domain.Event) (err error) {
	agg, version := h.agg, h.version
	h.loaded = false // also while Apply panics
	for _, e := range events {
		if e.Version != version+1 {
			err = fmt.Errorf("%w: version %d of stream %s follows %d", ErrGap, e.Version, h.id, version)
		} else if u, ok := e.Data.(*Unknown); ok {
			err = unreadable(
				e, fmt.Errorf("%w: %s version %d is unknown to this build", ErrUndecodable, u.Type, u.Version),
			)
		} else {
			err = domain.Apply(agg, e)
		}
		if err != nil {
			h.Evict()
			return fmt.Errorf("stream %s at version %d: %w", h.id, e.Version, err)
		}
		version++
	}
	h.agg, h.version, h.loaded = agg, version, true
	return nil
}

func (h *Held[A]) read(ctx context.Context) error {
	h.agg, h.version, h.snapshot = h.repo.create(h.id), 0, 0
	if sn, ok := any(h.agg).(Snapshotter); ok && h.repo.every > 0 {
		s, found, err := h.repo.store.LoadSnapshot(ctx, h.id, sn.SnapshotSchema())
		if err != nil {
			return err
		}
		if found && s.StreamType == h.repo.streamType {
			if err := json.Unmarshal(s.State, sn); err != nil {
				h.repo.store.log.Error(
					"event store: a snapshot cannot be read, folding the stream instead", "error", err, "stream", h.id,
				)
				h.agg = h.repo.create(h.id)
			} else {
				h.version, h.snapshot = s.Version, s.Version
			}
		}
	}
	events, err := h.repo.store.Load(ctx, h.id, h.version+1)
	if err != nil {
		return err
	}
	if len(events) > 0 && events[0].StreamType != h.repo.streamType {
		return fmt.Errorf("%w: stream %s is of type %s", ErrNotFound, h.id, events[0].StreamType)
	}
	return h.fold(events)
}

// keepSnapshot writes a snapshot beside the command when enough has happened. It may be skipped: the next one will do.
func (h *Held[A]) keepSnapshot() {
	sn, ok := any(h.agg).(Snapshotter)
	if !ok || h.repo.every < 0 || h.version-h.snapshot < h.repo.every {
		return
	}
	select {
	case h.repo.saving <- struct{}{}:
	default:
		return
	}
	raw, err := json.Marshal(sn)
	if err != nil {
		<-h.repo.saving
		h.repo.store.log.Error("event store: an aggregate cannot be snapshotted", "error", err, "stream", h.id)
		return
	}
	s := Snapshot{
		Stream:     h.id,
		StreamType: h.repo.streamType,
		Version:    h.version,
		Schema:     sn.SnapshotSchema(),
		State:      raw,
	}
	h.snapshot = h.version
	store, saving := h.repo.store, h.repo.saving
	go func() {
		defer func() { <-saving }()
		ctx, cancel := context.WithTimeout(context.Background(), store.cfg.Timeout)
		defer cancel()
		if err := store.SaveSnapshot(ctx, s); err != nil {
			store.log.Warn("event store: a snapshot was not kept", "error", err, "stream", s.Stream)
		}
	}()
}
