package accounts

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
)

// Lifetimes of sessions and tokens (D-23, D-24).
const (
	SessionLifetime = 12 * time.Hour // renewed on use
	slideEvery      = 5 * time.Minute
	CSRFLifetime    = time.Hour
	expiredKept     = 30 * 24 * time.Hour // how long the product can say that a link has expired
)

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
	ErrCSRF = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "csrf.invalid",
		Message: "This page is out of date. Reload it and try again.",
	}
)

// TooManyFailuresError contains the time until the next attempt is allowed.
type TooManyFailuresError struct{ RetryAfter time.Duration }

func (TooManyFailuresError) Error() string { return "too many failed sign-ins" }

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
	// Scopes are those of the access token that a call uses. Sessions have none.
	Scopes []TokenScope
}

// ByToken reports whether other software acts as the person, with an access token.
func (s Session) ByToken() bool { return len(s.Scopes) > 0 }

// Identify checks a password and returns its person. desk selects the sign-in page: the provider's
// people must use the desk page, all others the customers' page. Identify returns the same error for
// an unknown e-mail as for a wrong password and takes the same time, so that e-mails cannot be
// guessed.
func (s *Store) Identify(
	ctx context.Context,
	email, password string,
	from Origin,
	desk bool,
) (user User, err error) {
	err = s.guess(
		ctx,
		from.tries("account:"+strings.ToLower(email), ""),
		ErrInvalidGrant,
		func(db querier) (right bool, err error) {
			user, right, err = s.compare(ctx, db, email, password, desk)
			return right, err
		},
	)
	return user, err
}

// compare returns the person with this e-mail and password.
func (s *Store) compare(ctx context.Context, db querier, email, password string, desk bool) (User, bool, error) {
	user, stored, err := s.byEmail(ctx, db, email)
	if err != nil && !errors.Is(err, domain.ErrNotFound) {
		return User{}, false, err
	}
	known := err == nil && stored != "" // an invited person has no password yet
	if !known {
		stored = s.dummy
	}
	right, err := argon2id.ComparePasswordAndHash(password, stored)
	return user, known && right && user.State == member.Active && user.Role.IsProvider() == desk, err
}

func hashPassword(password string) (string, error) {
	return argon2id.CreateHash(password, argon2id.DefaultParams)
}

func (s *Store) byEmail(ctx context.Context, db querier, email string) (User, string, error) {
	var stored string
	rows, err := db.Query(ctx, "select p.password, "+userColumns+fromUsers+" where lower(p.email) = lower($1)", email)
	if err != nil {
		return User{}, "", unavailable("user", err)
	}
	user, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (u User, err error) {
		return u, row.Scan(append([]any{&stored}, u.into()...)...)
	})
	return user, stored, unavailable("user", err)
}

// Open opens a session of a person who proved who they are.
func (s *Store) Open(ctx context.Context, user User, from Origin, desk bool) (string, Session, error) {
	return s.enter(ctx, user, from, desk, uuid.Nil)
}

