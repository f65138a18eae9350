package sessions

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// choiceLife is how long somebody who has proved who they are can choose an account.
const choiceLife = 5 * time.Minute

// ErrChoiceExpired refuses a choice that took too long, or that was made already.
var ErrChoiceExpired = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "signin.choice_expired",
	Message: "This sign-in took too long. Enter your password again.",
}

// Choice is a sign-in that waits for the choice of an account (D-82).
type Choice struct {
	Person   uuid.UUID // one of those whom the login opens an account for
	Desk     bool
	Factored bool // they gave their second factor
}

// AskChoice returns a token with which somebody can choose an account once.
func (s *Store) AskChoice(ctx context.Context, c Choice) (token string, err error) {
	if token, err = secrets.New(); err != nil {
		return "", err
	}
	_, err = s.pool.Exec(
		ctx,
		"insert into account_choices (token_hash, person, desk, factored, expires_at) values ($1, $2, $3, $4, $5)",
		secrets.Digest(token), c.Person, c.Desk, c.Factored, s.clock().Add(choiceLife),
	)
	return token, dberror.Of("choice of an account", err)
}

// TakeChoice uses the token of a choice up.
func (s *Store) TakeChoice(ctx context.Context, token string) (c Choice, err error) {
	err = s.pool.QueryRow(
		ctx,
		"delete from account_choices where token_hash = $1 and expires_at > $2 returning person, desk, factored",
		secrets.Digest(token), s.clock(),
	).Scan(&c.Person, &c.Desk, &c.Factored)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, ErrChoiceExpired
	}
	return c, dberror.Of("choice of an account", err)
}
