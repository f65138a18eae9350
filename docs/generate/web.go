package main

import (
	"encoding/json"
	"strings"

	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

// webTables is the file of what the domain decides and the web app repeats, under docs. A test of
// the web app compares it with the app's copies.
const webTables = "../web/tests/domain.json"

type status struct {
	Label  string `json:"label"`
	Column string `json:"column"`
	Zone   string `json:"zone"`
	State  string `json:"state"`
}

// tables returns the statuses, drop targets, named actions and lists of roles as JSON.
func tables() string {
	all := struct {
		Statuses map[string]status `json:"statuses"`
		Drops    map[string]string `json:"drops"`
		Actions  map[string]string `json:"actions"`
		Roles    map[string]string `json:"roles"`
	}{map[string]status{}, map[string]string{}, map[string]string{}, map[string]string{}}
	for _, s := range order.Statuses {
		all.Statuses[string(s)] = status{s.Words(), string(s.Column()), s.Zone(), string(present.CardState(s))}
	}
	for _, t := range order.Targets {
		all.Drops[string(t)] = string(t.Status())
	}
	for _, a := range order.Actions() {
		all.Actions[string(a)] = a.Label()
	}
	for _, roles := range subsets(domain.Roles) {
		all.Roles[strings.Join(roles, " ")] = order.RolesInWords(roles)
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		panic(err) // These are maps of strings.
	}
	return string(text) + "\n"
}

// subsets returns every selection of the roles that have a word, each in the order of the roles.
func subsets(roles []domain.Role) [][]string {
	all := [][]string{nil}
	for _, r := range roles {
		if order.RolesInWords([]string{string(r)}) == "" {
			continue
		}
		for _, s := range all {
			all = append(all, append(append([]string(nil), s...), string(r)))
		}
	}
	return all
}
