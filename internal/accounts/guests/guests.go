// Package guests stores the people who were invited to review an order without an account, and their
// sessions.
package guests

import (
	"context"
	"errors"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/internal/accounts/names"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Limits of guests.
const (
	Most          = 50                  // guests of an order with valid links
	identityLasts = 30 * 24 * time.Hour // how long a guest's identity is stored after the invitation ends
	MaxSessions   = 100                 // sessions of a link; a new one replaces the oldest
	passwordMin   = 8
	passwordMax   = 200
)

// Errors of guests' accounts.
var (
	ErrTooMany = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "guest.too_many",
		Message: "An order takes at most 50 guests at a time. Revoke an invitation first.",
	}
	ErrInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "guest.invalid",
		Message: "A guest needs a name of 1 to 100 characters and an e-mail address; a message has at most 1,000 characters, a password 8 to 200.",
	}
	ErrPasswordRequired = &domain.Error{
		Code:    domain.Unauthenticated,
		Reason:  "guest.password_required",
		Message: "This link asks for a password.",
	}
	ErrPasswordWrong = &domain.Error{
		Code:    domain.Unauthenticated,
		Reason:  "guest.password_wrong",
		Message: "This is not the password of this link.",
	}
)

// Store reads and writes guests in PostgreSQL.
type Store struct {
	throttle *throttle.Throttle
	pool     *pgxpool.Pool
	clock    func() time.Time
}

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool, guesses *throttle.Throttle, clock func() time.Time) *Store {
	return &Store{guesses, pool, clock}
}

// Guest holds the data of an invited reviewer that the log does not contain.
type Guest struct {
	ID        uuid.UUID
	Order     uuid.UUID
	Name      string
	Email     string
	Message   string // what the inviter wrote
	Link      string // sealed; empty after the mail was sent
	CreatedAt time.Time
	ExpiresAt time.Time
	EndedAt   *time.Time

	password string // argon2id hash, or empty for none
}

// HasPassword reports whether the link requires a password.
func (g Guest) HasPassword() bool { return g.password != "" }

// NewGuest describes a guest to add.
type NewGuest struct {
	ID, Order            uuid.UUID
	Name, Email, Message string
	Password             string // empty for none
	Link, Sealed         string // the secret in the link, and the same secret sealed by the vault
	ExpiresAt            time.Time
}

// URL returns the URL of the page that a guest's link opens (SH-305).
func URL(publicURL, link string) string {
	return publicURL + "/annotation/guestreviewer#token=" + link
}

func (g *NewGuest) check() error {
	g.Name, g.Email, g.Message = strings.Join(strings.Fields(g.Name), " "), strings.TrimSpace(g.Email),
		strings.TrimSpace(g.Message)
	address, err := mail.ParseAddress(g.Email)
	password := utf8.RuneCountInString(g.Password)
	if n := utf8.RuneCountInString(g.Name); err != nil || address.Address != g.Email || len(g.Email) > 254 || n < 1 ||
		n > 100 ||
		utf8.RuneCountInString(g.Message) > 1000 ||
		password > 0 && (password < passwordMin || password > passwordMax) {
		return ErrInvalid
	}
	if names.Links(g.Name) {
		return names.ErrLinks
	}
	return nil
}

const columns = "id, order_id, name, email, message, link, password, created_at, expires_at, ended_at"

func scan(row pgx.CollectableRow) (g Guest, err error) {
	return g, row.Scan(
		&g.ID, &g.Order, &g.Name, &g.Email, &g.Message, &g.Link, &g.password, &g.CreatedAt, &g.ExpiresAt, &g.EndedAt,
	)
}

