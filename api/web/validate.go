package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain"
)

// ErrRequest rejects requests that break the contract. Its details say where.
var ErrRequest = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "request.invalid",
	Message: "The request is not as the API describes it.",
}

// Validator holds the contract's operations by method and path.
type Validator map[string]*routers.Route

// ReadContract reads a contract and checks that it is a valid one.
func ReadContract(spec []byte) (*openapi3.T, error) {
	doc, err := openapi3.NewLoader().LoadFromData(spec)
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	return doc, nil
}

// NewValidator lists the operations of a contract.
func NewValidator(doc *openapi3.T) Validator {
	v := Validator{}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			v[method+" "+path] = &routers.Route{
				Spec:      doc,
				Path:      path,
				PathItem:  item,
				Method:    method,
				Operation: operation,
			}
		}
	}
	return v
}

// Validate checks every request against the contract: sizes, formats, known values, no unknown
// fields and query parameters.
func (s *Server) Validate(v Validator) contract.MiddlewareFunc {
	options := &openapi3filter.Options{
		AuthenticationFunc:      openapi3filter.NoopAuthenticationFunc,
		SkipSettingDefaults:     true,
		SchemaValidationOptions: []openapi3.SchemaValidationOption{openapi3.WithStringFormatValidators(formats)},
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rc := chi.RouteContext(r.Context())
			route := v[r.Method+" "+rc.RoutePatterns[len(rc.RoutePatterns)-1]]
			if route == nil {
				s.Fail(w, r, ErrNoRoute)
				return
			}
			params, err := pathParams(r, rc)
			if err != nil {
				s.Fail(w, r, err)
				return
			}
			if err := onlyDeclared(r.URL.Query(), route); err != nil {
				s.Fail(w, r, err)
				return
			}
			if err := unambiguous(r); err != nil {
				s.Fail(w, r, Invalid(err))
				return
			}
			if key, err := uuid.Parse(r.Header.Get("Idempotency-Key")); err == nil && key == uuid.Nil {
				s.Fail(w, r, errNilKey)
				return
			}
			err = openapi3filter.ValidateRequest(
				r.Context(),
				&openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: options},
			)
			if err == nil && strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
				err = r.ParseForm()
			}
			if err == nil {
				err = known(r, route)
			}
			if err == nil {
				err = storable(r)
			}
			if err != nil {
				s.Fail(w, r, Invalid(err))
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// errNilKey rejects the nil UUID, which would mean that there is no key.
var errNilKey = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "request.invalid",
	Message: "The Idempotency-Key is the nil UUID. Send a new random one.",
}

// errText rejects text that the database cannot store.
var errText = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "request.invalid",
	Message: "The request holds characters that cannot be stored.",
}

// pathParams returns the parameters of a path, decoded once. If the encoding is unusual, the router
// matches the path as it was sent.
func pathParams(r *http.Request, rc *chi.Context) (map[string]string, error) {
	params := make(map[string]string, len(rc.URLParams.Keys))
	for i, k := range rc.URLParams.Keys {
		v := rc.URLParams.Values[i]
		if r.URL.RawPath != "" {
			decoded, err := url.PathUnescape(v)
			if err != nil {
				return nil, errText
			}
			v = decoded
		}
		if !domain.Storable(v) {
			return nil, errText
		}
		params[k] = v
	}
	return params, nil
}

// unambiguous rejects bodies that two readers could read differently: a name that is given twice,
// or content after the value. The contract's closed schemas reject names that differ in case, which
// the decoder would accept.
func unambiguous(r *http.Request) error {
	body, err := io.ReadAll(r.Body) // limited in size
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if len(body) == 0 {
		return nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ErrRequest.Saying("The Content-Type header is not valid.")
	}
	if kind != "application/x-www-form-urlencoded" {
		if !utf8.Valid(body) { // the decoder would replace what is broken
			return errText
		}
		var v any
		if !json.Valid(body) {
			return ErrRequest.Saying("The body is not valid JSON.")
		}
		if domain.DecodeLoose(body, &v) != nil {
			return ErrRequest.Saying("The body names a field twice.")
		}
		if !storableValue(v) {
			return errText
		}
		return nil
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return errText
	}
	for _, values := range form {
		if len(values) > 1 {
			return ErrRequest.Saying("The form names a field twice.")
		}
	}
	return nil
}

// storableValue reports whether the database can store every text of a JSON value.
func storableValue(v any) bool {
	switch v := v.(type) {
	case string:
		return domain.Storable(v)
	case []any:
		for _, item := range v {
			if !storableValue(item) {
				return false
			}
		}
	case map[string]any:
		for _, member := range v {
			if !storableValue(member) {
				return false
			}
		}
	}
	return true
}

// known rejects fields of a form that the contract does not have.
func known(r *http.Request, route *routers.Route) error {
	if len(r.PostForm) == 0 || route.Operation.RequestBody == nil {
		return nil
	}
	m := route.Operation.RequestBody.Value.Content.Get("application/x-www-form-urlencoded")
	if m == nil {
		return ErrRequest
	}
	for name := range r.PostForm {
		if m.Schema.Value.Properties[name] == nil {
			return ErrRequest.Saying("The form has a field that this call does not know.")
		}
	}
	return nil
}

// storable rejects a query or a form with text that the database cannot store.
func storable(r *http.Request) error {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return errText
	}
	for _, values := range []url.Values{query, r.PostForm} {
		for _, list := range values {
			if !domain.Storable(strings.Join(list, "")) {
				return errText
			}
		}
	}
	return nil
}
