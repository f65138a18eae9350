package orders

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/search"
)

const (
	maxFilterValues = 100 // of a key
	maxClientID     = 100
	maxSearch       = 200
	notFrozen       = "not-frozen"
	updatedSince    = "updatedSince"
)

// fields are the fields of a filter as they were sent, by their names in the contract (BD-130).
// Board, list, archive and export have the same ones.
type fields map[string]string

// dueWeek is the value of the field 'only' that means days.
const dueWeek = "due-week"

// hasDay reports whether a day was sent: the start or the end of a span, or this week.
func (f fields) hasDay() bool {
	for key, v := range f {
		if key == "only" && strings.Contains(v, dueWeek) {
			return true
		}
		if v != "" && (key == updatedSince || strings.HasSuffix(key, "Start") || strings.HasSuffix(key, "End")) {
			return true
		}
	}
	return false
}

// fieldsOf returns the texts of a request's query, among them the filter of board, list, archive and export.
func fieldsOf(request any) fields {
	sent := fields{}
	for f, v := range reflect.ValueOf(request).Fields() {
		if text, is := reflect.TypeAssert[*string](v); is {
			sent[f.Tag.Get("query")] = web.Value(text)
		}
	}
	return sent
}

// filter returns the filter that the caller sent, without what they may not filter by.
func (s *API) filter(ctx context.Context, sent fields) (board.Filter, error) {
	zone := time.UTC
	if sent.hasDay() {
		var err error
		if zone, err = s.Web.Zone(ctx); err != nil {
			return board.Filter{}, err
		}
	}
	f, err := readFilter(sent, zone)
	if err != nil {
		return f, err
	}
	f.Now = s.Clock()
	if f.DueWeek {
		f.Week = weekFrom(f.Now.In(zone))
	}
	if f.Search != "" {
		if err := s.Web.WaitFor(ctx, search.Name); err != nil {
			return f, err
		}
	}
	return allowed(web.Actor(ctx), f), nil
}

// weekFrom returns the time from the day of t to the end of its Sunday.
func weekFrom(t time.Time) board.Span {
	year, month, day := t.Date()
	left := (8 - int(t.Weekday())) % 7 // days until Monday
	if left == 0 {
		left = 7
	}
	return board.Span{
		From:   time.Date(year, month, day, 0, 0, 0, 0, t.Location()),
		Before: time.Date(year, month, day+left, 0, 0, 0, 0, t.Location()),
	}
}

// allowed leaves out the filters that a person may not use (SH-253).
func allowed(by domain.Actor, f board.Filter) board.Filter {
	may := func(a policy.Ability) bool { return policy.Can(by.Role, policy.Read, a) }
	if !may(policy.FilterClient) {
		f.Clients = nil
	}
	if !may(policy.FilterCustomer) && !overCustomers(by) {
		f.Customers = nil
	}
	if !may(policy.FilterCreator) {
		f.Creators = nil
	}
	if !may(policy.FilterManager) {
		f.Managers = nil
	}
	if !may(policy.FilterOperator) {
		f.Operators = nil
	}
	return f
}

// overCustomers reports whether a person manages customers: a reseller's people have the customer
// list (D-25).
func overCustomers(by domain.Actor) bool {
	return by.Role.IsCustomer() && by.CustomerID == uuid.Nil && by.ClientID != "" && by.ClientID != domain.DirectClient
}

