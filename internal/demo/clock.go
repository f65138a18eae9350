package demo

import "time"

// Working hours of the studio, Monday to Friday, in UTC.
const (
	dayBegins = 7 * time.Hour
	dayEnds   = 19 * time.Hour
	day       = 24 * time.Hour
)

// daysBefore returns the time a number of days before now.
func daysBefore(now time.Time, days float64) time.Time {
	return now.Add(-time.Duration(days * float64(day)))
}

// atWork moves a time into working hours, but not after now. It never changes the order of two
// times: it scales each day to its working hours, and Friday to Sunday to Friday's.
func atWork(t, now time.Time) time.Time {
	from := t.Truncate(day)
	to := from.Add(day)
	switch t.Weekday() {
	case time.Friday:
		to = from.Add(3 * day)
	case time.Saturday:
		from, to = from.Add(-day), from.Add(2*day)
	case time.Sunday:
		from, to = from.Add(-2*day), from.Add(day)
	}
	opens, closes := from.Add(dayBegins), from.Add(dayEnds)
	if now.Before(to) {
		to = now
	}
	if now.Before(closes) {
		closes = now
	}
	if !opens.Before(closes) { // now is before working hours, so this day's work happens earlier
		opens = from
	}
	share := float64(t.Sub(from)) / float64(max(to.Sub(from), 1))
	return opens.Add(time.Duration(share * float64(closes.Sub(opens))))
}
