package sessions

import (
	"context"
	"errors"
	"hash/crc32"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// TokenScope names what an access token may be used for.
type TokenScope string

// The scopes of access tokens. A scope to write does not include the one to read where there is one (D-281).
const (
	ReadOrders     TokenScope = "orders:read"
	WriteOrders    TokenScope = "orders:write"
	ReadProofs     TokenScope = "proofs:read"
	WriteProofs    TokenScope = "proofs:write"
	WriteTopics    TokenScope = "topics:write"
	WriteGuests    TokenScope = "guests:write"
	ReadPeople     TokenScope = "people:read"
	ReadReports    TokenScope = "reports:read"
	ReadBilling    TokenScope = "billing:read"
	ReadWorkflows  TokenScope = "workflows:read"
	WriteWorkflows TokenScope = "workflows:write"
	WriteImports   TokenScope = "imports:write"
	ReadEvents     TokenScope = "events:read"
	WriteWebhooks  TokenScope = "webhooks:write"
	ReadCalendar   TokenScope = "calendar:read" // opens the calendar feed, and no call
)

// Errors of access tokens.
var (
	ErrToken = &domain.Error{
		Code:    domain.Unauthenticated,
		Reason:  "token.invalid",
		Message: "This access token is not valid, has ended or was revoked. Create another one in the settings.",
	}
	// ErrTokenCut is for a text that begins as an access token and has not the length of one.
	ErrTokenCut = &domain.Error{
		Code:    domain.Unauthenticated,
		Reason:  "token.cut",
		Message: "This access token is not complete: it begins with pb_ and has 41 characters. Copy all of it.",
	}
	ErrTokenName = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "token.name_invalid",
		Message: "An access token needs a name of at most 100 characters.",
	}
)

// An access token is its prefix, random characters and a checksum of both, so that secret scanners
// find it and tell it from other texts.
const (
	tokenPrefix   = "pb_"
	tokenRandom   = 32 // characters of 62: 190 bits
	tokenChecksum = 6
	tokenLength   = len(tokenPrefix) + tokenRandom + tokenChecksum
	base62        = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

const (
	maxTokenName = 100         // characters
	usedEvery    = time.Minute // between two records of a token's use
)

// AccessToken is an access token of a person, without the token itself.
type AccessToken struct {
	ID                   uuid.UUID
	Name                 string
	Scopes               []TokenScope
	CreatedAt, ExpiresAt time.Time
	UsedAt               *time.Time // within a minute of its last use
}

// IsAccessToken reports whether a bearer token has the form of an access token. The token of a
// session never has, because it is longer.
func IsAccessToken(token string) bool {
	return len(token) == tokenLength && strings.HasPrefix(token, tokenPrefix)
}

// IsCut reports whether a bearer token is a part of an access token, or one with something added. The token of a session
// can begin like one.
func IsCut(token string) bool {
	return strings.HasPrefix(token, tokenPrefix) && !IsAccessToken(token) && !secrets.Whole(token)
}

// newAccessToken returns a random access token.
func newAccessToken() string {
	token := []byte(tokenPrefix)
	for range tokenRandom {
		token = append(token, base62[secrets.Random(len(base62))])
	}
	return string(token) + checksum(string(token))
}

// checksum returns the CRC-32 of a text in base 62.
func checksum(text string) string {
	sum, digits := crc32.ChecksumIEEE([]byte(text)), make([]byte, tokenChecksum)
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = base62[sum%uint32(len(base62))]
		sum /= uint32(len(base62))
	}
	return string(digits)
}

// CreateAccessToken stores a new access token of a person and returns it. It is shown once: only its
// hash is stored.
func (s *Store) CreateAccessToken(
	ctx context.Context,
	person uuid.UUID,
	id uuid.UUID,
	name string,
	scopes []TokenScope,
	ends time.Time,
) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n == 0 || n > maxTokenName {
		return "", ErrTokenName
	}
	if err := domain.Legible(name); err != nil {
		return "", err
	}
	token := newAccessToken()
	tag, err := s.pool.Exec(
		ctx,
		`insert into access_tokens (id, token_hash, person, name, scopes, generation, created_at, expires_at)
		select $1, $2, $3, $4, $5, generation, $6, $7 from account_members where person = $3`,
		id, secrets.Digest(token), person, name, scopes, s.clock(), ends,
	)
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return token, dberror.Of("access token", err)
}

