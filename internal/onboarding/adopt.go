package onboarding

import (
	"context"

	"github.com/google/uuid"
)

// page is the number of accounts that Adopt reads at a time.
const page = 1000

// Adopt turns the accounts of a version that stored their facts in tables into events. Repeating it
// has no effect.
func (o Office) Adopt(ctx context.Context) error {
	clients, err := o.Accounts.OlderClients(ctx)
	if err != nil {
		return err
	}
	if err := o.clients(ctx, clients); err != nil {
		return err
	}
	for after := uuid.Nil; ; {
		customers, err := o.Accounts.OlderCustomers(ctx, after, page)
		if err != nil || len(customers) == 0 {
			if err != nil {
				return err
			}
			break
		}
		if err := o.customers(ctx, customers); err != nil {
			return err
		}
		after = customers[len(customers)-1].ID
	}
	for after := uuid.Nil; ; {
		people, err := o.Accounts.OlderUsers(ctx, after, page)
		if err != nil || len(people) == 0 {
			return err
		}
		if err := o.people(ctx, people); err != nil {
			return err
		}
		after = people[len(people)-1].ID
	}
}
