package logbench

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

func TestTheBenchmarkMeasuresEveryKindAndDropsItsDatabase(t *testing.T) {
	r, err := Append(
		t.Context(), embeddedtest.Database(t),
		Options{Clients: []int{1, 4}, Rounds: 1, Duration: 50 * time.Millisecond},
	)
	if err != nil {
		t.Fatal(err)
	}
	if r.Append["1"] <= 0 || r.Append["4"] <= 0 || r.Insert["1"] <= 0 || r.Insert["4"] <= 0 || r.Copy <= 0 {
		t.Errorf("missing figures: %+v", r)
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{1, 8, 32, 128} {
		for _, kind := range []string{"append", "insert"} {
			b.Run(fmt.Sprintf("%s/clients=%d", kind, n), func(b *testing.B) {
				err := Scratch(b.Context(), embeddedtest.Database(b), func(dsn string) error {
					x, err := open(b.Context(), dsn, n)
					if err != nil {
						return err
					}
					defer x.close()
					start := x.append
					if kind == "insert" {
						start = x.insert
					}
					b.SetParallelism(n) // times GOMAXPROCS
					b.ResetTimer()
					b.RunParallel(func(pb *testing.PB) {
						work := start()
						for pb.Next() {
							if err := work(context.Background()); err != nil {
								b.Error(err)
								return
							}
						}
					})
					b.StopTimer()
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

// TestReport prints the whole report: go test ./cmd/bench/logbench -run Report -v -report
func TestReport(t *testing.T) {
	if os.Getenv("PROOFBOARD_BENCH") == "" {
		t.Skip("set PROOFBOARD_BENCH=1 to measure")
	}
	r, err := Append(t.Context(), embeddedtest.Database(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Print(os.Stdout)
}

func TestAnUntouchedLogIsBuiltAndVerifiedInTheMeasurement(t *testing.T) { // BY-022
	r, err := Audit(t.Context(), embeddedtest.Database(t), 3_000)
	if err != nil {
		t.Fatal(err)
	}
	if r.Events != 3_000 || r.Scan <= 0 || r.Build <= 0 || r.Verify <= 0 {
		t.Errorf("%+v", r)
	}
}
