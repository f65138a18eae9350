package contract

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/oapi-codegen/runtime"
	openapi_types "github.com/oapi-codegen/runtime/types"
)

// Read is a request that waits until the read models show a position.
type Read struct {
	MinPosition  *int64 `query:"minPosition"`
	XMinPosition *int64 `header:"X-Min-Position"`
}

// Write is a request that changes something. It can be repeated with the same key.
type Write struct {
	IdempotencyKey *openapi_types.UUID `header:"Idempotency-Key"`
	XCSRFToken     *string             `header:"X-CSRF-Token"`
}

// ConditionalWrite is a Write that may name the version of the stream that the sender saw.
type ConditionalWrite struct {
	IdempotencyKey *openapi_types.UUID `header:"Idempotency-Key"`
	IfMatch        *string             `header:"If-Match"`
	XCSRFToken     *string             `header:"X-CSRF-Token"`
}

// fields are the fields of a request's struct, by where they are read from. Their tags say the names.
type fields struct {
	path, query, header []field
	json, form          *field
}

type field struct {
	index    []int
	kind     reflect.Type
	name     string
	required bool // of a parameter of the query
	joined   bool // a list is one parameter, with commas
}

// fieldsOf returns the fields of a request.
func fieldsOf[Q any]() (all fields) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Q]()) {
		if f.Anonymous {
			continue
		}
		one := field{index: f.Index, kind: f.Type}
		named := func(tag string) bool {
			value, has := f.Tag.Lookup(tag)
			name, options, _ := strings.Cut(value, ",")
			one.name = name
			one.required, one.joined = strings.Contains(options, "required"), strings.Contains(options, "joined")
			return has
		}
		switch {
		case named("path"):
			all.path = append(all.path, one)
		case named("query"):
			all.query = append(all.query, one)
		case named("header"):
			all.header = append(all.header, one)
		case named("body") && one.name == "JSON":
			all.json = &one
		case named("body") && one.name == "Formdata":
			all.form = &one
		default:
			panic(fmt.Sprintf("%s.%s is read from nowhere", reflect.TypeFor[Q](), f.Name))
		}
	}
	return all
}

// of returns a pointer to the field of a request.
func (f *field) of(request reflect.Value) any {
	return request.FieldByIndex(f.index).Addr().Interface()
}

// parameters reads the parameters of a request into the struct that request points to. It returns the
// first error.
func (all *fields) parameters(r *http.Request, request any) error {
	into := reflect.ValueOf(request).Elem()
	for _, f := range all.path {
		err := runtime.BindStyledParameterWithOptions("simple", f.name, chi.URLParam(r, f.name), f.of(into),
			runtime.BindStyledParameterOptions{
				ParamLocation: runtime.ParamLocationPath, Required: true, ValueIsUnescaped: r.URL.RawPath == "",
			})
		if err != nil {
			return badParameter(f.name, err)
		}
	}
	var values url.Values
	if len(all.query) > 0 {
		values = r.URL.Query()
	}
	for _, f := range all.query {
		err := runtime.BindQueryParameterWithOptions(
			"form", !f.joined, f.required, f.name, values, f.of(into), runtime.BindQueryParameterOptions{},
		)
		if missing := new(runtime.RequiredParameterError); errors.As(err, &missing) {
			return fmt.Errorf("query argument %s is required, but not found", f.name)
		}
		if err != nil {
			return badParameter(f.name, err)
		}
	}
	for _, f := range all.header {
		if err := f.readHeader(r.Header.Values(f.name), into); err != nil {
			return err
		}
	}
	return nil
}

func badParameter(name string, err error) error {
	return fmt.Errorf("invalid format for parameter %s: %w", name, err)
}

// readHeader reads a header, which is never required.
func (f *field) readHeader(values []string, request reflect.Value) error {
	switch len(values) {
	case 0:
		return nil
	case 1:
	default:
		return fmt.Errorf("expected one value for %s, got %d", f.name, len(values))
	}
	value := reflect.New(f.kind.Elem())
	err := runtime.BindStyledParameterWithOptions("simple", f.name, values[0], value.Interface(),
		runtime.BindStyledParameterOptions{ParamLocation: runtime.ParamLocationHeader})
	if err != nil {
		return badParameter(f.name, err)
	}
	request.FieldByIndex(f.index).Set(value)
	return nil
}

// body reads the body of a request into the struct that request points to. A body that may be sent as
// JSON or as a form is read by its type.
func (all *fields) body(r *http.Request, request any) error {
	asJSON, asForm := all.json != nil, all.form != nil
	if asJSON && asForm {
		kind := r.Header.Get("Content-Type")
		asJSON = strings.HasPrefix(kind, "application/json")
		asForm = strings.HasPrefix(kind, "application/x-www-form-urlencoded")
	}
	into := reflect.ValueOf(request).Elem()
	switch {
	case asJSON:
		body := reflect.New(all.json.kind.Elem())
		if err := runtime.BindJSONBody(r, body.Interface()); err != nil {
			return fmt.Errorf("can't decode JSON body: %w", err)
		}
		into.FieldByIndex(all.json.index).Set(body)
	case asForm:
		if err := r.ParseForm(); err != nil {
			return fmt.Errorf("can't decode formdata: %w", err)
		}
		body := reflect.New(all.form.kind.Elem())
		if err := runtime.BindForm(body.Interface(), r.Form, nil, nil); err != nil {
			return fmt.Errorf("can't bind formdata: %w", err)
		}
		into.FieldByIndex(all.form.index).Set(body)
	}
	return nil
}
