package demo

import "time"

// The studio works from seven to nineteen (UTC), Monday to Friday.
const (
	dayBegins = 7
	dayEnds   = 19
)

// workingTime is the working minutes between two instants, for spreading what happens over them.
type workingTime struct{ spans [][2]time.Time }

func workingBetween(from, to time.Time) workingTime {
	var w workingTime
	for day := from.Truncate(24 * time.Hour); day.Before(to); day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
			continue
		}
		a, b := day.Add(dayBegins*time.Hour), day.Add(dayEnds*time.Hour)
		if a.Before(from) {
			a = from
		}
		if b.After(to) {
			b = to
		}
		if a.Before(b) {
			w.spans = append(w.spans, [2]time.Time{a, b})
		}
	}
	if w.spans == nil { // a weekend, or a night: somebody worked late
		w.spans = [][2]time.Time{{from, to}}
	}
	return w
}

// at is the instant by which a share of the working time has passed.
func (w workingTime) at(share float64) time.Time {
	var all time.Duration
	for _, s := range w.spans {
		all += s[1].Sub(s[0])
	}
	left := time.Duration(share * float64(all))
	for _, s := range w.spans {
		if d := s[1].Sub(s[0]); left > d {
			left -= d
			continue
		}
		return s[0].Add(left)
	}
	return w.spans[len(w.spans)-1][1]
}

// daysBefore is an instant some days before another.
func daysBefore(now time.Time, days float64) time.Time {
	return now.Add(-time.Duration(days * float64(24*time.Hour)))
}
