package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/proofboard/proofboard/domain"
)

type positionKey struct{}

// withPosition stores the position that the caller has seen already (D-30).
func withPosition(ctx context.Context, r *http.Request) (context.Context, error) {
	text := r.Header.Get("X-Min-Position")
	if text == "" {
		text = r.URL.Query().Get("minPosition")
	}
	if text == "" {
		return ctx, nil
	}
	position, err := strconv.ParseInt(text, 10, 64)
	if err != nil || position < 0 {
		return ctx, ErrRequest
	}
	return context.WithValue(ctx, positionKey{}, position), nil
}

// WaitFor waits until projections have applied the position that the caller has seen (D-30).
func (s *Server) WaitFor(ctx context.Context, projections ...string) error {
	position, seen := ctx.Value(positionKey{}).(int64)
	if !seen {
		return nil
	}
	return s.WaitUntil(ctx, position, projections...)
}

// WaitUntil waits until projections have applied a position.
func (s *Server) WaitUntil(ctx context.Context, position int64, projections ...string) error {
	for _, name := range projections {
		if err := s.Wait.WaitFor(ctx, name, position); err != nil {
			return err
		}
	}
	return nil
}

// Shown waits until a projection shows a change, because people go on at once: somebody who was added
// signs in, and the page of a change shows its list again. It gives up after some seconds.
func (s *Server) Shown(ctx context.Context, projection string, position int64) {
	for range 3 {
		if err := s.WaitUntil(ctx, position, projection); !errors.Is(err, domain.ErrUnavailable) {
			return
		}
	}
}

// CatchUp waits until projections have applied the whole log, so that a write finds what the
// previous one stored.
func (s *Server) CatchUp(ctx context.Context, projections ...string) error {
	if len(projections) == 0 {
		return nil
	}
	head, err := s.Head(ctx)
	if err != nil {
		return err
	}
	return s.WaitUntil(ctx, head, projections...)
}
