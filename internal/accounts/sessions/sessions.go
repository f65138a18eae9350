// Package sessions opens, finds and ends the sessions of signed-in people, also those in which an admin
// acts as somebody, and stores the access tokens with which other software acts as them.
package sessions

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/dberror"
)

// slideEvery is how often a session that is used is renewed (D-23).
const slideEvery = 5 * time.Minute

// Errors of signing in and of sessions.
var (
	ErrInvalidGrant = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "invalid_grant",
		Message: "Incorrect username or password.",
	}
	ErrNoSession = &domain.Error{Code: domain.Unauthenticated, Reason: "session.missing", Message: "Please sign in."}
	ErrOtherKind = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "session.other_kind",
		Message: "This address is for the other kind of account.",
	}
)

// Store reads and writes sessions and access tokens in PostgreSQL.
type Store struct {
	people *accounts.Store
	pool   *pgxpool.Pool
	clock  func() time.Time
	dummy  string // a password hash to compare with if there is no such account
}

// nobodys is the hash of a password that nobody has. A process makes it once.
var nobodys = sync.OnceValues(func() (string, error) { return secrets.HashPassword("nobody has this one") })

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool, people *accounts.Store, clock func() time.Time) (*Store, error) {
	dummy, err := nobodys()
	return &Store{people, pool, clock, dummy}, err
}

// Session is a session of a signed-in person.
type Session struct {
	ID uuid.UUID
	// Actor is the person, and the admin who uses the session in their place if there is one (D-48).
	Actor     domain.Actor
	Desk      bool
	ExpiresAt time.Time
	// MustAddFactor says that the person needs a second factor and has none, so the session is good
	// for adding one only.
	MustAddFactor bool
	// FactorAt is when the person last gave their second factor in this session, or nil.
	FactorAt *time.Time
	// Scopes are those of the access token that a call uses. Sessions have none.
	Scopes []TokenScope
}

// ByToken reports whether other software acts as the person, with an access token.
func (s Session) ByToken() bool { return len(s.Scopes) > 0 }

// Identify checks a password and returns the people of its login who may sign in here, one for each account.
// desk selects the sign-in page: the provider's people must use the desk page, all others the customers'
// page. client is the only one whose people may sign in, or empty for all. Identify returns the same error
// for an unknown e-mail as for a wrong password and takes the same time, so that e-mails cannot be guessed.
// It returns the people with a throttle.NeedsLinkError, too.
func (s *Store) Identify(
	ctx context.Context,
	email, password string,
	from throttle.Origin,
	desk bool,
	client string,
) (people []accounts.User, err error) {
	of := accountOf(email)
	of.Linked = true
	err = s.people.GuessPassword(ctx, of, from, ErrInvalidGrant, password, func() (string, bool, error) {
		login, err := s.people.WithPassword(ctx, email)
		if errors.Is(err, domain.ErrNotFound) || err == nil && login.Password == "" {
			return s.dummy, false, nil
		}
		people = slices.DeleteFunc(login.People, func(u accounts.User) bool {
			return u.State != member.Active || u.Role.IsProvider() != desk || client != "" && u.ClientID != client
		})
		return login.Password, len(people) > 0, err
	})
	return people, err
}

// accountOf is what failed sign-ins with an e-mail address count for.
func accountOf(email string) throttle.Subject {
	return throttle.Subject{Name: "account:" + strings.ToLower(email)}
}

// Open opens a session of a person who proved who they are.
func (s *Store) Open(
	ctx context.Context,
	user accounts.User,
	from throttle.Origin,
	desk bool,
) (string, Session, error) {
	return s.enter(ctx, user, from, desk, uuid.Nil)
}

// enter opens a session. impersonator is the admin who acts as the person, or Nil.
func (s *Store) enter(
	ctx context.Context,
	user accounts.User,
	from throttle.Origin,
	desk bool,
	impersonator uuid.UUID,
) (string, Session, error) {
	token, err := secrets.New()
	if err != nil {
		return "", Session{}, err
	}
	now := s.clock()
	session := Session{
		ID: uuid.New(), Actor: user.Actor(), Desk: desk, ExpiresAt: now.Add(secrets.SessionLifetime),
	}
	session.Actor.Impersonator = impersonator
	if impersonator != uuid.Nil {
		session.ExpiresAt = now.Add(ImpersonationLife)
	}
	_, err = s.pool.Exec(
		ctx,
		`insert into sessions (id, token_hash, user_id, desk, created_at, expires_at, generation, browser, address, impersonator)
		select $1, $2, $3, $4, $5, $6, generation, $7, $8, nullif($9, '00000000-0000-0000-0000-000000000000'::uuid) from account_members where person = $3`,
		session.ID,
		secrets.Digest(token),
		user.ID,
		desk,
		now,
		session.ExpiresAt,
		from.Browser,
		from.Address,
		impersonator,
	)
	return token, session, dberror.Of("session", err)
}

