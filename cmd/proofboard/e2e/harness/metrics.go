package harness

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// Scrape returns the metrics as Prometheus receives them.
func (w *Site) Scrape(t *testing.T) map[string]*dto.MetricFamily {
	t.Helper()
	res, err := w.Client.Get(w.Base + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", res.StatusCode, err)
	}
	return families
}

// Total adds the values of the series of a family that have all these labels. For histograms it
// adds the number of observations.
func Total(f *dto.MetricFamily, labels ...string) (value float64, series int) {
	for _, m := range f.GetMetric() {
		has := map[string]bool{}
		for _, l := range m.GetLabel() {
			has[l.GetName()+"="+l.GetValue()] = true
		}
		if slices.ContainsFunc(labels, func(l string) bool { return !has[l] }) {
			continue
		}
		series++
		switch {
		case m.GetCounter() != nil:
			value += m.GetCounter().GetValue()
		case m.GetGauge() != nil:
			value += m.GetGauge().GetValue()
		case m.GetHistogram() != nil:
			value += float64(m.GetHistogram().GetSampleCount())
		}
	}
	return value, series
}

// Readiness is the answer of /readyz.
type Readiness struct {
	Status       string   `json:"status"`
	Waiting      []string `json:"waiting"`
	Dependencies []struct {
		Name       string   `json:"name"`
		Ready      bool     `json:"ready"`
		Required   bool     `json:"required"`
		Reason     string   `json:"reason"`
		LagEvents  *int64   `json:"lagEvents"`
		LagSeconds *float64 `json:"lagSeconds"`
	} `json:"dependencies"`
}

// Readiness returns the answer of /readyz.
func (w *Site) Readiness(t *testing.T) (r Readiness, status int) {
	t.Helper()
	res, err := w.Client.Get(w.Base + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil || json.Unmarshal(raw, &r) != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return r, res.StatusCode
}
