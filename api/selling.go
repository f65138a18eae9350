package api

import (
	"context"
	"errors"

	"github.com/google/uuid"

	apibilling "github.com/proofboard/proofboard/api/billing"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/invoicepdf"
)

// sold gives the area of what is sold the ports that it uses.
func (c *Config) sold(w *web.Server) *apibilling.API {
	return &apibilling.API{Ports: apibilling.Ports{
		Web:   w,
		Bus:   c.Bus,
		Sales: c.Sales,
		Cards: c.Cards,
		Usage: c.Usage,
		Clock: c.Clock,

		Texts: c.Texts,
		AccountOf: func(ctx context.Context, id uuid.UUID) (string, customer.Terms, error) {
			of, err := c.Accounts.FindCustomer(ctx, id)
			return of.ClientID, of.Terms(), err
		},
		FindSeller: func(ctx context.Context, client string) error {
			_, err := c.Accounts.FindClient(ctx, client)
			return err
		},
		CompaniesOf: c.companiesOf,
		PartiesOf: func(ctx context.Context, invoice uuid.UUID) (seller, buyer invoicepdf.Party, err error) {
			of, err := c.Accounts.PartiesOf(ctx, invoice)
			return party(of.Seller), party(of.Buyer), err
		},
		BrandOf:         c.brandOf,
		OrderOf:         c.Board.One,
		OrdersOf:        c.ordersOf,
		PayingByTheHour: c.payingByTheHour,
	}}
}

// payingByTheHour returns a page of the customers whose orders are paid by the hour.
func (c *Config) payingByTheHour(
	ctx context.Context,
	search string,
	after uuid.UUID,
	limit int,
) ([]apibilling.Customer, error) {
	found, err := c.Accounts.ListCustomers(
		ctx, accounts.ListedAccounts{Search: search, After: after, Limit: limit, PAYG: true},
	)
	list := make([]apibilling.Customer, len(found))
	for i, a := range found {
		list[i] = apibilling.Customer{
			ID: a.ID, Name: a.Name, Client: a.ClientID, ClientName: a.ClientName, Plan: a.Package,
		}
	}
	return list, err
}

func (c *Config) companiesOf(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	found, err := c.Accounts.Names(ctx, accounts.Wanted{Customers: ids})
	names := make(map[uuid.UUID]string, len(ids))
	for id, of := range found.Customers {
		names[id] = of.Name
	}
	return names, err
}

// brandOf returns the brand with which a client sells. Direct customers see the one of the provider.
func (c *Config) brandOf(ctx context.Context, seller string) (colour string, logo []byte, err error) {
	of, err := c.Accounts.FindClient(ctx, seller)
	if err != nil || of.Logo == "" {
		return of.Brand, nil, err
	}
	if logo, err = c.Accounts.BrandFile(ctx, of.Logo); errors.Is(err, domain.ErrNotFound) { // replaced meanwhile
		return of.Brand, nil, nil
	}
	return of.Brand, logo, err
}

func party(c accounts.Company) invoicepdf.Party {
	return invoicepdf.Party{Name: c.Name, Address: c.Address, Country: c.Country, Contact: c.Contact}
}

// ordersOf returns those of some orders that a person may see, in any order.
func (c *Config) ordersOf(ctx context.Context, by domain.Actor, ids []uuid.UUID) ([]order.Summary, error) {
	cards, err := c.Board.Find(ctx, by, ids)
	found := make([]order.Summary, len(cards))
	for i, card := range cards {
		found[i] = card.Summary
	}
	return found, err
}
