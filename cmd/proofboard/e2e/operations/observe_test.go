package operations

import (
	"bufio"
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/testutil"
	dto "github.com/prometheus/client_model/go"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/domain/proof"
)

// watchedSite is a separate program whose traces, metrics and logs the tests read.
type watchedSite struct {
	*harness.Site
	traces *collector
	log    string // path of the log, a file of JSON lines
}

var watchedOnce = sync.OnceValues(func() (*watchedSite, error) {
	dir, err := harness.MakeFolder()
	if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, "log.json")
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	w := &watchedSite{traces: newCollector(), log: name}
	cfg := harness.Settings(dir)
	cfg.Build, cfg.Traces.Endpoint, cfg.Traces.Ratio = "e2e", w.traces.URL, 1
	log := slog.New(slog.NewJSONHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if w.Site, err = harness.OpenWith(cfg, harness.Seed(), log, f); err != nil {
		return nil, err
	}
	harness.Afterwards = append(harness.Afterwards, func() error {
		err := w.Close()
		w.traces.Close()
		_ = os.RemoveAll(dir)
		return err
	})
	return w, nil
})

// watched returns the shared watchedSite. The first call starts it.
func watched(t *testing.T) *watchedSite {
	t.Helper()
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "50") // ms between batches of spans; the program reads it at its start
	w, err := watchedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// reviewed creates an order in review with a proof by an operator, over HTTP.
func (w *watchedSite) reviewed(t *testing.T) (order uuid.UUID, version string) {
	t.Helper()
	owner, operator := w.SignedIn(t, "owner"), w.SignedIn(t, "operator")
	order = harness.MustWrite(
		t, owner, http.MethodPost, "/order", map[string]any{"orderName": "Soup label", "serviceId": harness.Labels},
	).Data.OrderID
	path := "/order/" + order.String()
	harness.MustWrite(t, owner, http.MethodPut, path+"/action", map[string]any{"action": "published"})
	harness.MustWrite(
		t, w.SignedIn(t, "manager"), http.MethodPut, path+"/assign",
		map[string]any{"operatorId": harness.Cast["operator"].ID, "managerId": harness.Cast["manager"].ID},
	)
	harness.MustWrite(
		t,
		operator,
		http.MethodPut,
		path+"/move-progress",
		map[string]any{"moveto": "in-progress", "via": "status"},
	)
	up := harness.UploadFile(t, operator, order, proof.CustomerReview, "soup.png", harness.Picture(t, 10))
	harness.MustWrite(
		t,
		operator,
		http.MethodPut,
		path+"/move-progress",
		map[string]any{"moveto": "in-review", "via": "status"},
	)
	return order, path + "/attachment/" + up.Data.AttachmentID.String() + "/version/" + up.Data.VersionID.String()
}

// trace contains the spans of one trace by name. If several spans have the same name, it contains
// the first.
type trace map[string]span

// traceOf waits until the trace of an HTTP request contains spans with all these names.
func (w *watchedSite) traceOf(t *testing.T, request string, names ...string) trace {
	t.Helper()
	var found trace
	harness.Eventually(t, "a trace of "+strings.Join(names, ", "), func() bool {
		all, id := w.traces.all(), ""
		for _, s := range all {
			if s.texts["proofboard.request_id"] == request {
				id = s.trace
			}
		}
		if id == "" {
			return false
		}
		found = trace{}
		for _, s := range all {
			if _, known := found[s.name]; s.trace == id && !known {
				found[s.name] = s
			}
		}
		return !slices.ContainsFunc(names, func(n string) bool { _, ok := found[n]; return !ok })
	})
	return found
}

// below checks that one span is the parent of another.
func (tr trace) below(t *testing.T, child, parent string) {
	t.Helper()
	if tr[child].parent != tr[parent].id {
		t.Errorf("%q is below %q, not below %q (%s)", child, tr[child].parent, parent, tr[parent].id)
	}
}

