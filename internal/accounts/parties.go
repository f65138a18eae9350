package accounts

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Parties are who sells and who buys, as they were when an invoice was issued.
type Parties struct{ Seller, Buyer Company }

// KeepParties stores the companies of an invoice that is going to be issued. Later changes of the
// companies do not change them. Repeating it has no effect.
func (s *Store) KeepParties(ctx context.Context, invoice uuid.UUID, seller string, buyer uuid.UUID) error {
	if seller == domain.DirectClient { // the provider itself sells to its direct customers
		seller = domain.ProviderClient
	}
	_, err := s.pool.Exec(
		ctx,
		`insert into invoice_parties (invoice, customer, seller_name, seller_address, seller_country,
		seller_contact, buyer_name, buyer_address, buyer_country, buyer_contact)
		select $1, c.id, t.name, t.address, t.country, t.contact, c.name, c.address, c.country, c.contact
		from tenants t, companies c where t.id = $2 and c.id = $3 on conflict (invoice) do nothing`,
		invoice,
		seller,
		buyer,
	)
	return dberror.Of("companies of an invoice", err)
}

// PartiesOf returns the companies of an invoice. They are empty if it has none.
func (s *Store) PartiesOf(ctx context.Context, invoice uuid.UUID) (p Parties, err error) {
	err = s.pool.QueryRow(ctx, `select seller_name, seller_address, seller_country, seller_contact, buyer_name,
		buyer_address, buyer_country, buyer_contact from invoice_parties where invoice = $1`, invoice).Scan(
		&p.Seller.Name, &p.Seller.Address, &p.Seller.Country, &p.Seller.Contact,
		&p.Buyer.Name, &p.Buyer.Address, &p.Buyer.Country, &p.Buyer.Contact,
	)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, nil
	}
	return p, dberror.Of("companies of an invoice", err)
}
