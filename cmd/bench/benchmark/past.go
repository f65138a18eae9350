package benchmark

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/cmd/bench/logbench"
	"github.com/proofboard/proofboard/commands/streams"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/asof"
)

const pastLooks = 300

// PastReport contains the time to compute the whole board as of random positions of the log. Times
// are in milliseconds.
type PastReport struct {
	Events    int     `json:"events"`
	Cards     float64 `json:"cards"` // average number of cards on a board
	P50       float64 `json:"p50"`
	P95       float64 `json:"p95"`
	P99       float64 `json:"p99"`
	Whole     float64 `json:"whole"`     // computing the last board from the first event, without snapshots
	Snapshots float64 `json:"snapshots"` // seconds to create all snapshots
}

// Past measures in a scratch database on the PostgreSQL server of dsn.
func Past(ctx context.Context, dsn string, events int) (PastReport, error) {
	r := PastReport{Events: events}
	err := logbench.Scratch(ctx, dsn, func(dsn string) error {
		if err := migrations.Up(ctx, dsn); err != nil {
			return err
		}
		db, err := pgxpool.New(ctx, dsn)
		if err != nil {
			return err
		}
		defer db.Close()
		keys, err := logbench.Keyring()
		if err != nil {
			return err
		}
		if err := WriteHistory(ctx, db, events, boardOfHistory, keys); err != nil {
			return err
		}
		store, err := eventlog.Open(ctx, eventlog.Config{
			DSN:      dsn,
			Registry: streams.Registry(),
			Keys:     keys,
			Logger:   slog.New(slog.DiscardHandler),
		})
		if err != nil {
			return err
		}
		defer store.Close() //nolint:errcheck // nothing was appended
		snapshots, err := asof.NewSnapshots(db, 0)
		if err != nil {
			return err
		}
		snapshots.Keys = keys
		return r.measure(ctx, asof.New(store, snapshots), asof.New(store, nil))
	})
	return r, err
}

func (r *PastReport) measure(ctx context.Context, fast, slow *asof.Reader) error {
	start := time.Now()
	if err := fast.CatchUp(ctx); err != nil {
		return err
	}
	r.Snapshots = time.Since(start).Seconds()
	all := func(*order.Order) bool { return true }
	random := rand.New(rand.NewPCG(5, 6))
	var took []float64
	for range pastLooks {
		position := 1 + random.Int64N(int64(r.Events))
		start := time.Now()
		cards, _, err := fast.Board(ctx, position, all)
		if err != nil {
			return err
		}
		took = append(took, ms(time.Since(start)))
		r.Cards += float64(len(cards)) / pastLooks
	}
	slices.Sort(took)
	r.P50, r.P95, r.P99 = quantile(took, .5), quantile(took, .95), quantile(took, .99)
	start = time.Now()
	_, _, err := slow.Board(ctx, int64(r.Events), all)
	r.Whole = ms(time.Since(start))
	return err
}

// Print writes the report as text.
func (r PastReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%d events, boards of %.0f cards, snapshots made in %.1f s\n", r.Events, r.Cards, r.Snapshots)
	fmt.Fprintf(
		w,
		"a board at a random position: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms; the last one folded from the beginning: %.0f ms\n",
		r.P50,
		r.P95,
		r.P99,
		r.Whole,
	)
}

// Checks returns the bounds on the time to compute a board.
func (r PastReport) Checks() []Check {
	return []Check{
		{
			Name:  "past",
			What:  fmt.Sprintf("boards of %.0f cards in %s events", r.Cards, count(r.Events)),
			Parts: []Part{{What: "p95", Figure: r.P95, Unit: "ms", Bound: 200}},
		},
	}
}
