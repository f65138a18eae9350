// Package query has what the queries of all read models share.
package query

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
)

// Failed maps the error of a query. A missing row becomes domain.ErrNotFound. The errors of an ended
// context stay as they are. Every other error becomes domain.ErrUnavailable.
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
