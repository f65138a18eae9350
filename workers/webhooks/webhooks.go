// Package webhooks sends what happens to the webhooks of accounts and of the provider: at least once, the
// events of an order one after the other. One process does it at a time. One loop reads and writes the
// database for all endpoints, and each message is sent in a goroutine of its own, so an endpoint that
// does not answer keeps no other waiting.
package webhooks

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/internal/webhooks"
	read "github.com/proofboard/proofboard/projections/webhooks"
	"github.com/proofboard/proofboard/workers"
)

// Config holds the dependencies. Every field is required.
type Config struct {
	Log     publicevents.Log
	Models  publicevents.ReadModels
	CatchUp func(ctx context.Context, position int64) error // waits for the read models to reach position
	// Open returns the endpoints that are sent something now.
	Open  func(ctx context.Context) ([]read.Endpoint, error)
	Store *webhooks.Store
	// Send sends a delivery once.
	Send func(ctx context.Context, t webhooks.Target, d webhooks.Delivery) webhooks.Result
	// Body returns the text of the message about an event.
	Body   func(e publicevents.Event) (string, error)
	Bus    workers.Bus
	Clock  func() time.Time
	Logger *slog.Logger
}

// Bounds of the worker.
const (
	pageSize    = 500  // events of the log; endpoints that are nearer to each other are served together
	maxWaiting  = 2000 // deliveries of an endpoint; it gets no new ones beyond
	maxTried    = 1000 // of these, that were tried
	maxFlying   = 4000 // messages that are on their way at a time
	maxWide     = 8    // of these, of one endpoint
	backlogs    = 4    // endpoints behind the others that are sent a page in a round
	pollEvery   = time.Second
	gather      = 25 * time.Millisecond // of news, before a round
	failsFor    = 3 * 24 * time.Hour    // then a delivery is given up, or the endpoint paused
	patient     = 3                     // failures before an endpoint is tried less often
	firstPause  = 15 * time.Second
	longestWait = 15 * time.Minute
	longestIdle = 30 * time.Second // before it is looked again whether something is due
	flushEvery  = 10 * time.Second
	sweepEvery  = time.Minute
)

// waits are the times between the tries of a delivery. The last one repeats.
var waits = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour,
}

// endpoint is an endpoint with how it fares.
type endpoint struct {
	is     read.Endpoint
	at     webhooks.Cursor
	stored int64 // the position of at that is in the database
	flying int
	wide   int // messages at a time: more while they arrive, one after a failure
	turn   int // of replays: what comes back from before does not count
	idle   time.Duration
	rests  time.Time // nothing is looked for before
}

func (e *endpoint) wants(t publicevents.Type) bool {
	return len(e.is.Types) == 0 || slices.Contains(e.is.Types, string(t))
}

// outcome is what became of a try.
type outcome struct {
	of       *endpoint
	turn     int
	delivery webhooks.Delivery
	result   webhooks.Result
}

type worker struct {
	Config
	all     map[uuid.UUID]*endpoint
	flying  int
	done    chan outcome
	asked   time.Time // when the endpoints were read last
	flushed time.Time // when positions were stored last
	swept   time.Time
}

// Run sends what happens until ctx ends.
func Run(ctx context.Context, c Config) error {
	w := &worker{Config: c, all: map[uuid.UUID]*endpoint{}, done: make(chan outcome, maxFlying)}
	wake, cancel := c.Log.Subscribe()
	defer cancel()
	for {
		more, err := w.round(ctx)
		if err != nil {
			return err
		}
		if more {
			continue
		}
		if err := w.wait(ctx, wake); err != nil {
			return err
		}
	}
}

