package benchmark

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/memory"
	"github.com/proofboard/proofboard/internal/accounts"
)

// SocketsReport contains the cost of sending each move to many browsers. Latencies are in
// milliseconds, from sending the move over HTTP until a socket has received its message.
type SocketsReport struct {
	Sockets int     `json:"sockets"`
	People  int     `json:"people"` // the sockets are divided among these people
	Moves   int     `json:"moves"`
	Join    float64 `json:"join"` // seconds until all have signed in, if all start at once
	P50     float64 `json:"p50"`  // over all messages
	P99     float64 `json:"p99"`
	All50   float64 `json:"all50"` // over the last message of each move
	All99   float64 `json:"all99"`
	Missed  int     `json:"missed"`
	CPU     float64 `json:"cpu"` // CPU milliseconds of the server process for each move
	Memory  Memory  `json:"memory"`
	Down    float64 `json:"down"` // seconds from stopping the server until it is ready again
	Back    float64 `json:"back"` // seconds from stopping the server until all sockets have signed in again
}

// Memory contains the memory of all processes of the server in megabytes (1,000,000 bytes).
type Memory struct {
	Idle    float64 `json:"idle"`    // before the first person signed in
	SignIn  float64 `json:"signIn"`  // the highest value while people signed in
	Peak    float64 `json:"peak"`    // the highest value with the sockets, before the restart
	Restart float64 `json:"restart"` // the highest value after the restart, which needs no password checks
	Grown   float64 `json:"grown"`   // by how much they grew because of the sockets
	Server  float64 `json:"server"`  // of the server alone, with the sockets
}

// Print writes the report as text.
func (r SocketsReport) Print(w io.Writer) {
	fmt.Fprintf(
		w, "%s sockets of %d people, joined in %.2f s; %s moves, %d a second\n", count(r.Sockets), r.People, r.Join,
		count(r.Moves), socketRate,
	)
	fmt.Fprintf(
		w, "a delivery: p50 %.1f ms, p99 %.1f ms; until a move has reached all: p50 %.1f ms, p99 %.1f ms; missed: %d\n",
		r.P50, r.P99, r.All50, r.All99, r.Missed,
	)
	fmt.Fprintf(
		w,
		"the server alone: %.1f ms of CPU a move, %.0f MB with the sockets; all processes: %.0f MB idle, at most %.0f MB while all signed in, at most %.0f MB with the sockets\n",
		r.CPU,
		r.Memory.Server,
		r.Memory.Idle,
		r.Memory.SignIn,
		r.Memory.Peak,
	)
	fmt.Fprintf(
		w, "stopped and started: ready after %.2f s, all back after %.2f s, at most %.0f MB\n", r.Down, r.Back,
		r.Memory.Restart,
	)
}

// Checks returns check 26.
func (r SocketsReport) Checks() []Check {
	return []Check{{Name: "check 26", What: count(r.Sockets) + " sockets", Parts: []Part{
		{What: "p99", Figure: r.All99, Unit: "ms", Bound: 100},
		{What: "missed", Figure: float64(r.Missed), Bound: 0},
		{What: "back after a restart", Figure: r.Back, Unit: "s", Bound: 5},
		{What: "memory", Figure: max(r.Memory.Grown, r.Memory.Restart-r.Memory.Idle), Unit: "MB", Bound: 300},
		{What: "memory of the server", Figure: r.Memory.Server, Unit: "MB", Bound: 300},
	}}}
}

const (
	socketOrders = 250
	socketRate   = 10 // moves per second: 1,000 people who each move a card every 100 s
	movesAfter   = 20 // moves after the restart
	socketsEach  = 20 // the server's limit for one person (D-71)
	socketWait   = 30 * time.Second
)

var errMissed = errors.New("sockets missed moves")

