package board_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/projectiontest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

var (
	acme, bright = numbered(1, 1), numbered(1, 2)
	olivia, noah = numbered(2, 1), numbered(2, 2)
	ops, boss    = numbered(3, 1), numbered(3, 2)
	labels       = numbered(4, 1)
	artwork      = numbered(5, 1)
	now          = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	manager      = domain.Actor{ID: boss, Role: domain.Manager}
	owner        = domain.Actor{Role: domain.Owner, ClientID: "customer", CustomerID: acme}
	stranger     = domain.Actor{Role: domain.Owner, ClientID: "customer"} // of no account
)

func numbered(kind, n int) uuid.UUID {
	return uuid.MustParse(fmt.Sprintf("00000000-0000-0000-%04d-%012d", kind, n))
}

// card is a row of the board; what is empty here is a plain order of Acme's.
type card struct {
	n                   int
	status              order.Status
	name                string
	customer, creator   uuid.UUID
	client              string
	operator, manager   any
	service             any
	serviceName         string
	created, updated    time.Time
	due                 any
	frozen, archived    bool
	promised, allocated int
	published, started  any
	worked              int
	since               any
	rank                string
	workBy              any
	packageName         string
}

func (c card) id() uuid.UUID { return numbered(9, c.n) }

// table is a database with accounts of its own and these cards.
func table(t *testing.T, cards ...card) *board.Queries {
	t.Helper()
	q, _ := openTable(t, cards...)
	return q
}

// openTable is table, and returns what else can be done with the database.
func openTable(t testing.TB, cards ...card) (q *board.Queries, exec func(sql string, args ...any)) {
	t.Helper()
	pool, exec := projectiontest.Database(t)
	exec(
		"insert into tenants (id, name) values ('customer', 'Direct'), ('bright', 'Brightside Agency')",
	)
	exec(
		"insert into companies (id, name) values ($1, 'Acme Foods'), ($2, 'Harvest Bakery')",
		acme,
		bright,
	)
	exec(`insert into people (id, email, password, firstname, lastname) values
		($1, 'o@x.test', '', 'Olivia', 'Hart'), ($2, 'n@x.test', '', 'Noah', 'Keller')`, olivia, noah)
	exec("insert into service_categories (id, name) values ($1, 'Artwork')", artwork)
	exec("insert into services (id, category_id, name) values ($1, $2, 'Label design')", labels, artwork)
	for _, c := range cards {
		if c.status == "" {
			c.status = order.InProgress
		}
		if c.customer == uuid.Nil {
			c.customer, c.creator, c.client = acme, olivia, "customer"
		}
		if c.created.IsZero() {
			c.created = now
		}
		if c.updated.IsZero() {
			c.updated = c.created
		}
		if c.rank == "" {
			c.rank = fmt.Sprintf("%06d", c.n)
		}
		exec(
			`insert into board_cards (id, number, client, customer, creator, operator, manager, name, service, service_name, package, due, created_at, updated_at, status, rank, frozen,
			archived, promised_start, allocated, published_at, started_at, worked, work_by, work_since, version, position)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, 1, $2)`,
			c.id(),
			c.n,
			c.client,
			c.customer,
			c.creator,
			c.operator,
			c.manager,
			c.name,
			c.service,
			c.serviceName,
			c.packageName,
			c.due,
			c.created,
			c.updated,
			string(c.status),
			c.rank,
			c.frozen,
			c.archived,
			c.promised,
			c.allocated,
			c.published,
			c.started,
			c.worked,
			c.workBy,
			c.since,
		)
		exec(
			"insert into order_texts (id, number, client, customer, creator, name, service_name, package) values ($1, $2, $3, $4, $5, $6, $7, $8)",
			c.id(),
			c.n,
			c.client,
			c.customer,
			c.creator,
			c.name,
			c.serviceName,
			c.packageName,
		)
	}
	return board.NewQueries(pool), exec
}

func numbers(cards []board.Card) []int {
	out := []int{}
	for i := range cards {
		out = append(out, int(cards[i].Number.N))
	}
	return out
}

func sorted(n []int) []int {
	n = slices.Clone(n)
	slices.Sort(n)
	return n
}

func listed(t *testing.T, q *board.Queries, to domain.Actor, f board.Filter) []int {
	t.Helper()
	f.Now = now
	p, err := q.List(t.Context(), to, f, false, board.Sort{By: "created"}, 1, 100)
	if err != nil {
		t.Fatal(err)
	}
	if p.Total != len(p.Cards) {
		t.Errorf("a total of %d for %d orders", p.Total, len(p.Cards))
	}
	return sorted(numbers(p.Cards))
}

func ago(d time.Duration) time.Time { return now.Add(-d) }

