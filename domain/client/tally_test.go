package client_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain/client"
)

// A tally counts what the calendar counts, over changes of the clock and holidays.
func TestATallyCountsWhatTheCalendarCounts(t *testing.T) { // D-65
	week := func(opens, closes int) []client.OpenHours {
		days := make([]client.OpenHours, 7)
		for i := 1; i < 6; i++ {
			days[i] = client.OpenHours{Opens: opens, Closes: closes}
		}
		return days
	}
	for name, h := range map[string]client.Hours{
		"no hours":   {},
		"office":     {Zone: "Europe/Berlin", Days: week(9*60, 17*60), Holidays: []client.Holiday{{Date: "2026-04-06"}}},
		"at night":   {Zone: "America/New_York", Days: week(0, 4*60)},
		"whole days": {Zone: "Pacific/Auckland", Days: week(0, 24*60)},
		"closed":     {Zone: "UTC", Days: make([]client.OpenHours, 7)},
	} {
		c := h.Calendar()
		random := rand.New(rand.NewPCG(1, 2))
		from := time.Date(2026, 1, 5, 13, 7, 9, 0, time.UTC)
		const year = 365 * 24 * 60 * 60
		tally := c.Tally(from, from.Add(year*time.Second))
		for range 3000 {
			a := from.Add(time.Duration(random.IntN(year)) * time.Second)
			b := from.Add(time.Duration(random.IntN(year)) * time.Second)
			if got, want := tally.Between(a.Unix(), b.Unix()), int64(c.Between(a, b)/time.Second); got != want {
				t.Fatalf("%s: %d s between %s and %s, want %d", name, got, a, b, want)
			}
		}
	}
	office := client.Hours{Zone: "UTC", Days: week(9*60, 17*60)}.Calendar()
	monday := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	if day := office.Tally(monday, monday.AddDate(0, 0, 6)).Day(); day != 8*60*60 {
		t.Errorf("a working day has %d s, want 8 h", day)
	}
}
