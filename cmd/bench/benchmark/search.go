package benchmark

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"time"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

// SearchReport contains the cost of the quick search over many orders. One client sends one request
// at a time. Times are in milliseconds until the last byte.
type SearchReport struct {
	Orders int            `json:"orders"`
	P50    float64        `json:"p50"`
	P99    float64        `json:"p99"` // over all searches
	Each   []SearchFigure `json:"each"`
}

// SearchFigure contains the figures of one search text for one person.
type SearchFigure struct {
	What  string  `json:"what"`
	Text  string  `json:"text"`
	Found int     `json:"found"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
}

// Print writes the report as text.
func (r SearchReport) Print(w io.Writer) {
	fmt.Fprintf(w, "quick search on %s orders: p50 %.2f ms, p99 %.2f ms\n", count(r.Orders), r.P50, r.P99)
	for _, f := range r.Each {
		fmt.Fprintf(w, "  %-40s %-22q finds %2d: p50 %6.2f ms, p99 %6.2f ms\n", f.What, f.Text, f.Found, f.P50, f.P99)
	}
}

// Checks returns the bound of the quick search.
func (r SearchReport) Checks() []Check {
	return []Check{
		{
			Name:  "search",
			What:  fmt.Sprintf("quick search on %s orders", count(r.Orders)),
			Parts: []Part{{What: "p99", Figure: r.P99, Unit: "ms", Bound: 50}},
		},
	}
}

// searched returns the search texts, at least one for each kind of answer. The kinds of orders
// repeat after every seven orders.
func (s studio) searched(orders int) []struct {
	what, text string
	by         accounts.User
	some       bool // the search has results for any number of orders
} {
	old := fmt.Sprintf("number %d", orders/3)
	return []struct {
		what, text string
		by         accounts.User
		some       bool
	}{
		{"a word of a seventh of all", "label", s.manager, true},
		{"a word of all", "summer", s.manager, true},
		{"a rare one, old", old, s.manager, false},
		{"a company", "foods 17", s.manager, true},
		{"a person and a word", "owner3 pouch", s.manager, false},
		{"a misspelt word", "brohcure", s.manager, true},
		{"two of them", "sumner leafelt", s.manager, true},
		{"what is not there", "xyzzy", s.manager, false},
		{"what is not there but looks like much", "sumxyz", s.manager, false},
		{"the beginning of a word", "po", s.manager, true},
		{"a customer: a word", "label", s.owner, false},
		{"a customer: a misspelt word", "brohcure", s.owner, false},
		{"a customer: what others have", "owner3", s.owner, false},
	}
}

// Search starts a server with the given number of drafts for 200 customers and measures searches on
// it.
func Search(ctx context.Context, orders, reads int) (SearchReport, error) {
	r := SearchReport{Orders: orders}
	dir, remove, err := folder()
	if err != nil {
		return r, err
	}
	defer remove()
	people := newStudio(0, 200, 0)
	want := make([]planted, orders)
	for i := range want {
		want[i] = planted{people.owners[i%len(people.owners)], order.Draft}
	}
	if _, err := people.plant(ctx, dir, want); err != nil {
		return r, err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return r, err
	}
	defer s.stop()
	sessions := map[string]*session{}
	for _, u := range []accounts.User{people.manager, people.owner} {
		if sessions[u.Email], err = s.signIn(ctx, u); err != nil {
			return r, err
		}
	}
	if err := allListed(ctx, sessions[people.manager.Email], orders); err != nil {
		return r, err
	}
	var all []float64
	for _, q := range people.searched(orders) {
		took, found, err := search(ctx, sessions[q.by.Email], q.text, reads)
		if err != nil {
			return r, err
		}
		if q.some && found == 0 {
			return r, fmt.Errorf("%q finds no order", q.text)
		}
		all = append(all, took...)
		slices.Sort(took)
		r.Each = append(r.Each, SearchFigure{q.what, q.text, found, quantile(took, .5), quantile(took, .99)})
	}
	slices.Sort(all)
	r.P50, r.P99 = quantile(all, .5), quantile(all, .99)
	return r, nil
}

// allListed waits until the read model contains every order.
func allListed(ctx context.Context, as *session, orders int) error {
	var list struct {
		Meta struct {
			Total int `json:"total"`
		} `json:"meta"`
	}
	for began := time.Now(); time.Since(began) < 5*time.Minute; <-time.After(200 * time.Millisecond) {
		if err := as.get(ctx, "/order?view=list&limit=1", &list); err != nil {
			return err
		}
		if list.Meta.Total == orders {
			return nil
		}
	}
	return errors.New("the read model does not catch up")
}

func search(ctx context.Context, as *session, text string, reads int) (took []float64, found int, err error) {
	path := "/order/search?limit=10&customSearch=" + url.QueryEscape(text)
	var answer struct {
		Data struct {
			Orders []struct{} `json:"orders"`
		} `json:"data"`
	}
	for i := range warmUpReads + reads {
		began := time.Now()
		if err := as.get(ctx, path, &answer); err != nil {
			return nil, 0, err
		}
		if i >= warmUpReads {
			took = append(took, ms(time.Since(began)))
		}
	}
	return took, len(answer.Data.Orders), nil
}
