// Package repository loads aggregates from the log and caches them. It serialises the commands of a
// process by stream.
package repository

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Options of a repository. The comments name the defaults.
type Options struct {
	Cache         int      // aggregates kept in memory, 10,000
	SnapshotEvery int      // events between snapshots of a small state, 50; negative: none
	Process       *Process // one of its own
}

// Process is what the repositories of a process share: the locks on streams and the metrics of the
// cache.
type Process struct {
	locks        *locks
	hits, misses prometheus.Counter
}

// NewProcess returns what the repositories of a process share. Metrics are optional.
func NewProcess(reg prometheus.Registerer) *Process {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "proofboard", Name: name, Help: help})
	}
	p := &Process{
		locks:  newLocks(),
		hits:   counter("aggregate_cache_hits_total", "Aggregates taken from the cache."),
		misses: counter("aggregate_cache_misses_total", "Aggregates loaded from the log."),
	}
	if reg != nil {
		reg.MustRegister(p.hits, p.misses)
	}
	return p
}

// Repository loads the aggregates of one stream type and caches those that were used lately.
type Repository[A domain.Aggregate] struct {
	store   *eventlog.Store
	streams *domain.Streams[A]
	every   int
	process *Process
	cache   *lru[A]
	saving  chan struct{}
}

// New returns a repository of the aggregates of streams. From time to time it stores their state, so that a
// long stream loads fast.
func New[A domain.Aggregate](s *eventlog.Store, streams *domain.Streams[A], o Options) *Repository[A] {
	if o.Cache <= 0 {
		o.Cache = 10_000
	}
	if o.SnapshotEvery == 0 {
		o.SnapshotEvery = 50
	}
	if o.Process == nil {
		o.Process = NewProcess(nil)
	}
	return &Repository[A]{
		process: o.Process,
		store:   s,
		streams: streams,
		every:   o.SnapshotEvery,
		cache:   newLRU[A](o.Cache),
		saving:  make(chan struct{}, 2),
	}
}

// Lock waits until other commands of this process on the stream have ended. The caller must unlock
// it. Commands that lock several streams lock them in one order (domain.Streams.Place). If
// two commands wait for each other all the same, domain.ErrBusy ends the wait.
func (r *Repository[A]) Lock(ctx context.Context, id uuid.UUID) (*Held[A], error) {
	if err := r.process.locks.lock(ctx, id); err != nil {
		return nil, err
	}
	return &Held[A]{repo: r, id: id}, nil
}

// Guarding is a stream of any type whose version guards an append to another one.
type Guarding interface {
	Guard() eventlog.Guard
	Evict()
}

// Held is the exclusive use of a stream in this process.
type Held[A domain.Aggregate] struct {
	repo     *Repository[A]
	id       uuid.UUID
	agg      A
	version  int
	due      int // version from which the next snapshot is taken
	loaded   bool
	unlocked bool
}

// Load returns the aggregate and its version: a new one and 0 if the stream does not exist. It
// comes from the cache, or from the last snapshot and the events after it. The caller may use it
// until Unlock. A stream of another type returns eventlog.ErrNotFound.
func (h *Held[A]) Load(ctx context.Context) (agg A, version int, err error) {
	if h.loaded {
		return h.agg, h.version, nil
	}
	if e, ok := h.repo.cache.take(h.id); ok {
		h.repo.process.hits.Inc()
		h.agg, h.version, h.due, h.loaded = e.agg, e.version, e.due, true
		return h.agg, h.version, nil
	}
	h.repo.process.misses.Inc()
	if err := h.read(ctx); err != nil {
		var none A
		return none, 0, err
	}
	return h.agg, h.version, nil
}

// Version returns the version of the stream, including what was appended since Load.
func (h *Held[A]) Version() int { return h.version }

// ID returns the id of the stream.
func (h *Held[A]) ID() uuid.UUID { return h.id }

// Guard makes the append to another stream conditional on this one being unchanged.
func (h *Held[A]) Guard() eventlog.Guard { return eventlog.Guard{Stream: h.id, Version: h.version} }

// Evict drops the aggregate, so that the next Load reads the log. It is called after a conflict, or
// if the caller changed the aggregate without appending.
func (h *Held[A]) Evict() {
	var none A
	h.agg, h.version, h.due, h.loaded = none, 0, 0, false
}

// Refresh applies the events that other processes appended since Load, and reports whether there
// were any. A refusal that was decided on a cached aggregate is final only if Refresh returns
// false.
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
	Events    []eventlog.Record
	Meta      domain.Meta
	CommandID uuid.UUID
	Until     int64 // as in eventlog.Append
}

