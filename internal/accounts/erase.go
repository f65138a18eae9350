package accounts

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Find returns the person with this id or e-mail, or the guest with this id. It returns
// domain.ErrNotFound if there is none, and an error with the ids if several accounts have the address.
func (s *Store) Find(ctx context.Context, idOrEmail string) (User, error) {
	id, _ := uuid.Parse(idOrEmail)
	users, err := s.users(
		ctx, "p.id = $1 or lower(p.email) = lower($2) order by p.id limit $3", id, idOrEmail, maxAccounts,
	)
	switch {
	case err != nil:
		return User{}, err
	case len(users) > 1:
		ids := make([]string, len(users))
		for i, u := range users {
			ids[i] = u.ID.String()
		}
		return User{}, &domain.Error{
			Code: domain.Conflict, Reason: "person.several",
			Message: "Several accounts have this address. Name the person by id: " + strings.Join(ids, ", "),
		}
	case len(users) == 1:
		return users[0], nil
	}
	g, err := guests.New(s.pool, s.Throttle, s.clock).Find(ctx, id)
	return User{ID: g.ID, Firstname: g.Name, Email: g.Email, Role: domain.Guest}, err
}

// Erase removes a person's name, e-mail, password, picture, second factors, access tokens and sessions.
// The id stays, because events refer to it. Other processes may show the cached name for another half minute.
func (s *Store) Erase(ctx context.Context, id uuid.UUID) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, of := range []string{
			"sessions where user_id", "mail_settings where person", "avatars where person",
			"account_factors where person", "recovery_codes where person", "second_steps where person",
			"account_choices where person",
			"account_tokens where person", "access_tokens where person",
			"email_changes where person", "imports where person",
		} {
			if _, err := tx.Exec(ctx, "delete from "+of+" = $1", id); err != nil {
				return err
			}
		}
		if err := guests.Erase(ctx, tx, id, s.clock()); err != nil {
			return err
		}
		if err := dropLogin(ctx, tx, id); err != nil {
			return err
		}
		_, err := tx.Exec(
			ctx,
			`update people set email = id || '@erased.invalid', password = '', firstname = 'Erased', lastname = 'account', avatar = '', job_title = '', phone = '',
			account = null where id = $1`,
			id,
		)
		return err
	})
	s.Forget()
	return dberror.Of("erase", err)
}

// NotErased returns those of the people who are not erased.
func (s *Store) NotErased(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(ctx, `select id from people where id = any($1) and email <> id || '@erased.invalid'
		union select id from guests where id = any($1) and email <> ''`, ids)
	if err != nil {
		return nil, dberror.Of("erasures", err)
	}
	known, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return known, dberror.Of("erasures", err)
}