// Every key narrows what it says, in the list, on the board and in a file alike (BD-130).
func TestEveryFilterNarrowsListBoardAndFileAlike(t *testing.T) { // BD-130 SH-242 SH-243 D-37 BY-037
	q := table(
		t,
		card{n: 1, status: order.Draft, name: "Jam label", serviceName: "Label design", service: labels},
		card{n: 2, status: order.ReadyToGo, frozen: true},
		card{n: 3, customer: bright, creator: noah, client: "bright", operator: ops},
		card{n: 4, manager: boss, due: now.AddDate(0, 0, 3)},
		card{n: 5, created: now.AddDate(0, 0, -10), updated: now.AddDate(0, 0, -1), due: now.AddDate(0, 0, -2)},
		card{n: 6, promised: 1000, published: ago(509 * time.Second)}, // 50.9 %
		card{
			n:         7,
			promised:  1000,
			published: ago(5000 * time.Second),
			started:   ago(4490 * time.Second),
		}, // 51 % when it began
		card{n: 8, promised: 1000, published: ago(7599 * time.Second / 10)}, // 75.99 %
		card{n: 9, promised: 1000, published: ago(760 * time.Second)},       // 76 %
		card{
			n:         10,
			allocated: 1000,
			worked:    100,
			workBy:    ops,
			since:     ago(400 * time.Second),
		}, // 50 % and running
		card{n: 11, allocated: 1000, worked: 510}, // 51 %
		card{n: 12, allocated: 1000, worked: 900}, // 90 %
		card{
			n:         13,
			allocated: -1,
			worked:    900,
			promised:  0,
			published: ago(time.Hour),
		}, // nothing to compare with
	)
	bucket := func(names ...string) (all []board.Bucket) {
		for _, n := range names {
			all = append(all, board.Buckets[n])
		}
		return all
	}
	for what, c := range map[string]struct {
		f    board.Filter
		want []int
	}{
		"nothing":                    {board.Filter{}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}},
		"statuses":                   {board.Filter{Statuses: []order.Status{order.Draft, order.ReadyToGo}}, []int{1, 2}},
		"not frozen, with a status":  {board.Filter{Statuses: []order.Status{order.Draft, order.ReadyToGo}, NotFrozen: true}, []int{1}},
		"a client":                   {board.Filter{Clients: []string{"bright"}}, []int{3}},
		"a customer":                 {board.Filter{Customers: []uuid.UUID{bright}}, []int{3}},
		"a creator":                  {board.Filter{Creators: []uuid.UUID{noah}}, []int{3}},
		"an operator":                {board.Filter{Operators: []uuid.UUID{ops}}, []int{3}},
		"a manager":                  {board.Filter{Managers: []uuid.UUID{boss}}, []int{4}},
		"a service":                  {board.Filter{Services: []uuid.UUID{labels}}, []int{1}},
		"a category":                 {board.Filter{Categories: []uuid.UUID{artwork}}, []int{1}},
		"created before":             {board.Filter{Created: board.Span{Before: now.AddDate(0, 0, -9)}}, []int{5}},
		"created in a span":          {board.Filter{Created: board.Span{From: now.AddDate(0, 0, -10), Before: now}}, []int{5}},
		"due from":                   {board.Filter{Due: board.Span{From: now}}, []int{4}},
		"changed before":             {board.Filter{Updated: board.Span{Before: now}}, []int{5}},
		"the queue's first bucket":   {board.Filter{QueueTime: bucket("0:50")}, []int{6}},
		"the queue's second":         {board.Filter{QueueTime: bucket("51:75")}, []int{7, 8}},
		"the queue's last":           {board.Filter{QueueTime: bucket("76")}, []int{9}},
		"two buckets of the queue":   {board.Filter{QueueTime: bucket("0:50", "76")}, []int{6, 9}},
		"the work's first bucket":    {board.Filter{WorkTime: bucket("0:50")}, []int{10}},
		"the work's second and last": {board.Filter{WorkTime: bucket("51:75", "76")}, []int{11, 12}},
		"their own":                  {board.Filter{Mine: true}, []int{4}},
		"of nobody":                  {board.Filter{Unassigned: true, Statuses: []order.Status{order.Draft, order.ReadyToGo}}, []int{2}},
		"overdue":                    {board.Filter{Overdue: true}, []int{5}},
		"due in a week":              {board.Filter{DueWeek: true, Week: board.Span{From: now, Before: now.AddDate(0, 0, 4)}}, []int{4}},
		"their own that are overdue": {board.Filter{Mine: true, Overdue: true}, []int{}},
		"a search":                   {board.Filter{Search: "jam"}, []int{1}},
		"all of it":                  {board.Filter{Search: "jam", Statuses: []order.Status{order.ReadyToGo}}, []int{}},
	} {
		t.Run(what, func(t *testing.T) {
			if diff := cmp.Diff(c.want, listed(t, q, manager, c.f)); diff != "" {
				t.Errorf("in the list (-want +got):\n%s", diff)
			}
			c.f.Now = now
			cards, err := q.Window(t.Context(), manager, c.f, nil, nil, 50)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, sorted(numbers(cards))); diff != "" {
				t.Errorf("on the board (-want +got):\n%s", diff)
			}
			zones := map[string]int{}
			for i := range cards {
				zones[cards[i].Status.Zone()]++
			}
			for i := range cards {
				if z := cards[i].Status.Zone(); cards[i].ZoneTotal != zones[z] {
					t.Errorf("zone %s counts %d, shows %d", z, cards[i].ZoneTotal, zones[z])
				}
			}
			totals, err := q.Totals(t.Context(), manager, c.f)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(zones, totals); diff != "" {
				t.Errorf("counted (-board +counts):\n%s", diff)
			}
			if diff := cmp.Diff(c.want, sorted(exported(t, q, manager, c.f, board.Sort{By: "due"}))); diff != "" {
				t.Errorf("in a file (-want +got):\n%s", diff)
			}
		})
	}
}

