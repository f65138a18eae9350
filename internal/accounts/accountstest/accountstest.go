// Package accountstest adds accounts to a database in tests that have no event log.
package accountstest

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/accounts"
)

// Plant adds a seed, with rows of the read model as the events of onboarding.Office.Plant would make
// them. It does not change what exists.
func Plant(ctx context.Context, pool *pgxpool.Pool, s *accounts.Store, seed accounts.Seed) error {
	if err := s.PlantDetails(ctx, seed); err != nil {
		return err
	}
	b := &pgx.Batch{}
	for _, c := range seed.Clients {
		b.Queue(
			`insert into account_clients (stream, id, kind, colour, logo, favicon, placeholder, named, hosts, signup, second_factor, created_at,
			version, position) values (gen_random_uuid(), $1, $2, '#2563eb', '', '', '', 0, '{}', false, false, now(), 1, 0)
			on conflict do nothing`,
			c.ID,
			c.Kind,
		)
	}
	for _, c := range seed.Customers {
		if c.Quota == (accounts.Quota{}) {
			c.Storage = -1
		}
		b.Queue(
			`insert into account_customers (id, client_id, package, max_active_orders, payg, storage, additional_storage,
			state, created_at, version, position) values ($1, $2, $3, $4, $5, $6, $7, 'active', now(), 1, 0)
			on conflict do nothing`,
			c.ID,
			c.ClientID,
			c.Package,
			c.MaxActiveOrders,
			c.PAYG,
			c.Storage,
			c.Additional,
		)
	}
	for _, u := range seed.Users {
		var customer *uuid.UUID
		if u.CustomerID != uuid.Nil {
			customer = &u.CustomerID
		}
		b.Queue(
			`insert into account_members (stream, person, client_id, customer_id, role, is_approver, view_only, state,
			verified, generation, changed_at, version, position)
			select gen_random_uuid(), id, $2, $3, $4, $5, $6, 'active', true, 0, now(), 1, 0 from people where id = $1
			on conflict do nothing`, u.ID, u.ClientID, customer, u.Role, u.IsApprover, u.ViewOnly,
		)
	}
	return pool.SendBatch(ctx, b).Close()
}
