package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/proofboard/proofboard/api/web"
)

// Fields of an operation in the contract that is served: the scope that opens it to access tokens, the second scope
// that it needs, and the scope of the CSRF token that a session sends with it.
const (
	scopeField    = web.ScopeField
	scopeTooField = "x-token-scope-too"
	csrfField     = "x-csrf-scope"
)

// published is the contract in the forms that servers use.
type published struct {
	check  web.Validator
	bounds web.Bounds
	asJSON http.HandlerFunc
}

// publish reads and checks the contract once a process, because it does not change.
var publish = sync.OnceValues(func() (published, error) {
	doc, err := web.ReadContract(Spec)
	if err != nil {
		return published{}, err
	}
	asJSON, err := document(doc)
	return published{web.NewValidator(doc), web.NewBounds(doc), asJSON}, err
})

// document serves the contract as JSON. Each operation names the scopes that its callers need.
func document(doc *openapi3.T) (http.HandlerFunc, error) {
	routes := opened()
	for _, item := range doc.Paths.Map() {
		for _, o := range item.Operations() {
			name := strings.ToUpper(o.OperationID[:1]) + o.OperationID[1:]
			rule := routes[name]
			o.Extensions = map[string]any{}
			for field, scope := range map[string]string{
				scopeField: string(rule.Token), scopeTooField: string(rule.TokenToo), csrfField: rule.Scope,
			} {
				if scope != "" {
					o.Extensions[field] = scope
				}
			}
		}
	}
	content, err := doc.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("openapi.json: %w", err)
	}
	sum := sha256.Sum256(content)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Cache-Control", "public, max-age=300")
		h.Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	}, nil
}
