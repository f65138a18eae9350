package sales

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Most is the largest number of rows in an answer.
const Most = 200

// Queries reads the read model.
type Queries struct{ pool *pgxpool.Pool }

// NewQueries returns the queries.
func NewQueries(pool *pgxpool.Pool) *Queries { return &Queries{pool} }

// Plan is a plan with its newest edition.
type Plan struct {
	subscription.Plan
	Seller  string
	Offered bool
	Created time.Time
	Version int
}

// Plans returns the plans of a seller, the oldest first, at most Most. Retired ones are among them if
// they are wanted.
func (q *Queries) Plans(ctx context.Context, seller string, retired bool) ([]Plan, error) {
	rows, err := q.pool.Query(ctx, `select id, seller, offer, edition, offered, created_at, version from sales_plans
		where seller = $1 and (offered or $2) order by created_at, id limit $3`, seller, retired, Most)
	if err != nil {
		return nil, dberror.Of("plans", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Plan, err error) {
		return p, row.Scan(&p.ID, &p.Seller, &p.Offer, &p.Edition, &p.Offered, &p.Created, &p.Version)
	})
	return found, dberror.Of("plans", err)
}

// Offers reports whether a client offers a plan.
func (q *Queries) Offers(ctx context.Context, seller string) (some bool, err error) {
	err = q.pool.QueryRow(ctx, "select exists (select from sales_plans where seller = $1 and offered)", seller).
		Scan(&some)
	return some, dberror.Of("plans", err)
}

// Selling returns the terms on which a client sells. They are zero if nobody has set them.
func (q *Queries) Selling(ctx context.Context, seller string) (s client.Selling, err error) {
	err = q.pool.QueryRow(ctx, "select selling from sales_sellers where stream = $1", client.StreamOf(seller)).Scan(&s)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, nil
	}
	return s, dberror.Of("terms of a seller", err)
}

// Packs returns the packs that a client sells, with the version of the price list, 0 for none.
func (q *Queries) Packs(ctx context.Context, seller string) (packs []billing.Pack, version int, err error) {
	err = q.pool.QueryRow(ctx, "select packs, version from sales_price_lists where stream = $1", client.StreamOf(seller)).
		Scan(&packs, &version)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, 0, nil
	}
	return packs, version, dberror.Of("price list", err)
}

// Subscription returns the subscription of a customer. One that never began has the state none.
func (q *Queries) Subscription(ctx context.Context, customer uuid.UUID) (*subscription.Subscription, error) {
	s := subscription.New(subscription.StreamOf(customer))
	var raw []byte
	err := q.pool.QueryRow(ctx, "select state from sales_subscriptions where customer = $1", customer).Scan(&raw)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, s)
	}
	return s, dberror.Of("subscription", err)
}

// PaymentMethods returns the payment methods of a customer.
func (q *Queries) PaymentMethods(ctx context.Context, customer uuid.UUID) (*payment.Methods, error) {
	m := payment.New(payment.StreamOf(customer))
	var raw []byte
	err := q.pool.QueryRow(ctx, "select state from sales_methods where customer = $1", customer).Scan(&raw)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, m)
	}
	return m, dberror.Of("payment methods", err)
}

// Unpaid returns the invoices of a customer that have to be paid, the oldest first, at most Most.
func (q *Queries) Unpaid(ctx context.Context, customer uuid.UUID) ([]Invoice, error) {
	return q.invoices(
		ctx, "customer = $1 and state in ('open', 'past-due') order by created_at, id limit $2", customer, Most,
	)
}

// Retries returns invoices that have to be paid and whose card was refused as often as wanted, the last time
// before a time. They come in the order of their ids, after the one that was returned last.
func (q *Queries) Retries(
	ctx context.Context,
	attempts int,
	before time.Time,
	after uuid.UUID,
	limit int,
) ([]Invoice, error) {
	return q.invoices(ctx, `attempts = $1 and state in ('open', 'past-due') and id > $3 and (
		select max(p.at) from sales_payments p where p.invoice = sales_invoices.id and p.kind = 'refused') < $2
		order by id limit $4`, attempts, before, after, limit)
}

// Due is a subscription or an invoice for which the time has come.
type Due struct {
	ID uuid.UUID // of the customer, or of the invoice
	At time.Time
}