// GaveFactor records when the person of a session gave their second factor (D-80).
func (s *Store) GaveFactor(ctx context.Context, session uuid.UUID, at time.Time) error {
	_, err := s.pool.Exec(ctx, "update sessions set factor_at = $2 where id = $1", session, at)
	return dberror.Of("session", err)
}

// Session returns the session of a token and renews it, unless an admin acts as the person. It
// returns ErrNoSession if the token is unknown or expired, or if an event ended the sessions of its
// person after it was opened. Once the deletion of an account was requested, only the sessions of its
// owners are valid, so that they can take it back (D-51).
func (s *Store) Session(ctx context.Context, token string) (Session, error) {
	if len(token) < 40 || len(token) > 100 {
		return Session{}, ErrNoSession
	}
	now := s.clock()
	// Every request asks this. Names are not read, and what few sessions need is asked afterwards or remembered,
	// because a part of a query costs PostgreSQL time even if it is not run.
	rows, err := s.pool.Query(
		ctx,
		`select s.id, s.desk, s.expires_at, s.factor_at, coalesce(s.impersonator, $4), `+accounts.ActorColumns+`
		from sessions s join account_members m on m.person = s.user_id
		where s.token_hash = $1 and s.expires_at > $2 and m.state = $3 and (s.generation = m.generation or s.id = m.kept_session)`,
		secrets.Digest(token),
		now,
		member.Active,
		uuid.Nil,
	)
	if err != nil {
		return Session{}, dberror.Of("session", err)
	}
	session, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (v Session, err error) {
		return v, row.Scan(
			append(
				[]any{&v.ID, &v.Desk, &v.ExpiresAt, &v.FactorAt, &v.Actor.Impersonator},
				accounts.IntoActor(&v.Actor)...)...)
	})
	if err = dberror.Of("session", err); errors.Is(err, domain.ErrNotFound) {
		return Session{}, ErrNoSession
	}
	if err != nil {
		return Session{}, err
	}
	x, err := s.people.Exceptions(ctx)
	if err != nil {
		return Session{}, err
	}
	if x.Leaving[session.Actor.CustomerID] && session.Actor.Role != domain.Owner {
		return Session{}, ErrNoSession
	}
	if admin := session.Actor.Impersonator; admin != uuid.Nil {
		if err := s.mayImpersonate(ctx, admin); err != nil {
			return Session{}, err
		}
		return session, nil
	}
	if x.Factored[session.Actor.ClientID] {
		if session.MustAddFactor, err = s.hasNoFactor(ctx, session.Actor.ID); err != nil {
			return Session{}, err
		}
	}
	if session.ExpiresAt.Sub(now) < secrets.SessionLifetime-slideEvery {
		session.ExpiresAt = now.Add(secrets.SessionLifetime)
		if _, err := s.pool.Exec(
			ctx, "update sessions set expires_at = $2 where id = $1", session.ID, session.ExpiresAt,
		); err != nil {
			return Session{}, dberror.Of("session", err)
		}
	}
	return session, nil
}

// mayImpersonate returns ErrNoSession unless a person is an admin.
func (s *Store) mayImpersonate(ctx context.Context, person uuid.UUID) error {
	var may bool
	err := s.pool.QueryRow(
		ctx, "select exists (select from account_members where person = $1 and role = $2 and state = $3)",
		person, domain.Admin, member.Active,
	).Scan(&may)
	if err == nil && !may {
		return ErrNoSession
	}
	return dberror.Of("session", err)
}

// hasNoFactor reports whether a person whose client requires a second factor must add one first (D-46).
func (s *Store) hasNoFactor(ctx context.Context, person uuid.UUID) (none bool, err error) {
	err = s.pool.QueryRow(
		ctx,
		"select not exists (select from account_factors where confirmed and person in "+accounts.OfLogin+")", person,
	).Scan(&none)
	return none, dberror.Of("session", err)
}

// SignOut ends a session.
func (s *Store) SignOut(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from sessions where id = $1", id)
	return dberror.Of("session", err)
}

// Sweep removes expired sessions, access tokens, choices of an account and links of impersonations.
func (s *Store) Sweep(ctx context.Context) error {
	now := s.clock()
	if _, err := s.pool.Exec(ctx, "delete from sessions where expires_at <= $1", now); err != nil {
		return dberror.Of("sessions", err)
	}
	if _, err := s.pool.Exec(
		ctx,
		`delete from access_tokens t where t.expires_at <= $1
		or t.generation < (select m.generation from account_members m where m.person = t.person)`, now,
	); err != nil {
		return dberror.Of("access tokens", err)
	}
	if _, err := s.pool.Exec(ctx, "delete from account_choices where expires_at <= $1", now); err != nil {
		return dberror.Of("choices of an account", err)
	}
	_, err := s.pool.Exec(ctx, "delete from impersonations where expires_at <= $1", now)
	return dberror.Of("impersonations", err)
}
