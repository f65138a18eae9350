package accounts

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/dberror"
)

// conditions collects the conditions of a query and their arguments.
type conditions struct {
	sql  []string
	args []any
}

// add adds a condition, in which ? stands for the argument.
func (c *conditions) add(sql string, arg any) {
	c.args = append(c.args, arg)
	c.sql = append(c.sql, strings.ReplaceAll(sql, "?", "$"+strconv.Itoa(len(c.args))))
}

// contains adds the condition that an expression in lower case contains a text.
func (c *conditions) contains(expression, text string) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	if text != "" {
		c.add(expression+" like ?", "%"+strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)+"%")
	}
}

// planned returns the arguments for a query that is planned for their values each time. How many people
// have a role or a state differs too much for one plan.
func (c *conditions) planned() []any { return append([]any{pgx.QueryExecModeCacheDescribe}, c.args...) }

func (c *conditions) String() string { return strings.Join(c.sql, " and ") }

// Conditions that leave out what was deleted. The state is part of the text: as an argument, PostgreSQL would plan for
// any state, and expect that hardly anybody has another one.
const (
	memberStays   = "m.state <> '" + string(member.Deleted) + "'"
	customerStays = "a.state <> '" + string(customer.Deleted) + "'"
)

// The expressions that lists are sorted and searched by. Indexes exist for each.
const (
	personName  = "p.sorted"
	personTexts = "p.texts"
	companyName = "lower(c.name)"
)

// Listed selects people for a list.
type Listed struct {
	Client   string    // empty for all
	Customer uuid.UUID // Nil for all
	Itself   bool      // only people of the client itself, not of its customers
	Search   string    // a part of the name or the address, in any case
	State    member.State
	Role     domain.Role
	Since    time.Time // only who was added or changed at this time or later; zero: all
	ByAge    bool      // sorted by when they were added, which never changes, instead of by name
	After    uuid.UUID // the last person of the page before, or Nil
	Limit    int
}

// List returns a page of people, sorted by name or by when they were added.
func (s *Store) List(ctx context.Context, l Listed) ([]User, error) {
	c := conditions{sql: []string{memberStays}}
	if l.Client != "" {
		c.add("m.client_id = ?", l.Client)
	}
	switch {
	case l.Customer != uuid.Nil:
		c.add("m.customer_id = ?", l.Customer)
	case l.Itself:
		c.sql = append(c.sql, "m.customer_id is null")
	}
	if l.State != "" {
		c.add("m.state = ?", l.State)
	}
	if l.Role != "" {
		c.add("m.role = ?", l.Role)
	}
	c.contains(personTexts, l.Search)
	if !l.Since.IsZero() {
		c.add("(p.updated_at >= ? or m.changed_at >= ?)", l.Since)
	}
	by := personName
	if l.ByAge {
		by = "p.created_at"
	}
	if l.After != uuid.Nil { // nobody who was a member is deleted from this table
		c.add("("+by+", p.id) > (select "+by+", p.id from people p where p.id = ?)", l.After)
	}
	// The page is found in the index of names, or of ages, alone. Only its people are read.
	page := "select p.id" + fromUsers + " where " + c.String() + " order by " + by + ", p.id limit " +
		strconv.Itoa(l.Limit)
	return s.users(ctx, "p.id in ("+page+") order by "+by+", p.id", c.planned()...)
}

// Account is a customer or a client in a list.
type Account struct {
	Customer
	ClientName string
	People     int // who can sign in or are invited
	CreatedAt  time.Time
}

// ListedAccounts selects customers for a list.
type ListedAccounts struct {
	Client string // empty for all
	Search string // a part of the name, in any case
	After  uuid.UUID
	Limit  int
	PAYG   bool // only those who pay by the hour
}

const (
	accountColumns = customerColumns + `, coalesce(t.name, ''), a.created_at, (select count(*) from account_members m
		where m.client_id = a.client_id and m.customer_id = a.id and m.state = any('{invited,active}'))`
	fromAccounts = fromCustomers + " left join tenants t on t.id = a.client_id"
)