// DueSubscriptions returns the customers whose subscriptions have a step to do, the longest due first,
// after the one that was returned last.
func (q *Queries) DueSubscriptions(ctx context.Context, now time.Time, after Due, limit int) ([]Due, error) {
	return q.due(ctx, `select customer, due from sales_subscriptions where due <= $1 and (due, customer) > ($2, $3)
		order by due, customer limit $4`, now, after, limit)
}

// DueInvoices returns the open invoices that were not paid in time, the longest due first, after the
// one that was returned last.
func (q *Queries) DueInvoices(ctx context.Context, now time.Time, after Due, limit int) ([]Due, error) {
	return q.due(ctx, `select id, due from sales_invoices where state = 'open' and due <= $1 and (due, id) > ($2, $3)
		order by due, id limit $4`, now, after, limit)
}

// OpenInvoices returns the open invoices that are due in a time, the first first, after the one that was
// returned last.
func (q *Queries) OpenInvoices(ctx context.Context, from, until time.Time, after Due, limit int) ([]Due, error) {
	return q.due(ctx, `select id, due from sales_invoices where state = 'open' and due < $1 and due >= $5
		and (due, id) > ($2, $3) order by due, id limit $4`, until, after, limit, from)
}

// Trials returns the customers whose free trial ends in a time, the first first, after the one that was
// returned last.
func (q *Queries) Trials(ctx context.Context, from, until time.Time, after Due, limit int) ([]Due, error) {
	return q.due(ctx, `select customer, due from sales_subscriptions where status = 'trial' and due < $1 and due >= $5
		and (due, customer) > ($2, $3) order by due, customer limit $4`, until, after, limit, from)
}

func (q *Queries) due(
	ctx context.Context,
	sql string,
	now time.Time,
	after Due,
	limit int,
	more ...any,
) ([]Due, error) {
	rows, err := q.pool.Query(ctx, sql, append([]any{now, after.At, after.ID, limit}, more...)...)
	if err != nil {
		return nil, dberror.Of("what is due", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d Due, err error) {
		return d, row.Scan(&d.ID, &d.At)
	})
	return found, dberror.Of("what is due", err)
}

// CustomerOf returns whose subscription a stream is.
func (q *Queries) CustomerOf(ctx context.Context, stream uuid.UUID) (customer uuid.UUID, err error) {
	err = q.pool.QueryRow(ctx, "select customer from sales_subscriptions where stream = $1", stream).Scan(&customer)
	return customer, dberror.Of("subscription", err)
}

// Owners returns whose subscription, invoice or order by the hour streams are, of those that are any of these.
func (q *Queries) Owners(ctx context.Context, streams []uuid.UUID) (map[uuid.UUID]uuid.UUID, error) {
	rows, err := q.pool.Query(ctx, `select stream, customer from sales_subscriptions where stream = any ($1)
		union all select id, customer from sales_invoices where id = any ($1)
		union all select id, customer from sales_hourly where id = any ($1)`, streams)
	if err != nil {
		return nil, dberror.Of("owners", err)
	}
	owners := map[uuid.UUID]uuid.UUID{}
	var stream, customer uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&stream, &customer}, func() error {
		owners[stream] = customer
		return nil
	})
	return owners, dberror.Of("owners", err)
}

// Invoice is one row.
type Invoice struct {
	ID       uuid.UUID
	Issuer   string
	Customer uuid.UUID
	State    invoice.State
	Number   string // empty for a draft
	Bill     billing.Bill
	Zone     string // of its dates
	Issued   *time.Time
	On       billing.Date // the day of the invoice; zero for a draft
	Due      *time.Time   // when it is past due
	DueOn    billing.Date // the last day on which it is paid in time; zero for a draft
	PaidOn   *time.Time   // a day, at midnight UTC
	Way      invoice.Way
	Failure  string // of the last payment that was refused
	Attempts int
	Credit   string // number of the credit note
	// CreditOn is the day of the credit note. It is zero for none.
	CreditOn billing.Date
	Created  time.Time
	Version  int
}

