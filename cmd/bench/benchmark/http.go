package benchmark

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
)

// HTTPReport contains the cost of moving cards over HTTP for each number of clients. The moves are
// authenticated and durable, every worker runs, and PostgreSQL runs on the same machine. Times are
// in milliseconds.
type HTTPReport struct {
	Cards  int                  `json:"cards"`
	Moves  map[string]HTTPMoves `json:"moves"`
	Larger *HTTPReport          `json:"larger,omitempty"` // a larger board, measured alternately with this one
}

// HTTPMoves contains the figures for one number of clients. Each figure is the median of the
// rounds.
type HTTPMoves struct {
	PerSecond float64 `json:"perSecond"`
	P50       float64 `json:"p50"`
	P99       float64 `json:"p99"`
	CPU       float64 `json:"cpu"` // CPU time of server and PostgreSQL for each move
}

// Print writes the report as text.
func (r HTTPReport) Print(w io.Writer) {
	fmt.Fprintf(
		w, "moves on a board of %s cards\n%8s %10s %10s %10s %12s\n", count(r.Cards), "clients", "moves/s", "p50 ms",
		"p99 ms", "CPU ms/move",
	)
	for _, n := range httpClients {
		m := r.Moves[strconv.Itoa(n)]
		fmt.Fprintf(w, "%8d %10.0f %10.2f %10.2f %12.2f\n", n, m.PerSecond, m.P50, m.P99, m.CPU)
	}
	if r.Larger != nil {
		r.Larger.Print(w)
	}
}

// Checks returns check 23 for both boards.
func (r HTTPReport) Checks() []Check {
	at := func(of HTTPReport, clients int) HTTPMoves { return of.Moves[strconv.Itoa(clients)] }
	c := Check{Name: "check 23", What: "moves on " + count(r.Cards) + " cards", Parts: []Part{
		{What: "p99 at 8 clients", Figure: at(r, 8).P99, Unit: "ms", Bound: 25},
		{What: "p99 at 32 clients", Figure: at(r, 32).P99, Unit: "ms", Bound: 80},
		{What: "CPU a move at 8 clients", Figure: at(r, 8).CPU, Unit: "ms", Bound: 2.2},
		{What: "CPU a move at 32 clients", Figure: at(r, 32).CPU, Unit: "ms", Bound: 2.2},
	}}
	if r.Larger == nil {
		return []Check{c}
	}
	times := Check{Name: "check 23", What: "moves on " + count(r.Larger.Cards) + " cards beside " + count(r.Cards)}
	for _, n := range []int{8, 32} {
		times.Parts = append(
			times.Parts,
			Part{
				What:   fmt.Sprintf("p99 at %d clients", n),
				Figure: at(*r.Larger, n).P99 / at(r, n).P99,
				Unit:   "x",
				Bound:  1.2,
			},
			Part{
				What:   fmt.Sprintf("CPU a move at %d clients", n),
				Figure: at(*r.Larger, n).CPU / at(r, n).CPU,
				Unit:   "x",
				Bound:  1.2,
			},
		)
	}
	return []Check{c, times}
}

var httpClients = []int{1, 8, 32}

const httpRounds = 3

// HTTP starts a server with a board of cards, moves the cards with 1, 8 and 32 clients, and
// verifies that every move is stored. If larger is not 0, a second server has a larger board, and
// HTTP measures the two servers alternately.
func HTTP(ctx context.Context, cards, larger int, turn time.Duration) (report HTTPReport, err error) {
	sizes := []int{cards}
	if larger > 0 {
		sizes = append(sizes, larger)
	}
	var boards []*moved
	for _, n := range sizes {
		b, err := newMoved(ctx, n, turn)
		if err != nil {
			return report, fmt.Errorf("a board of %d cards: %w", n, err)
		}
		defer b.close()
		boards = append(boards, b)
	}
	for range httpRounds {
		for _, n := range httpClients {
			for _, b := range boards {
				if err := b.measure(ctx, n); err != nil {
					return report, err
				}
			}
		}
	}
	for _, b := range boards {
		if err := b.verify(ctx); err != nil {
			return report, err
		}
	}
	report = boards[0].report()
	if larger > 0 {
		more := boards[1].report()
		report.Larger = &more
	}
	return report, nil
}

// moved is a server on which the benchmark moves cards.
type moved struct {
	*session
	remove   func()
	turn     time.Duration
	orders   []uuid.UUID
	versions map[uuid.UUID]int // the version that each card must have
	last     int64             // position of the newest move in the log
	mu       sync.Mutex
	rounds   map[int][]HTTPMoves // by number of clients
}