// Add stores a guest before the invitation. added is false if the guest exists already. It
// returns ErrTooMany if the order has too many guests, and domain.ErrKeyReused if the id
// belongs to another guest.
func (s *Store) Add(ctx context.Context, g NewGuest) (kept Guest, added bool, err error) {
	if err := g.check(); err != nil {
		return kept, false, err
	}
	password := ""
	if g.Password != "" {
		if password, err = s.throttle.Hasher.Hash(ctx, g.Password); err != nil {
			return kept, false, err
		}
	}
	now := s.clock().UTC().Truncate(time.Microsecond)
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx, "select pg_advisory_xact_lock(hashtextextended('guests ' || $1::uuid::text, 0))", g.Order,
		); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "select "+columns+" from guests where id = $1", g.ID)
		if err != nil {
			return err
		}
		kept, err = pgx.CollectExactlyOneRow(rows, scan)
		if !errors.Is(err, pgx.ErrNoRows) {
			if err == nil &&
				(kept.Order != g.Order || kept.Name != g.Name || kept.Email != g.Email || kept.Message != g.Message || kept.HasPassword() != (g.Password != "")) {
				err = domain.ErrKeyReused
			}
			return err
		}
		var alive int
		if err := tx.QueryRow(ctx, "select count(*) from guests where order_id = $1 and ended_at is null and expires_at > $2", g.Order, now).
			Scan(&alive); err != nil {
			return err
		}
		if alive >= Most {
			return ErrTooMany
		}
		kept = Guest{
			ID:        g.ID,
			Order:     g.Order,
			Name:      g.Name,
			Email:     g.Email,
			Message:   g.Message,
			Link:      g.Sealed,
			CreatedAt: now,
			ExpiresAt: g.ExpiresAt,
			password:  password,
		}
		_, err = tx.Exec(
			ctx,
			"insert into guests (id, order_id, name, email, message, link_hash, link, password, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
			g.ID,
			g.Order,
			g.Name,
			g.Email,
			g.Message,
			secrets.Digest(g.Link),
			g.Sealed,
			password,
			now,
			g.ExpiresAt,
		)
		added = true
		return err
	})
	err = dberror.Of("guest", err)
	if err == nil && !added && kept.HasPassword() {
		err = s.samePassword(ctx, g.Password, kept.password)
	}
	return kept, added && err == nil, err
}

// samePassword returns domain.ErrKeyReused if a repeated invitation has another password than
// the first one. Otherwise the inviter would pass on a password that does not work.
func (s *Store) samePassword(ctx context.Context, password, kept string) error {
	same, err := s.throttle.Hasher.Matches(ctx, secrets.Line{}, password, kept)
	if err == nil && !same {
		err = domain.ErrKeyReused
	}
	return err
}

// Forget removes a guest whose invitation was refused.
func (s *Store) Forget(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from guests where id = $1", id)
	return dberror.Of("guest", err)
}

// Find returns a guest, or domain.ErrNotFound.
func (s *Store) Find(ctx context.Context, id uuid.UUID) (Guest, error) {
	return s.one(ctx, "id = $1", id)
}

// ByLink returns the guest of a link, or guest.ErrBadLink.
func (s *Store) ByLink(ctx context.Context, link string) (Guest, error) {
	if len(link) < 40 || len(link) > 100 {
		return Guest{}, guest.ErrBadLink
	}
	g, err := s.one(ctx, "link_hash = $1", secrets.Digest(link))
	if errors.Is(err, domain.ErrNotFound) {
		err = guest.ErrBadLink
	}
	return g, err
}

func (s *Store) one(ctx context.Context, where string, arg any) (Guest, error) {
	rows, err := s.pool.Query(ctx, "select "+columns+" from guests where "+where, arg)
	if err != nil {
		return Guest{}, dberror.Of("guest", err)
	}
	g, err := pgx.CollectExactlyOneRow(rows, scan)
	return g, dberror.Of("guest", err)
}

// FindAll returns several guests. Unknown ids are absent from the result.
func (s *Store) FindAll(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Guest, error) {
	rows, err := s.pool.Query(ctx, "select "+columns+" from guests where id = any($1)", ids)
	if err != nil {
		return nil, dberror.Of("guests", err)
	}
	all, err := pgx.CollectRows(rows, scan)
	byID := make(map[uuid.UUID]Guest, len(all))
	for _, g := range all {
		byID[g.ID] = g
	}
	return byID, dberror.Of("guests", err)
}

// Unsent returns at most 100 guests who were added before a time and whose mail has not been
// sent.
func (s *Store) Unsent(ctx context.Context, before time.Time) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(
		ctx,
		"select id from guests where link <> '' and ended_at is null and created_at < $1 and expires_at > $2 order by created_at limit 100",
		before,
		s.clock(),
	)
	if err != nil {
		return nil, dberror.Of("guests", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return ids, dberror.Of("guests", err)
}

// LinkSent removes the stored link of a guest after its mail was sent.
func (s *Store) LinkSent(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "update guests set link = '' where id = $1", id)
	return dberror.Of("guest", err)
}

