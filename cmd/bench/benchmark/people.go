package benchmark

import (
	"context"
	"fmt"
	"io"
	"slices"
	"syscall"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// PeopleReport contains the cost of the lists of people and customers. One client sends one request
// at a time. Times are in milliseconds until the last byte.
type PeopleReport struct {
	People    int     `json:"people"`
	Customers int     `json:"customers"`
	P50       float64 `json:"p50"`
	P95       float64 `json:"p95"` // over all lists
	// Session is the CPU time that a session costs a request, without the database's, in milliseconds.
	Session float64        `json:"session"`
	Each    []PeopleFigure `json:"each"`
}

// PeopleFigure contains the figures of one list.
type PeopleFigure struct {
	What string  `json:"what"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
}

// Print writes the report as text.
func (r PeopleReport) Print(w io.Writer) {
	fmt.Fprintf(
		w, "lists of %s people in %s customers: p50 %.2f ms, p95 %.2f ms\n",
		count(r.People), count(r.Customers), r.P50, r.P95,
	)
	fmt.Fprintf(w, "  a session costs a request %.3f ms of CPU\n", r.Session)
	for _, f := range r.Each {
		fmt.Fprintf(w, "  %-44s p50 %6.2f ms, p95 %6.2f ms\n", f.What, f.P50, f.P95)
	}
}

// Checks returns the bound of the lists.
func (r PeopleReport) Checks() []Check {
	return []Check{
		{
			Name:  "people",
			What:  fmt.Sprintf("lists and search of %s people in %s customers", count(r.People), count(r.Customers)),
			Parts: []Part{{What: "p95", Figure: r.P95, Unit: "ms", Bound: 100}},
		},
		{
			Name:  "session",
			What:  fmt.Sprintf("the lookup of a session among %s people", count(r.People)),
			Parts: []Part{{What: "CPU", Figure: r.Session, Unit: "ms", Bound: 0.1}},
		},
	}
}

var (
	firstNames = []string{
		"Ada",
		"Ben",
		"Cleo",
		"Dina",
		"Emil",
		"Freya",
		"Gil",
		"Hana",
		"Ivo",
		"Jun",
		"Kim",
		"Lea",
		"Mia",
	}
	lastNames = []string{"Alder", "Berg", "Costa", "Dahl", "Eze", "Faro", "Gray", "Hahn", "Ito", "Jones", "Kaur"}
)

// populous is a provider with an admin, and customers with the same number of people each.
func populous(customers, each int) (seed accounts.Seed, admin, owner accounts.User) {
	id := func(name string) uuid.UUID { return uuid.NewSHA1(customerID, []byte(name)) }
	seed = accounts.Seed{
		Clients: []accounts.Client{
			{ID: domain.ProviderClient, Name: "Bench Studio", Kind: "provider"},
			{ID: domain.DirectClient, Name: "Direct", Kind: "direct"},
		},
		Password: password,
	}
	admin = accounts.User{
		ID: id("admin"), Email: "admin@bench.test", Firstname: "Admin", Lastname: "Bench", Role: domain.Admin,
		ClientID: domain.ProviderClient, TimeZone: "UTC",
	}
	seed.Users = append(seed.Users, admin)
	for c := range customers {
		of := id(fmt.Sprint("customer ", c))
		seed.Customers = append(seed.Customers, accounts.Customer{
			ID: of, ClientID: domain.DirectClient, Name: fmt.Sprintf("%s Foods %d", lastNames[c%len(lastNames)], c),
			MaxActiveOrders: -1, Contacts: contacts,
		})
		for p := range each {
			n := c*each + p
			u := accounts.User{
				ID: id(fmt.Sprint("person ", n)), Email: fmt.Sprintf("person%d@bench.test", n),
				Firstname: firstNames[n%len(firstNames)], Lastname: lastNames[n/7%len(lastNames)], Role: domain.Staff,
				ClientID: domain.DirectClient, CustomerID: of, TimeZone: "UTC",
			}
			if p == 0 {
				u.Role = domain.Owner
			}
			seed.Users = append(seed.Users, u)
		}
	}
	return seed, admin, seed.Users[1]
}

// People starts a server with customers that have the same number of people each, and measures the
// lists of an admin and of an owner.
func People(ctx context.Context, customers, each, reads int) (PeopleReport, error) {
	r := PeopleReport{People: customers * each, Customers: customers}
	dir, remove, err := folder()
	if err != nil {
		return r, err
	}
	defer remove()
	seed, admin, owner := populous(customers, each)
	err = withCore(ctx, dir, func(core *core.Core) (err error) {
		if err = core.Plant(ctx, seed); err == nil {
			r.Session, err = sessionCost(ctx, core, owner)
		}
		return err
	})
	if err != nil {
		return r, err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return r, err
	}
	defer s.stop()
	asAdmin, err := s.signIn(ctx, admin)
	if err != nil {
		return r, err
	}
	asOwner, err := s.signIn(ctx, owner)
	if err != nil {
		return r, err
	}
	last := seed.Users[len(seed.Users)/2].ID
	var all []float64
	for _, q := range []struct {
		what, path string
		as         *session
	}{
		{"everybody, the first page", "/people?everyone=true", asAdmin},
		{"everybody, a page in the middle", "/people?everyone=true&after=" + last.String(), asAdmin},
		{"everybody: a part of an address", "/people?everyone=true&search=person4711", asAdmin},
		{"everybody: a frequent name", "/people?everyone=true&search=cleo", asAdmin},
		{"everybody: two letters", "/people?everyone=true&search=ea", asAdmin},
		{"everybody: what is not there", "/people?everyone=true&search=xyzzy", asAdmin},
		{"everybody: one letter and not there", "/people?everyone=true&search=q%20q", asAdmin},
		{"everybody: owners", "/people?everyone=true&role=owner", asAdmin},
		{"everybody: invited", "/people?everyone=true&state=invited", asAdmin},
		{"customers, the first page", "/customers", asAdmin},
		{"customers: a part of a name", "/customers?search=foods%20471", asAdmin},
		{"customers: what is not there", "/customers?search=xyzzy", asAdmin},
		{"the team of an owner", "/people", asOwner},
	} {
		took, err := timed(ctx, q.as, q.path, reads)
		if err != nil {
			return r, fmt.Errorf("%s: %w", q.what, err)
		}
		all = append(all, took...)
		slices.Sort(took)
		r.Each = append(r.Each, PeopleFigure{q.what, quantile(took, .5), quantile(took, .95)})
	}
	slices.Sort(all)
	r.P50, r.P95 = quantile(all, .5), quantile(all, .95)
	return r, nil
}

// sessionCost returns the CPU time of this process that finding the session of a token takes, in
// milliseconds. It includes the person, their membership and their rights.
func sessionCost(ctx context.Context, core *core.Core, of accounts.User) (float64, error) {
	const warmUp, lookups = 1000, 20_000
	token, _, err := core.Sessions.Open(ctx, of, throttle.Origin{}, false)
	if err != nil {
		return 0, err
	}
	var before time.Duration
	for i := range warmUp + lookups {
		if i == warmUp {
			before = ownCPU()
		}
		if _, err := core.Sessions.Session(ctx, token); err != nil {
			return 0, err
		}
	}
	return ms(ownCPU()-before) / lookups, nil
}

// ownCPU returns the CPU time of this process, without its child processes.
func ownCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// timed returns how long each of a number of reads took.
func timed(ctx context.Context, as *session, path string, reads int) (took []float64, err error) {
	var answer struct{}
	for i := range warmUpReads + reads {
		began := time.Now()
		if err := as.get(ctx, path, &answer); err != nil {
			return nil, err
		}
		if i >= warmUpReads {
			took = append(took, ms(time.Since(began)))
		}
	}
	return took, nil
}
