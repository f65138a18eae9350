package client

import "time"

// Tally answers how long the provider was open between many times, each in the same small time. It
// counts whole seconds.
type Tally struct {
	always bool
	first  int64   // of the first day
	spans  []tally // one for each day
	days   int     // on which the provider opens
}

// tally is a day's hours, in seconds since 1970, with the open seconds before them.
type tally struct{ from, to, before int64 }

const secondsOfDay = 24 * 60 * 60

// Tally returns the tally of the days from one time to another.
func (c Calendar) Tally(from, to time.Time) *Tally {
	t := &Tally{always: c.always, first: from.Unix()}
	if c.always {
		t.days = int(to.Sub(from) / (secondsOfDay * time.Second))
		return t
	}
	open := int64(0)
	for i := 0; ; i++ {
		s, ok := c.day(from, i)
		day := tally{s.From.Unix(), s.From.Unix(), open}
		if ok {
			day.to = s.To.Unix()
			open += day.to - day.from
			t.days++
		}
		t.spans = append(t.spans, day)
		if s.From.After(to) {
			return t
		}
	}
}

// Between returns how many seconds the provider was open between two times of the tally, in seconds
// since 1970. It is 0 if to is not after from.
func (t *Tally) Between(from, to int64) int64 {
	return max(t.Until(to)-t.Until(from), 0)
}

// Day returns how many seconds a working day has on average. It is 0 if the provider never opens.
func (t *Tally) Day() int64 {
	if t.always {
		return secondsOfDay
	}
	if t.days == 0 {
		return 0
	}
	last := t.spans[len(t.spans)-1]
	return (last.before + last.to - last.from) / int64(t.days)
}

// Until returns how many seconds the provider was open from a begin, which is the same for all times of
// the tally, up to a time in seconds since 1970. A day may be an hour shorter or longer than others, so
// the search begins a day early.
func (t *Tally) Until(at int64) int64 {
	if t.always {
		return at
	}
	i := min(max((at-t.first)/secondsOfDay-1, 0), int64(len(t.spans)-1))
	for i+1 < int64(len(t.spans)) && t.spans[i+1].from <= at {
		i++
	}
	s := t.spans[i]
	return s.before + min(max(at-s.from, 0), s.to-s.from)
}
