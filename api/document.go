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

// scopeField names the scope that opens an operation to access tokens, in the contract that is served.
const scopeField = "x-token-scope"

// published is the contract in the forms that servers use.
type published struct {
	check  web.Validator
	asJSON http.HandlerFunc
}

// publish reads and checks the contract once a process, because it does not change.
var publish = sync.OnceValues(func() (published, error) {
	doc, err := web.ReadContract(Spec)
	if err != nil {
		return published{}, err
	}
	asJSON, err := document(doc)
	return published{web.NewValidator(doc), asJSON}, err
})

// document serves the contract as JSON. Each operation that is open to access tokens names its scope.
func document(doc *openapi3.T) (http.HandlerFunc, error) {
	routes := opened()
	for _, item := range doc.Paths.Map() {
		for _, o := range item.Operations() {
			name := strings.ToUpper(o.OperationID[:1]) + o.OperationID[1:]
			if scope := routes[name].Token; scope != "" {
				o.Extensions = map[string]any{scopeField: scope}
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