// exported reads a list two at a time.
func exported(t *testing.T, q *board.Queries, to domain.Actor, f board.Filter, s board.Sort) []int {
	t.Helper()
	f.Now = now
	all, at := []int{}, board.Place{}
	for {
		cards, next, err := q.After(t.Context(), to, f, false, s, at, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(cards) == 0 {
			return all
		}
		all, at = append(all, numbers(cards)...), next
	}
}

// A file has every order of the list once and in its order, whatever the list is sorted by; what
// has no value is last.
func TestAFileIsInTheOrderOfTheList(t *testing.T) { // BY-037
	cards := make([]card, 9)
	for i := range cards {
		cards[i] = card{
			n:       i + 1,
			name:    fmt.Sprintf("Order %d", i%4),
			created: now.Add(time.Duration(i%3) * time.Hour),
			rank:    fmt.Sprint(9 - i%5),
		}
		if i%2 == 0 {
			cards[i].due = now.AddDate(0, 0, i%3)
		}
	}
	q := table(t, cards...)
	for _, by := range []string{"created", "due", "name", "updated", "manual"} {
		for _, ascending := range []bool{true, false} {
			s := board.Sort{By: by, Ascending: ascending}
			p, err := q.List(t.Context(), manager, board.Filter{Now: now}, false, s, 1, 100)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(numbers(p.Cards), exported(t, q, manager, board.Filter{}, s)); diff != "" ||
				p.Total != len(cards) {
				t.Errorf("by %s, ascending %v (-list +file):\n%s", by, ascending, diff)
			}
		}
	}
}

// The place in the queue is that of the whole queue of the customer, whatever a filter leaves out
// of it.
func TestAFilterDoesNotShortenTheQueue(t *testing.T) { // D-10 BD-130
	q := table(
		t,
		card{n: 1, status: order.Queue, name: "first"},
		card{n: 2, status: order.Queue, name: "second"},
		card{n: 3, status: order.Queue, name: "third"},
		card{
			n:        4,
			status:   order.Queue,
			name:     "other",
			customer: bright,
			creator:  noah,
			client:   "bright",
			rank:     "000000",
		},
	)
	f := board.Filter{Search: "third", Now: now}
	cards, err := q.Window(t.Context(), manager, f, nil, nil, 50)
	if err != nil || len(cards) != 1 || cards[0].Place != 2 || cards[0].ZoneTotal != 1 {
		t.Errorf("on the board: %v %+v", err, cards)
	}
	p, err := q.List(t.Context(), manager, f, false, board.Sort{}, 1, 10)
	if err != nil || len(p.Cards) != 1 || p.Cards[0].Place != 2 {
		t.Errorf("in the list: %v %+v", err, p)
	}
}

// What a customer's person has to do with is what they created or collaborate on, of their account.
func TestTheirOwnOrdersOfACustomer(t *testing.T) { // BY-058
	q, exec := openTable(
		t, card{n: 1}, card{n: 2, customer: acme, client: "customer", creator: noah},
		card{n: 3, customer: acme, client: "customer", creator: noah},
		card{n: 4, customer: bright, client: "bright", creator: olivia},
	)
	exec("update board_cards set collaborators = array[$1::uuid] where number = 3", olivia)
	by := owner
	by.ID = olivia
	if diff := cmp.Diff([]int{1, 3}, listed(t, q, by, board.Filter{Mine: true})); diff != "" {
		t.Error(diff)
	}
}
