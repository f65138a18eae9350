package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"

	"github.com/proofboard/proofboard/api/web"
)

// published is the contract in the forms that servers use.
type published struct {
	check  web.Validator
	routes web.Routes
	bounds web.Bounds
	asJSON http.HandlerFunc
	asYAML http.HandlerFunc
}

// publish reads and checks the contract once a process, because it does not change.
var publish = sync.OnceValues(func() (published, error) {
	doc, err := web.ReadContract(Spec)
	if err != nil {
		return published{}, err
	}
	routes, err := web.NewRoutes(doc)
	if err != nil {
		return published{}, err
	}
	asJSON, asYAML, err := document(doc, routes)
	return published{web.NewValidator(doc), routes, web.NewBounds(doc), asJSON, asYAML}, err
})

// Statuses of refusals: of every call, of those that need a caller, and of writes.
var (
	ofCalls   = []int{http.StatusBadRequest}
	ofCallers = []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests}
	ofWrites  = []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity}
)

// declare adds to an operation what its method and its callers imply: the statuses of its refusals, and of a write the
// position that it answers.
func declare(doc *openapi3.T, o *openapi3.Operation, method string, rule web.Access) {
	statuses := slices.Clone(ofCalls)
	switch write := method != http.MethodGet; {
	case write:
		statuses = slices.Concat(statuses, ofCallers, ofWrites)
	case rule.Public:
		statuses = append(statuses, http.StatusNotFound)
	default:
		statuses = slices.Concat(statuses, ofCallers)
	}
	for _, status := range statuses {
		if o.Responses.Status(status) == nil {
			o.Responses.Set(strconv.Itoa(status), &openapi3.ResponseRef{
				Ref: "#/components/responses/Refused", Value: doc.Components.Responses["Refused"].Value,
			})
		}
	}
	if method == http.MethodGet || rule.Public {
		return
	}
	for status, r := range o.Responses.Map() {
		if strings.HasPrefix(status, "2") && r.Value.Headers[web.PositionHeader] == nil {
			answer := *r.Value
			answer.Headers = maps.Clone(answer.Headers)
			if answer.Headers == nil {
				answer.Headers = openapi3.Headers{}
			}
			answer.Headers[web.PositionHeader] = &openapi3.HeaderRef{
				Ref: "#/components/headers/Position", Value: doc.Components.Headers["Position"].Value,
			}
			o.Responses.Set(status, &openapi3.ResponseRef{Value: &answer})
		}
	}
}

// document serves the contract as JSON and as YAML. Each operation names its refusals, and of the fields that begin
// with x- those that its callers need.
func document(doc *openapi3.T, routes web.Routes) (asJSON, asYAML http.HandlerFunc, err error) {
	for _, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			declare(doc, o, method, routes[web.NameOf(o)])
			maps.DeleteFunc(o.Extensions, func(field string, _ any) bool { return !web.Published(field) })
		}
	}
	content, err := doc.MarshalJSON()
	if err != nil {
		return nil, nil, fmt.Errorf("openapi.json: %w", err)
	}
	text, err := inYAML(content)
	if err != nil {
		return nil, nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	return serve("application/json", content), serve("application/yaml", text), nil
}

// inYAML writes JSON, which is YAML too, in the form that people read.
func inYAML(content []byte) ([]byte, error) {
	var node yaml.Node
	if err := yaml.Unmarshal(content, &node); err != nil {
		return nil, err
	}
	var plain func(n *yaml.Node)
	plain = func(n *yaml.Node) {
		n.Style = 0
		for _, part := range n.Content {
			plain(part)
		}
	}
	plain(&node)
	return yaml.Marshal(&node)
}

// serve serves a text that is the same until the next build.
func serve(kind string, content []byte) http.HandlerFunc {
	sum := sha256.Sum256(content)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Cache-Control", "public, max-age=300")
		h.Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	}
}
