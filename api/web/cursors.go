package web

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Cursor writes the place at which a page ended, for the call that asks for the next one. Callers do not read it.
func Cursor(place any) string {
	b, err := json.Marshal(place)
	if err != nil {
		panic(err) // places are structs of texts, ids and numbers
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// ReadCursor reads a place that Cursor wrote. It returns ErrPage for any other text.
func ReadCursor(cursor string, place any) error {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return ErrPage
	}
	var v any
	if json.Unmarshal(b, &v) != nil || !storableValue(v) || json.Unmarshal(b, place) != nil {
		return ErrPage
	}
	return nil
}

// Place is where a page of a list ended that is sorted by creation, which never changes.
type Place struct {
	Ascending bool
	Created   time.Time
	ID        uuid.UUID
}

// ReadPlace reads the cursor of a list that is sorted by creation. It returns ErrPage for any other text.
func ReadPlace(cursor string) (p Place, err error) {
	if err := ReadCursor(cursor, &p); err != nil {
		return p, err
	}
	if p.Created.Year() < 1 || p.ID == uuid.Nil {
		return p, ErrPage
	}
	return p, nil
}

// ErrFilter refuses a filter that cannot be read.
var ErrFilter = &domain.Error{Code: domain.Invalid, Reason: "filter.invalid", Message: "This filter is not valid."}

// WholeDay is the time of a day at its end, which is the beginning of the next one.
const WholeDay = "24:00:00"

// NoMoment says what is wrong with a text that Moment does not read.
const NoMoment = "neither a day like 2026-03-31 nor an instant like 2026-03-31T12:00:00Z"

// Moment reads an instant of RFC 3339, or a day in a zone. A day may have a time: 00:00:00 for its beginning, or
// WholeDay; without one it has the time that is given as clock (D-88).
func Moment(text, clock string, zone *time.Location) (at time.Time, ok bool) {
	if at, err := time.Parse(time.RFC3339, text); err == nil && at.Year() > 0 {
		return at, true
	}
	date, own, has := strings.Cut(text, " ")
	if has {
		clock = own
	}
	layout := time.DateOnly
	if strings.Contains(date, "/") { // as the documents write days (D-282)
		layout = "2006/01/02"
	}
	day, err := time.Parse(layout, date)
	if err != nil || clock != "00:00:00" && clock != WholeDay || day.Year() < 1 {
		return at, false
	}
	if clock == WholeDay {
		day = day.AddDate(0, 0, 1)
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone), true
}

// Since reads the updatedSince of a list, which is a moment in the caller's zone. It is zero if it was not sent.
func (s *Server) Since(ctx context.Context, sent *string) (at time.Time, err error) {
	text := strings.TrimSpace(Value(sent))
	if text == "" {
		return at, nil
	}
	zone, err := s.Zone(ctx)
	if err != nil {
		return at, err
	}
	at, ok := Moment(text, "00:00:00", zone)
	if !ok {
		return at, ErrFilter.Saying("This filter is not valid. 'updatedSince' is %s.", NoMoment)
	}
	return at, nil
}