func TestOneTraceFollowsACommandFromTheRequestToTheBrowser(t *testing.T) { // BY-016
	w := watched(t)
	o, _ := w.reviewed(t)
	owner := w.SignedIn(t, "owner")
	b := harness.Listen(t, owner)
	const forged = "00-deadbeefdeadbeefdeadbeefdeadbeef-00f067aa0ba902b7-01"
	a := w.SignedIn(t, "operator").
		Call(t, http.MethodPut, "/order/"+o.String()+"/move-progress", map[string]any{"moveto": "in-progress", "via": "board"}, harness.Header("traceparent", forged))
	if a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	const request = "PUT /api/order/{orderId}/move-progress"
	tr := w.traceOf(
		t, a.Header.Get("X-Request-Id"), request, "command MoveOrder", "append", "projection board",
		"projection timeline", "sockets", "relay publish",
	)
	tr.below(t, "command MoveOrder", request)
	tr.below(t, "append", "command MoveOrder")
	tr.below(t, "projection board", "command MoveOrder")
	tr.below(t, "relay publish", "command MoveOrder")
	root := tr[request]
	if root.parent != "" || root.trace == "deadbeefdeadbeefdeadbeefdeadbeef" ||
		!slices.Equal(root.links, []string{"deadbeefdeadbeefdeadbeefdeadbeef"}) {
		t.Errorf("a caller's trace is linked to and decides nothing: %+v", root)
	}
	command := tr["command MoveOrder"]
	if command.texts["proofboard.outcome"] != "accepted" || command.texts["proofboard.stream"] != o.String() ||
		command.numbers["proofboard.position"] != a.Position() {
		t.Errorf("the command's span says %+v", command)
	}
	var told harness.LiveMessage
	harness.Eventually(t, "the message of the socket", func() bool {
		for _, m := range b.Told() {
			if m.Event == "reload-order" && m.Position == a.Position() {
				told = m
				return true
			}
		}
		return false
	})
	parts := strings.Split(told.Trace, "-")
	if len(parts) != 4 || parts[1] != root.trace {
		t.Fatalf("the browser is told the trace %q, want %s", told.Trace, root.trace)
	}
	harness.Eventually(t, "the span that the browser is told of", func() bool {
		return slices.ContainsFunc(w.traces.all(), func(s span) bool { return s.name == "sockets" && s.id == parts[2] })
	})
	events, err := w.Store.Load(t.Context(), o, 1)
	if err != nil {
		t.Fatal(err)
	}
	if last := events[len(events)-1]; !strings.Contains(last.Meta.Trace, root.trace) {
		t.Errorf("the event names the trace %q", last.Meta.Trace)
	}
}

func TestATraceGoesOnThroughAutomationsAndMail(t *testing.T) { // BY-016
	w := watched(t)
	_, version := w.reviewed(t)
	a := w.SignedIn(t, "owner").Call(t, http.MethodPost, version+"/annotation", harness.Form{
		"message":    {harness.Message("Kowalski thinks it is too green", harness.Cast["operator"].ID)},
		"mentions":   {`["` + harness.Cast["operator"].ID.String() + `"]`},
		"annotation": {harness.Mark},
	})
	if a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	tr := w.traceOf(
		t, a.Header.Get("X-Request-Id"), "command OpenTopic", "notify", "command Notify", "projection notifications",
		"relay publish", "mailer",
	)
	tr.below(t, "notify", "command OpenTopic")
	tr.below(t, "command Notify", "notify")
	var made bool
	harness.Eventually(t, "a span of the thumbnail", func() bool {
		made = slices.ContainsFunc(w.traces.all(), func(s span) bool { return s.name == "thumbnails" })
		return made
	})
	for _, s := range w.traces.all() {
		for key, text := range s.texts {
			for _, u := range harness.Cast {
				if strings.Contains(text, u.Email) || strings.Contains(text, u.Name()) {
					t.Errorf("%s of %q names a person: %q", key, s.name, text)
				}
			}
			if strings.Contains(text, "Kowalski") || strings.Contains(text, "Soup") {
				t.Errorf("%s of %q quotes somebody: %q", key, s.name, text)
			}
		}
	}
}

