// Package contract has the server's side of openapi.yaml: types for parameters, bodies and answers,
// and one adapter that reads a request into them and writes an answer. contract.gen.go is
// generated, see ../oapi.yaml.
package contract

import (
	"context"
	"crypto/sha256"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"
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
	Server Server
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

// call adds the route of an operation. For each request it authenticates the caller, validates the
// request, reads the parameters and the body into a Q, calls the operation and writes its answer.
func call[Q, A any](a Adapter, method, path, operation string, do func(context.Context, Q) (A, error)) {
	fields := fieldsOf[Q]()
	handle := a.Operation(
		func(ctx context.Context, _ http.ResponseWriter, _ *http.Request, request any) (any, error) {
			return do(ctx, request.(Q))
		},
		operation,
	)
	a.Router.MethodFunc(method, path, func(w http.ResponseWriter, r *http.Request) {
		ctx, err := a.Authenticate(r, operation)
		if err != nil {
			a.Failed(w, r, err)
			return
		}
		request := new(Q)
		if err := fields.parameters(r, request); err != nil {
			a.BadRequest(w, r, err)
			return
		}
		a.Validate(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			digest := sha256.New()
			r.Body = tee{io.TeeReader(r.Body, digest), r.Body}
			if err := fields.body(r, request); err != nil {
				a.BadRequest(w, r, err)
				return
			}
			a.Once(w, r, operation, digest.Sum(nil), func(w http.ResponseWriter, r *http.Request) {
				answer, err := handle(r.Context(), w, r, *request)
				if err == nil {
					err = write(w, answer)
				}
				if err != nil {
					a.Failed(w, r, err)
				}
			})
		})).ServeHTTP(w, r.WithContext(ctx))
	})
}

// tee is a body whose bytes are hashed while they are read.
type tee struct {
	io.Reader
	io.Closer
}
