package accounts

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Seed holds accounts that an administrator or the demo adds. Planting a seed adds what is missing
// and does not change what exists.
type Seed struct {
	Clients   []Client
	Customers []Customer
	Catalogue
	Users    []User
	Password string // password of every user in Users
}

// Plant adds a seed in one transaction.
func (s *Store) Plant(ctx context.Context, seed Seed) error {
	password, err := hashPassword(seed.Password)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		for _, c := range seed.Clients {
			b.Queue(
				"insert into clients (id, name, kind, brand, logo) values ($1, $2, $3, $4, $5) on conflict do nothing",
				c.ID, c.Name, c.Kind, c.Brand, c.Logo,
			)
		}
		for _, c := range seed.Customers {
			if c.Quota == (Quota{}) {
				c.Storage = -1
			}
			b.Queue(
				"insert into customers ("+customerColumns+") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing",
				c.ID,
				c.ClientID,
				c.Name,
				c.Package,
				c.MaxActiveOrders,
				c.PAYG,
				c.Storage,
				c.Additional,
			)
		}
		for _, c := range seed.Categories {
			b.Queue(
				"insert into service_categories (id, name, place) values ($1, $2, $3) on conflict do nothing", c.ID,
				c.Name, c.Place,
			)
		}
		for _, v := range seed.Services {
			b.Queue(
				"insert into services (id, category_id, name, promised_start, allocated, place) values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
				v.ID,
				v.CategoryID,
				v.Name,
				v.PromisedStart,
				v.Allocated,
				v.Place,
			)
		}
		for _, p := range seed.Packages {
			b.Queue(
				"insert into packages (id, name, allocated, max_active_orders, place) values ($1, $2, $3, $4, $5) on conflict do nothing",
				p.ID,
				p.Name,
				p.Allocated,
				p.MaxActiveOrders,
				p.Place,
			)
		}
		for _, u := range seed.Users {
			var customer *uuid.UUID
			if u.CustomerID != uuid.Nil {
				customer = &u.CustomerID
			}
			b.Queue(
				`insert into users (id, email, password, firstname, lastname, avatar, job_title, role, client_id, customer_id, is_approver, view_only, time_zone)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`,
				u.ID,
				u.Email,
				password,
				u.Firstname,
				u.Lastname,
				u.Avatar,
				u.JobTitle,
				u.Role,
				u.ClientID,
				customer,
				u.IsApprover,
				u.ViewOnly,
				u.TimeZone,
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
	err := s.pool.QueryRow(ctx, "select exists (select from users)").Scan(&some)
	return !some, unavailable("users", err)
}
