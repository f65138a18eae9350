// Package demo creates a fictional company with data on every screen: accounts, about sixty orders
// with three months of history, proofs and comment threads. It creates everything except the
// accounts by commands, each sent by a person with the right to do so.
package demo

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/offers"
)

// Password is the password of all demo people.
const Password = "proof-demo-1"

// Reseller is the id of the white-label client.
const Reseller = "brightside"

// namespace is the UUID namespace of all ids of the demo. The same object has the same id in every
// installation.
var namespace = uuid.MustParse("5b0c7c1e-0d0a-5e51-9d3c-0b1f6c9f4a77")

func idOf(name string) uuid.UUID { return uuid.NewSHA1(namespace, []byte(name)) }

// E-mail addresses of the people.
const (
	admin      = "admin@northlight.test"
	manager    = "manager@northlight.test"
	creative   = "creative@northlight.test"
	production = "production@northlight.test"
	operator   = "operator@northlight.test"
	operator2  = "operator2@northlight.test"
	cso        = "cso@northlight.test"
	acmeOwner  = "owner@acme.test"
	acmeStaff  = "staff@acme.test"
	acmeStaff2 = "staff2@acme.test"
	acmeStaff3 = "staff3@acme.test"
	brightBoss = "owner@brightside.test"
	brightDesk = "staff@brightside.test"
	// These two have just joined, and their profiles are not complete.
	acmeNew   = "staff4@acme.test"
	lumenBoss = "owner@lumen.test"
	// Each of these owners has an account whose plan is in another state.
	fjordBoss  = "owner@fjord.test"
	toysBoss   = "owner@toys.test"
	cyclesBoss = "owner@cycles.test"
	verdeBoss  = "owner@verde.test"
	quillBoss  = "owner@quill.test"
	atlasBoss  = "owner@atlas.test"
	poppyBoss  = "owner@poppy.test"
)

// Ids of the accounts that place orders.
const (
	acme   = "Acme Foods"
	bakery = "Harbor & Hearth Bakery"
	lumen  = "Lumen Skincare"
)

// Names of the accounts that place no orders: in a free trial, after one, with an unpaid invoice, on leave,
// with a scheduled upgrade, without limits, and paying by the hour.
const (
	fjord  = "Fjord Coffee"
	toys   = "Harbour Toys"
	cycles = "Slate Cycles"
	verde  = "Verde Gardens"
	quill  = "Quill Books"
	atlas  = "Atlas Freight"
	poppy  = "Poppy Florists"
)

// Person is a demo person with the data for signing in.
type Person struct {
	accounts.User
	Company string
	Desk    bool // signs in as the design service, not as a customer
}

// People returns all demo people, the provider's first.
func People() []Person {
	var all []Person
	add := func(email, first, last, title string, role domain.Role, client, company, customer, zone string) *Person {
		p := Person{User: accounts.User{
			ID:        idOf("person " + email),
			Email:     email,
			Firstname: first,
			Lastname:  last,
			JobTitle:  title,
			Role:      role,
			ClientID:  client,
			TimeZone:  zone,
			Phone:     phone(email),
		}, Company: company, Desk: client == domain.ProviderClient}
		if customer != "" {
			p.CustomerID = idOf("customer " + customer)
		}
		all = append(all, p)
		return &all[len(all)-1]
	}
	studio := func(email, first, last, title string, role domain.Role, zone string) {
		add(email, first, last, title, role, domain.ProviderClient, "Northlight Studio", "", zone)
	}
	studio(admin, "Nora", "Lindqvist", "Managing partner", domain.Admin, "Europe/Stockholm")
	studio(manager, "Marcus", "Bell", "Account manager", domain.Manager, "Europe/London")
	studio(creative, "Imani", "Okafor", "Creative director", domain.CreativeManager, "Europe/London")
	studio(production, "Petra", "Novak", "Head of production", domain.ProductionManager, "Europe/Prague")
	studio(operator, "Tomás", "Rivera", "Senior designer", domain.Operator, "Europe/Madrid")
	studio(operator2, "Yuki", "Tanaka", "Designer", domain.Operator, "Asia/Tokyo")
	studio(cso, "Grace", "Chen", "Customer success", domain.CSO, "Asia/Singapore")
	add(
		acmeOwner, "Olivia", "Hart", "Head of marketing", domain.Owner, domain.DirectClient, acme, acme,
		"Europe/London",
	)
	add(acmeStaff, "Daniel", "Osei", "Brand manager", domain.Staff, domain.DirectClient, acme, acme, "Europe/London").IsApprover = true
	add(
		acmeStaff2, "Freya", "Nilsen", "Packaging buyer", domain.Staff, domain.DirectClient, acme, acme,
		"Europe/Oslo",
	)
	add(
		acmeStaff3, "Leo", "Marchetti", "Marketing assistant", domain.Staff, domain.DirectClient, acme, acme,
		"Europe/Rome",
	)
	add(
		brightBoss, "Hannah", "Whitfield", "Founder", domain.Owner, Reseller, "Brightside Agency", "",
		"America/New_York",
	)
	add(brightDesk, "Ravi", "Menon", "Project lead", domain.Staff, Reseller, "Brightside Agency", "", "America/Chicago")
	add(acmeNew, "Noor", "", "Trainee", domain.Staff, domain.DirectClient, acme, acme, "Europe/London").Phone = ""
	add(lumenBoss, "Mila", "Duarte", "Founder", domain.Owner, Reseller, lumen, lumen, "Europe/Lisbon").Phone = ""
	for _, o := range []struct{ email, first, last, company, zone string }{
		{fjordBoss, "Ingrid", "Solheim", fjord, "Europe/Oslo"},
		{toysBoss, "Ben", "Marlow", toys, "Europe/London"},
		{cyclesBoss, "Sofia", "Keller", cycles, "Europe/Berlin"},
		{verdeBoss, "Paolo", "Conti", verde, "Europe/Rome"},
		{quillBoss, "Amara", "Nwosu", quill, "Europe/London"},
		{atlasBoss, "Viktor", "Hale", atlas, "Europe/Berlin"},
		{poppyBoss, "Clara", "Lind", poppy, "Europe/Stockholm"},
	} {
		add(o.email, o.first, o.last, "Owner", domain.Owner, domain.DirectClient, o.company, o.company, o.zone)
	}
	return all
}

