package accounts

import (
	"cmp"
	"context"
	"fmt"

	"github.com/alexedwards/argon2id"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/dberror"
	"github.com/proofboard/proofboard/internal/offers"
)

// Seed holds accounts that a demo or a test begins with. See onboarding.Office.Plant.
type Seed struct {
	Clients   []Client
	Customers []Customer
	Offers    offers.Entries
	Users     []User
	Password  string // password of every user in Users
	// Hashing is how the password is hashed, nil for as everybody's. Tests take less memory.
	Hashing *argon2id.Params
}

// PlantDetails adds what the log does not contain of a seed, in one transaction: names, addresses,
// passwords and the catalogue. It does not change what exists.
func (s *Store) PlantDetails(ctx context.Context, seed Seed) error {
	password, err := argon2id.CreateHash(seed.Password, cmp.Or(seed.Hashing, argon2id.DefaultParams))
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		for _, c := range seed.Clients {
			b.Queue(
				`insert into tenants (id, name, logo, address, country, contact) values ($1, $2, $3, $4, $5, $6)
				on conflict do nothing`,
				c.ID, c.Name, c.Logo, c.Address, c.Country, c.Contact,
			)
		}
		for _, c := range seed.Customers {
			b.Queue(
				`insert into companies (id, name, address, country, contact) values ($1, $2, $3, $4, $5)
				on conflict do nothing`,
				c.ID, c.Name, c.Address, c.Country, c.Contact,
			)
		}
		offers.Plant(b, seed.Offers)
		for _, u := range seed.Users {
			b.Queue(
				`with login as (
					insert into logins (id, address, password) values ($1, lower($2), $3) on conflict do nothing returning id
				)
				insert into people (id, email, password, firstname, lastname, avatar, job_title, time_zone, phone, tours_done, account, login)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (
					select id from login union select id from logins where address = lower($2) limit 1
				)) on conflict do nothing`,
				u.ID,
				u.Email,
				password,
				u.Firstname,
				u.Lastname,
				u.Avatar,
				u.JobTitle,
				u.TimeZone,
				u.Phone,
				Tours, // the people of a demo know the product
				AccountKey(u.ClientID, u.CustomerID),
			)
		}
		return tx.SendBatch(ctx, b).Close()
	})
	if err != nil {
		return fmt.Errorf("accounts: plant a seed: %w", err)
	}
	return nil
}

// Empty reports whether there are no accounts.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	var some bool
	err := s.pool.QueryRow(ctx, "select exists (select from people)").Scan(&some)
	return !some, dberror.Of("people", err)
}

// OlderClients returns the clients with their kind and colour, as the version before the events of
// accounts stored them.
func (s *Store) OlderClients(ctx context.Context) ([]Client, error) {
	return older(
		ctx, s, "select id, kind, brand from tenants where kind is not null order by id",
		func(c *Client) []any { return []any{&c.ID, &c.Kind, &c.Brand} },
	)
}

// OlderCustomers returns up to limit customers after an id, sorted by id, with their terms as the
// version before the events of accounts stored them.
func (s *Store) OlderCustomers(ctx context.Context, after uuid.UUID, limit int) ([]Customer, error) {
	return older(
		ctx, s,
		`select c.id, c.client_id, coalesce(k.id::text, c.package), c.max_active_orders, c.payg, c.storage_quota,
		c.additional_storage_quota from companies c left join packages k on k.name = c.package
		where c.client_id is not null and c.id > $1 order by c.id limit $2`,
		func(c *Customer) []any {
			return []any{&c.ID, &c.ClientID, &c.PackageRef, &c.MaxActiveOrders, &c.PAYG, &c.Storage, &c.Additional}
		},
		after, limit,
	)
}

// OlderUsers returns up to limit people after an id, sorted by id, with their accounts and roles as
// the version before the events of accounts stored them.
func (s *Store) OlderUsers(ctx context.Context, after uuid.UUID, limit int) ([]User, error) {
	return older(
		ctx,
		s,
		`select id, role, client_id, coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), is_approver, view_only
		from people where role is not null and id > $1 order by id limit $2`,
		func(u *User) []any {
			return []any{&u.ID, &u.Role, &u.ClientID, &u.CustomerID, &u.IsApprover, &u.ViewOnly}
		},
		after,
		limit,
	)
}

func older[T any](ctx context.Context, s *Store, sql string, into func(*T) []any, args ...any) ([]T, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, dberror.Of("accounts of an older version", err)
	}
	found, err := pgx.CollectRows(
		rows,
		func(row pgx.CollectableRow) (v T, err error) { return v, row.Scan(into(&v)...) },
	)
	return found, dberror.Of("accounts of an older version", err)
}
