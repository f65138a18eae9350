// Package dberror says how errors of the database become errors of the domain, for all that reads and
// writes tables.
package dberror

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/domain"
)

// Of returns domain.ErrNotFound for a missing row. It returns errors of the domain and of an ended
// context unchanged, and wraps every other error in domain.ErrUnavailable. what names the data for
// operators.
func Of(what string, err error) error {
	_, known := errors.AsType[*domain.Error](err)
	switch {
	case err == nil, known, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, pgx.ErrNoRows):
		return domain.ErrNotFound
	}
	return domain.ErrUnavailable.From(fmt.Errorf("%s: %w", what, err))
}

// Violates reports whether a statement broke a constraint: 23505 for a value that has to be unique, 23503 for
// a row that has to exist.
func Violates(err error, code string) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == code
}
