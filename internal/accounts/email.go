package accounts

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// RequestEmail stores the new address that a person asked for. If another person with this verified address can sign
// in, taken is that person. Otherwise it is empty.
func (s *Store) RequestEmail(ctx context.Context, person uuid.UUID, address string) (taken User, err error) {
	address = strings.TrimSpace(address)
	if !validAddress(address) {
		return taken, ErrPersonInvalid
	}
	owners, err := s.Owners(ctx, address)
	if err != nil {
		return taken, err
	}
	for i, u := range owners {
		if i == 0 || u.ID == person {
			taken = u
		}
	}
	return taken, s.keepAddress(ctx, s.pool, person, false, address)
}

func (s *Store) keepAddress(ctx context.Context, db execer, person uuid.UUID, replaced bool, address string) error {
	_, err := db.Exec(
		ctx,
		`insert into email_changes (person, replaced, address, changed_at) values ($1, $2, $3, $4)
		on conflict (person, replaced) do update set address = excluded.address, changed_at = excluded.changed_at`,
		person, replaced, address, s.clock(),
	)
	return dberror.Of("address", err)
}

// ChangingEmail returns the address that a person wants to have, and the one that was replaced before.
// Both are empty if there is none.
func (s *Store) ChangingEmail(ctx context.Context, person uuid.UUID) (wanted, replaced string, err error) {
	err = s.pool.QueryRow(
		ctx,
		`select coalesce(max(address) filter (where not replaced), ''), coalesce(max(address) filter (where replaced), '')
		from email_changes where person = $1`,
		person,
	).Scan(&wanted, &replaced)
	return wanted, replaced, dberror.Of("address", err)
}

// NewEmailToken returns a new token that proves an address. It works for this address only, so a
// person who asked for another one cannot use it.
func (s *Store) NewEmailToken(ctx context.Context, person uuid.UUID, address string) (string, error) {
	return s.newToken(ctx, person, ForEmail, bound(address))
}

// bound returns what is hashed after a token that works for an address only.
func bound(address string) string { return " " + strings.ToLower(strings.TrimSpace(address)) }

// WantsEmail returns the person who asked for a new address, if the token proves that it is theirs. It
// returns ErrLinkInvalid or ErrLinkExpired otherwise.
func (s *Store) WantsEmail(ctx context.Context, address, token string) (person uuid.UUID, err error) {
	err = s.pool.QueryRow(
		ctx,
		`select c.person from email_changes c join account_tokens t on t.person = c.person and t.purpose = $3
		where lower(c.address) = lower($1) and not c.replaced and t.token_hash = $2`,
		strings.TrimSpace(address), secrets.Digest(token+bound(address)), ForEmail,
	).Scan(&person)
	if errors.Is(err, pgx.ErrNoRows) {
		return person, ErrLinkInvalid
	}
	if err != nil {
		return person, dberror.Of("address", err)
	}
	return person, s.CheckToken(ctx, person, ForEmail, token+bound(address))
}

// ReplaceEmail uses a token up and replaces a person's address, in all accounts that their login opens, by the
// one that it proves, or does neither. It returns ErrAddressTaken if somebody has proved the address by now,
// or if somebody else has it in one of these accounts.
func (s *Store) ReplaceEmail(ctx context.Context, person uuid.UUID, address, token string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.useToken(ctx, tx, person, ForEmail, token+bound(address)); err != nil {
			return err
		}
		var wanted string
		err := tx.QueryRow(
			ctx,
			"delete from email_changes where person = $1 and not replaced and lower(address) = lower($2) returning address",
			person,
			strings.TrimSpace(address),
		).Scan(&wanted)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrLinkInvalid
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(
			ctx,
			`insert into email_changes (person, replaced, address, changed_at)
			select id, true, email, $2 from people where id in `+OfLogin+`
			on conflict (person, replaced) do update set address = excluded.address, changed_at = excluded.changed_at`,
			person, s.clock(),
		); err != nil {
			return err
		}
		return s.moveLogin(ctx, tx, person, wanted)
	})
	s.Forget()
	if dberror.Violates(err, "23505") {
		return ErrAddressTaken
	}
	return dberror.Of("address", err)
}

// ForgetReplacedEmail forgets the address that a person had before.
func (s *Store) ForgetReplacedEmail(ctx context.Context, person uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from email_changes where person = $1 and replaced", person)
	return dberror.Of("address", err)
}
