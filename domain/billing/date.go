package billing

import (
	"fmt"
	"time"
)

// Date is a day of a calendar, without a time zone.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the day that an instant falls on in a time zone.
func DateOf(at time.Time, zone *time.Location) Date {
	y, m, d := at.In(zone).Date()
	return Date{y, m, d}
}

// noon is the middle of the day in UTC. No time zone rule moves it to another day.
func (d Date) noon() time.Time { return time.Date(d.Year, d.Month, d.Day, 12, 0, 0, 0, time.UTC) }

// AddDays returns the day that is n days later.
func (d Date) AddDays(n int) Date { return DateOf(d.noon().AddDate(0, 0, n), time.UTC) }

// AddMonths returns the same day n months later, or the last day of that month if it is shorter.
func (d Date) AddMonths(n int) Date {
	first := time.Date(d.Year, d.Month+time.Month(n), 1, 12, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return Date{first.Year(), first.Month(), min(d.Day, last)}
}

// Before reports whether d is earlier than o.
func (d Date) Before(o Date) bool { return d.noon().Before(o.noon()) }

// DaysUntil returns how many days later o is. It is negative if o is earlier.
func (d Date) DaysUntil(o Date) int { return int(o.noon().Sub(d.noon()) / (24 * time.Hour)) }

// IsZero reports whether d is no day.
func (d Date) IsZero() bool { return d == Date{} }

// Begin returns the first instant of the day in a time zone. It is not always midnight: a clock that
// is put forward at midnight skips it, and one that is put back can show it twice.
func (d Date) Begin(zone *time.Location) time.Time {
	t := time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, zone)
	// Where a change of the clock is near, t belongs to one side of it. The day begins at t, at the
	// change, or at the midnight on the other side.
	begin := time.Time{}
	from, until := t.ZoneBounds()
	candidates := []time.Time{t, from, until}
	for _, change := range []time.Time{from, until} {
		if !change.IsZero() {
			_, before := change.Add(-time.Nanosecond).Zone()
			_, after := change.Zone()
			shift := time.Duration(after-before) * time.Second
			candidates = append(candidates, t.Add(shift), t.Add(-shift))
		}
	}
	for _, c := range candidates {
		if !c.IsZero() && DateOf(c, zone) == d && DateOf(c.Add(-time.Nanosecond), zone) != d &&
			(begin.IsZero() || c.Before(begin)) {
			begin = c
		}
	}
	if begin.IsZero() {
		return t
	}
	return begin.UTC()
}

// String returns the day like 2026-11-25.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// Text writes the day for people, like 25 Nov 2026.
func (d Date) Text() string { return d.noon().Format("02 Jan 2006") }

// MarshalText implements encoding.TextMarshaler.
func (d Date) MarshalText() ([]byte, error) {
	if d.IsZero() {
		return nil, nil
	}
	return []byte(d.String()), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Date) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = Date{}
		return nil
	}
	t, err := time.Parse(time.DateOnly, string(text))
	if err != nil {
		return err
	}
	*d = DateOf(t, time.UTC)
	return nil
}

// Term is how long a plan is paid for at once.
type Term string

// A plan is paid for a month or for a year at once (D-53).
const (
	Month Term = "month"
	Year  Term = "year"
)

// months is the length of a term. It is 0 for an unknown one.
func (t Term) months() int {
	switch t {
	case Month:
		return 1
	case Year:
		return 12
	}
	return 0
}

// Period is a span of days from its first day up to, but without, its end.
type Period struct {
	From  Date `json:"from"`
	Until Date `json:"until"`
}

// PeriodOf returns the n-th period, from 0, of a subscription that began on a day. Each is counted
// from that day, not from the period before (D-75): after a month without a 31st, a subscription that
// began on the 31st renews on the 31st again.
func (t Term) PeriodOf(began Date, n int) Period {
	return Period{began.AddMonths(n * t.months()), began.AddMonths((n + 1) * t.months())}
}

// Days returns the length of the period.
func (p Period) Days() int { return p.From.DaysUntil(p.Until) }

// Left returns how many days of the period are left on a day, which itself counts.
func (p Period) Left(on Date) int { return max(0, min(p.Days(), on.DaysUntil(p.Until))) }
