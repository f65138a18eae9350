package accounts

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/internal/dberror"
)

// GettingStarted is the key of the list of first steps, among those of the guided tours.
const GettingStarted = "gettingStarted"

// FirstSteps says what of a new installation is there.
type FirstSteps struct {
	Staff     bool // somebody else belongs to the provider, or is invited
	Customer  bool // there is a customer
	Catalogue bool // a service can be ordered
	Brand     bool // the provider has a logo or a colour of its own
	Dismissed bool // the person does not want to see the list
}

// FirstSteps returns what of a new installation is there, for an admin. It looks for one row of each.
func (s *Store) FirstSteps(ctx context.Context, admin uuid.UUID) (f FirstSteps, err error) {
	err = s.pool.QueryRow(
		ctx,
		`select
			exists (select from account_members m where m.client_id = $1 and m.customer_id is null and m.person <> $2 and `+memberStays+`),
			exists (select from account_customers a where `+customerStays+`),
			exists (select from services v join service_categories c on c.id = v.category_id where not (v.retired or c.retired)),
			exists (select from account_clients where id = $1 and (logo <> '' or colour <> $3)),
			exists (select from people where id = $2 and $4 = any (tours_done))`,
		domain.ProviderClient, admin, client.DefaultColour, GettingStarted,
	).Scan(&f.Staff, &f.Customer, &f.Catalogue, &f.Brand, &f.Dismissed)
	return f, dberror.Of("first steps", err)
}
