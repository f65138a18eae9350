package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
)

const (
	spreadEvery = 2 * time.Second // interval of checking whether the streams are divided differently
	weighEvery  = 3 * time.Second // interval of checking whether another process should take a part
	afterGiving = 2 * time.Second // pause after giving a part away, so that another process can take it
)

// part applies the events of its share of a projection's streams, or of all streams if they are not
// divided.
type part struct {
	*worker
	index, of int
	retry     chan struct{} // request to try the parked streams again
	began     time.Time     // when the current page was read
	idle      int           // pages without an event for the projection, in a row
	*applier                // used by the running goroutine only
}

var (
	errSpread = errors.New("projections: the streams are spread otherwise")
	errGiven  = errors.New("projections: another process takes the part")
)

// run applies events while this process holds the part's lease, and waits for the lease otherwise.
// It logs errors and retries until ctx ends.
func (p *part) run(ctx context.Context) {
	backoff := 10 * time.Millisecond
	for ctx.Err() == nil {
		started := time.Now()
		err := p.lead(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, errGiven):
			p.r.log.Info(
				"a part of a projection goes to a process that has fewer", "projection", p.Name, "part", p.index+1,
				"of", p.of,
			)
			p.reached.state(p.index, stateStandby)
			pause(ctx, afterGiving)
			continue
		case moved(err):
			select {
			case p.moved <- struct{}{}:
			default:
			}
			if pause(ctx, spreadEvery); ctx.Err() != nil {
				return
			}
		}
		if time.Since(started) > maxBackoff {
			backoff = 10 * time.Millisecond
		}
		p.reached.state(p.index, stateFailing)
		p.failed(ctx, err)
		pause(ctx, backoff)
		backoff = min(2*backoff, maxBackoff)
	}
}

// moved reports whether an error says that the checkpoint has another position than this part
// stored.
func moved(err error) bool {
	var pe *pgconn.PgError
	return errors.Is(err, errSpread) || errors.As(err, &pe) && pe.Code == "PB001"
}

// lead waits until no other process holds the part, and applies events until something fails.
func (p *part) lead(ctx context.Context) error {
	p.reached.state(p.index, stateStandby)
	l, err := p.r.cfg.Leases.Acquire(ctx, leaseName(p.Name, p.index, p.of))
	if err != nil {
		return err
	}
	defer l.Release()
	// Only this part uses the connection: once a second while it waits, and for heartbeats while it
	// works.
	return l.Use(func(conn *pgx.Conn) error { return p.work(ctx, conn) })
}

// leaseName returns "projection board", or "projection board 2/4" for a part.
func leaseName(projection string, index, of int) string {
	if of == 1 {
		return "projection " + projection
	}
	return fmt.Sprintf("projection %s %d/%d", projection, index+1, of)
}

func (p *part) work(ctx context.Context, conn *pgx.Conn) error {
	var told time.Time // when other processes last learned of the position
	p.applier = &applier{
		p:     p.Projection,
		conn:  conn,
		store: p.r.cfg.Store,
		name:  p.Name,
		all:   p.r.names(),
		build: p.r.cfg.Schema,
		index: p.index,
		of:    p.of,
		lazy:  true,
		heart: lease.NewHeartbeat(conn),
		log:   p.r.log,
		committed: func(last int64, events []domain.Event) {
			p.reached.set(p.index, last)
			if p.idle++; len(events) > 0 {
				p.idle = 0
			}
			if p.r.cfg.Committed != nil && (len(events) > 0 || time.Since(told) >= tellIdleEvery) {
				told = time.Now()
				p.r.cfg.Committed(ctx, Commit{
					Projection: p.Name,
					Part:       p.index,
					Parts:      p.of,
					Position:   last,
					Began:      p.began,
					Events:     events,
				})
			}
		},
		onPark: p.r.meters.parked.WithLabelValues(p.Name).Inc,
	}
	if err := p.start(ctx); err != nil {
		return err
	}
	wake, cancel := p.r.cfg.Store.Subscribe()
	defer cancel()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for look := true; ; {
		var err error
		if look || p.at < p.r.cfg.Store.Announced() {
			if look, err = p.step(ctx); err != nil {
				return err
			}
		}
		p.reached.state(p.index, stateRunning)
		if look {
			continue
		}
		var unsaved <-chan time.Time // callers that wait in other processes read the stored checkpoint
		if p.saved != p.at {
			unsaved = time.After(tellIdleEvery)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-unsaved:
			err = p.save(ctx)
		case <-wake:
			p.gather(ctx)
		case <-poll.C:
			look, p.idle = true, 0
			err = p.lookAround(ctx)
		case <-p.retry:
			err = p.retryParked(ctx)
		}
		if err != nil {
			return err // the lease may be lost with the connection
		}
	}
}

// idlePages is how many pages without an event for a projection show that the log is busy with others.
const idlePages = 10

// gather waits for more events, unless a caller waits for this projection.
func (p *part) gather(ctx context.Context) {
	wait := p.Gather
	if p.idle >= idlePages {
		wait = max(wait, Calmly)
	}
	if wait == 0 {
		return
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-p.reached.asked:
	case <-t.C:
	}
}

// lookAround handles requests from other processes.
func (p *part) lookAround(ctx context.Context) error {
	asked, err := p.askedToRetry(ctx)
	if err != nil {
		return err
	}
	if err := p.save(ctx); err != nil {
		return err
	}
	if asked {
		if err := p.retryParked(ctx); err != nil {
			return err
		}
	}
	if give, err := p.tooMany(ctx); err != nil || !give {
		return err
	}
	return errGiven
}

// tooMany reports whether a process that waits for this part has at least two parts fewer than this
// one.
func (p *part) tooMany(ctx context.Context) (bool, error) {
	if p.of == 1 {
		return false, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.weighed) < weighEvery {
		return false, nil
	}
	p.weighed = time.Now()
	leases, err := p.r.cfg.Leases.List(ctx)
	if err != nil {
		return false, err
	}
	own := slices.IndexFunc(
		leases, func(l lease.Info) bool { return l.Name == leaseName(p.Name, p.index, p.of) },
	)
	if own < 0 || leases[own].Standby == "" {
		return false, nil
	}
	has := map[string]int{}
	for _, l := range leases {
		if l.Held && strings.HasPrefix(l.Name, leaseName(p.Name, 0, 1)+" ") {
			has[l.Holder]++
		}
	}
	return has[leases[own].Holder]-has[leases[own].Standby] >= 2, nil
}

// start reads the part's position.
func (p *part) start(ctx context.Context) error {
	if err := p.open(ctx); err != nil {
		return err
	}
	p.reached.set(p.index, p.at)
	return p.retryParked(ctx)
}

// step applies one page and reports whether the log has more.
func (p *part) step(ctx context.Context) (more bool, err error) {
	var page eventlog.Page
	if err := p.heart.While(ctx, func(ctx context.Context) (err error) {
		page, err = p.r.cfg.Store.Next(ctx, p.at, pageSize, p.filter())
		return err
	}); err != nil || page.Count == 0 {
		return false, err
	}
	p.began = time.Now()
	if err := p.applyPage(ctx, page.Events, page.Last); err != nil {
		return false, err
	}
	if p.index > 0 {
		page.Count = 0 // the first part counts them
	}
	p.r.meters.applied(p.Name, page, time.Since(p.began))
	return page.More, nil
}
