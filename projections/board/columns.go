package board

import (
	"github.com/proofboard/proofboard/projections/engine/rowset"

	"github.com/proofboard/proofboard/domain/order"

	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
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
	{"c.name", func(c *Card) any { return &c.Name }},
	{"c.service", func(c *Card) any { return (*optionalID)(&c.Service) }},
	{"c.service_name", func(c *Card) any { return &c.ServiceName }},
	{"c.package", func(c *Card) any { return &c.Package }},
	{"c.due", func(c *Card) any { return &c.Due }},
	{"c.priority", func(c *Card) any { return &c.Priority }},
	{"c.payg", func(c *Card) any { return &c.PAYG }},
	{"c.promised_start", func(c *Card) any { return &c.PromisedStart }},
	{"c.allocated", func(c *Card) any { return &c.Allocated }},
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

// details are the columns of an order's details. changed tells whether a change sets one.
var details = []struct {
	name    string
	value   func(order.Details) any
	changed func(*order.DetailsChanged) bool
}{
	{"name", func(d order.Details) any { return d.Name }, func(c *order.DetailsChanged) bool { return c.Name != nil }},
	{
		"brief",
		func(d order.Details) any { return d.Brief },
		func(c *order.DetailsChanged) bool { return c.Brief != nil },
	},
	{
		"service",
		func(d order.Details) any { return rowset.Optional(d.Service) },
		func(c *order.DetailsChanged) bool { return c.Service != nil },
	},
	{
		"service_name",
		func(d order.Details) any { return d.ServiceName },
		func(c *order.DetailsChanged) bool { return c.ServiceName != nil },
	},
	{
		"promised_start",
		func(d order.Details) any { return d.PromisedStart },
		func(c *order.DetailsChanged) bool { return c.Terms != nil },
	},
	{
		"allocated",
		func(d order.Details) any { return d.Allocated },
		func(c *order.DetailsChanged) bool { return c.Terms != nil },
	},
	{"package", func(d order.Details) any { return d.Package }, func(*order.DetailsChanged) bool { return false }},
	{
		"priority",
		func(d order.Details) any { return string(d.Priority) },
		func(c *order.DetailsChanged) bool { return c.Priority != nil },
	},
	{
		"due",
		func(d order.Details) any { return d.Due },
		func(c *order.DetailsChanged) bool { return c.Due != nil || c.DueCleared },
	},
	{
		"reference_links",
		func(d order.Details) any { return append([]string{}, d.References...) },
		func(c *order.DetailsChanged) bool { return c.References != nil },
	},
	{"payg", func(d order.Details) any { return d.PAYG }, func(c *order.DetailsChanged) bool { return c.PAYG != nil }},
}

// columns selects what scan reads.
var columns = func() string {
	names := make([]string, len(shown))
	for i, c := range shown {
		names[i] = c.sql
	}
	return strings.Join(names, ", ")
}()

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
