package accounts

import (
	"context"
	"errors"
	"net/mail"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts/names"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Errors of people's data.
var (
	ErrAddressTaken = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "person.address_taken",
		Message: "This e-mail address cannot be used. Choose another one.",
	}
	ErrHereAlready = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "person.here_already",
		Message: "Somebody of this account has this e-mail address already.",
	}
	ErrPersonInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "person.invalid",
		Message: "A person needs a first name, a last name of at most 100 characters and an e-mail address.",
	}
	ErrNameInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "account.name_invalid",
		Message: "A name has 1 to 100 characters.",
	}
)

// NewPerson describes a person to add. Password is empty if they choose one later.
type NewPerson struct {
	ID                         uuid.UUID
	Email, Firstname, Lastname string
	JobTitle                   string
	TimeZone                   string
	Password                   string
	// Given says that somebody else chose the password.
	Given bool
}

const maxName = 100 // characters

// validName reports whether a name has 1 to 100 characters.
func validName(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 1 && n <= maxName
}

// legible returns domain.ErrIllegible if one of these names is not, unless it is empty.
func legible(names ...string) error {
	for _, name := range names {
		if err := domain.Legible(name); err != nil && name != "" {
			return err
		}
	}
	return nil
}

func (p *NewPerson) check() error {
	for _, text := range []*string{&p.Firstname, &p.Lastname, &p.JobTitle} {
		*text = strings.Join(strings.Fields(*text), " ")
	}
	if err := legible(p.Firstname, p.Lastname, p.JobTitle); err != nil {
		return err
	}
	p.Email = strings.TrimSpace(p.Email)
	if !validAddress(p.Email) || !validName(p.Firstname) ||
		p.Lastname != "" && !validName(p.Lastname) ||
		p.JobTitle != "" && !validName(p.JobTitle) {
		return ErrPersonInvalid
	}
	if err := domain.CheckZone(p.TimeZone); err != nil {
		return err
	}
	if names.Links(p.Firstname) || names.Links(p.Lastname) || names.Links(p.JobTitle) {
		return names.ErrLinks
	}
	if p.Password == "" {
		return nil
	}
	return secrets.CheckPassword(p.Password)
}

// validAddress reports whether a text is an e-mail address and nothing else.
func validAddress(s string) bool {
	address, err := mail.ParseAddress(s)
	return err == nil && address.Address == s && len(s) <= 254
}

// AddPerson stores a person's data before the event that makes them a member. added is false if they
// are stored already. Somebody with a password gets the login of their address if nobody has it. It returns
// ErrHereAlready if somebody of the account has the address.
func (s *Store) AddPerson(ctx context.Context, p NewPerson, at member.Place) (added bool, err error) {
	if err := p.check(); err != nil {
		return false, err
	}
	password := ""
	if p.Password != "" {
		if password, err = s.Hasher.Hash(ctx, p.Password); err != nil {
			return false, err
		}
	}
	account := AccountKey(at.Client, at.Customer)
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// Whoever was removed from the account leaves the address to others.
		if _, err := tx.Exec(
			ctx,
			`update people p set account = null from account_members m
			where p.account = $1 and lower(p.email) = lower($2) and m.person = p.id and m.state = $3`,
			account, p.Email, member.Deleted,
		); err != nil {
			return err
		}
		tag, err := tx.Exec(
			ctx,
			`with login as (
				insert into logins (id, address, password, given) select $1, lower($2), $3, $9
				where $3 <> '' and not exists (select from people where id = $1) on conflict do nothing returning id
			)
			insert into people (id, email, password, firstname, lastname, job_title, time_zone, account, login, given)
			values ($1, $2, $3, $4, $5, $6, $7, $8, (select id from login), $9) on conflict (id) do nothing`,
			p.ID, p.Email, password, p.Firstname, p.Lastname, p.JobTitle, p.TimeZone, account, p.Given,
		)
		added = tag.RowsAffected() == 1
		return err
	})
	if dberror.Violates(err, "23505") {
		return false, ErrHereAlready
	}
	return added, dberror.Of("person", err)
}

// ForgetPerson removes a person whose membership was refused.
func (s *Store) ForgetPerson(ctx context.Context, id uuid.UUID) error {
	return dberror.Of("person", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := dropLogin(ctx, tx, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "delete from people where id = $1", id)
		return err
	}))
}

// NameTenant stores the name of a client.
func (s *Store) NameTenant(ctx context.Context, id, name string) error {
	name = strings.Join(strings.Fields(name), " ")
	if !validName(name) {
		return ErrNameInvalid
	}
	if err := legible(name); err != nil {
		return err
	}
	_, err := s.pool.Exec(
		ctx,
		"insert into tenants (id, name) values ($1, $2) on conflict (id) do update set name = excluded.name",
		id,
		name,
	)
	s.Forget()
	return dberror.Of("client", err)
}

// HasAdmin reports whether the provider has an admin who can sign in.
func (s *Store) HasAdmin(ctx context.Context) (bool, error) {
	var has bool
	err := s.pool.QueryRow(
		ctx, "select exists (select from account_members where role = $1 and state = $2)", domain.Admin, member.Active,
	).Scan(&has)
	return has, dberror.Of("admins", err)
}

// ByLink returns the person with an e-mail address whom a token of a purpose was sent to. It returns
// ErrLinkInvalid if there is none, and ErrLinkExpired, with the person, if it is too late.
func (s *Store) ByLink(ctx context.Context, email string, p Purpose, token string) (User, error) {
	u, err := s.oneUser(
		ctx,
		`lower(p.email) = lower($1) and exists (
			select from account_tokens t where t.person = p.id and t.purpose = $2 and t.token_hash = $3
		)`,
		strings.TrimSpace(email), p, secrets.Digest(token),
	)
	if errors.Is(err, domain.ErrNotFound) {
		err = ErrLinkInvalid
	}
	if err != nil {
		return u, err
	}
	return u, s.CheckToken(ctx, u.ID, p, token)
}

// ByMembership returns the person of a membership's stream, or domain.ErrNotFound.
func (s *Store) ByMembership(ctx context.Context, stream uuid.UUID) (User, error) {
	return s.oneUser(ctx, "m.stream = $1", stream)
}

func (s *Store) oneUser(ctx context.Context, where string, args ...any) (User, error) {
	users, err := s.users(ctx, where+" limit 1", args...)
	switch {
	case err != nil:
		return User{}, err
	case len(users) == 0:
		return User{}, domain.ErrNotFound
	}
	return users[0], nil
}
