package client

import (
	"slices"
	"time"
)

// Hours are the business hours of the provider (D-60).
type Hours struct {
	Zone string      `json:"zone"` // of the IANA database
	Days []OpenHours `json:"days"` // from Sunday to Saturday
}

// OpenHours are the hours of a weekday, in minutes after midnight. Equal values mean that it is
// closed.
type OpenHours struct {
	Opens  int `json:"opens"`
	Closes int `json:"closes"`
}

const minutesOfDay = 24 * 60

// Check returns an error unless each day closes after it opens, in a known time zone.
func (h Hours) Check() error {
	if _, err := time.LoadLocation(h.Zone); err != nil || h.Zone == "" || h.Zone == "Local" || len(h.Days) != 7 {
		return ErrHours
	}
	for _, d := range h.Days {
		if d.Opens < 0 || d.Closes > minutesOfDay || d.Closes < d.Opens {
			return ErrHours
		}
	}
	return nil
}

func (h Hours) equal(o Hours) bool { return h.Zone == o.Zone && slices.Equal(h.Days, o.Days) }
