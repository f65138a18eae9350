package benchmark

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestACheckPrintsOneLineAndHoldsIfEveryFigureDoes(t *testing.T) {
	c := Check{Name: "check 26", What: "1,000 sockets", Parts: []Part{{What: "p99", Figure: 42, Unit: "ms", Bound: 100}, {What: "rate", Figure: 2.5, Unit: "x", Bound: 2.5, Least: true}}}
	if got, want := c.String(), "check 26: 1,000 sockets: p99 42 ms (bound 100 ms), rate 2.50 x (bound at least 2.50 x) : held"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for what, p := range map[string]Part{"too much": {Figure: 100.5, Bound: 100}, "too little": {Figure: 2.4, Bound: 2.5, Least: true}, "nothing": {Figure: math.NaN(), Bound: 1}} {
		if bad := (Check{Parts: append(c.Parts[:2:2], p)}); bad.Held() || !strings.HasSuffix(bad.String(), " : NOT HELD") {
			t.Errorf("%s: %s", what, bad)
		}
	}
}

func TestTheTableHasARowForEveryFigure(t *testing.T) {
	var out strings.Builder
	err := Table(&out, []Check{
		{Name: "append", What: "32 clients", Parts: []Part{{What: "of COPY", Figure: 39.5, Unit: "%", Bound: 33, Least: true}}},
		{Name: "rebuild", What: "board", Parts: []Part{{What: "memory", Figure: 600, Unit: "MB", Bound: 512}, {What: "rate", Figure: 1_385_000.4, Bound: 350_000, Least: true}}},
	})
	want := []string{
		"benchmark                   | figure    | bound            | held",
		"---                         | ---       | ---              | ---",
		"append: 32 clients, of COPY | 39.5 %    | at least 33 %    | held",
		"rebuild: board, memory      | 600 MB    | 512 MB           | NOT HELD",
		"rebuild: board, rate        | 1,385,000 | at least 350,000 | held",
	}
	if got := strings.Split(strings.TrimSpace(out.String()), "\n"); err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
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
