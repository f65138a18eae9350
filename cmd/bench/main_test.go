package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/cmd/bench/benchmark"
)

// result is a measurement that is there already.
type result struct{ measurement }

func (r result) measure(*environment) (measurement, error) { return r.measurement, nil }

func TestAFigureBeyondItsBoundIsNoError(t *testing.T) {
	var out strings.Builder
	slow := benchmark.SocketsReport{Sockets: 10, All99: 5000}
	if err := (part[result]{Of: result{slow}}).Run(&environment{out: &out}); err != nil ||
		!strings.Contains(out.String(), "p99 5,000 ms (bound 100 ms)") ||
		!strings.Contains(out.String(), ": NOT HELD") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestReportsForToolsAreOneJSONObject(t *testing.T) {
	var out strings.Builder
	report := benchmark.AppendReport{}
	report.Append, report.Insert, report.Copy = map[string]float64{"1": 2}, map[string]float64{"1": 1}, 3
	if err := (part[result]{Of: result{report}, JSON: true}).Run(&environment{out: &out}); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil || len(got) != 3 || got["copy"] != 3. ||
		got["append"] == nil ||
		got["insert"] == nil {
		t.Errorf("%v: %s", err, out.String())
	}
}
