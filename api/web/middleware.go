package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"github.com/proofboard/proofboard/domain"
)

// Bounds of a call.
const (
	maxBody           = 1 << 20 // bytes
	requestTimeout    = 30 * time.Second
	exportTimeout     = 10 * time.Minute
	completionTimeout = 15 * time.Minute // of an upload: 2 GB are read and copied, from a store that may be far away
)

type sideKey struct{}

// Side is the kind of sessions that a path serves (D-22).
type Side int

// The sides: paths without a suffix serve both, /c serves customers and /d the provider's people.
const (
	BothSides Side = iota
	CustomerSide
	DeskSide
)

// SideOf returns the side of the path that a call uses.
func SideOf(ctx context.Context) Side {
	side, _ := ctx.Value(sideKey{}).(Side)
	return side
}

// OnSide makes the calls of a router those of a side.
func OnSide(side Side) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), sideKey{}, side)))
		})
	}
}

// Recover turns a panic into an internal error.
func (s *Server) Recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler { //nolint:errorlint,err113 // net/http compares it by identity
				panic(p)
			}
			s.Logger.ErrorContext(r.Context(), "panic", "panic", p, "route", route(r), "stack", string(debug.Stack()))
			s.Fail(w, r, errInternal)
		}()
		next.ServeHTTP(w, r)
	})
}

// Protect sets the headers that restrict what a browser does with an answer (D-42).
func (s *Server) Protect(next http.Handler) http.Handler {
	files, scripts, socket, frames := s.FilesOrigin, originOf(s.ChatScript), "", ""
	chat := scripts
	if chat != "" {
		socket = " ws" + strings.TrimPrefix(chat, " http")
	}
	if s.CardForms { // what the payment provider asks for, see docs.stripe.com/security/guide
		scripts += " https://js.stripe.com"
		socket += " https://api.stripe.com"
		frames = " https://js.stripe.com https://hooks.stripe.com"
	}
	// Content at blob: URLs is made by the page itself, from files it may read.
	policy := "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" + scripts + "; style-src 'self' 'unsafe-inline'" + chat +
		"; font-src 'self' data:" + chat + "; img-src 'self' data: blob: " + files + chat +
		"; connect-src 'self' blob: " + files + chat + socket + "; frame-src 'self'" + chat + frames + "; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// originOf returns the origin of an address after a blank, or "" for none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return " " + u.Scheme + "://" + u.Host
}

// Limit bounds the size and the time of a call, and prevents caching of answers.
func (s *Server) Limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most := requestTimeout
		switch {
		case strings.HasSuffix(r.URL.Path, "/export"):
			most = exportTimeout
		case r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/upload/"):
			most = completionTimeout
		}
		ctx, cancel := context.WithTimeout(r.Context(), most)
		defer cancel()
		if s.Database != nil && most != completionTimeout { // exports wait for the file store, not for the database
			beats := s.Database()
			var stop context.CancelCauseFunc
			ctx, stop = context.WithCancelCause(ctx)
			defer stop(nil)
			defer context.AfterFunc(beats, func() { stop(context.Cause(beats)) })()
			if err := context.Cause(beats); err != nil {
				s.Fail(w, r.WithContext(ctx), err)
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func asDomainError(err error, e **domain.Error) bool {
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		*e = errTooLarge
		return true
	}
	return errors.As(err, e)
}