// End ends the sessions of a guest whose invitation was revoked. Repeating it has no effect.
func (s *Store) End(ctx context.Context, id uuid.UUID, at time.Time) error {
	_, err := s.pool.Exec(
		ctx,
		`with ended as (update guests set ended_at = coalesce(ended_at, $2), link = '' where id = $1)
		delete from guest_sessions where guest = $1`,
		id,
		at,
	)
	return dberror.Of("guest", err)
}

// CheckPassword checks the password of a link, if it has one. A wrong password delays the next
// attempt, as it does for SignIn.
func (s *Store) CheckPassword(ctx context.Context, g Guest, password string, from throttle.Origin) error {
	switch {
	case g.password == "":
		return nil
	case password == "":
		return ErrPasswordRequired
	case len(password) > 4*passwordMax:
		return ErrPasswordWrong
	}
	of := throttle.Subject{Area: "guest:", Name: g.ID.String()}
	return s.throttle.GuessPassword(ctx, of, from, ErrPasswordWrong, password, func() (string, bool, error) {
		return g.password, true, nil
	})
}

// Session is a session of a guest who opened their link.
type Session struct {
	ID        uuid.UUID
	Guest     Guest
	ExpiresAt time.Time
}

// Open opens a session that lasts secrets.SessionLifetime, but no longer than the invitation. A
// guest can open sessions without limit, but only the newest MaxSessions of a link stay valid.
func (s *Store) Open(
	ctx context.Context,
	g Guest,
	invitedUntil time.Time,
) (token string, session Session, err error) {
	if token, err = secrets.New(); err != nil {
		return "", Session{}, err
	}
	now := s.clock()
	session = Session{ID: uuid.New(), Guest: g, ExpiresAt: now.Add(secrets.SessionLifetime)}
	if invitedUntil.Before(session.ExpiresAt) {
		session.ExpiresAt = invitedUntil
	}
	_, err = s.pool.Exec(
		ctx,
		`with opened as (insert into guest_sessions (id, token_hash, guest, created_at, expires_at) values ($1, $2, $3, $4, $5))
		delete from guest_sessions where id in (select id from guest_sessions where guest = $3 order by created_at desc, id offset $6)`,
		session.ID,
		secrets.Digest(token),
		g.ID,
		now,
		session.ExpiresAt,
		MaxSessions-1,
	)
	return token, session, dberror.Of("guest session", err)
}

// Session returns the session of a token. It returns guest.ErrBadLink if the token is unknown
// or expired.
func (s *Store) Session(ctx context.Context, token string) (Session, error) {
	if len(token) < 40 || len(token) > 100 {
		return Session{}, guest.ErrBadLink
	}
	rows, err := s.pool.Query(
		ctx,
		`select s.id, s.expires_at, g.id, g.order_id, g.name, g.email, g.message, g.link, g.password, g.created_at, g.expires_at, g.ended_at
		from guest_sessions s join guests g on g.id = s.guest where s.token_hash = $1 and s.expires_at > $2 and g.ended_at is null and g.erased_at is null`,
		secrets.Digest(token),
		s.clock(),
	)
	if err != nil {
		return Session{}, dberror.Of("guest session", err)
	}
	session, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (v Session, err error) {
		g := &v.Guest
		return v, row.Scan(
			&v.ID, &v.ExpiresAt, &g.ID, &g.Order, &g.Name, &g.Email, &g.Message, &g.Link, &g.password, &g.CreatedAt,
			&g.ExpiresAt, &g.EndedAt,
		)
	})
	if err = dberror.Of("guest session", err); errors.Is(err, domain.ErrNotFound) {
		err = guest.ErrBadLink
	}
	return session, err
}

// erased replaces the personal data of guests.
const erased = "update guests set name = 'Former guest', email = '', message = '', link_hash = null, link = '', password = '', erased_at = $1 where "

// Sweep erases the personal data of guests 30 days after their invitation ended, and removes
// expired sessions.
func (s *Store) Sweep(ctx context.Context) error {
	now := s.clock()
	if _, err := s.pool.Exec(ctx, "delete from guest_sessions where expires_at <= $1", now); err != nil {
		return dberror.Of("guest sessions", err)
	}
	_, err := s.pool.Exec(
		ctx, erased+"erased_at is null and least(ended_at, expires_at) <= $2", now, now.Add(-identityLasts),
	)
	return dberror.Of("guests", err)
}

// Erase erases the personal data of a guest and ends their sessions, if there is a guest with this
// id.
func Erase(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	if _, err := tx.Exec(ctx, "delete from guest_sessions where guest = $1", id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, erased+"id = $2", at, id)
	return err
}
