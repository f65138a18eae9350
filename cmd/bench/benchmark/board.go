package benchmark

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

const warmUpReads = 10

// BoardReport contains the cost of the first view of a board in a browser. One client sends one
// request at a time, and the server computes each answer without a cache. Times are in milliseconds
// until the last byte.
type BoardReport struct {
	Cards  int          `json:"cards"`
	Shown  int          `json:"shown"` // cards in the first view; later windows load the others
	Bytes  int          `json:"bytes"` // size as sent, with gzip
	Plain  int          `json:"plain"` // size in bytes, uncompressed
	P50    float64      `json:"p50"`
	P95    float64      `json:"p95"`
	P99    float64      `json:"p99"`
	Larger *BoardReport `json:"larger,omitempty"`
}

// Print writes the report as text.
func (r BoardReport) Print(w io.Writer) {
	fmt.Fprintf(
		w,
		"a board of %s cards: %s in the first view, %.1f kB gzipped of %.0f kB; p50 %.2f ms, p95 %.2f ms, p99 %.2f ms\n",
		count(r.Cards),
		count(r.Shown),
		float64(r.Bytes)/1000,
		float64(r.Plain)/1000,
		r.P50,
		r.P95,
		r.P99,
	)
	if r.Larger != nil {
		r.Larger.Print(w)
	}
}

// Checks returns check 24 for both boards. The smaller board has the bounds for a whole board, the
// larger one has the bounds for windows.
func (r BoardReport) Checks() []Check {
	check := func(of BoardReport, kB, ms float64) Check {
		return Check{Name: "check 24", What: fmt.Sprintf("a board of %s cards", count(of.Cards)), Parts: []Part{
			{What: "gzipped", Figure: float64(of.Bytes) / 1000, Unit: "kB", Bound: kB},
			{What: "p95", Figure: of.P95, Unit: "ms", Bound: ms},
		}}
	}
	checks := []Check{check(r, 60, 20)}
	if r.Larger != nil {
		checks = append(checks, check(*r.Larger, 100, 150))
	}
	return checks
}

// Board measures each board on a separate server. It distributes the cards evenly over every zone
// except the queue. A large board fills the first window of each zone.
func Board(ctx context.Context, cards, larger, reads int) (BoardReport, error) {
	report, err := readBoard(ctx, cards, reads)
	if err != nil || larger == 0 {
		return report, err
	}
	more, err := readBoard(ctx, larger, reads)
	report.Larger = &more
	return report, err
}

func readBoard(ctx context.Context, cards, reads int) (BoardReport, error) {
	r := BoardReport{Cards: cards}
	dir, remove, err := folder()
	if err != nil {
		return r, err
	}
	defer remove()
	people := newStudio(0, 8, 0)
	if _, err := people.plant(ctx, dir, people.spread(cards)); err != nil {
		return r, err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return r, err
	}
	defer s.stop()
	as, err := s.signIn(ctx, people.manager)
	if err != nil {
		return r, err
	}
	all, err := as.versions(ctx, 0)
	if err != nil {
		return r, err
	}
	if len(all) != cards {
		return r, fmt.Errorf("the windows of the board show %d of %d cards", len(all), cards)
	}
	return r, r.read(ctx, as, reads)
}

func (r *BoardReport) read(ctx context.Context, as *session, reads int) error {
	took := make([]float64, 0, reads)
	for i := range warmUpReads + reads {
		began := time.Now()
		sent, err := as.packed(ctx, "/order?view=board")
		if err != nil {
			return err
		}
		if i < warmUpReads {
			r.Bytes = len(sent)
			if err := r.look(sent); err != nil {
				return err
			}
			continue
		}
		took = append(took, ms(time.Since(began)))
	}
	slices.Sort(took)
	r.P50, r.P95, r.P99 = quantile(took, .5), quantile(took, .95), quantile(took, .99)
	return nil
}

// look counts the cards that an answer contains.
func (r *BoardReport) look(sent []byte) error {
	unpacked, err := gzip.NewReader(bytes.NewReader(sent))
	if err != nil {
		return err
	}
	plain, err := io.ReadAll(unpacked)
	if err != nil {
		return err
	}
	var b board
	if err := json.Unmarshal(plain, &b); err != nil {
		return err
	}
	r.Plain, r.Shown = len(plain), len(b.Data.Cards)
	total, listed := 0, 0
	for _, c := range b.Data.Columns {
		total, listed = total+c.Total, listed+len(c.TaskIDs)
	}
	if total != r.Cards || listed != r.Shown {
		return fmt.Errorf(
			"the board says that it has %d of %d cards, lists %d and shows %d", total, r.Cards, listed, r.Shown,
		)
	}
	return nil
}

// packed returns an answer as the server sent it, without decompression.
func (s *session) packed(ctx context.Context, path string) ([]byte, error) {
	req, err := s.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept-Encoding", "gzip") // set explicitly, so that the transport does not decompress
	res, err := s.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err == nil && (res.StatusCode != http.StatusOK || res.Header.Get("Content-Encoding") != "gzip") {
		err = fmt.Errorf("%s is answered %s, packed as %q", path, res.Status, res.Header.Get("Content-Encoding"))
	}
	return body, err
}