// phone returns a made-up number of 11 digits that is always the same for a person.
func phone(email string) string {
	sum := idOf("phone " + email)
	return fmt.Sprintf("0%d-%07d", 100+int(sum[0])%900, (int(sum[1])<<16|int(sum[2])<<8|int(sum[3]))%10_000_000)
}

// Seed returns the accounts of the demo.
func Seed() accounts.Seed {
	s := accounts.Seed{
		Password: Password,
		Clients: []accounts.Client{
			{
				ID:    domain.ProviderClient,
				Name:  "Northlight Studio",
				Kind:  "provider",
				Brand: "#2563eb",
				Contacts: accounts.Contacts{
					Address: "3 Aurora Lane, Stockholm", Country: "SE", Contact: "Nora Lindqvist",
				},
			},
			{ID: domain.DirectClient, Name: "Northlight Studio", Kind: "direct", Brand: "#2563eb"},
			{ID: Reseller, Name: "Brightside Agency", Kind: "reseller", Brand: "#c2410c", Contacts: accounts.Contacts{
				Address: "48 Canal Street, New York", Country: "US", Contact: "Hannah Whitfield",
			}},
		},
		Customers: []accounts.Customer{
			{
				ID:              idOf("customer " + acme),
				ClientID:        domain.DirectClient,
				Name:            acme,
				Package:         "Studio 12",
				MaxActiveOrders: 12,
				Quota:           accounts.Quota{Storage: 20 << 30, Additional: 5 << 30},
				Contacts: accounts.Contacts{
					Address: "12 Orchard Row, Leeds", Country: "GB", Contact: "Olivia Hart",
				},
			},
			{
				ID:              idOf("customer " + bakery),
				ClientID:        Reseller,
				Name:            bakery,
				Package:         "Starter 4",
				MaxActiveOrders: 4,
				PAYG:            true,
				Quota:           accounts.Quota{Storage: 5 << 30},
			},
			{
				ID:              idOf("customer " + lumen),
				ClientID:        Reseller,
				Name:            lumen,
				Package:         "Growth 5",
				MaxActiveOrders: 5,
				Quota:           accounts.Quota{Storage: 10 << 30},
			},
		},
	}
	for _, name := range []string{fjord, toys, cycles, verde, quill, atlas, poppy} {
		s.Customers = append(s.Customers, accounts.Customer{
			ID: idOf("customer " + name), ClientID: domain.DirectClient, Name: name, MaxActiveOrders: 1,
			Quota:    accounts.Quota{Storage: 1 << 30},
			Contacts: accounts.Contacts{Address: "1 Market Square", Country: "GB", Contact: "Accounts"},
		})
	}
	s.Offers = offered()
	for _, p := range People() {
		s.Users = append(s.Users, p.User)
	}
	return s
}

// services lists the studio's services, with the hours until work begins and the allocated working
// hours.
var services = []struct {
	category, name    string
	begins, allocated int64
}{
	{"Packaging", "Product label", 24, 6},
	{"Packaging", "Folding carton", 48, 12},
	{"Packaging", "Shrink sleeve", 48, 10},
	{"Packaging", "Product photo retouching", 24, 4},
	{"Print", "Business card", 12, 2},
	{"Print", "Poster", 24, 5},
	{"Print", "Flyer", 24, 4},
	{"Print", "Brochure", 48, 16},
	{"Print", "Menu", 24, 6},
	{"Digital", "Social media post", 8, 2},
	{"Digital", "Web banner", 12, 3},
	{"Digital", "Newsletter template", 24, 8},
	{"Brand", "Logo", 48, 20},
	{"Brand", "Style guide", 72, 40},
}

func offered() (c offers.Entries) {
	for _, v := range services {
		id := idOf("category " + v.category)
		if n := len(c.Categories); n == 0 || c.Categories[n-1].ID != id {
			c.Categories = append(c.Categories, offers.Category{ID: id, Name: v.category, Place: n})
		}
		c.Services = append(c.Services, offers.Service{
			ID: idOf("service " + v.name), CategoryID: id, Name: v.name, Place: len(c.Services),
			Terms: order.Terms{PromisedStart: v.begins * 3600, Allocated: v.allocated * 3600},
		})
	}
	for i, p := range []offers.Package{
		{Name: "Starter 4", Allocated: 40 * 3600, MaxActiveOrders: 4}, {Name: "Growth 5", Allocated: 80 * 3600, MaxActiveOrders: 5},
		{Name: "Studio 12", Allocated: 200 * 3600, MaxActiveOrders: 12},
	} {
		p.ID, p.Place = idOf("package "+p.Name), i
		c.Packages = append(c.Packages, p)
	}
	return c
}