// Append appends at the loaded version, guarded by other held streams, and applies the stored
// events to the aggregate. After a conflict all of them are evicted: the caller loads and decides
// again. A duplicate is evicted too, because nothing was appended.
func (h *Held[A]) Append(ctx context.Context, w Write, guards ...Guarding) (eventlog.Result, error) {
	if !h.loaded {
		return eventlog.Result{}, errors.New("event store: append to a stream that was not loaded")
	}
	a := eventlog.Append{
		Stream:     h.id,
		StreamType: h.repo.streams.Type,
		Expected:   h.version,
		Events:     w.Events,
		Meta:       w.Meta,
		CommandID:  w.CommandID,
		Until:      w.Until,
	}
	for _, g := range guards {
		a.Guards = append(a.Guards, g.Guard())
	}
	res, err := h.repo.store.Append(ctx, a)
	switch {
	case errors.Is(err, eventlog.ErrConflict):
		h.Evict()
		for _, g := range guards {
			g.Evict()
		}
		return res, err
	case err != nil, res.Duplicate:
		h.Evict() // the log may hold more events than the aggregate has applied
		return res, err
	}
	if err := h.fold(a.Stored(res)); err != nil {
		// The events are durable and the next Load applies them again, so the command must not
		// fail.
		h.repo.store.Logger().Error(
			"event store: a stored event does not apply", "error", err, "stream", h.id, "position", res.Position,
		)
	}
	return res, nil
}

// Unlock returns the aggregate to the cache and lets the next command use the stream. Calling it
// twice is harmless.
func (h *Held[A]) Unlock() {
	if h.unlocked {
		return
	}
	h.unlocked = true
	if h.loaded && (h.version > 0 || h.repo.streams.Missing) {
		h.keepSnapshot()
		h.repo.cache.put(h.id, entry[A]{agg: h.agg, version: h.version, due: h.due})
	}
	h.Evict()
	h.repo.process.locks.unlock(h.id)
}

// Release unlocks the stream, whose loaded version still guards an append. So commands that only read
// a stream do not wait for each other.
func (h *Held[A]) Release() Guarding {
	defer h.Unlock()
	return released{h.Guard(), func() { h.repo.cache.take(h.id) }}
}

// released is the version of a stream that is not locked any more.
type released struct {
	guard eventlog.Guard
	evict func()
}

func (r released) Guard() eventlog.Guard { return r.guard }
func (r released) Evict()                { r.evict() }

// fold applies events. If one does not apply, the aggregate is evicted.
func (h *Held[A]) fold(events []domain.Event) (err error) {
	agg, version := h.agg, h.version
	h.loaded = false // also when Apply panics
	for _, e := range events {
		if e.Version != version+1 {
			err = fmt.Errorf("%w: version %d of stream %s follows %d", eventlog.ErrGap, e.Version, h.id, version)
		} else if u, ok := e.Data.(*codec.Unknown); ok {
			err = eventlog.Unreadable(
				e, fmt.Errorf("%w: %s version %d is unknown to this build", codec.ErrUndecodable, u.Type, u.Version),
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
	h.agg, h.version, h.due = h.repo.streams.New(h.id), 0, h.repo.every
	if h.repo.every > 0 {
		s, found, err := h.repo.store.LoadSnapshot(ctx, h.id, h.repo.streams.Snapshot)
		if err != nil {
			return err
		}
		if found && s.StreamType == h.repo.streams.Type {
			if err := json.Unmarshal(s.State, h.agg); err != nil {
				h.repo.store.Logger().Error(
					"event store: a snapshot cannot be read, folding the stream instead", "error", err, "stream", h.id,
				)
				h.agg = h.repo.streams.New(h.id)
			} else {
				h.version, h.due = s.Version, h.repo.nextSnapshot(s)
			}
		}
	}
	events, err := h.repo.store.Load(ctx, h.id, h.version+1)
	if err != nil {
		return err
	}
	if len(events) > 0 && events[0].StreamType != h.repo.streams.Type {
		return fmt.Errorf("%w: stream %s is of type %s", eventlog.ErrNotFound, h.id, events[0].StreamType)
	}
	return h.fold(events)
}

// eventBytes is the size of a state that takes about as long to read as an event.
const eventBytes = 256

// nextSnapshot returns the version from which the snapshot after this one is taken. A large state is
// stored less often: at most as many events follow it as take as long to read as the state.
func (r *Repository[A]) nextSnapshot(last eventlog.Snapshot) int {
	return last.Version + max(r.every, len(last.State)/eventBytes)
}

// keepSnapshot stores a snapshot in the background if enough events were appended. It may skip one,
// because the next one is as good.
func (h *Held[A]) keepSnapshot() {
	if h.repo.every < 0 || h.version < h.due {
		return
	}
	select {
	case h.repo.saving <- struct{}{}:
	default:
		return
	}
	raw, err := json.Marshal(h.agg)
	if err != nil {
		<-h.repo.saving
		h.repo.store.Logger().Error("event store: an aggregate cannot be snapshotted", "error", err, "stream", h.id)
		return
	}
	s := eventlog.Snapshot{
		Stream:     h.id,
		StreamType: h.repo.streams.Type,
		Version:    h.version,
		Schema:     h.repo.streams.Snapshot,
		State:      raw,
	}
	h.due = h.repo.nextSnapshot(s)
	store, saving := h.repo.store, h.repo.saving
	go func() {
		defer func() { <-saving }()
		ctx, cancel := context.WithTimeout(context.Background(), store.Timeout())
		defer cancel()
		if err := store.SaveSnapshot(ctx, s); err != nil {
			store.Logger().Warn("event store: a snapshot was not kept", "error", err, "stream", s.Stream)
		}
	}()
}
