package main

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/shell"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/domain/client"
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
		Hours    []hours           `json:"hours"`
		// Contrasts of two colours, with a space between.
		Contrasts map[string]float64 `json:"contrasts"`
	}{
		map[string]status{}, map[string]string{}, map[string]string{}, map[string]string{}, hoursAtTimes(),
		map[string]float64{},
	}
	for _, a := range []string{"#000000", "#1d4ed8", "#0a0b0c", "#ffffff"} {
		for _, b := range []string{"#ffffff", "#777777", "#14532d", "#b45309"} {
			all.Contrasts[a+" "+b] = announcement.Contrast(a, b)
		}
	}
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
		panic(err) // These are texts and times.
	}
	return string(text) + "\n"
}

// hours are business hours at a time, and what the API answers for them in a zone. The web app shows
// hours that are not saved yet in the same way.
type hours struct {
	Office contract.OfficeHours   `json:"office"`
	Zone   string                 `json:"zone"`
	Now    time.Time              `json:"now"`
	Answer contract.BusinessHours `json:"answer"`
}

// hoursAtTimes returns hours around weekends, holidays and changes of the clock.
func hoursAtTimes() (all []hours) {
	days := make([]client.OpenHours, 7)
	for d := time.Monday; d <= time.Saturday; d++ {
		days[d] = client.OpenHours{Opens: 8*60 + 30, Closes: 17 * 60}
	}
	days[time.Sunday] = client.OpenHours{Opens: 0, Closes: 24 * 60} // the days on which clocks change
	locale, err := time.LoadLocation("Asia/Kathmandu")
	if err != nil {
		panic(err) // The zones are built in.
	}
	holidays := []client.Holiday{{Date: "2026-12-25", Name: "Christmas"}, {Date: "2026-12-26", Name: "Boxing Day"}}
	for _, sample := range []struct{ zone, now string }{
		{"Europe/Berlin", "2026-03-28T00:00:00Z"},       // before the office opens
		{"Europe/Berlin", "2026-03-29T03:21:00Z"},       // after the change
		{"Europe/Berlin", "2026-12-24T18:14:00Z"},       // before two holidays and a day of 24 hours
		{"Europe/Berlin", "2026-12-25T03:21:00Z"},       // a holiday
		{"America/St_Johns", "2026-10-31T18:14:00Z"},    // west of UTC, before the clock changes
		{"America/St_Johns", "2026-12-25T03:21:00Z"},    // still the day before
		{"Australia/Lord_Howe", "2026-04-04T18:14:00Z"}, // a change by half an hour
		{"Australia/Lord_Howe", "2026-10-03T18:14:00Z"}, // and back
		{"Asia/Kolkata", "2026-03-28T18:14:00Z"},        // before a day of 24 hours
		{"Asia/Kolkata", "2026-12-24T09:07:00Z"},        // open
	} {
		h := client.Hours{Zone: sample.zone, Days: days, Holidays: holidays, Description: "Call us."}
		now, err := time.Parse(time.RFC3339, sample.now)
		if err != nil {
			panic(err)
		}
		all = append(all, hours{shell.Office(h), locale.String(), now, shell.HoursAt(h, now, locale)})
	}
	return all
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
