package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
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
	if token, err = NewLink(); err != nil {
		return "", err
	}
	_, err = s.pool.Exec(
		ctx, "insert into impersonations (token_hash, impersonator, person, expires_at) values ($1, $2, $3, $4)",
		hash(token), admin, person, s.clock().Add(impersonationLink),
	)
	return token, unavailable("impersonation", err)
}

// Impersonate uses a token up and opens a session in which an admin acts as a person. It returns
// ErrImpersonation if the token is unknown, used or expired, or if the person cannot sign in.
func (s *Store) Impersonate(ctx context.Context, token string, from Origin) (string, Session, error) {
	var admin, person uuid.UUID
	err := s.pool.QueryRow(
		ctx,
		"delete from impersonations where token_hash = $1 and expires_at > $2 returning impersonator, person",
		hash(token), s.clock(),
	).Scan(&admin, &person)
	if err = unavailable("impersonation", err); err != nil {
		return "", Session{}, orImpersonation(err)
	}
	u, err := s.ByMembership(ctx, member.StreamOf(person))
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
