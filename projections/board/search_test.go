package board_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/projections/board"
)

func found(t *testing.T, q *board.Queries, to domain.Actor, text string, limit int) []int {
	t.Helper()
	cards, err := q.Search(t.Context(), to, text, limit)
	if err != nil {
		t.Fatal(err)
	}
	return numbers(cards)
}

func TestASearchFindsWhatIsMeant(t *testing.T) { // BD-128 D-39
	q := table(
		t,
		card{n: 101, name: "Strawberry jam label", serviceName: "Label design", packageName: "Starter"},
		card{n: 102, name: "Autumn brochure", serviceName: "Print check", archived: true},
		card{
			n:           103,
			name:        "Packaging 100%_pure",
			serviceName: "Retouching",
			customer:    bright,
			creator:     noah,
			client:      "bright",
		},
		card{n: 1104, name: "LABEL of honey"},
	)
	for text, want := range map[string][]int{
		"PB-102": {102}, "pb-1104": {1104}, "104": {1104}, "10": {103, 102, 101}, // two digits begin a number
		"jam": {101}, "JAM label": {101}, "label jam": {101}, "berry": {101}, "label": {1104, 101}, "starter": {101}, "retouching": {103},
		"acme": {1104, 102, 101}, "harvest": {103}, "brightside": {103}, "noah keller": {103}, "olivia label": {1104, 101},
		// one letter wrong, missing, too much, or two swapped
		"lebel": {1104, 101}, "labl": {1104, 101}, "labbel": {1104, 101}, "lable": {1104, 101}, "brohcure": {102}, "harvset": {103}, "acmee foods": {1104, 102, 101}, "olvia": {1104, 102, 101},
		"lxbxl": {}, "jan": {}, "PB-999": {}, "label brochure": {}, "": {}, "   ": {},
		"%": {}, "100%_pure": {103}, "a_tumn": {}, `\`: {}, "'": {}, "(": {}, "label|brochure": {}, ".*": {},
	} {
		if got := found(t, q, manager, text, 10); !cmp.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
	if got := found(t, q, manager, "acme", 2); !cmp.Equal(got, []int{1104, 102}) {
		t.Errorf("the two newest are %v", got)
	}
}

// Otherwise the first order would be lost among those whose numbers begin with its own.
func TestAnOrderIsFoundFirstByItsNumber(t *testing.T) { // D-87 BD-128
	q := table(
		t,
		card{n: 5, name: "Jam"},
		card{n: 51, name: "Jam"},
		card{n: 52, name: "Jam"},
		card{n: 6, name: "Jam 5"},
	)
	for text, want := range map[string][]int{"PB-5": {5, 52}, "pb-52": {52}, "5": {6, 5}, "PB-6": {6}} {
		if got := found(t, q, manager, text, 2); !cmp.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
}

// What a person may not see is not found, and the list's search is the same one.
func TestASearchFindsOnlyWhatThePersonMaySee(t *testing.T) { // BD-121 D-39
	q := table(
		t, card{n: 1, name: "Jam label"},
		card{n: 2, name: "Jam brochure", customer: bright, creator: noah, client: "bright"},
	)
	reseller := domain.Actor{Role: domain.Owner, ClientID: "bright"}
	resold := domain.Actor{Role: domain.Staff, ClientID: "bright", CustomerID: bright}
	for _, c := range []struct {
		who  string
		by   domain.Actor
		want []int
	}{{"a manager", manager, []int{1, 2}}, {"cso", domain.Actor{Role: domain.CSO}, []int{1, 2}}, {"an owner", owner, []int{1}}, {"a reseller", reseller, []int{2}},
		{"their customer", resold, []int{2}}, {"an owner of nothing", stranger, []int{}}, {"a guest", domain.Actor{Role: domain.Guest}, []int{}}} {
		for _, text := range []string{"jam", "jam labex"} {
			got := sorted(found(t, q, c.by, text, 10))
			if text == "jam" && !cmp.Equal(got, c.want) {
				t.Errorf("%s finds %v by %q, want %v", c.who, got, text, c.want)
			}
			if in := listed(t, q, c.by, board.Filter{Search: text}); !cmp.Equal(in, got) {
				t.Errorf("%s sees %v in the list by %q, %v in the search", c.who, in, text, got)
			}
		}
	}
}

// What is older than the newest few thousand is found by the index.
func TestASearchReachesTheOldest(t *testing.T) { // D-39
	cards := []card{{n: 1, name: "Strawberry label"}}
	for n := range 2100 {
		cards = append(cards, card{n: n + 2, name: fmt.Sprintf("Plain %d", n)})
	}
	q := table(t, cards...)
	for _, text := range []string{"strawberry", "strawbexry"} {
		if got := found(t, q, manager, text, 10); !cmp.Equal(got, []int{1}) {
			t.Errorf("%q finds %v", text, got)
		}
	}
}
