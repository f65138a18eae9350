// Package organisation is the read model of accounts: the clients, their customers, and who belongs
// to each of them with which role. It has no personal data. Names are in the tables of
// internal/accounts, which joins both.
package organisation

import (
	"slices"

	"github.com/google/uuid"

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
	entries   = &rowset.Table{Name: "account_entries", Key: []string{"position"}}
)

// Projection folds the events of clients, customers and members, and keeps a line for each of them.
func Projection() engine.Projection {
	fold := reducers()
	for _, t := range slices.Concat(client.Streams.Events, customer.Streams.Events, member.Streams.Events) {
		change := fold[t.Type]
		fold[t.Type] = func(b *rowset.Batch, e domain.Event) error {
			entry(b, e)
			if change == nil {
				return nil
			}
			return change(b, e)
		}
	}
	return engine.Projection{
		Name: Name, Tables: []*rowset.Table{clients, customers, members, entries}, Reducers: fold,
		Gather: engine.Briefly,
	}
}

func reducers() engine.Reducers {
	return engine.Reducers{
		client.CreatedType: engine.On(clientCreated),
		client.BrandingChangedType: onClient(func(d *client.BrandingChanged) []any {
			return []any{
				"colour",
				d.Colour,
				"logo",
				d.Logo,
				"favicon",
				d.Favicon,
				"placeholder",
				d.Placeholder,
				"named",
				d.Named,
			}
		}),
		client.HostsChangedType: onClient(func(d *client.HostsChanged) []any { return []any{"hosts", d.Hosts} }),
		client.SignUpSwitchedType: onClient(
			func(d *client.SignUpSwitched) []any { return []any{"signup", d.Open} },
		),
		client.SecondFactorRequiredType: onClient(func(d *client.SecondFactorRequired) []any {
			return []any{"second_factor", d.Required}
		}),
		client.HoursSetType: onClient(func(d *client.HoursSet) []any { return []any{"hours", d.Hours} }),

		customer.CreatedType:      engine.On(customerCreated),
		customer.TermsChangedType: onCustomer(func(d *customer.TermsChanged) []any { return terms(d.Terms) }),
		customer.DeletionRequestedType: onCustomer(func(d *customer.DeletionRequested) []any {
			return []any{"state", string(customer.Leaving), "deletes_at", d.On}
		}),
		customer.DeletionTakenBackType: onCustomer(func(*customer.DeletionTakenBack) []any {
			return []any{"state", string(customer.Active), "deletes_at", nil}
		}),
		customer.DeletedType: onCustomer(func(*customer.WasDeleted) []any {
			return []any{"state", string(customer.Deleted)}
		}),

		member.InvitedType: engine.On(func(b *rowset.Batch, e domain.Event, d *member.Asked) error {
			row := begun(e, d.Place, member.Invited)
			row["invited_at"], row["invited_by"] = e.OccurredAt, rowset.Optional(e.Meta.Actor)
			b.Upsert(members, e.Stream, row)
			return nil
		}),
		member.RegisteredType: engine.On(func(b *rowset.Batch, e domain.Event, d *member.Registered) error {
			row := begun(e, d.Place, member.Active)
			row["joined_at"], row["verified"] = e.OccurredAt, d.Origin.Verifies()
			row["signed_up"] = d.Origin == member.SignedUp
			b.Upsert(members, e.Stream, row)
			return nil
		}),
		member.InvitationRenewedType: onMember(func(e domain.Event, _ *member.InvitationRenewed) []any {
			return []any{"invited_at", e.OccurredAt}
		}),
		member.JoinedType: onMember(func(e domain.Event, _ *member.Joined) []any {
			return []any{"state", string(member.Active), "verified", true, "joined_at", e.OccurredAt}
		}),
		member.RoleChangedType: engine.On(func(b *rowset.Batch, e domain.Event, d *member.RoleChanged) error {
			changed(b, e, "role", string(d.Role))
			if d.Role != domain.Staff {
				b.Update(members, e.Stream, "is_approver", false)
			}
			signedOut(b, e, uuid.Nil)
			return nil
		}),
		member.ApproverChangedType: onMember(func(_ domain.Event, d *member.ApproverChanged) []any {
			return []any{"is_approver", d.Approver}
		}),
		member.DeactivatedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *member.WasDeactivated) error {
			changed(b, e, "state", string(member.Deactivated))
			signedOut(b, e, uuid.Nil)
			return nil
		}),
		member.ReactivatedType: onMember(func(domain.Event, *member.Reactivated) []any {
			return []any{"state", string(member.Active)}
		}),
		member.DeletedType: engine.On(func(b *rowset.Batch, e domain.Event, _ *member.WasDeleted) error {
			changed(b, e, "state", string(member.Deleted))
			signedOut(b, e, uuid.Nil)
			return nil
		}),
		member.EmailVerifiedType: onMember(func(domain.Event, *member.EmailVerified) []any {
			return []any{"verified", true}
		}),
		member.EmailChangedType: onMember(func(domain.Event, *member.EmailChanged) []any {
			return []any{"verified", true}
		}),
		member.PasswordChangedType: engine.On(
			func(b *rowset.Batch, e domain.Event, d *member.PasswordChanged) error {
				changed(b, e)
				if d.Way.Verifies() {
					b.Update(members, e.Stream, "verified", true)
				}
				signedOut(b, e, d.Kept)
				return nil
			},
		),
	}
}

