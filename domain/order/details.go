package order

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// This file has all that the domain knows of the details of an order.

// Details are the customer's description of an order.
type Details struct {
	Headline
	Brief      string   `json:"brief,omitempty"`      // rich text, as JSON of the TipTap editor (D-20)
	References []string `json:"references,omitempty"` // links to examples
}

// Headline is the part of the details that lists show.
type Headline struct {
	Name        string     `json:"name"`
	Service     uuid.UUID  `json:"service,omitzero"`
	ServiceName string     `json:"serviceName,omitempty"`
	Package     string     `json:"package,omitempty"`
	Due         *time.Time `json:"due,omitempty"`
	Priority    Priority   `json:"priority,omitempty"`
	PAYG        bool       `json:"payg,omitempty"` // billed by the hour
	Terms
}

// Terms are the times that the catalogue promised for the service when it was chosen, in seconds. 0
// means no promise.
type Terms struct {
	PromisedStart int64 `json:"promisedStart,omitempty"` // from publishing until work starts
	Allocated     int64 `json:"allocated,omitempty"`     // working time
}

// Service is a service that can be ordered, with its terms.
type Service struct {
	Name string
	Terms
}

// Priority is the urgency that the customer chose.
type Priority string

const (
	Normal Priority = "normal"
	High   Priority = "high"
	Urgent Priority = "urgent"
)

// DetailsChanged has the fields that changed, and no others.
type DetailsChanged struct {
	Name        *string    `json:"name,omitempty"`
	Brief       *string    `json:"brief,omitempty"`
	Service     *uuid.UUID `json:"service,omitempty"`
	ServiceName *string    `json:"serviceName,omitempty"`
	Due         *time.Time `json:"due,omitempty"`
	DueCleared  bool       `json:"dueCleared,omitempty"`
	Priority    *Priority  `json:"priority,omitempty"`
	References  *[]string  `json:"references,omitempty"`
	Terms       *Terms     `json:"terms,omitempty"`   // with a service
	PAYG        *bool      `json:"payg,omitempty"`    // of drafts
	StartBy     *time.Time `json:"startBy,omitempty"` // with terms, see Order.Promise
}

// Errors of details.
var (
	ErrNameInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "order.name_invalid",
		Message: "Give the order a name of 1 to 200 characters.",
	}
	ErrReferencesInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "order.references_invalid",
		Message: "References are at most 20 links that begin with http:// or https://.",
	}
	ErrPriorityInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "order.priority_invalid",
		Message: "The priority is normal, high or urgent.",
	}
)

// Detail is one of the details of an order: where it is kept, and what changes it.
type Detail struct {
	Name    string                     // in the log
	Listed  func(*Headline) any        // its place where lists show it, as a pointer; nil if they do not
	Kept    func(*Details) any         // its place, as a pointer
	Changed func(*DetailsChanged) bool // whether a change sets it
	called  string                     // what a change of it is called; empty if it comes with another one
	set     func(*Details, *DetailsChanged)
	same    func(*Details, *DetailsChanged) bool // whether a change leaves it as it is
	forget  func(*DetailsChanged)
}

// AllDetails are the details of an order. What is changed, compared, called and kept in rows goes by this list.
var AllDetails = []Detail{
	listed("name", func(h *Headline) *string { return &h.Name }, func(c *DetailsChanged) **string { return &c.Name }),
	plain("brief", func(d *Details) *string { return &d.Brief }, func(c *DetailsChanged) **string { return &c.Brief }),
	listed(
		"service",
		func(h *Headline) *uuid.UUID { return &h.Service },
		func(c *DetailsChanged) **uuid.UUID { return &c.Service },
	),
	listed(
		"serviceName",
		func(h *Headline) *string { return &h.ServiceName },
		func(c *DetailsChanged) **string { return &c.ServiceName },
	).as("service"),
	{
		Name:    "due",
		Listed:  func(h *Headline) any { return &h.Due },
		Kept:    func(d *Details) any { return &d.Due },
		Changed: func(c *DetailsChanged) bool { return c.Due != nil || c.DueCleared },
		called:  "due",
		set:     func(d *Details, c *DetailsChanged) { d.Due = c.Due },
		same: func(d *Details, c *DetailsChanged) bool {
			return c.Due == nil && d.Due == nil || c.Due != nil && d.Due != nil && c.Due.Equal(*d.Due)
		},
		forget: func(c *DetailsChanged) { c.Due, c.DueCleared = nil, false },
	},
	listed(
		"priority",
		func(h *Headline) *Priority { return &h.Priority },
		func(c *DetailsChanged) **Priority { return &c.Priority },
	),
	{
		Name:    "references",
		Kept:    func(d *Details) any { return &d.References },
		Changed: func(c *DetailsChanged) bool { return c.References != nil },
		called:  "references",
		set:     func(d *Details, c *DetailsChanged) { d.References = *c.References },
		same:    func(d *Details, c *DetailsChanged) bool { return slices.Equal(*c.References, d.References) },
		forget:  func(c *DetailsChanged) { c.References = nil },
	},
	promised("promisedStart", func(t *Terms) *int64 { return &t.PromisedStart }),
	promised("allocated", func(t *Terms) *int64 { return &t.Allocated }),
	listed("payg", func(h *Headline) *bool { return &h.PAYG }, func(c *DetailsChanged) **bool { return &c.PAYG }),
	{
		Name:    "package", // that of the account, and never changed
		Listed:  func(h *Headline) any { return &h.Package },
		Kept:    func(d *Details) any { return &d.Package },
		Changed: func(*DetailsChanged) bool { return false },
	},
}