// These select the days of an invoice: its own, and that until which it has to be paid. Events from before there were
// days have them in UTC (D-86).
const (
	issuedOn = "coalesce(issued_on, (issued_at at time zone 'UTC')::date)"
	dueOn    = "coalesce(due_on, (due at time zone 'UTC')::date)"
)

const invoiceColumns = `id, issuer, customer, state, number, bill, zone, issued_at, ` + issuedOn + `, due, ` + dueOn + `,
	paid_on, way, failure, attempts, credit, credited_on, created_at, version`

func scanInvoice(row pgx.CollectableRow) (i Invoice, err error) {
	var on, due, credit *time.Time
	err = row.Scan(
		&i.ID,
		&i.Issuer,
		&i.Customer,
		&i.State,
		&i.Number,
		&i.Bill,
		&i.Zone,
		&i.Issued,
		&on,
		&i.Due,
		&due,
		&i.PaidOn,
		&i.Way,
		&i.Failure,
		&i.Attempts,
		&i.Credit,
		&credit,
		&i.Created,
		&i.Version,
	)
	i.On, i.DueOn, i.CreditOn = dayOf(on), dayOf(due), dayOf(credit)
	return i, err
}

// dayOf returns a day that the database has at midnight UTC. It is zero for none.
func dayOf(at *time.Time) billing.Date {
	if at == nil {
		return billing.Date{}
	}
	return billing.DateOf(*at, time.UTC)
}

// Invoice returns an invoice, or domain.ErrNotFound.
func (q *Queries) Invoice(ctx context.Context, id uuid.UUID) (Invoice, error) {
	found, err := q.invoices(ctx, "id = $1", id)
	if err == nil && len(found) == 0 {
		err = dberror.Of("invoice", pgx.ErrNoRows)
	}
	if err != nil {
		return Invoice{}, err
	}
	return found[0], nil
}

// FirstDue returns when the first open invoice of a customer has to be paid. It is zero if none is open.
func (q *Queries) FirstDue(ctx context.Context, customer uuid.UUID) (p subscription.Payment, err error) {
	var on time.Time
	err = q.pool.QueryRow(
		ctx,
		"select due, "+dueOn+` from sales_invoices
			where customer = $1 and state in ('open', 'past-due') order by due, id limit 1`,
		customer,
	).Scan(&p.Late, &on)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, nil
	}
	p.On = dayOf(&on)
	return p, dberror.Of("open invoices", err)
}

// Of returns invoices of a customer that were issued.
func (q *Queries) Of(ctx context.Context, customer uuid.UUID, p Part) ([]Invoice, error) {
	which, args := p.of(invoiceOrder, "customer = $1 and state <> 'draft'", customer)
	return q.invoices(ctx, which, args...)
}

// Sold returns invoices of a seller that were issued: those of one state, unless it is empty, whose number begins with
// a text.
func (q *Queries) Sold(
	ctx context.Context,
	seller string,
	state invoice.State,
	number string,
	p Part,
) ([]Invoice, error) {
	which, args := "issuer = $1 and state <> 'draft'", []any{seller}
	if state != "" {
		args = append(args, string(state))
		which += " and state = $2"
	}
	if number != "" {
		args = append(args, number)
		which += fmt.Sprintf(" and starts_with(number, $%d)", len(args))
	}
	which, args = p.of(invoiceOrder, which, args...)
	return q.invoices(ctx, which, args...)
}

// Overdue returns the invoices of a seller that are past due, the longest overdue first, whose number begins with a
// text.
func (q *Queries) Overdue(ctx context.Context, seller, number string, offset, limit int) ([]Invoice, error) {
	return q.invoices(
		ctx, "issuer = $1 and state = 'past-due' and starts_with(number, $2) order by due, id offset $3 limit $4",
		seller, number, offset, limit,
	)
}

// Sold says who sold something, and to whom.
type Sold struct {
	Issuer   string
	Customer uuid.UUID
}

// WhoseInvoices returns the sellers and customers of invoices that were issued, each pair once.
func (q *Queries) WhoseInvoices(ctx context.Context, ids []uuid.UUID) ([]Sold, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := q.pool.Query(
		ctx, "select distinct issuer, customer from sales_invoices where id = any($1) and state <> 'draft'", ids,
	)
	if err != nil {
		return nil, dberror.Of("invoices", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Sold])
	return found, dberror.Of("invoices", err)
}

