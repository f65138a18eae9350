package benchmark

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/internal/imports/requests"
)

// ImportReport contains the cost of importing orders with every status. Check is the time from the request to the
// result of the check, Import that until all orders are imported, and Again that of checking the same file a second
// time, which finds nothing to import, in seconds. Planned is the time of check and import in an account whose plan
// has limits, which has room for all orders, or for half of them (Half).
type ImportReport struct {
	Orders  int     `json:"orders"`
	Check   float64 `json:"check"`
	Import  float64 `json:"import"`
	Again   float64 `json:"again"`
	Planned float64 `json:"planned"`
	Half    float64 `json:"half"`
}

// Print writes the report as text.
func (r ImportReport) Print(w io.Writer) {
	fmt.Fprintf(
		w,
		"import of %s orders: check %.1f s, import %.1f s; again: %.1f s; with a plan: %.1f s; with half the room: %.1f s\n",
		count(r.Orders),
		r.Check,
		r.Import,
		r.Again,
		r.Planned,
		r.Half,
	)
}

// Checks returns the bound of the import.
func (r ImportReport) Checks() []Check {
	return []Check{{
		Name: "import",
		What: fmt.Sprintf("import of %s orders, with its check", count(r.Orders)),
		Parts: []Part{
			{What: "import", Figure: r.Check + r.Import, Unit: "s", Bound: 60},
			{What: "again", Figure: r.Again, Unit: "s", Bound: 60},
			{What: "with a plan", Figure: r.Planned, Unit: "s", Bound: 60},
			{What: "with half the room", Figure: r.Half, Unit: "s", Bound: 60},
		},
	}}
}

// Import starts a server, and imports orders for one account twice, and for two with a plan.
func Import(ctx context.Context, orders int) (ImportReport, error) {
	r := ImportReport{Orders: orders}
	dir, remove, err := folder()
	if err != nil {
		return r, err
	}
	defer remove()
	seed, admin, owner := populous(3, 1)
	file := ordersFile(orders)
	placed := orders - strings.Count(file, ",draft,") - strings.Count(file, ",cancelled,")
	room := []int{orders, placed / 2}
	if err := withCore(ctx, dir, func(core *core.Core) error {
		err := core.Plant(ctx, seed)
		for i, n := range room {
			offer := offered
			offer.Name, offer.Orders = fmt.Sprint("Room for ", n), n
			if err == nil {
				err = subscribe(ctx, core, admin, seed.Users[i+2:i+3], offer, time.Now().UTC())
			}
		}
		return err
	}); err != nil {
		return r, err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return r, err
	}
	defer s.stop()
	as, err := s.signIn(ctx, admin)
	if err == nil {
		err = as.csrfOf(ctx, "profile")
	}
	if err != nil {
		return r, err
	}
	first, err := as.imports(ctx, owner.CustomerID.String(), file)
	if err != nil {
		return r, err
	}
	again, err := as.imports(ctx, owner.CustomerID.String(), file)
	if err == nil && (first.created != orders || again.existing != orders) {
		err = fmt.Errorf("%d orders were imported, and the second check found %d", first.created, again.existing)
	}
	for i, took := range []*float64{&r.Planned, &r.Half} {
		if err != nil {
			return r, err
		}
		var with importing
		with, err = as.imports(ctx, seed.Users[i+2].CustomerID.String(), file)
		if want := min(placed, room[i]) + orders - placed; err == nil && with.created != want {
			err = fmt.Errorf("%d orders were imported with room for %d, want %d", with.created, room[i], want)
		}
		*took = (with.check + with.took).Seconds()
	}
	r.Check, r.Import, r.Again = first.check.Seconds(), first.took.Seconds(), (again.check + again.took).Seconds()
	return r, err
}

// ordersFile returns a file with orders of every status that an admin can import.
func ordersFile(orders int) string {
	var b strings.Builder
	b.WriteString("reference,name,status,description,due,priority,links\n")
	for i := range orders {
		status := []string{"draft", "queue", "in-progress", "in-review", "approved", "completed", "on-hold", "cancelled"}[i%8]
		fmt.Fprintf(
			&b,
			"REF-%d,Label for jar %d,%s,\"Jam of 250 g.\nWith the new logo.\",2027-%02d-15,high,https://example.com/%d\n",
			i,
			i,
			status,
			1+i%12,
			i,
		)
	}
	return b.String()
}

// importing is what an import took, and what became of it.
type importing struct {
	check, took       time.Duration
	created, existing int
}

// imports sends a file of orders for an account, and waits until it is imported, if there is anything new in it.
func (s *session) imports(ctx context.Context, customer, file string) (i importing, err error) {
	var a struct {
		Data struct {
			Import struct {
				ID       string `json:"id"`
				State    string `json:"state"`
				Parts    int    `json:"parts"`
				Accepted int    `json:"accepted"`
				Created  int    `json:"created"`
				Existing int    `json:"existing"`
				Problems int    `json:"problemCount"`
			} `json:"import"`
		} `json:"data"`
	}
	body := fmt.Sprintf(`{"kind":"orders","customerId":%q,"fileName":"orders.csv","size":%d}`, customer, len(file))
	if err := s.write(ctx, http.MethodPost, "/imports", body, &a); err != nil {
		return i, err
	}
	path := "/imports/" + a.Data.Import.ID
	for n := range a.Data.Import.Parts {
		content := file[n*requests.PartBytes : min((n+1)*requests.PartBytes, len(file))]
		part, err := json.Marshal(map[string][]byte{"content": []byte(content)})
		if err != nil {
			return i, err
		}
		if err := s.write(ctx, http.MethodPut, fmt.Sprint(path, "/parts/", n), string(part), &struct{}{}); err != nil {
			return i, err
		}
	}
	until := func(call, body, state string) (time.Duration, error) {
		began := time.Now()
		if err := s.write(ctx, http.MethodPost, path+call, body, &a); err != nil {
			return 0, err
		}
		for a.Data.Import.State != state {
			if a.Data.Import.State == "failed" {
				return 0, fmt.Errorf("the import failed: %+v", a.Data.Import)
			}
			select {
			case <-ctx.Done():
				return 0, ctx.Err()
			case <-time.After(100 * time.Millisecond):
			}
			if err := s.get(ctx, path, &a); err != nil {
				return 0, err
			}
		}
		return time.Since(began), nil
	}
	i.check, err = until("/check", "{}", "checked")
	if i.existing = a.Data.Import.Existing; err != nil || i.existing == a.Data.Import.Accepted {
		return i, err
	}
	i.took, err = until("/confirm", "", "done")
	i.created, i.existing = a.Data.Import.Created, a.Data.Import.Existing
	return i, err
}