func TestWithoutACollectorNothingIsTraced(t *testing.T) { // BY-016
	o := harness.Draft(t, "owner")
	b := harness.Listen(t, harness.SignedIn(t, "owner"))
	a := harness.SignedIn(t, "owner").
		Call(t, http.MethodPut, "/order/"+o.String()+"/action", map[string]any{"action": "published"},
			harness.Header("traceparent", "00-deadbeefdeadbeefdeadbeefdeadbeef-00f067aa0ba902b7-01"))
	if a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if m := b.Expect(t, "reload-order", o.String()); m.Trace != "" {
		t.Errorf("the browser is told the trace %q", m.Trace)
	}
	var metadata string
	events, err := harness.World.Store.Load(t.Context(), o, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		raw, _ := json.Marshal(e.Meta)
		metadata += string(raw)
	}
	if strings.Contains(metadata, "trace") {
		t.Errorf("the log's metadata has a trace: %s", metadata)
	}
}

func TestMetricsTellWhatHappens(t *testing.T) { // BY-016
	w := watched(t)
	before := w.Scrape(t)
	o, version := w.reviewed(t)
	owner := w.SignedIn(t, "owner")
	harness.MustRefuse(
		t, w.SignedIn(t, "operator"), http.StatusConflict, "order.move_not_allowed", http.MethodPut,
		"/order/"+o.String()+"/move-progress", map[string]any{"moveto": "in-progress", "via": "status"},
	)
	harness.Listen(t, owner)
	harness.MustWrite(t, owner, http.MethodPost, version+"/annotation", harness.Form{
		"message":    {harness.Message("look", harness.Cast["operator"].ID)},
		"mentions":   {`["` + harness.Cast["operator"].ID.String() + `"]`},
		"annotation": {harness.Mark},
	})
	var after map[string]*dto.MetricFamily
	rise := func(family string, labels ...string) float64 {
		was, _ := harness.Total(before[family], labels...)
		is, _ := harness.Total(after[family], labels...)
		return is - was
	}
	harness.Eventually(t, "the mail, the thumbnail and the projections", func() bool {
		after = w.Scrape(t)
		lag, _ := harness.Total(after["proofboard_projection_lag_events"])
		relay, _ := harness.Total(after["proofboard_worker_lag_events"], "worker=relay")
		// The counter includes everything since the start. The relay may publish an event twice.
		published, _ := harness.Total(after["proofboard_relay_published_events_total"])
		appended, _ := harness.Total(after["proofboard_events_appended_total"])
		return published >= appended &&
			rise("proofboard_consumer_messages_total", "consumer=mailer", "outcome=done") >= 1 &&
			rise("proofboard_consumer_messages_total", "consumer=thumbnails", "outcome=done") >= 1 &&
			lag == 0 &&
			relay == 0 &&
			// The board can have read events that came after the head was read.
			first(
				after,
				"proofboard_projection_position",
				"projection=board",
			) >= first(
				after,
				"proofboard_log_head_position",
			)
	})
	for what, c := range map[string]struct {
		got, want float64
	}{
		"orders drafted":     {rise("proofboard_commands_total", "command=DraftOrder", "outcome=accepted", "reason="), 1},
		"moves":              {rise("proofboard_commands_total", "command=MoveOrder", "outcome=accepted"), 2},
		"moves refused":      {rise("proofboard_commands_total", "command=MoveOrder", "outcome=refused", "reason=order.move_not_allowed"), 1},
		"moves timed":        {rise("proofboard_command_duration_seconds", "command=MoveOrder"), 3},
		"HTTP moves":         {rise("proofboard_http_request_duration_seconds", "route=/api/order/{orderId}/move-progress", "method=PUT", "status=2xx"), 2},
		"HTTP moves refused": {rise("proofboard_http_request_duration_seconds", "route=/api/order/{orderId}/move-progress", "method=PUT", "status=4xx"), 1},
		"sockets":            {rise("proofboard_sockets_open"), 1},
		"streams parked":     {rise("proofboard_projection_parked_streams"), 0},
		"database":           {first(after, "proofboard_dependency_up", "dependency=database"), 1},
		"NATS":               {first(after, "proofboard_dependency_up", "dependency=nats"), 1},
		"files":              {first(after, "proofboard_dependency_up", "dependency=files"), 1},
		"this build":         {first(after, "proofboard_build_info", "version=e2e"), 1},
		"jobs that failed":   {first(after, "proofboard_job_runs_total", "outcome=failed"), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", what, c.got, c.want)
		}
	}
	for _, family := range []string{
		"proofboard_append_batch_size", "proofboard_append_commit_duration_seconds", "proofboard_projection_events_total", "proofboard_projection_delay_seconds", "proofboard_projection_commit_duration_seconds",
		"proofboard_socket_messages_total", "proofboard_consumer_duration_seconds", "proofboard_job_duration_seconds", "proofboard_database_connections", "proofboard_aggregate_cache_hits_total", "proofboard_data_free_bytes",
		"proofboard_job_last_success_timestamp_seconds", "proofboard_http_upgrades_total",
	} {
		if v, n := harness.Total(after[family]); v <= 0 || n == 0 {
			t.Errorf("%s is %v in %d series", family, v, n)
		}
	}
	for _, family := range []string{
		"proofboard_append_queue_length", "proofboard_append_conflicts_total", "proofboard_projection_failures_total", "proofboard_projection_parkings_total", "proofboard_projection_lag_seconds",
		"proofboard_worker_lag_seconds", "proofboard_consumer_pending_messages", "proofboard_consumer_unacknowledged_messages", "proofboard_sockets_dropped_total", "proofboard_realtime_queue_length",
		"proofboard_audit_lag_events", "proofboard_audit_unsigned_seconds", "proofboard_database_waits_total", "proofboard_database_wait_seconds_total", "proofboard_http_requests_in_flight",
	} {
		if after[family] == nil {
			t.Errorf("%s is missing", family)
		}
	}
}

