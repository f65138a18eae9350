// Package calendar serves what is due to the calendars that people subscribe with (D-94). Its address is known to the
// person alone, because it has an access token in it.
package calendar

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/projections/board"
)

// Path is the address of a feed. The token ends in '.ics'.
const Path = "/calendar/{token}"

const (
	past   = 31 * 24 * time.Hour // a feed begins so long ago
	most   = 500                 // orders in a feed, those that are due first
	reload = "PT1H"              // how often calendars are asked to look, as they may
)

// CalendarFeed answers the calendar of the person to whom the token of the address belongs. What they may not see any more is
// not in it.
func (s *API) CalendarFeed(w http.ResponseWriter, r *http.Request) {
	token := strings.TrimSuffix(chi.URLParam(r, "token"), ".ics")
	session, err := s.Web.ByToken(r.Context(), token, sessions.ReadCalendar)
	var cal *ics.Calendar
	if err == nil {
		cal, err = s.calendar(r.Context(), session.Actor)
	}
	if err != nil {
		s.Web.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("Referrer-Policy", "no-referrer") // the address is a secret
	_ = cal.SerializeTo(w, ics.WithNewLineWindows)   // the calendar asks again if it got only a part
}

// calendar has an event of a whole day for each thing that is due, in the time zone of the person.
func (s *API) calendar(ctx context.Context, by domain.Actor) (*ics.Calendar, error) {
	u, err := s.Accounts.User(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	of, err := s.Accounts.FindClient(ctx, by.ClientID)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(u.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	f := feed{
		calendar: ics.NewCalendarFor("Proofboard"), base: accounts.ClientURL(s.Web.PublicURL, of.Hosts), now: s.Clock(),
	}
	f.calendar.SetMethod(ics.MethodPublish)
	f.calendar.SetName(of.Name)
	f.calendar.SetXWRCalName(of.Name)
	f.calendar.SetRefreshInterval(reload)
	f.calendar.SetXPublishedTTL(reload)
	if err := s.orders(ctx, by, f, zone); err != nil {
		return nil, err
	}
	return f.calendar, s.invoices(ctx, by, f)
}

// invoices adds what the account of a person has to pay, if the person sees its invoices.
func (s *API) invoices(ctx context.Context, by domain.Actor, f feed) error {
	if by.CustomerID == uuid.Nil || !policy.Can(by.Role, policy.Read, policy.Billing) {
		return nil
	}
	unpaid, err := s.Sales.Unpaid(ctx, by.CustomerID)
	for i := range unpaid {
		owed := &unpaid[i]
		f.add(
			"invoice-"+owed.ID.String(), owed.DueOn.String(),
			"Invoice "+owed.Number+" is due", "/billing/invoices/"+owed.ID.String(),
		)
	}
	return err
}

// orders adds the orders of a person that are due, and the decisions that a workflow asks them for. Owners have all
// orders of their account, others those that they have to do with.
func (s *API) orders(ctx context.Context, by domain.Actor, f feed, zone *time.Location) error {
	asked, err := s.Read.Asked(ctx, by)
	if err != nil {
		return err
	}
	filter := board.Filter{Mine: by.Role != domain.Owner, Due: board.Span{From: f.now.Add(-past)}}
	for _, status := range order.Statuses {
		if status.IsActive() || status == order.Queue || status == order.OnHold {
			filter.Statuses = append(filter.Statuses, status)
		}
	}
	due, _, err := s.Board.After(ctx, by, filter, false, board.Sort{By: "due", Ascending: true}, board.Place{}, most)
	if err != nil {
		return err
	}
	for i := range due {
		o := &due[i].Summary
		title := o.Number.String() + " " + o.Name + " (" + o.Status.Words() + ")"
		f.add("order-"+o.ID.String(), o.Due.In(zone).Format(time.DateOnly), title, "/orders/detail/"+o.ID.String())
	}
	var ids []uuid.UUID
	for id, at := range asked {
		if !at.IsZero() {
			ids = append(ids, id)
		}
	}
	found, err := s.Board.Find(ctx, by, ids)
	slices.SortFunc(found, func(a, b board.Card) int { return strings.Compare(a.ID.String(), b.ID.String()) })
	for i := range found {
		o := &found[i].Summary
		f.add(
			"approval-"+o.ID.String(), asked[o.ID].In(zone).Format(time.DateOnly),
			"Approve "+o.Number.String()+" "+o.Name, "/orders/detail/"+o.ID.String(),
		)
	}
	return err
}

// feed is a calendar that is being made.
type feed struct {
	calendar *ics.Calendar
	base     string
	now      time.Time
}

// add adds a day, as YYYY-MM-DD, on which something is due.
func (f feed) add(id, day, title, path string) {
	e := f.calendar.AddEvent(id + "@proofboard")
	e.SetDtStampTime(f.now)
	e.SetProperty(
		ics.ComponentPropertyDtStart,
		strings.ReplaceAll(day, "-", ""),
		ics.WithValue(string(ics.ValueDataTypeDate)),
	)
	e.SetSummary(title)
	e.SetURL(f.base + path)
	e.SetDescription(f.base + path)
	e.SetTimeTransparency(ics.TransparencyTransparent) // the day stays free
}
