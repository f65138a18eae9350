package audit

import (
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/audit"
)

const auditPage = 50

const foundPeople = 10

// clocksDiffer is the largest difference between the clocks of several processes. Apart from
// it, times rise with positions.
const clocksDiffer = time.Minute

var errCursor = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "cursor.invalid",
	Message: "This page link is invalid. Start again from the first page.",
}

func eventType(t string) eh.EventType { return eh.EventType(t) }

// auditFilter returns a filter for the whole log. It turns times into bounds of positions, which
// have an index.
func (s *API) auditFilter(ctx context.Context, f historyFilter, order *uuid.UUID) (audit.Filter, error) {
	a := audit.Filter{Person: f.person, Order: web.Value(order), Types: f.types, From: f.from, To: f.to, Via: f.via}
	var err error
	if !f.from.IsZero() {
		if a.Above, err = s.AsOf.PositionAt(ctx, f.from.Add(-clocksDiffer)); err != nil {
			return a, err
		}
	}
	if !f.to.IsZero() {
		if a.UpTo, err = s.AsOf.PositionAt(ctx, f.to.Add(clocksDiffer)); err != nil {
			return a, err
		}
		a.UpTo = max(a.UpTo, 1) // 0 would mean no bound
	}
	return a, nil
}

// AuditEvents returns the events of all orders.
func (s *API) AuditEvents(
	ctx context.Context,
	r contract.AuditEventsRequest,
) (*contract.AuditEventsAnswer, error) {
	hf, err := newHistoryFilter(r.Person, r.Type, r.Kind, r.From, r.To, r.Via, nil)
	if err != nil {
		return nil, err
	}
	if r.Cursor != nil && r.After != nil {
		return nil, errCursor
	}
	f, err := s.auditFilter(ctx, hf, r.Order)
	if err != nil {
		return nil, err
	}
	limit := web.Value(r.Limit)
	if limit == 0 {
		limit = auditPage
	}
	var found []audit.Event
	if r.After != nil {
		found, err = s.Audit.Oldest(ctx, f, *r.After, limit+1)
	} else {
		found, err = s.Audit.Newest(ctx, f, web.Value(r.Cursor), limit+1)
	}
	if err != nil {
		return nil, err
	}
	a := &contract.AuditEventsAnswer{}
	if len(found) > limit {
		found = found[:limit]
		a.Data.Cursor = &found[limit-1].Position
	}
	a.Data.Events, err = s.auditEvents(ctx, found)
	return a, err
}

