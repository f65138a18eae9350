package client

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/proofboard/proofboard/domain"
)

// Hours are the business hours of the provider (D-60).
type Hours struct {
	Zone        string      `json:"zone"` // of the IANA database
	Days        []OpenHours `json:"days"` // from Sunday to Saturday
	Holidays    []Holiday   `json:"holidays,omitempty"`
	Description string      `json:"description,omitempty"` // shown beside the hours
}

// OpenHours are the hours of a weekday, in minutes after midnight. Equal values mean that it is
// closed.
type OpenHours struct {
	Opens  int `json:"opens"`
	Closes int `json:"closes"`
}

// Holiday is a day on which the provider is closed, like 2026-12-25.
type Holiday struct {
	Date string `json:"date"`
	Name string `json:"name"`
}

const (
	minutesOfDay    = 24 * 60
	maxHolidays     = 200
	maxHolidayName  = 100 // characters
	maxHoursComment = 500 // characters
)

// Check returns an error unless each day closes after it opens, in a known time zone, and each
// holiday is a day of its own.
func (h Hours) Check() error {
	if err := domain.CheckZone(h.Zone); err != nil {
		return err
	}
	if len(h.Days) != 7 {
		return ErrHours
	}
	for _, d := range h.Days {
		if d.Opens < 0 || d.Closes > minutesOfDay || d.Closes < d.Opens {
			return ErrHours
		}
	}
	if len(h.Holidays) > maxHolidays || utf8.RuneCountInString(h.Description) > maxHoursComment {
		return ErrHours
	}
	seen := map[string]bool{}
	for _, d := range h.Holidays {
		if _, err := time.Parse(time.DateOnly, d.Date); err != nil || seen[d.Date] ||
			strings.TrimSpace(d.Name) == "" || utf8.RuneCountInString(d.Name) > maxHolidayName {
			return ErrHolidays
		}
		seen[d.Date] = true
	}
	return nil
}

// ordered returns the hours with their holidays in order, and texts without spaces around them.
func (h Hours) ordered() Hours {
	h.Description = strings.TrimSpace(h.Description)
	h.Holidays = slices.Clone(h.Holidays)
	for i := range h.Holidays {
		h.Holidays[i].Name = strings.TrimSpace(h.Holidays[i].Name)
	}
	slices.SortFunc(h.Holidays, func(a, b Holiday) int { return strings.Compare(a.Date, b.Date) })
	return h
}

func (h Hours) equal(o Hours) bool {
	return h.Zone == o.Zone && h.Description == o.Description && slices.Equal(h.Days, o.Days) &&
		slices.Equal(h.Holidays, o.Holidays)
}
