package orders

import (
	"slices"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/board"
)

// columnTitles are the board's headings (BD-045).
var columnTitles = map[order.Column]string{
	order.ColumnNew: "New Order", order.ColumnProgress: "In Progress", order.ColumnReview: "In Review",
	order.ColumnHold: "On Hold", order.ColumnApproved: "Approved", order.ColumnCancelled: "Cancelled",
}

// zoneTitles are the headings inside a column, in their order (D-02).
var zoneTitles = map[order.Column][][2]string{
	order.ColumnNew:      {{"active", "Active"}, {"queue", "Queue"}, {"draft", "Draft"}},
	order.ColumnApproved: {{"approved", "Approved"}, {"completed", "Completed"}},
}

// zonesOf lists the zones of a column; one without headings is one zone.
func zonesOf(c order.Column) []string {
	var zones []string
	for _, z := range zoneTitles[c] {
		zones = append(zones, z[0])
	}
	if zones == nil {
		zones = []string{string(c)}
	}
	return zones
}

// windows are the spots at which the last window of each zone of a column ended. A zone without one was empty.
type windows map[string]board.Spot

// columns sorts cards into columns, in their order.
// before has the spots at which the window before ended, and is empty for the first one.
func columns(to domain.Actor, which []order.Column, cards []board.Card, before windows) []contract.Column {
	byZone := map[string][]string{}
	totals, left := map[string]int{}, map[string]int{}
	ended := windows{}
	for i := range cards {
		z := cards[i].Status.Zone()
		byZone[z] = append(byZone[z], cards[i].ID.String())
		totals[z], left[z] = cards[i].ZoneTotal, cards[i].ZoneLeft
		ended[z] = board.Spot{Rank: cards[i].Rank, ID: cards[i].ID}
	}
	out := make([]contract.Column, 0, len(which))
	for _, c := range which {
		col := contract.Column{
			TypeStatus:   contract.ColumnName(c),
			Title:        columnTitles[c],
			TaskIds:      []string{},
			AcceptedDrop: web.Convert[contract.ColumnName](order.AcceptedFrom(to.Role, c)),
		}
		zones := []contract.Zone{}
		more, next := false, windows{}
		for i, name := range zonesOf(c) {
			ids := web.List(byZone[name])
			col.TaskIds = append(col.TaskIds, ids...)
			col.Total += totals[name]
			more = more || left[name] > 0
			if spot, moved := ended[name]; moved {
				next[name] = spot
			} else if spot, had := before[name]; had {
				next[name] = spot
			}
			if titles := zoneTitles[c]; titles != nil {
				zones = append(zones, contract.Zone{
					TaskIds: ids,
					Title:   titles[i][1],
					Total:   totals[name],
					Zone:    contract.ZoneZone(name),
				})
			}
		}
		if len(zones) > 0 {
			col.Zones = &zones
		}
		if more {
			col.Cursor = web.Some(web.Cursor(next))
		}
		out = append(out, col)
	}
	return out
}

// dropRoles returns the roles that may drop there, from each column and status. The app shows them
// before a drop.
func dropRoles() *map[string]map[string][]string {
	out := map[string]map[string][]string{}
	for _, t := range order.Targets {
		from := map[string][]string{}
		for _, s := range order.Statuses {
			roles := web.Convert[string](order.DropRoles(s, t))
			from[string(s)] = roles
			if column := string(s.Column()); !slices.Contains(
				[]string{string(order.InProgress), string(order.Approved), string(order.CancelledOff)}, column,
			) {
				from[column] = roles
			}
		}
		out[string(t)] = from
	}
	return &out
}

// dropWays returns other ways to a zone or column than dropping, from each status. The app shows
// them before a drop.
func dropWays(to domain.Actor) *map[string]map[string][]contract.Way {
	out := map[string]map[string][]contract.Way{}
	targets := map[string]order.Status{
		string(order.Draft):        order.Draft,
		string(order.Completed):    order.Completed,
		string(order.CancelledOff): order.CancelledOff,
	}
	for _, t := range order.Targets {
		targets[string(t)] = t.Status()
	}
	for name, target := range targets {
		from := map[string][]contract.Way{}
		for _, s := range order.Statuses {
			for _, w := range order.Ways(s, target) {
				if w.Via != order.Board {
					from[string(s)] = append(from[string(s)], contract.Way{
						Via:    contract.WayVia(w.Via),
						Action: web.Some(contract.ActionName(w.Action)),
						Label:  w.Label(),
						Roles:  web.Convert[string](w.Roles),
						Open:   slices.Contains(w.Roles, to.Role),
					})
				}
			}
		}
		out[name] = from
	}
	return &out
}
