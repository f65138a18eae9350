package read

import (
	"context"

	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/timeline"
)

// Past returns the moment that a caller names, at most now. It waits until the read models that
// know the streams of an order, and who may see them, have reached it.
func (s *Reader) Past(ctx context.Context, moment string) (asof.Moment, error) {
	m, err := s.AsOf.Moment(ctx, moment)
	if err != nil {
		return m, err
	}
	for _, name := range []string{board.Name, timeline.Name} {
		if err := s.Wait.WaitFor(ctx, name, m.Position); err != nil {
			return m, err
		}
	}
	if now := s.Clock(); m.At.After(now) {
		m.At = now
	}
	return m, nil
}