// Payment is one row, with what its invoice says.
type Payment struct {
	ID        uuid.UUID
	Invoice   uuid.UUID
	Number    string // of the invoice
	Issuer    string
	Customer  uuid.UUID
	Kind      string
	Way       invoice.Way
	Bill      billing.Bill
	At        time.Time
	PaidOn    *time.Time // a day, at midnight UTC
	Reference string     // sealed if somebody wrote it
	Reason    string     // code of the refusal, or why it was given back, sealed
	Credit    string     // number of the credit note
}

// Payment returns a payment, or domain.ErrNotFound.
func (q *Queries) Payment(ctx context.Context, id uuid.UUID) (Payment, error) {
	found, err := q.payments(ctx, "p.id = $1", id)
	if err == nil && len(found) == 0 {
		err = dberror.Of("payment", pgx.ErrNoRows)
	}
	if err != nil {
		return Payment{}, err
	}
	return found[0], nil
}

// PaymentsOf returns payments of a customer.
func (q *Queries) PaymentsOf(ctx context.Context, customer uuid.UUID, p Part) ([]Payment, error) {
	which, args := p.of(paymentOrder, "i.customer = $1", customer)
	return q.payments(ctx, which, args...)
}

// PaymentsFor returns the payments for an invoice, the newest first, at most Most.
func (q *Queries) PaymentsFor(ctx context.Context, id uuid.UUID) ([]Payment, error) {
	return q.payments(ctx, "p.invoice = $1 order by p.at desc, p.id limit $2", id, Most)
}

func (q *Queries) payments(ctx context.Context, which string, args ...any) ([]Payment, error) {
	rows, err := q.pool.Query(ctx, `select p.id, p.invoice, i.number, i.issuer, i.customer, p.kind, p.way, i.bill, p.at,
		p.paid_on, p.reference, p.reason, p.credit from sales_payments p join sales_invoices i on i.id = p.invoice
		where `+which, args...)
	if err != nil {
		return nil, dberror.Of("payments", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Payment])
	return found, dberror.Of("payments", err)
}

func (q *Queries) invoices(ctx context.Context, which string, args ...any) ([]Invoice, error) {
	rows, err := q.pool.Query(ctx, "select "+invoiceColumns+" from sales_invoices where "+which, args...)
	if err != nil {
		return nil, dberror.Of("invoices", err)
	}
	found, err := pgx.CollectRows(rows, scanInvoice)
	return found, dberror.Of("invoices", err)
}

// Meters returns how many seconds of work and how many orders a customer has used in the present cycle. If
// resources were bought, it also returns how much earlier cycles used beyond the quotas of their plans,
// because that came from these resources (D-55).
func (q *Queries) Meters(ctx context.Context, customer uuid.UUID, bought bool) (spent subscription.Spent, err error) {
	present := `select kind, coalesce(sum(amount), 0)::bigint, 0::bigint from sales_usage
		where customer = $1 and at >= (select max(starts) from sales_cycles where customer = $1) group by kind`
	if bought {
		present = `
		with spans as (
			select starts, coalesce(lead(starts) over (order by starts), 'infinity') as ends, hours, orders
			from sales_cycles where customer = $1
		), uses as (
			select s.ends, u.kind, case u.kind when 'work' then s.hours else s.orders end as quota, sum(u.amount) as used
			from spans s join sales_usage u on u.customer = $1 and u.at >= s.starts and u.at < s.ends
			group by s.starts, s.ends, u.kind, s.hours, s.orders
		)
		select kind, coalesce(sum(used) filter (where ends = 'infinity'), 0)::bigint,
			coalesce(sum(greatest(used - quota, 0)) filter (where ends <> 'infinity' and quota >= 0), 0)::bigint
		from uses group by kind`
	}
	rows, err := q.pool.Query(ctx, present, customer)
	if err != nil {
		return spent, dberror.Of("meters", err)
	}
	var kind string
	var m subscription.Meter
	_, err = pgx.ForEachRow(rows, []any{&kind, &m.Used, &m.Bought}, func() error {
		if kind == WorkUsage {
			spent.Work = m
		} else {
			spent.Orders = m
		}
		return nil
	})
	return spent, dberror.Of("meters", err)
}