// Sockets starts a server and opens the given number of sockets, at most 20 for each person. It
// moves cards, restarts the server, waits until the sockets have reconnected as browsers do, and
// moves cards again. It returns an error if a socket misses a move.
func Sockets(ctx context.Context, sockets, moves int) (SocketsReport, error) {
	r := SocketsReport{Sockets: sockets, Moves: moves}
	dir, remove, err := folder()
	if err != nil {
		return r, err
	}
	defer remove()
	needed := (sockets + socketsEach - 1) / socketsEach
	some := max(1, needed/2)
	people := newStudio(some, 1, some)
	orders, err := people.plant(ctx, dir, people.inProgress(socketOrders))
	if err != nil {
		return r, err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return r, err
	}
	defer func() { s.stop() }()
	crowd, err := r.signIn(ctx, s, people, needed)
	if err != nil {
		return r, err
	}
	r.People = len(crowd)
	watch, err := memory.Start(ctx, s.cmd.Process.Pid)
	if err != nil {
		return r, err
	}
	defer func() { watch.Stop() }()
	c := newCrowd(crowd, sockets)
	defer c.close()
	if err := r.join(ctx, c); err != nil {
		return r, err
	}
	mover := &mover{as: crowd[0], orders: orders}
	if err := r.fanOut(ctx, c, mover); err != nil {
		return r, err
	}
	alone, err := memory.Alone(s.cmd.Process.Pid)
	if err != nil {
		return r, err
	}
	used := watch.Stop()
	r.Memory.Peak, r.Memory.Grown, r.Memory.Server = megabytes(used.Peak), megabytes(used.Grown), megabytes(alone)
	if err := r.restart(ctx, c); err != nil {
		return r, err
	}
	if watch, err = memory.Join(ctx, s.cmd.Process.Pid); err != nil {
		return r, err
	}
	after, err := mover.move(ctx, movesAfter)
	if err != nil {
		return r, err
	}
	r.Missed += len(after)*sockets - c.await(ctx, after)
	r.Memory.Restart = megabytes(watch.Stop().Peak)
	if r.Missed > 0 {
		return r, fmt.Errorf("%w: %d of %d messages", errMissed, r.Missed, (r.Moves+movesAfter)*sockets)
	}
	return r, nil
}

