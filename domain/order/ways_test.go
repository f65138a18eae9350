package order_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// wayIn is a way by the tables that the tests copied by hand: who has it.
type wayIn struct {
	name  string // as the sentence names it
	roles []string
}

// waysBy lists every way of the tables from a status to another: dragging, the status control, the
// review screen, named actions.
func waysBy(from, to string) map[string]wayIn {
	control := []string{}
	for _, r := range domain.Roles {
		if slices.Contains(changesOf(r, false, from), to) {
			control = append(control, string(r))
		}
	}
	ways := map[string]wayIn{"board": {"on the board", rolesIn42(from, to)}, "status": {"'Change status'", control}}
	if from == "in-review" && slices.Contains(strings.Fields("in-progress on-hold approved"), to) {
		ways["review"] = wayIn{"the review actions", []string{"owner", "staff"}}
	}
	for name, row := range tableD05 {
		leadsTo := row.to == to || name == "published" && to == "queue" // at the maximum of active orders
		if leadsTo && slices.Contains(strings.Fields(row.from), from) {
			ways[name] = wayIn{"'" + row.label + "'", strings.Fields(row.who)}
		}
	}
	return ways
}

// A refused move names a way that works, on every surface, for every role, from every status to
// every status. 'Nobody can' is said only where no table lets anybody.
func TestARefusedMoveNamesTheWayThatWorks(t *testing.T) { // D-08, BY-035
	for _, via := range []order.Via{order.Board, order.StatusControl} {
		for _, r := range domain.Roles {
			if roleGroups[r] == "none" {
				continue // they act on no order, and are told so
			}
			for _, from := range everyStatus {
				for _, to := range everyStatus {
					var refused *domain.Error
					err := given(t, order.Status(from)).When(move(order.Status(to), via, actor(r))).Err()
					if !errors.As(err, &refused) || !errors.Is(err, order.ErrMoveNotAllowed) {
						continue
					}
					at := fmt.Sprintf("%s, %s from %s to %s: %q", via, r, from, to, refused.Message)
					mine, others := []string{}, false
					for surface, w := range waysBy(from, to) {
						others = others || len(w.roles) > 0
						if surface != string(via) && slices.Contains(w.roles, string(r)) {
							mine = append(mine, w.name)
						}
					}
					named := slices.ContainsFunc(
						mine, func(name string) bool { return strings.Contains(refused.Message, name) },
					)
					if len(mine) > 0 != named {
						t.Errorf("%s: the ways are %v", at, mine)
					}
					if nobody := strings.HasPrefix(refused.Message, "Nobody can"); nobody != !others {
						t.Errorf("%s: somebody can: %t", at, others)
					}
					for _, w := range refused.Refusal.Ways {
						key := w.Via
						if w.Via == "action" {
							key = w.Action
						}
						if want := waysBy(from, to)[key].roles; !slices.Equal(sorted(w.Roles), sorted(want)) ||
							w.Label == "" ||
							w.Via == string(via) ||
							w.Open != slices.Contains(want, string(r)) {
							t.Errorf("%s: the way %+v is not that of the tables, %v", at, w, want)
						}
					}
				}
			}
		}
	}
}

func sorted(in []string) []string { return slices.Sorted(slices.Values(in)) }
