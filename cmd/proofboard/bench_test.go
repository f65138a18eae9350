package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/cmd/proofboard/benchmark"
)

// TestMain lets the test binary be the server that a benchmark starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestTheLoadPrintsALineForEachCheckAndATable(t *testing.T) {
	out, err := proofboard(t, "bench", "all", "--only", "http,board,search,sockets", "--orders", "70", "--cards", "40", "--larger", "0", "--turn", "100ms", "--reads", "5", "--sockets", "40", "--moves", "5")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out, "\n")
	for _, want := range []string{
		`^check 23: moves on 40 cards: p99 at 8 clients [\d.]+ ms \(bound 25 ms\), .* : (held|NOT HELD)$`,
		`^check 24: a board of 40 cards: gzipped [\d.]+ kB \(bound 60 kB\), p95 [\d.]+ ms \(bound 20 ms\) : (held|NOT HELD)$`,
		`^search: quick search on 70 orders: p99 [\d.]+ ms \(bound 50 ms\) : (held|NOT HELD)$`,
		`^check 26: 40 sockets: p99 [\d.]+ ms \(bound 100 ms\), missed 0 \(bound 0\), back after a restart [\d.]+ s \(bound 5 s\), server memory [\d.]+ MB \(bound 300 MB\) : (held|NOT HELD)$`,
		`^check 26: 40 sockets, missed +\| 0 +\| 0 +\| held$`,
	} {
		if n := len(slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !regexp.MustCompile(want).MatchString(l) })); n != 1 {
			t.Errorf("%d lines are %s in\n%s", n, want, out)
		}
	}
}

func TestAFigureBeyondItsBoundIsNoError(t *testing.T) {
	var out strings.Builder
	slow := benchmark.SocketsReport{Sockets: 10, All99: 5000}
	if err := (asJSON{}).show(&environment{out: &out}, slow, nil); err != nil || !strings.Contains(out.String(), "p99 5,000 ms (bound 100 ms)") || !strings.Contains(out.String(), ": NOT HELD") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestReportsForToolsAreOneJSONObject(t *testing.T) {
	var out strings.Builder
	report := benchmark.AppendReport{}
	report.Append, report.Insert, report.Copy = map[string]float64{"1": 2}, map[string]float64{"1": 1}, 3
	if err := (asJSON{JSON: true}).show(&environment{out: &out}, report, nil); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil || len(got) != 3 || got["copy"] != 3. || got["append"] == nil || got["insert"] == nil {
		t.Errorf("%v: %s", err, out.String())
	}
}