func first(families map[string]*dto.MetricFamily, name string, labels ...string) float64 {
	v, n := harness.Total(families[name], labels...)
	if n == 0 {
		return -1
	}
	return v
}

// Every label has few values, independent of the requests: no value is an id, a path or a name that
// a user has chosen.
func TestMetricsHaveFewSeries(t *testing.T) { // BY-016
	w := watched(t)
	_, version := w.reviewed(t)
	owner := w.SignedIn(t, "owner")
	for range 3 { // requests of a client without a session
		owner.Get(t, "/order/"+uuid.NewString())
		owner.Get(t, "/nothing/"+uuid.NewString())
		owner.Get(t, version+"/"+uuid.NewString())
		req, err := http.NewRequest("X"+strings.ReplaceAll(uuid.NewString(), "-", ""), w.Base+"/"+uuid.NewString(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Do(w.Client, req); err != nil {
			t.Fatal(err)
		}
	}
	labels := map[string]map[string]bool{}
	id := regexp.MustCompile(`[0-9a-f]{8}`)
	for name, f := range w.Scrape(t) {
		if !strings.HasPrefix(name, "proofboard_") {
			continue
		}
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if id.MatchString(l.GetValue()) {
					t.Errorf("%s{%s=%q}", name, l.GetName(), l.GetValue())
				}
				if labels[l.GetName()] == nil {
					labels[l.GetName()] = map[string]bool{}
				}
				labels[l.GetName()][l.GetValue()] = true
			}
		}
	}
	known := []string{
		"command",
		"outcome",
		"reason",
		"projection",
		"lease",
		"worker",
		"consumer",
		"dependency",
		"task",
		"kind",
		"pool",
		"state",
		"route",
		"method",
		"status",
		"version",
		"go_version",
	}
	for name, values := range labels {
		if !slices.Contains(known, name) || len(values) > 80 {
			t.Errorf("the label %s has %d values: %v", name, len(values), slices.Collect(maps.Keys(values)))
		}
	}
	if got := slices.Sorted(maps.Keys(labels["method"])); !slices.Contains(got, "other") {
		t.Errorf("methods are %v", got)
	}
}

func TestMetricsAreNamedAsPrometheusWantsThem(t *testing.T) { // BY-016
	problems, err := testutil.GatherAndLint(watched(t).Metrics())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

// lines returns the lines of the log that contain an id.
func (w *watchedSite) lines(t *testing.T, key, id string) []harness.Object {
	t.Helper()
	raw, err := os.ReadFile(w.log)
	if err != nil {
		t.Fatal(err)
	}
	var out []harness.Object
	in := bufio.NewScanner(bytes.NewReader(raw))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var line harness.Object
		if json.Unmarshal(in.Bytes(), &line) == nil && line[key] == id {
			out = append(out, line)
		}
	}
	return out
}

