package harness

import (
	"maps"
	"slices"

	"github.com/alexedwards/argon2id"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/offers"
)

// Password is the password of all people.
const Password = "a-Password-9"

// Accounts in the tests: two direct customers, a small customer with two slots, and a reseller with
// one customer.
var (
	Acme     = id("customer acme")
	Beta     = id("customer beta")
	Small    = id("customer small")
	Resold   = id("customer of the reseller")
	Printing = id("category print")
	Labels   = id("service labels")
	brochure = id("service brochures")
)

// ResellerClient is the id of the reseller.
const ResellerClient = "brightside"

// contacts complete the profiles of the companies, whose owners could not change anything otherwise (D-90).
var contacts = accounts.Contacts{Address: "1 Test Street", Country: "GB", Contact: "Kim"}

func id(name string) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)) }

// Cast contains all people by the short names that the tests use.
var Cast = map[string]accounts.User{
	"admin":      desk("admin", domain.Admin),
	"manager":    desk("manager", domain.Manager),
	"creative":   desk("creative", domain.CreativeManager),
	"production": desk("production", domain.ProductionManager),
	"operator":   desk("operator", domain.Operator),
	"operator2":  desk("operator2", domain.Operator),
	"cso":        desk("cso", domain.CSO),

	"owner": team("owner", domain.Owner, Acme, false, false),
	"both": team(
		"both",
		domain.Staff,
		Acme,
		true,
		false,
	), // approver and collaborator on the orders of the tests
	"collab":   team("collab", domain.Staff, Acme, false, false), // collaborator only
	"approver": team("approver", domain.Staff, Acme, true, false),
	"neither":  team("neither", domain.Staff, Acme, false, false),
	"looker":   team("looker", domain.Staff, Acme, true, true), // a collaborator with read-only access

	"leaver": desk("leaver", domain.Operator), // one test erases this person

	"beta":  team("beta", domain.Owner, Beta, false, false),
	"small": team("small", domain.Owner, Small, false, false),

	"reseller": {
		ID:        id("reseller"),
		Email:     "reseller@e2e.test",
		Firstname: "reseller",
		Lastname:  "Boss",
		Role:      domain.Owner,
		ClientID:  ResellerClient,
		TimeZone:  "UTC",
	},
	"resold": {
		ID:         id("resold"),
		Email:      "resold@e2e.test",
		Firstname:  "resold",
		Lastname:   "Boss",
		Role:       domain.Owner,
		ClientID:   ResellerClient,
		CustomerID: Resold,
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
		ClientID:  domain.ProviderClient,
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
		ClientID:   domain.DirectClient,
		CustomerID: customer,
		IsApprover: approver,
		ViewOnly:   viewOnly,
		TimeZone:   "UTC",
	}
}

// Actor returns a person as the sender of commands.
func Actor(name string) domain.Actor { return Cast[name].Actor() }

// Names returns the names of all people in order.
func Names() []string { return slices.Sorted(maps.Keys(Cast)) }

// Seed returns the accounts that World starts with.
func Seed() accounts.Seed {
	s := accounts.Seed{
		Clients: []accounts.Client{
			{ID: domain.ProviderClient, Name: "Studio", Kind: "provider"},
			{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
			{ID: ResellerClient, Name: "Brightside", Kind: "reseller", Contacts: contacts},
		},
		Customers: []accounts.Customer{
			{ID: Acme, ClientID: domain.DirectClient, Name: "Acme", MaxActiveOrders: -1, Contacts: contacts},
			{ID: Beta, ClientID: domain.DirectClient, Name: "Beta", MaxActiveOrders: -1, Contacts: contacts},
			{
				ID:              Small,
				ClientID:        domain.DirectClient,
				Name:            "Small",
				Package:         "Twin",
				MaxActiveOrders: 2,
				Quota:           accounts.Quota{Storage: 6000, Additional: 4000},
				Contacts:        contacts,
			},
			{ID: Resold, ClientID: ResellerClient, Name: "Resold", MaxActiveOrders: -1, Contacts: contacts},
		},
		Offers: offers.Entries{
			Categories: []offers.Category{{ID: Printing, Name: "Print"}},
			Services: []offers.Service{
				{
					ID:         Labels,
					CategoryID: Printing,
					Name:       "Labels",
					Terms:      order.Terms{PromisedStart: 24 * 3600, Allocated: 6 * 3600},
				},
				{ID: brochure, CategoryID: Printing, Name: "Brochures"},
			},
		},
		Password: Password,
		// The tests sign in often, and their password is no secret.
		Hashing: &argon2id.Params{Memory: 1024, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32},
	}
	for _, u := range Cast {
		s.Users = append(s.Users, u)
	}
	return s
}
