package e2e

import (
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

const password = "a-Password-9"

// Accounts in the tests: two direct customers, a small customer with two slots, and a reseller with
// one customer.
var (
	acme     = id("customer acme")
	beta     = id("customer beta")
	small    = id("customer small")
	resold   = id("customer of the reseller")
	printing = id("category print")
	labels   = id("service labels")
	brochure = id("service brochures")
)

const resellerClient = "brightside"

func id(name string) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)) }

// cast contains all people by the short names that the tests use.
var cast = map[string]accounts.User{
	"admin":      desk("admin", domain.Admin),
	"manager":    desk("manager", domain.Manager),
	"creative":   desk("creative", domain.CreativeManager),
	"production": desk("production", domain.ProductionManager),
	"operator":   desk("operator", domain.Operator),
	"operator2":  desk("operator2", domain.Operator),
	"cso":        desk("cso", domain.CSO),

	"owner": team("owner", domain.Owner, acme, false, false),
	"both": team(
		"both",
		domain.Staff,
		acme,
		true,
		false,
	), // approver and collaborator on the orders of the tests
	"collab":   team("collab", domain.Staff, acme, false, false), // collaborator only
	"approver": team("approver", domain.Staff, acme, true, false),
	"neither":  team("neither", domain.Staff, acme, false, false),
	"looker":   team("looker", domain.Staff, acme, true, true), // a collaborator with read-only access

	"leaver": desk("leaver", domain.Operator), // one test erases this person

	"beta":  team("beta", domain.Owner, beta, false, false),
	"small": team("small", domain.Owner, small, false, false),

	"reseller": {
		ID:        id("reseller"),
		Email:     "reseller@e2e.test",
		Firstname: "reseller",
		Role:      domain.Owner,
		ClientID:  resellerClient,
		TimeZone:  "UTC",
	},
	"resold": {
		ID:         id("resold"),
		Email:      "resold@e2e.test",
		Firstname:  "resold",
		Role:       domain.Owner,
		ClientID:   resellerClient,
		CustomerID: resold,
		TimeZone:   "UTC",
	},
}

func desk(name string, r domain.Role) accounts.User {
	return accounts.User{
		ID:        id(name),
		Email:     name + "@e2e.test",
		Firstname: name,
		Lastname:  "Desk",
		Role:      r,
		ClientID:  accounts.ProviderClient,
		TimeZone:  "UTC",
	}
}

func team(name string, r domain.Role, customer uuid.UUID, approver, viewOnly bool) accounts.User {
	return accounts.User{
		ID:         id(name),
		Email:      name + "@e2e.test",
		Firstname:  name,
		Lastname:   "Team",
		Role:       r,
		ClientID:   accounts.DirectClient,
		CustomerID: customer,
		IsApprover: approver,
		ViewOnly:   viewOnly,
		TimeZone:   "UTC",
	}
}

func actor(name string) domain.Actor { return cast[name].Actor() }

func names() []string { return slices.Sorted(maps.Keys(cast)) }

func seed() accounts.Seed {
	s := accounts.Seed{
		Clients: []accounts.Client{
			{ID: accounts.ProviderClient, Name: "Studio", Kind: "provider"},
			{ID: accounts.DirectClient, Name: "Direct", Kind: "direct"},
			{ID: resellerClient, Name: "Brightside", Kind: "reseller"},
		},
		Customers: []accounts.Customer{
			{ID: acme, ClientID: accounts.DirectClient, Name: "Acme", MaxActiveOrders: -1},
			{ID: beta, ClientID: accounts.DirectClient, Name: "Beta", MaxActiveOrders: -1},
			{
				ID:              small,
				ClientID:        accounts.DirectClient,
				Name:            "Small",
				Package:         "Twin",
				MaxActiveOrders: 2,
				Quota:           accounts.Quota{Storage: 6000, Additional: 4000},
			},
			{ID: resold, ClientID: resellerClient, Name: "Resold", MaxActiveOrders: -1},
		},
		Catalogue: accounts.Catalogue{
			Categories: []accounts.Category{{ID: printing, Name: "Print"}},
			Services: []accounts.Service{
				{
					ID:         labels,
					CategoryID: printing,
					Name:       "Labels",
					Terms:      order.Terms{PromisedStart: 24 * 3600, Allocated: 6 * 3600},
				},
				{ID: brochure, CategoryID: printing, Name: "Brochures"},
			},
		},
		Password: password,
	}
	for _, u := range cast {
		s.Users = append(s.Users, u)
	}
	return s
}
