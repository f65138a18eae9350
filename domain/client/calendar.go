package client

import "time"

// Calendar answers when the provider works. Promised times and lead times are counted with it, so
// that they mean hours in which somebody can work.
type Calendar struct {
	zone     *time.Location
	days     [7]OpenHours
	holidays map[string]bool
	always   bool // no hours are set
}

// Span is a time from its begin up to, but without, its end.
type Span struct{ From, To time.Time }

// horizon is how many days the calendar looks ahead. A provider that is closed longer is closed for
// good.
const horizon = 366

// reach is how many days ahead somebody is reminded at most.
const reach = 14

// soon is how many working days before its due date something is due soon (D-94).
const soon = 2

// Calendar returns the calendar of valid hours. The zero Hours are open all the time, so that nothing
// is counted wrongly before they are set.
func (h Hours) Calendar() Calendar {
	zone, err := time.LoadLocation(h.Zone)
	if err != nil || len(h.Days) != 7 {
		return Calendar{zone: time.UTC, always: true}
	}
	c := Calendar{zone: zone, holidays: make(map[string]bool, len(h.Holidays))}
	copy(c.days[:], h.Days)
	for _, d := range h.Holidays {
		c.holidays[d.Date] = true
	}
	return c
}

// Zone returns the provider's time zone.
func (c Calendar) Zone() *time.Location { return c.zone }

// Always reports whether no hours are set.
func (c Calendar) Always() bool { return c.always }

// Day returns when the provider opens and closes on the day of t in its time zone, and reports
// whether it opens at all. A day can have an hour more or less than its clock says, where the clock
// is changed between opening and closing.
func (c Calendar) Day(t time.Time) (Span, bool) { return c.day(t, 0) }

// Tomorrow returns when the provider opens and closes on the day after that of t, and reports whether
// it opens at all.
func (c Calendar) Tomorrow(t time.Time) (Span, bool) { return c.day(t, 1) }

// day returns the hours of the day that is so many days after that of t.
func (c Calendar) day(t time.Time, after int) (Span, bool) {
	year, month, date := t.In(c.zone).Date()
	at := func(minutes int) time.Time { return time.Date(year, month, date+after, 0, minutes, 0, 0, c.zone) }
	if c.always {
		return Span{at(0), at(minutesOfDay)}, true
	}
	noon := time.Date(year, month, date+after, 12, 0, 0, 0, time.UTC) // weekday and date, without a clock change
	hours := c.days[noon.Weekday()]
	s := Span{at(hours.Opens), at(hours.Closes)}
	return s, s.From.Before(s.To) && !c.holidays[noon.Format(time.DateOnly)]
}

// Open returns the hours that t is in, and reports whether there are any.
func (c Calendar) Open(t time.Time) (Span, bool) {
	s, ok := c.Day(t)
	return s, ok && !t.Before(s.From) && t.Before(s.To)
}

// NextOpening returns when the provider opens next after t, within so many days after that of t.
func (c Calendar) NextOpening(t time.Time, within int) (time.Time, bool) {
	for i := range within + 1 {
		if s, ok := c.day(t, i); ok && s.From.After(t) {
			return s.From, true
		}
	}
	return time.Time{}, false
}

// Ago returns when the provider opened so many working days before the day of t, but not more than a
// year before.
func (c Calendar) Ago(t time.Time, days int) time.Time {
	for i := 1; i <= horizon; i++ {
		s, ok := c.day(t, -i)
		if ok {
			days--
		}
		if days <= 0 {
			return s.From
		}
	}
	return t.AddDate(0, 0, -horizon)
}

// DueSoon returns from when something that is due then is due soon: the opening two working days before.
func (c Calendar) DueSoon(due time.Time) time.Time { return c.Warn(due, soon) }

// Warn returns from when somebody is reminded of what is due then: the opening so many working days before, at most two
// weeks before.
func (c Calendar) Warn(due time.Time, days int) time.Time {
	return later(c.Ago(due, days), due.AddDate(0, 0, -reach))
}

// Reach returns until when something is due that somebody is reminded of by now, so many working days before: the end of
// a day, at most two weeks ahead.
func (c Calendar) Reach(now time.Time, days int) time.Time {
	year, month, day := now.In(c.zone).Date()
	for i := 1; ; i++ {
		next := time.Date(year, month, day+i, 0, 0, 0, 0, c.zone)
		if c.Warn(next, days).After(now) {
			return next
		}
	}
}

// Between returns how long the provider was open between two times. It is 0 if to is not after from.
func (c Calendar) Between(from, to time.Time) (open time.Duration) {
	if c.always {
		return max(to.Sub(from), 0)
	}
	for i := 0; ; i++ {
		s, ok := c.day(from, i)
		if !s.From.Before(to) && !s.To.Before(to) {
			return open
		}
		if ok {
			open += max(earlier(s.To, to).Sub(later(s.From, from)), 0)
		}
	}
}

// Add returns when the provider will have been open for d since from. It reports false if the
// provider is closed for a year. A duration that is not positive leaves the time as it is.
func (c Calendar) Add(from time.Time, d time.Duration) (time.Time, bool) {
	if c.always || d <= 0 {
		return from.Add(max(d, 0)), true
	}
	for i, closed := 0, 0; closed <= horizon; i++ {
		s, ok := c.day(from, i)
		begin := later(s.From, from)
		open := max(s.To.Sub(begin), 0)
		switch {
		case !ok || open == 0:
			closed++
		case d <= open:
			return begin.Add(d), true
		default:
			d -= open
			closed = 0
		}
	}
	return time.Time{}, false
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
