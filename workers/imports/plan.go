package imports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/imports"
	"github.com/proofboard/proofboard/internal/imports/requests"
	"github.com/proofboard/proofboard/internal/offers"
	"github.com/proofboard/proofboard/internal/onboarding"
)

// item is a row that can be imported, as far as the row itself shows. One of the last three is set.
type item struct {
	line     int
	what     string    // names the row in problems
	stream   uuid.UUID // of what it becomes
	email    string    // of the person it invites
	order    *commands.ImportOrder
	id       uuid.UUID // of the order
	person   *invited
	customer *onboarding.NewCustomer
}

// invited is a person and their place.
type invited struct {
	accounts.NewPerson
	member.Place
}

// plan is what an import is going to do.
type plan struct {
	Config
	asked *requests.Import
	by    domain.Actor
	items []item
}

// reasonOnHold is the reason of orders that come in on hold.
const reasonOnHold = "On hold when it was imported"

// plan reads the file of an import, as the person who asked for it can import it now.
func (c Config) plan(ctx context.Context, j *requests.Import) (*plan, error) {
	by, err := c.Accounts.Actor(ctx, j.Person)
	if err != nil {
		return nil, err
	}
	by.Impersonator = j.Impersonator
	account := policy.Account{Client: j.Client, Customer: j.Customer}
	if err := policy.Imports(by, j.Kind.Brings(), account); err != nil {
		return nil, err
	}
	content, err := c.Table.Content(ctx, *j)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(j.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	offered, err := c.Offers(ctx, false)
	if err != nil {
		return nil, err
	}
	f := imports.Read(j.Kind, content, zone, j.Reading)
	p := &plan{Config: c, asked: j, by: by}
	j.Rows, j.Lists, j.LeftOut, j.Layout, j.Stays = f.Rows, f.Lists, 0, f.Layout, f.Stays
	if j.State == requests.Checking || j.Handled == 0 { // an import that was interrupted has stored its problems
		j.Problems = f.Problems
	}
	known := j.Problems
	switch j.Kind.Brings() {
	case policy.ImportableOrders:
		p.orders(f.Orders, offered.Services)
	case policy.ImportablePeople:
		p.people(f.People)
	case policy.ImportableCustomers:
		p.customers(f.Customers, offered.Packages)
	}
	if j.State == requests.Importing && j.Handled > 0 {
		j.Problems = known
	}
	j.Accepted = len(p.items)
	return p, nil
}

func (p *plan) problem(i item, column, reason, text string) {
	if i.what != "" {
		text += " (" + i.what + ")"
	}
	p.asked.Problems.Add(imports.Problem{Line: i.line, Column: column, Reason: reason, Text: text})
}

// refused adds the refusal of a row.
func (p *plan) refused(i item, err error) {
	e, ok := errors.AsType[*domain.Error](err)
	if !ok {
		e = domain.ErrUnavailable
	}
	p.problem(i, "", e.Reason, e.Message)
}

// orders plans the orders that the person may import with their statuses.
func (p *plan) orders(all []imports.NewOrder, services []offers.Service) {
	byName := map[string]uuid.UUID{}
	for _, s := range slices.Backward(services) {
		byName[strings.ToLower(s.Name)] = s.ID
	}
	possible := order.Importable(p.by, p.asked.Client, p.asked.Customer)
	statuses := map[string]order.Status{}
	for i, l := range p.asked.Lists {
		chosen, has := p.asked.Statuses[l.ID]
		if !has {
			chosen = imports.Possible(l.Guess, possible)
		}
		statuses[l.ID], p.asked.Lists[i].Guess = chosen, chosen
	}
	at := p.asked.CreatedAt
	for n, o := range all {
		i := item{
			line: o.Line,
			what: o.Details.Name,
			id:   imports.ID(p.asked.Client, p.asked.Customer, p.asked.Kind, o.Key),
		}
		i.stream = i.id
		to := o.Status
		if o.List != "" {
			if to = statuses[o.List]; to == "" {
				p.asked.LeftOut++
				continue
			}
		}
		if !slices.Contains(possible, to) {
			p.problem(i, "status", order.ErrNotImportable.Reason, fmt.Sprintf(
				"You cannot import orders as %s. Possible are: %s.", to.Words(), words(possible),
			))
			continue
		}
		if o.Service != "" {
			service, known := byName[strings.ToLower(o.Service)]
			if !known {
				p.problem(i, "service", "import.service_unknown", "This service is not in the catalogue.")
				continue
			}
			o.Details.Service = service
		}
		i.order = &commands.ImportOrder{
			Customer: p.asked.Customer, Details: o.Details, To: to, Place: at.Add(time.Duration(n) * time.Microsecond),
		}
		if to == order.OnHold {
			i.order.Reason = reasonOnHold
		}
		p.items = append(p.items, i)
	}
}

func words(all []order.Status) string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Words()
	}
	return strings.Join(names, ", ")
}