// wait returns when there is news, or after a second.
func (w *worker) wait(ctx context.Context, wake <-chan struct{}) error {
	poll := time.NewTimer(pollEvery)
	defer poll.Stop()
	select {
	case o := <-w.done:
		w.done <- o // it has room, because what is on its way is bounded
	case <-wake:
	case <-poll.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-time.After(gather):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// round does everything once that can be done now. more reports that the log goes on.
func (w *worker) round(ctx context.Context) (more bool, err error) {
	if err := w.record(ctx); err != nil {
		return false, err
	}
	if err := w.refresh(ctx); err != nil || len(w.all) == 0 {
		return false, err
	}
	if more, err = w.follow(ctx); err != nil {
		return false, err
	}
	if err := w.tidy(ctx); err != nil {
		return false, err
	}
	return more, w.dispatch(ctx)
}

// refresh reads the endpoints, once a second.
func (w *worker) refresh(ctx context.Context) error {
	now := w.Clock()
	if now.Sub(w.asked) < pollEvery {
		return nil
	}
	open, err := w.Open(ctx)
	if err != nil {
		return err
	}
	w.asked = now
	found, unknown := map[uuid.UUID]bool{}, []uuid.UUID{}
	for _, is := range open {
		found[is.ID] = true
		if e := w.all[is.ID]; e != nil {
			e.is = is
			continue
		}
		w.all[is.ID] = &endpoint{is: is, wide: 1}
		unknown = append(unknown, is.ID)
	}
	for id := range w.all {
		if !found[id] {
			delete(w.all, id)
		}
	}
	if len(w.all) == 0 {
		return nil
	}
	nudged, err := w.Store.Nudged(ctx)
	if err != nil {
		return err
	}
	if err := w.load(ctx, append(unknown, nudged...)); err != nil {
		return err
	}
	var turned []uuid.UUID
	var turns []webhooks.Turn
	for id, e := range w.all {
		if e.at.Turned != e.is.Turned {
			turn := webhooks.Turn{Endpoint: id, Turned: e.is.Turned}
			if e.is.Replayed > e.at.Turned { // also one that was asked for while the endpoint was paused
				turn.Replay = &e.is.Replay
			}
			e.turn++
			turned, turns = append(turned, id), append(turns, turn)
		}
	}
	if err := w.Store.Turn(ctx, turns, now); err != nil {
		return err
	}
	return w.load(ctx, turned)
}

// load reads how endpoints fare.
func (w *worker) load(ctx context.Context, ids []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	cursors, err := w.Store.Cursors(ctx, ids...)
	if err != nil {
		return err
	}
	for _, c := range cursors {
		if e := w.all[c.Endpoint]; e != nil {
			e.at, e.stored = c, c.Position
			e.wakeUp()
		}
	}
	return nil
}

// wakeUp lets the endpoint be looked at again.
func (e *endpoint) wakeUp() { e.idle, e.rests = 0, time.Time{} }

// follow stores what the log has for the endpoints. Those that came furthest are first, so a replay
// holds up nobody.
func (w *worker) follow(ctx context.Context) (more bool, err error) {
	var all []*endpoint
	for _, e := range w.all {
		if e.at.Waiting < maxWaiting {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b *endpoint) int { return cmp.Compare(b.at.Position, a.at.Position) })
	for n := 0; n <= backlogs && len(all) > 0; n++ {
		first := 0
		if n > 0 {
			first = rand.IntN(len(all))
		}
		last := first + 1
		for last < len(all) && all[last].at.Position > all[first].at.Position-pageSize {
			last++
		}
		goesOn, err := w.page(ctx, all[first:last])
		if err != nil {
			return false, err
		}
		more = more || goesOn
		all = slices.Delete(all, first, last)
	}
	return more || len(all) > 0, nil
}

// page stores a page of the log for endpoints that have come nearly equally far. The last one is the
// furthest behind.
func (w *worker) page(ctx context.Context, group []*endpoint) (more bool, err error) {
	// An event that cannot be read must not stop the webhooks for ever.
	p, err := w.Log.ReadPage(
		ctx, group[len(group)-1].at.Position, 2*pageSize,
		eventlog.Filter{Types: publicevents.Stored(), Lenient: true},
	)
	if err != nil || p.Count == 0 {
		return false, err
	}
	now := w.Clock()
	var all []webhooks.Delivery
	var sent []uuid.UUID
	if len(p.Events) > 0 {
		if err := w.CatchUp(ctx, p.Last); err != nil {
			return false, err
		}
		batch, err := publicevents.Load(ctx, w.Models, p.Events)
		if err != nil {
			return false, err
		}
		bodies := make([]string, len(batch.Events))
		for _, e := range group {
			viewer, before := e.is.Home.Viewer(), len(all)
			for i, event := range batch.Events {
				if event.Position <= e.at.Position || !e.wants(event.Type) || !batch.Sees(viewer, event) {
					continue
				}
				if bodies[i] == "" {
					if bodies[i], err = w.Body(event); err != nil {
						return false, err
					}
				}
				all = append(all, webhooks.Delivery{
					ID: uuid.New(), Endpoint: e.is.ID, Position: event.Position, Subject: event.Order,
					Type: string(event.Type), Body: bodies[i], MadeAt: now,
				})
			}
			if n := len(all) - before; n > 0 {
				sent = append(sent, e.is.ID)
			}
		}
	}
	if len(all) > 0 {
		if err := w.Store.Add(ctx, all, sent, p.Last); err != nil {
			return false, err
		}
		for _, id := range sent {
			w.all[id].stored = p.Last
		}
		for _, d := range all {
			e := w.all[d.Endpoint]
			e.at.Waiting++
			e.wakeUp()
		}
	}
	for _, e := range group {
		e.at.Position = max(e.at.Position, p.Last)
	}
	return p.More, nil
}

// tidy stores, now and then, how far the endpoints came that were sent nothing, and gives up what holds up
// an endpoint.
func (w *worker) tidy(ctx context.Context) error {
	now := w.Clock()
	if now.Sub(w.flushed) >= flushEvery {
		positions := map[uuid.UUID]int64{}
		for id, e := range w.all {
			if e.stored != e.at.Position {
				positions[id], e.stored = e.at.Position, e.at.Position
			}
		}
		if err := w.Store.Advance(ctx, positions); err != nil {
			return err
		}
		w.flushed = now
	}
	if now.Sub(w.swept) < sweepEvery {
		return nil
	}
	w.swept = now
	crowded, err := w.Store.Crowd(ctx, maxTried)
	if err != nil {
		return err
	}
	if err := w.load(ctx, crowded); err != nil {
		return err
	}
	return w.Store.Sweep(ctx, now)
}

// dispatch sends what is due. Endpoints that do not answer get half of the room at most.
func (w *worker) dispatch(ctx context.Context) error {
	now, flying := w.Clock(), w.flying
	var rooms []webhooks.Room
	for id, e := range w.all {
		most := maxFlying
		if e.at.Failures > 0 {
			most = maxFlying / 2
		}
		if e.flying > 0 || e.at.Waiting == 0 || e.at.RetryAt.After(now) || e.rests.After(now) || flying+e.wide > most {
			continue
		}
		flying += e.wide
		rooms = append(rooms, webhooks.Room{Endpoint: id, Most: e.wide})
	}
	if len(rooms) == 0 {
		return nil
	}
	due, err := w.Store.Due(ctx, rooms, now)
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(rooms))
	for i, r := range rooms {
		ids[i] = r.Endpoint
	}
	targets, err := w.Store.Targets(ctx, ids, now)
	if err != nil {
		return err
	}
	for _, d := range due {
		t, ok := targets[d.Endpoint]
		if !ok { // it is being removed
			continue
		}
		e := w.all[d.Endpoint]
		e.flying++
		w.flying++
		turn := e.turn
		go func() { w.done <- outcome{e, turn, d, w.Send(ctx, t, d)} }()
	}
	for _, id := range ids {
		if e := w.all[id]; e.flying > 0 {
			e.idle = 0
		} else { // what waits is not due
			e.idle = min(max(time.Second, 2*e.idle), longestIdle)
			e.rests = now.Add(e.idle)
		}
	}
	return nil
}

// record stores what became of the messages that have come back.
func (w *worker) record(ctx context.Context) error {
	var all []webhooks.Delivery
	changed, again := map[*endpoint]bool{}, []*endpoint{}
	pauses := map[*endpoint]webhook.Cause{}
	for n := len(w.done); n > 0; n-- {
		o := <-w.done
		e := o.of
		e.flying--
		w.flying--
		if w.all[e.is.ID] != e || e.turn != o.turn || ctx.Err() != nil {
			continue
		}
		failing := e.at.Failures > 0
		if o.result.Failure == webhooks.None && e.at.Failures >= patient {
			again = append(again, e)
		}
		d, cause := w.judge(e, o)
		if cause != "" {
			pauses[e] = cause
		}
		all = append(all, d)
		changed[e] = changed[e] || failing || o.result.Failure != webhooks.None
	}
	if len(all) == 0 {
		return nil
	}
	var cursors []webhooks.Cursor
	for e, is := range changed {
		if is {
			cursors = append(cursors, e.at)
		}
	}
	if err := w.Store.Record(ctx, all, cursors); err != nil {
		return err
	}
	for _, e := range again {
		if err := w.Store.Hasten(ctx, e.is.ID, w.Clock()); err != nil {
			return err
		}
	}
	for e, cause := range pauses {
		if err := w.pause(ctx, e, cause); err != nil {
			return err
		}
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// judge notes the outcome of a try in the delivery and in its endpoint. It returns a cause if the endpoint
// is to be paused.
func (w *worker) judge(e *endpoint, o outcome) (d webhooks.Delivery, pause webhook.Cause) {
	now := w.Clock()
	d = o.delivery
	d.Tries++
	d.TriedAt, d.Status, d.Failure = &now, o.result.Status, o.result.Failure
	if d.FirstAt == nil {
		d.FirstAt = &now
	}
	e.wakeUp()
	if d.Failure == webhooks.None {
		d.State = webhooks.Delivered
		e.at.Waiting--
		e.at.Failures, e.at.FailingSince, e.at.RetryAt = 0, nil, time.Time{}
		e.wide = min(2*e.wide, maxWide)
		return d, ""
	}
	d.NextAt = now.Add(jittered(waits[min(d.Tries, len(waits))-1]))
	e.wide = 1
	if e.at.Failures++; e.at.FailingSince == nil {
		e.at.FailingSince = &now
	}
	if e.at.Failures >= patient {
		e.at.RetryAt = now.Add(jittered(jobs.Pause(e.at.Failures-patient+1, firstPause, longestWait)))
	}
	if asked := o.result.RetryAfter; asked > 0 { // the receiver knows better when it can take something
		d.NextAt = later(d.NextAt, now.Add(asked))
		e.at.RetryAt = later(e.at.RetryAt, now.Add(asked))
	}
	switch {
	case d.Status == http.StatusGone:
		return d, webhook.Refused
	case now.Sub(*e.at.FailingSince) >= failsFor:
		return d, webhook.Failed
	case now.Sub(*d.FirstAt) >= failsFor:
		d.State = webhooks.Failed
		e.at.Waiting--
	}
	return d, ""
}

// jittered spreads tries that began together.
func jittered(d time.Duration) time.Duration {
	return d + time.Duration(rand.Int64N(int64(d)/10))
}

// pause ends the deliveries of an endpoint until somebody resumes them.
func (w *worker) pause(ctx context.Context, e *endpoint, why webhook.Cause) error {
	done, err := w.Bus.Do(
		ctx, &commands.PauseWebhook{Home: e.is.Home, Endpoint: e.is.ID, Cause: why},
		commands.Request{Actor: domain.Actor{Role: domain.System}, Via: "automation"},
	)
	var refused *domain.Error
	if errors.As(err, &refused) && refused.Code != domain.Unavailable && refused.Code != domain.Internal {
		w.Logger.WarnContext(ctx, "a webhook was not paused", "error", err, "webhook", e.is.ID)
		return nil
	}
	if err != nil {
		return err
	}
	delete(w.all, e.is.ID)
	return w.CatchUp(ctx, done.Position)
}