func newMoved(ctx context.Context, cards int, turn time.Duration) (*moved, error) {
	dir, remove, err := folder()
	if err != nil {
		return nil, err
	}
	b := &moved{remove: remove, turn: turn, rounds: map[int][]HTTPMoves{}}
	if err := b.open(ctx, dir, cards); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *moved) open(ctx context.Context, dir string, cards int) error {
	people := newStudio(0, 1, 0)
	var err error
	if b.orders, err = people.plant(ctx, dir, people.inProgress(cards)); err != nil {
		return err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return err
	}
	b.session = &session{server: s}
	if b.session, err = s.signIn(ctx, people.manager); err != nil {
		b.session = &session{server: s}
		return err
	}
	// The board shows everything that was planted when it shows these moves.
	for _, to := range []string{"in-review", "in-progress"} {
		if b.last, err = b.move(ctx, b.orders[0], to); err != nil {
			return err
		}
	}
	if b.versions, err = b.session.versions(ctx, b.last); err != nil {
		return err
	}
	if len(b.versions) != cards {
		return fmt.Errorf("the board shows %d of %d cards", len(b.versions), cards)
	}
	_, err = b.round(ctx, 8, b.turn/2) // warm up
	return err
}

func (b *moved) close() {
	if b.session != nil {
		b.stop()
	}
	b.remove()
}

func (b *moved) measure(ctx context.Context, clients int) error {
	m, err := b.round(ctx, clients, b.turn)
	b.rounds[clients] = append(b.rounds[clients], m)
	return err
}

// round moves cards back and forth for a fixed time. Only one client moves each card.
func (b *moved) round(ctx context.Context, clients int, lasts time.Duration) (HTTPMoves, error) {
	var took []float64
	cpu, err := b.cpu(true)
	if err != nil {
		return HTTPMoves{}, err
	}
	began := time.Now()
	err = each(clients, clients, func(client int) error {
		mine := b.orders[client*len(b.orders)/clients : (client+1)*len(b.orders)/clients]
		var own []float64
		var last int64
		done := map[uuid.UUID]int{}
		defer func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			took = append(took, own...)
			b.last = max(b.last, last)
			for id, n := range done {
				b.versions[id] += n
			}
		}()
		for i := 0; time.Since(began) < lasts; i++ {
			for _, to := range []string{"in-review", "in-progress"} {
				at := time.Now()
				position, err := b.move(ctx, mine[i%len(mine)], to)
				if err != nil {
					return err
				}
				last = position
				own = append(own, ms(time.Since(at)))
				done[mine[i%len(mine)]]++
			}
		}
		return nil
	})
	if err != nil {
		return HTTPMoves{}, err
	}
	wall := time.Since(began)
	after, err := b.cpu(true)
	if err != nil {
		return HTTPMoves{}, err
	}
	slices.Sort(took)
	return HTTPMoves{
		PerSecond: float64(len(took)) / wall.Seconds(),
		P50:       quantile(took, .5),
		P99:       quantile(took, .99),
		CPU:       ms(after-cpu) / float64(len(took)),
	}, nil
}

var errLost = errors.New("an acknowledged move is not there")

// verify checks that the server stored every acknowledged move exactly once.
func (b *moved) verify(ctx context.Context) error {
	versions, err := b.session.versions(ctx, b.last)
	if err != nil {
		return err
	}
	for id, want := range b.versions {
		if versions[id] != want {
			return fmt.Errorf("%w: the order %s is at version %d, want %d", errLost, id, versions[id], want)
		}
	}
	return nil
}

func (b *moved) report() HTTPReport {
	r := HTTPReport{Cards: len(b.orders), Moves: map[string]HTTPMoves{}}
	for n, rounds := range b.rounds {
		of := func(figure func(HTTPMoves) float64) float64 {
			all := make([]float64, len(rounds))
			for i, m := range rounds {
				all[i] = figure(m)
			}
			return median(all)
		}
		r.Moves[strconv.Itoa(n)] = HTTPMoves{
			PerSecond: of(func(m HTTPMoves) float64 { return m.PerSecond }),
			P50:       of(func(m HTTPMoves) float64 { return m.P50 }),
			P99:       of(func(m HTTPMoves) float64 { return m.P99 }),
			CPU:       of(func(m HTTPMoves) float64 { return m.CPU }),
		}
	}
	return r
}
