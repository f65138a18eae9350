package shell

import (
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain/client"
)

func TestBusinessHoursSayWhenSomebodyIsThere(t *testing.T) { // BD-364 BD-365 SH-331 D-60
	days := make([]client.OpenHours, 7)
	for d := time.Monday; d <= time.Friday; d++ {
		days[d] = client.OpenHours{Opens: 9 * 60, Closes: 18 * 60}
	}
	h := client.Hours{
		Zone: "Europe/Berlin", Days: days, Description: "Call us.",
		Holidays: []client.Holiday{{Date: "2026-12-25", Name: "Christmas"}},
	}
	kolkata, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	const closed, none = "closed", ""
	for at, want := range map[string]struct{ office, locale, tomorrow, next, day string }{
		"2026-11-25T08:00:00Z": {"09:00-18:00", "13:30-22:30", "26 09:00", "26 09:00", "Thursday"},
		"2026-11-25T07:59:59Z": {"closed 09:00-18:00", "closed 13:30-22:30", "26 09:00", "25 09:00", "Wednesday"},
		"2026-11-25T17:00:00Z": {"closed 09:00-18:00", "closed 13:30-22:30", "26 09:00", "26 09:00", "Thursday"},
		"2026-11-27T18:00:00Z": {"closed 09:00-18:00", "closed 13:30-22:30", closed, "30 09:00", "Monday"},
		"2026-11-28T12:00:00Z": {closed, closed, closed, "30 09:00", "Monday"},
		"2026-12-24T18:00:00Z": {"closed 09:00-18:00", "closed 13:30-22:30", closed, "28 09:00", "Monday"},
	} {
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		b := HoursAt(h, now, kolkata)
		span := func(opens, closes *time.Time, isClose bool) string {
			switch {
			case opens == nil && closes == nil && isClose:
				return closed
			case isClose:
				return "closed " + opens.Format("15:04") + "-" + closes.Format("15:04")
			}
			return opens.Format("15:04") + "-" + closes.Format("15:04")
		}
		o, l := b.OfficeCurrentOpenHours, b.LocaleCurrentOpenHours
		if got := span(o.Open, o.Close, o.IsClose); got != want.office {
			t.Errorf("at %s the office is %s, want %s", at, got, want.office)
		}
		if got := span(l.Open, l.Close, l.IsClose); got != want.locale {
			t.Errorf("at %s the locale hours are %s, want %s", at, got, want.locale)
		}
		tomorrow, next, day := closed, none, none
		if b.TomorrowOpenHours.Open != nil && !b.TomorrowOpenHours.IsClose {
			tomorrow = b.TomorrowOpenHours.Open.Format("02 15:04")
		}
		if b.NextOpenHours != nil {
			next, day = b.NextOpenHours.Open.Format("02 15:04"), b.NextOpenHours.DayOfWeek
		}
		if tomorrow != want.tomorrow || next != want.next || day != want.day {
			t.Errorf("at %s tomorrow is %s, next %s on %s; want %+v", at, tomorrow, next, day, want)
		}
		if !b.OfficeTime.Equal(now) || !b.LocaleTime.Equal(now) || b.OfficeTimeZone != h.Zone ||
			b.LocaleTime.Format("-07:00") != "+05:30" || b.Description != h.Description {
			t.Errorf("at %s: %+v", at, b)
		}
	}
	if b := HoursAt(
		client.Hours{Zone: "UTC", Days: make([]client.OpenHours, 7)},
		time.Now(),
		time.UTC,
	); b.NextOpenHours != nil {
		t.Errorf("a provider that never opens opens at %v", b.NextOpenHours)
	}
}
