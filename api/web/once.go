package web

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/answers"
)

// Once handles a valid call. A write with an Idempotency-Key is handled once, and a repetition gets the first
// answer (D-85). body is a digest of the call's body.
func (s *Server) Once(w http.ResponseWriter, r *http.Request, operation string, body []byte, do http.HandlerFunc) {
	w, send := s.Bounds.watch(w, r, operation)
	defer send()
	rule := s.Routes[operation]
	if r.Method != http.MethodGet && !rule.Public {
		handle := do
		do = func(w http.ResponseWriter, r *http.Request) {
			handle(&positioned{ResponseWriter: w, head: func() (int64, error) { return s.Head(r.Context()) }}, r)
		}
	}
	key, err := uuid.Parse(r.Header.Get("Idempotency-Key"))
	if r.Method == http.MethodGet || rule.OneCommand || err != nil || key == uuid.Nil {
		do(w, r)
		return
	}
	by := Actor(r.Context())
	write := answers.Write{
		ID:      secrets.Digest(by.ID.String() + by.Impersonator.String() + operation + key.String()),
		Request: secrets.Digest(r.Method + " " + r.URL.RequestURI() + "\n" + string(body)),
		Key:     key,
		Session: Session(r.Context()).ID,
		Secret:  rule.Secret,
	}
	answer, err := s.Answers.Once(r.Context(), write, func() answers.Answer {
		recorder := answers.Record(w)
		do(recorder, r)
		return recorder.Answer()
	})
	if err == nil {
		err = answer.WriteTo(w)
	}
	if err != nil {
		s.Fail(w, r, err)
	}
}
