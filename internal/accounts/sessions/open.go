package sessions

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/dberror"
)

// ErrWrongPassword refuses a change that needs the caller's password.
var ErrWrongPassword = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "password.wrong",
	Message: "This is not your current password.",
}

// OpenSession is where a person is signed in (D-47).
type OpenSession struct {
	ID              uuid.UUID
	Browser         string // for instance "Firefox on Linux", empty if unknown
	Address         string // empty if unknown
	Since, LastSeen time.Time
}

const maxOpenSessions = 100 // in an answer

// OpenSessions returns where a person is signed in, the newest first.
func (s *Store) OpenSessions(ctx context.Context, person uuid.UUID) ([]OpenSession, error) {
	rows, err := s.pool.Query(
		ctx,
		`select s.id, s.browser, s.address, s.created_at, s.expires_at from sessions s
		join account_members m on m.person = s.user_id
		where s.user_id = $1 and s.impersonator is null and s.expires_at > $2 and (s.generation = m.generation or s.id = m.kept_session)
		order by s.created_at desc, s.id limit $3`,
		person, s.clock(), maxOpenSessions,
	)
	if err != nil {
		return nil, dberror.Of("sessions", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o OpenSession, err error) {
		err = row.Scan(&o.ID, &o.Browser, &o.Address, &o.Since, &o.LastSeen)
		o.LastSeen = o.LastSeen.Add(-secrets.SessionLifetime) // each use renews a session, see Session
		return o, err
	})
	return found, dberror.Of("sessions", err)
}

// OpenedBy returns the browser and the address that a session was opened from. Both are empty if they are
// not known, or if the session has ended.
func (s *Store) OpenedBy(ctx context.Context, session uuid.UUID) (browser, address string, err error) {
	err = s.pool.QueryRow(ctx, "select browser, address from sessions where id = $1", session).Scan(&browser, &address)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", nil
	}
	return browser, address, dberror.Of("session", err)
}

// EndSession ends one session of a person. It returns domain.ErrNotFound if they have none with
// this id.
func (s *Store) EndSession(ctx context.Context, person, session uuid.UUID) error {
	tag, err := s.pool.Exec(ctx, "delete from sessions where id = $1 and user_id = $2", session, person)
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return dberror.Of("session", err)
}

// EndOtherSessions ends all sessions of a person but one.
func (s *Store) EndOtherSessions(ctx context.Context, person, kept uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from sessions where user_id = $1 and id <> $2", person, kept)
	return dberror.Of("sessions", err)
}

// ConfirmPassword checks that a signed-in person knows their password, and returns ErrWrongPassword
// otherwise. Failures delay the next try, like those of signing in. A browser in which they are signed
// in is known.
func (s *Store) ConfirmPassword(
	ctx context.Context,
	u accounts.User,
	session uuid.UUID,
	password string,
	from throttle.Origin,
) error {
	if from.Device == uuid.Nil {
		from.Device = session
	}
	return s.people.GuessPassword(
		ctx, accountOf(u.Email), from, ErrWrongPassword, password, func() (string, bool, error) {
			stored, err := s.people.PasswordOf(ctx, u.ID)
			return stored, true, err
		},
	)
}

// ConfirmLogin checks that whoever follows a link of a mail knows the password that its address has in
// other accounts, and returns ErrWrongPassword otherwise.
func (s *Store) ConfirmLogin(ctx context.Context, email, password string, from throttle.Origin) error {
	return s.people.GuessPassword(
		ctx, accountOf(email), from, ErrWrongPassword, password, func() (string, bool, error) {
			login, err := s.people.WithPassword(ctx, email)
			return login.Password, true, err
		},
	)
}
