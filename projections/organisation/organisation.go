// Package organisation is the read model of accounts: the clients, their customers, and who belongs
// to each of them with which role. It has no personal data. Names are in the tables of
// internal/accounts, which joins both.
package organisation

import (
	"cmp"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Name of the projection.
const Name = "organisation"

var (
	clients   = &rowset.Table{Name: "account_clients", Key: []string{"stream"}}
	customers = &rowset.Table{Name: "account_customers", Key: []string{"id"}}
	members   = &rowset.Table{Name: "account_members", Key: []string{"stream"}}
)

// Projection folds the events of clients, customers and members.
func Projection() engine.Projection {
	fold := engine.Reducers{}
	clientRows.Add(fold)
	customerRows.Add(fold)
	memberRows.Add(fold)
	return engine.Projection{
		Name: Name, Tables: []*rowset.Table{clients, customers, members}, Reducers: fold,
		Gather: engine.Briefly,
	}
}

var clientRows = engine.Fold[client.Client, *client.Client]{
	Of: client.Streams, Table: clients, Beside: created,
	Begun: func(c *client.Client) bool { return c.Name != "" }, // the terms of a seller may be set before
	Columns: []engine.Column[client.Client]{
		{Name: "id", Of: func(c *client.Client) any { return c.Name }},
		{Name: "kind", Of: func(c *client.Client) any { return string(c.Kind) }},
		{
			Name: "colour",
			Of:   func(c *client.Client) any { return cmp.Or(c.Branding.Colour, client.DefaultColour) },
		},
		{Name: "logo", Of: func(c *client.Client) any { return c.Branding.Logo }},
		{Name: "favicon", Of: func(c *client.Client) any { return c.Branding.Favicon }},
		{Name: "placeholder", Of: func(c *client.Client) any { return c.Branding.Placeholder }},
		{Name: "named", Of: func(c *client.Client) any { return c.Branding.Named }},
		{Name: "hosts", Of: func(c *client.Client) any { return append([]string{}, c.Hosts...) }},
		{Name: "signup", Of: func(c *client.Client) any { return c.SignUp }},
		{Name: "second_factor", Of: func(c *client.Client) any { return c.SecondFactor }},
		{Name: "hours", Of: func(c *client.Client) any { return hours(c.Hours) }},
	},
}

var customerRows = engine.Fold[customer.Customer, *customer.Customer]{
	Of: customer.Streams, Table: customers, Beside: created,
	Columns: []engine.Column[customer.Customer]{
		{Name: "client_id", Of: func(c *customer.Customer) any { return c.Client }},
		{Name: "state", Of: func(c *customer.Customer) any { return string(c.State) }},
		{Name: "deletes_at", Of: func(c *customer.Customer) any { return rowset.Moment(c.Until) }},
		{Name: "package", Of: func(c *customer.Customer) any { return c.Terms.Package }},
		{Name: "max_active_orders", Of: func(c *customer.Customer) any { return c.Terms.MaxActiveOrders }},
		{Name: "payg", Of: func(c *customer.Customer) any { return c.Terms.PAYG }},
		{Name: "storage", Of: func(c *customer.Customer) any { return c.Terms.Storage }},
		{Name: "additional_storage", Of: func(c *customer.Customer) any { return c.Terms.AdditionalStorage }},
	},
}

var memberRows = engine.Fold[member.Member, *member.Member]{
	Of: member.Streams, Table: members, Beside: membership, Changed: "changed_at",
	Columns: []engine.Column[member.Member]{
		{Name: "person", Of: func(m *member.Member) any { return m.Person }},
		{Name: "client_id", Of: func(m *member.Member) any { return m.Client }},
		{Name: "customer_id", Of: func(m *member.Member) any { return rowset.Optional(m.Customer) }},
		{Name: "role", Of: func(m *member.Member) any { return string(m.Role) }},
		{Name: "is_approver", Of: func(m *member.Member) any { return m.Approver }},
		{Name: "view_only", Of: func(m *member.Member) any { return m.ViewOnly }},
		{Name: "state", Of: func(m *member.Member) any { return string(m.State) }},
		{Name: "verified", Of: func(m *member.Member) any { return m.Verified }},
	},
}

func created(e domain.Event) rowset.Set {
	if e.Version == 1 {
		return rowset.Set{"created_at": e.OccurredAt}
	}
	return nil
}

// hours returns business hours, or nil for none.
func hours(h client.Hours) any {
	if len(h.Days) == 0 {
		return nil
	}
	return h
}

// membership has what the page of the team and the sessions need beside the state of a membership.
func membership(e domain.Event) rowset.Set {
	row := rowset.Set{}
	if e.Version == 1 {
		row = rowset.Set{
			"signed_up": false, "generation": 0, "kept_session": nil, "invited_at": nil, "invited_by": nil,
			"joined_at": nil,
		}
	}
	switch d := e.Data.(type) {
	case *member.Asked:
		row["invited_at"], row["invited_by"] = e.OccurredAt, rowset.Optional(e.Meta.Actor)
	case *member.Registered:
		row["joined_at"], row["signed_up"] = e.OccurredAt, d.Origin == member.SignedUp
	case *member.InvitationRenewed:
		row["invited_at"] = e.OccurredAt
	case *member.Joined:
		row["joined_at"] = e.OccurredAt
	case *member.RoleChanged, *member.WasDeactivated, *member.WasDeleted:
		row["generation"], row["kept_session"] = e.Position, nil
	case *member.PasswordChanged: // every session that was opened before ends, except for one
		row["generation"], row["kept_session"] = e.Position, rowset.Optional(d.Kept)
	}
	return row
}