func clientCreated(b *rowset.Batch, e domain.Event, d *client.Created) error {
	b.Upsert(clients, e.Stream, rowset.Set{
		"id":            d.Client,
		"kind":          string(d.Kind),
		"colour":        client.DefaultColour,
		"logo":          "",
		"favicon":       "",
		"placeholder":   "",
		"named":         0,
		"hosts":         []string{},
		"signup":        false,
		"second_factor": false,
		"hours":         nil,
		"created_at":    e.OccurredAt,
		"version":       e.Version,
		"position":      e.Position,
	})
	return nil
}

func onClient[T any](set func(*T) []any) engine.Reducer {
	return engine.On(func(b *rowset.Batch, e domain.Event, d *T) error {
		b.Update(clients, e.Stream, append(set(d), "version", e.Version, "position", e.Position)...)
		return nil
	})
}

func customerCreated(b *rowset.Batch, e domain.Event, d *customer.Created) error {
	row := rowset.Set{
		"client_id":  d.Client,
		"state":      string(customer.Active),
		"deletes_at": nil,
		"created_at": e.OccurredAt,
		"version":    e.Version,
		"position":   e.Position,
	}
	t := terms(d.Terms)
	for i := 0; i < len(t); i += 2 {
		row[t[i].(string)] = t[i+1]
	}
	b.Upsert(customers, e.Stream, row)
	return nil
}

// terms returns the columns of a customer's terms and their values, in turn.
func terms(t customer.Terms) []any {
	return []any{
		"package", t.Package, "max_active_orders", t.MaxActiveOrders, "payg", t.PAYG, "storage", t.Storage,
		"additional_storage", t.AdditionalStorage,
	}
}

func onCustomer[T any](set func(*T) []any) engine.Reducer {
	return engine.On(func(b *rowset.Batch, e domain.Event, d *T) error {
		b.Update(customers, e.Stream, append(set(d), "version", e.Version, "position", e.Position)...)
		return nil
	})
}

func begun(e domain.Event, p member.Place, s member.State) rowset.Set {
	return rowset.Set{
		"person":       p.Person,
		"client_id":    p.Client,
		"customer_id":  rowset.Optional(p.Customer),
		"role":         string(p.Role),
		"is_approver":  p.Approver,
		"view_only":    p.ViewOnly,
		"state":        string(s),
		"verified":     false,
		"signed_up":    false,
		"generation":   0,
		"kept_session": nil,
		"invited_at":   nil,
		"invited_by":   nil,
		"joined_at":    nil,
		"changed_at":   e.OccurredAt,
		"version":      e.Version,
		"position":     e.Position,
	}
}

func onMember[T any](set func(domain.Event, *T) []any) engine.Reducer {
	return engine.On(func(b *rowset.Batch, e domain.Event, d *T) error {
		changed(b, e, set(e, d)...)
		return nil
	})
}

func changed(b *rowset.Batch, e domain.Event, columns ...any) {
	b.Update(
		members,
		e.Stream,
		append(columns, "changed_at", e.OccurredAt, "version", e.Version, "position", e.Position)...)
}

// signedOut ends every session that was opened before the event, except for one.
func signedOut(b *rowset.Batch, e domain.Event, kept uuid.UUID) {
	b.Update(members, e.Stream, "generation", e.Position, "kept_session", rowset.Optional(kept))
}
