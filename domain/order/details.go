package order

import (
	"slices"

	"github.com/google/uuid"
)

// detail is one of the details of an order and what changes it.
type detail struct {
	name    string // what a change of it is called; empty if it comes with another one
	changed func(*DetailsChanged) bool
	set     func(*Details, *DetailsChanged)
	same    func(*Details, *DetailsChanged) bool // whether a change leaves it as it is
	forget  func(*DetailsChanged)
}

// details are all that can be changed. What is changed, compared and called goes by this list.
var details = []detail{
	plain("name", func(d *Details) *string { return &d.Name }, func(c *DetailsChanged) **string { return &c.Name }),
	plain("brief", func(d *Details) *string { return &d.Brief }, func(c *DetailsChanged) **string { return &c.Brief }),
	plain(
		"service",
		func(d *Details) *uuid.UUID { return &d.Service },
		func(c *DetailsChanged) **uuid.UUID { return &c.Service },
	),
	plain(
		"service",
		func(d *Details) *string { return &d.ServiceName },
		func(c *DetailsChanged) **string { return &c.ServiceName },
	),
	{
		name:    "due",
		changed: func(c *DetailsChanged) bool { return c.Due != nil || c.DueCleared },
		set:     func(d *Details, c *DetailsChanged) { d.Due = c.Due },
		same: func(d *Details, c *DetailsChanged) bool {
			return c.Due == nil && d.Due == nil || c.Due != nil && d.Due != nil && c.Due.Equal(*d.Due)
		},
		forget: func(c *DetailsChanged) { c.Due, c.DueCleared = nil, false },
	},
	plain(
		"priority",
		func(d *Details) *Priority { return &d.Priority },
		func(c *DetailsChanged) **Priority { return &c.Priority },
	),
	{
		name:    "references",
		changed: func(c *DetailsChanged) bool { return c.References != nil },
		set:     func(d *Details, c *DetailsChanged) { d.References = *c.References },
		same:    func(d *Details, c *DetailsChanged) bool { return slices.Equal(*c.References, d.References) },
		forget:  func(c *DetailsChanged) { c.References = nil },
	},
	plain("", func(d *Details) *Terms { return &d.Terms }, func(c *DetailsChanged) **Terms { return &c.Terms }),
	plain("payg", func(d *Details) *bool { return &d.PAYG }, func(c *DetailsChanged) **bool { return &c.PAYG }),
}

func plain[T comparable](name string, of func(*Details) *T, to func(*DetailsChanged) **T) detail {
	return detail{
		name:    name,
		changed: func(c *DetailsChanged) bool { return *to(c) != nil },
		set:     func(d *Details, c *DetailsChanged) { *of(d) = **to(c) },
		same:    func(d *Details, c *DetailsChanged) bool { return **to(c) == *of(d) },
		forget:  func(c *DetailsChanged) { *to(c) = nil },
	}
}

// With returns the details after a change.
func (d Details) With(c DetailsChanged) Details {
	for _, of := range details {
		if of.changed(&c) {
			of.set(&d, &c)
		}
	}
	return d
}

// differences returns the part of a change that differs from the details.
func (d Details) differences(c DetailsChanged) DetailsChanged {
	c.DueCleared = c.DueCleared && c.Due == nil
	for _, of := range details {
		if of.changed(&c) && of.same(&d, &c) {
			of.forget(&c)
		}
	}
	return c
}

// Fields lists the names of what changed, each once.
func (d *DetailsChanged) Fields() []string {
	var names []string
	for _, of := range details {
		if of.name != "" && of.changed(d) && !slices.Contains(names, of.name) {
			names = append(names, of.name)
		}
	}
	return names
}
