package board

import (
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// column is a column of a card with its place in it.
type column struct {
	sql string
	at  func(*Card) any
}

// shown are the columns of a card.
var shown = []column{
	{"c.id", func(c *Card) any { return &c.ID }},
	{"c.version", func(c *Card) any { return &c.Version }},
	{"c.position", func(c *Card) any { return &c.Position }},
	{"c.updated_at", func(c *Card) any { return &c.At }},
	{"c.prefix", func(c *Card) any { return &c.Number.Prefix }},
	{"c.number", func(c *Card) any { return &c.Number.N }},
	{"c.client", func(c *Card) any { return &c.Client }},
	{"c.customer", func(c *Card) any { return &c.Customer }},
	{"c.creator", func(c *Card) any { return &c.Creator }},
	{"c.collaborators", func(c *Card) any { return &c.Collaborators }},
	{"c.operator", func(c *Card) any { return (*optionalID)(&c.Operator) }},
	{"c.manager", func(c *Card) any { return (*optionalID)(&c.Manager) }},
	{"c.created_at", func(c *Card) any { return &c.CreatedAt }},
	{"c.status", func(c *Card) any { return &c.Status }},
	{"c.held_from", func(c *Card) any { return &c.HeldFrom }},
	{"c.hold_reason", func(c *Card) any { return &c.HoldReason }},
	{"c.cancelled_from", func(c *Card) any { return &c.CancelledFrom }},
	{"c.set_aside", func(c *Card) any { return &c.SetAside }},
	{"c.shown_until", func(c *Card) any { return &c.ShownUntil }},
	{"c.rank", func(c *Card) any { return &c.Rank }},
	{"c.frozen", func(c *Card) any { return &c.Frozen }},
	{"c.archived", func(c *Card) any { return &c.Archived }},
	{"c.published_at", func(c *Card) any { return (*optionalTime)(&c.PublishedAt) }},
	{"c.started_at", func(c *Card) any { return (*optionalTime)(&c.StartedAt) }},
	{"c.start_by", func(c *Card) any { return (*optionalTime)(&c.StartBy) }},
	{"c.worked", func(c *Card) any { return (*seconds)(&c.Work.Finished) }},
	{"c.work_by", func(c *Card) any { return (*optionalID)(&c.Work.By) }},
	{"c.work_since", func(c *Card) any { return (*optionalTime)(&c.Work.Since) }},
	{"c.route is not null", func(c *Card) any { return &c.Routed }},
}

// detail is one of the details of an order and its column.
type detail struct {
	order.Detail
	column string
}

var details = func() (all []detail) {
	capitals := regexp.MustCompile("[A-Z]")
	for _, d := range order.AllDetails {
		column := strings.ToLower(capitals.ReplaceAllString(d.Name, "_$0")) // service_name of serviceName
		if d.Name == "references" {                                         // a word of SQL
			column = "reference_links"
		}
		all = append(all, detail{d, column})
	}
	return all
}()

// columns selects what scan reads, and written the details that only the order's page shows.
var columns, written = func() (cards, page string) {
	for _, d := range details {
		if d.Listed == nil {
			page += ", c." + d.column
			continue
		}
		shown = append(shown, column{"c." + d.column, func(c *Card) any { return found(d.Listed(&c.Headline)) }})
	}
	names := make([]string, len(shown))
	for i, c := range shown {
		names[i] = c.sql
	}
	return strings.Join(names, ", "), page
}()

// value returns the value of a detail as its column has it.
func (d detail) value(of *order.Details) any {
	switch at := d.Kept(of).(type) {
	case *uuid.UUID:
		return rowset.Optional(*at)
	case *string:
		return *at
	case *bool:
		return *at
	case *int64:
		return *at
	case *[]string:
		return append([]string{}, *at...)
	}
	kept := reflect.ValueOf(d.Kept(of)).Elem()
	if kept.Kind() == reflect.String {
		return kept.String()
	}
	return kept.Interface()
}

// found returns where to scan the value of a detail.
func found(at any) any {
	if id, ok := at.(*uuid.UUID); ok {
		return (*optionalID)(id)
	}
	return at
}

// scan reads a card, and what was selected after its columns.
func scan(row pgx.CollectableRow, more ...any) (c Card, err error) {
	into := make([]any, 0, len(shown)+len(more))
	for _, column := range shown {
		into = append(into, column.at(&c))
	}
	return c, row.Scan(append(into, more...)...)
}

type optionalID uuid.UUID

// ScanUUID reads null as uuid.Nil.
func (id *optionalID) ScanUUID(v pgtype.UUID) error {
	*id = v.Bytes
	return nil
}

type optionalTime time.Time

// ScanTimestamptz reads null as the zero time.
func (t *optionalTime) ScanTimestamptz(v pgtype.Timestamptz) error {
	*t = optionalTime(v.Time)
	return nil
}

type seconds time.Duration

// ScanInt64 reads a number of seconds.
func (s *seconds) ScanInt64(v pgtype.Int8) error {
	*s = seconds(v.Int64) * seconds(time.Second)
	return nil
}
