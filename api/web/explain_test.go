package web

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/api/contract"
)

// A refused request names the field and what it must be, and repeats nothing of what was sent but
// names.
func TestValidationErrorsNameTheFieldAndItsFormat(t *testing.T) {
	spec, err := os.ReadFile("../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := ReadContract(spec)
	if err != nil {
		t.Fatal(err)
	}
	v := NewValidator(doc)
	s := New(Ports{Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry()})
	r := chi.NewRouter()
	for _, route := range v {
		r.Method(route.Method, route.Path, s.Validate(v)(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})))
	}
	const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
	for want, c := range map[string]struct{ method, path, body string }{
		"'dueDate' must be a date and time, such as 2026-03-01T12:00:00Z.":          {"POST", "/order", `{"orderName":"x","dueDate":"tomorrow-secret"}`},
		"'serviceId' must be a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.": {"POST", "/order", `{"orderName":"x","serviceId":"secret"}`},
		"'orderName' is required.":                                                {"POST", "/order", `{}`},
		"'orderName' must have at most 200 characters.":                           {"POST", "/order", `{"orderName":"` + strings.Repeat("secret", 40) + `"}`},
		"'orderName' must be a text.":                                             {"POST", "/order", `{"orderName":7}`},
		"'priority' must be one of normal, high, urgent.":                         {"POST", "/order", `{"orderName":"x","priority":"secret"}`},
		"'ordername' is no field of this call.":                                   {"POST", "/order", `{"orderName":"x","ordername":"secret"}`},
		"'" + strings.Repeat("é", 100) + "…' is no field of this call.":           {"POST", "/order", `{"orderName":"x","` + strings.Repeat("é", 5000) + `":"secret"}`},
		"The body is required.":                                                   {"POST", "/order", ``},
		"'references.0' must have at most 2000 characters.":                       {"POST", "/order", `{"orderName":"x","references":["` + strings.Repeat("secret", 400) + `"]}`},
		"'limit' must be at most 100.":                                            {"GET", "/order?limit=101", ``},
		"'limit' must be a whole number.":                                         {"GET", "/order?limit=secret", ``},
		"'view' must be one of board, list, archived, counts.":                    {"GET", "/order?view=secret", ``},
		"'orderId' must be a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.": {"GET", "/order/secret", ``},
		"'moveto' is required.":                                                   {"PUT", "/order/" + id + "/move-progress", `{}`},
		"The body must be sent as application/json.":                              {"PUT", "/order/" + id + "/move-progress", `secret`},
	} {
		q := httptest.NewRequestWithContext(t.Context(), c.method, c.path, strings.NewReader(c.body))
		q.Header.Set("Content-Type", "application/json")
		if c.body == "secret" {
			q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		w := httptest.NewRecorder()
		r.ServeHTTP(w, q)
		var got contract.Refused
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusBadRequest ||
			got.Error.Reason != "request.invalid" {
			t.Errorf("%s %s %.80s: %d %s %v", c.method, c.path, c.body, w.Code, w.Body, err)
		}
		if got.Message != want || len(got.Messages) != 1 || got.Messages[0] != want ||
			strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s %s %.80s says %q and %q, want %q", c.method, c.path, c.body, got.Message, got.Messages, want)
		}
	}
}
