package web

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// statuses has the HTTP status of each code.
var statuses = map[domain.Code]int{
	domain.Invalid: 400, domain.Unauthenticated: 401, domain.Forbidden: 403, domain.NotFound: 404, domain.Conflict: 409,
	domain.TooLarge: 413, domain.Unprocessable: 422, domain.TooMany: 429, domain.Unavailable: 503, domain.Internal: 500,
}

var (
	errTooMany = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "signin.too_many_failures",
		Message: "Too many failed sign-ins. Please wait a while and try again.",
	}
	errInternal = &domain.Error{
		Code:    domain.Internal,
		Reason:  "internal",
		Message: "Error encountered while processing. Please try again later or contact the product admin.",
	}
	ErrNoRoute = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "route.unknown",
		Message: "There is nothing at this address.",
	}
	ErrMethod = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "method.not_allowed",
		Message: "This address does not take this method.",
	}
	errTooLarge = &domain.Error{Code: domain.TooLarge, Reason: "body.too_large", Message: "The request is too large."}
	errTimeout  = &domain.Error{
		Code:    domain.Unavailable,
		Reason:  "timeout",
		Message: "This took too long. Please try again.",
	}
)

// asDomain turns every error into one that a caller may see.
func asDomain(err error) *domain.Error {
	var e *domain.Error
	var tooMany throttle.TooManyFailuresError
	var tooOften throttle.TooOftenError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooOften):
		return tooOften.Refusal.Saying("%s Please wait %s and try again.", tooOften.Refusal.Message, inWords(tooOften.RetryAfter)).
			From(err)
	case errors.As(err, &tooMany):
		return errTooMany.Saying("Too many failed sign-ins. Please wait %s and try again.", inWords(tooMany.RetryAfter)).
			From(err)
	case errors.As(err, &tooLarge):
		return errTooLarge
	case diskFull(err):
		return domain.ErrStorageFull.From(err)
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.DeadlineExceeded):
		return errTimeout.From(err)
	}
	return errInternal.From(err)
}

// diskFull reports whether the database had no space left (SQLSTATE 53100).
func diskFull(err error) bool {
	var state interface{ SQLState() string }
	return errors.As(err, &state) && state.SQLState() == "53100"
}

// callerGone reports whether the caller has closed the connection. A write to it can fail before the
// request's context ends.
func callerGone(r *http.Request, err error) bool {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return true
	}
	var failed *net.OpError
	own, known := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return known && errors.As(err, &failed) && failed.Op == "write" && failed.Source != nil &&
		failed.Source.String() == own.String()
}

// Fail returns an error in the envelope.
func (s *Server) Fail(w http.ResponseWriter, r *http.Request, err error) {
	if cause := (*domain.Error)(nil); errors.As(context.Cause(r.Context()), &cause) {
		err = cause.From(err) // the request was ended for a reason, which matters more than the error that followed
	} else if callerGone(r, err) {
		return
	}
	e := asDomain(err)
	status := statuses[e.Code]
	if e.Reason == ErrMethod.Reason {
		status = http.StatusMethodNotAllowed
	}
	if status >= 500 {
		s.Logger.ErrorContext(r.Context(), "request failed", "error", err, "method", r.Method, "route", route(r))
	}
	body := contract.Refused{Message: e.Message, Messages: e.Details}
	if body.Messages == nil {
		body.Messages = []string{e.Message}
	}
	id := telemetry.RequestID(r.Context())
	body.Error.Reason, body.Error.RequestId = e.Reason, &id
	if scope := (scopeError{}); errors.As(err, &scope) {
		body.Error.TokenScope, body.Error.CsrfScope = Some(string(scope.token)), Some(scope.csrf)
	}
	if errors.Is(e, sessions.ErrInvalidGrant) {
		name := "invalid_grant"
		body.Error.Name = &name
	}
	if e.Code == domain.Unauthenticated {
		yes := true
		body.Reauth = &yes
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if e.Refusal != nil {
		body.Data = &contract.RefusedData{Refusal: Refusal(e.Refusal)}
	}
	if since := (MeanwhileError{}); errors.As(err, &since) {
		if body.Data == nil {
			body.Data = &contract.RefusedData{}
		}
		body.Data.Meanwhile = &since.Meanwhile
	}
	var tooMany throttle.TooManyFailuresError
	var tooOften throttle.TooOftenError
	switch {
	case errors.As(err, &tooOften):
		w.Header().Set("Retry-After", strconv.Itoa(seconds(tooOften.RetryAfter)))
	case errors.As(err, &tooMany):
		w.Header().Set("Retry-After", strconv.Itoa(seconds(tooMany.RetryAfter)))
	case status == http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
	}
	WriteJSON(w, status, body)
}

// MeanwhileError is the refusal of a write that was conditional on a version, with what happened after that version.
type MeanwhileError struct {
	Refused   *domain.Error
	Meanwhile contract.Meanwhile
}

func (e MeanwhileError) Error() string { return e.Refused.Error() }

// Unwrap returns the refusal.
func (e MeanwhileError) Unwrap() error { return e.Refused }

// seconds rounds a wait up.
func seconds(wait time.Duration) int { return int((wait + time.Second - 1) / time.Second) }

// inWords says how long a wait is, rounded up: above 90 seconds in minutes, above 90 minutes in hours.
func inWords(wait time.Duration) string {
	n, unit := seconds(wait), "second"
	for _, larger := range []string{"minute", "hour"} {
		if n <= 90 {
			break
		}
		n, unit = (n+59)/60, larger
	}
	if n != 1 {
		unit += "s"
	}
	return strconv.Itoa(n) + " " + unit
}

func Refusal(r *domain.Refusal) *contract.Refusal {
	out := &contract.Refusal{
		Rule:         r.Rule,
		From:         Some(r.From),
		To:           Some(r.To),
		Role:         r.Role,
		Allowed:      List(r.Allowed),
		AllowedRoles: List(r.AllowedRoles),
	}
	if len(r.Ways) > 0 {
		ways := make([]contract.Way, len(r.Ways))
		for i, w := range r.Ways {
			ways[i] = contract.Way{
				Via:    contract.WayVia(w.Via),
				Action: Some(contract.ActionName(w.Action)),
				Label:  w.Label,
				Roles:  List(w.Roles),
				Open:   w.Open,
			}
		}
		out.Ways = &ways
	}
	return out
}

func WriteJSON(w http.ResponseWriter, status int, body any) {
	b, err := json.Marshal(body)
	if err != nil {
		http.Error(w, `{"success":false}`, http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b) // the caller may have gone, then nobody reads an answer
}

var ErrPage = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "request.invalid",
	Message: "This page link is invalid. Start again from the first page.",
}