// people plans invitations.
func (p *plan) people(all []imports.NewPerson) {
	for _, n := range all {
		id := imports.ID(p.asked.Client, p.asked.Customer, p.asked.Kind, n.Email)
		zone := n.TimeZone
		if zone == "" {
			zone = p.asked.TimeZone
		}
		i := item{line: n.Line, what: n.Email, stream: member.StreamOf(id), email: n.Email, person: &invited{
			accounts.NewPerson{
				ID:        id,
				Email:     n.Email,
				Firstname: n.Firstname,
				Lastname:  n.Lastname,
				JobTitle:  n.JobTitle,
				TimeZone:  zone,
			},
			member.Place{
				Person: id, Client: p.asked.Client, Customer: p.asked.Customer, Role: n.Role, Approver: n.Approver,
			},
		}}
		if err := member.New(i.stream).Invite(i.person.Place, p.Clock()); err != nil {
			p.refused(i, err)
			continue
		}
		p.items = append(p.items, i)
	}
}

// customers plans accounts, each with an invitation of its owner.
func (p *plan) customers(all []imports.NewCustomer, packages []offers.Package) {
	for _, n := range all {
		id := imports.ID(p.asked.Client, uuid.Nil, p.asked.Kind, n.Email)
		owner := uuid.NewSHA1(id, []byte("owner"))
		terms := customer.Terms{MaxActiveOrders: -1, Storage: -1}
		i := item{line: n.Line, what: n.Name, stream: member.StreamOf(owner), email: n.Email}
		if n.Package != "" {
			at := slices.IndexFunc(
				packages,
				func(p offers.Package) bool { return strings.EqualFold(p.Name, n.Package) },
			)
			if at < 0 {
				p.problem(i, "package", "customer.package_unknown", "This package is not in the catalogue.")
				continue
			}
			terms.Package, terms.MaxActiveOrders = packages[at].ID.String(), packages[at].MaxActiveOrders
		}
		i.customer = &onboarding.NewCustomer{
			ID: id, Client: p.asked.Client, Name: n.Name, Terms: terms, Owner: accounts.NewPerson{
				ID: owner, Email: n.Email, Firstname: n.Firstname, Lastname: n.Lastname, TimeZone: p.asked.TimeZone,
			},
		}
		p.items = append(p.items, i)
	}
}

// placed reports whether an order counts against the limits of the account's plan.
func (i item) placed() bool {
	return i.order != nil && i.order.To != order.Draft && i.order.To != order.CancelledOff
}

// there returns which of some rows were imported before. Each row is asked for only once: rows of people
// whom somebody added to the account by hand count as well.
func (p *plan) there(ctx context.Context, some []item) (there []bool, err error) {
	streams, emails := make([]uuid.UUID, len(some)), []string{}
	for n, i := range some {
		if streams[n] = i.stream; i.person != nil {
			emails = append(emails, i.email)
		}
	}
	known, err := p.Known(ctx, streams)
	if err != nil {
		return nil, err
	}
	var here []string
	if len(emails) > 0 {
		if here, err = p.Table.Here(ctx, accounts.AccountKey(p.asked.Client, p.asked.Customer), emails); err != nil {
			return nil, err
		}
	}
	there = make([]bool, len(some))
	for n, i := range some {
		there[n] = known[i.stream] || i.person != nil && slices.Contains(here, i.email)
	}
	return there, nil
}

// foresee finds out what the import would do, without doing it.
func (p *plan) foresee(ctx context.Context) error {
	there, err := p.there(ctx, p.items)
	if err != nil {
		return err
	}
	left, refusal := int64(-1), error(nil)
	if slices.ContainsFunc(p.items, item.placed) {
		left, refusal = p.Bus.Places(ctx, p.asked.Customer)
		if _, known := errors.AsType[*domain.Error](refusal); refusal != nil && (!known || !final(refusal)) {
			return refusal
		}
	}
	p.asked.Existing = 0
	for n, i := range p.items {
		switch {
		case there[n]:
			p.asked.Existing++
		case i.placed() && refusal != nil:
			p.asked.Accepted--
			p.refused(i, refusal)
		case i.placed() && left >= 0:
			if left--; left == 0 {
				refusal = subscription.ErrNoOrders
			}
		}
	}
	p.asked.Problems.Sort()
	return nil
}
