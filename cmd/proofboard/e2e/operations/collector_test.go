package operations

import (
	"compress/gzip"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"

	coltracepb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// span is a span that the collector has received.
type span struct {
	name, trace, id, parent string
	texts                   map[string]string // text attributes
	numbers                 map[string]int64
	links                   []string // trace ids
	failed                  bool
}

// collector receives traces by OTLP/HTTP, as a real collector does.
type collector struct {
	*httptest.Server
	mu    sync.Mutex
	spans []span
}

func newCollector() *collector {
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(c.take))
	return c
}

func (c *collector) take(w http.ResponseWriter, r *http.Request) {
	var body io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		body = unpacked
	}
	raw, err := io.ReadAll(body)
	var request coltracepb.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(raw, &request)
	}
	if err != nil || r.URL.Path != "/v1/traces" {
		http.Error(w, "no traces", http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, of := range request.GetResourceSpans() {
		for _, scope := range of.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				c.spans = append(c.spans, read(s))
			}
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

func read(s *tracepb.Span) span {
	out := span{
		name:    s.GetName(),
		trace:   hex.EncodeToString(s.GetTraceId()),
		id:      hex.EncodeToString(s.GetSpanId()),
		parent:  hex.EncodeToString(s.GetParentSpanId()),
		texts:   map[string]string{},
		numbers: map[string]int64{},
		failed:  s.GetStatus().GetCode() == tracepb.Status_STATUS_CODE_ERROR,
	}
	for _, a := range s.GetAttributes() {
		out.texts[a.GetKey()], out.numbers[a.GetKey()] = a.GetValue().GetStringValue(), a.GetValue().GetIntValue()
	}
	for _, l := range s.GetLinks() {
		out.links = append(out.links, hex.EncodeToString(l.GetTraceId()))
	}
	return out
}

// all returns the spans received so far.
func (c *collector) all() []span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans)
}
