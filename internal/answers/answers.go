// Package answers keeps the first answers of writes, so that a repetition with the same Idempotency-Key gets
// the same answer and has no effect of its own.
package answers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

const (
	kept       = 7 * 24 * time.Hour // for repetitions
	secretKept = 24 * time.Hour
	renewed    = 5 * time.Second  // how often a claim is renewed while its write is handled
	abandoned  = 30 * time.Second // a claim that was not renewed for so long belongs to a process that has ended
	look       = 100 * time.Millisecond
)

// ErrSecretShown refuses a repetition whose answer had a secret, which is not shown any more.
var ErrSecretShown = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "idempotency.secret_shown",
	Message: "This was done already, and its secret was shown then. It cannot be shown again: make a new one.",
}

// Write is a call that may be repeated.
type Write struct {
	ID      []byte    // digest of the caller, the operation and the key
	Request []byte    // digest of what is asked
	Key     uuid.UUID // seals the answer
	Session uuid.UUID // of the caller
	Secret  bool      // the answer has a secret, which the same session alone gets again, for a day
}

// Answer is what a call answered.
type Answer struct {
	Status   int    `json:"status"`
	Type     string `json:"type"`
	Position string `json:"position,omitempty"` // the header X-Position
	Body     []byte `json:"body"`
}

// succeeded reports whether an answer is kept. What was refused had no effect, so a repetition is decided anew.
func (a Answer) succeeded() bool { return a.Status >= 200 && a.Status < 300 }

// Store keeps answers in PostgreSQL, for all processes.
type Store struct {
	pool   *pgxpool.Pool
	sealer sealer
	clock  func() time.Time
	log    *slog.Logger
}

// New returns a store on a migrated database. key is a secret that all processes share.
func New(pool *pgxpool.Pool, key []byte, clock func() time.Time, log *slog.Logger) *Store {
	return &Store{pool, sealer{key}, clock, log}
}

// Once calls do for a write that was not answered yet, and returns the first answer for a repetition. While
// another call, in any process, handles the same write, it waits for that answer. It returns
// domain.ErrKeyReused for another request with the key, and ErrSecretShown.
func (s *Store) Once(ctx context.Context, w Write, do func() Answer) (Answer, error) {
	claim := uuid.New()
	for {
		first, claimed, err := s.claim(ctx, w, claim)
		if err != nil {
			return Answer{}, err
		}
		if claimed {
			return s.handle(ctx, w, claim, do), nil
		}
		if first != nil {
			return *first, nil
		}
		select {
		case <-ctx.Done():
			return Answer{}, domain.ErrBusy.From(ctx.Err())
		case <-time.After(look):
		}
	}
}

// claim claims a write, or finds its answer. It returns neither while another call handles the write.
func (s *Store) claim(ctx context.Context, w Write, claim uuid.UUID) (first *Answer, claimed bool, err error) {
	now := s.clock()
	tag, err := s.pool.Exec(ctx, `insert into kept_answers as k (id, request, session, claim, claimed_at, secret)
		values ($1, $2, $3, $4, $5, $6) on conflict (id) do update set claim = excluded.claim,
			claimed_at = excluded.claimed_at, session = excluded.session
		where k.answered_at is null and k.request = excluded.request and k.claimed_at < $7`,
		w.ID, w.Request, w.Session, claim, now, w.Secret, now.Add(-abandoned))
	if err != nil || tag.RowsAffected() == 1 {
		return nil, err == nil, dberror.Of("answers", err)
	}
	var request, sealed []byte
	var session uuid.UUID
	var at *time.Time
	var secret bool
	err = s.pool.QueryRow(
		ctx, "select request, session, answered_at, secret, answer from kept_answers where id = $1", w.ID,
	).Scan(&request, &session, &at, &secret, &sealed)
	switch {
	case errors.Is(err, pgx.ErrNoRows): // it was refused meanwhile
		return nil, false, nil
	case err != nil:
		return nil, false, dberror.Of("answers", err)
	case string(request) != string(w.Request):
		return nil, false, domain.ErrKeyReused
	case at == nil:
		return nil, false, nil
	case secret && (session != w.Session || sealed == nil || now.Sub(*at) > secretKept):
		return nil, false, ErrSecretShown
	}
	a, err := s.sealer.open(w, sealed)
	return &a, false, err
}

// handle handles a claimed write, and keeps its answer. A write that was refused, or that panics, is given back.
func (s *Store) handle(ctx context.Context, w Write, claim uuid.UUID, do func() Answer) (a Answer) {
	// The write is done even if its caller is gone, who may come back for the answer.
	ctx = context.WithoutCancel(ctx)
	renewing, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.renew(renewing, w, claim)
	}()
	defer func() {
		stop()
		<-ended
		if err := s.finish(ctx, w, claim, a); err != nil {
			s.log.ErrorContext(ctx, "an answer was not kept", "error", err)
		}
	}()
	return do()
}

func (s *Store) renew(ctx context.Context, w Write, claim uuid.UUID) {
	t := time.NewTicker(renewed)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			_, err := s.pool.Exec(
				ctx, "update kept_answers set claimed_at = $3 where id = $1 and claim = $2", w.ID, claim, s.clock(),
			)
			if err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "a claim was not renewed", "error", err)
			}
		}
	}
}

func (s *Store) finish(ctx context.Context, w Write, claim uuid.UUID, a Answer) error {
	if !a.succeeded() {
		_, err := s.pool.Exec(
			ctx, "delete from kept_answers where id = $1 and claim = $2 and answered_at is null", w.ID, claim,
		)
		return dberror.Of("answers", err)
	}
	sealed, err := s.sealer.seal(w, a)
	if err != nil {
		return err
	}
	_, err = s.pool.Exec(ctx, `update kept_answers set answered_at = $3, answer = $4
		where id = $1 and claim = $2 and answered_at is null`, w.ID, claim, s.clock(), sealed)
	return dberror.Of("answers", err)
}

// Sweep removes answers whose time is over, and the secrets of those that stay.
func Sweep(ctx context.Context, pool *pgxpool.Pool, now time.Time) error {
	_, err := pool.Exec(
		ctx, "update kept_answers set answer = null where secret and answer is not null and answered_at < $1",
		now.Add(-secretKept),
	)
	if err == nil {
		_, err = pool.Exec(ctx, "delete from kept_answers where claimed_at < $1", now.Add(-kept))
	}
	return dberror.Of("answers", err)
}

// Recorder keeps what a handler answers instead of sending it.
type Recorder struct {
	http.ResponseWriter
	answer Answer
}

// Record returns a recorder of what is written to w. Headers are set at once.
func Record(w http.ResponseWriter) *Recorder { return &Recorder{ResponseWriter: w} }

// WriteHeader implements http.ResponseWriter.
func (r *Recorder) WriteHeader(status int) {
	if r.answer.Status == 0 {
		r.answer.Status = status
	}
}

// Write implements http.ResponseWriter.
func (r *Recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.answer.Body = append(r.answer.Body, p...)
	return len(p), nil
}

// Answer returns what was written.
func (r *Recorder) Answer() Answer {
	a, h := r.answer, r.Header()
	a.Type, a.Position = h.Get("Content-Type"), h.Get("X-Position")
	return a
}

// WriteTo writes an answer.
func (a Answer) WriteTo(w http.ResponseWriter) error {
	for name, value := range map[string]string{"Content-Type": a.Type, "X-Position": a.Position} {
		if value != "" {
			w.Header().Set(name, value)
		}
	}
	w.WriteHeader(a.Status)
	if _, err := w.Write(a.Body); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}
