// Package contract has the server's side of openapi.yaml: types for parameters, bodies and answers,
// and one adapter that reads a request into them and writes an answer. contract.gen.go is
// generated, see ../oapi.yaml.
package contract

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/oapi-codegen/runtime"
)

// MiddlewareFunc wraps the handler of a request that is authenticated and whose body is not read
// yet.
type MiddlewareFunc func(http.Handler) http.Handler

// OperationFunc handles the request of an operation. The request is a struct of this package; so is
// the answer.
type OperationFunc func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error)

// OperationMiddleware wraps an operation once its body is read.
type OperationMiddleware func(next OperationFunc, operation string) OperationFunc

// Adapter connects the routes of the contract to a server.
type Adapter struct {
	Router chi.Router
	Server StrictServerInterface
	// Authenticate returns the context of the request with its caller, or why the caller may not
	// use the operation. It runs before anything else and must not read the body.
	Authenticate func(r *http.Request, operation string) (context.Context, error)
	Validate     MiddlewareFunc
	// Once calls do for a call that is valid, unless it repeats one. body is a digest of the call's body.
	Once      func(w http.ResponseWriter, r *http.Request, operation string, body []byte, do http.HandlerFunc)
	Operation OperationMiddleware
	// BadRequest answers a request whose parameters or body cannot be read, Failed one that is
	// refused or fails.
	BadRequest, Failed func(w http.ResponseWriter, r *http.Request, err error)
}

// serve authenticates the caller, validates the request, reads the body, calls the operation and
// writes its answer. badParameter is the error of reading the parameters.
func serve[Q, A any](
	a Adapter,
	w http.ResponseWriter,
	r *http.Request,
	badParameter error,
	operation string,
	request *Q,
	body bodyReader,
	do func(context.Context, Q) (A, error),
	write func(A, http.ResponseWriter) error,
) {
	ctx, err := a.Authenticate(r, operation)
	if err != nil {
		a.Failed(w, r, err)
		return
	}
	if badParameter != nil {
		a.BadRequest(w, r, badParameter)
		return
	}
	handle := a.Operation(
		func(ctx context.Context, _ http.ResponseWriter, _ *http.Request, request any) (any, error) {
			return do(ctx, request.(Q))
		},
		operation,
	)
	a.Validate(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		digest := sha256.New()
		r.Body = tee{io.TeeReader(r.Body, digest), r.Body}
		if err := body(r); err != nil {
			a.BadRequest(w, r, err)
			return
		}
		a.Once(w, r, operation, digest.Sum(nil), func(w http.ResponseWriter, r *http.Request) {
			answer, err := handle(r.Context(), w, r, *request)
			if err != nil {
				a.Failed(w, r, err)
				return
			}
			if answer == nil {
				return // the middleware has answered
			}
			if typed, ok := answer.(A); !ok {
				a.Failed(w, r, fmt.Errorf("unexpected response type: %T", answer))
			} else if err := write(typed, w); err != nil {
				a.Failed(w, r, err)
			}
		})
	})).ServeHTTP(w, r.WithContext(ctx))
}

// tee is a body whose bytes are hashed while they are read.
type tee struct {
	io.Reader
	io.Closer
}

// parameters reads the parameters of a request and keeps the first error.
type parameters struct {
	r   *http.Request
	err error
}

func (p *parameters) failed(name string, err error) {
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("invalid format for parameter %s: %w", name, err)
	}
}

func (p *parameters) path(name string, into any, kind, format string) {
	p.failed(name, runtime.BindStyledParameterWithOptions("simple", name, chi.URLParam(p.r, name), into,
		runtime.BindStyledParameterOptions{
			ParamLocation: runtime.ParamLocationPath, Required: true, Type: kind, Format: format,
			ValueIsUnescaped: p.r.URL.RawPath == "",
		}))
}

func (p *parameters) query(explode, required bool, name string, into any, kind, format string) {
	err := runtime.BindQueryParameterWithOptions("form", explode, required, name, p.r.URL.Query(), into,
		runtime.BindQueryParameterOptions{Type: kind, Format: format})
	if missing := new(runtime.RequiredParameterError); errors.As(err, &missing) && p.err == nil {
		p.err = fmt.Errorf("query argument %s is required, but not found", name)
	}
	p.failed(name, err)
}

func optionalHeader[T any](p *parameters, name string, into **T, kind, format string) {
	values := p.r.Header.Values(name)
	if len(values) == 0 {
		return
	}
	if len(values) > 1 {
		if p.err == nil {
			p.err = fmt.Errorf("expected one value for %s, got %d", name, len(values))
		}
		return
	}
	value := new(T)
	p.failed(name, runtime.BindStyledParameterWithOptions("simple", name, values[0], value,
		runtime.BindStyledParameterOptions{ParamLocation: runtime.ParamLocationHeader, Type: kind, Format: format}))
	*into = value
}

// bodyReader reads the body of a request into the request's struct.
type bodyReader func(*http.Request) error

func noBody(*http.Request) error { return nil }

func requiredJSON[T any](into **T) bodyReader {
	return func(r *http.Request) error {
		body := new(T)
		if err := runtime.BindJSONBody(r, body); err != nil {
			return fmt.Errorf("can't decode JSON body: %w", err)
		}
		*into = body
		return nil
	}
}

func form[T any](into **T) bodyReader {
	return func(r *http.Request) error {
		body := new(T)
		if err := r.ParseForm(); err != nil {
			return fmt.Errorf("can't decode formdata: %w", err)
		}
		if err := runtime.BindForm(body, r.Form, nil, nil); err != nil {
			return fmt.Errorf("can't bind formdata: %w", err)
		}
		*into = body
		return nil
	}
}

// byContentType reads a body that may be sent as JSON or as a form.
func byContentType(json, form bodyReader) bodyReader {
	return func(r *http.Request) error {
		switch kind := r.Header.Get("Content-Type"); {
		case strings.HasPrefix(kind, "application/json"):
			return json(r)
		case strings.HasPrefix(kind, "application/x-www-form-urlencoded"):
			return form(r)
		}
		return nil
	}
}

func requiredValue[T any](w http.ResponseWriter, name string, value T) {
	w.Header().Set(name, fmt.Sprint(value))
}

func optionalValue[T any](w http.ResponseWriter, name string, value *T) {
	if value != nil {
		requiredValue(w, name, *value)
	}
}

func writeJSON(w http.ResponseWriter, status int, body any) error {
	var buffer bytes.Buffer
	if err := json.NewEncoder(&buffer).Encode(body); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, err := buffer.WriteTo(w)
	return err
}

//nolint:unparam // the contract chooses the status of each answer
func writeStream(w http.ResponseWriter, status int, contentType string, length int64, body io.Reader) error {
	w.Header().Set("Content-Type", contentType)
	if length != 0 {
		w.Header().Set("Content-Length", fmt.Sprint(length))
	}
	w.WriteHeader(status)
	if closer, ok := body.(io.Closer); ok {
		defer func() { _ = closer.Close() }()
	}
	_, err := io.Copy(w, body)
	return err
}
