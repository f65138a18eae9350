// Package query holds what the queries of all read models share.
package query

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
)

// Failed wraps what a caller cannot help: a missing row is domain.ErrNotFound, everything else the
// database's fault.
func Failed(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return domain.ErrNotFound
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return domain.ErrUnavailable.From(fmt.Errorf("read %s: %w", what, err))
}
