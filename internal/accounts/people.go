package accounts

import (
	"context"
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
	ErrPersonInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "person.invalid",
		Message: "A person needs a first name, a last name of at most 100 characters, an e-mail address and a time zone.",
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
		p.JobTitle != "" && !validName(p.JobTitle) ||
		!validZone(p.TimeZone) {
		return ErrPersonInvalid
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

// WithPassword returns the person with an e-mail address, and the hash of their password. It is empty
// before they have chosen one.
func (s *Store) WithPassword(ctx context.Context, email string) (User, string, error) {
	var stored string
	rows, err := s.pool.Query(
		ctx,
		"select p.password, "+userColumns+fromUsers+" where lower(p.email) = lower($1)",
		email,
	)
	if err != nil {
		return User{}, "", dberror.Of("user", err)
	}
	user, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (u User, err error) {
		return u, row.Scan(append([]any{&stored}, u.into()...)...)
	})
	return user, stored, dberror.Of("user", err)
}

// AddPerson stores a person's data before the event that makes them a member. added is false if they
// are stored already. It returns ErrAddressTaken if somebody else has the address.
func (s *Store) AddPerson(ctx context.Context, p NewPerson) (added bool, err error) {
	if err := p.check(); err != nil {
		return false, err
	}
	password := ""
	if p.Password != "" {
		if password, err = s.Hasher.Hash(ctx, p.Password); err != nil {
			return false, err
		}
	}
	tag, err := s.pool.Exec(
		ctx,
		`insert into people (id, email, password, firstname, lastname, job_title, time_zone)
		values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
		p.ID, p.Email, password, p.Firstname, p.Lastname, p.JobTitle, p.TimeZone,
	)
	if violates(err, "23505") {
		return false, ErrAddressTaken
	}
	return tag.RowsAffected() == 1, dberror.Of("person", err)
}

// ForgetPerson removes a person whose membership was refused.
func (s *Store) ForgetPerson(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from people where id = $1", id)
	return dberror.Of("person", err)
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

// ByAddress returns the person with an e-mail address, or domain.ErrNotFound.
func (s *Store) ByAddress(ctx context.Context, email string) (User, error) {
	return s.oneUser(ctx, "lower(p.email) = lower($1)", strings.TrimSpace(email))
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

// SetPassword replaces a person's password.
func (s *Store) SetPassword(ctx context.Context, person uuid.UUID, password string) error {
	if err := secrets.CheckPassword(password); err != nil {
		return err
	}
	hashed, err := s.Hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	return s.storePassword(ctx, s.pool, person, hashed)
}

func (s *Store) storePassword(ctx context.Context, db execer, person uuid.UUID, hashed string) error {
	tag, err := db.Exec(ctx, "update people set password = $2 where id = $1", person, hashed)
	if err == nil && tag.RowsAffected() == 0 {
		err = pgx.ErrNoRows
	}
	return dberror.Of("password", err)
}