func plain[T comparable](name string, of func(*Details) *T, to func(*DetailsChanged) **T) Detail {
	return Detail{
		Name:    name,
		Kept:    func(d *Details) any { return of(d) },
		Changed: func(c *DetailsChanged) bool { return *to(c) != nil },
		called:  name,
		set:     func(d *Details, c *DetailsChanged) { *of(d) = **to(c) },
		same:    func(d *Details, c *DetailsChanged) bool { return **to(c) == *of(d) },
		forget:  func(c *DetailsChanged) { *to(c) = nil },
	}
}

// listed is a plain detail that lists show.
func listed[T comparable](name string, of func(*Headline) *T, to func(*DetailsChanged) **T) Detail {
	d := plain(name, func(d *Details) *T { return of(&d.Headline) }, to)
	d.Listed = func(h *Headline) any { return of(h) }
	return d
}

// promised is one of the terms, which are changed together and come with a service.
func promised(name string, of func(*Terms) *int64) Detail {
	d := listed(
		name,
		func(h *Headline) *int64 { return of(&h.Terms) },
		func(*DetailsChanged) **int64 { return nil },
	).as("")
	d.Changed = func(c *DetailsChanged) bool { return c.Terms != nil }
	d.set = func(d *Details, c *DetailsChanged) { *of(&d.Terms) = *of(c.Terms) }
	d.same = func(d *Details, c *DetailsChanged) bool { return *c.Terms == d.Terms }
	d.forget = func(c *DetailsChanged) { c.Terms = nil }
	return d
}

func (d Detail) as(called string) Detail {
	d.called = called
	return d
}

// With returns the details after a change.
func (d Details) With(c DetailsChanged) Details {
	for _, of := range AllDetails {
		if of.Changed(&c) {
			of.set(&d, &c)
		}
	}
	return d
}

// differences returns the part of a change that differs from the details.
func (d Details) differences(c DetailsChanged) DetailsChanged {
	c.DueCleared = c.DueCleared && c.Due == nil
	for _, of := range AllDetails {
		if of.Changed(&c) && of.same(&d, &c) {
			of.forget(&c)
		}
	}
	return c
}

// Fields lists the names of what changed, each once.
func (d *DetailsChanged) Fields() []string {
	var names []string
	for _, of := range AllDetails {
		if of.called != "" && of.Changed(d) && !slices.Contains(names, of.called) {
			names = append(names, of.called)
		}
	}
	return names
}

// Details returns the customer's description of the order.
func (o *Order) Details() Details { return Details{o.Headline, o.Brief, o.References} }

// Describe gives the order its details.
func (o *Order) Describe(d Details) {
	o.Headline, o.Brief, o.References = d.Headline, d.Brief, d.References
}

// Check returns an error unless an order can have these details.
func (d Details) Check() error {
	if err := checkName(d.Name); err != nil {
		return err
	}
	return d.check()
}

func (d Details) check() error {
	if err := checkReferences(d.References); err != nil {
		return err
	}
	return d.Priority.check()
}

func checkName(name string) error {
	if n := utf8.RuneCountInString(name); n < 1 || n > 200 {
		return ErrNameInvalid
	}
	return domain.Legible(name)
}

// Limits of references.
const (
	maxReferences   = 20
	maxReferenceLen = 2000
)

func checkReferences(links []string) error {
	if len(links) > maxReferences {
		return ErrReferencesInvalid
	}
	for _, l := range links {
		u, err := url.Parse(l)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || len(l) > maxReferenceLen ||
			!domain.Storable(l) {
			return ErrReferencesInvalid
		}
	}
	return nil
}

func (p Priority) check() error {
	if p != "" && p != Normal && p != High && p != Urgent {
		return ErrPriorityInvalid
	}
	return nil
}

// ChangeDetails changes the given fields. It records only the fields that differ, so that two
// people who change different fields do not overwrite each other.
func (o *Order) ChangeDetails(c DetailsChanged, by domain.Actor, at time.Time) error {
	if err := o.writable(by); err != nil {
		return err
	}
	if c.Name != nil {
		name := strings.TrimSpace(*c.Name)
		c.Name = &name
	}
	if err := o.Details().With(c).check(); err != nil {
		return err
	}
	if c = o.Details().differences(c); c.PAYG != nil && o.Status != Draft {
		return ErrBillingFixed
	}
	if c.Name != nil { // a name from before a rule stays until it is changed
		if err := checkName(*c.Name); err != nil {
			return err
		}
	}
	if c != (DetailsChanged{}) {
		o.Record(DetailsChangedType, &c, at)
	}
	return nil
}
