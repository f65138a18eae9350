package imports

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// DateOrder says what the first two numbers of a date mean that ends with its year. A date that begins with the year
// is read in every order.
type DateOrder string

// The orders of dates.
const (
	ISO        DateOrder = "iso" // no date ends with its year
	DayFirst   DateOrder = "day-first"
	MonthFirst DateOrder = "month-first"
)

// written is a date with an optional time, as spreadsheets write it.
var written = regexp.MustCompile(
	`^(\d{1,4})([./-])(\d{1,2})([./-])(\d{1,4})(?:[ T]+(\d{1,2}):(\d{2})(?::\d{2})?(?: ?([AaPp])\.?[Mm]\.?)?)?$`,
)

// date is a date as it is written, before it is known what its numbers mean.
type date struct {
	first, second, third int
	yearFirst            bool
	dots                 bool
	clock                []int // hour and minute, nil for a day
}

// parseDate takes a date apart. ok is false for another text.
func parseDate(v string) (d date, ok bool) {
	m := written.FindStringSubmatch(v)
	if m == nil || m[2] != m[4] {
		return d, false
	}
	number := func(s string) int {
		n, _ := strconv.Atoi(s) // at most four digits
		return n
	}
	d = date{first: number(m[1]), second: number(m[3]), third: number(m[5]), dots: m[2] == "."}
	switch long, last := len(m[1]), len(m[5]); {
	case long == 4 && last <= 2:
		d.yearFirst = true
	case long > 2 || last != 2 && last != 4:
		return d, false
	case last == 2:
		d.third += 2000
	}
	if m[6] != "" {
		hour, minute := number(m[6]), number(m[7])
		if half := strings.ToLower(m[8]); half != "" {
			if hour < 1 || hour > 12 {
				return d, false
			}
			if hour %= 12; half == "p" {
				hour += 12
			}
		}
		if hour > 23 || minute > 59 {
			return d, false
		}
		d.clock = []int{hour, minute}
	}
	return d, true
}

// in returns the time that a date names in an order. A day without a time ends at its last minute.
func (d date) in(order DateOrder, zone *time.Location) (t time.Time, ok bool) {
	year, month, day := d.third, d.first, d.second
	switch {
	case d.yearFirst:
		year, month, day = d.first, d.second, d.third
	case order == DayFirst:
		month, day = d.second, d.first
	case order != MonthFirst:
		return t, false
	}
	if noon := time.Date(year, time.Month(month), day, 12, 0, 0, 0, time.UTC); noon.Year() != year ||
		noon.Month() != time.Month(month) || noon.Day() != day {
		return t, false
	}
	hour, minute := 23, 59
	if d.clock != nil {
		hour, minute = d.clock[0], d.clock[1]
	}
	return time.Date(year, time.Month(month), day, hour, minute, 0, 0, zone), true
}

// readDate reads a date, or a time with its zone.
func readDate(v string, order DateOrder, zone *time.Location) (t time.Time, ok bool) {
	if t, err := time.Parse(time.RFC3339, v); err == nil {
		return t, true
	}
	d, ok := parseDate(v)
	if !ok {
		return t, false
	}
	return d.in(order, zone)
}

// dateHint says how dates are written in an order.
func dateHint(o DateOrder) string {
	switch o {
	case DayFirst:
		return "Write a date like 24.12.2026 or 2026-12-24, or with a time like 24.12.2026 17:30."
	case MonthFirst:
		return "Write a date like 12/24/2026 or 2026-12-24, or with a time like 12/24/2026 17:30."
	}
	return "Write a date like 2026-12-24, or with a time like 2026-12-24 17:30."
}

// seenDates are the dates of a file that end with their year.
type seenDates struct {
	day, month int // those that can be read in one way only
	dots       bool
	text       string // the one that shows best how dates are read
	telling    int    // how well
}

// add looks at a value of a column with dates.
func (s *seenDates) add(v string) {
	d, ok := parseDate(v)
	if !ok || d.yearFirst {
		return
	}
	_, day := d.in(DayFirst, time.UTC)
	_, month := d.in(MonthFirst, time.UTC)
	telling := 0
	switch {
	case day && month && d.first != d.second:
		telling = 3
	case day && month:
		telling = 2
	case day:
		telling = 1
		s.day++
	case month:
		telling = 1
		s.month++
	}
	if s.dots = s.dots || d.dots; telling > s.telling {
		s.text, s.telling = v, telling
	}
}

// order guesses the order: by the dates that can be read in one way only, and if there are none, by how people write
// where the importer lives.
func (s *seenDates) order(zone *time.Location) DateOrder {
	switch {
	case s.text == "":
		return ISO
	case s.day != s.month:
		if s.day > s.month {
			return DayFirst
		}
		return MonthFirst
	case !s.dots && monthFirstIn(zone.String()):
		return MonthFirst
	}
	return DayFirst
}

// monthFirstIn reports whether people write the month first in a time zone: those of the United States.
func monthFirstIn(zone string) bool {
	for _, begin := range []string{"US/", "America/Indiana/", "America/Kentucky/", "America/North_Dakota/"} {
		if strings.HasPrefix(zone, begin) {
			return true
		}
	}
	return slices.Contains([]string{
		"America/New_York",
		"America/Detroit",
		"America/Chicago",
		"America/Menominee",
		"America/Denver",
		"America/Boise",
		"America/Phoenix",
		"America/Los_Angeles",
		"America/Anchorage",
		"America/Juneau",
		"America/Adak",
		"Pacific/Honolulu",
	}, zone)
}
