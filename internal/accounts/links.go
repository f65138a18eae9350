package accounts

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// execer is a pool or a transaction.
type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Errors of links.
var (
	ErrLinkInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "link.invalid",
		Message: "This link does not work. It may have been used already, or a newer one was sent.",
	}
	// ErrLinkCut is for a token that no link has, because mail programs and people cut links.
	ErrLinkCut = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "link.cut",
		Message: "A part of this link is missing, or something was added to it. Copy the link as it was sent, and open it again.",
	}
	// ErrLinkExpired has the reason that the documents name (SH-136).
	ErrLinkExpired = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "token_expired",
		Message: "This link has expired. Ask for a new one.",
	}
)

// Purpose is what a link is for.
type Purpose string

// Purposes and how long their links work (D-44 to D-46).
const (
	ForSetup        Purpose = "setup"
	ForInvitation   Purpose = "invitation"
	ForReset        Purpose = "reset"
	ForVerification Purpose = "verification"
	ForEmail        Purpose = "email"   // of a new address
	ForBrowser      Purpose = "browser" // that signs in while strangers guess the password (D-81)
)

var lifetimes = map[Purpose]time.Duration{
	ForSetup:        24 * time.Hour,
	ForInvitation:   72 * time.Hour,
	ForReset:        time.Hour,
	ForVerification: 72 * time.Hour,
	ForEmail:        24 * time.Hour,
	ForBrowser:      15 * time.Minute,
}

// pages are the paths that links open.
var pages = map[Purpose]string{
	ForInvitation:   "/invitation",
	ForReset:        "/reset-password",
	ForVerification: "/email-verification",
	ForEmail:        "/change-email",
	ForBrowser:      "/known-browser",
}

// Link returns the address that a person opens. base is that of the product for the person's client. What is secret
// stands behind "#", so that no server, log or other site gets it. The documents name the parameters of the
// verification differently (SH-127).
func (p Purpose) Link(base string, u User, token string) string {
	kind := "customer"
	if u.Role.IsProvider() {
		kind = "user"
	}
	query := url.Values{"token": {token}, "email": {u.Email}}
	switch p {
	case ForVerification:
		query = url.Values{"key": {token}, "user": {kind}, "email": {u.Email}}
	case ForEmail:
	default:
		query.Set("type", kind)
	}
	return base + pages[p] + "#" + query.Encode()
}

// expiredKept is how long the product can say that a link has expired.
const expiredKept = 30 * 24 * time.Hour

// Lifetime returns how long a link of this purpose works.
func (p Purpose) Lifetime() time.Duration { return lifetimes[p] }

// NewToken returns a new token of a purpose. Older ones of the person no longer work.
func (s *Store) NewToken(ctx context.Context, person uuid.UUID, p Purpose) (string, error) {
	return s.newToken(ctx, person, p, "")
}

// newToken returns a new token that works together with a text, which may be empty.
func (s *Store) newToken(ctx context.Context, person uuid.UUID, p Purpose, with string) (string, error) {
	token, err := secrets.New()
	if err != nil {
		return "", err
	}
	now := s.clock()
	_, err = s.pool.Exec(
		ctx,
		`insert into account_tokens (person, purpose, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)
		on conflict (person, purpose) do update
		set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at,
		claimed_until = default`,
		person, p, secrets.Digest(token+with), now, now.Add(p.Lifetime()),
	)
	return token, dberror.Of("link", err)
}

// CheckWhole returns ErrLinkCut unless a token has the length of the tokens of links.
func CheckWhole(token string) error {
	if !secrets.Whole(token) {
		return ErrLinkCut
	}
	return nil
}

// CheckToken returns an error unless the token of a person and a purpose works: ErrLinkInvalid, or
// ErrLinkExpired.
func (s *Store) CheckToken(ctx context.Context, person uuid.UUID, p Purpose, token string) error {
	var expires time.Time
	err := s.pool.QueryRow(
		ctx, "select expires_at from account_tokens where person = $1 and purpose = $2 and token_hash = $3", person, p,
		secrets.Digest(token),
	).Scan(&expires)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return ErrLinkInvalid
	case err != nil:
		return dberror.Of("link", err)
	case !s.clock().Before(expires):
		return ErrLinkExpired
	}
	return nil
}

// claimLasts is how long a try that did not end keeps others from following the same link.
const claimLasts = 30 * time.Second

// ClaimToken keeps a token for one of several tries at once. The others get ErrLinkInvalid. Call release if
// the try fails.
func (s *Store) ClaimToken(
	ctx context.Context,
	person uuid.UUID,
	p Purpose,
	token string,
) (release func(context.Context) error, err error) {
	claim := func(ctx context.Context, until, free time.Time) (int64, error) {
		tag, err := s.pool.Exec(
			ctx,
			`update account_tokens set claimed_until = $4
			where person = $1 and purpose = $2 and token_hash = $3 and claimed_until <= $5`,
			person, p, secrets.Digest(token), until, free,
		)
		return tag.RowsAffected(), dberror.Of("link", err)
	}
	now := s.clock()
	switch claimed, err := claim(ctx, now.Add(claimLasts), now); {
	case err != nil:
		return nil, err
	case claimed == 0:
		return nil, ErrLinkInvalid
	}
	return func(ctx context.Context) error {
		_, err := claim(ctx, now, now.Add(claimLasts))
		return err
	}, nil
}

// UseToken uses a token up. Of several concurrent uses one succeeds, the others get ErrLinkInvalid.
func (s *Store) UseToken(ctx context.Context, person uuid.UUID, p Purpose, token string) error {
	return s.useToken(ctx, s.pool, person, p, token)
}

func (s *Store) useToken(ctx context.Context, db execer, person uuid.UUID, p Purpose, token string) error {
	tag, err := db.Exec(
		ctx,
		"delete from account_tokens where person = $1 and purpose = $2 and token_hash = $3 and expires_at > $4",
		person, p, secrets.Digest(token), s.clock(),
	)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrLinkInvalid
	}
	return dberror.Of("link", err)
}

// Sweep removes links that expired long ago, and what the throttle no longer counts.
func (s *Store) Sweep(ctx context.Context) error {
	if _, err := s.pool.Exec(
		ctx, "delete from account_tokens where expires_at <= $1", s.clock().Add(-expiredKept),
	); err != nil {
		return dberror.Of("links", err)
	}
	return s.Throttle.Sweep(ctx)
}
