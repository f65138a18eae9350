package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// scopeField names the scope that opens an operation to access tokens, in the contract that is served.
const scopeField = "x-token-scope"

// document serves the contract as JSON. Each operation that is open to access tokens names its scope.
func document(spec []byte) (http.HandlerFunc, error) {
	doc, err := openapi3.NewLoader().LoadFromData(spec)
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
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
