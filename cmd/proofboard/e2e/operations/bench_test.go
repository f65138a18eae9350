package operations

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func TestTheLoadPrintsALineForEachCheckAndATable(t *testing.T) {
	harness.Parallel(t)
	program := filepath.Join(t.TempDir(), "bench")
	if err := harness.Build(t.Context(), program, "bench"); err != nil {
		t.Fatal(err)
	}
	bench := exec.CommandContext(
		t.Context(),
		program,
		"all",
		"--data",
		harness.Folder(t),
		"--only",
		"http,board,search,sockets",
		"--orders",
		"70",
		"--cards",
		"40",
		"--larger",
		"0",
		"--turn",
		"100ms",
		"--reads",
		"5",
		"--sockets",
		"40",
		"--moves",
		"5",
	)
	bench.Env = append(os.Environ(), "PROOFBOARD_BINARY="+harness.Product)
	out, err := bench.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		`^check 23: moves on 40 cards: p99 at 8 clients [\d.]+ ms \(bound 25 ms\), .* : (held|NOT HELD)$`,
		`^check 24: a board of 40 cards: gzipped [\d.]+ kB \(bound 60 kB\), p95 [\d.]+ ms \(bound 20 ms\) : (held|NOT HELD)$`,
		`^search: quick search on 70 orders: p99 [\d.]+ ms \(bound 50 ms\) : (held|NOT HELD)$`,
		`^check 26: 40 sockets: p99 [\d.]+ ms \(bound 100 ms\), missed 0 \(bound 0\), back after a restart [\d.]+ s \(bound 5 s\), memory [\d.]+ MB \(bound 300 MB\), memory of the server [\d.]+ MB \(bound 300 MB\) : (held|NOT HELD)$`,
		`^check 26: 40 sockets, missed +\| 0 +\| 0 +\| held$`,
	} {
		line := regexp.MustCompile(want)
		n := 0
		for l := range strings.Lines(string(out)) {
			if line.MatchString(strings.TrimSuffix(l, "\n")) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d lines are %s in\n%s", n, want, out)
		}
	}
}
