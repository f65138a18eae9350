package sessions

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/dberror"
)

// How long the link of an impersonation works, and its session lasts (D-48).
const (
	impersonationLink = time.Minute
	ImpersonationLife = 30 * time.Minute // of its session, which use does not renew
)

// ErrImpersonation refuses a link of an impersonation. It has the wording of the documents (SH-142).
var ErrImpersonation = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "impersonation.invalid",
	Message: "Token is not valid",
}

// NewImpersonation returns a token with which an admin can act as a person, once.
func (s *Store) NewImpersonation(ctx context.Context, admin, person uuid.UUID) (token string, err error) {
	if token, err = secrets.New(); err != nil {
		return "", err
	}
	_, err = s.pool.Exec(
		ctx, "insert into impersonations (token_hash, impersonator, person, expires_at) values ($1, $2, $3, $4)",
		secrets.Digest(token), admin, person, s.clock().Add(impersonationLink),
	)
	return token, dberror.Of("impersonation", err)
}

// Impersonate uses a token up and opens a session in which an admin acts as a person. It returns
// ErrImpersonation if the token is unknown, used or expired, or if the person cannot sign in.
func (s *Store) Impersonate(ctx context.Context, token string, from throttle.Origin) (string, Session, error) {
	var admin, person uuid.UUID
	err := s.pool.QueryRow(
		ctx,
		"delete from impersonations where token_hash = $1 and expires_at > $2 returning impersonator, person",
		secrets.Digest(token), s.clock(),
	).Scan(&admin, &person)
	if err = dberror.Of("impersonation", err); err != nil {
		return "", Session{}, orImpersonation(err)
	}
	u, err := s.people.ByMembership(ctx, member.StreamOf(person))
	if err == nil && u.State != member.Active {
		err = domain.ErrNotFound
	}
	if err != nil {
		return "", Session{}, orImpersonation(err)
	}
	return s.enter(ctx, u, from, false, admin)
}

func orImpersonation(err error) error {
	if errors.Is(err, domain.ErrNotFound) {
		return ErrImpersonation
	}
	return err
}
