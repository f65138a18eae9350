package sales_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/sales"
)

// What is due in a time is listed once, page by page; what is paid, or no trial, is not.
func TestWhatIsDueInATimeIsListedPageByPage(t *testing.T) { // D-54 D-56
	pool, err := pgxpool.New(t.Context(), embeddedtest.DatabaseFrom(t, "migrated", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	from := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	until := from.AddDate(0, 0, 3)
	for i, due := range []time.Time{from.Add(-time.Microsecond), from, from, until.Add(-time.Microsecond), until} {
		for _, state := range []string{"open", "paid"} {
			if _, err := pool.Exec(
				t.Context(),
				`insert into sales_invoices (id, issuer, customer, state, number, bill, due, way,
				failure, attempts, credit, created_at, version, position)
				values ($1, 'customer', $1, $2, $3, '{}', $4, '', '', 0, '', $4, 1, 1)`,
				uuid.New(),
				state,
				fmt.Sprint(i),
				due,
			); err != nil {
				t.Fatal(err)
			}
		}
		for _, status := range []string{"trial", "active"} {
			if _, err := pool.Exec(
				t.Context(),
				`insert into sales_subscriptions (stream, customer, plan, status, due, state,
				version, position) values ($1, $1, $1, $2, $3, '{}', 1, 1)`,
				uuid.New(),
				status,
				due,
			); err != nil {
				t.Fatal(err)
			}
		}
	}
	q := sales.NewQueries(pool)
	exec := func(sql string) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	numbers := func(state invoice.State, number string) (found string) {
		t.Helper()
		all, err := q.Sold(t.Context(), "customer", state, number, sales.Part{Limit: 10})
		if state == invoice.PastDue {
			all, err = q.Overdue(t.Context(), "customer", number, 0, 10)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range all {
			found += i.Number
		}
		return found
	}
	exec("update sales_invoices set state = 'past-due' where state = 'paid'")
	if got := numbers(invoice.PastDue, ""); got != "01234" && got != "02134" { // two are due at the same time
		t.Errorf("past due are %s, want the longest overdue first", got)
	}
	if got := numbers(invoice.Open, ""); got != "43210" && got != "43120" {
		t.Errorf("open are %s, want the newest first", got)
	}
	if got := numbers("", "4"); got != "44" {
		t.Errorf("with a number that begins with 4: %s", got)
	}
	exec("update sales_invoices set state = 'paid' where state = 'past-due'")
	for name, list := range map[string]func(after sales.Due) ([]sales.Due, error){
		"invoices": func(after sales.Due) ([]sales.Due, error) { return q.OpenInvoices(t.Context(), from, until, after, 2) },
		"trials":   func(after sales.Due) ([]sales.Due, error) { return q.Trials(t.Context(), from, until, after, 2) },
	} {
		seen := map[uuid.UUID]bool{}
		var after sales.Due
		for {
			found, err := list(after)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) == 0 {
				break
			}
			for _, d := range found {
				if d.At.Before(from) || !d.At.Before(until) || seen[d.ID] {
					t.Errorf("%s: %+v is listed", name, d)
				}
				seen[d.ID] = true
			}
			after = found[len(found)-1]
		}
		if len(seen) != 3 {
			t.Errorf("%d %s are due in three days, want 3", len(seen), name)
		}
	}
}
