package benchmark

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestACheckPrintsOneLineAndHoldsIfEveryFigureDoes(t *testing.T) {
	c := Check{
		Name: "check 26",
		What: "1,000 sockets",
		Parts: []Part{
			{What: "p99", Figure: 42, Unit: "ms", Bound: 100},
			{What: "rate", Figure: 2.5, Unit: "x", Bound: 2.5, Least: true},
		},
	}
	if got, want := c.String(), "check 26: 1,000 sockets: p99 42 ms (bound 100 ms), rate 2.50 x (bound at least 2.50 x) : held"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for what, p := range map[string]Part{"too much": {Figure: 100.5, Bound: 100}, "too little": {Figure: 2.4, Bound: 2.5, Least: true}, "nothing": {Figure: math.NaN(), Bound: 1}} {
		if bad := (Check{Parts: append(c.Parts[:2:2], p)}); bad.Held() ||
			!strings.HasSuffix(bad.String(), " : NOT HELD") {
			t.Errorf("%s: %s", what, bad)
		}
	}
}

func TestTheTableHasARowForEveryFigure(t *testing.T) {
	var out strings.Builder
	err := Table(&out, []Check{
		{
			Name:  "append",
			What:  "32 clients",
			Parts: []Part{{What: "of COPY", Figure: 39.5, Unit: "%", Bound: 33, Least: true}},
		},
		{
			Name: "rebuild",
			What: "board",
			Parts: []Part{
				{What: "memory", Figure: 600, Unit: "MB", Bound: 512},
				{What: "rate", Figure: 1_385_000.4, Bound: 350_000, Least: true},
			},
		},
	})
	want := []string{
		"benchmark                   | figure    | bound            | held",
		"---                         | ---       | ---              | ---",
		"append: 32 clients, of COPY | 39.5 %    | at least 33 %    | held",
		"rebuild: board, memory      | 600 MB    | 512 MB           | NOT HELD",
		"rebuild: board, rate        | 1,385,000 | at least 350,000 | held",
	}
	if got := strings.Split(strings.TrimSpace(out.String()), "\n"); err != nil ||
		strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestFiguresAreWrittenWithThreeDigits(t *testing.T) {
	for want, v := range map[string]float64{"0": 0, "0.04": .0415, "5.55": 5.551, "22.6": 22.6, "831": 830.6, "1,000": 1000, "1,234,568": 1234567.8, "-1,500": -1500, "-150": -150} {
		if got := amount(v, ""); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
	if got := amount(3, "ms"); got != "3 ms" {
		t.Error(got)
	}
}

func TestAQuantileIsTheFigureThatThisShareDoesNotExceed(t *testing.T) {
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(i + 1)
	}
	for q, want := range map[float64]float64{0: 1, .5: 50, .95: 95, .99: 99, 1: 100} {
		if got := quantile(hundred, q); got != want {
			t.Errorf("the %v quantile of 1 to 100 is %v, want %v", q, got, want)
		}
	}
	if got := quantile([]float64{7}, .99); got != 7 {
		t.Errorf("of one figure %v", got)
	}
	if got := quantile(nil, .5); !math.IsNaN(got) {
		t.Errorf("of none %v", got)
	}
	if got := median([]float64{9, 1, 5}); got != 5 {
		t.Errorf("the median is %v", got)
	}
	if got := ms(1500 * time.Microsecond); got != 1.5 {
		t.Errorf("1.5 ms is %v", got)
	}
}

func TestEveryReportSaysWhatWasPromisedOfIt(t *testing.T) {
	moves := func(p99, cpu float64) map[string]HTTPMoves {
		return map[string]HTTPMoves{"1": {P99: 1, CPU: 9}, "8": {P99: p99, CPU: cpu}, "32": {P99: p99, CPU: cpu}}
	}
	http := HTTPReport{Cards: 1000, Moves: moves(20, 2), Larger: &HTTPReport{Cards: 10_000, Moves: moves(25, 2.2)}}
	board := BoardReport{
		Cards:  1000,
		Bytes:  60_000,
		P95:    20,
		Larger: &BoardReport{Cards: 10_000, Bytes: 100_000, P95: 151},
	}
	sockets := SocketsReport{
		Sockets: 1000,
		All99:   100,
		Back:    4.3,
		Memory:  Memory{Idle: 100, Grown: 200, Restart: 401, Server: 300},
	}
	audit, add := AuditReport{}, AppendReport{}
	audit.Events, audit.Verify = 100_000, 6
	add.Append, add.Insert, add.Copy = map[string]float64{"1": 80, "32": 250}, map[string]float64{
		"1":  100,
		"32": 100,
	}, 1000
	rebuild := RebuildReport{Events: 1_000_000, Rebuild: map[string]float64{"board": 349_000}, Grown: 400e6}
	for _, c := range []struct {
		checks []Check
		want   []string
	}{
		{http.Checks(), []string{
			"check 23: moves on 1,000 cards: p99 at 8 clients 20 ms (bound 25 ms), p99 at 32 clients 20 ms (bound 80 ms), CPU a move at 8 clients 2 ms (bound 2.20 ms), CPU a move at 32 clients 2 ms (bound 2.20 ms) : held",
			"check 23: moves on 10,000 cards beside 1,000: p99 at 8 clients 1.25 x (bound 1.20 x), CPU a move at 8 clients 1.10 x (bound 1.20 x), p99 at 32 clients 1.25 x (bound 1.20 x), CPU a move at 32 clients 1.10 x (bound 1.20 x) : NOT HELD",
		}},
		{board.Checks(), []string{
			"check 24: a board of 1,000 cards: gzipped 60 kB (bound 60 kB), p95 20 ms (bound 20 ms) : held",
			"check 24: a board of 10,000 cards: gzipped 100 kB (bound 100 kB), p95 151 ms (bound 150 ms) : NOT HELD",
		}},
		{sockets.Checks(), []string{"check 26: 1,000 sockets: p99 100 ms (bound 100 ms), missed 0 (bound 0), back after a restart 4.30 s (bound 5 s), memory 301 MB (bound 300 MB), memory of the server 300 MB (bound 300 MB) : NOT HELD"}},
		{audit.Checks(), []string{"audit: 100,000 events: verified in 6 s (bound 6 s) : held"}},
		{add.Checks(), []string{"append: one event an append: beside plain inserts at 1 client 0.80 x (bound at least 0.80 x), beside plain inserts at 32 clients 2.50 x (bound at least 2.50 x), of COPY at 32 clients 25 % (bound at least 33 %) : NOT HELD"}},
		{BusReport{Bus: map[string]float64{"32": 45_000}}.Checks(), []string{"bus: commands: a second at 32 clients 45,000 (bound at least 45,000) : held"}},
		{rebuild.Checks(), []string{"rebuild: 1,000,000 events: board 349,000 events/s (bound at least 350,000 events/s), memory 400 MB (bound 512 MB) : NOT HELD"}},
		{PastReport{Events: 1_000_000, Cards: 1000, P95: 36.5}.Checks(), []string{"past: boards of 1000 cards in 1,000,000 events: p95 36.5 ms (bound 200 ms) : held"}},
	} {
		for i, want := range c.want {
			if len(c.checks) != len(c.want) || c.checks[i].String() != want {
				t.Errorf("got  %v\nwant %s", c.checks[i], want)
			}
		}
	}
}