func TestEachLineOfARequestCarriesItsIds(t *testing.T) { // BY-016
	w := watched(t)
	o, _ := w.reviewed(t)
	command := uuid.New()
	a := w.SignedIn(t, "operator").
		Call(t, http.MethodPut, "/order/"+o.String()+"/move-progress", map[string]any{"moveto": "in-progress", "via": "board"}, harness.Key(command))
	request := a.Header.Get("X-Request-Id")
	var lines []harness.Object
	harness.Eventually(t, "the line of the request", func() bool {
		lines = w.lines(t, "request", request)
		return len(lines) > 0
	})
	tr := w.traceOf(t, request, "command MoveOrder")
	if len(lines) != 1 {
		t.Fatalf("a request that went well has %d lines: %v", len(lines), lines)
	}
	line := lines[0]
	if line["msg"] != "request" || line["level"] != "DEBUG" || line["route"] != "/api/order/{orderId}/move-progress" ||
		line["method"] != "PUT" ||
		line["status"] != 200.0 ||
		line["command"] != command.String() ||
		line["trace"] != tr["command MoveOrder"].trace {
		t.Errorf("the line is %v", line)
	}
	if took, ok := line["took"].(float64); !ok || took <= 0 || took > float64(time.Minute) {
		t.Errorf("it took %v ns", line["took"])
	}
}

func TestLogsHoldNothingPersonalAndNoSecrets(t *testing.T) { // BY-016
	w := watched(t)
	_, version := w.reviewed(t)
	owner := w.SignedIn(t, "owner")
	harness.MustWrite(
		t,
		owner,
		http.MethodPost,
		version+"/annotation",
		harness.Form{
			"message":    {harness.Message("Kowalski says hello", harness.Cast["operator"].ID)},
			"annotation": {harness.Mark},
		},
	)
	if _, err := w.Password(http.DefaultClient, false, harness.Cast["owner"].Email, "a-wrong-Password-1"); err != nil {
		t.Fatal(err)
	}
	owner.Get(t, "/order?view=list&search=Kowalski")
	owner.Call(
		t, http.MethodPut, "/order/Kowalski/move-progress", map[string]any{"moveto": "Kowalski"},
		harness.Header("Idempotency-Key", "Kowalski"),
	)
	last := owner.Get(t, "/profile").Header.Get("X-Request-Id")
	harness.Eventually(t, "the last line", func() bool { return len(w.lines(t, "request", last)) > 0 })
	raw, err := os.ReadFile(w.log)
	if err != nil {
		t.Fatal(err)
	}
	secrets := []string{"Kowalski", "Soup label", harness.Password, "a-wrong-Password-1", owner.Token}
	for _, u := range harness.Cast {
		secrets = append(secrets, u.Email, u.Name())
	}
	for _, s := range secrets {
		if i := bytes.Index(raw, []byte(s)); i >= 0 {
			t.Errorf("the log holds %q: ...%s...", s, raw[max(0, i-200):min(len(raw), i+100)])
		}
	}
}

func TestReadyzListsEveryDependency(t *testing.T) { // BY-016
	var r harness.Readiness
	harness.Eventually(t, "everything is ready", func() bool {
		var status int
		r, status = harness.World.Readiness(t)
		return status == http.StatusOK && r.Status == "ready"
	})
	lags := map[string]bool{
		"database":         false,
		"nats":             false,
		"object store":     false,
		"disk":             false,
		"transparency log": true,
		"worker notify":    true,
		"worker promote":   true,
		"worker billing":   true,
		"worker approvals": true,
		"worker relay":     true,
	}
	for _, name := range core.ProjectionNames() {
		lags["projection "+name] = true
	}
	for _, d := range r.Dependencies {
		lag, known := lags[d.Name]
		delete(lags, d.Name)
		if !known || !d.Ready || d.Reason != "" || lag != (d.LagEvents != nil && d.LagSeconds != nil) {
			t.Errorf("%+v", d)
		}
	}
	if len(lags) > 0 || len(r.Waiting) > 0 {
		t.Errorf("left out: %v; waiting: %v", lags, r.Waiting)
	}
}
