package reports

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/projections/reports"
)

// Limits of a report.
const (
	usualDays = 90
	mostDays  = 732 // two years
	mostParts = 106 // weeks in two years, with a part of one at each end
	// Longer periods have larger parts, unless a caller chooses them.
	daysByDay  = 31
	daysByWeek = 190
)

var (
	errPeriod = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "report.period_invalid",
		Message: "A period begins and ends on days like 2026-03-31, and has at most two years.",
	}
	errStep = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "report.parts_too_small",
		Message: "This period has too many parts. Choose weeks or months.",
	}
	errPart = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "report.figure_unknown",
		Message: "The report has no such figure.",
	}
)

// asked are the parameters that all calls about reports share.
type asked struct {
	from, to, client                     *string
	step                                 *contract.ReportStep
	customer, service, creator, operator *uuid.UUID
}

// filter returns the limits of a report.
func (a asked) filter() reports.Filter {
	return reports.Filter{
		Client:   web.Value(a.client),
		Customer: web.Value(a.customer),
		Service:  web.Value(a.service),
		Creator:  web.Value(a.creator),
		Operator: web.Value(a.operator),
	}
}

// period is the time of a report in the provider's days.
type period struct {
	reports.Period
	step  contract.ReportStep
	hours client.Calendar
}

// period reads the time of a report.
func (s *API) period(ctx context.Context, a asked) (p period, err error) {
	hours, err := s.Organisation.Hours(ctx)
	if err != nil {
		return p, err
	}
	p.hours = hours.Calendar()
	return p, p.read(a, s.Clock())
}

// read reads the first and the last day and divides the time between them.
func (p *period) read(a asked, now time.Time) error {
	year, month, date := now.In(p.hours.Zone()).Date()
	last, err := dayOf(a.to, time.Date(year, month, date, 0, 0, 0, 0, time.UTC))
	if err != nil {
		return err
	}
	first, err := dayOf(a.from, last.AddDate(0, 0, 1-usualDays))
	if err != nil {
		return err
	}
	days := int(last.Sub(first)/(24*time.Hour)) + 1
	if days < 1 || days > mostDays {
		return errPeriod
	}
	p.step = web.Value(a.step)
	if p.step == "" {
		p.step = stepOf(days)
	}
	for day := first; !day.After(last); day = p.next(day) {
		p.Starts = append(p.Starts, p.in(day))
	}
	if len(p.Starts) > mostParts {
		return errStep
	}
	p.Before = p.in(last.AddDate(0, 0, 1))
	return nil
}

func stepOf(days int) contract.ReportStep {
	switch {
	case days <= daysByDay:
		return contract.ReportByDay
	case days <= daysByWeek:
		return contract.ReportByWeek
	}
	return contract.ReportByMonth
}

// dayOf reads a day, without a place.
func dayOf(text *string, otherwise time.Time) (time.Time, error) {
	if text == nil {
		return otherwise, nil
	}
	day, err := time.Parse(time.DateOnly, *text)
	if err != nil || day.Year() < 2000 || day.Year() > 2100 {
		return day, errPeriod
	}
	return day, nil
}

// next returns the day on which the next part begins: a day, a Monday, or the first of a month.
func (p *period) next(day time.Time) time.Time {
	switch p.step {
	case contract.ReportByWeek:
		return day.AddDate(0, 0, 7-(int(day.Weekday())+6)%7)
	case contract.ReportByMonth:
		return time.Date(day.Year(), day.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	case contract.ReportByDay:
	}
	return day.AddDate(0, 0, 1)
}

// in returns when a day begins for the provider.
func (p *period) in(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, p.hours.Zone())
}

// part returns the part that begins on a day, or the whole period for none.
func (p *period) part(day *string) (reports.Period, error) {
	if day == nil {
		return p.Period, nil
	}
	i := slices.Index(p.days(), *day)
	if i < 0 {
		return p.Period, errPart
	}
	return p.Part(i), nil
}

// days returns the first day of each part.
func (p *period) days() []string {
	days := make([]string, len(p.Starts))
	for i, t := range p.Starts {
		days[i] = t.In(p.hours.Zone()).Format(time.DateOnly)
	}
	return days
}

func (p *period) show() contract.ReportPeriod {
	days := p.days()
	return contract.ReportPeriod{
		From: days[0], To: p.Before.In(p.hours.Zone()).AddDate(0, 0, -1).Format(time.DateOnly), Step: p.step,
		Zone: p.hours.Zone().String(), Starts: days,
	}
}