// signIn signs in the people whom the sockets belong to, and measures what that costs.
func (r *SocketsReport) signIn(ctx context.Context, s *server, people studio, needed int) ([]*session, error) {
	watch, err := memory.Start(ctx, s.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	crowd, err := signInAll(ctx, s, people, needed)
	used := watch.Stop()
	r.Memory.Idle, r.Memory.SignIn = megabytes(used.Before), megabytes(used.Peak)
	return crowd, err
}

// signInAll signs in each person once. A password check uses 64 MiB and a tenth of a second by
// design, so the sockets of one person share a session, as browser tabs do.
func signInAll(ctx context.Context, s *server, people studio, needed int) ([]*session, error) {
	all := append(append([]accounts.User{people.manager, people.owner}, people.operators...), people.staff...)
	sessions := make([]*session, needed)
	return sessions, each(2, needed, func(i int) (err error) {
		sessions[i], err = s.signIn(ctx, all[i])
		return err
	})
}

func (r *SocketsReport) join(ctx context.Context, c *crowd) error {
	began := time.Now()
	c.open(ctx)
	if err := c.joined(ctx, 1); err != nil {
		return err
	}
	r.Join = time.Since(began).Seconds()
	return nil
}

// fanOut moves cards and measures the latency of each message.
func (r *SocketsReport) fanOut(ctx context.Context, c *crowd, m *mover) error {
	s := c.sessions[0].server
	cpu, err := s.cpu(false)
	if err != nil {
		return err
	}
	moves, err := m.move(ctx, r.Moves)
	if err != nil {
		return err
	}
	r.Missed = len(moves)*r.Sockets - c.await(ctx, moves)
	after, err := s.cpu(false)
	if err != nil {
		return err
	}
	r.CPU = ms(after-cpu) / float64(len(moves))
	each, last := c.latencies(moves)
	r.P50, r.P99, r.All50, r.All99 = quantile(each, .5), quantile(each, .99), quantile(last, .5), quantile(last, .99)
	return nil
}

func (r *SocketsReport) restart(ctx context.Context, c *crowd) error {
	s := c.sessions[0].server
	began := time.Now()
	s.stop()
	if err := s.start(ctx); err != nil {
		return err
	}
	r.Down = time.Since(began).Seconds()
	if err := c.joined(ctx, 2); err != nil {
		return err
	}
	r.Back = c.lastJoin().Sub(began).Seconds()
	return nil
}

// mover moves cards back and forth, one after the other.
type mover struct {
	as     *session
	orders []uuid.UUID
	done   int
}

// move makes n moves at socketRate. It returns the start time of each move by log position.
func (m *mover) move(ctx context.Context, n int) (map[int64]time.Time, error) {
	moves := map[int64]time.Time{}
	tick := time.NewTicker(time.Second / socketRate)
	defer tick.Stop()
	for range n {
		to := "in-review"
		if m.done/len(m.orders)%2 == 1 {
			to = "in-progress"
		}
		began := time.Now()
		position, err := m.as.move(ctx, m.orders[m.done%len(m.orders)], to)
		if err != nil {
			return nil, err
		}
		m.done++
		moves[position] = began
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
	}
	return moves, nil
}

// crowd is a group of many sockets.
type crowd struct {
	sessions []*session
	sockets  []*socket
	stop     context.CancelFunc
	running  sync.WaitGroup
}

func newCrowd(sessions []*session, n int) *crowd {
	c := &crowd{sessions: sessions, sockets: make([]*socket, n)}
	for i := range c.sockets {
		c.sockets[i] = &socket{as: sessions[i%len(sessions)], told: map[int64]time.Time{}}
	}
	return c
}

// open connects every socket and reconnects it after each lost connection, until the crowd is
// closed.
func (c *crowd) open(ctx context.Context) {
	ctx, c.stop = context.WithCancel(ctx)
	for _, s := range c.sockets {
		c.running.Go(func() { s.run(ctx) })
	}
}

func (c *crowd) close() {
	if c.stop != nil {
		c.stop()
		c.running.Wait()
	}
}

// joined waits until every socket has signed in the given number of times.
func (c *crowd) joined(ctx context.Context, times int) error {
	return until(ctx, func() error {
		missing := 0
		for _, s := range c.sockets {
			if n, _ := s.joins(); n < times {
				missing++
			}
		}
		if missing > 0 {
			return fmt.Errorf("%d of %d sockets have not signed in within %s", missing, len(c.sockets), socketWait)
		}
		return nil
	})
}

func (c *crowd) lastJoin() (last time.Time) {
	for _, s := range c.sockets {
		if _, at := s.joins(); at.After(last) {
			last = at
		}
	}
	return last
}

// await waits until every socket has received every move, or until a long timeout. It returns the
// number of received messages.
func (c *crowd) await(ctx context.Context, moves map[int64]time.Time) (came int) {
	_ = until(ctx, func() error { // the caller counts missing messages
		came = 0
		for _, s := range c.sockets {
			came += s.knows(moves)
		}
		if came < len(moves)*len(c.sockets) {
			return errMissed
		}
		return nil
	})
	return came
}

// latencies returns the sorted latencies of all messages, and those of the last message of each
// move.
func (c *crowd) latencies(moves map[int64]time.Time) (each, last []float64) {
	for position, began := range moves {
		slowest := 0.
		for _, s := range c.sockets {
			if at, ok := s.at(position); ok {
				took := ms(at.Sub(began))
				each, slowest = append(each, took), max(slowest, took)
			}
		}
		last = append(last, slowest)
	}
	slices.Sort(each)
	slices.Sort(last)
	return each, last
}

// until repeats ask until it returns no error or the time limit is reached. It returns the last
// error.
func until(ctx context.Context, ask func() error) error {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(socketWait); ; {
		err := ask()
		if err == nil || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
