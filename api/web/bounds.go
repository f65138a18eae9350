package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/answers"
)

// scopeWhereField is a field of a field of an answer in the contract. An access token without the scope that ScopeField
// names there does not get the field. This limits that to objects whose other field has a certain value.
const scopeWhereField = "x-token-scope-where"

// Bounds has the schema of the answer of each operation that shows something to tokens with a certain scope only
// (D-84). Operations whose answers have no such field are not in it.
type Bounds map[string]*openapi3.Schema

// NewBounds finds the bounded answers of a contract.
func NewBounds(doc *openapi3.T) Bounds {
	found := Bounds{}
	for _, item := range doc.Paths.Map() {
		for _, o := range item.Operations() {
			answer := o.Responses.Status(http.StatusOK)
			if answer == nil {
				continue
			}
			body := answer.Value.Content.Get("application/json")
			if body != nil && bounded(body.Schema.Value, map[*openapi3.Schema]bool{}) {
				found[NameOf(o)] = body.Schema.Value
			}
		}
	}
	return found
}

// bounded reports whether a schema has a field that needs a scope.
func bounded(s *openapi3.Schema, seen map[*openapi3.Schema]bool) bool {
	if s == nil || seen[s] {
		return false
	}
	seen[s] = true
	if s.Extensions[ScopeField] != nil {
		return true
	}
	for _, p := range s.Properties {
		if bounded(p.Value, seen) {
			return true
		}
	}
	return s.Items != nil && bounded(s.Items.Value, seen) ||
		s.AdditionalProperties.Schema != nil && bounded(s.AdditionalProperties.Schema.Value, seen)
}

// watch returns what a call is to write its answer to, and a function that then sends the answer without the fields
// that the caller's access token does not show.
func (b Bounds) watch(w http.ResponseWriter, r *http.Request, operation string) (to http.ResponseWriter, send func()) {
	session, schema := Session(r.Context()), b[operation]
	if !session.ByToken() || schema == nil {
		return w, func() {}
	}
	recorder := answers.Record(w)
	return recorder, func() {
		a := recorder.Answer()
		if a.Status == 0 { // nothing was answered: the call has panicked
			return
		}
		if a.Status == http.StatusOK {
			a.Body = hide(a.Body, schema, session.Scopes)
		}
		_ = a.WriteTo(w) // the caller may have gone, then nobody reads an answer
	}
}

// hide returns an answer without the fields that need other scopes. An answer that cannot be read is not sent.
func hide(answer []byte, schema *openapi3.Schema, scopes []sessions.TokenScope) []byte {
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber() // positions are larger than what a float holds exactly
	var body any
	if d.Decode(&body) != nil {
		return nil
	}
	hideIn(body, schema, scopes)
	out, err := json.Marshal(body)
	if err != nil {
		return nil
	}
	return out
}

func hideIn(v any, schema *openapi3.Schema, scopes []sessions.TokenScope) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if schema.Items != nil {
				hideIn(item, schema.Items.Value, scopes)
			}
		}
	case map[string]any:
		for _, name := range slices.Collect(maps.Keys(v)) {
			field := schema.Properties[name]
			if field == nil {
				field = schema.AdditionalProperties.Schema
			}
			switch {
			case field == nil:
			case !needsOther(field.Value, v, scopes):
				hideIn(v[name], field.Value, scopes)
			case slices.Contains(schema.Required, name):
				v[name] = empty(field.Value)
			default:
				delete(v, name)
			}
		}
	}
}

// needsOther reports whether a field of an object needs another scope than these.
func needsOther(field *openapi3.Schema, of map[string]any, scopes []sessions.TokenScope) bool {
	scope, _ := field.Extensions[ScopeField].(string)
	where, _ := field.Extensions[scopeWhereField].(map[string]any)
	for name, value := range where {
		if of[name] != value {
			return false
		}
	}
	return scope != "" && !slices.Contains(scopes, sessions.TokenScope(scope))
}

// empty returns the empty value of a field that an answer must have.
func empty(field *openapi3.Schema) any {
	switch {
	case field.Type.Is("array"):
		return []any{}
	case field.Type.Is("object"):
		return map[string]any{}
	}
	return ""
}
