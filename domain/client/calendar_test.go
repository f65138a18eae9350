package client_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain/client"
)

// zones have clock changes of an hour and of half an hour, offsets of half and quarter hours, and a
// day that never was (Apia, 30 December 2011).
var zones = []string{
	"UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kolkata", "Asia/Kathmandu",
	"Australia/Lord_Howe", "Pacific/Apia", "America/Havana",
}

func workdays(opens, closes int) []client.OpenHours {
	days := make([]client.OpenHours, 7)
	for d := time.Monday; d <= time.Friday; d++ {
		days[d] = client.OpenHours{Opens: opens, Closes: closes}
	}
	return days
}

func at(t *testing.T, zone, clock string) time.Time {
	t.Helper()
	in, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	moment, err := time.ParseInLocation("2006-01-02 15:04", clock, in)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

func TestTheCalendarCountsOnlyHoursInWhichSomebodyCanWork(t *testing.T) {
	nine := workdays(9*60, 17*60)
	christmas := []client.Holiday{{Date: "2026-12-25", Name: "Christmas"}}
	night := make([]client.OpenHours, 7)
	for d := range night {
		night[d] = client.OpenHours{Opens: 0, Closes: 24 * 60}
	}
	for _, c := range []struct {
		what     string
		zone     string
		days     []client.OpenHours
		holidays []client.Holiday
		from, to string
		open     time.Duration
	}{
		{"a day", "Europe/Berlin", nine, nil, "2026-11-24 08:00", "2026-11-24 20:00", 8 * time.Hour},
		{"over a night", "Europe/Berlin", nine, nil, "2026-11-24 16:00", "2026-11-25 10:00", 2 * time.Hour},
		{"over a weekend", "Asia/Kolkata", nine, nil, "2026-11-27 16:30", "2026-11-30 09:15", 45 * time.Minute},
		{"over a holiday", "Europe/Berlin", nine, christmas, "2026-12-24 16:00", "2026-12-28 10:00", 2 * time.Hour},
		{"backwards", "UTC", nine, nil, "2026-11-25 10:00", "2026-11-24 10:00", 0},
		{"the day with 23 hours", "Europe/Berlin", night, nil, "2026-03-29 00:00", "2026-03-30 00:00", 23 * time.Hour},
		{"the day with 25 hours", "Europe/Berlin", night, nil, "2026-10-25 00:00", "2026-10-26 00:00", 25 * time.Hour},
		{
			"the day with half an hour more", "Australia/Lord_Howe", night, nil, "2026-04-05 00:00", "2026-04-06 00:00",
			24*time.Hour + 30*time.Minute,
		},
		{"the day that never was", "Pacific/Apia", night, nil, "2011-12-29 00:00", "2012-01-01 00:00", 48 * time.Hour},
	} {
		t.Run(c.what, func(t *testing.T) {
			cal := client.Hours{Zone: c.zone, Days: c.days, Holidays: c.holidays}.Calendar()
			from, to := at(t, c.zone, c.from), at(t, c.zone, c.to)
			if got := cal.Between(from, to); got != c.open {
				t.Fatalf("open for %v, want %v", got, c.open)
			}
			if c.open == 0 {
				return
			}
			if end, ok := cal.Add(from, c.open); !ok || cal.Between(from, end) != c.open || end.After(to) {
				t.Errorf("after %v of open hours it is %v, %v", c.open, end, ok)
			}
		})
	}
}

func TestAProviderWithoutHoursIsAlwaysOpen(t *testing.T) {
	cal := client.Hours{}.Calendar()
	now := at(t, "UTC", "2026-11-28 03:00")
	if s, ok := cal.Open(now); !ok || s.To.Sub(s.From) != 24*time.Hour {
		t.Errorf("open %v, %v", s, ok)
	}
	if end, ok := cal.Add(now, 36*time.Hour); !ok || !end.Equal(now.Add(36*time.Hour)) {
		t.Errorf("36 hours later it is %v, %v", end, ok)
	}
}

func TestAProviderThatIsClosedForGoodPromisesNothing(t *testing.T) {
	cal := client.Hours{Zone: "UTC", Days: make([]client.OpenHours, 7)}.Calendar()
	now := at(t, "UTC", "2026-11-28 03:00")
	if end, ok := cal.Add(now, time.Second); ok {
		t.Errorf("promised %v", end)
	}
	if next, ok := cal.NextOpening(now, 14); ok {
		t.Errorf("opens at %v", next)
	}
}

func TestTheNextOpeningIsFoundAcrossHolidays(t *testing.T) {
	h := client.Hours{Zone: "Europe/Berlin", Days: workdays(9*60, 17*60), Holidays: []client.Holiday{
		{Date: "2026-12-25", Name: "Christmas"}, {Date: "2026-12-28", Name: "Bridge"},
	}}
	for from, want := range map[string]string{
		"2026-12-24 08:59": "2026-12-24 09:00",
		"2026-12-24 09:00": "2026-12-29 09:00",
		"2026-12-24 18:00": "2026-12-29 09:00",
	} {
		if got, ok := h.Calendar().NextOpening(at(t, h.Zone, from), 14); !ok || !got.Equal(at(t, h.Zone, want)) {
			t.Errorf("after %s it opens at %v, %v; want %s", from, got, ok, want)
		}
	}
	if got, ok := h.Calendar().NextOpening(at(t, h.Zone, "2026-12-24 09:00"), 4); ok {
		t.Errorf("within four days it opens at %v", got)
	}
}

// Somebody is reminded one working day before, once the provider has opened on that day.
func TestRemindersReachTheNextWorkingDay(t *testing.T) { // D-94
	h := client.Hours{Zone: "Europe/Berlin", Days: workdays(9*60, 17*60), Holidays: []client.Holiday{
		{Date: "2026-12-25", Name: "Christmas"}, {Date: "2026-12-28", Name: "Bridge"},
	}}
	for now, want := range map[string]string{
		"2026-11-26 08:59": "2026-11-27 00:00", // Thursday, before it opens: what is due today
		"2026-11-26 09:00": "2026-11-28 00:00", // and on Friday
		"2026-11-27 09:00": "2026-12-01 00:00", // Friday: until Monday's end
		"2026-11-29 12:00": "2026-12-01 00:00", // on Sunday nothing is new
		"2026-12-24 09:00": "2026-12-30 00:00", // over Christmas, until Tuesday's end
	} {
		if got := h.Calendar().Reach(at(t, h.Zone, now), 1); !got.Equal(at(t, h.Zone, want)) {
			t.Errorf("at %s it reaches to %v, want %s", now, got, want)
		}
	}
	always := at(t, "UTC", "2026-11-26 00:00")
	if got := (client.Hours{}).Calendar().Reach(always, 1); !got.Equal(always.AddDate(0, 0, 2)) {
		t.Errorf("without hours it reaches to %v", got)
	}
	closed := client.Hours{Zone: "UTC", Days: make([]client.OpenHours, 7)}.Calendar()
	if got := closed.Reach(always, 1); got.After(always.AddDate(0, 0, 16)) {
		t.Errorf("a provider that is closed for good is reminded until %v", got)
	}
}

// What is due soon is what a reminder two working days before would reach.
func TestDueSoonIsTwoWorkingDaysBefore(t *testing.T) { // D-94, BY-059
	h := client.Hours{Zone: "Europe/Berlin", Days: workdays(9*60, 17*60), Holidays: []client.Holiday{
		{Date: "2026-12-25", Name: "Christmas"}, {Date: "2026-12-28", Name: "Bridge"},
	}}
	c := h.Calendar()
	for due, want := range map[string]string{
		"2026-11-26 18:00": "2026-11-24 09:00", // Thursday
		"2026-11-30 00:10": "2026-11-26 09:00", // Monday, whatever the hour
		"2026-11-29 12:00": "2026-11-26 09:00", // Sunday
		"2026-12-29 12:00": "2026-12-23 09:00", // after Christmas
	} {
		due, want := at(t, h.Zone, due), at(t, h.Zone, want)
		if got := c.DueSoon(due); !got.Equal(want) {
			t.Errorf("what is due at %s is due soon from %v, want %s", due, got, want)
		}
		if !c.Reach(want, 2).After(due) || c.Reach(want.Add(-time.Second), 2).After(due) {
			t.Errorf("a reminder does not begin to reach what is due at %s at %s", due, want)
		}
	}
	closed := client.Hours{Zone: "UTC", Days: make([]client.OpenHours, 7)}.Calendar()
	due := at(t, "UTC", "2026-11-26 12:00")
	if got, want := closed.DueSoon(due), due.AddDate(0, 0, -14); !got.Equal(want) {
		t.Errorf("where nobody ever works it is due soon from %v, want %v", got, want)
	}
}

// TestOpenHoursAddUp holds what Between and Add promise for any hours, in zones with clock changes:
// durations add up, no time is open twice, and Add undoes Between.
func TestOpenHoursAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 141))
	for range 3000 {
		h := client.Hours{Zone: zones[r.IntN(len(zones))], Days: make([]client.OpenHours, 7)}
		for d := range h.Days {
			if r.IntN(4) > 0 {
				opens := r.IntN(24 * 60)
				h.Days[d] = client.OpenHours{Opens: opens, Closes: opens + r.IntN(24*60-opens+1)}
			}
		}
		start := time.Date(2011, 12, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.IntN(16*366*24)) * time.Hour)
		for i := range r.IntN(4) {
			h.Holidays = append(h.Holidays, client.Holiday{
				Date: start.AddDate(0, 0, i+r.IntN(9)*4).Format(time.DateOnly), Name: "Holiday",
			})
		}
		cal := h.Calendar()
		a := start.Add(time.Duration(r.IntN(86400)) * time.Second)
		b := a.Add(time.Duration(r.IntN(40*86400)) * time.Second)
		c := b.Add(time.Duration(r.IntN(40*86400)) * time.Second)
		ab, bc, ac := cal.Between(a, b), cal.Between(b, c), cal.Between(a, c)
		if ab+bc != ac || ab < 0 || ab > b.Sub(a) {
			t.Fatalf("%+v: %v to %v is %v, on to %v %v, together %v", h, a, b, ab, c, bc, ac)
		}
		if ab > 0 {
			end, ok := cal.Add(a, ab)
			if !ok || end.After(b) || cal.Between(a, end) != ab || cal.Between(end, b) != 0 {
				t.Fatalf("%+v: %v after %v is %v, %v; want at most %v", h, ab, a, end, ok, b)
			}
		}
		_, open := cal.Open(a)
		if moment := cal.Between(a, a.Add(time.Nanosecond)); open != (moment > 0) {
			t.Fatalf("%+v: at %v open is %v, and %v are counted", h, a, open, moment)
		}
		if next, ok := cal.NextOpening(a, 60); ok {
			if _, is := cal.Open(next); !is || !open && cal.Between(a, next) != 0 {
				t.Fatalf("%+v: after %v it opens at %v", h, a, next)
			}
		}
	}
}

func TestHolidaysAreDaysOfTheirOwn(t *testing.T) {
	for _, list := range [][]client.Holiday{
		{{Date: "2026-02-30", Name: "Never"}},
		{{Date: "25 Dec 2026", Name: "Christmas"}},
		{{Date: "2026-12-25", Name: " "}},
		{{Date: "2026-12-25", Name: "Christmas"}, {Date: "2026-12-25", Name: "Again"}},
	} {
		h := client.Hours{Zone: "UTC", Days: make([]client.OpenHours, 7), Holidays: list}
		if err := h.Check(); err == nil {
			t.Errorf("%v is accepted", list)
		}
	}
}
