package operations

import (
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	dto "github.com/prometheus/client_model/go"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func repository(t *testing.T, parts ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(append([]string{"..", "..", "..", ".."}, parts...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var (
	family   = regexp.MustCompile(`\b(proofboard_\w+|go_\w+|process_\w+)\b(?:\{([^}]*)\})?`)
	matcher  = regexp.MustCompile(`(\w+)\s*(=~|!=|=)\s*\\?"([^"\\]*)`)
	suffixes = []string{"_bucket", "_count", "_sum"}
)

// base returns the metric family of a series. A histogram has several series with different names.
func base(families map[string]*dto.MetricFamily, series string) (*dto.MetricFamily, bool) {
	if f := families[series]; f != nil {
		return f, f.GetType() != dto.MetricType_HISTOGRAM // a histogram has no series with its own name
	}
	for _, s := range suffixes {
		if name, ok := strings.CutSuffix(series, s); ok && families[name].GetType() == dto.MetricType_HISTOGRAM {
			return families[name], true
		}
	}
	return nil, false
}

// exercised returns the metrics of the program after tests have used every function.
func (w *watchedSite) exercised(t *testing.T) map[string]*dto.MetricFamily {
	t.Helper()
	_, version := w.reviewed(t)
	harness.MustWrite(t, w.SignedIn(t, "owner"), http.MethodPost, version+"/annotation", harness.Form{
		"message":    {harness.Message("look", harness.Cast["operator"].ID)},
		"mentions":   {`["` + harness.Cast["operator"].ID.String() + `"]`},
		"annotation": {harness.Mark},
	})
	var families map[string]*dto.MetricFamily
	harness.Eventually(t, "mails and thumbnails are timed", func() bool {
		families = w.Scrape(t)
		mails, _ := harness.Total(families["proofboard_consumer_duration_seconds"], "consumer=mailer")
		pictures, _ := harness.Total(families["proofboard_consumer_duration_seconds"], "consumer=thumbnails")
		_, jobs := harness.Total(families["proofboard_job_last_success_timestamp_seconds"])
		return mails > 0 && pictures > 0 && jobs > 0
	})
	return families
}

func TestDashboardAndAlertsAskForMetricsThatThereAre(t *testing.T) { // BY-016
	w := watched(t)
	families := w.exercised(t)
	for _, file := range [][]string{{"deploy", "grafana", "proofboard.json"}, {"deploy", "prometheus", "alerts.yaml"}} {
		name := filepath.Join(file...)
		text := repository(t, file...)
		uses := family.FindAllStringSubmatch(
			regexp.MustCompile(`description: .*|"description": ".*"`).ReplaceAllString(text, ""),
			-1,
		)
		if len(uses) < 20 {
			t.Errorf("%s uses %d metrics", name, len(uses))
		}
		for _, use := range uses {
			f, served := base(families, use[1])
			if !served {
				t.Errorf("%s asks for %s, which is not served", name, use[1])
				continue
			}
			for _, m := range matcher.FindAllStringSubmatch(use[2], -1) {
				values := map[string]bool{}
				for _, series := range f.GetMetric() {
					for _, l := range series.GetLabel() {
						if l.GetName() == m[1] {
							values[l.GetValue()] = true
						}
					}
				}
				switch {
				case m[1] == "instance": // Prometheus adds this label at the scrape
				case len(values) == 0:
					t.Errorf("%s: %s has no label %s", name, use[1], m[1])
				case m[2] == "=" && !values[m[3]] && m[1] != "status" && m[1] != "outcome": // such failures do not occur in this test
					t.Errorf("%s: no %s is %s, but %v", name, m[1], m[3], slices.Sorted(maps.Keys(values)))
				}
			}
		}
	}
}

func TestTheManualNamesEveryMetric(t *testing.T) { // BY-016
	families := watched(t).exercised(t)
	manual := repository(t, "docs", "operations.md")
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`(proofboard_[a-z_]+)").FindAllStringSubmatch(manual, -1) {
		named[m[1]] = true
	}
	for name := range families {
		if strings.HasPrefix(name, "proofboard_") && !named[name] {
			t.Errorf("docs/operations.md does not name %s", name)
		}
		delete(named, name)
	}
	delete(named, "proofboard_app") // the database's role
	for name := range named {
		t.Errorf("docs/operations.md names %s, which is not served", name)
	}
}

func TestTheProbesOfTheManifestsAreAnswered(t *testing.T) { // BY-016
	for _, file := range []string{"api.yaml", "worker.yaml"} {
		paths := regexp.MustCompile(`(?:httpGet: \{path: |prometheus\.io/path: )(/\w+)`).
			FindAllStringSubmatch(repository(t, "deploy", "kubernetes", file), -1)
		if len(paths) < 4 {
			t.Errorf("%s has %d probes", file, len(paths))
		}
		for _, m := range paths {
			var status int
			harness.Eventually(t, m[1], func() bool {
				res, err := harness.World.Client.Get(harness.World.Base + m[1])
				if err != nil {
					t.Fatal(err)
				}
				status = res.StatusCode
				_ = res.Body.Close()
				return status == http.StatusOK
			})
		}
	}
}