func (s *API) auditEvents(ctx context.Context, found []audit.Event) ([]contract.AuditEvent, error) {
	var w accounts.Wanted
	for _, e := range found {
		w.People = append(w.People, e.Actor, e.Impersonator)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	out := make([]contract.AuditEvent, len(found))
	for i, e := range found {
		t := eventType(e.Type)
		out[i] = contract.AuditEvent{
			Position:     e.Position,
			Stream:       e.Stream,
			Type:         e.Type,
			Kind:         kindOf(t),
			Label:        present.EventSentence(t, e.Detail, e.Attachment),
			At:           e.At,
			Via:          e.Via,
			Reason:       web.Some(e.Reason),
			Actor:        present.MaybePerson(names, e.Actor),
			Impersonator: present.MaybePerson(names, e.Impersonator),
			Order:        present.OrderName(e.Order),
			AttachmentId: web.Some(e.Attachment),
		}
	}
	return out, nil
}

var auditHeader = []string{
	"Position",
	"Time (UTC)",
	"Person",
	"Role",
	"Person id",
	"Impersonated by",
	"From where",
	"Kind",
	"Event",
	"What",
	"Reason",
	"Order",
	"Order name",
	"Order id",
	"Stream",
}

// auditLine is an event of the log in a file.
type auditLine struct{ contract.AuditEvent }

func (l auditLine) Cells() []string {
	var number, name, id string
	if l.Order != nil {
		number, name, id = l.Order.Number, l.Order.Name, l.Order.Id.String()
	}
	return []string{
		strconv.FormatInt(l.Position, 10),
		web.ExportTime(l.At),
		nameOf(l.Actor),
		roleOf(l.Actor),
		idOf(l.Actor),
		impersonatorOf(l.Impersonator),
		l.Via,
		string(l.Kind),
		l.Type,
		l.Label,
		web.Value(l.Reason),
		number,
		name,
		id,
		l.Stream.String(),
	}
}

// ExportAuditEvents returns the same as a file, with one page in memory at a time.
func (s *API) ExportAuditEvents(
	ctx context.Context,
	r contract.ExportAuditEventsRequest,
) (contract.Answer, error) {
	hf, err := newHistoryFilter(r.Person, r.Type, r.Kind, r.From, r.To, r.Via, nil)
	if err != nil {
		return nil, err
	}
	f, err := s.auditFilter(ctx, hf, r.Order)
	if err != nil {
		return nil, err
	}
	var before int64
	ended := false
	next := func(ctx context.Context) ([]auditLine, error) {
		if ended {
			return nil, nil
		}
		found, err := s.Audit.Newest(ctx, f, before, web.ExportPage)
		if err != nil {
			return nil, err
		}
		if ended = len(found) < web.ExportPage; len(found) > 0 {
			before = found[len(found)-1].Position
		}
		events, err := s.auditEvents(ctx, found)
		lines := make([]auditLine, len(events))
		for i, e := range events {
			lines[i] = auditLine{e}
		}
		return lines, err
	}
	first, err := next(ctx)
	if err != nil {
		return nil, err
	}
	return web.Export[auditLine]{
		Ctx:    ctx,
		Log:    s.Logger,
		Name:   "events-" + s.Clock().UTC().Format("2006-01-02"),
		Csv:    web.Value(r.Format) != contract.ExportAuditEventsParamsFormatJson,
		Header: auditHeader,
		First:  first,
		Next:   next,
	}, nil
}

// AuditRefusals returns the commands that were refused (BY-025).
func (s *API) AuditRefusals(
	ctx context.Context,
	r contract.AuditRefusalsRequest,
) (*contract.RefusalsAnswer, error) {
	hf, err := newHistoryFilter(r.Person, nil, nil, r.From, r.To, nil, nil)
	if err != nil {
		return nil, err
	}
	before, err := parsePlace(web.Value(r.Cursor))
	if err != nil {
		return nil, err
	}
	limit := web.Value(r.Limit)
	if limit == 0 {
		limit = auditPage
	}
	found, err := s.Audit.Refusals(
		ctx, audit.Filter{Person: hf.person, Order: web.Value(r.Order), From: hf.from, To: hf.to}, before, limit+1,
	)
	if err != nil {
		return nil, err
	}
	a := &contract.RefusalsAnswer{}
	if len(found) > limit {
		found = found[:limit]
		a.Data.Cursor = web.Some(formatPlace(audit.Place{At: found[limit-1].At, ID: found[limit-1].ID}))
	}
	var w accounts.Wanted
	for _, c := range found {
		w.People = append(w.People, c.Actor, c.Impersonator)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	a.Data.Refusals = make([]contract.RefusedCommand, len(found))
	for i, c := range found {
		a.Data.Refusals[i] = contract.RefusedCommand{
			Id:           c.ID,
			At:           c.At,
			Actor:        present.MaybePerson(names, c.Actor),
			Impersonator: present.MaybePerson(names, c.Impersonator),
			Role:         c.Role,
			Command:      c.Command,
			Via:          c.Via,
			Reason:       c.Reason,
			Message:      c.Message,
			Details:      web.List(c.Details),
			Order:        present.OrderName(c.Order),
		}
		if c.Refusal != nil {
			a.Data.Refusals[i].Refusal = web.Refusal(c.Refusal)
		}
	}
	return a, nil
}

func formatPlace(p audit.Place) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(p.At.UnixMicro(), 10) + " " + p.ID.String()))
}

func parsePlace(text string) (p audit.Place, err error) {
	if text == "" {
		return p, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return p, errCursor
	}
	at, id, _ := strings.Cut(string(b), " ")
	micros, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return p, errCursor
	}
	if p.ID, err = uuid.Parse(id); err != nil {
		return p, errCursor
	}
	p.At = time.UnixMicro(micros).UTC()
	return p, nil
}

// AuditMoments returns where the log begins and ends, for a slider over it.
func (s *API) AuditMoments(
	ctx context.Context,
	r contract.AuditMomentsRequest,
) (*contract.MomentsAnswer, error) {
	head, err := s.Head(ctx)
	if err != nil {
		return nil, err
	}
	ticks := web.Value(r.Ticks)
	if ticks == 0 {
		ticks = 200
	}
	found, err := s.Audit.Moments(ctx, head, ticks)
	if err != nil {
		return nil, err
	}
	a := &contract.MomentsAnswer{}
	a.Data.Head, a.Data.Ticks = head, make([]contract.Moment, len(found))
	for i, m := range found {
		a.Data.Ticks[i] = contract.Moment{Position: m.Position, At: m.At}
	}
	return a, nil
}

// AuditPeople finds people by a part of their name or address.
func (s *API) AuditPeople(
	ctx context.Context,
	r contract.AuditPeopleRequest,
) (*contract.PeopleAnswer, error) {
	found, err := s.Accounts.Search(ctx, web.Value(r.Search), foundPeople)
	if err != nil {
		return nil, err
	}
	a := &contract.PeopleAnswer{Data: make([]contract.Person, len(found))}
	for i, u := range found {
		a.Data[i] = contract.Person{Id: u.ID, Name: u.Name(), Avatar: u.Avatar, Role: web.Some(string(u.Role))}
	}
	return a, nil
}
