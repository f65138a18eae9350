package shell

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/projections/organisation"
)

// lookAhead is for how many days the next opening is looked for. When there is none, people read only
// that the provider is closed. See D-60.
const lookAhead = 14

// BusinessHours returns when the provider is open now and next.
func (s *API) BusinessHours(
	ctx context.Context,
	_ contract.BusinessHoursRequest,
) (*contract.BusinessHoursAnswer, error) {
	h, err := s.Organisation.Hours(ctx)
	if err != nil {
		return nil, err
	}
	locale, err := s.Web.Zone(ctx)
	if err != nil {
		return nil, err
	}
	return &contract.BusinessHoursAnswer{Data: HoursAt(h, s.Clock(), locale)}, nil
}

// HoursAt returns what a person in a time zone is shown of business hours at a time (BD-365).
func HoursAt(h client.Hours, now time.Time, locale *time.Location) contract.BusinessHours {
	c := h.Calendar()
	office := c.Zone()
	b := contract.BusinessHours{
		LocaleTime: now.In(locale), OfficeTime: now.In(office), OfficeTimeZone: h.Zone, Description: h.Description,
	}
	today, opensToday := c.Day(now)
	_, open := c.Open(now)
	b.OfficeCurrentOpenHours.IsClose, b.LocaleCurrentOpenHours.IsClose = !open, !open
	if opensToday {
		b.OfficeCurrentOpenHours = times(today, office, open)
		b.LocaleCurrentOpenHours = times(today, locale, open)
	}
	tomorrow, opensTomorrow := c.Tomorrow(now)
	b.TomorrowOpenHours.IsClose = !opensTomorrow
	if opensTomorrow {
		b.TomorrowOpenHours.Open = web.Some(tomorrow.From.In(office))
	}
	if next, ok := c.NextOpening(now, lookAhead); ok && !c.Always() {
		b.NextOpenHours = &contract.NextOpening{Open: next.In(office), DayOfWeek: next.In(office).Weekday().String()}
	}
	return b
}

func times(s client.Span, zone *time.Location, open bool) contract.OpeningTimes {
	return contract.OpeningTimes{Open: web.Some(s.From.In(zone)), Close: web.Some(s.To.In(zone)), IsClose: !open}
}

// OfficeHours returns the business hours as an admin edits them.
func (s *API) OfficeHours(
	ctx context.Context,
	_ contract.OfficeHoursRequest,
) (*contract.OfficeHoursAnswer, error) {
	h, err := s.Organisation.Hours(ctx)
	if err != nil {
		return nil, err
	}
	return &contract.OfficeHoursAnswer{Data: Office(h)}, nil
}

// Office returns business hours as they are edited. Hours that nobody has set are closed.
func Office(h client.Hours) contract.OfficeHours {
	a := contract.OfficeHours{TimeZone: h.Zone, Description: h.Description, Holidays: []contract.Holiday{}}
	if h.Zone == "" { // nobody has set them
		a.TimeZone, h.Days = time.UTC.String(), make([]client.OpenHours, 7)
	}
	for _, d := range h.Days {
		a.Days = append(a.Days, contract.OpenHours{Opens: d.Opens, Closes: d.Closes})
	}
	for _, d := range h.Holidays {
		a.Holidays = append(a.Holidays, contract.Holiday{Date: d.Date, Name: d.Name})
	}
	return a
}

// SaveOfficeHours replaces the business hours.
func (s *API) SaveOfficeHours(
	ctx context.Context,
	r contract.SaveOfficeHoursRequest,
) (*contract.AccountChangedResponse, error) {
	h := client.Hours{Zone: r.Body.TimeZone, Description: r.Body.Description}
	for _, d := range r.Body.Days {
		h.Days = append(h.Days, client.OpenHours{Opens: d.Opens, Closes: d.Closes})
	}
	for _, d := range r.Body.Holidays {
		h.Holidays = append(h.Holidays, client.Holiday{Date: d.Date, Name: d.Name})
	}
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.SetHours{Client: domain.ProviderClient, Hours: h},
		organisation.Name,
		"The business hours are saved",
	)
}
