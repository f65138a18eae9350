package api

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/proofboard/proofboard/api/web"
)

func TestTheContractIsServedAsJSONWithTheScopesOfTokens(t *testing.T) { // BY-039 BY-052
	spec := contractOf(t)
	get := func(tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/openapi.json", nil)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		spec.asJSON(w, r)
		return w
	}
	a := get("")
	doc, err := openapi3.NewLoader().LoadFromData(a.Body.Bytes())
	if err != nil || doc.Validate(t.Context()) != nil {
		t.Fatalf("%v %v", err, doc.Validate(t.Context()))
	}
	inYAML := httptest.NewRecorder()
	spec.asYAML(inYAML, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/openapi.yaml", nil))
	same, err := openapi3.NewLoader().LoadFromData(inYAML.Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if other, err := same.MarshalJSON(); err != nil || !bytes.Equal(other, a.Body.Bytes()) {
		t.Errorf("in YAML the contract is another one: %v", err)
	}
	operations := 0
	for _, item := range doc.Paths.Map() {
		operations += len(item.Operations())
	}
	if operations != len(spec.routes) {
		t.Errorf("it has %d operations, not %d", operations, len(spec.routes))
	}
	if got := doc.Paths.Find("/events").Get.Extensions[web.ScopeField]; got != "events:read" {
		t.Errorf("the scope of the feed is %v", got)
	}
	if got := doc.Paths.Find("/profile/tokens").Get.Extensions[web.ScopeField]; got != nil {
		t.Errorf("the tokens of a person have the scope %v", got)
	}
	if got := doc.Paths.Find("/webhook-endpoints").Post.Extensions; got[web.ScopeField] != "webhooks:write" ||
		got[web.ScopeTooField] != "events:read" || got[web.CSRFField] != "profile" {
		t.Errorf("a new webhook needs %v", got) // D-84
	}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			rule := spec.routes[web.NameOf(o)]
			for _, status := range []int{400, 404} {
				if o.Responses.Status(status) == nil {
					t.Errorf("%s %s does not declare %d", method, path, status)
				}
			}
			if method != http.MethodGet && !rule.Public &&
				o.Responses.Status(http.StatusOK).Value.Headers["X-Position"] == nil {
				t.Errorf("%s %s promises no position", method, path)
			}
			for field := range o.Extensions {
				if !web.Published(field) {
					t.Errorf("%s %s shows %s", method, path, field)
				}
			}
			if got, _ := o.Extensions[web.CSRFField].(string); got != rule.Scope {
				t.Errorf("%s %s says that its CSRF token has the scope %q", method, path, got)
			}
		}
	}
	if b := get(a.Header().Get("ETag")); b.Code != http.StatusNotModified || b.Body.Len() > 0 ||
		a.Header().Get("Cache-Control") == "" {
		t.Errorf("asked again: %d", b.Code)
	}
}
