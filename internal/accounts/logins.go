package accounts

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Login is what somebody signs in with: an address and its password. It opens every account in which the
// address was proved to be theirs (D-82). While nobody has proved an address, the first person who was
// added with a password has the login of it; that reserves nothing, see settle.
type Login struct {
	Password string // its hash, empty if nobody has chosen one
	People   []User // one for each account, also of those who may not sign in; the oldest account first
}

// maxAccounts is the largest number of accounts of a login that is looked at.
const maxAccounts = 100

// OfLogin selects everybody whom the login of the person $1 opens an account for, and that person.
const OfLogin = "(select o.id from people me join people o on o.id = me.id or o.login = me.login where me.id = $1)"

// ErrNoLogin says that the address of a person does not open their account.
var ErrNoLogin = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "login.none",
	Message: "Please prove your e-mail address first. Your profile sends you a link.",
}

// WithPassword returns the login of an e-mail address, or domain.ErrNotFound.
func (s *Store) WithPassword(ctx context.Context, email string) (l Login, err error) {
	rows, err := s.pool.Query(
		ctx,
		"select l.password, "+userColumns+fromUsers+` join logins l on l.id = p.login
		where l.address = lower($1) order by m.joined_at, p.id limit $2`,
		strings.TrimSpace(email), maxAccounts,
	)
	if err != nil {
		return l, dberror.Of("login", err)
	}
	l.People, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (u User, err error) {
		return u, row.Scan(append([]any{&l.Password}, u.into()...)...)
	})
	if err == nil && len(l.People) == 0 {
		err = domain.ErrNotFound
	}
	return l, dberror.Of("login", err)
}

// PasswordOf returns the hash of the password that a person signs in with, or ErrNoLogin.
func (s *Store) PasswordOf(ctx context.Context, person uuid.UUID) (hashed string, err error) {
	err = s.pool.QueryRow(
		ctx, "select l.password from people p join logins l on l.id = p.login where p.id = $1", person,
	).Scan(&hashed)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", ErrNoLogin
	}
	return hashed, dberror.Of("login", err)
}

// Same returns the people whom the login of a person opens and who may sign in, the oldest account first.
func (s *Store) Same(ctx context.Context, person uuid.UUID) ([]User, error) {
	return s.users(
		ctx,
		"p.id in "+OfLogin+` and m.state = $2
		order by m.joined_at, p.id limit $3`,
		person, member.Active, maxAccounts,
	)
}

// Errors of a proof of an address that was proved before.
var (
	ErrPasswordNeeded = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "login.password_needed",
		Message: "You sign in to another account with this address already. Enter that password to go on.",
	}
	ErrPasswordGiven = &domain.Error{
		Code:   domain.Conflict,
		Reason: "login.password_given",
		Message: "Somebody else chose the password of this address. Reset it first, so that it is yours alone, " +
			"and then open this link again.",
	}
)

// Known says what is known of the address of somebody who was added to another account.
type Known struct {
	Login bool // the address was proved in another account
	Given bool // and somebody else chose its password
}

// Proof is how somebody follows a link that proves their address.
type Proof struct {
	Purpose Purpose
	Token   string
	// Password is one that they choose. It is empty if they keep that of the login, or that with which they
	// were added.
	Password string
	// Checked says that they gave the password of the login, and Replace that they choose another one for it.
	// Without either, nobody gets into a login of others.
	Checked, Replace bool
}

// Prove uses up a token that proves a person's address, and gives them the login of the address. People who
// had the login without such a proof lose it. It returns ErrPasswordNeeded for an address that was proved in
// another account, unless the proof says that its password was checked or is replaced: whoever knows that
// password gets into the account as well.
func (s *Store) Prove(ctx context.Context, person uuid.UUID, p Proof) error {
	hashed := ""
	if p.Password != "" {
		err := secrets.CheckPassword(p.Password)
		if err == nil {
			hashed, err = s.Hasher.Hash(ctx, p.Password)
		}
		if err != nil {
			return err
		}
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.useToken(ctx, tx, person, p.Purpose, p.Token); err != nil {
			return err
		}
		return s.settle(ctx, tx, person, hashed, false, p)
	})
	return dberror.Of("login", err)
}

