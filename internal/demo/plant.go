package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// Bus handles commands.
type Bus interface {
	Do(ctx context.Context, c commands.Command, r commands.Request) (commands.Result, error)
}

// Files stores files.
type Files interface {
	Put(ctx context.Context, key, contentType string, content []byte) error
}

// Deps holds the dependencies of Plant. The accounts from Seed must exist, and the bus must read
// its own events.
type Deps struct {
	NewBus   func(clock func() time.Time) Bus
	Files    Files
	Now      time.Time // the end of the history
	Progress func(done, all int, what string)
}

// Planted counts what Plant did.
type Planted struct {
	Orders   int
	Commands int // commands sent
	Repeated int // commands that had been sent before
	Files    int
	Bytes    int64
}

// Plant creates the demo's orders, proofs and comment threads, the oldest event first. It does not
// change what exists already. It returns an error that names the command if a command is refused.
func Plant(ctx context.Context, d Deps) (Planted, error) {
	steps, drawings := plan(d.Now)
	if err := drawAll(ctx, drawings); err != nil {
		return Planted{}, err
	}
	return grow(ctx, d, steps)
}

// grow draws the files of the steps and sends the commands.
func grow(ctx context.Context, d Deps, steps []step) (Planted, error) {
	g := &garden{Deps: d, slots: newSlotCounter()}
	g.bus = d.NewBus(func() time.Time { return g.at })
	g.planted.Orders = len(catalogue())
	for i, s := range steps {
		if err := g.take(ctx, s); err != nil {
			return g.planted, fmt.Errorf("demo: step %d of %d, %s: %w", i+1, len(steps), s.says, err)
		}
		if d.Progress != nil {
			d.Progress(i+1, len(steps), s.says)
		}
	}
	return g.planted, nil
}

// drawAll renders the files in parallel, on all CPU cores.
func drawAll(ctx context.Context, drawings []*drawing) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, d := range drawings {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			file, err := d.design.Render(d.format)
			if err != nil {
				return err
			}
			sum := sha256.Sum256(file.Content)
			d.file, d.hash = file, hex.EncodeToString(sum[:])
			return nil
		})
	}
	return g.Wait()
}

// garden holds the state of a run of Plant.
type garden struct {
	Deps
	bus     Bus
	at      time.Time
	slots   slotCounter
	planted Planted
}

var errOtherStatus = errors.New("the order is in another status than planned")

func (g *garden) take(ctx context.Context, s step) error {
	g.at = later(g.at, s.at)
	if s.store != nil {
		d := s.store.piece
		if err := g.Files.Put(ctx, s.store.key, d.format.ContentType(), d.file.Content); err != nil {
			return err
		}
		g.planted.Files++
		g.planted.Bytes += int64(len(d.file.Content))
	}
	done, err := g.do(ctx, s.command(), commands.Request{Actor: s.by, ID: s.id, Via: s.via})
	if err != nil || done.Order == nil || done.Repeated {
		return err
	}
	if s.wants != "" && done.Order.Status != s.wants {
		return fmt.Errorf("%w: %s, not %s", errOtherStatus, done.Order.Status, s.wants)
	}
	g.slots.note(done.Order)
	return g.promote(ctx, done.Order.Customer, done.Position)
}

// later returns a time after last, so that times increase even if a promotion came between two
// steps.
func later(last, next time.Time) time.Time {
	if next.After(last) {
		return next
	}
	return last.Add(time.Millisecond)
}

// Retry delays while the database does not answer.
const (
	firstWait  = 100 * time.Millisecond
	longestTry = 2 * time.Minute
)

// do sends a command. A command that an earlier run sent counts as done, even if the dates in it
// differ. do sends the command again while the database does not answer, for instance because it
// has just started on a busy machine.
func (g *garden) do(ctx context.Context, c commands.Command, r commands.Request) (commands.Result, error) {
	done, err := g.bus.Do(ctx, c, r)
	unsure := false
	for waited, wait := time.Duration(0), firstWait; isUnavailable(err) && waited < longestTry; waited, wait = waited+wait, 2*wait {
		unsure = true
		select {
		case <-ctx.Done():
			return done, ctx.Err()
		case <-time.After(wait):
		}
		done, err = g.bus.Do(ctx, c, r)
	}
	if errors.Is(err, domain.ErrKeyReused) {
		done, err = commands.Result{Repeated: true}, nil
	}
	if err == nil {
		done.Repeated = done.Repeated && !unsure // this run sent the command itself
		g.planted.Commands++
		if done.Repeated {
			g.planted.Repeated++
		}
	}
	return done, err
}

func isUnavailable(err error) bool {
	e, ok := errors.AsType[*domain.Error](err)
	return ok && e.Code == domain.Unavailable
}

// promote moves the first queued order into a freed slot, as the automation does in production
// (D-06).
func (g *garden) promote(ctx context.Context, customer uuid.UUID, freed int64) error {
	next := g.slots.next(customer)
	if next == uuid.Nil {
		return nil
	}
	g.at = g.at.Add(2 * time.Second)
	system := domain.Actor{Role: domain.System}
	done, err := g.do(
		ctx, &commands.PromoteNext{Order: next, Freed: freed},
		commands.Request{Actor: system, ID: uuid.NewSHA1(next, []byte("promoted")), Via: "automation"},
	)
	if err != nil || done.Order == nil {
		return err
	}
	if done.Order.Status != order.ReadyToGo {
		return fmt.Errorf("promotion of %s: %w: %s", next, errOtherStatus, done.Order.Status)
	}
	g.slots.note(done.Order)
	return nil
}

// slotCounter counts the used slots of each customer, so that Plant knows when to promote an order.
type slotCounter struct {
	slots  map[uuid.UUID]int
	active map[uuid.UUID]map[uuid.UUID]bool
	queue  map[uuid.UUID][]uuid.UUID
}

func newSlotCounter() slotCounter {
	l := slotCounter{map[uuid.UUID]int{}, map[uuid.UUID]map[uuid.UUID]bool{}, map[uuid.UUID][]uuid.UUID{}}
	for _, c := range Seed().Customers {
		l.slots[c.ID], l.active[c.ID] = c.MaxActiveOrders, map[uuid.UUID]bool{}
	}
	return l
}

func (l slotCounter) note(o *order.Order) {
	active := l.active[o.Customer]
	if delete(active, o.ID); o.Status.IsActive() && !o.Archived {
		active[o.ID] = true
	}
	waits := slices.Contains(l.queue[o.Customer], o.ID)
	switch {
	case o.Status == order.Queue && !waits:
		l.queue[o.Customer] = append(l.queue[o.Customer], o.ID)
	case o.Status != order.Queue && waits:
		l.queue[o.Customer] = slices.DeleteFunc(l.queue[o.Customer], func(id uuid.UUID) bool { return id == o.ID })
	}
}

// next returns the order to promote to a free slot, or uuid.Nil.
func (l slotCounter) next(customer uuid.UUID) uuid.UUID {
	if len(l.queue[customer]) == 0 || len(l.active[customer]) >= l.slots[customer] {
		return uuid.Nil
	}
	return l.queue[customer][0]
}