func scanAccount(row pgx.CollectableRow) (a Account, err error) {
	return a, row.Scan(append(a.into(), &a.ClientName, &a.CreatedAt, &a.People)...)
}

// ListCustomers returns a page of customers, sorted by name.
func (s *Store) ListCustomers(ctx context.Context, l ListedAccounts) ([]Account, error) {
	c := conditions{sql: []string{customerStays}}
	if l.Client != "" {
		c.add("a.client_id = ?", l.Client)
	}
	if l.PAYG {
		c.add("a.payg = ?", true)
	}
	c.contains(companyName, l.Search)
	if l.After != uuid.Nil {
		c.add("("+companyName+", c.id) > (select lower(name), id from companies where id = ?)", l.After)
	}
	return s.accounts(ctx, c.String()+" order by "+companyName+", c.id limit "+strconv.Itoa(l.Limit), c.planned()...)
}

// Account returns a customer, or domain.ErrNotFound.
func (s *Store) Account(ctx context.Context, id uuid.UUID) (Account, error) {
	found, err := s.accounts(ctx, "c.id = $1 and "+customerStays, id)
	if err == nil && len(found) == 0 {
		err = domain.ErrNotFound
	}
	if err != nil {
		return Account{}, err
	}
	return found[0], nil
}

func (s *Store) accounts(ctx context.Context, where string, args ...any) ([]Account, error) {
	rows, err := s.pool.Query(ctx, "select "+accountColumns+fromAccounts+" where "+where, args...)
	if err != nil {
		return nil, dberror.Of("customers", err)
	}
	found, err := pgx.CollectRows(rows, scanAccount)
	return found, dberror.Of("customers", err)
}

// Tenant is a client in a list.
type Tenant struct {
	Client
	Customers, People int
	SecondFactor      bool // its people need one
	CreatedAt         time.Time
}

// maxTenants is the largest number of clients in an answer.
const maxTenants = 1000

// Tenants returns the clients, sorted by name: all of them, or one.
func (s *Store) Tenants(ctx context.Context, id string) ([]Tenant, error) {
	rows, err := s.pool.Query(
		ctx,
		`select a.id, coalesce(t.name, ''), a.kind, a.colour, a.created_at, a.second_factor,
		(select count(*) from account_customers c where c.client_id = a.id and c.state <> $1),
		(select count(*) from account_members m where m.client_id = a.id and m.customer_id is null and m.state = any('{invited,active}'))
		from account_clients a left join tenants t on t.id = a.id where $2 = '' or a.id = $2
		order by a.kind <> 'provider', lower(t.name), a.id limit $3`,
		customer.Deleted, id, maxTenants,
	)
	if err != nil {
		return nil, dberror.Of("clients", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Tenant, err error) {
		return t, row.Scan(&t.ID, &t.Name, &t.Kind, &t.Brand, &t.CreatedAt, &t.SecondFactor, &t.Customers, &t.People)
	})
	return found, dberror.Of("clients", err)
}

// Joining says when a person was invited and when they joined.
type Joining struct{ InvitedAt, JoinedAt *time.Time }

// Joinings returns when people were invited and when they joined.
func (s *Store) Joinings(ctx context.Context, people []uuid.UUID) (map[uuid.UUID]Joining, error) {
	rows, err := s.pool.Query(
		ctx, "select person, invited_at, joined_at from account_members where person = any($1)", people,
	)
	if err != nil {
		return nil, dberror.Of("members", err)
	}
	found := make(map[uuid.UUID]Joining, len(people))
	var id uuid.UUID
	var j Joining
	_, err = pgx.ForEachRow(rows, []any{&id, &j.InvitedAt, &j.JoinedAt}, func() error {
		found[id] = j
		return nil
	})
	return found, dberror.Of("members", err)
}

// WithRolesForAll returns the people with one of these roles who chose preferences.AllOrders.
func (s *Store) WithRolesForAll(ctx context.Context, roles ...domain.Role) ([]User, error) {
	return s.users(
		ctx,
		`m.role = any($1) and m.state = $3 and p.id in (select person from notification_scopes where scope = $2)
		order by p.firstname, p.id limit 500`,
		roles,
		preferences.AllOrders,
		member.Active,
	)
}