// settle gives a person the login of their address. given says that somebody else chose the password.
func (s *Store) settle(ctx context.Context, tx pgx.Tx, person uuid.UUID, hashed string, given bool, p Proof) error {
	var login uuid.UUID
	if err := tx.QueryRow(
		ctx,
		`insert into logins (address, password) select lower(email), '' from people where id = $1
		on conflict (address) do update set address = excluded.address returning id`, // which locks it
		person,
	).Scan(&login); err != nil {
		return err
	}
	known, err := s.known(ctx, tx, person)
	switch {
	case err != nil:
		return err
	case known.Login && !p.Checked && !p.Replace:
		return ErrPasswordNeeded
	}
	if !known.Login {
		if _, err := tx.Exec(
			ctx,
			`with others as (update people set login = null where login = $1 and id <> $2 returning id)
			delete from sessions where user_id in (select id from others)`,
			login, person,
		); err != nil {
			return err
		}
	}
	if !known.Login || p.Replace {
		if _, err := tx.Exec(
			ctx,
			`update logins l set
				password = case when $3 <> '' then $3 when p.login = l.id then l.password else p.password end,
				given = case when $3 <> '' then $4 when p.login = l.id then l.given else p.given end
			from people p where l.id = $1 and p.id = $2`,
			login, person, hashed, given,
		); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, "update people set login = $2 where id = $1", person, login)
	return err
}

// SetPassword replaces the password that a person signs in with. given says that somebody else chose it.
// If the person has no login, whoever sets it vouches for their address.
func (s *Store) SetPassword(ctx context.Context, person uuid.UUID, password string, given bool) error {
	if err := secrets.CheckPassword(password); err != nil {
		return err
	}
	hashed, err := s.Hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(
			ctx, "update logins set password = $2, given = $3 where id = (select login from people where id = $1)",
			person, hashed, given,
		)
		if err == nil && tag.RowsAffected() == 0 {
			err = s.settle(ctx, tx, person, hashed, given, Proof{Replace: true})
		}
		return err
	})
	return dberror.Of("password", err)
}

// Known says whether the address of a person was proved in another account, so that they have a password for
// it already.
func (s *Store) Known(ctx context.Context, person uuid.UUID) (Known, error) {
	return s.known(ctx, s.pool, person)
}

type rowQuerier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func (s *Store) known(ctx context.Context, db rowQuerier, person uuid.UUID) (k Known, err error) {
	err = db.QueryRow(
		ctx,
		`select count(*) > 0, coalesce(bool_or(l.given), false) from people p join logins l on l.address = lower(p.email)
		join people o on o.login = l.id join account_members m on m.person = o.id
		where p.id = $1 and o.id <> $1 and m.verified and m.state <> $2`,
		person,
		member.Deleted,
	).Scan(&k.Login, &k.Given)
	return k, dberror.Of("login", err)
}

// Owners returns the people whose login has an address that was proved, and who may sign in.
func (s *Store) Owners(ctx context.Context, address string) ([]User, error) {
	return s.users(
		ctx,
		`p.login = (select id from logins where address = lower($1)) and m.state = $2 and m.verified
		order by m.joined_at, p.id limit $3`,
		strings.TrimSpace(address), member.Active, maxAccounts,
	)
}

// moveLogin gives a login, and everybody whom it opens an account for, another address, which was proved.
// Somebody who had the address without a proof loses their login.
func (s *Store) moveLogin(ctx context.Context, tx pgx.Tx, person uuid.UUID, address string) error {
	for _, sql := range []string{
		`with others as (
			update people o set login = null from logins l where o.login = l.id and l.address = lower($2)
			and l.id is distinct from (select login from people where id = $1)
			and not exists (
				select from people v join account_members m on m.person = v.id
				where v.login = l.id and m.verified and m.state <> '` + string(member.Deleted) + `'
			) returning o.id, l.id as login
		), ended as (delete from sessions where user_id in (select id from others))
		delete from logins where id in (select login from others)`,
		"update logins set address = lower($2) where id = (select login from people where id = $1)",
		"update people set email = $2 where id in " + OfLogin,
	} {
		if _, err := tx.Exec(ctx, sql, person, address); err != nil {
			return err
		}
	}
	return nil
}

// dropLogin takes a person's login away, and removes it if it opens no other account.
func dropLogin(ctx context.Context, tx pgx.Tx, person uuid.UUID) error {
	_, err := tx.Exec(
		ctx,
		`delete from logins l using people p where p.id = $1 and l.id = p.login
		and not exists (select from people o where o.login = l.id and o.id <> p.id)`, // the reference becomes null
		person,
	)
	if err == nil {
		_, err = tx.Exec(ctx, "update people set login = null where id = $1", person)
	}
	return err
}