// readFilter reads a filter whose days are in a time zone. A field that is absent, empty or null
// does not filter.
func readFilter(sent fields, zone *time.Location) (f board.Filter, err error) {
	r := &filterReader{sent: sent, zone: zone}
	for _, v := range r.list("orderProgress") {
		switch status := order.Status(v); {
		case v == notFrozen:
			f.NotFrozen = true
		case slices.Contains(order.Statuses, status):
			f.Statuses = append(f.Statuses, progress(status)...)
		default:
			r.fail("orderProgress", "an unknown status")
		}
	}
	f.Clients = r.list("clientId")
	for _, id := range f.Clients {
		if len(id) > maxClientID {
			r.fail("clientId", "longer than 100 characters")
		}
	}
	f.Customers, f.Creators, f.Managers, f.Operators = r.ids("customerId"), r.ids("creatorId"), r.ids("managerId"),
		r.ids("operatorId")
	f.Categories, f.Services = r.ids("serviceCategory"), r.ids("serviceType")
	f.Created, f.Due, f.Updated = r.span("createdAt"), r.span("dueDate"), r.span("updatedDate")
	f.ChangedSince = r.day(updatedSince, "00:00:00")
	f.QueueTime, f.WorkTime = r.buckets("queueTime"), r.buckets("workTime")
	for _, v := range r.list("priority") {
		p := order.Priority(v)
		if p != order.Normal && p != order.High && p != order.Urgent {
			r.fail("priority", "not one of normal, high and urgent")
		}
		f.Priorities = append(f.Priorities, p)
	}
	for _, v := range r.list("only") {
		switch v {
		case "mine":
			f.Mine = true
		case "unassigned":
			f.Unassigned = true
		case "overdue":
			f.Overdue = true
		case dueWeek:
			f.DueWeek = true
		default:
			r.fail("only", "not one of mine, unassigned, overdue and due-week")
		}
	}
	f.Search = r.value("customSearch")
	if utf8.RuneCountInString(f.Search) > maxSearch {
		r.fail("customSearch", "longer than 200 characters")
	}
	if err := r.err(); err != nil {
		return board.Filter{}, err
	}
	return f, nil
}

// progress returns the statuses of the board's column that a status names (D-01, D-02). The column
// New Order is named by ready-to-go.
func progress(s order.Status) []order.Status {
	switch s {
	case order.ReadyToGo:
		return []order.Status{order.ReadyToGo, order.Queue, order.Draft}
	case order.InProgress:
		return []order.Status{order.InProgress, order.GuestRevision}
	case order.Approved:
		return []order.Status{order.Approved, order.Completed}
	}
	return []order.Status{s}
}

// filterReader reads the fields of a filter and collects what is wrong with them. It does not
// repeat what was sent.
type filterReader struct {
	sent     fields
	zone     *time.Location
	problems []string
}

func (r *filterReader) fail(key, problem string) {
	r.problems = append(r.problems, "'"+key+"' is "+problem)
}

// err returns the error that names all problems, nil for none.
func (r *filterReader) err() error {
	if r.problems == nil {
		return nil
	}
	refused := web.ErrFilter.Saying("This filter is not valid. %s.", strings.Join(r.problems, ". "))
	refused.Details = r.problems
	return refused
}

func (r *filterReader) value(key string) string {
	v := strings.TrimSpace(r.sent[key])
	if v == "null" {
		return ""
	}
	return v
}

func (r *filterReader) list(key string) []string {
	text := r.value(key)
	if text == "" {
		return nil
	}
	if strings.Count(text, ",") >= maxFilterValues {
		r.fail(key, "a list of more than 100 values")
		return nil
	}
	return strings.Split(text, ",")
}

func (r *filterReader) ids(key string) []uuid.UUID {
	var ids []uuid.UUID
	for _, v := range r.list(key) {
		id, err := uuid.Parse(v)
		if err != nil || len(v) != len(id.String()) {
			r.fail(key, "no list of ids (UUIDs)")
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

func (r *filterReader) buckets(key string) []board.Bucket {
	var buckets []board.Bucket
	for _, v := range r.list(key) {
		b, known := board.Buckets[v]
		if !known {
			r.fail(key, "not one of 0:50, 51:75 and 76")
			return nil
		}
		buckets = append(buckets, b)
	}
	return buckets
}

// span reads a start and an end day (D-36): from the first moment of the one to the last of the
// other.
func (r *filterReader) span(key string) board.Span {
	s := board.Span{From: r.day(key+"Start", "00:00:00"), Before: r.day(key+"End", web.WholeDay)}
	if !s.From.IsZero() && !s.Before.IsZero() && !s.From.Before(s.Before) {
		r.fail(key+"End", "before its start")
	}
	return s
}

// day reads an instant or a day, see web.Moment.
func (r *filterReader) day(key, otherwise string) time.Time {
	text := r.value(key)
	if text == "" {
		return time.Time{}
	}
	at, ok := web.Moment(text, otherwise, r.zone)
	if !ok {
		r.fail(key, web.NoMoment)
	}
	return at
}