// enter opens a session. impersonator is the admin who acts as the person, or Nil.
func (s *Store) enter(
	ctx context.Context,
	user User,
	from Origin,
	desk bool,
	impersonator uuid.UUID,
) (string, Session, error) {
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil {
		return "", Session{}, err
	}
	token, now := base64.RawURLEncoding.EncodeToString(raw), s.clock()
	session := Session{
		ID: uuid.New(), Actor: user.Actor(), Desk: desk, ExpiresAt: now.Add(SessionLifetime),
	}
	session.Actor.Impersonator = impersonator
	if impersonator != uuid.Nil {
		session.ExpiresAt = now.Add(ImpersonationLife)
	}
	_, err := s.pool.Exec(
		ctx,
		`insert into sessions (id, token_hash, user_id, desk, created_at, expires_at, generation, browser, address, impersonator)
		select $1, $2, $3, $4, $5, $6, generation, $7, $8, nullif($9, '00000000-0000-0000-0000-000000000000'::uuid) from account_members where person = $3`,
		session.ID,
		hash(token),
		user.ID,
		desk,
		now,
		session.ExpiresAt,
		from.Browser,
		from.Address,
		impersonator,
	)
	return token, session, unavailable("session", err)
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
		`select s.id, s.desk, s.expires_at, coalesce(s.impersonator, $4), `+actorColumns+`
		from sessions s join account_members m on m.person = s.user_id
		where s.token_hash = $1 and s.expires_at > $2 and m.state = $3 and (s.generation = m.generation or s.id = m.kept_session)`,
		hash(token),
		now,
		member.Active,
		uuid.Nil,
	)
	if err != nil {
		return Session{}, unavailable("session", err)
	}
	session, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (v Session, err error) {
		return v, row.Scan(
			append([]any{&v.ID, &v.Desk, &v.ExpiresAt, &v.Actor.Impersonator}, intoActor(&v.Actor)...)...)
	})
	if err = unavailable("session", err); errors.Is(err, domain.ErrNotFound) {
		return Session{}, ErrNoSession
	}
	if err != nil {
		return Session{}, err
	}
	x, err := s.exceptional(ctx)
	if err != nil {
		return Session{}, err
	}
	if x.leaving[session.Actor.CustomerID] && session.Actor.Role != domain.Owner {
		return Session{}, ErrNoSession
	}
	if admin := session.Actor.Impersonator; admin != uuid.Nil {
		if err := s.mayImpersonate(ctx, admin); err != nil {
			return Session{}, err
		}
		return session, nil
	}
	if x.factored[session.Actor.ClientID] {
		if session.MustAddFactor, err = s.hasNoFactor(ctx, session.Actor.ID); err != nil {
			return Session{}, err
		}
	}
	if session.ExpiresAt.Sub(now) < SessionLifetime-slideEvery {
		session.ExpiresAt = now.Add(SessionLifetime)
		if _, err := s.pool.Exec(
			ctx, "update sessions set expires_at = $2 where id = $1", session.ID, session.ExpiresAt,
		); err != nil {
			return Session{}, unavailable("session", err)
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
	return unavailable("session", err)
}

// hasNoFactor reports whether a person whose client requires a second factor must add one first (D-46).
func (s *Store) hasNoFactor(ctx context.Context, person uuid.UUID) (none bool, err error) {
	err = s.pool.QueryRow(
		ctx, "select not exists (select from account_factors where person = $1 and confirmed)", person,
	).Scan(&none)
	return none, unavailable("session", err)
}

// SignOut ends a session.
func (s *Store) SignOut(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from sessions where id = $1", id)
	return unavailable("session", err)
}

// Sweep removes expired sessions, tokens and counters.
func (s *Store) Sweep(ctx context.Context) error {
	now := s.clock()
	if _, err := s.pool.Exec(ctx, "delete from sessions where expires_at <= $1", now); err != nil {
		return unavailable("sessions", err)
	}
	if _, err := s.pool.Exec(
		ctx, "delete from rates where cardinality(times) = 0 or times[cardinality(times)] <= $1", now.Add(-longestRate),
	); err != nil {
		return unavailable("rates", err)
	}
	if _, err := s.pool.Exec(
		ctx,
		`delete from access_tokens t where t.expires_at <= $1
		or t.generation < (select m.generation from account_members m where m.person = t.person)`, now,
	); err != nil {
		return unavailable("access tokens", err)
	}
	if _, err := s.pool.Exec(
		ctx, "delete from account_tokens where expires_at <= $1", now.Add(-expiredKept),
	); err != nil {
		return unavailable("links", err)
	}
	if _, err := s.pool.Exec(ctx, "delete from impersonations where expires_at <= $1", now); err != nil {
		return unavailable("impersonations", err)
	}
	_, err := s.pool.Exec(ctx, "delete from signin_failures where at <= $1", now.Add(-guessWindow))
	return unavailable("sign-in failures", err)
}

func hash(s string) []byte {
	h := sha256.Sum256([]byte(s))
	return h[:]
}

// Key returns a secret key that all processes share. It creates the key on first use.
func (s *Store) Key(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	if _, err := s.pool.Exec(
		ctx, "insert into server_keys (name, key) values ($1, $2) on conflict (name) do nothing", name, fresh,
	); err != nil {
		return nil, unavailable("key", err)
	}
	var key []byte
	err := s.pool.QueryRow(ctx, "select key from server_keys where name = $1", name).Scan(&key)
	return key, unavailable("key", err)
}

// ErrOtherMaster means that a master key file is valid but belongs to another installation.
var ErrOtherMaster = errors.New(
	"master key: the file holds none of the keys that this installation's texts are sealed under: put the right file back",
)

// CheckMaster returns ErrOtherMaster if this database was used with a different master key. It
// stores the id of the current key. ids are the ids of the keys in the file, the current one first.
func (s *Store) CheckMaster(ctx context.Context, ids [][]byte) error {
	const name = "master key id"
	if _, err := s.pool.Exec(
		ctx, "insert into server_keys (name, key) values ($1, $2) on conflict (name) do nothing", name, ids[0],
	); err != nil {
		return unavailable("key", err)
	}
	var known []byte
	if err := s.pool.QueryRow(ctx, "select key from server_keys where name = $1", name).Scan(&known); err != nil {
		return unavailable("key", err)
	}
	if !slices.ContainsFunc(ids, func(id []byte) bool { return bytes.Equal(id, known) }) {
		return ErrOtherMaster
	}
	_, err := s.pool.Exec(ctx, "update server_keys set key = $2 where name = $1 and key <> $2", name, ids[0])
	return unavailable("key", err)
}

// CSRF creates and checks anti-forgery tokens. A token is bound to a session and a scope, and
// expires after an hour (D-24).
type CSRF struct{ key []byte }

// NewCSRF returns the tokens that are signed with a key.
func NewCSRF(key []byte) CSRF { return CSRF{key} }

// Token returns a new token.
func (c CSRF) Token(session uuid.UUID, scope string, now time.Time) (token string, expires time.Time) {
	expires = now.Add(CSRFLifetime).Truncate(time.Second)
	b := binary.BigEndian.AppendUint64(nil, uint64(expires.Unix()))
	return base64.RawURLEncoding.EncodeToString(append(b, c.sum(session, scope, b)...)), expires
}

// Check returns an error if the token has expired or was made for another session or scope.
func (c CSRF) Check(token string, session uuid.UUID, scope string, now time.Time) error {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != 8+sha256.Size || !hmac.Equal(b[8:], c.sum(session, scope, b[:8])) {
		return ErrCSRF
	}
	if now.Unix() >= int64(binary.BigEndian.Uint64(b)) {
		return ErrCSRF
	}
	return nil
}

func (c CSRF) sum(session uuid.UUID, scope string, expiry []byte) []byte {
	h := hmac.New(sha256.New, c.key)
	h.Write(session[:])
	h.Write(expiry)
	h.Write([]byte(scope))
	return h.Sum(nil)
}
