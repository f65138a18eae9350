package web

import (
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/proofboard/proofboard/internal/telemetry"
)

const RealtimePath = "/api/realtime"

// meters has the metrics of HTTP. Their labels are names of ours, never input.
type meters struct {
	seconds  *prometheus.HistogramVec
	upgrades prometheus.Counter
	flying   prometheus.Gauge
}

func newMeters(reg prometheus.Registerer) *meters {
	m := &meters{
		seconds: prometheus.NewHistogramVec(
			prometheus.HistogramOpts{
				Namespace: "proofboard",
				Name:      "http_request_duration_seconds",
				Help:      "Time of HTTP requests by route pattern, method and class of status.",
				Buckets:   []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30},
			},
			[]string{"route", "method", "status"},
		),
		upgrades: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: "proofboard",
			Name:      "http_upgrades_total",
			Help:      "Requests that became a websocket.",
		}),
		flying: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: "proofboard",
			Name:      "http_requests_in_flight",
			Help:      "HTTP requests being answered, open websockets among them.",
		}),
	}
	reg.MustRegister(m.seconds, m.upgrades, m.flying)
	return m
}

// Observe gives each request an id and a span, sends the id to the caller, and counts and logs the
// result.
func (s *Server) Observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := uuid.NewString()
		w.Header().Set("X-Request-Id", id)
		ctx := telemetry.WithRequest(r.Context(), id, commandID(r))
		var span trace.Span
		if s.Tracer.Enabled() && traced(r.URL.Path) {
			ctx, span = s.Tracer.Root(
				ctx, "HTTP", r.Header.Get("traceparent"), attribute.String("http.request.method", method(r)),
				attribute.String("proofboard.request_id", id),
			)
			defer span.End()
		}
		watched := &watchedWriter{ResponseWriter: w, status: http.StatusOK}
		s.meters.flying.Inc()
		defer s.meters.flying.Dec()
		r = r.WithContext(ctx)
		next.ServeHTTP(watched, r)

		took, where := time.Since(began), route(r)
		if watched.status == http.StatusSwitchingProtocols {
			s.meters.upgrades.Inc() // the lifetime of a websocket is not the duration of a request
		} else {
			s.meters.seconds.WithLabelValues(where, method(r), class(watched.status)).Observe(took.Seconds())
		}
		level := slog.LevelDebug
		if watched.status >= http.StatusInternalServerError {
			level = slog.LevelWarn
		}
		s.Logger.Log(ctx, level, "request", "method", method(r), "route", where, "status", watched.status, "took", took)
		if span != nil {
			span.SetName(method(r) + " " + where)
			span.SetAttributes(
				attribute.String("http.route", where), attribute.Int("http.response.status_code", watched.status),
			)
			if watched.status >= http.StatusInternalServerError {
				telemetry.Failed(span, strconv.Itoa(watched.status))
			}
		}
	})
}

// commandID returns the idempotency key of a request for the log, empty if it is malformed.
func commandID(r *http.Request) string {
	key, err := uuid.Parse(r.Header.Get("Idempotency-Key"))
	if err != nil {
		return ""
	}
	return key.String()
}

// traced reports whether requests to a path get a span. Calls do; probes, files and websockets do
// not.
func traced(path string) bool { return strings.HasPrefix(path, "/api/") && path != RealtimePath }

var methods = []string{
	http.MethodGet,
	http.MethodHead,
	http.MethodPost,
	http.MethodPut,
	http.MethodPatch,
	http.MethodDelete,
	http.MethodOptions,
}

// method returns the request's method if it is a known one.
func method(r *http.Request) string {
	if slices.Contains(methods, r.Method) {
		return r.Method
	}
	return "other"
}

// route returns the pattern that a request matched, never its path.
func route(r *http.Request) string {
	pattern := chi.RouteContext(r.Context()).RoutePattern()
	switch {
	case pattern == "" || pattern == "/*":
		return "web app"
	case strings.HasSuffix(pattern, "/*"):
		return strings.TrimSuffix(pattern, "/*") + "/..."
	}
	return pattern
}

// class returns the class of a status, such as 2xx.
func class(status int) string { return strconv.Itoa(status/100) + "xx" }

// watchedWriter stores the status.
type watchedWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (w *watchedWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController use the wrapped writer.
func (w *watchedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