// AccessTokens returns the valid access tokens of a person, the newest first.
func (s *Store) AccessTokens(ctx context.Context, person uuid.UUID) ([]AccessToken, error) {
	rows, err := s.pool.Query(
		ctx,
		`select t.id, t.name, t.scopes, t.created_at, t.expires_at, t.used_at
		from access_tokens t join account_members m on m.person = t.person
		where t.person = $1 and t.expires_at > $2 and t.generation = m.generation
		order by t.created_at desc, t.id limit $3`,
		person, s.clock(), 2*member.MaxTokens, // more than the limit only while two are created at once
	)
	if err != nil {
		return nil, dberror.Of("access tokens", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[AccessToken])
	return found, dberror.Of("access tokens", err)
}

// HasAccessToken returns domain.ErrNotFound unless a person has this access token.
func (s *Store) HasAccessToken(ctx context.Context, person, id uuid.UUID) error {
	var one int
	err := s.pool.QueryRow(ctx, "select 1 from access_tokens where id = $1 and person = $2", id, person).Scan(&one)
	return dberror.Of("access token", err)
}

// RemoveAccessToken removes an access token of a person. It has ended then. Repeating it has no
// effect.
func (s *Store) RemoveAccessToken(ctx context.Context, person, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from access_tokens where id = $1 and person = $2", id, person)
	return dberror.Of("access token", err)
}

// TokenSession returns a session of the person who created an access token, with the person's role
// and account of this moment. It returns ErrToken if the token is unknown or has ended, or if the
// person may not sign in. Whatever ends all sessions of a person ends their tokens, also a change of
// the password in a session that stays open. Once the deletion of an account was requested, no token
// of its people is valid.
func (s *Store) TokenSession(ctx context.Context, token string) (Session, error) {
	if !IsAccessToken(token) || checksum(token[:tokenLength-tokenChecksum]) != token[tokenLength-tokenChecksum:] {
		return Session{}, ErrToken
	}
	now := s.clock()
	rows, err := s.pool.Query(
		ctx,
		"select t.id, t.expires_at, t.scopes, t.used_at, "+accounts.ActorColumns+` from access_tokens t
		join account_members m on m.person = t.person
		where t.token_hash = $1 and t.expires_at > $2 and m.state = $3 and t.generation = m.generation`,
		secrets.Digest(token),
		now,
		member.Active,
	)
	if err != nil {
		return Session{}, dberror.Of("access token", err)
	}
	var used *time.Time
	session, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (v Session, err error) {
		return v, row.Scan(
			append([]any{&v.ID, &v.ExpiresAt, &v.Scopes, &used}, accounts.IntoActor(&v.Actor)...)...)
	})
	if err = dberror.Of("access token", err); errors.Is(err, domain.ErrNotFound) {
		return Session{}, ErrToken
	}
	if err != nil {
		return Session{}, err
	}
	x, err := s.people.Exceptions(ctx)
	if err != nil {
		return Session{}, err
	}
	if x.Leaving[session.Actor.CustomerID] {
		return Session{}, ErrToken
	}
	if x.Factored[session.Actor.ClientID] {
		if session.MustAddFactor, err = s.hasNoFactor(ctx, session.Actor.ID); err != nil {
			return Session{}, err
		}
	}
	session.Desk = session.Actor.Role.IsProvider()
	if used == nil || now.Sub(*used) >= usedEvery {
		_, err = s.pool.Exec(ctx, "update access_tokens set used_at = $2 where id = $1", session.ID, now)
	}
	return session, dberror.Of("access token", err)
}
