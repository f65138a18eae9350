package sales_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/sales"
)

// Invoices and payments are created, changed and taken away between the pages of their lists: no other one comes twice
// or is left out, also of those that were created at the same time.
func TestListsOfWhatIsSoldAreReadCompletelyWhileTheyChange(t *testing.T) { // D-88
	pool, exec := projectiontest.Database(t)
	q, customer := sales.NewQueries(pool), uuid.New()
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	add := func(n int, at time.Time) uuid.UUID {
		t.Helper()
		id := uuid.UUID{0: byte(97 * n % 251), 15: byte(n)} // ids in no order
		exec(
			`insert into sales_invoices (id, issuer, customer, state, number, bill, way, failure, attempts, credit,
			created_at, updated_at, version, position) values ($1, 'customer', $2, 'open', $3, '{}', '', '', 0, '', $4, $4, 1, $5)`,
			id, customer, fmt.Sprint(n), at, n,
		)
		exec(
			`insert into sales_payments (id, invoice, kind, way, at, updated_at, reference, reason, credit, version, position)
			values ($1, $1, 'paid', '', $2, $2, '', '', '', 1, $3)`,
			id,
			at,
			n,
		)
		return id
	}
	var made []uuid.UUID
	for n := range 24 {
		made = append(made, add(n+1, began.Add(time.Duration(n/3)*time.Hour))) // three at a time
	}
	exec("update sales_invoices set updated_at = null where number = '7'") // of a row that was not rebuilt yet
	more := 100
	change := func() {
		exec(
			"update sales_invoices set updated_at = $1, state = 'past-due' where number::int % 5 = 0",
			began.AddDate(0, 0, 2),
		)
		add(more, began.AddDate(0, 0, 1).Add(time.Duration(more)*time.Minute))
		more++
	}
	for _, ascending := range []bool{false, true} {
		for list, read := range map[string]func(p sales.Part) (ids []uuid.UUID, at []time.Time){
			"invoices": func(p sales.Part) (ids []uuid.UUID, at []time.Time) {
				found, err := q.Of(t.Context(), customer, p)
				if err != nil {
					t.Fatal(err)
				}
				for _, i := range found {
					ids, at = append(ids, i.ID), append(at, i.Created)
				}
				return ids, at
			},
			"sold invoices": func(p sales.Part) (ids []uuid.UUID, at []time.Time) {
				found, err := q.Sold(t.Context(), "customer", "", "", p)
				if err != nil {
					t.Fatal(err)
				}
				for _, i := range found {
					ids, at = append(ids, i.ID), append(at, i.Created)
				}
				return ids, at
			},
			"payments": func(p sales.Part) (ids []uuid.UUID, at []time.Time) {
				found, err := q.PaymentsOf(t.Context(), customer, p)
				if err != nil {
					t.Fatal(err)
				}
				for _, i := range found {
					ids, at = append(ids, i.ID), append(at, i.At)
				}
				return ids, at
			},
		} {
			p := sales.Part{Ascending: ascending, Limit: 4}
			var all []uuid.UUID
			for pages := 0; ; pages++ {
				ids, at := read(p)
				if all = append(all, ids...); len(ids) < p.Limit || pages > 100 {
					break
				}
				p.After = &sales.Place{At: at[len(at)-1], ID: ids[len(ids)-1]}
				if pages < 3 {
					change()
				}
			}
			seen := map[uuid.UUID]int{}
			for _, id := range all {
				seen[id]++
			}
			for _, id := range made {
				if seen[id] != 1 {
					t.Errorf("%s, ascending %t: %s comes %d times", list, ascending, id, seen[id])
				}
			}
			if len(all) != len(seen) {
				t.Errorf("%s, ascending %t: %d rows, %d different", list, ascending, len(all), len(seen))
			}
		}
	}
	since, err := q.Of(t.Context(), customer, sales.Part{Ascending: true, Since: began.AddDate(0, 0, 2), Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for _, i := range since {
		numbers = append(numbers, i.Number)
	}
	if want := []string{"5", "7", "10", "15", "20"}; !slices.Equal(numbers[:min(5, len(numbers))], want) {
		t.Errorf("changed since: %v, want %v first", numbers, want)
	}
}

func TestInvoicesOfOneTimeAreInTheOrderOfTheirNumbers(t *testing.T) { // D-322
	pool, exec := projectiontest.Database(t)
	q, customer := sales.NewQueries(pool), uuid.New()
	for n, number := range []string{"B-3", "B-1", "B-5", "B-2", "B-4"} {
		exec(
			`insert into sales_invoices (id, issuer, customer, state, number, bill, way, failure, attempts, credit,
			created_at, updated_at, version, position) values ($1, 'customer', $2, 'open', $3, '{}', '', '', 0, '', $4, $4, 1, $5)`,
			uuid.UUID{15: byte(n + 1)}, customer, number, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), n,
		)
	}
	for ascending, want := range map[bool][]string{
		false: {"B-5", "B-4", "B-3", "B-2", "B-1"},
		true:  {"B-1", "B-2", "B-3", "B-4", "B-5"},
	} {
		p := sales.Part{Ascending: ascending, Limit: 2}
		var numbers []string
		for range 3 {
			found, err := q.Of(t.Context(), customer, p)
			if err != nil || len(found) == 0 {
				t.Fatalf("ascending %t: %d invoices, %v", ascending, len(found), err)
			}
			for _, i := range found {
				numbers = append(numbers, i.Number)
			}
			last := found[len(found)-1]
			p.After = &sales.Place{At: last.Created, ID: last.ID}
		}
		if !slices.Equal(numbers, want) {
			t.Errorf("ascending %t: %v, want %v", ascending, numbers, want)
		}
	}
}
